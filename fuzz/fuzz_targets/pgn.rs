//! Any bytes are games or nothing; what is read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use riposte_fuzz::check_message;
use riposte_notation::pgn::Reader;

fuzz_target!(|bytes: &[u8]| {
    for game in Reader::new(bytes) {
        let game = game.expect("memory can be read");
        game.errors.iter().for_each(check_message);
        match game.replay() {
            Ok(replay) => replay.error.iter().for_each(check_message),
            Err(error) => check_message(&error),
        }
        let written = game.to_string();
        let again = Reader::new(written.as_bytes()).read().expect("memory can be read");
        let again = again.expect("the game that was written");
        assert_eq!(again.line.moves.len(), game.line.moves.len(), "{written}");
    }
});
