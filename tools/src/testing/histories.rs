//! What the histories of a late quiet move say about its chance to beat alpha.
//!
//! A reduced null-window search either fails low, as expected, or fails high and costs a
//! second search. A good reduction goes by the odds of that. The command searches
//! positions, keeps every reduced quiet move with its histories, and fits the odds by
//! logistic regression. The fit shows which histories predict, and with which weights the
//! search would use all that they know.

mod logistic;

use std::error::Error;
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;
use riposte_board::Board;
use riposte_notation::{positions, read_positions};
use riposte_search::params::{Choice, Feature, Lab, Masked, Tunable};
use riposte_search::stats::{ReducedMove, Stats};
use riposte_search::{BENCH_POSITIONS, Limits, Solo};

use crate::chart::{self, Curve, Panel};
use crate::setting::Setting;
use logistic::Fit;

/// Megabytes of the TT.
const HASH: usize = 64;

/// The histories in the order of [`ReducedMove::histories`], and the tunables with their
/// weights in reductions.
const HISTORIES: [(&str, &str); 6] = [
    ("butterfly", "JudgeHistory"),
    ("pawn", "JudgePawn"),
    ("continuation 1", "JudgeContinuation1"),
    ("continuation 2", "JudgeContinuation2"),
    ("continuation 4", "JudgeContinuation4"),
    ("continuation 6", "-"),
];

/// What else the odds depend on.
const CIRCUMSTANCES: [&str; 6] =
    ["constant", "depth", "ln(number)", "cut node", "improving", "former PV"];

/// A weight of one, in the unit of the tunables.
const WEIGHT_UNIT: f64 = 64.0;

/// Histories in the unit of the fit.
const THOUSAND: f64 = 1000.0;

/// Options of `riposte-tools histories`.
#[derive(Args)]
pub struct Options {
    /// Nodes per position.
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// File with a FEN or EPD per line in place of the bench positions.
    #[arg(long)]
    positions: Option<PathBuf>,
    /// Changes of the search, such as `BonusSlope=200`.
    #[arg(long, value_name = "SETTING")]
    setting: Option<String>,
    /// Reduced moves to fit at most, evenly taken from all.
    #[arg(long, default_value_t = 400_000)]
    samples: usize,
    /// SVG file: how often moves beat alpha, by what the search and the fit expect.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    evaluation: crate::evaluation::Choice,
}

/// Searches by these settings and keeps every reduced move, 32 bytes each.
#[derive(Clone)]
struct Sampled(Masked);

impl Lab for Sampled {
    type Stats = ReducedMoves;

    fn on(&self, feature: Feature) -> bool {
        self.0.on(feature)
    }

    fn choice(&self, choice: Choice) -> usize {
        self.0.choice(choice)
    }

    fn tunable(&self, tunable: Tunable) -> i32 {
        self.0.tunable(tunable)
    }
}

/// The late quiet moves of a search, in the order in which their reduced searches ended.
#[derive(Clone, Default)]
struct ReducedMoves(Vec<ReducedMove>);

impl Stats for ReducedMoves {
    const SAMPLES: bool = true;

    fn sample(&mut self, reduced: ReducedMove) {
        self.0.push(reduced);
    }
}

/// Searches, fits and prints.
///
/// # Errors
///
/// A text that says which file or setting cannot be used.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let boards = match &options.positions {
        None => positions(BENCH_POSITIONS)?,
        Some(file) => read_positions(file)?,
    };
    let setting = options.setting.as_deref().map_or(Ok(Setting::RELEASE), Setting::parse)?;
    let moves = thin_out(sample(options, &setting, &boards)?, options.samples);
    if moves.is_empty() {
        return Err("no move was reduced".into());
    }
    let report = Report::new(&moves, &setting.lab()?);
    print!("{}", report.describe());
    if let Some(path) = &options.plot {
        let fits = report.curves();
        let highest = fits.iter().flat_map(|(_, points)| points).map(|point| point.0);
        let highest = highest.fold(1.0, f64::max);
        let equal = ("expected = observed", vec![(0.0, 0.0), (highest, highest)]);
        let curves = fits.into_iter().chain([equal]);
        let panel = Panel {
            axes: [
                "expected to score above alpha, percent; 20 groups of equal size",
                "observed, percent",
            ],
            curves: curves.map(|(name, points)| Curve::line(name, points)).collect(),
            ..Panel::default()
        };
        chart::draw(&[panel], path)?;
    }
    Ok(())
}

/// All reduced moves of the searches.
fn sample(
    options: &Options,
    setting: &Setting,
    boards: &[Board],
) -> Result<Vec<ReducedMove>, Box<dyn Error>> {
    let evaluation = options.evaluation.load()?;
    let mut engine = Solo::new(Sampled(setting.lab()?), HASH, &evaluation)?;
    let bar = ProgressBar::new(boards.len() as u64);
    let mut moves = Vec::new();
    for board in boards {
        engine.new_game();
        engine.search(board, Limits::nodes(options.nodes));
        moves.extend_from_slice(&engine.statistics().0);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(moves)
}

/// At most `most` of the moves, evenly spaced.
fn thin_out(moves: Vec<ReducedMove>, most: usize) -> Vec<ReducedMove> {
    let step = moves.len().div_ceil(most.max(1)).max(1);
    moves.into_iter().step_by(step).collect()
}

/// Three fits of the same moves.
struct Report<'a> {
    moves: &'a [ReducedMove],
    happened: Vec<bool>,
    /// Weights of the histories in the search, in 64ths.
    weights: [f64; 6],
    /// By the circumstances alone.
    without: Fit,
    /// With the sum of histories that the search uses.
    as_is: Fit,
    /// With every history.
    free: Fit,
}

/// The circumstances of a move.
fn circumstances(reduced: &ReducedMove) -> Vec<f64> {
    let flag = |flag: bool| f64::from(u8::from(flag));
    vec![
        1.0,
        f64::from(reduced.depth),
        f64::from(reduced.number).ln(),
        flag(reduced.cut),
        flag(reduced.improving),
        flag(reduced.was_pv),
    ]
}

/// The histories in thousands.
fn histories(reduced: &ReducedMove) -> [f64; 6] {
    reduced.histories.map(|value| f64::from(value) / THOUSAND)
}

impl<'a> Report<'a> {
    fn new(moves: &'a [ReducedMove], lab: &Masked) -> Self {
        let happened: Vec<bool> = moves.iter().map(|it| it.failed_high).collect();
        let weights = [
            lab.judge_history(),
            lab.judge_pawn(),
            lab.judge_continuation_1(),
            lab.judge_continuation_2(),
            lab.judge_continuation_4(),
            0,
        ]
        .map(f64::from);
        let rows = |extra: &dyn Fn(&ReducedMove) -> Vec<f64>| -> Vec<Vec<f64>> {
            let row = |it| circumstances(it).into_iter().chain(extra(it)).collect();
            moves.iter().map(row).collect()
        };
        let without = logistic::fit(&rows(&|_| Vec::new()), &happened);
        let as_is = logistic::fit(&rows(&|it| vec![used(it, &weights)]), &happened);
        let free = logistic::fit(&rows(&|it| histories(it).to_vec()), &happened);
        Self { moves, happened, weights, without, as_is, free }
    }

    /// The part of the weights that belongs to the histories.
    fn slopes(&self) -> &[f64] {
        &self.free.weights[CIRCUMSTANCES.len()..]
    }

    /// The weights, in 64ths, with which reductions would follow the fit while their
    /// histories vary as much as now, or as much as a sum of the butterfly history twice
    /// and the pawn history if the search uses none.
    fn proposed(&self) -> [f64; 6] {
        let now = if self.weights.iter().all(|&weight| weight == 0.0) {
            [128.0, 64.0, 0.0, 0.0, 0.0, 0.0]
        } else {
            self.weights
        };
        let fitted: [f64; 6] = std::array::from_fn(|i| self.slopes()[i] * WEIGHT_UNIT);
        let factor = self.moments(&now).1 / self.moments(&fitted).1.max(f64::MIN_POSITIVE);
        fitted.map(|weight| weight * factor)
    }

    /// Mean and deviation of the weighted sum of histories, in units of history.
    fn moments(&self, weights: &[f64; 6]) -> (f64, f64) {
        let values: Vec<f64> = self.moves.iter().map(|it| THOUSAND * used(it, weights)).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        (mean, variance.sqrt())
    }

    fn describe(&self) -> String {
        let count = self.moves.len();
        let high = self.happened.iter().filter(|&&happened| happened).count();
        let percent = 100.0 * high as f64 / count as f64;
        let mut text = format!(
            "{count} reduced quiet moves, {percent:.2} % scored above alpha\n\n\
             log loss   {:.5} by circumstances\n           {:.5} with the search's sum of \
             histories\n           {:.5} with every history\n\n",
            self.without.loss, self.as_is.loss, self.free.loss
        );
        text += "circumstance      log odds\n";
        let fit = self.free.weights.iter().zip(&self.free.errors);
        for (name, (weight, error)) in CIRCUMSTANCES.iter().zip(fit) {
            text += &format!("{name:<16} {weight:+9.4} ± {:.4}\n", 1.96 * error);
        }
        text += &self.describe_histories();
        text
    }

    fn describe_histories(&self) -> String {
        let mut text = "\nhistory              mean  deviation  log odds per 1000    weight  \
                        proposed  tunable\n"
            .to_owned();
        let proposed = self.proposed();
        let errors = &self.free.errors[CIRCUMSTANCES.len()..];
        for (i, (name, tunable)) in HISTORIES.into_iter().enumerate() {
            let mut alone = [0.0; 6];
            alone[i] = WEIGHT_UNIT;
            let (mean, deviation) = self.moments(&alone);
            text += &format!(
                "{name:<16} {mean:8.0}  {deviation:9.0}  {:+8.4} ± {:.4}  {:8.0}  {:8.0}  {tunable}\n",
                self.slopes()[i],
                1.96 * errors[i],
                self.weights[i],
                proposed[i]
            );
        }
        let ((now, _), (then, _)) = (self.moments(&self.weights), self.moments(&proposed));
        text += &format!(
            "\nmean of the sum of histories: {now:.0} now, {then:.0} with the proposed weights\n"
        );
        text
    }

    /// For the search's sum and for the fit: moves in 20 groups by what is expected, with
    /// the expected and the observed rate of each, in percent.
    fn curves(&self) -> [(&'static str, Vec<(f64, f64)>); 2] {
        let row = |it: &ReducedMove, extra: &[f64]| {
            let row: Vec<f64> =
                circumstances(it).into_iter().chain(extra.iter().copied()).collect();
            row
        };
        let as_is =
            self.moves.iter().map(|it| self.as_is.odds(&row(it, &[used(it, &self.weights)])));
        let free = self.moves.iter().map(|it| self.free.odds(&row(it, &histories(it))));
        [
            ("the search's sum of histories", self.groups(as_is.collect())),
            ("every history", self.groups(free.collect())),
        ]
    }

    fn groups(&self, odds: Vec<f64>) -> Vec<(f64, f64)> {
        const GROUPS: usize = 20;
        let mut order: Vec<usize> = (0..odds.len()).collect();
        order.sort_by(|&a, &b| odds[a].total_cmp(&odds[b]));
        let groups = order.chunks(odds.len().div_ceil(GROUPS));
        groups
            .map(|group| {
                let expected: f64 = group.iter().map(|&i| 1.0 / (1.0 + (-odds[i]).exp())).sum();
                let observed = group.iter().filter(|&&i| self.happened[i]).count();
                let percent = 100.0 / group.len() as f64;
                (expected * percent, observed as f64 * percent)
            })
            .collect()
    }
}

/// The weighted sum of histories, in thousands.
fn used(reduced: &ReducedMove, weights: &[f64; 6]) -> f64 {
    let parts = histories(reduced).into_iter().zip(weights);
    parts.map(|(value, weight)| value * weight / WEIGHT_UNIT).sum()
}

#[cfg(test)]
mod tests {
    use riposte_trainer::random::Random;

    use super::*;

    /// Moves of which only the pawn history decides.
    fn moves() -> Vec<ReducedMove> {
        let mut random = Random::stream(3, 0);
        (0..20_000)
            .map(|_| {
                let histories: [i16; 6] =
                    std::array::from_fn(|_| (random.bits() % 8001) as i16 - 4000);
                let chance = 1.0 / (1.0 + (2.0 - f64::from(histories[1]) / 2000.0).exp());
                ReducedMove {
                    depth: 3,
                    number: 7,
                    histories,
                    cut: false,
                    improving: random.bits().is_multiple_of(2),
                    was_pv: false,
                    failed_high: (random.bits() >> 11) as f64 / ((1u64 << 53) as f64) < chance,
                }
            })
            .collect()
    }

    #[test]
    fn the_history_that_decides_gets_the_weight() {
        let moves = moves();
        let report = Report::new(&moves, &Masked::default());
        assert!((report.slopes()[1] - 0.5).abs() < 0.05, "{:?}", report.slopes());
        assert!(report.slopes().iter().enumerate().all(|(i, slope)| i == 1 || slope.abs() < 0.05));
        assert!(report.free.loss < report.as_is.loss && report.as_is.loss < report.without.loss);
        let proposed = report.proposed();
        let (wanted, found) = (report.moments(&report.weights).1, report.moments(&proposed).1);
        assert!((found / wanted - 1.0).abs() < 1e-9, "the sum varies as much as before");
        let text = report.describe();
        assert!(text.contains("20000 reduced quiet moves"), "{text}");
    }

    #[test]
    fn the_curve_of_a_good_fit_is_the_diagonal() {
        let moves = moves();
        let report = Report::new(&moves, &Masked::default());
        let [_, (_, curve)] = report.curves();
        assert_eq!(curve.len(), 20);
        for (expected, observed) in curve {
            assert!((expected - observed).abs() < 6.0, "{expected} {observed}");
        }
    }

    #[test]
    fn searches_give_samples() {
        let board = Board::startpos();
        let evaluation = riposte_search::Evaluation::PieceSquare;
        let mut engine = Solo::new(Sampled(Masked::default()), 1, &evaluation).unwrap();
        engine.search(&board, Limits::nodes(20_000));
        let moves = &engine.statistics().0;
        assert!(moves.len() > 500, "{}", moves.len());
        assert!(moves.iter().all(|it| it.depth >= 1 && it.number >= 2));
        assert!(moves.iter().any(|it| it.failed_high) && moves.iter().any(|it| !it.failed_high));
        assert!(moves.iter().any(|it| it.histories[0] != 0));
        let few = thin_out(moves.clone(), 100).len();
        assert!((50..=100).contains(&few), "{few}");
    }
}
