//! Repetitions against a list of texts, upcoming ones against trying every
//! move.

use riposte_board::Board;

use crate::games::{self, Random};

/// The position without its counters.
fn text(board: &Board) -> String {
    board.fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn play(board: &mut Board, moves: &[&str]) {
    for mv in moves {
        board.make(board.parse_uci(mv).unwrap_or_else(|error| panic!("{board}: {error}")));
    }
}

/// Once fewer than `ply` half-moves ago, or twice since the last null move.
fn repeats(history: &[String], now: &str, ply: u32) -> bool {
    let distances: Vec<usize> = history
        .iter()
        .rev()
        .enumerate()
        .filter(|(_, then)| *then == now)
        .map(|(index, _)| index + 1)
        .collect();
    distances.first().is_some_and(|&distance| distance < ply as usize) || distances.len() >= 2
}

fn brute_force_upcoming(board: &mut Board, ply: u32) -> bool {
    board.legal_moves().into_iter().any(|mv| {
        board.make(mv);
        let repeats = board.is_repetition(ply + 1);
        board.unmake();
        repeats
    })
}

/// Few pieces, so that positions come back.
const ARENAS: [&str; 7] = [
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "7k/8/8/8/8/8/8/K5N1 w - - 0 1",
    "7k/7p/7P/8/8/p7/P7/K7 w - - 0 1",
    "k6r/p6p/P6P/8/8/8/8/K6R w - - 0 1",
    "bk6/p1p5/P1P5/8/8/p1p5/P1P5/BK6 w - - 0 1",
    "r3k2r/p6p/P6P/8/8/p6p/P6P/R3K2R w KQkq - 0 1",
    "4k2n/5p1p/5P1P/8/8/5p1p/5P1P/4K2N b - - 0 1",
];

#[test]
fn random_walks() {
    let mut random = Random(15);
    let (mut repeated, mut upcoming, mut total) = (0, 0, 0);
    for number in 0..3_000 {
        let mut board = Board::from_fen(ARENAS[number % ARENAS.len()]).expect("legal");
        let mut history: Vec<String> = Vec::new();
        for _ in 0..80 {
            let ply = random.below(12) as u32;
            let repetition = repeats(&history, &text(&board), ply);
            assert_eq!(board.is_repetition(ply), repetition, "ply {ply}, {board}");
            let expected = brute_force_upcoming(&mut board, ply);
            assert_eq!(board.has_upcoming_repetition(ply), expected, "ply {ply}, {board}");
            repeated += u32::from(repetition);
            upcoming += u32::from(expected);
            total += 1;

            if random.below(25) == 0 && !board.in_check() {
                board.make_null();
                history.clear();
                continue;
            }
            let Some(mv) = random.pick(&board.legal_moves()) else { break };
            history.push(text(&board));
            board.make(mv);
        }
    }
    assert!(repeated > 1_000 && upcoming > 1_000, "{repeated} and {upcoming} of {total}");
}

#[test]
fn upcoming_repetitions_in_whole_games() {
    let mut random = Random(16);
    for number in 0..300 {
        let mut board = games::start(&mut random, games::STARTS[number % 3]);
        games::play(&mut random, &mut board, 200, |board, _| {
            let ply = (number % 10) as u32;
            let expected = brute_force_upcoming(&mut board.clone(), ply);
            assert_eq!(board.has_upcoming_repetition(ply), expected, "{board}");
        });
    }
}

#[test]
fn once_in_the_search_or_twice_before_it() {
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut board = Board::startpos();
    assert!(!board.is_repetition(100));
    play(&mut board, &dance);
    // The start position was four half-moves ago.
    assert!(board.is_repetition(5));
    assert!(!board.is_repetition(4));
    assert!(!board.is_repetition(0));
    play(&mut board, &dance);
    assert!(board.is_repetition(0));
}

#[test]
fn lost_castling_rights_make_another_position() {
    let mut board = Board::from_fen("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1").expect("legal");
    play(&mut board, &["a1b1", "h8g8", "b1a1", "g8h8"]);
    assert!(!board.is_repetition(100));
    play(&mut board, &["a1b1", "h8g8", "b1a1", "g8h8"]);
    assert!(board.is_repetition(100));
}

#[test]
fn a_null_move_is_looked_back_over_by_nobody() {
    let mut board = Board::startpos();
    play(&mut board, &["g1f3", "g8f6"]);
    board.make_null();
    play(&mut board, &["f6g8"]);
    board.make_null();
    assert!(!board.is_repetition(100));
    assert!(!board.has_upcoming_repetition(100));
}

#[test]
fn a_blocked_way_back_is_no_repetition() {
    // The rook could go back to h1 only through the king.
    let mut board = Board::from_fen("7k/8/8/8/8/8/6K1/R7 w - - 0 1").expect("legal");
    play(&mut board, &["a1h1", "h8g8", "g2f1"]);
    assert!(!board.has_upcoming_repetition(100));
}
