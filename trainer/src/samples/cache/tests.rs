use riposte_games::Reader;

use super::*;
use crate::testing::write_games;

fn prepare(folder: &Path, games: &Path, memory: u64) -> Result<Cache, CacheError> {
    let sources = [games.to_owned()];
    let recipe = Recipe {
        sources: &sources,
        seed: 1,
        validation_share: 0.2,
        memory,
        lambda: 0.0,
        scale: 400.0,
        threads: 2,
    };
    Cache::prepare(folder, &recipe, &mut |_, _| {})
}

fn sorted(samples: &Samples) -> Vec<[u8; 32]> {
    let mut all: Vec<_> =
        samples.first(1 << 20).unwrap().into_iter().map(Sample::to_bytes).collect();
    all.sort_unstable();
    all
}

#[test]
fn little_memory_gives_the_same_samples() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    write_games(&games, 100).unwrap();
    let large = prepare(&folder.path().join("large"), &games, 1 << 30).unwrap();
    let small = prepare(&folder.path().join("small"), &games, 10_000).unwrap();
    assert_eq!(sorted(&large.training), sorted(&small.training));
    assert_eq!(sorted(&large.validation), sorted(&small.validation));
    assert_eq!(large.description, small.description);
}

#[test]
fn only_fit_positions_are_used_and_none_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    write_games(&games, 100).unwrap();
    let cache = prepare(&folder.path().join("samples"), &games, 1 << 30).unwrap();
    let mut expected = 0;
    let mut reader = Reader::open(&games).unwrap();
    while let Some(game) = reader.next_game().unwrap() {
        game.replay(|board, played| expected += u64::from(unfit(board, played).is_none()));
    }
    assert_eq!(cache.training.count() + cache.validation.count(), expected);
    assert!(cache.validation.count() > expected / 10);
    assert!(cache.validation.count() < expected / 3);
}

#[test]
fn a_cut_off_game_is_left_out_and_a_broken_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    write_games(&games, 50).unwrap();
    let mut bytes = fs::read(&games).unwrap();
    fs::write(&games, &bytes[..bytes.len() - 6]).unwrap();
    let cache = prepare(&folder.path().join("samples"), &games, 1 << 30).unwrap();
    assert!(cache.description.starts_with("49 games"), "{}", cache.description);
    assert!(cache.description.contains("1 files ended"), "{}", cache.description);

    bytes[30] = 7;
    fs::write(&games, bytes).unwrap();
    let error = prepare(&folder.path().join("other"), &games, 1 << 30).err().unwrap();
    assert!(error.to_string().contains("7 is not a result"), "{error}");
}

#[test]
fn results_that_contradict_the_scores_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    write_games(&games, 200).unwrap();
    let mut reader = Reader::open(&games).unwrap();
    let mut bytes = Vec::new();
    while let Some(mut game) = reader.next_game().unwrap() {
        game.moves.iter_mut().for_each(|played| played.score = -played.score);
        game.encode(&mut bytes);
    }
    fs::write(&games, bytes).unwrap();
    let error = prepare(&folder.path().join("samples"), &games, 1 << 30).err().unwrap();
    assert!(matches!(error, CacheError::Contradiction(_)), "{error}");
}
