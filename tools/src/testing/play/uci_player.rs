//! An engine in a process of its own that is spoken to by the UCI protocol.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use riposte_board::Board;
use riposte_search::{Limits, Ply, Score};
use thiserror::Error;

use super::player::Reply;

/// A program and what is set in it.
#[derive(Clone, Debug)]
pub struct UciProgram {
    /// Where it is.
    pub path: PathBuf,
    /// Names and values of options, set in this order.
    pub options: Vec<(String, String)>,
}

/// Why a UCI engine cannot play on.
#[derive(Debug, Error)]
pub enum UciError {
    /// The process does not start.
    #[error("{path}: cannot be started: {source}")]
    Start { path: PathBuf, source: io::Error },
    /// The process or its pipe is gone.
    #[error("{path}: the engine ended instead of answering '{command}'")]
    Gone { path: PathBuf, command: String },
    /// It is there but says nothing.
    #[error("{path}: no answer to '{command}' in {seconds} s")]
    Silent { path: PathBuf, command: String, seconds: u64 },
    /// It has no such option.
    #[error("{path}: the engine has no option '{name}'")]
    NoOption { path: PathBuf, name: String },
    /// What it plays is not allowed.
    #[error("{path}: '{text}' is not a legal move in {fen}")]
    IllegalMove { path: PathBuf, text: String, fen: String },
}

/// How long an engine may take to get ready.
const READY_TIME: Duration = Duration::from_secs(30);

/// How much longer than its clock an engine may take to answer at all.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// How long an engine may search a number of nodes.
const NODES_TIME: Duration = Duration::from_secs(600);

/// Mates that take more moves count as this many.
const MOST_MOVES: u32 = 100;

/// How often it is asked whether the game is to be dropped.
const PATIENCE: Duration = Duration::from_millis(100);

/// A UCI engine that is asked for one move after the other.
pub struct UciPlayer {
    program: UciProgram,
    process: Child,
    /// `None` once the pipe is closed.
    input: Option<ChildStdin>,
    /// Lines with the time at which they came.
    output: Receiver<(Instant, String)>,
    /// Names of the options that it has, in lower case.
    known: Vec<String>,
    is_chess960: bool,
}

impl UciPlayer {
    /// Starts the program and sets its options.
    ///
    /// # Errors
    ///
    /// When it does not start, does not answer as a UCI engine, or has no option
    /// of a given name.
    pub fn start(program: UciProgram) -> Result<Self, UciError> {
        let error = |source| UciError::Start { path: program.path.clone(), source };
        let mut process = command(&program).spawn().map_err(error)?;
        let input = process.stdin.take();
        let (sender, output) = channel();
        if let Some(stdout) = process.stdout.take() {
            let read = move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if sender.send((Instant::now(), line)).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new().name("engine output".to_owned()).spawn(read).map_err(error)?;
        }
        let known = Vec::new();
        let mut player = Self { program, process, input, output, known, is_chess960: false };
        player.set_up()?;
        Ok(player)
    }

    fn set_up(&mut self) -> Result<(), UciError> {
        self.send("uci")?;
        let deadline = Instant::now() + READY_TIME;
        while let Some((_, line)) = self.line("uci", deadline, || false)? {
            if line.trim() == "uciok" {
                break;
            }
            self.known.extend(option_name(&line));
        }
        for (name, value) in self.program.options.clone() {
            self.set_option(&name, &value)?;
        }
        self.ready()
    }

    /// Whether it has an option of this name.
    pub fn has_option(&self, name: &str) -> bool {
        self.known.contains(&name.to_lowercase())
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// When the engine has no such option or is gone.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciError> {
        if !self.has_option(name) {
            let path = self.program.path.clone();
            return Err(UciError::NoOption { path, name: name.to_owned() });
        }
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Forgets the last game and gets ready for one that begins at `start`.
    ///
    /// # Errors
    ///
    /// When the engine is gone, or cannot play Chess960 where that is needed.
    pub fn new_game(&mut self, start: &Board) -> Result<(), UciError> {
        if start.is_chess960() != self.is_chess960 {
            self.is_chess960 = start.is_chess960();
            self.set_option("UCI_Chess960", if self.is_chess960 { "true" } else { "false" })?;
        }
        self.send("ucinewgame")?;
        self.ready()
    }

    /// The engine's move in `board`, which `position` describes as the protocol
    /// does. `None` if `quit` said so before the answer.
    ///
    /// # Errors
    ///
    /// When the engine is gone or silent, or plays what is not legal.
    pub fn think(
        &mut self,
        board: &Board,
        position: &str,
        limits: &Limits,
        quit: impl Fn() -> bool,
    ) -> Result<Option<Reply>, UciError> {
        let go = go(limits);
        self.send(&format!("position {position}"))?;
        let start = Instant::now();
        self.send(&go)?;
        let deadline = start + answer_time(board, limits);
        let (mut score, mut depth) = (Score::DRAW, 0);
        while let Some((time, line)) = self.line(&go, deadline, &quit)? {
            if let Some(text) = line.strip_prefix("bestmove ") {
                let text = text.split_whitespace().next().unwrap_or_default();
                let mv = board.parse_uci(text).map_err(|_| UciError::IllegalMove {
                    path: self.program.path.clone(),
                    text: text.to_owned(),
                    fen: board.shredder_fen(),
                })?;
                return Ok(Some(Reply { mv, score, depth, taken: time - start }));
            }
            if let Some(found) = read_score(&line) {
                score = found;
                depth = read_depth(&line).unwrap_or(depth);
            }
        }
        Ok(None)
    }

    /// Ends a search whose answer is of no use.
    pub fn abandon(&mut self) {
        // A failure shows when the engine is next asked.
        let _ = self.send("stop").and_then(|()| self.ready());
    }

    fn ready(&mut self) -> Result<(), UciError> {
        self.send("isready")?;
        let deadline = Instant::now() + READY_TIME;
        while let Some((_, line)) = self.line("isready", deadline, || false)? {
            if line.trim() == "readyok" {
                break;
            }
        }
        Ok(())
    }

    fn send(&mut self, command: &str) -> Result<(), UciError> {
        let written = match &mut self.input {
            Some(input) => {
                input.write_all(format!("{command}\n").as_bytes()).and_then(|()| input.flush())
            }
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        written.map_err(|_| self.gone(command))
    }

    /// The next line of the answer to `command`; `None` if `quit` said so before.
    fn line(
        &self,
        command: &str,
        deadline: Instant,
        quit: impl Fn() -> bool,
    ) -> Result<Option<(Instant, String)>, UciError> {
        let start = Instant::now();
        while !quit() {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(command)),
                Err(RecvTimeoutError::Timeout) if Instant::now() < deadline => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(UciError::Silent {
                        path: self.program.path.clone(),
                        command: command.to_owned(),
                        seconds: (deadline - start).as_secs(),
                    });
                }
            }
        }
        Ok(None)
    }

    fn gone(&self, command: &str) -> UciError {
        UciError::Gone { path: self.program.path.clone(), command: command.to_owned() }
    }
}

impl Drop for UciPlayer {
    /// Asks the engine to end and ends it if it does not.
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        for _ in 0..100 {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The process is no part of the terminal's group: Ctrl-C must reach only the
/// match, which ends its engines itself.
fn command(program: &UciProgram) -> Command {
    let mut command = Command::new(&program.path);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
    }
    command
}

fn answer_time(board: &Board, limits: &Limits) -> Duration {
    match limits.time[board.side().index()] {
        Some(left) => ANSWER_TIME + Duration::from_millis(left.max(0).unsigned_abs()),
        None => NODES_TIME,
    }
}

/// The name in `option name NAME type ...`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("option name ")?;
    let end = rest.find(" type ").unwrap_or(rest.len());
    Some(rest[..end].to_lowercase())
}

fn go(limits: &Limits) -> String {
    let mut text = "go".to_owned();
    let times = [("wtime", limits.time[0]), ("btime", limits.time[1])];
    for (name, time) in times {
        // Writing to a string cannot fail.
        let _ = time.map(|time| write!(text, " {name} {time}"));
    }
    if limits.time != [None; 2] {
        let [white, black] = limits.increment;
        let _ = write!(text, " winc {white} binc {black}");
    }
    let _ = limits.moves_to_go.map(|moves| write!(text, " movestogo {moves}"));
    let _ = limits.nodes.map(|nodes| write!(text, " nodes {nodes}"));
    text
}

/// The score of an `info` line, in the units of the search. An engine prints
/// centipawns after the usual norm, in which +100 wins every second game.
fn read_score(line: &str) -> Option<Score> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.find(|&word| word == "score")?;
    let (kind, value) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match kind {
        "cp" => Some(from_centipawns(value)),
        "mate" => {
            let plies = 2 * value.unsigned_abs().min(MOST_MOVES) as u16;
            Some(match value {
                1.. => Score::mating(Ply::new(plies - 1)),
                _ => Score::mated(Ply::new(plies)),
            })
        }
        _ => None,
    }
}

/// The depth of an `info` line.
fn read_depth(line: &str) -> Option<u32> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.find(|&word| word == "depth")?;
    words.next()?.parse().ok()
}

/// The inverse of [`riposte_search::wdl::centipawns`].
pub fn from_centipawns(centipawns: i32) -> Score {
    let largest = Score::MAX_HEURISTIC;
    let unit =
        f64::from(largest.raw()) / f64::from(riposte_search::wdl::centipawns(largest).max(1));
    Score::clamp_heuristic((f64::from(centipawns) * unit).round() as i32)
}

#[cfg(test)]
mod tests {
    use riposte_search::wdl::centipawns;

    use super::*;

    #[test]
    fn limits_are_written_as_the_protocol_has_them() {
        assert_eq!(go(&Limits::nodes(5000)), "go nodes 5000");
        let clock = Limits {
            time: [Some(710), Some(1000)],
            increment: [10, 20],
            moves_to_go: Some(3),
            ..Limits::default()
        };
        assert_eq!(go(&clock), "go wtime 710 btime 1000 winc 10 binc 20 movestogo 3");
    }

    #[test]
    fn scores_come_back_in_the_units_of_the_search() {
        for raw in [-900, -1, 0, 37, 2000] {
            let line = format!("info depth 9 score cp {} nodes 5", centipawns(Score::cp(raw)));
            assert!((read_score(&line).unwrap().raw() - raw).abs() <= 2, "{raw}");
        }
        let mate = |moves| read_score(&format!("info depth 9 score mate {moves} nodes 5"));
        for moves in [-3, -1, 1, 4] {
            assert_eq!(mate(moves).and_then(Score::mate_in), Some(moves));
        }
        assert_eq!(mate(0), Some(-Score::MATE));
        assert!(mate(i32::MAX).unwrap().is_win() && mate(i32::MIN).unwrap().is_loss());
        assert_eq!(read_score("info string score cp"), None);
        assert_eq!(read_score("bestmove e2e4"), None);
    }

    #[test]
    fn depths_are_those_of_lines_with_a_score() {
        assert_eq!(read_depth("info depth 9 seldepth 12 score cp 5"), Some(9));
        assert_eq!(read_depth("info string depth"), None);
        assert_eq!(read_depth("bestmove e2e4"), None);
    }

    #[test]
    fn names_of_options_may_have_spaces() {
        let line = "option name Move Overhead type spin default 10 min 0 max 5000";
        assert_eq!(option_name(line).as_deref(), Some("move overhead"));
        assert_eq!(option_name("id name Riposte"), None);
    }

    #[test]
    fn what_is_not_an_engine_is_named() {
        let start =
            |path: &str| UciPlayer::start(UciProgram { path: path.into(), options: vec![] });
        let error = start("/no/such/engine").err().unwrap();
        assert!(matches!(error, UciError::Start { .. }), "{error}");
    }
}
