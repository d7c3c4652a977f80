use std::fs;

use tempfile::TempDir;

use super::super::tests::random_games;
use super::super::{Appender, FaultKind, ReadError, Reader};
use super::super::{Chunk, Chunks, is_truncation, read_in_parallel};
use super::*;

/// Blocks of three games each.
fn blocks() -> Vec<Vec<u8>> {
    random_games(12).chunks(3).map(encode).collect()
}

fn read(bytes: &[u8]) -> (usize, Option<ReadError>) {
    let mut reader = Reader::new(bytes);
    let mut games = 0;
    loop {
        match reader.next_game() {
            Ok(Some(_)) => games += 1,
            Ok(None) => return (games, None),
            Err(error) => return (games, Some(error)),
        }
    }
}

fn count_intact(bytes: &[u8]) -> usize {
    let mut reader = Reader::new(bytes);
    let mut games = 0;
    while reader.next_intact().expect("memory").is_some() {
        games += 1;
    }
    games
}

#[test]
fn both_formats_are_read_in_one_file() {
    let mut bytes = blocks().concat();
    random_games(2).iter().for_each(|game| game.encode(&mut bytes));
    bytes.extend(encode(&random_games(1)));
    assert_eq!(read(&bytes).0, 15);
    assert!(read(&bytes).1.is_none());
    let mut reader = Reader::new(&bytes[..]);
    let mut sum = 0;
    while let Some([games, _]) = reader.next_counts().expect("intact") {
        sum += games;
    }
    assert_eq!(sum, 15);
}

#[test]
fn a_damaged_block_is_found_and_the_others_are_saved() {
    let blocks = blocks();
    let before = blocks[0].len();
    for place in (0..blocks[1].len()).step_by(5) {
        let mut bytes = blocks.concat();
        bytes[before + place] ^= 0x10;
        let (games, error) = read(&bytes);
        assert_eq!(games, 3);
        let Some(ReadError::Fault(error)) = error else { panic!("no error at {place}") };
        assert!((before as u64..(before + blocks[1].len()) as u64 + 1).contains(&error.offset));
        assert_eq!(count_intact(&bytes), 9, "{place}");
    }
}

#[test]
fn a_block_of_a_later_version_is_refused_by_name() {
    let mut bytes = blocks().concat();
    bytes[7] += 1;
    let Some(ReadError::Fault(error)) = read(&bytes).1 else { panic!("no error") };
    assert_eq!(error.kind, FaultKind::Version(VERSION + 1));
}

#[test]
fn a_cut_block_is_removed_when_the_file_is_continued() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games.cg");
    let (mut file, _) = Appender::open(&path).expect("a new file");
    let games = random_games(8);
    games[..5].iter().for_each(|game| file.push(game).expect("space"));
    file.sync().expect("space");
    let first = fs::read(&path).expect("the file");
    games[5..].iter().for_each(|game| file.push(game).expect("space"));
    file.sync().expect("space");
    drop(file);
    let whole = fs::read(&path).expect("the file");
    for cut in [1, 20, whole.len() - first.len() - 1] {
        fs::write(&path, &whole[..whole.len() - cut]).expect("space");
        let (mut file, found) = Appender::open(&path).expect("a file to continue");
        assert_eq!(found.games, 5);
        assert_eq!(found.removed, (whole.len() - first.len() - cut) as u64);
        games[5..].iter().for_each(|game| file.push(game).expect("space"));
        file.sync().expect("space");
        assert!(fs::read(&path).expect("the file") == whole);
    }
}

/// The games that threads decode, each in viriformat, and the error at the end.
fn read_with_threads(bytes: &[u8], threads: usize) -> (Vec<Vec<u8>>, Option<ReadError>) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games.cg");
    fs::write(&path, bytes).expect("space");
    let collect = |chunks| {
        let (mut games, mut error) = (Vec::new(), None);
        for chunk in chunks {
            assert!(error.is_none(), "something comes behind an error");
            match chunk {
                Ok(Chunk { games: more, .. }) => games.extend(more),
                Err(found) => error = Some(found),
            }
        }
        (games, error)
    };
    let (games, error) = read_in_parallel(&path, threads, collect).expect("a file");
    let encoded = |game: Game| {
        let mut bytes = Vec::new();
        game.encode(&mut bytes);
        bytes
    };
    (games.into_iter().map(encoded).collect(), error)
}

#[test]
fn threads_read_what_one_reader_reads() {
    let mut intact = blocks().concat();
    random_games(5).iter().for_each(|game| game.encode(&mut intact));
    let mut expected = Vec::new();
    let mut reader = Reader::new(&intact[..]);
    while let Some(bytes) = reader.next_bytes().expect("intact") {
        expected.push(bytes.to_vec());
    }
    let mut damaged = intact.clone();
    damaged[blocks()[0].len() + 40] ^= 0x10;
    let cut = &intact[..intact.len() - 6];
    for threads in [0, 1, 2, 3, 20] {
        let (games, error) = read_with_threads(&intact, threads);
        assert_eq!(games, expected, "{threads}");
        assert!(error.is_none());
        let (games, error) = read_with_threads(&damaged, threads);
        assert_eq!(games, expected[..3], "{threads}");
        assert!(
            error.is_some_and(|error| error.to_string() == read(&damaged).1.unwrap().to_string())
        );
        let (games, error) = read_with_threads(cut, threads);
        assert_eq!(games, expected[..16], "{threads}");
        assert!(error.is_some_and(|error| is_truncation(&error)));
    }
}

#[test]
fn threads_end_when_nobody_wants_more() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games.cg");
    fs::write(&path, blocks().concat().repeat(50)).expect("space");
    let first = |mut chunks: Chunks| chunks.next().expect("a block").expect("intact").games.len();
    assert_eq!(read_in_parallel(&path, 2, first).expect("a file"), 3);
}
