//! The same perft in three generators: counted in bulk, no TT, boards
//! made by copying, written the way each crate's own documentation does.

use std::hint::black_box;

/// A position, how deep to go and the known number of leaves.
pub struct Case {
    pub name: &'static str,
    pub fen: &'static str,
    pub depth: u32,
    pub leaves: u64,
}

const fn case(name: &'static str, fen: &'static str, depth: u32, leaves: u64) -> Case {
    Case { name, fen, depth, leaves }
}

/// The six positions of <https://www.chessprogramming.org/Perft_Results>.
pub const CASES: [Case; 6] = [
    case("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    case(
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
    case("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
    case(
        "promotions",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
        15_833_292,
    ),
    case("mistakes", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    case(
        "middlegame",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
        164_075_551,
    ),
];

/// A generator under test.
pub struct Generator {
    pub name: &'static str,
    pub perft: fn(&Case, u32) -> u64,
}

/// Riposte first, then the peers.
pub const GENERATORS: [Generator; 3] = [
    Generator { name: "riposte", perft: riposte },
    Generator { name: "cozy-chess", perft: cozy },
    Generator { name: "shakmaty", perft: shakmaty_crate },
];

const VALID: &str = "the positions of the bench are valid";

fn riposte(case: &Case, depth: u32) -> u64 {
    let mut board = riposte_board::Board::from_fen(case.fen).expect(VALID);
    black_box(&mut board).perft(depth)
}

fn cozy(case: &Case, depth: u32) -> u64 {
    fn count(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut leaves = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                leaves += moves.len() as u64;
                false
            });
        } else {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    leaves += count(&child, depth - 1);
                }
                false
            });
        }
        leaves
    }
    let board = cozy_chess::Board::from_fen(case.fen, false).expect(VALID);
    count(black_box(&board), depth)
}

fn shakmaty_crate(case: &Case, depth: u32) -> u64 {
    use shakmaty::{CastlingMode, Chess, fen::Fen};
    let fen: Fen = case.fen.parse().expect(VALID);
    let board: Chess = fen.into_position(CastlingMode::Standard).expect(VALID);
    shakmaty::perft(black_box(&board), depth)
}
