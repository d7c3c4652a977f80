//! The engine at a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::process::{Command, Stdio};

/// A terminal of 100 columns: the side of the user and the side of the
/// program.
fn open_terminal() -> (File, OwnedFd) {
    let (mut user, mut program) = (0, 0);
    let size = libc::winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: both numbers are written before they are read, no name is asked
    // for, and the size is one.
    let outcome = unsafe {
        libc::openpty(
            &raw mut user,
            &raw mut program,
            std::ptr::null_mut(),
            std::ptr::null_mut(),
            (&raw const size).cast_mut(),
        )
    };
    assert_eq!(outcome, 0, "the system has a terminal left");
    // SAFETY: the call has opened both, and nothing else owns them.
    unsafe { (File::from_raw_fd(user), OwnedFd::from_raw_fd(program)) }
}

/// Everything that the engine writes to a terminal when `input` is typed.
fn typed(input: &str, environment: &[(&str, &str)]) -> String {
    let (mut user, program) = open_terminal();
    let mut command = Command::new(env!("CARGO_BIN_EXE_riposte"));
    command.env("TERM", "xterm-256color").env_remove("NO_COLOR").env_remove("CLICOLOR");
    command.envs(environment.iter().copied()).stdin(Stdio::piped()).stdout(program);
    let mut child = command.spawn().expect("the engine starts");
    // The command holds the program's side of the terminal too.
    drop(command);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("the engine reads");
    drop(stdin);
    let mut output = Vec::new();
    let mut part = [0; 4096];
    // Where the last program has left, a terminal ends with an error.
    while let Ok(length @ 1..) = user.read(&mut part) {
        output.extend_from_slice(&part[..length]);
    }
    assert!(child.wait().expect("the engine ends").success());
    String::from_utf8(output).expect("text").replace("\r\n", "\n")
}

#[test]
fn a_terminal_shows_rows_a_board_and_moves_in_san() {
    let output = typed("position startpos moves e2e4\nd\neval\ngo depth 8\nxyzzy\n", &[]);
    assert!(output.contains("'help' lists the commands"), "{output}");
    assert!(output.contains("\u{1b}["), "no colour: {output}");
    assert!(output.contains("Black to move"), "{output}");
    assert!(output.contains("Per piece: evaluation change"), "{output}");
    assert!(output.contains("depth multipv     score"), "{output}");
    assert!(output.contains(" 1...") && output.contains(" 2."), "{output}");
    assert!(output.contains("\nBest move: "), "{output}");
    assert!(output.contains("\nunknown command 'xyzzy'"), "{output}");
    for word in ["info ", "bestmove", "seldepth"] {
        assert!(!output.contains(word), "{word}: {output}");
    }
    let rows = output.lines().filter(|line| line.contains("1..."));
    assert!(rows.clone().all(|row| console::measure_text_width(row) <= 100), "{output}");
    assert!(rows.count() >= 8, "{output}");
}

#[test]
fn colours_can_be_declined() {
    let output = typed("d\neval\ngo depth 4\n", &[("NO_COLOR", "1")]);
    assert!(!output.contains('\u{1b}'), "{output}");
    assert!(output.contains("White to move"), "{output}");
}

#[test]
fn uci_switches_a_terminal_to_the_protocol() {
    let output = typed("uci\ngo depth 3\nxyzzy\n", &[]);
    assert!(output.contains("\nuciok\n"), "{output}");
    assert!(output.contains("\ninfo depth 3 "), "{output}");
    assert!(output.contains("\nbestmove "), "{output}");
    assert!(output.contains("\ninfo string unknown command"), "{output}");
}
