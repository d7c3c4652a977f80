//! The evaluation network, through the real binary.

use crate::common::{Engine, scratch};

/// What `eval` says of a position in which a network and material disagree.
fn value(engine: &mut Engine) -> String {
    engine.send("position fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1");
    engine.ask("eval").concat()
}

#[test]
fn the_network_can_be_left_and_taken_again() {
    let mut engine = Engine::greeted();
    let embedded = value(&mut engine);
    let answer = engine.ask("setoption name EvalFile value <none>").concat();
    assert!(answer.ends_with("evaluated by piece-square values"), "{answer}");
    assert_ne!(value(&mut engine), embedded);
    let answer = engine.ask("setoption name EvalFile value <embedded>").concat();
    assert!(answer.contains("evaluated by network "), "{answer}");
    assert_eq!(value(&mut engine), embedded);
}

#[test]
fn an_exported_network_can_be_loaded_from_a_path_with_spaces() {
    let folder = scratch();
    let file = folder.path().join("a network.nnue");
    let mut engine = Engine::greeted();
    let embedded = value(&mut engine);
    engine.ask(&format!("export_net {}", file.display()));
    engine.ask("setoption name EvalFile value <none>");
    let answer = engine.ask(&format!("setoption name EvalFile value {}", file.display())).concat();
    assert!(answer.contains("evaluated by network "), "{answer}");
    assert_eq!(value(&mut engine), embedded);

    // A file that is cut short changes nothing.
    let bytes = std::fs::read(&file).expect("the exported file");
    std::fs::write(&file, &bytes[..bytes.len() - 100]).expect("room for a file");
    let answer = engine.ask(&format!("setoption name EvalFile value {}", file.display())).concat();
    assert!(answer.contains("bytes, but its header announces"), "{answer}");
    assert_eq!(value(&mut engine), embedded);
}

#[test]
fn what_is_no_network_is_refused_by_name() {
    let mut engine = Engine::greeted();
    let embedded = value(&mut engine);
    let answer = engine.ask("setoption name EvalFile value no/such/file").concat();
    assert!(answer.contains("EvalFile 'no/such/file': "), "{answer}");
    let answer = engine.ask("setoption name EvalFile value Cargo.toml").concat();
    assert!(answer.contains("not a network of Riposte"), "{answer}");
    assert_eq!(value(&mut engine), embedded);
    engine.ask("setoption name EvalFile value <none>");
    let answer = engine.ask("export_net nothing.nnue").concat();
    assert!(answer.contains("no network in use"), "{answer}");
}
