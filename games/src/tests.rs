use std::fs;

use riposte_board::Board;
use riposte_board::SplitMix;
use tempfile::TempDir;

use super::*;

/// A game of random moves from `fen` with random scores, to its end or to
/// `length` moves.
fn random_game(fen: &str, random: &mut SplitMix, length: usize) -> Game {
    let start = Board::from_fen(fen).expect("a legal position");
    let mut board = start.clone();
    let mut moves = Vec::new();
    let (outcome, ending) = loop {
        if let Some(end) = end_by_rules(&board) {
            break end;
        }
        if moves.len() == length {
            break (Outcome::Draw, Ending::TooLong);
        }
        let legal = board.legal_moves();
        let mv = legal[random.below(legal.len())];
        let score = (random.below(64_001) as i32 - 32_000) as i16;
        moves.push(Played { mv, score });
        board.make(mv);
    };
    Game { start, outcome, ending, moves }
}

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 31",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/5k2/8/8/8/8/3K4/8 w - - 12 80",
];

pub(super) fn random_games(count: usize) -> Vec<Game> {
    let mut random = SplitMix(0x4133_3571_12d0_5cc6);
    (0..count).map(|n| random_game(POSITIONS[n % POSITIONS.len()], &mut random, 5 + n)).collect()
}

fn encode(games: &[Game]) -> Vec<u8> {
    let mut bytes = Vec::new();
    games.iter().for_each(|game| game.encode(&mut bytes));
    bytes
}

fn encoded(game: &Game) -> Vec<u8> {
    encode(std::slice::from_ref(game))
}

fn error(bytes: &[u8]) -> Fault {
    let mut reader = Reader::new(bytes);
    loop {
        match reader.next_game() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("no error was found"),
            Err(ReadError::Fault(error)) => return error,
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn games_come_back_as_they_were() {
    let games = random_games(120);
    let bytes = encode(&games);
    let mut reader = Reader::new(&bytes[..]);
    for game in &games {
        let read = reader.next_game().expect("intact").expect("a game");
        assert_eq!(read.start.shredder_fen(), game.start.shredder_fen());
        assert_eq!((read.outcome, read.ending), (game.outcome, game.ending));
        assert_eq!(read.moves, game.moves);
    }
    assert!(reader.next_game().expect("the end").is_none());
    assert_eq!(reader.offset(), bytes.len() as u64);
}

/// The specification's example, but for the scores of the mates, which exceed
/// ours, and for the halves of the bytes of the pieces, which its table shows in the
/// order of reading.
#[test]
fn the_example_of_the_specification_is_read() {
    let mut bytes = vec![0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff];
    bytes.extend([0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9e, 0xca]);
    bytes.extend([0xad, 0xe9, 0x40, 0, 1, 0, 0, 0, 2, 0]);
    bytes.extend([0x0c, 0x07, 10, 0, 0x34, 0x09, 20, 0, 0xc3, 0x09, 0xe2, 0xff]);
    bytes.extend([0x3c, 0x0d, 0, 0x7d, 0x27, 0x09, 0, 0x7d, 0, 0, 0, 0]);
    let game = Reader::new(&bytes[..]).next_game().expect("intact").expect("a game");
    assert_eq!(game.start.fen(), Board::startpos().fen());
    assert_eq!((game.outcome, game.ending), (Outcome::WhiteWin, Ending::Unknown));
    let mut words = Vec::new();
    game.replay(|board, played| words.push((board.san(played.mv), played.score)));
    let expected = [("e4", 10), ("e5", 20), ("Qh5", -30), ("Ke7", 32_000), ("Qxe5#", 32_000)];
    assert!(words.iter().map(|(san, score)| (san.as_str(), *score)).eq(expected), "{words:?}");
    assert_eq!(encoded(&game), bytes);
}

/// What the crate `viriformat` reads is what was written.
#[test]
fn other_programs_read_the_games() {
    use viriformat::dataformat::{Game as TheirGame, WDL};
    for game in random_games(120) {
        let bytes = encoded(&game);
        let theirs = TheirGame::deserialise_from(&mut &bytes[..], Vec::new()).expect("a game");
        let outcome = match theirs.outcome() {
            WDL::Loss => Outcome::BlackWin,
            WDL::Draw => Outcome::Draw,
            WDL::Win => Outcome::WhiteWin,
        };
        assert_eq!(outcome, game.outcome);
        let mut positions = Vec::new();
        theirs.visit_positions(|board, score| positions.push((board.to_string(), score)));
        let mut ours = Vec::new();
        game.replay(|board, played| ours.push((board.clone(), i32::from(played.score))));
        assert_eq!(positions.len(), ours.len());
        for ((fen, score), (board, our_score)) in positions.iter().zip(&ours) {
            assert_eq!(score, our_score);
            // Read with our parser: en passant squares without a capture and
            // the notation of castling may differ.
            let read = Board::from_fen(fen).expect("a legal position");
            assert_eq!(read.shredder_fen(), board.shredder_fen());
        }
        let mut again = Vec::new();
        theirs.serialise_into(&mut again).expect("memory");
        assert_eq!(again, bytes);
    }
}

#[test]
fn every_error_is_found_at_its_byte() {
    let games = random_games(3);
    let whole = encode(&games);
    let second = encoded(&games[0]).len();
    let damaged = |offset: usize, value: u8| {
        let mut bytes = whole.clone();
        bytes[second + offset] = value;
        error(&bytes)
    };
    let at = |offset: usize, kind| Fault { offset: (second + offset) as u64, kind };
    assert_eq!(damaged(30, 3), at(30, FaultKind::Result(3)));
    assert_eq!(damaged(31, 9), at(31, FaultKind::Ending(9)));
    assert_eq!(damaged(24, 65), at(24, FaultKind::EnPassant(65)));
    assert_eq!(damaged(8, 0x77), at(8, FaultKind::Man { number: 1, code: 7 }));
    assert_eq!(damaged(33, 0xff).offset, (second + 32) as u64, "an impossible move");
    assert_eq!(damaged(35, 0x7f).offset, (second + 34) as u64, "a score above mate");
    assert!(matches!(damaged(30, 2).kind, FaultKind::Contradiction { .. }));
    assert!(matches!(damaged(31, 1).kind, FaultKind::Contradiction { .. }));
    assert!(matches!(damaged(31, 2).kind, FaultKind::Ended { .. }));
    // The second piece from a1 on, the white king, becomes a pawn.
    assert!(matches!(damaged(8, 0x06).kind, FaultKind::Position(_)));
}

/// Damage to any byte is an error or another game, never a panic.
#[test]
fn no_damage_makes_the_reader_panic() {
    let mut random = SplitMix(5);
    let whole = encode(&random_games(24));
    for _ in 0..2000 {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(4) {
            let place = random.below(bytes.len());
            bytes[place] = random.next() as u8;
        }
        bytes.truncate(bytes.len() - random.below(40));
        let mut reader = Reader::new(&bytes[..]);
        while let Ok(Some(_)) = reader.next_game() {}
        let mut reader = Reader::new(&bytes[..]);
        while let Ok(Some(_)) = reader.next_intact() {}
    }
}

#[test]
fn a_cut_file_is_a_truncation_at_any_byte() {
    let games = random_games(2);
    let bytes = encode(&games);
    let first = encoded(&games[0]).len();
    for end in first + 1..bytes.len() {
        let mut reader = Reader::new(&bytes[..end]);
        assert!(reader.next_game().is_ok_and(|game| game.is_some()));
        assert!(reader.next_game().is_err_and(|error| is_truncation(&error)), "{end}");
        assert_eq!(reader.offset(), first as u64);
    }
}

#[test]
fn a_cut_game_is_removed_when_the_file_is_continued() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("new").join("games.vf");
    let games = random_games(3);
    let (mut file, found) = Appender::open(&path).expect("a new file");
    assert_eq!(found, Found::default());
    games[..2].iter().for_each(|game| file.push(game).expect("space"));
    file.sync().expect("space");
    assert!(matches!(Appender::open(&path), Err(AppendError::InUse(_))));
    drop(file);
    let two = encode(&games[..2]);
    assert_eq!(fs::read(&path).expect("the file"), two);

    for cut in 1..encoded(&games[1]).len() {
        fs::write(&path, &two[..two.len() - cut]).expect("space");
        let (mut file, found) = Appender::open(&path).expect("a file to continue");
        assert_eq!(found.games, 1);
        assert_eq!(found.positions, games[0].moves.len() as u64);
        assert_eq!(found.removed, (encoded(&games[1]).len() - cut) as u64);
        file.push(&games[2]).expect("space");
        file.sync().expect("space");
        let expected = [encoded(&games[0]), encoded(&games[2])].concat();
        assert_eq!(fs::read(&path).expect("the file"), expected);
    }
}

#[test]
fn a_damaged_file_is_not_continued_and_not_changed() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games.vf");
    let mut bytes = encode(&random_games(3));
    bytes[30] = 7;
    fs::write(&path, &bytes).expect("space");
    let error = Appender::open(&path).err().expect("an error").to_string();
    assert!(error.contains("byte 30: 7 is not a result"), "{error}");
    assert_eq!(fs::read(&path).expect("the file"), bytes);
}

#[test]
fn intact_games_around_damage_are_found() {
    let mut games = random_games(48);
    // Behind damage a game without a move is not recognised.
    games.retain(|game| !game.moves.is_empty());
    let parts: Vec<_> = games.iter().map(encoded).collect();
    let mut bytes = Vec::new();
    let mut intact = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        match number % 5 {
            1 => bytes.extend(&part[..part.len() - 7]),
            2 => bytes.extend(&part[3..]),
            3 => {
                let mut part = part.clone();
                part[32..34].fill(0xff);
                bytes.extend(part);
            }
            _ => {
                intact.push(part);
                bytes.extend(part);
            }
        }
    }
    let mut reader = Reader::new(&bytes[..]);
    for part in intact {
        assert!(reader.next_intact().expect("memory").is_some());
        assert_eq!(reader.last_bytes(), part);
    }
    assert!(reader.next_intact().expect("memory").is_none());
}
