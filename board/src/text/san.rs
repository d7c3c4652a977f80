use alloc::string::String;
use alloc::string::ToString as _;
use core::fmt::Write as _;

use riposte_movegen::{Bitboard, CastlingSide, File, Move, PieceType, Promotion, Rank, Square};

use super::{MoveTextError, quote};
use crate::Board;
use crate::state::castling_side_of;

impl Board {
    /// A legal move in standard algebraic notation: as little as tells it from
    /// the other legal moves, with `+` for check and `#` for mate.
    ///
    /// Source: the PGN standard, S. J. Edwards, 1994, section 8.2.3.
    pub fn san(&self, mv: Move) -> String {
        let mut san = if mv.is_castle() {
            match castling_side_of(mv.from(), mv.to()) {
                CastlingSide::King => "O-O".to_string(),
                CastlingSide::Queen => "O-O-O".to_string(),
            }
        } else {
            self.san_without_suffix(mv)
        };
        if self.gives_check(mv) {
            let mut after = Self::from_state(self.state);
            after.make(mv);
            san.push(if after.has_legal_move() { '+' } else { '#' });
        }
        san
    }

    fn san_without_suffix(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let kind = self.moved_piece(mv).kind();
        let mut san = String::new();
        if kind == PieceType::Pawn {
            if self.is_capture(mv) {
                san.push(from.file().letter());
            }
        } else {
            san.push(kind.letter().to_ascii_uppercase());
            let rivals = self.rivals(mv, kind);
            let (file, rank) = (from.file().bitboard(), from.rank().bitboard());
            let needs_file = rivals.any() && (!rivals.meets(file) || rivals.meets(rank));
            if needs_file {
                san.push(from.file().letter());
            }
            if rivals.meets(file) {
                san.push(from.rank().digit());
            }
        }
        if self.is_capture(mv) {
            san.push('x');
        }
        // Writing to a string cannot fail.
        let _ = write!(san, "{to}");
        if let Some(promotion) = mv.promotes_to() {
            san.push('=');
            san.push(promotion.piece_type().letter().to_ascii_uppercase());
        }
        san
    }

    /// The other pieces of this kind that may go to the same square.
    fn rivals(&self, mv: Move, kind: PieceType) -> Bitboard {
        let rivals = self.of(self.side(), kind).without(mv.from());
        rivals.into_iter().filter(|&from| self.is_legal(Move::normal(from, mv.to()))).collect()
    }

    /// The legal move that a SAN text means.
    ///
    /// More than the minimum may be said (`Ng1-f3`, `e2xd3`); the signs for
    /// capture, check, mate and comment (`!?`) may be missing or too many;
    /// castling may be written with zeros, promotion without `=`.
    ///
    /// # Errors
    ///
    /// [`MoveTextError`] tells a text that is no move from one that means no
    /// legal move and one that means several.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveTextError> {
        let wanted = Wanted::read(text).ok_or_else(|| MoveTextError::Malformed(quote(text)))?;
        let mut found = self.legal_moves().into_iter().filter(|&mv| wanted.means(self, mv));
        match (found.next(), found.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(MoveTextError::Ambiguous(quote(text))),
            (None, _) => Err(MoveTextError::Illegal(quote(text))),
        }
    }
}

/// What a SAN text says.
enum Wanted {
    Castle(CastlingSide),
    Step {
        kind: PieceType,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Promotion>,
    },
}

impl Wanted {
    fn read(text: &str) -> Option<Self> {
        if !text.is_ascii() {
            return None;
        }
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Self::Castle(CastlingSide::King)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Self::Castle(CastlingSide::Queen)),
            _ => {}
        }
        let (kind, rest) = match text.chars().next().and_then(piece_type) {
            Some(kind) => (kind, &text[1..]),
            None => (PieceType::Pawn, text),
        };
        let (rest, promotion) = match rest.chars().last().and_then(piece_type) {
            Some(promoted) => {
                let rest = &rest[..rest.len() - 1];
                (
                    rest.strip_suffix('=').unwrap_or(rest),
                    Some(Promotion::from_piece_type(promoted)?),
                )
            }
            None => (rest, None),
        };
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = Square::from_name(to)?;
        let origin = origin.strip_suffix(['x', '-', ':']).unwrap_or(origin);
        let mut letters = origin.chars().peekable();
        let file = letters.peek().copied().and_then(File::from_letter);
        if file.is_some() {
            letters.next();
        }
        let rank = letters.peek().copied().and_then(Rank::from_digit);
        if rank.is_some() {
            letters.next();
        }
        letters.next().is_none().then_some(Self::Step { kind, file, rank, to, promotion })
    }

    fn means(&self, board: &Board, mv: Move) -> bool {
        match *self {
            Self::Castle(wing) => mv.is_castle() && castling_side_of(mv.from(), mv.to()) == wing,
            Self::Step { kind, file, rank, to, promotion } => {
                !mv.is_castle()
                    && mv.to() == to
                    && mv.promotes_to() == promotion
                    && board.moved_piece(mv).kind() == kind
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
            }
        }
    }
}

/// The kind of piece with this capital letter. Small letters name files.
fn piece_type(letter: char) -> Option<PieceType> {
    PieceType::ALL.into_iter().find(|kind| kind.letter().to_ascii_uppercase() == letter)
}
