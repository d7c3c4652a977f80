use alloc::string::ToString as _;
use core::str::FromStr;

use riposte_movegen::{CastlingSide, Color, File, Piece, PieceType, Rank, Square};

use super::error::{CastlingError, Field};
use super::{FenError, validate};
use crate::state::{State, castling_side_of};
use crate::text::quote;
use crate::{Board, Position};

impl Board {
    /// Reads a position in FEN.
    ///
    /// The castling field may be that of plain FEN (`KQkq`), of X-FEN (the same
    /// letters mean the outermost rook, a file letter an inner one) or of
    /// Shredder-FEN (file letters); they need no switch because no text means
    /// two things. The two counters may be missing together, as in EPD; they
    /// are 0 and 1 then. Move number 0, which some programs write, is read as 1.
    ///
    /// # Errors
    ///
    /// [`FenError`] says what is wrong and where. Positions are refused if no
    /// game can have led to them for one of the reasons listed there; an en
    /// passant square that a pawn has passed but on which no capture is legal is
    /// accepted and dropped.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        read(fen, Rules::Strict).map(Self::from_state)
    }

    /// Reads a position that no game may have led to, in a FEN that may be
    /// sloppy: what people set up and paste.
    ///
    /// Beyond [`Self::from_fen`], any 16 pieces a side are accepted and any
    /// number of checkers. Fields may be missing from the end (white to move, no
    /// castling, no en passant), text behind the sixth field is ignored, and so are
    /// castling rights and en passant squares that do not fit the placement.
    ///
    /// ```
    /// use riposte_board::Board;
    ///
    /// let fen = "r1bq1rk1/ppp1ppbp/2np1np1/8/8/2P1PP2/PP1PQQPP/QQQQ1K1Q w - - 1 7";
    /// assert!(Board::from_fen(fen).is_err());
    /// assert_eq!(Board::from_fen_lenient(fen)?.fen(), fen);
    /// assert_eq!(Board::from_fen_lenient("4k3/8/8/8/8/8/8/4K3")?.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    /// # Ok::<(), riposte_board::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FenError`] if the text cannot be understood, a side has not one king or
    /// more than 16 pieces, a pawn stands on a last rank, the side that is not to
    /// move is in check, or a side would have more moves than
    /// [`MAX_LEGAL_MOVES`](riposte_movegen::MAX_LEGAL_MOVES).
    pub fn from_fen_lenient(fen: &str) -> Result<Self, FenError> {
        read(fen, Rules::Lenient).map(Self::from_state)
    }
}

impl Position {
    /// Reads a position in FEN; see [`Board::from_fen`].
    ///
    /// # Errors
    ///
    /// [`FenError`] says what is wrong and where.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        read(fen, Rules::Strict).map(|state| state.position)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// What is accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    /// What a game can have led to, written out.
    Strict,
    /// What can be searched.
    Lenient,
}

fn read(fen: &str, rules: Rules) -> Result<State, FenError> {
    if let Some(index) = fen.chars().position(|letter| !letter.is_ascii()) {
        return Err(FenError::NotAscii { position: index + 1 });
    }
    let mut fields = fen.split_ascii_whitespace();
    let is_lenient = rules == Rules::Lenient;
    let mut field = |name, default: &'static str| match fields.next() {
        None if is_lenient && name != Field::Placement => Ok(default),
        field => field.ok_or(FenError::MissingField(name)),
    };

    let mut state = State::EMPTY;
    read_placement(&mut state, field(Field::Placement, "")?, rules)?;
    state.position.situation.side = read_side(field(Field::SideToMove, "w")?)?;
    let castling = field(Field::Castling, "-")?;
    let en_passant = read_en_passant(field(Field::EnPassant, "-")?)?;
    if let Some(clock) = fields.next() {
        state.position.clock = read_clock(clock)?;
        let missing = FenError::MissingField(Field::FullmoveNumber);
        let number = fields.next().or(is_lenient.then_some("1")).ok_or(missing)?;
        state.position.fullmove = read_fullmove(number)?;
    }
    if let Some(rest) = fields.next().filter(|_| !is_lenient) {
        return Err(FenError::TrailingText(quote(rest)));
    }

    state.reversible = state.position.clock;
    validate::pieces(&state.position.placement)?;
    if rules == Rules::Strict {
        validate::material(&state.position.placement)?;
    }
    read_castling(&mut state, castling, rules)?;
    let en_passant =
        validate::en_passant(&state.position.placement, state.position.situation.side, en_passant);
    state.position.situation.en_passant =
        if is_lenient { en_passant.unwrap_or(None) } else { en_passant? };
    state.complete();
    validate::checks(&state)?;
    if is_lenient {
        validate::move_counts(&state)?;
    } else {
        validate::checkers(&state)?;
    }
    Ok(state)
}

fn read_placement(state: &mut State, field: &str, rules: Rules) -> Result<(), FenError> {
    let count = field.split('/').count();
    if count != 8 {
        return Err(FenError::RankCount(count));
    }
    for (text, rank) in field.split('/').zip(Rank::ALL.into_iter().rev()) {
        read_rank(state, text, rank, rules)?;
    }
    Ok(())
}

fn read_rank(state: &mut State, text: &str, rank: Rank, rules: Rules) -> Result<(), FenError> {
    let mut squares = 0;
    let mut after_gap = false;
    for letter in text.chars() {
        if let Some(gap) = letter.to_digit(9).filter(|&gap| gap > 0) {
            if after_gap && rules == Rules::Strict {
                return Err(FenError::SplitGap { rank });
            }
            after_gap = true;
            squares += gap as usize;
            continue;
        }
        let piece = Piece::from_letter(letter).ok_or(FenError::UnknownPiece { letter, rank })?;
        if let Some(&file) = File::ALL.get(squares) {
            state.add(piece, Square::at(file, rank));
        }
        after_gap = false;
        squares += 1;
    }
    if squares == 8 { Ok(()) } else { Err(FenError::RankLength { rank, squares }) }
}

fn read_side(field: &str) -> Result<Color, FenError> {
    match field {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::SideToMove(quote(field))),
    }
}

fn read_castling(state: &mut State, field: &str, rules: Rules) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        match grant_castling(state, letter) {
            Err(FenError::ImpossibleCastling { .. } | FenError::RepeatedCastling { .. })
                if rules == Rules::Lenient => {}
            outcome => outcome?,
        }
    }
    Ok(())
}

/// Grants the right that one letter of the castling field names.
fn grant_castling(state: &mut State, letter: char) -> Result<(), FenError> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let wing_letter = match letter.to_ascii_lowercase() {
        'k' => Some(CastlingSide::King),
        'q' => Some(CastlingSide::Queen),
        _ => None,
    };
    let impossible = |error| FenError::ImpossibleCastling { letter, error };

    let home = Rank::R1.relative_to(color);
    let king = state.position.placement.king(color);
    let rooks = state.position.placement.of(color, PieceType::Rook) & home.bitboard();
    let rook = match (wing_letter, File::from_letter(letter)) {
        (None, None) => return Err(FenError::UnknownCastling { letter }),
        _ if king.rank() != home => return Err(impossible(CastlingError::King)),
        (Some(CastlingSide::King), _) => rooks.last().filter(|&rook| rook > king),
        (Some(CastlingSide::Queen), _) => rooks.first().filter(|&rook| rook < king),
        (None, Some(file)) => Some(Square::at(file, home)).filter(|&rook| rooks.has(rook)),
    };
    let rook = rook.ok_or(impossible(CastlingError::Rook))?;
    let wing = castling_side_of(king, rook);
    if state.position.situation.castling.rook(color, wing).is_some() {
        return Err(FenError::RepeatedCastling { letter });
    }
    state.position.situation.castling.grant(color, wing, rook);
    Ok(())
}

fn read_en_passant(field: &str) -> Result<Option<Square>, FenError> {
    if field == "-" {
        return Ok(None);
    }
    // Coordinates are lower case in FEN.
    let square = Square::from_name(field).filter(|square| square.to_string() == field);
    square.map(Some).ok_or_else(|| FenError::EnPassantSquare(quote(field)))
}

/// A number of digits only: `parse` would also take a sign.
fn read_number<N: FromStr>(field: &str) -> Option<N> {
    if field.bytes().all(|byte| byte.is_ascii_digit()) { field.parse().ok() } else { None }
}

/// Any number that a clock can come to: no rule ends a game that is played on
/// for the sake of analysis.
fn read_clock(field: &str) -> Result<u16, FenError> {
    read_number(field).ok_or_else(|| FenError::HalfmoveClock(quote(field)))
}

fn read_fullmove(field: &str) -> Result<u32, FenError> {
    read_number(field)
        .map(|number: u32| number.max(1))
        .ok_or_else(|| FenError::FullmoveNumber(quote(field)))
}
