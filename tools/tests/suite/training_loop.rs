//! `loop` as a user runs it: stopped in the middle, then continued.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

fn training_loop(folder: &Path, epd: &Path, generations: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_riposte-tools"));
    command.arg("loop").arg(folder).arg("--yardstick").arg(epd);
    command.args(["--generations", generations]);
    command.args("--games 60 --newest 2 --yardstick-nodes 50".split(' '));
    command.args(["--datagen", "--nodes 40 --opening-nodes 100 --hash 1 --threads 2"]);
    command.args(["--train", "--hidden 64 --epochs 2 --batch 1024 --validation-share 0.2"]);
    command.args(["--match", "--sprt 0:4 --games 6 --nodes 60 --hash 1 --threads 2"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

#[test]
fn a_stopped_loop_goes_on_to_its_last_generation() {
    let folder = TempDir::new().expect("a folder");
    let epd = folder.path().join("positions.epd");
    let positions = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - ce 30;\n\
                     8/5pk1/6p1/8/8/6P1/4RPK1/8 w - - ce 600;\n\
                     8/5pk1/6p1/8/8/6P1/4RPK1/8 b - - ce -600;\n";
    fs::write(&epd, positions).expect("space");
    let path = folder.path().join("loop");
    // Stopped wherever it is after these times.
    for wait in [300, 3_000] {
        let mut run = training_loop(&path, &epd, "2").spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(wait));
        let sent = Command::new("kill").arg("-INT").arg(run.id().to_string()).status();
        assert!(sent.expect("kill runs").success());
        assert!(run.wait().expect("it ends").success());
    }
    let output = training_loop(&path, &epd, "2").output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let log = fs::read_to_string(path.join("log.csv")).expect("the log");
    let lines: Vec<Vec<&str>> = log.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 3, "{log}");
    for (line, generation) in lines[1..].iter().zip(["1", "2"]) {
        assert_eq!((line[0], line[2], line.len()), (generation, "60", 9), "{log}");
    }
    let picture = fs::read_to_string(path.join("progress.svg")).expect("the picture");
    assert!(picture.contains("generation"));
    // There is nothing left to do.
    let again = training_loop(&path, &epd, "2").output().expect("it runs");
    assert!(again.status.success());
    assert_eq!(fs::read_to_string(path.join("log.csv")).expect("the log"), log);

    // Another loop goes on from one of its trainings.
    let checkpoint = path.join("generation-001/training/training.checkpoint");
    let other = folder.path().join("other");
    let mut run = training_loop(&other, &epd, "1");
    run.arg("--from").arg(&checkpoint);
    let output = run.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let training = other.join("generation-001/training.txt");
    let training = fs::read_to_string(training).expect("the report");
    assert!(training.contains(&format!("begins with   {}", checkpoint.display())), "{training}");
}
