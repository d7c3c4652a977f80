//! Where games start that are to be about endgames.

use std::fmt;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use riposte_board::Board;

use riposte_games::{Game, Reader};
use riposte_trainer::random::Random;
use riposte_trainer::usable::FEWEST_PIECES;

/// Positions with few pieces, at most one of each game.
#[derive(Clone, Debug)]
pub struct Starts(Arc<[String]>);

impl Starts {
    /// The first position of each game in the file at `path` with no more than a number of
    /// pieces, which is drawn for the game and is at most `most`. Positions with a score
    /// beyond `bound` are left out.
    ///
    /// # Errors
    ///
    /// A text that says why the file cannot be read, or that no game comes so far.
    pub fn read(path: &Path, most: u32, bound: u16, seed: u64) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut reader: Reader<File> = Reader::open(path).map_err(|error| failed(&error))?;
        let mut random = Random::stream(seed, 0);
        let mut starts = Vec::new();
        while let Some(game) = reader.next_game().map_err(|error| failed(&error))? {
            let pieces = FEWEST_PIECES + random.below((most - FEWEST_PIECES + 1) as usize) as u32;
            starts.extend(first_position(&game, pieces, bound));
        }
        if starts.is_empty() {
            return Err(failed(&format!("no game comes to {most} pieces near balance")));
        }
        Ok(Self(starts.into()))
    }

    /// One of the positions.
    pub fn draw(&self, random: &mut Random) -> Option<Board> {
        Board::from_fen(&self.0[random.below(self.0.len())]).ok()
    }
}

/// How many there are.
impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions", self.0.len())
    }
}

/// The first position of a game with so few pieces, if it is near balance.
fn first_position(game: &Game, pieces: u32, bound: u16) -> Option<String> {
    let mut found = None;
    game.replay(|board, played| {
        if found.is_none()
            && board.occupied().len() <= pieces
            && let Some(score) = played.scored()
        {
            found = Some((score.unsigned_abs() <= bound).then(|| board.shredder_fen()));
        }
    });
    found.flatten()
}

#[cfg(test)]
mod tests {
    use riposte_games::{Ending, Outcome, Played};

    use super::*;

    fn game(scores: [i16; 3]) -> Game {
        let start = Board::from_fen("4k3/8/8/3p4/4P3/8/8/4K2R w - - 0 30").unwrap();
        let moves = ["e4d5", "e8d7", "h1h7"].into_iter().zip(scores);
        let mut board = start.clone();
        let moves = moves.map(|(text, score)| {
            let mv = board.parse_uci(text).unwrap();
            board.make(mv);
            Played { mv, score }
        });
        let moves = moves.collect();
        Game { start, outcome: Outcome::WhiteWin, ending: Ending::Unknown, moves }
    }

    #[test]
    fn the_first_position_with_few_pieces_counts() {
        let after_capture = "4k3/8/8/3P4/8/8/8/4K2R b - - 0 30";
        assert_eq!(first_position(&game([500, 200, 0]), 4, 300).as_deref(), Some(after_capture));
        assert_eq!(first_position(&game([0, 301, 0]), 4, 300), None);
        assert_eq!(first_position(&game([0, 0, 0]), 3, 300), None);
    }
}
