use riposte_movegen::{
    Aim, Bitboard, Move, MoveKind, MoveList, PieceType, Square, between, bishop_attacks,
    generate_aimed, knight_attacks, line, pawn_attacks, rook_attacks,
};

use crate::Board;
use crate::state::castling_side_of;

/// Which squares give check, for all moves of one position: what
/// [`Board::gives_check`] would otherwise find out anew for every move.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The king that may be checked.
    king: Square,
    /// Where a piece of each kind would give check; and, free to go anywhere, the pieces
    /// that alone stand between a slider of theirs and the king.
    aim: Aim,
}

impl Board {
    /// Whether a legal move gives check: directly, by uncovering a slider, by
    /// the piece a pawn becomes, or by the rook of a castling move.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.gives_check_on(&self.check_squares(), mv)
    }

    /// What every [`Board::gives_check_on`] of this position needs.
    pub fn check_squares(&self) -> CheckSquares {
        let us = self.side();
        let placement = self.placement();
        let king = self.king(!us);
        let occupied = placement.occupied();
        let diagonal = bishop_attacks(king, occupied);
        let straight = rook_attacks(king, occupied);
        // The first pieces on the king's lines, looked through.
        let screen = (diagonal | straight) & self.color(us);
        let behind = occupied - screen;
        let snipers = bishop_attacks(king, behind) & placement.diagonals(us)
            | rook_attacks(king, behind) & placement.orthogonals(us);
        let discoverers = (snipers - screen)
            .into_iter()
            .fold(Bitboard::EMPTY, |all, sniper| all | between(king, sniper) & screen);
        let targets = [
            pawn_attacks(!us, king),
            knight_attacks(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ];
        CheckSquares { king, aim: Aim { targets, free: discoverers } }
    }

    /// [`Board::gives_check`], given the [`Board::check_squares`] of this position.
    #[inline]
    pub fn gives_check_on(&self, squares: &CheckSquares, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if !mv.is_normal() {
            return self.special_move_gives_check(mv, squares.king);
        }
        // The square that a piece leaves never lies between the king and its
        // target: it would have given check from there.
        squares.aim.targets[self.moved_piece(mv).kind().index()].has(to)
            || squares.aim.free.has(from) && !line(squares.king, from).has(to)
    }

    /// The legal quiet moves that give check, in the order of
    /// [`Position::generate`](crate::Position::generate).
    pub fn quiet_checks(&self) -> MoveList {
        let mut moves = MoveList::new();
        let squares = self.check_squares();
        let state = &self.state;
        generate_aimed(
            &state.position.placement,
            &state.position.situation,
            &squares.aim,
            &mut moves,
        );
        moves.retain(|&mut mv| self.gives_check_on(&squares, mv));
        moves
    }

    /// A move that promotes, castles or takes en passant.
    #[cold]
    fn special_move_gives_check(&self, mv: Move, king: Square) -> bool {
        let us = self.side();
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            Some(MoveKind::Castle) => self.castling_gives_check(mv, king),
            Some(MoveKind::EnPassant) => {
                let victim = to.forward(!us);
                let occupied = self.occupied().without(from).without(victim).with(to);
                pawn_attacks(us, to).has(king) || self.slider_sees(king, occupied)
            }
            Some(MoveKind::Promotion(promotion)) => {
                let occupied = self.occupied().without(from).with(to);
                attacks(promotion.piece_type(), to, occupied).has(king)
                    || self.uncovers(from, to, king)
            }
            _ => false,
        }
    }

    fn castling_gives_check(&self, mv: Move, king: Square) -> bool {
        let us = self.side();
        let (from, to) = (mv.from(), mv.to());
        let wing = castling_side_of(from, to);
        let rook = wing.rook_target(us);
        let occupied =
            self.occupied().without(from).without(to).with(rook).with(wing.king_target(us));
        // Only the rook can give check, or a rook or queen behind it that the
        // king's leaving uncovers: all on the back rank or the rook's file.
        let sliders = self.placement().orthogonals(us).without(to).with(rook);
        rook_attacks(king, occupied).meets(sliders)
            || bishop_attacks(king, occupied).meets(self.placement().diagonals(us))
    }

    /// Whether a piece that goes from `from` to `to` opens a line to `king`.
    #[inline]
    fn uncovers(&self, from: Square, to: Square, king: Square) -> bool {
        let path = line(king, from);
        path.any()
            && !path.has(to)
            && self.slider_sees(king, self.occupied().without(from).with(to))
    }

    /// Whether a slider of the side to move attacks `king` given `occupied`.
    /// Pieces on squares that are not occupied any more do not count.
    #[inline]
    fn slider_sees(&self, king: Square, occupied: Bitboard) -> bool {
        let placement = self.placement();
        let us = self.side();
        bishop_attacks(king, occupied).meets(placement.diagonals(us) & occupied)
            || rook_attacks(king, occupied).meets(placement.orthogonals(us) & occupied)
    }
}

/// The squares that a piece of this kind attacks; pawns, whose attacks depend on
/// the colour, attack none here.
#[inline]
fn attacks(kind: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn | PieceType::King => Bitboard::EMPTY,
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
    }
}
