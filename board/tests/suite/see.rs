//! Static exchange evaluation against a slow one that walks rays on an array
//! and computes the exact value.

use riposte_board::{Board, SEE_VALUES, SeeValue};
use riposte_movegen::{Color, Move, MoveKind, Piece, PieceType, Rank, Situation, Square};

use crate::games;

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

fn value(kind: PieceType) -> i32 {
    SEE_VALUES[kind.index()]
}

/// An exchange on an array of pieces.
#[derive(Clone)]
struct Slow {
    pieces: [Option<Piece>; 64],
    /// Pieces that were pinned before the exchange began.
    pinned: Vec<Square>,
    target: Square,
}

impl Slow {
    /// What the exchange that `mv` starts is worth to the mover.
    fn see(board: &Board, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let mut slow = Self { pieces: [None; 64], pinned: Vec::new(), target: mv.to() };
        for square in Square::all() {
            slow.pieces[square.index()] = board.piece_on(square);
        }
        for color in Color::ALL {
            slow.pinned.extend(Situation::checkers_and_pinned(board.placement(), color).1);
        }
        let mut piece = slow.pieces[mv.from().index()].take().expect("a piece");
        let mut gain = slow.pieces[mv.to().index()].map_or(0, |taken| value(taken.kind()));
        match mv.kind() {
            Some(MoveKind::EnPassant) => {
                slow.pieces[mv.to().forward(!piece.color()).index()] = None;
                gain = value(PieceType::Pawn);
            }
            Some(MoveKind::Promotion(promotion)) => {
                gain += value(promotion.piece_type()) - value(PieceType::Pawn);
                piece = Piece::new(piece.color(), promotion.piece_type());
            }
            _ => {}
        }
        slow.pieces[mv.to().index()] = Some(piece);
        gain - slow.best(!piece.color())
    }

    /// What `side` gains by capturing on the target or leaving it.
    fn best(&self, side: Color) -> i32 {
        let attackers = self.attackers(side);
        let able = attackers.into_iter().filter(|&square| !self.is_held(square));
        let least = able.min_by_key(|square| (self.kind(*square).map(PieceType::index), *square));
        let Some(from) = least else { return 0 };
        let mut next = self.clone();
        let mut piece = next.pieces[from.index()].take().expect("a piece");
        let mut gain = value(self.kind(self.target).expect("something to take"));
        if piece.kind() == PieceType::King && !self.attackers(!side).is_empty() {
            return 0;
        }
        if piece.kind() == PieceType::Pawn && self.target.rank() == Rank::R8.relative_to(side) {
            gain += value(PieceType::Queen) - value(PieceType::Pawn);
            piece = Piece::new(side, PieceType::Queen);
        }
        next.pieces[self.target.index()] = Some(piece);
        (gain - next.best(!side)).max(0)
    }

    fn kind(&self, square: Square) -> Option<PieceType> {
        self.pieces[square.index()].map(Piece::kind)
    }

    fn attackers(&self, side: Color) -> Vec<Square> {
        Square::all()
            .filter(|&square| square != self.target)
            .filter(|&square| self.attacks(square, side, self.target))
            .collect()
    }

    /// Whether a piece of `side` on `from` attacks `to`.
    fn attacks(&self, from: Square, side: Color, to: Square) -> bool {
        let Some(piece) = self.pieces[from.index()].filter(|piece| piece.color() == side) else {
            return false;
        };
        let step = |&(files, ranks): &(i8, i8)| from.offset(files, ranks) == Some(to);
        let up = if side == Color::White { 1 } else { -1 };
        match piece.kind() {
            PieceType::Pawn => [(1, up), (-1, up)].iter().any(step),
            PieceType::Knight => JUMPS.iter().any(step),
            PieceType::King => STRAIGHT.iter().chain(&DIAGONAL).any(step),
            PieceType::Bishop => self.slides(from, &DIAGONAL, to),
            PieceType::Rook => self.slides(from, &STRAIGHT, to),
            PieceType::Queen => {
                self.slides(from, &DIAGONAL, to) || self.slides(from, &STRAIGHT, to)
            }
        }
    }

    fn slides(&self, from: Square, directions: &[(i8, i8)], to: Square) -> bool {
        directions.iter().any(|&(files, ranks)| {
            let mut square = from;
            while let Some(next) = square.offset(files, ranks) {
                if next == to {
                    return true;
                }
                if self.pieces[next.index()].is_some() {
                    return false;
                }
                square = next;
            }
            false
        })
    }

    /// Whether the piece on `square`, pinned before, would uncover its king by
    /// capturing.
    fn is_held(&self, square: Square) -> bool {
        if !self.pinned.contains(&square) {
            return false;
        }
        let mut after = self.clone();
        let piece = after.pieces[square.index()].take().expect("a piece");
        after.pieces[self.target.index()] = Some(piece);
        let king = Square::all()
            .find(|&square| {
                after.pieces[square.index()] == Some(Piece::new(piece.color(), PieceType::King))
            })
            .expect("a king");
        let sliders = Square::all().filter(|&square| {
            matches!(
                after.kind(square),
                Some(PieceType::Bishop | PieceType::Rook | PieceType::Queen)
            )
        });
        sliders.into_iter().any(|slider| after.attacks(slider, !piece.color(), king))
    }
}

fn exact(board: &Board, mv: Move) -> i32 {
    let mut values: Vec<i32> = (-9..=18).map(|hundreds| hundreds * 100).collect();
    values.retain(|&threshold| board.see_ge(mv, SeeValue::new(threshold)));
    values.last().copied().unwrap_or(-1_000)
}

#[test]
fn equals_the_slow_one() {
    let (mut compared, mut losing, mut winning) = (0, 0, 0);
    for board in games::positions(17, 6_000) {
        let threats = board.threats();
        for mv in board.legal_moves() {
            let slow = Slow::see(&board, mv);
            for threshold in [slow - 1, slow, slow + 1, 0, 1, -100, 250] {
                let value = SeeValue::new(threshold);
                let found =
                    [board.see_ge(mv, value), board.see_ge_with_threats(mv, value, &threats)];
                assert_eq!(
                    found,
                    [slow >= threshold; 2],
                    "{mv:?} in {board}: {slow} against {threshold}"
                );
            }
            compared += 1;
            losing += u32::from(slow < 0);
            winning += u32::from(slow > 0);
        }
    }
    assert!(losing > 1_000 && winning > 1_000, "{losing}, {winning} of {compared}");
}

#[test]
fn worked_examples() {
    for (fen, mv, expected) in [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        // Defended pawns.
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
        ("4k3/8/4p3/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5", -100),
        // A rook behind a rook.
        ("3rk3/8/8/3p4/8/3R4/8/3RK3 w - - 0 1", "d3d5", 100),
        ("3rk3/3r4/8/3p4/8/3R4/8/3RK3 w - - 0 1", "d3d5", -400),
        // A quiet move to a square that is attacked.
        ("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5", -500),
        ("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d4", 0),
        // The defender is pinned to its king, or to nothing any more.
        ("4k3/4n3/8/3p4/8/8/8/3RR1K1 w - - 0 1", "d1d5", 100),
        ("4k3/4n3/8/3p4/8/8/8/3R2K1 w - - 0 1", "d1d5", -400),
        // Pinned along the line of the exchange.
        ("3k4/3r4/8/8/3R4/8/8/3RK3 w - - 0 1", "d4d7", 500),
        ("3k4/8/3r4/3p4/3R4/8/8/3RK3 w - - 0 1", "d4d5", 100),
        // The king takes what is not defended only.
        ("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
        ("8/8/4k3/3p4/8/1B6/8/3RK3 w - - 0 1", "d1d5", 100),
        // Promotions, the recapture of one, and a recapture that is one.
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 800),
        ("8/3Pk3/8/8/8/8/8/4K3 w - - 0 1", "d7d8q", -100),
        ("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 1_300),
        ("4k3/8/8/8/8/8/2p5/3RK2R b - - 0 1", "c2d1q", 400),
        ("2N1k3/1P6/8/2r5/8/8/8/4K3 b - - 0 1", "c5c8", -1_000),
        // En passant, free and recaptured.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
    ] {
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = board.parse_uci(mv).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(exact(&board, mv), expected, "{mv:?} in {fen}");
    }
}
