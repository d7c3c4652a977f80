//! Schaeffer's grid (1989): six systems in all 64 combinations, trees counted in
//! bottom positions.
//!
//! The reduction that a combination achieves is `(worst - own) / (worst - best)`,
//! where worst is plain alpha-beta with iterative deepening and best the smallest
//! tree of the 64, all summed over the positions. Which six systems the paper
//! combined is inferred.

use super::show::change;
use super::{Choices, Experiment};
use crate::classic::{Knowledge, Memory, Systems};
use crate::parts::{Row, Series, Setting};
use crate::report::{Cell, Claim, Plot, PlotKind, Section, Table, Verdict};
use crate::summary::{Measured, bottom, cutoffs, first_cutoffs, nodes, seconds};

/// To this depth all combinations go, and one ply deeper the good ones.
const DEPTH: u32 = 6;
const DEEPER: u32 = 1;

/// Half-width of the aspiration window: half a pawn.
const ASPIRATION: i32 = 50;

const LETTERS: [(&str, &str); 6] = [
    ("H", "history"),
    ("K", "knowledge"),
    ("T", "transposition table"),
    ("R", "refutation table"),
    ("A", "aspiration"),
    ("M", "minimal window"),
];

const H: usize = 1;
const K: usize = 2;
const T: usize = 4;
const R: usize = 8;
const A: usize = 16;
const M: usize = 32;
const ALL: usize = 63;

fn systems(bits: usize) -> Systems {
    let on = |system: usize| bits & system != 0;
    Systems {
        deepening: true,
        memory: on(H).then_some(Memory::SCHAEFFER),
        knowledge: if on(K) { Knowledge::Full } else { Knowledge::Off },
        table: on(T),
        refutation: on(R),
        aspiration: on(A).then_some(ASPIRATION),
        minimal_window: on(M),
        ..Systems::NONE
    }
}

fn name(bits: usize) -> String {
    let letters = LETTERS.iter().enumerate().filter(|(place, _)| bits >> place & 1 != 0);
    let name: Vec<&str> = letters.map(|(_, (letter, _))| *letter).collect();
    if name.is_empty() { "none".to_owned() } else { name.join("+") }
}

/// Those whose trees stay small: the table, history or knowledge.
fn is_good(bits: usize) -> bool {
    bits & T != 0 && bits & (H | K) != 0
}

/// The grid.
pub(super) fn build(choices: &Choices) -> Result<Experiment, String> {
    let depth = choices.depth_or(DEPTH);
    let settings = (0..=ALL).map(|bits| {
        let depth = if is_good(bits) { choices.depth_or(DEPTH + DEEPER).max(depth) } else { depth };
        Setting::classic(name(bits), systems(bits), depth)
    });
    let series =
        Series { name: "schaeffer", subjects: choices.subjects()?, settings: settings.collect() };
    Ok(Experiment { series: vec![series], conclude: Box::new(|it| conclude(&it[0])) })
}

/// The grid's numbers, by the bits of a combination.
struct Grid<'a, 'b>(&'a Measured<'b>);

impl Grid<'_, '_> {
    /// The depth that all combinations reach.
    fn depth(&self) -> u32 {
        self.0.depth(0)
    }

    fn size(&self, bits: usize, depth: u32) -> f64 {
        self.0.sum(bits, depth, bottom)
    }

    /// The part of the possible reduction that a combination achieves.
    fn reduction(&self, bits: usize, depth: u32) -> f64 {
        let worst = self.size(0, depth);
        let best = (0..=ALL).map(|bits| self.size(bits, depth)).fold(f64::INFINITY, f64::min);
        (worst - self.size(bits, depth)) / (worst - best).max(1.0)
    }

    /// How a count changes from the combination `without` to the one `with` more.
    fn against(&self, with: usize, without: usize, count: fn(&Row) -> f64) -> f64 {
        self.0.against(with, without, self.depth(), count).mean
    }

    /// The combination of `count` systems with the smallest tree.
    fn best_of(&self, count: u32, depth: u32) -> usize {
        let candidates = (0..=ALL).filter(|bits| bits.count_ones() == count);
        candidates.min_by(|&a, &b| self.size(a, depth).total_cmp(&self.size(b, depth))).unwrap_or(0)
    }

    fn percent(&self, bits: usize, depth: u32) -> String {
        format!("{:.1} %", 100.0 * self.reduction(bits, depth))
    }

    /// A combination at every depth from 2.
    fn percents(&self, bits: usize) -> String {
        let depths = (2..=self.depth()).map(|depth| self.percent(bits, depth));
        depths.collect::<Vec<_>>().join(", ")
    }
}

fn conclude(measured: &Measured<'_>) -> Section {
    let grid = Grid(measured);
    let depth = grid.depth();
    let deepest = measured.depth(ALL);
    Section {
        name: "schaeffer",
        title: "Schaeffer's 64 combinations",
        setting: format!(
            "{} positions, iterative deepening throughout, bottom positions of all iterations \
             together. Systems: {}. Reduction: (worst - own) / (worst - best), sums over the \
             positions; worst is plain alpha-beta, best the smallest of the 64 trees at that depth. \
             All combinations to depth {depth}; those with the table and history or knowledge to \
             {deepest}.",
            measured.series.subjects.len(),
            LETTERS.map(|(letter, system)| format!("{letter} {system}")).join(", "),
        ),
        claims: claims(&grid),
        tables: vec![all_combinations(&grid), by_depth(&grid), deeper(&grid)],
        plots: plots(&grid),
    }
}

fn claims(grid: &Grid<'_, '_>) -> Vec<Claim> {
    let mut claims = claims_of_memories(grid);
    claims.extend(claims_of_windows(grid));
    claims.push(claim_of_combinations(grid));
    claims
}

fn claims_of_memories(grid: &Grid<'_, '_>) -> Vec<Claim> {
    let depth = grid.depth();
    let both = grid.reduction(T | H, depth);
    let [first, last] = [2, depth].map(|depth| grid.reduction(T, depth));
    let refutation = grid.reduction(R, depth);
    let (history, knowledge) = (grid.reduction(H, depth), grid.reduction(K, depth));
    let cost = grid.against(K, H, |row| seconds(row) / nodes(row).max(1.0));
    vec![
        Claim {
            source: "Schaeffer 1989",
            published: "table and history give about 99 % of the possible reduction up to depth 8",
            measured: format!("{} at depths 2 to {depth}", grid.percents(T | H)),
            verdict: Verdict::of(both >= 0.98, both >= 0.9),
        },
        Claim {
            source: "Schaeffer 1989",
            published: "history alone loses efficiency after depth 7",
            measured: format!("{} at depths 2 to {depth}, not searched deeper", grid.percents(H)),
            verdict: Verdict::of(false, true),
        },
        Claim {
            source: "Schaeffer 1989",
            published: "knowledge about equals history but costs 5 % of the time",
            measured: format!(
                "knowledge {:.1} %, history {:.1} % at depth {depth}; time per node {}",
                100.0 * knowledge,
                100.0 * history,
                change(cost)
            ),
            verdict: Verdict::of((knowledge - history).abs() < 0.05, knowledge > 0.5 * history),
        },
        Claim {
            source: "Schaeffer 1989",
            published: "the table's benefit grows with depth",
            measured: format!("{} at depths 2 to {depth}", grid.percents(T)),
            verdict: Verdict::of(last > first, last > 0.9 * first),
        },
        Claim {
            source: "Schaeffer 1989",
            published: "refutation tables: a constant benefit, below the table's",
            measured: format!("{} at depths 2 to {depth}", grid.percents(R)),
            verdict: Verdict::of(refutation < last && refutation > 0.0, refutation < last),
        },
    ]
}

fn claims_of_windows(grid: &Grid<'_, '_>) -> Vec<Claim> {
    let aspiration = grid.against(T | H | A, T | H, bottom);
    let aspiration_alone = grid.against(A, 0, bottom);
    let minimal = grid.against(T | H | M, T | H, bottom);
    vec![
        Claim {
            source: "Schaeffer 1989",
            published: "minimal windows: a small gain",
            measured: format!("{} bottom positions beside table and history", change(minimal)),
            verdict: Verdict::of((0.75..1.0).contains(&minimal), minimal < 1.0),
        },
        Claim {
            source: "lecture",
            published: "aspiration is at least 15 % faster",
            measured: format!(
                "{} bottom positions alone, {} beside table and history",
                change(aspiration_alone),
                change(aspiration)
            ),
            verdict: Verdict::of(aspiration <= 0.85, aspiration_alone <= 0.85),
        },
    ]
}

fn claim_of_combinations(grid: &Grid<'_, '_>) -> Claim {
    let depth = grid.depth();
    let [pair, triple] = [2, 3].map(|count| grid.best_of(count, depth));
    let more = grid.reduction(triple, depth) - grid.reduction(pair, depth);
    Claim {
        source: "Schaeffer 1989",
        published: "three or more systems add little to the best pair",
        measured: format!(
            "best pair {} {}, best three {} {}, all six {} at depth {depth}",
            name(pair),
            grid.percent(pair, depth),
            name(triple),
            grid.percent(triple, depth),
            grid.percent(ALL, depth)
        ),
        verdict: Verdict::of(more < 0.02, more < 0.1),
    }
}

fn all_combinations(grid: &Grid<'_, '_>) -> Table {
    let depth = grid.depth();
    let measured = grid.0;
    let mut order: Vec<usize> = (0..=ALL).collect();
    order.sort_by(|&a, &b| grid.size(a, depth).total_cmp(&grid.size(b, depth)));
    let row = |bits: usize| {
        let spread = measured.against(bits, 0, depth, bottom);
        vec![
            ("systems", Cell::text(name(bits))),
            ("reduction", Cell::share(grid.reduction(bits, depth))),
            ("bottom positions", Cell::count(grid.size(bits, depth))),
            ("ratio to none", Cell::number(spread.mean, 4)),
            ("lower quartile", Cell::number(spread.quartiles[0], 4)),
            ("upper quartile", Cell::number(spread.quartiles[1], 4)),
            (
                "first-move cutoffs",
                Cell::share(measured.share(bits, depth, first_cutoffs, cutoffs)),
            ),
            ("nodes", Cell::count(measured.sum(bits, depth, nodes))),
            ("seconds", Cell::number(measured.sum(bits, depth, seconds), 2)),
        ]
    };
    Table {
        file: "schaeffer".to_owned(),
        title: format!("All combinations at depth {depth}, the smallest tree first"),
        rows: order.into_iter().map(row).collect(),
    }
}

/// What single systems and the best combinations achieve at every depth.
const FOLLOWED: [usize; 9] = [H, K, T, R, A, M, T | H, T | K, ALL];

fn by_depth(grid: &Grid<'_, '_>) -> Table {
    let mut rows = Vec::new();
    for bits in FOLLOWED {
        for depth in 2..=grid.depth() {
            rows.push(vec![
                ("systems", Cell::text(name(bits))),
                ("depth", Cell::count(f64::from(depth))),
                ("reduction", Cell::share(grid.reduction(bits, depth))),
                ("bottom positions", Cell::count(grid.size(bits, depth))),
            ]);
        }
    }
    Table { file: "schaeffer-depths".to_owned(), title: "Reduction by depth".to_owned(), rows }
}

fn deeper(grid: &Grid<'_, '_>) -> Table {
    let measured = grid.0;
    let deepest = measured.depth(ALL);
    let mut order: Vec<usize> = (0..=ALL).filter(|&bits| is_good(bits)).collect();
    order.sort_by(|&a, &b| grid.size(a, deepest).total_cmp(&grid.size(b, deepest)));
    let row = |bits: usize| {
        let spread = measured.against(bits, T | H, deepest, bottom);
        vec![
            ("systems", Cell::text(name(bits))),
            ("ratio to H+T", Cell::number(spread.mean, 3)),
            ("± error", Cell::number(spread.standard_error(), 3)),
            ("bottom positions", Cell::count(grid.size(bits, deepest))),
            (
                "first-move cutoffs",
                Cell::share(measured.share(bits, deepest, first_cutoffs, cutoffs)),
            ),
        ]
    };
    Table {
        file: "schaeffer-deeper".to_owned(),
        title: format!("The good combinations at depth {deepest}, against table and history"),
        rows: order.into_iter().map(row).collect(),
    }
}

fn plots(grid: &Grid<'_, '_>) -> Vec<Plot> {
    let depth = grid.depth();
    let line = |bits: usize| {
        let points =
            (2..=depth).map(|depth| (f64::from(depth), 100.0 * grid.reduction(bits, depth)));
        (name(bits), points.collect())
    };
    let dot = |bits: usize| {
        let spread = grid.0.against(bits, 0, depth, bottom);
        (name(bits), spread.mean, spread.quartiles)
    };
    let pairs =
        [0, A, M, R, K, H, T, T | R, T | A, T | M, H | K, T | K, T | H, T | H | K, T | H | M, ALL];
    vec![
        Plot {
            file: "schaeffer-depths".to_owned(),
            title: "Part of the possible reduction that each system achieves, by depth".to_owned(),
            axis: "depth".to_owned(),
            kind: PlotKind::Lines {
                vertical: "reduction, %".to_owned(),
                lines: [H, K, T, R, A, M, T | H, ALL].map(line).to_vec(),
                logarithmic: false,
            },
        },
        Plot {
            file: "schaeffer".to_owned(),
            title: format!(
                "Bottom positions against plain alpha-beta at depth {depth} (geometric mean and \
                 quartiles over the positions)"
            ),
            axis: "bottom positions, ratio".to_owned(),
            kind: PlotKind::Dots {
                rows: pairs.map(dot).to_vec(),
                reference: None,
                logarithmic: true,
            },
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_has_64_names_and_systems() {
        let names: std::collections::HashSet<String> = (0..=ALL).map(name).collect();
        assert_eq!(names.len(), 64);
        assert_eq!((name(0), name(T | H)), ("none".to_owned(), "H+T".to_owned()));
        assert!((0..ALL).all(|bits| systems(bits) != systems(bits + 1)));
        assert_eq!((0..=ALL).filter(|&bits| is_good(bits)).count(), 24);
    }
}
