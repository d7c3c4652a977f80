//! Every answer is compared with that of an independent prober.
//!
//! Needs tables; see `common::FOLDER`.

use riposte_board::Board;
use riposte_syzygy::{Material, Tables, Wdl};
use shakmaty::{CastlingMode, Chess, PositionError, fen::Fen};
use shakmaty_syzygy::Tablebase;

use crate::common::{Random, folder, open, random_position};

/// Positions for each set of pieces: thousands in all.
const POSITIONS: usize = 1000;

fn theirs(folder: &std::path::Path) -> Tablebase<Chess> {
    let mut tables = Tablebase::new();
    tables.add_directory(folder).expect("the folder of tables");
    tables
}

fn their_position(board: &Board) -> Chess {
    let fen: Fen = board.fen().parse().expect("our own FEN");
    // It asks how a check came about; tables do not.
    fen.into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a legal position")
}

fn compare(ours: &Tables, theirs: &Tablebase<Chess>, board: &Board) {
    let position = their_position(board);
    let wdl = theirs.probe_wdl_after_zeroing(&position).expect("their WDL");
    let index = match wdl {
        shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
        shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
        shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
        shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
        shakmaty_syzygy::Wdl::Win => Wdl::Win,
    };
    assert_eq!(ours.wdl(board.position()), Ok(index), "{}", board.fen());
    let dtz = theirs.probe_dtz(&position).expect("their DTZ").ignore_rounding().0;
    assert_eq!(ours.dtz(board.position()), Ok(dtz), "{}", board.fen());
}

#[test]
fn answers_are_those_of_another_prober() {
    let Some(folder) = folder("answers_are_those_of_another_prober") else { return };
    let (ours, theirs) = (open(&folder), theirs(&folder));
    let mut random = Random(0x5eed);
    let mut en_passant = 0;
    for material in (3..=4).flat_map(Material::all_with) {
        let name = material.to_string();
        for _ in 0..POSITIONS {
            let board = random_position(&mut random, &name);
            en_passant += usize::from(board.en_passant().is_some());
            compare(&ours, &theirs, &board);
        }
    }
    while en_passant < 200 {
        let board = random_position(&mut random, "KPvKP");
        if board.en_passant().is_some() {
            en_passant += 1;
            compare(&ours, &theirs, &board);
        }
    }
}

#[test]
fn many_threads_may_ask_at_once() {
    let Some(folder) = folder("many_threads_may_ask_at_once") else { return };
    let ours = open(&folder);
    let positions: Vec<Board> = {
        let mut random = Random(77);
        let names = ["KQvKR", "KPvKP", "KBNvK", "KRPvK", "KNvKP"];
        (0..500).map(|n| random_position(&mut random, names[n % names.len()])).collect()
    };
    let ask = || -> Vec<_> {
        positions
            .iter()
            .map(|board| (ours.wdl(board.position()), ours.dtz(board.position())))
            .collect()
    };
    let answers: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert!(answers[0].iter().all(|(wdl, dtz)| wdl.is_ok() && dtz.is_ok()));
}
