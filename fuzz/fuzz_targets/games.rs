//! Bytes are refused with the place of the error, or they are games that can
//! be played and give the same bytes again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use riposte_fuzz::check_message;
use riposte_games::{Game, ReadError, Reader};

fuzz_target!(|bytes: &[u8]| {
    let mut reader = Reader::new(bytes);
    loop {
        let offset = reader.offset();
        match reader.next_game() {
            Ok(Some(game)) => check_game(&game),
            Ok(None) => {
                assert_eq!(reader.offset(), bytes.len() as u64);
                break;
            }
            Err(ReadError::Fault(error)) => {
                check_message(&error);
                assert!((offset..=bytes.len() as u64).contains(&error.offset), "{error}");
                break;
            }
            Err(ReadError::Io(error)) => panic!("memory cannot be read: {error}"),
        }
    }
    let mut reader = Reader::new(bytes);
    while let Ok(Some(game)) = reader.next_intact() {
        check_game(&game);
    }
    assert_eq!(reader.offset(), bytes.len() as u64);
});

fn check_game(game: &Game) {
    let mut positions = 0;
    game.replay(|board, played| {
        assert!(board.is_legal(played.mv));
        positions += 1;
    });
    assert_eq!(positions, game.moves.len());
    let mut bytes = Vec::new();
    game.encode(&mut bytes);
    assert_eq!(Game::count_moves(&bytes), positions);
    let again = Game::decode(&bytes).expect("what was written can be read");
    assert_eq!(again.start.fen(), game.start.fen());
    assert_eq!((again.outcome, again.ending), (game.outcome, game.ending));
    assert_eq!(again.moves, game.moves);
}
