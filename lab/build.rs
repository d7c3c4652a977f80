//! Notes the commit of the build, for reports of measurements.

use std::process::Command;

fn main() {
    let commit = git(&["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]);
    println!("cargo::rustc-env=RIPOSTE_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    for package in ["../movegen", "../board", "../tt", "../nnue", "../search", "../tools", "."] {
        println!("cargo::rerun-if-changed={package}/src");
    }
}

/// What git answers, unless there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
