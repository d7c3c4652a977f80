//! Errors of hash keys, by simulation and in a real search, against the formulas; and
//! the seven schemes of replacement.

mod simulate;

use super::show::change_with_error;
use super::{Choices, Experiment};
use crate::classic::Replacement;
use crate::parts::{Job, Row, Series, Setting, program};
use crate::report::{Cell, Claim, Plot, PlotKind, Section, Table, Verdict};
use crate::summary::{Measured, bottom, nodes};

const DEPTH: u32 = 6;

/// Table sizes of the replacement experiment, in bits.
const SIZES: [u32; 4] = [10, 12, 14, 16];

/// Table size and key checks of the experiment with false hits.
const INDEX: u32 = 14;
const CHECKS: [u32; 5] = [2, 4, 6, 8, 12];

/// A check that is never wrong.
fn whole(index_bits: u32) -> u32 {
    63 - index_bits
}

/// Searches with narrow tables; the formulas need none.
pub(super) fn build(choices: &Choices) -> Result<Experiment, String> {
    let depth = choices.depth_or(DEPTH);
    let mut settings = vec![Setting::classic("large table", program(), depth)];
    for index_bits in SIZES {
        for (replacement, name) in Replacement::ALL {
            let check_bits = whole(index_bits);
            let job = Job::Narrow { depth, index_bits, check_bits, replacement };
            settings.push(Setting { name: format!("{name} 2^{index_bits}"), job });
        }
    }
    for check_bits in CHECKS {
        let job =
            Job::Narrow { depth, index_bits: INDEX, check_bits, replacement: Replacement::New };
        settings.push(Setting { name: format!("check {check_bits}"), job });
    }
    let series = Series { name: "hash", subjects: choices.subjects()?, settings };
    let seed = choices.seed;
    Ok(Experiment { series: vec![series], conclude: Box::new(move |it| conclude(&it[0], seed)) })
}

fn conclude(measured: &Measured<'_>, seed: u64) -> Section {
    let depth = measured.depth(0);
    let cases = simulate::all(seed);
    Section {
        name: "hash",
        title: "Errors of hash tables",
        setting: format!(
            "Formulas: simulation with random keys, seed {seed}; n bits of index, m of check, 2^w visits. \
             Search: {} positions to depth {depth}, a table of 2^{INDEX} entries that compares few bits \
             of the key (always replacing), and tables of 2^10 to 2^16 entries by the schemes of \
             replacement.",
            measured.series.subjects.len()
        ),
        claims: claims(measured, &cases),
        tables: vec![
            simulate::table(&cases),
            false_hits(measured, depth),
            replacement(measured, depth),
        ],
        plots: vec![simulate::plot(&cases), replacement_plot(measured, depth)],
    }
}

fn false_count(row: &Row) -> f64 {
    row.counts.false_hits as f64
}

fn foreign(row: &Row) -> f64 {
    row.counts.foreign as f64
}

/// The search with this check: false hits, and how many the formula expects.
fn false_hits_of(measured: &Measured<'_>, check_bits: u32) -> (f64, f64) {
    let place = measured.place(&format!("check {check_bits}")).unwrap_or(0);
    let depth = measured.depth(place);
    let expected = measured.sum(place, depth, foreign) * 2f64.powi(-(check_bits as i32));
    (measured.sum(place, depth, false_count), expected)
}

fn claims(measured: &Measured<'_>, cases: &[simulate::Case]) -> Vec<Claim> {
    let worst = cases.iter().map(|case| case.deviations().abs()).fold(0.0, f64::max);
    let search: Vec<(u32, f64, f64)> = CHECKS
        .iter()
        .map(|&bits| {
            let (found, expected) = false_hits_of(measured, bits);
            (bits, found, expected)
        })
        .collect();
    let texts = search
        .iter()
        .map(|(bits, found, expected)| format!("{bits} bits {found:.0} against {expected:.1}"));
    let near = |least: f64, most: f64| {
        let seen = search.iter().filter(|(.., expected)| *expected >= 20.0);
        seen.clone().all(|(_, found, expected)| (least..=most).contains(&(found / expected)))
    };
    let depth = measured.depth(0);
    let size = |scheme: &str, bits: u32| {
        let place = |name: &str| measured.place(&format!("{name} 2^{bits}")).unwrap_or(0);
        measured.against(place(scheme), place("New"), depth, nodes)
    };
    let best = |bits: u32| {
        let schemes = Replacement::ALL.iter().map(|(_, name)| (*name, size(name, bits).mean));
        schemes.min_by(|a, b| a.1.total_cmp(&b.1)).map_or("none", |best| best.0)
    };
    let winners = SIZES.map(|bits| format!("2^{bits}: {}", best(bits)));
    let wins = SIZES.iter().filter(|&&bits| best(bits) == "TwoBig1").count();
    let two = SIZES.iter().filter(|&&bits| best(bits).starts_with("Two")).count();
    vec![
        Claim {
            source: "lecture",
            published: "exp(-2^(w-n-m)), exp(-2^(2w-1-n-m)) and exp(-b fill 2^(w-m)) without error",
            measured: format!(
                "{} cases simulated, the largest deviation {worst:.1} standard errors",
                cases.len()
            ),
            verdict: Verdict::of(worst < 4.0, worst < 6.0),
        },
        Claim {
            source: "the same formula",
            published: "false hits in a search: foreign entries met, by 2^m",
            measured: texts.collect::<Vec<_>>().join("; "),
            verdict: Verdict::of(near(0.8, 1.25), near(0.4, 2.5)),
        },
        Claim {
            source: "Breuker et al. 1994",
            published: "two levels by size of the subtree are the best of the seven schemes",
            measured: format!(
                "fewest nodes: {}; TwoBig1 against New {} at 2^{}",
                winners.join(", "),
                change_with_error(size("TwoBig1", SIZES[0])),
                SIZES[0]
            ),
            verdict: Verdict::of(wins * 2 > SIZES.len(), two * 2 > SIZES.len()),
        },
    ]
}

fn false_hits(measured: &Measured<'_>, depth: u32) -> Table {
    let row = |&bits: &u32| {
        let place = measured.place(&format!("check {bits}")).unwrap_or(0);
        let (found, expected) = false_hits_of(measured, bits);
        let rows = measured.at(place, depth);
        let wrong =
            rows.iter().zip(measured.at(0, depth)).filter(|(own, right)| own.value != right.value);
        vec![
            ("check bits", Cell::count(f64::from(bits))),
            ("probes", Cell::count(measured.sum(place, depth, |row| row.counts.probes as f64))),
            ("foreign entries met", Cell::count(measured.sum(place, depth, foreign))),
            ("false hits expected", Cell::number(expected, 1)),
            ("false hits", Cell::count(found)),
            ("positions with a wrong value", Cell::count(wrong.count() as f64)),
        ]
    };
    Table {
        file: "hash-search".to_owned(),
        title: format!("False hits in the search at depth {depth}"),
        rows: CHECKS.iter().map(row).collect(),
    }
}

fn replacement(measured: &Measured<'_>, depth: u32) -> Table {
    let mut rows = Vec::new();
    for (_, name) in Replacement::ALL {
        for bits in SIZES {
            let place = |name: &str| measured.place(&format!("{name} 2^{bits}")).unwrap_or(0);
            let spread = measured.against(place(name), 0, depth, nodes);
            rows.push(vec![
                ("scheme", Cell::text(name)),
                ("entries", Cell::count(f64::from(1 << bits))),
                ("nodes, ratio to a large table", Cell::number(spread.mean, 3)),
                ("± error", Cell::number(spread.standard_error(), 3)),
                (
                    "nodes, ratio to New",
                    Cell::number(measured.against(place(name), place("New"), depth, nodes).mean, 3),
                ),
                ("bottom positions, sum", Cell::count(measured.sum(place(name), depth, bottom))),
            ]);
        }
    }
    Table {
        file: "hash-replacement".to_owned(),
        title: format!("Schemes of replacement at depth {depth}"),
        rows,
    }
}

fn replacement_plot(measured: &Measured<'_>, depth: u32) -> Plot {
    let line = |&(_, name): &(Replacement, &str)| {
        let points = SIZES.iter().map(|&bits| {
            let place = measured.place(&format!("{name} 2^{bits}")).unwrap_or(0);
            (f64::from(bits), measured.against(place, 0, depth, nodes).mean)
        });
        (name.to_owned(), points.collect())
    };
    Plot {
        file: "hash-replacement".to_owned(),
        title: format!("Nodes to depth {depth} against a large table, by size and scheme"),
        axis: "entries, power of two".to_owned(),
        kind: PlotKind::Lines {
            vertical: "nodes, ratio".to_owned(),
            lines: Replacement::ALL.iter().map(line).collect(),
            logarithmic: false,
        },
    }
}
