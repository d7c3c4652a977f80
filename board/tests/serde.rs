//! The feature `serde`.

use riposte_board::Position;
use serde_json::{from_str, to_string};

#[test]
fn a_position_is_its_fen() {
    for number in [0, 518, 959] {
        let position = Position::chess960(number).expect("a start");
        let text = to_string(&position).expect("text");
        assert_eq!(text, format!("\"{}\"", position.fen()));
        assert_eq!(from_str::<Position>(&text).expect("its own text"), position);
    }
    let error = from_str::<Position>("\"8/8/8\"").expect_err("no position").to_string();
    assert!(error.starts_with("the placement has 3 ranks instead of 8"), "{error}");
}
