//! What is done to single positions.

use riposte_board::{Board, SeeValue};
use riposte_movegen::{Kind, MoveList};

use crate::fens;

/// A position and its legal moves.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The position.
    pub board: Board,
    /// Its legal moves.
    pub moves: MoveList,
}

/// Positions with their moves.
pub fn walks(boards: Vec<Board>) -> Vec<Walk> {
    boards.into_iter().map(|board| Walk { moves: board.legal_moves(), board }).collect()
}

/// The positions after one move from `boards` in which the side to move is in
/// check.
pub fn evasions(boards: &[Board]) -> Vec<Board> {
    let mut found = Vec::new();
    for board in boards {
        for mv in board.legal_moves() {
            let mut after = board.clone();
            after.make(mv);
            if after.in_check() {
                found.push(after);
            }
        }
    }
    found
}

/// Writes down the moves of one kind in all positions.
pub fn generate<K: Kind>(boards: &[Board]) -> usize {
    let mut found = 0;
    for board in boards {
        let mut moves = MoveList::new();
        board.generate::<K>(&mut moves);
        found += moves.len();
    }
    found
}

/// Counts the moves of all positions, as perft does at its last ply.
pub fn count(boards: &[Board]) -> u32 {
    boards.iter().map(|board| board.count_legal()).sum()
}

/// Makes and takes back every move.
pub fn make_unmake(walks: &mut [Walk]) -> u64 {
    let mut keys = 0;
    for Walk { board, moves } in walks {
        for &mv in moves.iter() {
            board.make(mv);
            keys ^= board.key();
            board.unmake();
        }
    }
    keys
}

/// How many moves do not lose material.
pub fn exchanges(walks: &[Walk]) -> usize {
    let sound = |walk: &Walk| {
        walk.moves.iter().filter(|&&mv| walk.board.see_ge(mv, SeeValue::ZERO)).count()
    };
    walks.iter().map(sound).sum()
}

/// How many moves give check, asked about as the search does.
pub fn checks(walks: &[Walk]) -> usize {
    let mut checks = 0;
    for Walk { board, moves } in walks {
        let squares = board.check_squares();
        checks += moves.iter().filter(|&&mv| board.gives_check_on(&squares, mv)).count();
    }
    checks
}

/// Writes down the quiet moves that give check in all positions.
pub fn quiet_checks(boards: &[Board]) -> usize {
    boards.iter().map(|board| board.quiet_checks().len()).sum()
}

/// Reads all positions of `riposte bench` and adds up their keys.
pub fn read_fens() -> u64 {
    fens().filter_map(|fen| Board::from_fen(fen).ok()).fold(0, |keys, board| keys ^ board.key())
}

/// Writes all positions and adds up the lengths.
pub fn write_fens(boards: &[Board]) -> usize {
    boards.iter().map(|board| board.fen().len()).sum()
}
