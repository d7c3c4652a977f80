//! Where lines come from: standard input or the process's arguments.

use std::io::{self, BufRead};
use std::thread;

use crossbeam::channel::{self, Receiver, Sender};
use riposte_notation::Lines;

/// Lines that may wait between the reader and the session. A client that is
/// faster than the session is held up by the pipe, as it should be.
const QUEUE: usize = 64;

/// One event of the input.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    /// A line. Bytes that are not UTF-8 have been replaced.
    Line(String),
    /// A line longer than [`MAX_LINE`](riposte_notation::MAX_LINE), which was thrown away.
    TooLong,
    /// There is no more.
    End,
}

/// Reads standard input on a thread of its own, so that the session can wait
/// for input and for its search at once.
pub fn from_stdin() -> io::Result<Receiver<Input>> {
    let (sender, receiver) = channel::bounded(QUEUE);
    thread::Builder::new()
        .name("stdin".into())
        .spawn(move || read_lines(io::stdin().lock(), &sender))?;
    Ok(receiver)
}

/// The commands that were given as arguments, then the end.
///
/// An argument with a space in it is a command of its own; neighbours without
/// one are the words of one command. So `go depth 10` and
/// `"position startpos" "go nodes 1000"` both mean what they look like.
pub fn from_arguments(arguments: &[String]) -> Receiver<Input> {
    let (sender, receiver) = channel::unbounded();
    for command in commands_of(arguments) {
        // Behind other arguments `quit` is the end of the list, and not the end
        // of what they started: test frameworks write it there from habit.
        if command.trim() == "quit" {
            break;
        }
        // The receiver is alive: it is returned below.
        let _ = sender.send(Input::Line(command));
    }
    let _ = sender.send(Input::End);
    receiver
}

fn commands_of(arguments: &[String]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut in_words = false;
    for argument in arguments {
        let is_word = !argument.contains(char::is_whitespace);
        match commands.last_mut() {
            Some(command) if in_words && is_word => {
                command.push(' ');
                command.push_str(argument);
            }
            _ => commands.push(argument.clone()),
        }
        in_words = is_word;
    }
    commands
}

/// Sends every line of `reader` and then the end. A reader that fails has
/// ended.
fn read_lines(reader: impl BufRead, sender: &Sender<Input>) {
    let mut lines = Lines::new(reader);
    loop {
        let input = match lines.read() {
            Ok(Some(_)) if lines.is_cut() => Input::TooLong,
            Ok(Some(line)) => Input::Line(line),
            Ok(None) | Err(_) => Input::End,
        };
        let ended = input == Input::End;
        if sender.send(input).is_err() || ended {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use riposte_notation::MAX_LINE;

    use super::*;

    fn inputs(bytes: &[u8]) -> Vec<Input> {
        let (sender, receiver) = channel::unbounded();
        read_lines(bytes, &sender);
        receiver.try_iter().collect()
    }

    fn commands(arguments: &[&str]) -> Vec<String> {
        commands_of(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn the_last_line_needs_no_line_end() {
        assert_eq!(
            inputs(b"uci\r\n\nquit"),
            [
                Input::Line("uci".into()),
                Input::Line(String::new()),
                Input::Line("quit".into()),
                Input::End
            ]
        );
    }

    #[test]
    fn bytes_that_are_no_text_do_not_end_the_input() {
        let read = inputs(b"\xff\xfe go\nuci\n");
        assert_eq!(read.len(), 3);
        assert_eq!(read[1], Input::Line("uci".into()));
    }

    #[test]
    fn a_line_beyond_the_limit_is_dropped_whole() {
        let mut bytes = vec![b'x'; MAX_LINE * 2];
        bytes.extend_from_slice(b" quit\nisready\n");
        assert_eq!(inputs(&bytes), [Input::TooLong, Input::Line("isready".into()), Input::End]);
    }

    #[test]
    fn words_make_one_command_and_quoted_arguments_one_each() {
        assert_eq!(commands(&["bench"]), ["bench"]);
        assert_eq!(commands(&["go", "depth", "10"]), ["go depth 10"]);
        assert_eq!(
            commands(&["position startpos", "go nodes 1000"]),
            ["position startpos", "go nodes 1000"]
        );
        assert_eq!(commands(&["position startpos", "go", "depth", "3"])[1], "go depth 3");
        assert_eq!(commands(&["d", "position startpos", "d"]), ["d", "position startpos", "d"]);
    }
}
