//! The search with endgame tablebases.
//!
//! Needs complete tablebases for three and four pieces in the folder that the variable
//! `RIPOSTE_SYZYGY` names; without it these tests are skipped with a message.

use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::{Bound, Engine, Info, Limits, Score, Sink, Tablebases};
use riposte_syzygy::{Tables, Wdl};

#[allow(clippy::print_stdout, reason = "a skipped test has to say so")]
fn tables(test: &str) -> Option<Arc<Tables>> {
    let Some(folder) = std::env::var_os("RIPOSTE_SYZYGY").map(PathBuf::from) else {
        println!("SKIPPED: {test}: RIPOSTE_SYZYGY names no folder with tables");
        return None;
    };
    let (tables, errors) = Tables::open(&[folder]);
    assert!(errors.is_empty() && tables.max_pieces() >= 4, "{errors:?}");
    Some(Arc::new(tables))
}

#[derive(Default)]
struct Recorder {
    infos: Mutex<Vec<Info>>,
    best: Mutex<Option<Move>>,
}

impl Sink for Recorder {
    fn info(&self, info: &Info) {
        self.infos.lock().push(info.clone());
    }

    fn best_move(&self, best: Option<Move>, _: Option<Move>) {
        *self.best.lock() = best;
    }
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("the test's own position")
}

fn engine(tablebases: Tablebases) -> Engine {
    let mut engine = Engine::new().expect("16 MB and a thread");
    engine.set_tablebases(tablebases);
    engine
}

fn with(tables: &Arc<Tables>) -> Tablebases {
    Tablebases { tables: Arc::clone(tables), ..Tablebases::default() }
}

fn go(engine: &mut Engine, board: &Board, limits: Limits) -> Arc<Recorder> {
    engine.set_position(board.clone());
    let recorder = Arc::new(Recorder::default());
    engine.go(limits, recorder.clone());
    engine.wait();
    recorder
}

/// The last report of a search.
fn last(engine: &mut Engine, fen: &str, limits: Limits) -> Info {
    let recorder = go(engine, &board(fen), limits);
    let info = recorder.infos.lock().last().cloned();
    info.expect("every search reports")
}

/// The length of a game that `engine` wins against the slowest defence in the tablebases,
/// from a won position.
fn play_out(engine: &mut Engine, tables: &Tables, start: &Board, nodes: u64) -> usize {
    let mut board = start.clone();
    let winner = board.side();
    let first = board.ply();
    while board.has_legal_move() {
        let game = format!("{} from {}", board.fen(), start.fen());
        assert!(!board.is_draw_by_fifty(), "50 moves: {game}");
        assert!(!board.is_repetition(0), "repeated: {game}");
        let mv = if board.side() == winner {
            go(engine, &board, Limits::nodes(nodes)).best.lock().expect("a move")
        } else {
            let mut moves = board.legal_moves();
            moves.sort_by_key(|&mv| {
                tables.dtz_of_move(board.position(), mv).expect("complete tables")
            });
            moves[0]
        };
        board.make(mv);
    }
    assert!(board.in_check() && board.side() != winner, "stalemate: {}", board.fen());
    board.ply() - first
}

fn rank_text(squares: &[char]) -> String {
    let rank: String = squares.iter().collect();
    (1..=8).rev().fold(rank, |rank, gap| rank.replace(&" ".repeat(gap), &gap.to_string()))
}

/// Legal positions with these pieces, the first on squares that `seed` chooses,
/// that the side to move wins.
fn won_positions(tables: &Tables, pieces: &str, count: usize) -> Vec<Board> {
    let mut found = Vec::new();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    while found.len() < count {
        let mut squares = vec![' '; 64];
        for piece in pieces.chars() {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let edge = if piece.eq_ignore_ascii_case(&'p') { 8 } else { 0 };
            squares[edge + (seed >> 33) as usize % (64 - 2 * edge)] = piece;
        }
        let ranks: Vec<String> = squares.chunks(8).map(rank_text).collect();
        let Ok(board) = Board::from_fen(&format!("{} w - - 0 1", ranks.join("/"))) else {
            continue;
        };
        let is_whole = board.occupied().len() as usize == pieces.len();
        if is_whole && tables.wdl(board.position()) == Ok(Wdl::Win) && board.has_legal_move() {
            found.push(board);
        }
    }
    found
}

#[test]
fn wins_are_finished() {
    let Some(tables) = tables("wins_are_finished") else { return };
    let mut engine = engine(with(&tables));
    // The longest mate with bishop and knight takes 65 plies; tablebases may count in
    // moves, so a ply here or there may be lost.
    for (pieces, most) in [("KBNk", 70), ("KQkr", 90), ("KPk", 60), ("KRkn", 90), ("KPkp", 120)] {
        for (index, start) in won_positions(&tables, pieces, 25).iter().enumerate() {
            engine.new_game();
            let nodes = [1, 300, 5000][index % 3];
            let plies = play_out(&mut engine, &tables, start, nodes);
            assert!(plies <= most, "{plies} plies for {}", start.fen());
        }
    }
}

#[test]
fn a_win_is_finished_with_much_of_the_fifty_moves_gone() {
    let Some(tables) = tables("a_win_is_finished_with_much_of_the_fifty_moves_gone") else {
        return;
    };
    let mut engine = engine(with(&tables));
    for start in won_positions(&tables, "KBNk", 10) {
        let distance = tables.dtz(start.position()).expect("complete tables");
        let late = start.fen().replace(" 0 1", &format!(" {} 80", 99 - distance));
        play_out(&mut engine, &tables, &board(&late), 300);
    }
}

#[test]
fn the_fifty_move_counter_decides_what_is_a_win() {
    let Some(tables) = tables("the_fifty_move_counter_decides_what_is_a_win") else { return };
    let mut start = won_positions(&tables, "KBNk", 40).into_iter();
    let far = start.find_map(|board| {
        (tables.dtz(board.position()).expect("complete tables") > 50).then(|| board.fen())
    });
    let late = far.expect("a long win").replace(" 0 1", " 60 80");
    let mut on = engine(with(&tables));
    assert_eq!(last(&mut on, &late, Limits::depth(6)).score, Score::DRAW);
    let mut off = engine(Tablebases { fifty_move_rule: false, ..with(&tables) });
    assert!(last(&mut off, &late, Limits::depth(6)).score.is_win());
}

#[test]
fn tb_results_are_reported_and_counted() {
    let Some(tables) = tables("tb_results_are_reported_and_counted") else { return };
    let mut engine = engine(with(&tables));
    // A lone rook cannot be caught by a bishop, unlike what the evaluation says.
    for (fen, sign) in [
        ("8/8/8/3k4/8/2b5/8/K6R w - - 0 1", 0),
        ("7k/7P/8/5B2/8/8/8/K7 w - - 0 1", 0),
        ("8/8/8/8/3k4/8/3q4/K6R b - - 0 1", 1),
        ("8/8/8/8/3k4/8/3q4/1K5R w - - 0 1", -1),
    ] {
        let info = last(&mut engine, fen, Limits::depth(8));
        let found = i32::from(info.score.is_win()) - i32::from(info.score.is_loss());
        assert_eq!(found, sign, "{fen}: {:?}", info.score);
        assert_eq!(info.score == Score::DRAW, sign == 0, "{fen}: {:?}", info.score);
        assert_eq!(info.bound, Bound::Exact);
        assert!(info.tb_hits > 0);
    }
}

#[test]
fn the_tree_is_probed_where_the_options_allow_it() {
    let Some(tables) = tables("the_tree_is_probed_where_the_options_allow_it") else { return };
    // Five pieces: the pawn is won, and the rest is in the tablebases.
    let fen = "8/8/1p6/8/k7/8/1Q6/K5r1 w - - 0 1";
    let hits = |tablebases: Tablebases, fen: &str| {
        last(&mut engine(tablebases), fen, Limits::depth(8)).tb_hits
    };
    let all = hits(with(&tables), fen);
    assert!(all > 0);
    assert_eq!(hits(Tablebases { probe_limit: 0, ..with(&tables) }, fen), 0);
    let few = hits(Tablebases { probe_limit: 3, ..with(&tables) }, fen);
    let deep = hits(Tablebases { probe_depth: 6, ..with(&tables) }, fen);
    assert!(few < all && deep < all, "{few} {deep} {all}");
    assert_eq!(hits(Tablebases::default(), fen), 0);
    // Positions with castling rights are not in the tablebases.
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let recorder = go(&mut engine(with(&tables)), &board(castling), Limits::depth(1));
    assert!(recorder.best.lock().is_some());
}

#[test]
fn a_win_known_in_the_tree_is_no_mate() {
    let Some(tables) = tables("a_win_known_in_the_tree_is_no_mate") else { return };
    // Taking the rook leaves a queen against a bishop: won, but not soon.
    let fen = "8/8/8/3k1b2/8/8/8/KQ5r w - - 0 1";
    let info = last(&mut engine(with(&tables)), fen, Limits::depth(4));
    assert!(info.score.is_win() && !info.score.is_mate(), "{:?}", info.score);
    assert!(info.score.tb_win_in().is_some_and(|plies| plies <= 5), "{:?}", info.score);
    assert!(info.tb_hits > 0);
}

#[test]
fn every_line_is_legal_and_in_order() {
    let Some(tables) = tables("every_line_is_legal_and_in_order") else { return };
    for threads in [1, 3] {
        let mut engine = engine(with(&tables));
        engine.set_multi_pv(6);
        engine.set_threads(threads).expect("a few threads");
        for fen in ["8/8/8/8/3k4/8/3q4/K6R b - - 0 1", "8/2P5/8/8/8/k7/8/2K5 w - - 0 1"] {
            let recorder = go(&mut engine, &board(fen), Limits::depth(7));
            let infos = recorder.infos.lock();
            for info in infos.iter() {
                let mut board = board(fen);
                for &mv in &info.pv {
                    assert!(board.is_legal(mv), "{mv:?} of {:?} in {fen}", info.pv);
                    board.make(mv);
                }
                assert!(!info.pv.is_empty());
            }
            let lines = &infos[infos.len() - 6..];
            assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{lines:#?}");
            assert_eq!(Some(lines[0].pv[0]), *recorder.best.lock());
            assert!(lines[0].score.is_win() && lines[0].pv.len() > 1, "{:?}", lines[0]);
        }
    }
}

#[test]
fn results_alone_keep_a_win() {
    let Some(complete) = tables("results_alone_keep_a_win") else { return };
    let source = PathBuf::from(std::env::var_os("RIPOSTE_SYZYGY").expect("it was there"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["KQvKR", "KQvK", "KRvK"] {
        let file = format!("{name}.rtbw");
        std::fs::copy(source.join(&file), folder.path().join(&file)).expect("a table");
    }
    let (few, errors) = Tables::open(&[folder.path()]);
    assert_eq!(errors, []);
    let mut engine = engine(with(&Arc::new(few)));
    for start in won_positions(&complete, "KQkr", 20) {
        let recorder = go(&mut engine, &start, Limits::nodes(50));
        let mut after = start.clone();
        after.make(recorder.best.lock().expect("a move"));
        assert_eq!(complete.wdl(after.position()), Ok(Wdl::Loss), "{}", start.fen());
        assert!(recorder.infos.lock().iter().all(|info| info.tb_hits > 0));
    }
}
