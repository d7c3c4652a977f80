//! One game, from its opening to its result.

use riposte_board::Board;
use riposte_games::{Ending, Game, Outcome, Played, end_by_rules};
use riposte_movegen::Move;
use riposte_search::Score;

use super::adjudicate::Judge;
use super::from_white;

/// Half-moves after which a game is given up as a draw. Some readers of the
/// format take no more than 512.
const LONGEST: usize = 500;

/// Plays from `start` until the rules end the game or the `judge` does; `think`
/// finds each move and its score for the side to move. `None` as soon as it
/// does not.
pub fn play(
    start: &Board,
    mut judge: Option<Judge>,
    mut think: impl FnMut(&Board) -> Option<(Move, Score)>,
) -> Option<Game> {
    let mut board = start.clone();
    let mut moves = Vec::with_capacity(LONGEST);
    let (outcome, ending) = loop {
        if let Some(end) = end_by_rules(&board) {
            break end;
        }
        if moves.len() == LONGEST {
            break (Outcome::Draw, Ending::TooLong);
        }
        let (mv, score) = think(&board)?;
        let score = from_white(score, board.side());
        moves.push(Played { mv, score });
        let number = board.fullmove_number();
        let verdict = judge.as_mut().and_then(|judge| judge.hear(score, number));
        board.make(mv);
        if let Some(end) = verdict {
            // The move on the board may have ended the game otherwise.
            break end_by_rules(&board).unwrap_or(end);
        }
    };
    Some(Game { start: start.clone(), outcome, ending, moves })
}
