use riposte_board::SplitMix;

use super::super::blocks::checksum;
use super::super::tests::random_games;

use super::*;

/// 0 for an ordinary score, else what it says for good, with its sign.
fn class(score: i16) -> i16 {
    let size = match score.unsigned_abs() {
        ..10_000 => return 0,
        10_000..31_000 => 1,
        _ => 2,
    };
    size * score.signum()
}

#[test]
fn only_scores_change_and_those_by_two_at_most() {
    let games = random_games(150);
    let bytes = encode(&games);
    let found = decode(&bytes, games.len()).expect("games");
    for (found, game) in found.iter().zip(&games) {
        assert_eq!(found.start.shredder_fen(), game.start.shredder_fen());
        assert_eq!((found.outcome, found.ending), (game.outcome, game.ending));
        assert_eq!(found.moves.len(), game.moves.len());
        for (found, played) in found.moves.iter().zip(&game.moves) {
            assert_eq!(found.mv, played.mv);
            let (score, wanted) = (found.score, played.score);
            assert_eq!(class(score), class(wanted), "{wanted}");
            let most = [2, 3, 0][class(wanted).unsigned_abs() as usize];
            assert!((i32::from(score) - i32::from(wanted)).abs() <= most, "{wanted} {score}");
        }
    }
    // What was rounded is not rounded again.
    let again = decode(&encode(&found), found.len()).expect("games");
    assert!(again.iter().zip(&found).all(|(again, found)| again.moves == found.moves));
}

/// Files that exist have to be read by every later program: a change that fails here
/// needs a new version in `blocks`, and the old model beside the new one.
#[test]
fn the_format_is_frozen() {
    let bytes = encode(&random_games(100));
    assert_eq!((bytes.len(), checksum([&bytes, &[]])), (11_603, 1_856_175_728_308_074_873));
}

/// Bytes that are no games give other games or an error, but no panic.
#[test]
fn noise_is_decoded_without_a_panic() {
    let mut random = SplitMix(9);
    for _ in 0..60 {
        let bytes: Vec<u8> = (0..200).map(|_| random.next() as u8).collect();
        let _ = decode(&bytes, 3);
        let mut bytes = encode(&random_games(4));
        let place = random.below(bytes.len());
        bytes[place] ^= 1 << random.below(8);
        let _ = decode(&bytes, 4);
    }
}
