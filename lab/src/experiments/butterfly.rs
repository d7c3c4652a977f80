//! How often the butterfly board has a legal move where nothing else is known, and
//! what that is worth.

use super::show::change_with_error;
use super::{Choices, Experiment};
use crate::classic::{CountermoveIndex, Memory, Systems};
use crate::parts::{Row, Series, Setting};
use crate::report::{Cell, Claim, Plot, PlotKind, Section, Table, Verdict};
use crate::summary::{Measured, bottom, cutoffs, nodes, seconds};

const DEPTH: u32 = 7;

/// Programs to which the butterfly board is added.
fn companies() -> [(&'static str, Systems); 4] {
    let base = Systems::PROGRAM;
    let memory = Some(Memory::SCHAEFFER);
    [
        ("table and killers", base),
        ("killers alone", Systems { table: false, ..base }),
        ("with history", Systems { memory, ..base }),
        (
            "with history and countermoves",
            Systems { memory, countermove: Some(CountermoveIndex::FromTo), ..base },
        ),
    ]
}

/// Each program with and without.
pub(super) fn build(choices: &Choices) -> Result<Experiment, String> {
    let depth = choices.depth_or(DEPTH);
    let settings = companies().into_iter().flat_map(|(company, systems)| {
        let with = Systems { butterfly_moves: true, ..systems };
        [
            Setting::classic(format!("{company}: off"), systems, depth),
            Setting::classic(format!("{company}: on"), with, depth),
        ]
    });
    let series =
        Series { name: "butterfly", subjects: choices.subjects()?, settings: settings.collect() };
    Ok(Experiment { series: vec![series], conclude: Box::new(|it| conclude(&it[0])) })
}

fn asked(row: &Row) -> f64 {
    row.counts.butterfly_asked as f64
}

fn known(row: &Row) -> f64 {
    row.counts.butterfly_known as f64
}

fn legal(row: &Row) -> f64 {
    row.counts.butterfly_legal as f64
}

fn cuts(row: &Row) -> f64 {
    row.counts.butterfly_cuts as f64
}

fn place(measured: &Measured<'_>, company: &str, state: &str) -> usize {
    measured.place(&format!("{company}: {state}")).unwrap_or(0)
}

fn conclude(measured: &Measured<'_>) -> Section {
    let depth = measured.depth(0);
    Section {
        name: "butterfly",
        title: "Moves of the butterfly board",
        setting: format!(
            "{} positions to depth {depth}. Where neither the table nor the killers have a legal move, \
             the last refutation of the previous move's two squares is tried before any move is \
             generated.",
            measured.series.subjects.len()
        ),
        claims: claims(measured, depth),
        tables: vec![frequencies(measured, depth), gains(measured, depth)],
        plots: vec![plot(measured, depth)],
    }
}

fn claims(measured: &Measured<'_>, depth: u32) -> Vec<Claim> {
    let on = place(measured, "table and killers", "on");
    let share = measured.share(on, depth, legal, asked);
    let cut = measured.share(on, depth, cuts, legal);
    let each = measured.at(on, depth).into_iter();
    let mut shares: Vec<f64> =
        each.filter(|row| asked(row) > 0.0).map(|row| legal(row) / asked(row)).collect();
    shares.sort_by(f64::total_cmp);
    let ends = match (shares.first(), shares.last()) {
        (Some(low), Some(high)) => {
            format!("{:.0} to {:.0} % by position", 100.0 * low, 100.0 * high)
        }
        _ => "never asked".to_owned(),
    };
    let gain = |company: &str, count| {
        let (on, off) = (place(measured, company, "on"), place(measured, company, "off"));
        change_with_error(measured.against(on, off, depth, count))
    };
    let size = companies().map(|(company, _)| format!("{company} {}", gain(company, nodes)));
    let off = place(measured, "table and killers", "off");
    let spread = measured.against(on, off, depth, nodes);
    vec![
        Claim {
            source: "Hartmann, Kouwenhoven 1990",
            published: "a legal move in about 1 of 5 cases where table and killers had none",
            measured: format!("{:.1} % ({ends}); {:.1} % of them cut", 100.0 * share, 100.0 * cut),
            verdict: Verdict::of((0.15..=0.27).contains(&share), (0.1..=0.4).contains(&share)),
        },
        Claim {
            source: "Hartmann, Kouwenhoven 1990",
            published: "a cutoff can come before any move is generated (no size given)",
            measured: format!("nodes: {}", size.join("; ")),
            verdict: Verdict::of(spread.error[1] < 1.0, spread.mean <= 1.01),
        },
    ]
}

fn frequencies(measured: &Measured<'_>, depth: u32) -> Table {
    let mut rows = Vec::new();
    for (company, _) in companies() {
        let on = place(measured, company, "on");
        for depth in 3..=depth {
            let share = |part, of| Cell::share(measured.share(on, depth, part, of));
            rows.push(vec![
                ("company", Cell::text(company)),
                ("depth", Cell::count(f64::from(depth))),
                ("asked", Cell::count(measured.sum(on, depth, asked))),
                ("known, of asked", share(known, asked)),
                ("legal, of asked", share(legal, asked)),
                ("legal, of known", share(legal, known)),
                ("cuts, of legal", share(cuts, legal)),
                ("cuts, of all cutoffs", share(cuts, cutoffs)),
            ]);
        }
    }
    Table {
        file: "butterfly".to_owned(),
        title: "How often the board is asked and what it answers".to_owned(),
        rows,
    }
}

fn gains(measured: &Measured<'_>, depth: u32) -> Table {
    let row = |(company, _): (&str, Systems)| {
        let (on, off) = (place(measured, company, "on"), place(measured, company, "off"));
        let spread = measured.against(on, off, depth, bottom);
        vec![
            ("company", Cell::text(company)),
            ("bottom positions, ratio", Cell::number(spread.mean, 3)),
            ("± error", Cell::number(spread.standard_error(), 3)),
            ("nodes, ratio", Cell::number(measured.against(on, off, depth, nodes).mean, 3)),
            ("time, ratio", Cell::number(measured.against(on, off, depth, seconds).mean, 3)),
            ("nodes, sum", Cell::count(measured.sum(on, depth, nodes))),
        ]
    };
    Table {
        file: "butterfly-gain".to_owned(),
        title: format!("With the butterfly board against without, depth {depth}"),
        rows: companies().map(row).to_vec(),
    }
}

fn plot(measured: &Measured<'_>, depth: u32) -> Plot {
    let line = |(company, _): (&str, Systems)| {
        let on = place(measured, company, "on");
        let points = (3..=depth)
            .map(|depth| (f64::from(depth), 100.0 * measured.share(on, depth, legal, asked)));
        (company.to_owned(), points.collect())
    };
    Plot {
        file: "butterfly".to_owned(),
        title: "Cases in which the butterfly board has a legal move (published: about 20 %)"
            .to_owned(),
        axis: "depth".to_owned(),
        kind: PlotKind::Lines {
            vertical: "legal, % of asked".to_owned(),
            lines: companies().map(line).to_vec(),
            logarithmic: false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_company_is_without_the_board_itself() {
        assert!(companies().iter().all(|(_, systems)| !systems.butterfly_moves));
    }
}
