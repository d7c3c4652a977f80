//! Whole trainings on a few games.

use std::fs;
use std::path::Path;

use clap::Parser;
use riposte_board::Board;
use riposte_nnue::Network;

use riposte_trainer::testing::write_games;
use riposte_trainer::{Checkpoint, Share};

use super::{Options, run, shares};

#[derive(Parser)]
#[command(args_override_self = true)]
struct CommandLine {
    #[command(flatten)]
    options: Options,
}

fn train(folder: &Path, output: &str, arguments: &[&str]) -> Result<(), String> {
    let games = folder.join("games");
    if !games.exists() {
        write_games(&games, 600).unwrap();
    }
    let mut line = vec!["train".into(), games.into_os_string(), "--output".into()];
    line.push(folder.join(output).into_os_string());
    line.extend(["--hidden", "32", "--validation-share", "0.1"].map(Into::into));
    line.extend(["--batch", "1024", "--learning-rate", "0.01"].map(Into::into));
    line.extend(["--warm-up", "10", "--keep-scale"].map(Into::into));
    line.extend(arguments.iter().map(Into::into));
    run(&CommandLine::parse_from(line).options).map_err(|error| error.to_string())
}

fn losses(folder: &Path) -> Vec<f64> {
    let table = fs::read_to_string(folder.join("history.csv")).unwrap();
    let loss = |line: &str| line.split(',').nth(3).unwrap().parse().unwrap();
    table.lines().skip(1).map(loss).collect()
}

#[test]
fn a_network_learns_material() {
    let folder = tempfile::tempdir().unwrap();
    // The moves are random, so later scores say nothing about earlier ones.
    train(folder.path(), "out", &["--epochs", "20", "--lambda", "0"]).unwrap();
    let out = folder.path().join("out");
    let network = Network::<32>::from_bytes(&fs::read(out.join("network.nnue")).unwrap()).unwrap();
    let value = |fen: &str| {
        let board = Board::from_fen(fen).unwrap();
        network.evaluate(board.placement(), board.side())
    };
    let queen_up = "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    assert!(value(&format!("{queen_up} w KQkq - 0 9")) > 400);
    assert!(value(&format!("{queen_up} b KQkq - 0 9")) < -400);
    assert!(value("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 9").abs() < 200);

    let losses = losses(&out);
    assert_eq!(losses.len(), 20);
    assert!(losses[19] < losses[0] / 4.0, "{losses:?}");
    let summary = fs::read_to_string(out.join("summary.txt")).unwrap();
    for part in ["600 games", "seed          1", "Quantisation", "root mean square"] {
        assert!(summary.contains(part), "no {part:?} in {summary}");
    }
    assert!(fs::read_to_string(out.join("losses.svg")).unwrap().contains("</svg>"));
}

#[test]
fn stopping_and_threads_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name);
    let network = |name: &str| fs::read(out(name).join("network.nnue")).unwrap();

    train(folder.path(), "whole", &["--epochs", "2"]).unwrap();
    train(folder.path(), "threads", &["--epochs", "2", "--threads", "1"]).unwrap();
    assert_eq!(network("threads"), network("whole"));
    train(folder.path(), "other", &["--epochs", "2", "--seed", "2"]).unwrap();
    assert_ne!(network("other"), network("whole"));

    let first = ["--epochs", "2", "--stop-after", "1"];
    train(folder.path(), "parts", &first).unwrap();
    assert_eq!(losses(&out("parts")), losses(&out("whole"))[..1]);
    train(folder.path(), "parts", &["--epochs", "2", "--resume"]).unwrap();
    assert_eq!(network("parts"), network("whole"));
    assert_eq!(losses(&out("parts")), losses(&out("whole")));

    let refused = train(folder.path(), "parts", &["--epochs", "3", "--resume"]).unwrap_err();
    assert!(refused.contains("made with other options"), "{refused}");
}

#[test]
fn a_training_goes_on_from_a_network() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), "out", &["--epochs", "2"]).unwrap();
    let network = folder.path().join("out/network.nnue");
    let from = |output: &str, arguments: &[&str]| {
        let mut all = vec!["--from", network.to_str().unwrap(), "--epochs", "1"];
        all.extend(arguments);
        train(folder.path(), output, &all)
    };
    // With hardly a step it is the same network, up to rounding.
    let least = ["--learning-rate", "1e-9", "--final-learning-rate", "1e-9"];
    from("same", &least).unwrap();
    let before = losses(&folder.path().join("out"))[1];
    let after = losses(&folder.path().join("same"))[0];
    assert!((after / before - 1.0).abs() < 0.02, "{before} became {after}");
    // Another unit of output does not change what it says of a position.
    from("scaled", &[&least[..], &["--scale", "300"]].concat()).unwrap();
    let value = |output: &str| {
        let bytes = fs::read(folder.path().join(output).join("network.nnue")).unwrap();
        let board = Board::from_fen("rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 9");
        let board = board.unwrap();
        Network::<32>::from_bytes(&bytes).unwrap().evaluate(board.placement(), board.side())
    };
    let (whole, scaled) = (value("out"), value("scaled"));
    assert!((whole - scaled).abs() < 30, "{whole} became {scaled}");

    let games = folder.path().join("games");
    let refused = train(folder.path(), "wrong", &["--from", games.to_str().unwrap()]).unwrap_err();
    assert!(refused.contains("games:"), "{refused}");
}

#[test]
fn a_training_goes_on_from_a_checkpoint_as_if_it_had_not_stopped() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), "out", &["--epochs", "3"]).unwrap();
    let checkpoint = folder.path().join("out/training.checkpoint");
    let from = |output: &str, arguments: &[&str]| {
        let mut all = vec!["--from", checkpoint.to_str().unwrap(), "--epochs", "1"];
        all.extend(arguments);
        train(folder.path(), output, &all)
    };
    let least = ["--learning-rate", "1e-9", "--final-learning-rate", "1e-9", "--average", "0"];
    from("same", &least).unwrap();
    let before = losses(&folder.path().join("out"))[2];
    let after = losses(&folder.path().join("same"))[0];
    // Only the average that the first training ended with is missing.
    assert!((after / before - 1.0).abs() < 0.005, "{before} became {after}");

    // New neurons change nothing before they have learnt.
    from("wider", &[&least[..], &["--hidden", "64"]].concat()).unwrap();
    let wider = losses(&folder.path().join("wider"))[0];
    assert!((wider / after - 1.0).abs() < 0.001, "{after} became {wider}");
    let wider = folder.path().join("wider/training.checkpoint");
    let back = ["--from", wider.to_str().unwrap(), "--epochs", "1"];
    let refused = train(folder.path(), "back", &back).unwrap_err();
    assert!(refused.contains("64 hidden neurons, more than 32"), "{refused}");
}

#[test]
fn a_training_begins_with_the_mean_of_several() {
    let folder = tempfile::tempdir().unwrap();
    let path = |output: &str| folder.path().join(output).join("training.checkpoint");
    let average = |output: &str| Checkpoint::load_any(&path(output)).unwrap().state.average;
    for (output, seed) in [("one", "1"), ("two", "2")] {
        train(folder.path(), output, &["--epochs", "1", "--seed", seed]).unwrap();
    }
    let [one, two] = ["one", "two"].map(path);
    let from = ["--from", one.to_str().unwrap(), "--from", two.to_str().unwrap(), "--epochs", "1"];
    let least = ["--learning-rate", "1e-9", "--final-learning-rate", "1e-9", "--weight-decay", "0"];
    train(folder.path(), "mean", &[&from[..], &least].concat()).unwrap();
    let [one, two, mean] = ["one", "two", "mean"].map(average);
    assert_ne!(one, two);
    for ((one, two), mean) in one.values().zip(two.values()).zip(mean.values()) {
        assert!((0.5 * (one + two) - mean).abs() < 1e-5, "{one} and {two} gave {mean}");
    }
}

#[test]
fn the_share_of_the_result_changes_from_epoch_to_epoch() {
    let folder = tempfile::tempdir().unwrap();
    let training_losses = |output: &str, share: &str| -> Vec<f64> {
        train(folder.path(), output, &["--epochs", "2", "--result-share", share]).unwrap();
        let table = fs::read_to_string(folder.path().join(output).join("history.csv")).unwrap();
        let loss = |line: &str| line.split(',').nth(2).unwrap().parse().unwrap();
        table.lines().skip(1).map(loss).collect()
    };
    let (none, rising) = (training_losses("none", "0"), training_losses("rising", "0:0.5"));
    assert_eq!(none[0], rising[0]);
    assert!(none[1] < rising[1], "results are harder to predict: {none:?} {rising:?}");
}

#[test]
fn samples_are_made_once() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), "out", &["--epochs", "1"]).unwrap();
    let samples = folder.path().join("out/samples/training.samples");
    // A cache that is used as it is shows what was done to it.
    let bytes = fs::read(&samples).unwrap();
    fs::write(&samples, &bytes[..32 * 2048]).unwrap();
    train(folder.path(), "out", &["--epochs", "1"]).unwrap();
    let table = fs::read_to_string(folder.path().join("out/history.csv")).unwrap();
    assert_eq!(table.lines().nth(1).unwrap().split(',').nth(6), Some("2048"));
    // Other options make it anew.
    train(folder.path(), "out", &["--epochs", "1", "--seed", "3"]).unwrap();
    assert!(fs::read(&samples).unwrap().len() > 32 * 2048);
}

#[test]
fn a_share_is_constant_or_changes() {
    assert_eq!(shares("0.3").unwrap(), Share { first: 0.3, last: 0.3 });
    assert_eq!(shares("0.1:0.4").unwrap(), Share { first: 0.1, last: 0.4 });
    assert!(shares("0.1:2").is_err() && shares("").is_err());
}
