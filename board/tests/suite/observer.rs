//! An observer that hears every change can follow the board.

use riposte_board::{Board, Observer};
use riposte_movegen::{Piece, Square};

use crate::games::{self, Random};

/// A mailbox of its own; fails on a report that does not fit.
struct Mirror([Option<Piece>; 64]);

impl Mirror {
    fn of(board: &Board) -> Self {
        let mut mirror = Self([None; 64]);
        for square in Square::all() {
            mirror.0[square.index()] = board.piece_on(square);
        }
        mirror
    }
}

impl Observer for Mirror {
    fn add(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].replace(piece), None, "{square} was taken");
    }

    fn remove(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].take(), Some(piece), "not what stood on {square}");
    }
}

/// Counts what it hears.
#[derive(Default)]
struct Ear {
    added: u32,
    removed: u32,
    relocated: u32,
}

impl Observer for Ear {
    fn add(&mut self, _: Piece, _: Square) {
        self.added += 1;
    }

    fn remove(&mut self, _: Piece, _: Square) {
        self.removed += 1;
    }

    fn relocate(&mut self, _: Piece, _: Square, _: Square) {
        self.relocated += 1;
    }
}

#[test]
fn a_mirror_stays_equal() {
    let mut random = Random(14);
    for number in 0..1_000 {
        let mut board = games::start(&mut random, games::STARTS[number % 3]);
        let mut mirror = Mirror::of(&board);
        for _ in 0..150 {
            let Some(mv) = random.pick(&board.legal_moves()) else { break };
            board.make_with(mv, &mut mirror);
            assert_eq!(mirror.0, Mirror::of(&board).0, "{board}");
        }
    }
}

#[test]
fn each_kind_of_move_reports_as_documented() {
    for (fen, mv, (added, removed, relocated)) in [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a5", (0, 0, 1)),
        ("4k3/8/8/p7/8/8/8/R3K3 w Q - 0 1", "a1a5", (0, 1, 1)),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", (2, 2, 0)),
        ("k7/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", (0, 1, 1)),
        ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", (1, 1, 0)),
        ("k2r4/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", (1, 2, 0)),
    ] {
        let mut board = Board::from_fen(fen).expect("a legal position");
        let mut ear = Ear::default();
        board.make_with(board.parse_uci(mv).expect("a legal move"), &mut ear);
        assert_eq!((ear.added, ear.removed, ear.relocated), (added, removed, relocated), "{fen}");
    }
}
