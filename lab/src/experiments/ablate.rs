//! What the engine's own heuristics are worth: the release's search with each of
//! them the other way, with the other forms of its rules, and with pairs off that
//! do similar work.

use super::{Choices, Experiment};
use crate::parts::{Job, Series, Setting};
use crate::report::{Cell, Claim, Plot, PlotKind, Section, Table, Verdict};
use crate::summary::{Measured, Spread, cutoffs, first_cutoffs, nodes, seconds, solved};
use riposte_tools::setting::Setting as Change;

const DEPTH: u32 = 12;

/// Heuristics that may stand in for each other.
const PAIRS: [&str; 11] = [
    "Killers=off+Countermove=off",
    "Killers=off+History=off",
    "History=off+Continuation1=off",
    "Continuation1=off+Continuation2=off",
    "Continuation4=off+Continuation6=off",
    "PawnCorrection=off+NonPawnCorrection=off",
    "NullMove=off+ReverseFutility=off",
    "LateMoveReduction=off+LateMovePruning=off",
    "Futility=off+LateMovePruning=off",
    "TtMove=off+InternalReduction=off",
    "Singular=off+ReduceByTtPv=off",
];

/// Settings in the picture.
const SHOWN: usize = 40;

/// Every change of one thing, and the pairs; or what the user chose.
pub(super) fn build(choices: &Choices) -> Result<Experiment, String> {
    let depth = choices.depth_or(DEPTH);
    let is_whole = choices.only.is_empty();
    let (singles, others) = match is_whole {
        true => (Change::all(), PAIRS.map(str::to_owned).to_vec()),
        false => (vec![Change::RELEASE], choices.only.clone()),
    };
    let others = others.iter().map(|it| Change::parse(it)).collect::<Result<Vec<_>, _>>()?;
    let settings = singles
        .into_iter()
        .chain(others)
        .map(|setting| Setting { name: setting.name(), job: Job::Modern { setting, depth } });
    let series =
        Series { name: "ablate", subjects: choices.subjects()?, settings: settings.collect() };
    Ok(Experiment {
        series: vec![series],
        conclude: Box::new(move |it| conclude(&it[0], is_whole)),
    })
}

fn conclude(measured: &Measured<'_>, is_whole: bool) -> Section {
    let depth = measured.depth(0);
    let mut order: Vec<usize> = (1..measured.series.settings.len()).collect();
    let size = |setting: usize| measured.against(setting, 0, depth, nodes);
    order.sort_by(|&a, &b| size(b).mean.total_cmp(&size(a).mean));
    Section {
        name: "ablate",
        title: "The engine's own heuristics",
        setting: format!(
            "{} positions to depth {depth} by the release's search, from an empty memory, with one \
             heuristic the other way, another published form of a rule, or two heuristics off. Above 1 \
             the setting costs nodes; fewer nodes are not by themselves better play.",
            measured.series.subjects.len()
        ),
        claims: if is_whole { claims(measured, depth) } else { Vec::new() },
        tables: vec![table(measured, &order, depth)],
        plots: vec![plot(measured, &order, depth)],
    }
}

fn claims(measured: &Measured<'_>, depth: u32) -> Vec<Claim> {
    let size =
        |name: &str| measured.place(name).map(|place| measured.against(place, 0, depth, nodes));
    let tell = |names: &[&str]| {
        let texts = names.iter().filter_map(|name| {
            Some(format!("{name} {}", super::show::change_with_error(size(name)?)))
        });
        texts.collect::<Vec<_>>().join("; ")
    };
    let mean = |name: &str| size(name).map_or(f64::NAN, |spread: Spread| spread.mean);
    vec![
        Claim {
            source: "practice of 2024",
            published: "killers and countermoves can go without measurable loss",
            measured: tell(&["Killers=off", "Countermove=off", "Killers=off+Countermove=off"]),
            verdict: Verdict::of(
                mean("Killers=off+Countermove=off") < 1.05,
                mean("Killers=off+Countermove=off") < 1.15,
            ),
        },
        Claim {
            source: "Winands et al. 2004",
            published: "relative history needs fewer nodes than history",
            measured: tell(&[
                "QuietMemory=Absolute",
                "QuietMemory=Relative",
                "QuietMemory=RelativeBest",
                "QuietMemory=RelativeCutoff",
            ]),
            verdict: Verdict::of(
                mean("QuietMemory=Relative") < 0.9 * mean("QuietMemory=Absolute"),
                mean("QuietMemory=Relative") < mean("QuietMemory=Absolute"),
            ),
        },
        Claim {
            source: "one engine's matches",
            published: "late move reduction is worth more than null move, and that more than late move pruning",
            measured: tell(&["LateMoveReduction=off", "NullMove=off", "LateMovePruning=off"]),
            verdict: Verdict::of(
                mean("LateMoveReduction=off") > mean("NullMove=off")
                    && mean("NullMove=off") > mean("LateMovePruning=off"),
                mean("LateMoveReduction=off")
                    > mean("NullMove=off").max(mean("LateMovePruning=off")),
            ),
        },
    ]
}

fn table(measured: &Measured<'_>, order: &[usize], depth: u32) -> Table {
    let row = |setting: usize| {
        let spread = measured.against(setting, 0, depth, nodes);
        vec![
            ("setting", Cell::text(measured.series.settings[setting].name.clone())),
            ("nodes, ratio", Cell::number(spread.mean, 3)),
            ("± error", Cell::number(spread.standard_error(), 3)),
            ("lower quartile", Cell::number(spread.quartiles[0], 3)),
            ("upper quartile", Cell::number(spread.quartiles[1], 3)),
            ("time, ratio", Cell::number(measured.against(setting, 0, depth, seconds).mean, 3)),
            (
                "first-move cutoffs",
                Cell::share(measured.share(setting, depth, first_cutoffs, cutoffs)),
            ),
            ("solved", Cell::count(measured.sum(setting, depth, solved))),
            ("nodes, sum", Cell::count(measured.sum(setting, depth, nodes))),
        ]
    };
    Table {
        file: "ablate".to_owned(),
        title: format!("To depth {depth}, against the release"),
        rows: std::iter::once(0).chain(order.iter().copied()).map(row).collect(),
    }
}

/// The settings that change most.
fn plot(measured: &Measured<'_>, order: &[usize], depth: u32) -> Plot {
    let mut rows: Vec<(String, f64, [f64; 2])> = order
        .iter()
        .map(|&setting| {
            let spread = measured.against(setting, 0, depth, nodes);
            (measured.series.settings[setting].name.clone(), spread.mean, spread.error)
        })
        .collect();
    rows.sort_by(|a, b| b.1.ln().abs().total_cmp(&a.1.ln().abs()));
    rows.truncate(SHOWN);
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    Plot {
        file: "ablate".to_owned(),
        title: format!("Nodes to depth {depth} against the release: the {SHOWN} largest changes"),
        axis: "nodes, ratio (geometric mean and standard error)".to_owned(),
        kind: PlotKind::Dots { rows, reference: Some(1.0), logarithmic: true },
    }
}
