use riposte_notation::pgn::Reader;
use serde_json::{Value, json};

use super::*;

/// A record as it stands in an output, for the side to move.
fn record(ply: usize, analysis: Option<(Value, &str, &str, Value)>) -> Record {
    let mut value = json!({ "index": ply, "line": 1, "game": 1, "ply": ply, "fen": "" });
    if let Some((score, best, played, lines)) = analysis {
        let mv = |text: &str| json!({ "uci": text, "san": text });
        value["best"] = mv(best);
        value["played"] = mv(played);
        value["score"] = score;
        value["wdl"] = json!([300, 600, 100]);
        value["depth"] = json!(9);
        value["seldepth"] = json!(12);
        value["nodes"] = json!(1);
        value["time_ms"] = json!(1);
        value["pv"] = json!({ "uci": [best], "san": [best] });
        value["lines"] = lines;
    }
    serde_json::from_value(value).expect("a record")
}

fn lines(scores: &[i32]) -> Value {
    let line = |cp: &i32| {
        json!({ "score": { "cp": cp }, "wdl": [0, 1000, 0], "depth": 9, "seldepth": 9,
                "pv": { "uci": ["a2a3"], "san": ["a3"] } })
    };
    scores.iter().map(line).collect()
}

fn analysed(text: &str, records: &[Record]) -> Analysed {
    let game = Reader::new(text.as_bytes()).read().expect("memory").expect("a game");
    Analysed::new(1, Arc::new(game), records, &Openings::default())
}

/// White finds the only move, black blunders, white mates.
fn short_game() -> Analysed {
    let records = [
        record(0, Some((json!({"cp": 30}), "g1f3", "f2f3", lines(&[30, 20])))),
        record(1, Some((json!({"cp": 60}), "e7e5", "e7e5", lines(&[60, -400])))),
        record(2, Some((json!({"cp": -40}), "a2a3", "g2g4", lines(&[-40])))),
        record(3, Some((json!({"mate": 1}), "d8h4", "d8h4", lines(&[900, 100])))),
    ];
    analysed("[White \"A\"]\n[BlackElo \"1500\"]\n1. f3 e5 2. g4 Qh4# 0-1", &records)
}

#[test]
fn the_chance_is_whites_and_the_loss_the_movers() {
    let game = short_game();
    assert_eq!(game.positions.len(), 5);
    let white: Vec<f64> = game.positions.iter().flat_map(|it| it.chance).collect();
    assert!(white[0] > 50.0 && white[1] < 50.0 && white[2] < 50.0);
    assert_eq!(white[3..], [0.0, 0.0]);
    assert_eq!(game.positions[1].wdl, Some([100, 600, 300]));
    assert_eq!(game.positions[4].ending, Some("checkmate"));
    let judgements: Vec<_> = game.plies.iter().map(|ply| ply.judgement).collect();
    assert_eq!(judgements[0], Some(Judgement::Inaccuracy));
    assert_eq!(judgements[1..], [None, Some(Judgement::Blunder), None]);
    assert_eq!(game.plies[1].loss, Some(0.0), "the engine's own move");
}

#[test]
fn sides_are_added_up() {
    let [white, black] = short_game().sides;
    assert_eq!((white.errors, black.errors), ([1, 0, 1], [0, 0, 0]));
    assert!(white.accuracy < black.accuracy);
    assert_eq!((white.name.as_str(), black.name.as_str()), ("A", "Black"));
    assert_eq!(black.elo.as_deref(), Some("1500"));
}

#[test]
fn moments_are_mistakes_and_only_moves() {
    let moments: Vec<_> = short_game().plies.iter().map(|ply| ply.moment).collect();
    use Moment::{Error, Only};
    assert_eq!(moments, [None, Some(Only), Some(Error), Some(Only)]);
}

#[test]
fn what_was_not_analysed_is_not_judged() {
    let game = analysed("1. e4 e5 *", &[record(0, None), record(1, None), record(2, None)]);
    assert!(game.plies.iter().all(|ply| ply.loss.is_none() && ply.judgement.is_none()));
    assert!(game.sides.iter().all(|side| side.accuracy.is_none()));
    assert!(game.positions.iter().all(|position| position.chance.is_none()));
}

#[test]
fn a_game_without_a_legal_start_has_no_positions() {
    let mut bad = record(0, None);
    bad.error = Some("bad".to_owned());
    let game = analysed("[FEN \"8/8\"]\n1. e4 *", &[bad]);
    assert!(game.positions.is_empty() && game.plies.is_empty());
    assert_eq!(game.error.as_deref(), Some("line 1: bad"));
}
