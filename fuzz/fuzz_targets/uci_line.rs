//! A line of input is refused in one readable line, or it is a command whose
//! parts are either refused like that or good.
#![no_main]

use libfuzzer_sys::fuzz_target;
use riposte_board::Board;
use riposte_fuzz::{check_message, check_text};
use riposte_uci::command::Command;
use riposte_uci::options;

fuzz_target!(|bytes: &[u8]| {
    let line = String::from_utf8_lossy(bytes);
    match Command::parse(&line) {
        Err(error) => check_message(&error),
        Ok(None) => assert!(line.trim().is_empty(), "'{line}' was passed over"),
        Ok(Some(Command::Position { fen, moves })) => {
            match riposte_notation::set_up(fen.as_deref(), &moves) {
                Ok(board) => check_text(&board),
                Err(error) => check_message(&error),
            }
        }
        Ok(Some(Command::SetOption { name, value })) => {
            if let Err(error) = options::check(&name, &value) {
                check_message(&error);
            }
        }
        Ok(Some(Command::Perft { fen: Some(fen), .. })) => {
            if let Err(error) = riposte_notation::from_fen(&fen) {
                check_message(&error);
            }
        }
        Ok(Some(Command::Go(request))) => {
            request.errors.iter().for_each(check_message);
            let board = Board::startpos();
            for text in &request.search_moves {
                if let Err(error) = board.parse_uci(text) {
                    check_message(&error);
                }
            }
        }
        Ok(Some(_)) => {}
    }
});
