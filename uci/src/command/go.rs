//! `go` and its parameters.

use riposte_search::Limits;

use super::number::{as_u32, as_u64, required};
use super::{Command, CommandError};

const COMMAND: &str = "go";

/// What a `go` asks for. Every `go` must be answered by a `bestmove`, so a
/// parameter that cannot be read is reported and left out, and the others hold.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct GoRequest {
    /// The limits; `search_moves` in it is still empty, because reading a move
    /// needs the position.
    pub limits: Limits,
    /// The words after `searchmoves`.
    pub search_moves: Vec<String>,
    /// Parameters that could not be read.
    pub errors: Vec<CommandError>,
}

/// What a number does to the limits.
type Set = fn(&mut Limits, i64);

/// The parameters with a number, and what it sets.
const NUMBERS: [(&str, Set); 9] = [
    ("wtime", |limits, value| limits.time[0] = Some(value)),
    ("btime", |limits, value| limits.time[1] = Some(value)),
    ("winc", |limits, value| limits.increment[0] = value),
    ("binc", |limits, value| limits.increment[1] = value),
    // Zero is how some clients say "the whole game".
    ("movestogo", |limits, value| limits.moves_to_go = (value > 0).then_some(as_u32(value))),
    ("movetime", |limits, value| limits.move_time = Some(value.max(1))),
    ("depth", |limits, value| limits.depth = Some(as_u32(value).max(1))),
    ("nodes", |limits, value| limits.nodes = Some(as_u64(value).max(1))),
    ("mate", |limits, value| limits.mate = Some(as_u32(value).max(1))),
];

/// Whether `word` is no parameter, so that it can be the value of one.
fn is_value(word: &&str) -> bool {
    !matches!(*word, "searchmoves" | "ponder" | "infinite" | "perft")
        && NUMBERS.iter().all(|(name, _)| name != word)
}

/// Reads what follows `go`. Words that are no parameter are passed over.
pub(super) fn parse(rest: &str) -> Result<Command, CommandError> {
    let mut request = GoRequest::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => request.limits.ponder = true,
            "infinite" => request.limits.infinite = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(is_value) {
                    request.search_moves.push(mv.to_owned());
                }
            }
            "perft" => {
                let depth = super::perft_depth("go perft", words.next())?;
                return Ok(Command::Perft { depth, fen: None });
            }
            _ => {
                let Some((name, set)) = NUMBERS.iter().find(|(name, _)| *name == word) else {
                    continue;
                };
                // `go depth infinite`: the next parameter is not this one's value.
                match required(COMMAND, name, words.next_if(is_value)) {
                    Ok(value) => set(&mut request.limits, value),
                    Err(error) => request.errors.push(error),
                }
            }
        }
    }
    Ok(Command::Go(Box::new(request)))
}
