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

/// What stands before a number or alone.
#[derive(Clone, Copy)]
enum Parameter {
    SearchMoves,
    Ponder,
    Infinite,
    Perft,
    Number(&'static str, fn(&mut Limits, i64)),
}

impl Parameter {
    fn from_word(word: &str) -> Option<Self> {
        let (name, set): (_, fn(&mut Limits, i64)) = match word {
            "searchmoves" => return Some(Self::SearchMoves),
            "ponder" => return Some(Self::Ponder),
            "infinite" => return Some(Self::Infinite),
            "perft" => return Some(Self::Perft),
            "wtime" => ("wtime", |limits, value| limits.time[0] = Some(value)),
            "btime" => ("btime", |limits, value| limits.time[1] = Some(value)),
            "winc" => ("winc", |limits, value| limits.increment[0] = value),
            "binc" => ("binc", |limits, value| limits.increment[1] = value),
            // Zero is how some clients say "the whole game".
            "movestogo" => ("movestogo", |limits, value| {
                limits.moves_to_go = (value > 0).then_some(as_u32(value));
            }),
            "movetime" => ("movetime", |limits, value| limits.move_time = Some(value.max(1))),
            "depth" => ("depth", |limits, value| limits.depth = Some(as_u32(value).max(1))),
            "nodes" => ("nodes", |limits, value| limits.nodes = Some(as_u64(value).max(1))),
            "mate" => ("mate", |limits, value| limits.mate = Some(as_u32(value).max(1))),
            _ => return None,
        };
        Some(Self::Number(name, set))
    }
}

/// Reads what follows `go`. Words that are no parameter are passed over.
pub(super) fn parse(rest: &str) -> Result<Command, CommandError> {
    let mut request = GoRequest::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match Parameter::from_word(word) {
            None => {}
            Some(Parameter::Ponder) => request.limits.ponder = true,
            Some(Parameter::Infinite) => request.limits.infinite = true,
            Some(Parameter::SearchMoves) => {
                while let Some(mv) = words.next_if(|word| Parameter::from_word(word).is_none()) {
                    request.search_moves.push(mv.to_owned());
                }
            }
            Some(Parameter::Perft) => {
                let depth = super::perft_depth("go perft", words.next())?;
                return Ok(Command::Perft { depth, fen: None });
            }
            Some(Parameter::Number(name, set)) => {
                // `go depth infinite`: the next parameter is not this one's value.
                let value = words.next_if(|word| Parameter::from_word(word).is_none());
                match required(COMMAND, name, value) {
                    Ok(value) => set(&mut request.limits, value),
                    Err(error) => request.errors.push(error),
                }
            }
        }
    }
    Ok(Command::Go(Box::new(request)))
}
