//! How many zugzwang positions each form of the null move solves within a number
//! of nodes: `cargo run --release -p riposte-search --example null_move_forms 200000`.
#![allow(clippy::print_stdout, missing_docs)]

use riposte_search::params::{Feature, Masked, NullForm};

#[path = "../tests/suite/problems.rs"]
#[allow(dead_code)]
mod problems;

fn main() {
    let nodes = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let problems = problems::zugzwang_suite();
    println!("{} positions, {nodes} nodes each", problems.len());
    println!("{:<12}{:>14}{:>26}", "form", "as played", "with pawns only as well");
    for (name, lab) in forms() {
        let mut bold = lab.clone();
        bold.set(Feature::NullNeedsPieces, false);
        let counts = [lab, bold].map(|lab| problems::solved(lab, &problems, nodes));
        println!("{name:<12}{:>14}{:>26}", counts[0], counts[1]);
    }
}

/// No null move, every form, and the modern form without its verification.
fn forms() -> Vec<(&'static str, Masked)> {
    let mut forms = vec![("none", problems::with("NullMove", "off"))];
    let names = NullForm::ALL.iter().map(|form| form.name());
    forms.extend(names.map(|name| (name, problems::with("NullForm", name))));
    forms.push(("unverified", problems::with("NullVerification", "off")));
    forms
}
