//! Shows that `Release` costs nothing: rules that read parameters, and the same rules with
//! the numbers written by hand, have the same instruction counts. valgrind 3.19 supports no
//! AVX-512, hence the older target.
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=x86-64-v3" cargo build --profile profiling -p riposte-search --example callgrind_lab
//! valgrind --tool=callgrind --callgrind-out-file=lab.out target/profiling/examples/callgrind_lab
//! callgrind_annotate --threshold=100 lab.out | grep callgrind_lab::
//! ```
#![allow(clippy::print_stdout)]

use std::hint::black_box;

use riposte_search::params::{Feature, Lab, Masked, NullForm, Release, Tunable};

/// The input of a pruning rule.
#[derive(Clone, Copy)]
struct Facts {
    depth: i32,
    eval: i32,
    beta: i32,
    improving: bool,
}

/// A switch that is on, a switch that is off, tunables.
#[inline(always)]
fn margin<L: Lab>(lab: &L, facts: Facts) -> bool {
    let mut margin = lab.rfp_margin() * facts.depth;
    if facts.improving {
        margin -= lab.rfp_improving();
    }
    if lab.on(Feature::ButterflyMoves) {
        margin += facts.eval % 7;
    }
    lab.on(Feature::ReverseFutility)
        && facts.depth <= lab.rfp_depth()
        && facts.eval - margin >= facts.beta
}

#[inline(never)]
fn margin_release(facts: Facts) -> bool {
    margin(&Release, facts)
}

#[inline(never)]
fn margin_masked(lab: &Masked, facts: Facts) -> bool {
    margin(lab, facts)
}

#[inline(never)]
fn margin_by_hand(facts: Facts) -> bool {
    let mut margin = RFP_MARGIN * facts.depth;
    if facts.improving {
        margin -= RFP_IMPROVING;
    }
    facts.depth <= RFP_DEPTH && facts.eval - margin >= facts.beta
}

/// A choice between forms, with tunables in the one that is chosen.
#[inline(always)]
fn reduction<L: Lab>(lab: &L, facts: Facts) -> i32 {
    match lab.null_form() {
        NullForm::Modern => {
            let above = (facts.eval - facts.beta) / lab.nmp_eval();
            lab.nmp_base() + facts.depth / lab.nmp_divisor() + above.clamp(0, lab.nmp_eval_max())
        }
        NullForm::Fixed1 => 2,
        NullForm::Fixed2 => 3,
        NullForm::Fixed3 | NullForm::Verified => 4,
        NullForm::Adaptive => 3 + i32::from(facts.depth > 6),
    }
}

#[inline(never)]
fn reduction_release(facts: Facts) -> i32 {
    reduction(&Release, facts)
}

#[inline(never)]
fn reduction_masked(lab: &Masked, facts: Facts) -> i32 {
    reduction(lab, facts)
}

#[inline(never)]
fn reduction_by_hand(facts: Facts) -> i32 {
    let above = (facts.eval - facts.beta) / NMP_EVAL;
    NMP_BASE + facts.depth / NMP_DIVISOR + above.clamp(0, NMP_EVAL_MAX)
}

// The values that the parameters declare, so that tuning does not make the comparison
// unfair.
const RFP_MARGIN: i32 = Tunable::RfpMargin.spec().default;
const RFP_IMPROVING: i32 = Tunable::RfpImproving.spec().default;
const RFP_DEPTH: i32 = Tunable::RfpDepth.spec().default;
const NMP_EVAL: i32 = Tunable::NmpEval.spec().default;
const NMP_BASE: i32 = Tunable::NmpBase.spec().default;
const NMP_DIVISOR: i32 = Tunable::NmpDivisor.spec().default;
const NMP_EVAL_MAX: i32 = Tunable::NmpEvalMax.spec().default;

fn main() {
    let masked = black_box(Masked::default());
    let mut sums = [0_i32; 6];
    for round in 0..10_000 {
        let facts = black_box(Facts {
            depth: round % 16,
            eval: round % 997,
            beta: round % 331,
            improving: round % 3 == 0,
        });
        sums[0] += i32::from(margin_release(facts));
        sums[1] += i32::from(margin_by_hand(facts));
        sums[2] += i32::from(margin_masked(&masked, facts));
        sums[3] += reduction_release(facts);
        sums[4] += reduction_by_hand(facts);
        sums[5] += reduction_masked(&masked, facts);
    }
    println!("10 000 calls each; sums {sums:?}");
}
