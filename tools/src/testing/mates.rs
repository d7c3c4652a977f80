//! Basic endings played out: how often the engine mates a bare king against its own best
//! defence. A report, not a test: single games depend on every detail of the search.

use clap::Args;
use riposte_board::Board;
use riposte_games::{Ending, Game};
use riposte_movegen::{Bitboard, PieceType, Square};
use riposte_search::params::Release;
use riposte_search::{Limits, Solo};
use riposte_trainer::random::Random;

use crate::play::play;
use crate::statistics::percent;

/// The pieces beside the white king.
const ENDINGS: [(&str, &[PieceType]); 4] = [
    ("queen", &[PieceType::Queen]),
    ("rook", &[PieceType::Rook]),
    ("two bishops", &[PieceType::Bishop, PieceType::Bishop]),
    ("bishop and knight", &[PieceType::Bishop, PieceType::Knight]),
];

/// Options of `riposte-tools mates`.
#[derive(Args)]
pub struct Options {
    /// Positions of each ending.
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// Nodes of every search.
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    nodes: u64,
    /// Decides the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Megabytes of transposition table.
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: usize,
    #[command(flatten)]
    evaluation: crate::evaluation::Choice,
}

/// Plays the endings and prints a row for each.
///
/// # Errors
///
/// A text that says what is wrong with the network, or what the engine was refused.
pub fn run(options: &Options) -> Result<(), String> {
    let evaluation = options.evaluation.load()?;
    let mut player =
        Solo::new(Release, options.hash, &evaluation).map_err(|error| error.to_string())?;
    println!("| ending | games | mates | moves on average |");
    println!("|---|---:|---:|---:|");
    for (number, (name, pieces)) in (0..).zip(ENDINGS) {
        let mut random = Random::stream(options.seed, number);
        let games: Vec<Game> = (0..options.games)
            .filter_map(|_| {
                player.new_game();
                let start = draw(&mut random, pieces);
                play(&start, None, |board| player.search(board, Limits::nodes(options.nodes)))
            })
            .collect();
        println!("{}", row(name, &games));
    }
    Ok(())
}

fn row(name: &str, games: &[Game]) -> String {
    let mates: Vec<_> = games.iter().filter(|game| game.ending == Ending::Checkmate).collect();
    let plies: usize = mates.iter().map(|game| game.moves.len()).sum();
    let moves = plies as f64 / 2.0 / mates.len().max(1) as f64;
    let (count, all) = (mates.len() as u64, games.len() as u64);
    format!("| {name} | {all} | {count} ({}) | {moves:.1} |", percent(count, all))
}

/// A legal position with White to move in which no piece is lost at once.
fn draw(random: &mut Random, pieces: &[PieceType]) -> Board {
    loop {
        let mut squares: Vec<Square> = Square::all().collect();
        random.shuffle(&mut squares);
        let fen = fen(&squares, pieces);
        let Ok(board) = Board::from_fen(&fen) else { continue };
        let same_colour = pieces == [PieceType::Bishop; 2]
            && Bitboard::LIGHT.has(squares[2]) == Bitboard::LIGHT.has(squares[3]);
        if !same_colour && is_safe(&board) {
            return board;
        }
    }
}

/// Whether White has a move after which Black can move and capture nothing.
fn is_safe(board: &Board) -> bool {
    board.legal_moves().into_iter().any(|mv| {
        let mut after = board.clone();
        after.make(mv);
        let replies = after.legal_moves();
        !replies.is_empty() && replies.iter().all(|&reply| !after.is_noisy(reply))
    })
}

/// Kings on the first two squares, the white pieces on the next ones.
fn fen(squares: &[Square], pieces: &[PieceType]) -> String {
    let mut letters = vec![(squares[0], 'K'), (squares[1], 'k')];
    let white = squares[2..].iter().zip(pieces);
    letters.extend(white.map(|(&square, kind)| (square, kind.letter().to_ascii_uppercase())));
    let on = |index: usize| letters.iter().find(|(square, _)| square.index() == index);
    let ranks: Vec<String> = (0..8).rev().map(|rank| row_of_fen(8 * rank, on)).collect();
    format!("{} w - - 0 1", ranks.join("/"))
}

/// One rank, from its first square on.
fn row_of_fen<'a>(first: usize, on: impl Fn(usize) -> Option<&'a (Square, char)>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for index in first..first + 8 {
        let Some((_, letter)) = on(index) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text.push(*letter);
        empty = 0;
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use riposte_movegen::Color;

    use super::*;

    #[test]
    fn drawn_positions_have_the_pieces_of_the_ending() {
        let mut random = Random::stream(5, 0);
        for (name, pieces) in ENDINGS {
            for _ in 0..50 {
                let board = draw(&mut random, pieces);
                assert!(!board.color(Color::Black).more_than_one(), "{name}: {board}");
                assert_eq!(board.color(Color::White).len() as usize, pieces.len() + 1);
                assert!(is_safe(&board) && board.side() == Color::White);
            }
        }
    }
}
