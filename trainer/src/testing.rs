//! Games for tests of the trainer.

use std::path::Path;
use std::{fs, io};

use riposte_board::Board;
use riposte_games::{Ending, Game, Outcome, Played, end_by_rules};
use riposte_movegen::{Color, PieceType};

use crate::random::Random;

/// Material from white's point of view.
fn material(board: &Board) -> i32 {
    let values = PieceType::ALL.into_iter().zip([100, 300, 310, 500, 900, 0]);
    values
        .map(|(kind, value)| {
            let count = |color| board.of(color, kind).len() as i32;
            value * (count(Color::White) - count(Color::Black))
        })
        .sum()
}

/// Writes `count` games of random moves in which the score is the material and the side that ends with
/// more of it wins.
///
/// # Errors
/// When the file cannot be written.
pub fn write_games(path: &Path, count: u64) -> io::Result<()> {
    let mut bytes = Vec::new();
    for number in 0..count {
        let mut random = Random::stream(5, number);
        let start = Board::startpos();
        let mut board = start.clone();
        let mut moves = Vec::new();
        let mut end = None;
        while moves.len() < 100 && end.is_none() {
            let legal = board.legal_moves();
            let mv = legal[random.below(legal.len())];
            moves.push(Played { mv, score: material(&board) as i16 });
            board.make(mv);
            end = end_by_rules(&board);
        }
        let better = match material(&board) {
            ..-200 => Outcome::BlackWin,
            201.. => Outcome::WhiteWin,
            _ => Outcome::Draw,
        };
        let (outcome, ending) = end.unwrap_or((better, Ending::Unknown));
        Game { start, outcome, ending, moves }.encode(&mut bytes);
    }
    fs::write(path, bytes)
}
