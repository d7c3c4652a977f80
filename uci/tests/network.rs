//! The evaluation network, through the real binary.

mod common;

use common::Engine;

#[test]
fn what_is_no_network_is_refused_by_name() {
    let mut engine = Engine::greeted();
    let value = engine.ask("eval");
    let answer = engine.ask("setoption name EvalFile value no/such/file").concat();
    assert!(answer.contains("EvalFile 'no/such/file': "), "{answer}");
    let answer = engine.ask("setoption name EvalFile value Cargo.toml").concat();
    assert!(answer.contains("not a network of Riposte"), "{answer}");
    assert_eq!(engine.ask("eval"), value);
    let answer = engine.ask("export_net nothing.nnue").concat();
    assert!(answer.contains("no network in use"), "{answer}");
}
