//! What is shown about a position without a search: `d`, `eval`, `flip`, `perft`.

use crate::common::{Engine, number_after};

#[test]
fn perft_divides_answers_meanwhile_and_can_be_stopped() {
    let mut engine = Engine::greeted();
    engine.send("position startpos");
    engine.send("go perft 4");
    let lines = engine.until("Nodes searched: ");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 197281"));
    assert!(lines.iter().any(|line| line == "e2e4: 13160"), "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.contains(": ")).count(), 21);
    engine.send("perft 3 r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
    engine.until("Nodes searched: 97862");
    engine.send("perft 12");
    engine.ready();
    engine.send("stop");
    engine.until("info string perft was stopped");
}

#[test]
fn the_position_can_be_shown_evaluated_and_flipped() {
    let mut engine = Engine::greeted();
    engine.send("position startpos moves e2e4");
    assert_eq!(engine.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let value = |engine: &mut Engine| {
        let lines = engine.ask("eval");
        number_after(lines.last().map_or("", String::as_str), "cp").expect("a value")
    };
    let before = value(&mut engine);
    engine.send("flip");
    assert_eq!(engine.fen(), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(value(&mut engine), before);
}

/// The values of the pieces that `eval` shows, in the order of the board.
fn worths(lines: &[String]) -> Vec<f64> {
    let rows = lines.iter().filter(|line| line.starts_with(" |"));
    rows.flat_map(|row| row.split('|'))
        .filter(|cell| cell.contains('.'))
        .filter_map(|cell| cell.trim().parse().ok())
        .collect()
}

#[test]
fn eval_shows_what_each_piece_is_worth() {
    let mut engine = Engine::greeted();
    for (fen, pieces) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 30),
        // Without the queen on d2 white's king would be in check, without the one
        // on e7 black's, which is not to move.
        ("r2qkbnr/ppp1q1pp/8/4R3/1b6/8/PPPQ1PPP/R3K1N1 w Qkq - 0 1", 22),
        // In check, and by two pieces.
        ("4k3/8/8/8/1b5r/8/8/4K3 w - - 0 1", 2),
        ("4k3/8/5N2/8/4R3/8/8/4K3 b - - 0 1", 2),
        // The kings alone, checkmate and stalemate.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 1),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1),
        // The most queens that there can be, and a right to castle.
        ("qqqqkqqq/qq6/8/8/8/8/QQQ5/QQQ1K1QR w K - 0 1", 17),
    ] {
        engine.send(&format!("position fen {fen}"));
        for file in ["<embedded>", "<none>"] {
            engine.ask(&format!("setoption name EvalFile value {file}"));
            let lines = engine.ask("eval");
            let rows = lines.iter().filter(|line| line.starts_with(" |")).count();
            assert_eq!(rows, 16, "{lines:#?}");
            assert_eq!(worths(&lines).len(), pieces, "{fen}: {lines:#?}");
            let buckets = lines.iter().find(|line| line.starts_with("Outputs by number of pieces"));
            assert_eq!(buckets.is_some(), file == "<embedded>", "{lines:#?}");
            let last = lines.last().map_or("", String::as_str);
            assert!(number_after(last, "cp").is_some(), "{fen}: {last}");
            assert_eq!(engine.fen(), fen);
        }
    }
}

#[test]
fn a_valuable_piece_has_a_high_value() {
    let mut engine = Engine::greeted();
    engine.send("position fen 4k3/pppp4/8/8/8/8/PPPP4/Q3K3 b - - 0 1");
    let worths = worths(&engine.ask("eval"));
    let queen = worths[8];
    assert!(queen > 4.0 && worths[..8].iter().all(|&worth| queen > worth.abs()), "{worths:?}");
    assert!(worths[..4].iter().sum::<f64>() < 0.0, "{worths:?}");
}
