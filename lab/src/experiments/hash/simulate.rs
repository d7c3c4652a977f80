//! The formulas of errors by random keys.

use std::collections::HashSet;

use crate::report::{Cell, Plot, PlotKind, Table};
use riposte_tools::random::Random;

/// Runs per case.
const RUNS: u32 = 1000;

/// The first stream of random numbers of this experiment.
const STREAM: u64 = 1 << 20;

/// What counts as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A visited position has the whole key of one given position.
    OneKey,
    /// Any two visited positions have the same key.
    AnyPair,
    /// A probe of a full table meets its check in one of this many entries.
    FullTable(u32),
}

/// One case of a formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    kind: Kind,
    n: u32,
    m: u32,
    w: u32,
    /// The part of the runs without an error.
    measured: f64,
    /// Errors per run.
    errors: f64,
}

const CASES: [(Kind, u32, u32, u32); 12] = [
    (Kind::OneKey, 8, 8, 12),
    (Kind::OneKey, 8, 8, 14),
    (Kind::OneKey, 8, 8, 15),
    (Kind::OneKey, 8, 8, 16),
    (Kind::AnyPair, 8, 12, 8),
    (Kind::AnyPair, 8, 12, 9),
    (Kind::AnyPair, 8, 12, 10),
    (Kind::AnyPair, 8, 12, 11),
    (Kind::FullTable(1), 8, 12, 10),
    (Kind::FullTable(1), 8, 12, 12),
    (Kind::FullTable(4), 8, 12, 10),
    // The mean of the literature's check: 16 false hits in 2^16 probes.
    (Kind::FullTable(1), 8, 12, 16),
];

/// All cases with these random numbers.
pub(super) fn all(seed: u64) -> Vec<Case> {
    let streams = STREAM..;
    CASES.iter().zip(streams).map(|(case, stream)| Case::run(*case, seed, stream)).collect()
}

impl Case {
    fn run((kind, n, m, w): (Kind, u32, u32, u32), seed: u64, stream: u64) -> Self {
        let mut random = Random::stream(seed, stream);
        let (mut clean, mut errors) = (0, 0);
        for _ in 0..RUNS {
            let count = match kind {
                Kind::OneKey => one_key(n + m, w, &mut random),
                Kind::AnyPair => any_pair(n + m, w, &mut random),
                Kind::FullTable(entries) => full_table(n, m, w, entries, &mut random),
            };
            clean += u32::from(count == 0);
            errors += count;
        }
        let runs = f64::from(RUNS);
        Self { kind, n, m, w, measured: f64::from(clean) / runs, errors: errors as f64 / runs }
    }

    /// Errors per run by the formula.
    fn expected_errors(&self) -> f64 {
        let [n, m, w] = [self.n, self.m, self.w].map(|bits| bits as i32);
        match self.kind {
            Kind::OneKey => 2f64.powi(w - n - m),
            Kind::AnyPair => 2f64.powi(2 * w - 1 - n - m),
            Kind::FullTable(entries) => f64::from(entries) * 2f64.powi(w - m),
        }
    }

    /// The probability of no error by the formula.
    fn theory(&self) -> f64 {
        (-self.expected_errors()).exp()
    }

    /// How far the number of errors is off, in standard errors of a Poisson count.
    pub(super) fn deviations(&self) -> f64 {
        let expected = self.expected_errors() * f64::from(RUNS);
        (self.errors * f64::from(RUNS) - expected) / expected.sqrt()
    }

    fn name(&self) -> String {
        match self.kind {
            Kind::OneKey => "one key".to_owned(),
            Kind::AnyPair => "any pair".to_owned(),
            Kind::FullTable(entries) => format!("full table, {entries} per place"),
        }
    }
}

fn low_bits(bits: u64, count: u32) -> u64 {
    bits & ((1 << count) - 1)
}

/// Visits with the key of position zero.
fn one_key(bits: u32, w: u32, random: &mut Random) -> u64 {
    (0..1u64 << w).filter(|_| low_bits(random.bits(), bits) == 0).count() as u64
}

/// Visits whose key another position had before. Pairs, as the formula counts them:
/// a third position with the same key makes two more, which is rare here.
fn any_pair(bits: u32, w: u32, random: &mut Random) -> u64 {
    let mut seen = HashSet::new();
    (0..1u64 << w).filter(|_| !seen.insert(low_bits(random.bits(), bits))).count() as u64
}

/// Probes that meet their check by chance, every entry being in use.
fn full_table(n: u32, m: u32, w: u32, entries: u32, random: &mut Random) -> u64 {
    let places = 1usize << n;
    let table: Vec<u64> =
        (0..places * entries as usize).map(|_| low_bits(random.bits(), m)).collect();
    (0..1u64 << w)
        .map(|_| {
            let key = random.bits();
            let place = low_bits(key, n) as usize * entries as usize;
            let check = low_bits(key >> n, m);
            table[place..place + entries as usize].iter().filter(|&&it| it == check).count() as u64
        })
        .sum()
}

/// Formula against simulation.
pub(super) fn table(cases: &[Case]) -> Table {
    let row = |case: &Case| {
        let bits = |bits: u32| Cell::count(f64::from(bits));
        vec![
            ("error", Cell::text(case.name())),
            ("n", bits(case.n)),
            ("m", bits(case.m)),
            ("w", bits(case.w)),
            ("errors per run, formula", Cell::number(case.expected_errors(), 4)),
            ("errors per run", Cell::number(case.errors, 4)),
            ("no error, formula", Cell::number(case.theory(), 4)),
            ("no error", Cell::number(case.measured, 4)),
            ("deviation, standard errors", Cell::number(case.deviations(), 1)),
        ]
    };
    Table {
        file: "hash-formulas".to_owned(),
        title: format!("Formulas against {RUNS} runs each"),
        rows: cases.iter().map(row).collect(),
    }
}

/// Measured against predicted; the line is where they are equal.
pub(super) fn plot(cases: &[Case]) -> Plot {
    let of = |wanted: &str, kinds: fn(Kind) -> bool| {
        let mut points: Vec<(f64, f64)> = cases
            .iter()
            .filter(|case| kinds(case.kind))
            .map(|case| (case.theory(), case.measured))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        (wanted.to_owned(), points)
    };
    Plot {
        file: "hash-formulas".to_owned(),
        title: "Runs without an error: simulation by formula".to_owned(),
        axis: "probability by the formula".to_owned(),
        kind: PlotKind::Lines {
            vertical: "part of the runs".to_owned(),
            lines: vec![
                of("one key", |kind| kind == Kind::OneKey),
                of("any pair", |kind| kind == Kind::AnyPair),
                of("full table", |kind| matches!(kind, Kind::FullTable(_))),
                ("equal".to_owned(), vec![(0.0, 0.0), (1.0, 1.0)]),
            ],
            logarithmic: false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulations_agree_with_the_formulas_and_repeat() {
        let cases = all(1);
        for case in &cases {
            assert!(case.deviations().abs() < 4.5, "{case:?}");
            assert!((case.measured - case.theory()).abs() < 0.07, "{case:?}");
        }
        let again = all(1);
        assert!(cases.iter().zip(&again).all(|(a, b)| a.errors == b.errors));
    }
}
