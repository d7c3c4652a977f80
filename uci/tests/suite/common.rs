//! Drives the real binary through pipes, as a chess program does. Nothing here
//! waits for ever: an engine that hangs fails the test.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long an answer may take before the engine counts as hung. Far longer
/// than any answer takes, because machines that run tests are busy.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The engine under test: the one built with the tests, or the one that
/// `RIPOSTE_ENGINE` names, so that a release is tested without a second build.
fn program() -> OsString {
    env::var_os("RIPOSTE_ENGINE").unwrap_or_else(|| env!("CARGO_BIN_EXE_riposte").into())
}

/// A temporary folder with a space in its name. It is removed when the value is dropped.
pub fn scratch() -> TempDir {
    tempfile::Builder::new().prefix("riposte test ").tempdir().expect("a temporary folder")
}

/// Writes a file into a temporary folder and says where it is.
pub fn write(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, contents).expect("a file in the temporary folder");
    path
}

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the engine for a conversation.
    pub fn start() -> Self {
        Self::with_arguments(&[])
    }

    /// Starts the engine with commands as arguments.
    pub fn with_arguments(arguments: &[&str]) -> Self {
        Self::from_command(Command::new(program()).args(arguments))
    }

    /// Starts the engine with no more than so many megabytes of memory to map.
    #[cfg(target_os = "linux")]
    pub fn with_memory(megabytes: usize) -> Self {
        let script = format!("ulimit -v {}; exec \"$0\"", megabytes << 10);
        Self::from_command(Command::new("sh").args(["-c", &script]).arg(program()))
    }

    fn from_command(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = child.stdout.take().expect("its output is a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take(), child, lines }
    }

    /// Starts the engine and says `uci`.
    pub fn greeted() -> Self {
        let mut engine = Self::start();
        engine.send("uci");
        engine.until("uciok");
        engine
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// Ends the engine's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line of output; `None` when the output has ended.
    pub fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine hangs"),
        }
    }

    /// All lines up to the first that begins with `start`, which is the last.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.line() else {
                panic!("the output ended before '{start}': {lines:#?}");
            };
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends `line` and then `isready`, and returns what came before `readyok`.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.ready()
    }

    /// Says `isready` and returns what came before `readyok`.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a `go` and returns the move after `bestmove`.
    pub fn best_move(&mut self, go: &str) -> String {
        self.send(go);
        self.answer()
    }

    /// Waits for `bestmove` and returns the move.
    pub fn answer(&mut self) -> String {
        let lines = self.until("bestmove ");
        let answer = lines.last().and_then(|line| line.split(' ').nth(1));
        answer.expect("a move after 'bestmove'").to_owned()
    }

    /// The FEN that `d` shows.
    pub fn fen(&mut self) -> String {
        let lines = self.ask("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap_or_else(|| panic!("no FEN in {lines:#?}")).to_owned()
    }

    /// The rest of the output, and how the process ended.
    pub fn exit(mut self) -> (Vec<String>, ExitStatus) {
        let mut lines = Vec::new();
        while let Some(line) = self.line() {
            lines.push(line);
        }
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the engine can be waited for") {
                return (lines, status);
            }
            assert!(start.elapsed() < PATIENCE, "the engine does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Says `quit` and checks that the process ends well.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let (lines, status) = self.exit();
        assert!(status.success(), "{status}");
        lines
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Both fail when the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the engine with `arguments` and an empty input; its output and how it
/// ended.
pub fn run(arguments: &[&str]) -> (Vec<String>, ExitStatus) {
    Engine::with_arguments(arguments).exit()
}

/// Feeds `input` to the engine and closes it, as a shell's pipe does.
pub fn pipe(input: &str) -> (Vec<String>, ExitStatus) {
    let mut engine = Engine::start();
    engine.send_bytes(input.as_bytes());
    engine.close_input();
    engine.exit()
}

/// The number after `word` in a line.
pub fn number_after(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split_whitespace();
    words.find(|&found| found == word)?;
    words.next()?.parse().ok()
}

/// How many lines begin with `start`.
pub fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}
