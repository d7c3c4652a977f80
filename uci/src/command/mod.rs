//! Lines of input as typed commands.

mod go;
mod number;

use riposte_notation::excerpt;
use riposte_search::{BENCH_DEPTH, Limits};
use thiserror::Error;

pub use go::GoRequest;

/// The words that begin a command of the protocol itself. Only these are looked for behind
/// unknown words: `d` or `help` may stand in any sentence.
const PROTOCOL: &str = "uci isready ucinewgame setoption position go stop ponderhit quit debug";

/// Everything that can be asked of the engine. `help/commands.txt` describes each command; an
/// argument that was left out is `None`, and so is the FEN of `position startpos`.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption { name: String, value: String },
    Position { fen: Option<String>, moves: Vec<String> },
    Go(Box<GoRequest>),
    Stop,
    PonderHit,
    Quit,
    Debug(bool),
    Display,
    Eval,
    Flip,
    Perft { depth: u32, fen: Option<String> },
    Bench(Box<BenchRequest>),
    ExportNet(String),
    TbCheck(Option<String>),
    Spsa,
    Compiler,
    License,
    Version,
    GenFens(GenFensRequest),
    SaveHash(String),
    LoadHash(String),
    Help(Option<String>),
}

/// What `bench` was asked for; `None` stands for the default.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BenchRequest {
    /// Size of the transposition table in megabytes.
    pub hash: Option<u64>,
    /// Number of search threads.
    pub threads: Option<u64>,
    /// The end of each search.
    pub limits: Limits,
    /// A file with one FEN per line.
    pub file: Option<String>,
}

/// What `genfens` was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct GenFensRequest {
    /// How many openings.
    pub count: u64,
    /// Which ones.
    pub seed: u64,
    /// A file with one FEN per line; `None` for the starting position.
    pub book: Option<String>,
}

/// Why a line is not a command. The texts are what the user reads.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CommandError {
    #[error("unknown command '{0}' ('help' lists the commands)")]
    Unknown(String),
    #[error("{command}: {what} is missing")]
    Missing { command: &'static str, what: &'static str },
    #[error("{command}: {parameter} must be a whole number, not '{text}'")]
    NotANumber { command: &'static str, parameter: &'static str, text: String },
    #[error("{command}: expected {expected}, not '{text}'")]
    Unexpected { command: &'static str, expected: &'static str, text: String },
}

impl Command {
    /// Reads one line; `None` for a line without text.
    ///
    /// UCI asks engines to skip what they do not know and to go on with the
    /// rest of the line, so unknown words before a command of the protocol
    /// are passed over.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let (Some(first), mut rest) = next_word(line) else { return Ok(None) };
        if let Some(command) = Self::from_word(first, rest) {
            return command.map(Some);
        }
        while let (Some(word), after) = next_word(rest) {
            rest = after;
            if PROTOCOL.split(' ').any(|it| it == word)
                && let Some(command) = Self::from_word(word, rest)
            {
                return command.map(Some);
            }
        }
        Err(CommandError::Unknown(excerpt(line.trim())))
    }

    /// The command that starts with `word`, or `None` when there is no such
    /// command.
    fn from_word(word: &str, rest: &str) -> Option<Result<Self, CommandError>> {
        Some(match word {
            "uci" => Ok(Self::Uci),
            "isready" => Ok(Self::IsReady),
            "ucinewgame" => Ok(Self::NewGame),
            "setoption" => parse_set_option(rest),
            "position" => parse_position(rest),
            "go" => go::parse(rest),
            "stop" => Ok(Self::Stop),
            "ponderhit" => Ok(Self::PonderHit),
            "quit" | "exit" => Ok(Self::Quit),
            "debug" => parse_debug(rest),
            "d" => Ok(Self::Display),
            "eval" => Ok(Self::Eval),
            "flip" => Ok(Self::Flip),
            "perft" => parse_perft(rest),
            "bench" => parse_bench(rest),
            "export_net" => file("export_net", rest).map(Self::ExportNet),
            "tbcheck" => {
                // Folders may have spaces in their names.
                let path = rest.trim();
                Ok(Self::TbCheck((!path.is_empty()).then(|| path.to_owned())))
            }
            "spsa" => Ok(Self::Spsa),
            "compiler" => Ok(Self::Compiler),
            "license" | "licence" => Ok(Self::License),
            "version" | "--version" | "-V" => Ok(Self::Version),
            "genfens" => parse_genfens(rest),
            "Save" | "save" => parse_hash_file("Save Hash", rest).map(Self::SaveHash),
            "Load" | "load" => parse_hash_file("Load Hash", rest).map(Self::LoadHash),
            "help" | "--help" | "-h" => Ok(Self::Help(next_word(rest).0.map(str::to_owned))),
            _ => return None,
        })
    }
}

fn missing(command: &'static str, what: &'static str) -> CommandError {
    CommandError::Missing { command, what }
}

fn unexpected(command: &'static str, expected: &'static str, text: &str) -> CommandError {
    CommandError::Unexpected { command, expected, text: excerpt(text) }
}

/// The first word of `text` and what follows it.
fn next_word(text: &str) -> (Option<&str>, &str) {
    let text = text.trim_start();
    if text.is_empty() {
        return (None, text);
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (Some(&text[..end]), &text[end..])
}

/// Splits `text` at the first word that equals `word`; the second part is
/// `None` when there is none.
fn split_at_word<'a>(text: &'a str, word: &str) -> (&'a str, Option<&'a str>) {
    let mut rest = text;
    while let (Some(found), after) = next_word(rest) {
        if found == word {
            let before = text.len() - after.len() - word.len();
            return (text[..before].trim(), Some(after));
        }
        rest = after;
    }
    (text.trim(), None)
}

/// The words of `text` with one space between them.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn parse_set_option(rest: &str) -> Result<Command, CommandError> {
    const COMMAND: &str = "setoption";
    let (_, Some(rest)) = split_at_word(rest, "name") else {
        return Err(missing(COMMAND, "'name'"));
    };
    let (name, value) = split_at_word(rest, "value");
    if name.is_empty() {
        return Err(missing(COMMAND, "the option's name"));
    }
    // The value is a path for some options: its inner spaces are part of it.
    Ok(Command::SetOption { name: joined(name), value: value.unwrap_or("").trim().to_owned() })
}

fn parse_position(rest: &str) -> Result<Command, CommandError> {
    const COMMAND: &str = "position";
    let (setup, moves) = split_at_word(rest, "moves");
    let moves = moves.unwrap_or("").split_whitespace().map(str::to_owned).collect();
    match next_word(setup) {
        (Some("startpos"), _) => Ok(Command::Position { fen: None, moves }),
        (Some("fen"), fen) if !fen.trim().is_empty() => {
            Ok(Command::Position { fen: Some(joined(fen)), moves })
        }
        (Some("fen"), _) => Err(missing(COMMAND, "the FEN")),
        (Some(word), _) => Err(unexpected(COMMAND, "'startpos' or 'fen'", word)),
        (None, _) => Err(missing(COMMAND, "'startpos' or 'fen'")),
    }
}

fn parse_debug(rest: &str) -> Result<Command, CommandError> {
    match next_word(rest).0 {
        Some("on") | None => Ok(Command::Debug(true)),
        Some("off") => Ok(Command::Debug(false)),
        Some(word) => Err(unexpected("debug", "'on' or 'off'", word)),
    }
}

fn parse_perft(rest: &str) -> Result<Command, CommandError> {
    let (depth, fen) = next_word(rest);
    let depth = perft_depth("perft", depth)?;
    let fen = joined(fen);
    Ok(Command::Perft { depth, fen: (!fen.is_empty()).then_some(fen) })
}

fn perft_depth(command: &'static str, text: Option<&str>) -> Result<u32, CommandError> {
    match number::required(command, "the depth", text)? {
        depth @ 0.. => Ok(number::as_u32(depth)),
        negative => Err(unexpected(command, "a depth from 0 on", &negative.to_string())),
    }
}

/// The file is the whole rest of the line: its name may have spaces.
fn file(command: &'static str, rest: &str) -> Result<String, CommandError> {
    match rest.trim() {
        "" => Err(missing(command, "the file")),
        file => Ok(file.to_owned()),
    }
}

fn parse_bench(rest: &str) -> Result<Command, CommandError> {
    const COMMAND: &str = "bench";
    let (mut request, mut limit) = (BenchRequest::default(), None);
    let mut words = rest.split_whitespace();
    let numbers = [
        ("the hash size", &mut request.hash),
        ("the number of threads", &mut request.threads),
        ("the limit", &mut limit),
    ];
    for (parameter, field) in numbers {
        let Some(word) = words.next() else { break };
        *field = Some(number::as_u64(number::required(COMMAND, parameter, Some(word))?));
    }
    request.file = words.next().filter(|&file| file != "default").map(str::to_owned);
    let limit = limit.unwrap_or(BENCH_DEPTH.into()).max(1);
    request.limits = match words.next() {
        Some("depth") | None => Limits::depth(u32::try_from(limit).unwrap_or(u32::MAX)),
        Some("nodes") => Limits::nodes(limit),
        Some("movetime") => {
            Limits { move_time: Some(limit.try_into().unwrap_or(i64::MAX)), ..Limits::default() }
        }
        Some(word) => return Err(unexpected(COMMAND, "'depth', 'nodes' or 'movetime'", word)),
    };
    Ok(Command::Bench(Box::new(request)))
}

fn parse_hash_file(command: &'static str, rest: &str) -> Result<String, CommandError> {
    match next_word(rest) {
        (Some(word), rest) if word.eq_ignore_ascii_case("hash") => file(command, rest),
        (word, _) => Err(unexpected(command, "'Hash' and a file", word.unwrap_or_default())),
    }
}

/// Words that are not known are passed over: OpenBench sends what its engines
/// are to make of it behind the book.
fn parse_genfens(rest: &str) -> Result<Command, CommandError> {
    const COMMAND: &str = "genfens";
    let (count, rest) = next_word(rest);
    let count = number::as_u64(number::required(COMMAND, "the number of positions", count)?);
    let mut request = GenFensRequest { count, ..GenFensRequest::default() };
    if let (_, Some(rest)) = split_at_word(rest, "seed") {
        let seed = number::required(COMMAND, "the seed", next_word(rest).0)?;
        request.seed = number::as_u64(seed);
    }
    if let (_, Some(rest)) = split_at_word(rest, "book") {
        let book = next_word(rest).0;
        request.book = book.filter(|book| !book.eq_ignore_ascii_case("none")).map(str::to_owned);
    }
    Ok(Command::GenFens(request))
}

#[cfg(test)]
mod tests;
