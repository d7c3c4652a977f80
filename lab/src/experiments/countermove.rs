//! Countermoves in different company, on single positions and on fragments of
//! games in which the histories are kept from move to move.

use super::show::{self, change_with_error};
use super::{Choices, Experiment};
use crate::classic::{CountermoveIndex, Knowledge, Memory, Systems};
use crate::parts::{Job, Series, Setting};
use crate::report::{Cell, Claim, Plot, PlotKind, Section, Table, Verdict};
use crate::summary::{Measured, Spread, bottom, nodes, seconds};

const DEPTH: u32 = 6;
const GAME_DEPTH: u32 = 5;

const INDICES: [(Option<CountermoveIndex>, &str); 3] = [
    (None, "off"),
    (Some(CountermoveIndex::FromTo), "from-to"),
    (Some(CountermoveIndex::PieceTo), "piece-to"),
];

/// What else orders quiet moves. All have deepening and captures by knowledge.
fn companies() -> [(&'static str, Systems); 5] {
    let plain = Systems { deepening: true, knowledge: Knowledge::Captures, ..Systems::NONE };
    let memory = Some(Memory::SCHAEFFER);
    [
        ("alone", plain),
        ("killers", Systems { killers: true, ..plain }),
        ("table", Systems { table: true, ..plain }),
        ("history", Systems { memory, ..plain }),
        ("all", Systems { memory, ..Systems::PROGRAM }),
    ]
}

fn settings(job: fn(Systems, u32) -> Job, depth: u32) -> Vec<Setting> {
    let mut settings = Vec::new();
    for (company, systems) in companies() {
        for (countermove, index) in INDICES {
            let job = job(Systems { countermove, ..systems }, depth);
            settings.push(Setting { name: format!("{company}: {index}"), job });
        }
    }
    settings
}

/// Single positions and games.
pub(super) fn build(choices: &Choices) -> Result<Experiment, String> {
    let single = |systems, depth| Job::Classic { systems, depth };
    let game = |systems, depth| Job::Game { systems, depth };
    let depth = choices.depth_or(DEPTH);
    let game_depth = choices.depth_or(GAME_DEPTH);
    let series = vec![
        Series {
            name: "countermove",
            subjects: choices.subjects()?,
            settings: settings(single, depth),
        },
        Series {
            name: "countermove-games",
            subjects: choices.subjects()?,
            settings: settings(game, game_depth),
        },
    ];
    Ok(Experiment { series, conclude: Box::new(|it| conclude(&it[0], &it[1])) })
}

fn conclude(single: &Measured<'_>, games: &Measured<'_>) -> Section {
    let (depth, game_depth) = (single.depth(0), games.depth(0));
    Section {
        name: "countermove",
        title: "Countermoves",
        setting: format!(
            "{} positions to depth {depth}, and the same as starts of game fragments of six positions, \
             two plies apart, each to depth {game_depth} with all memories kept. Each line is compared \
             with its own company without countermoves.",
            single.series.subjects.len()
        ),
        claims: claims(single, games),
        tables: vec![
            table(single, "countermove", "Single positions"),
            table(games, "countermove-games", "Fragments of games"),
        ],
        plots: vec![plot(single, games)],
    }
}

/// A setting with countermoves against the same without.
fn gain(
    measured: &Measured<'_>,
    company: &str,
    index: &str,
    count: fn(&crate::parts::Row) -> f64,
) -> Spread {
    let place = |index: &str| measured.place(&format!("{company}: {index}")).unwrap_or(0);
    measured.against(place(index), place("off"), measured.depth(0), count)
}

fn claims(single: &Measured<'_>, games: &Measured<'_>) -> Vec<Claim> {
    let tell = |measured: &Measured<'_>, count| {
        let texts = companies().map(|(company, _)| {
            format!("{company} {}", change_with_error(gain(measured, company, "from-to", count)))
        });
        texts.join("; ")
    };
    let best = |measured: &Measured<'_>| {
        let sizes = companies().map(|(company, _)| gain(measured, company, "from-to", nodes).mean);
        sizes.into_iter().fold(f64::INFINITY, f64::min)
    };
    let all = |measured: &Measured<'_>| gain(measured, "all", "from-to", nodes).mean;
    let [piece, squares] =
        ["piece-to", "from-to"].map(|index| gain(single, "all", index, nodes).mean);
    vec![
        Claim {
            source: "Uiterwijk 1992",
            published: "about 20 % less time on single positions",
            measured: format!("nodes: {}", tell(single, nodes)),
            verdict: Verdict::of(all(single) <= 0.85, best(single) <= 0.9),
        },
        Claim {
            source: "Uiterwijk 1992",
            published: "up to about 50 % less in fragments of games",
            measured: format!("nodes: {}", tell(games, nodes)),
            verdict: Verdict::of(best(games) <= 0.6, best(games) < best(single)),
        },
        Claim {
            source: "later practice",
            published: "index by piece and target in place of the two squares",
            measured: format!(
                "in company of all: piece-to {}, from-to {}",
                show::change(piece),
                show::change(squares)
            ),
            verdict: Verdict::of(piece < squares && piece < 1.0, piece < 1.0),
        },
    ]
}

fn table(measured: &Measured<'_>, file: &str, title: &str) -> Table {
    let depth = measured.depth(0);
    let mut rows = Vec::new();
    for (company, _) in companies() {
        for (_, index) in INDICES {
            let spread = gain(measured, company, index, bottom);
            let place = measured.place(&format!("{company}: {index}")).unwrap_or(0);
            rows.push(vec![
                ("company: index", Cell::text(format!("{company}: {index}"))),
                ("bottom positions, ratio", Cell::number(spread.mean, 3)),
                ("± error", Cell::number(spread.standard_error(), 3)),
                ("lower quartile", Cell::number(spread.quartiles[0], 3)),
                ("upper quartile", Cell::number(spread.quartiles[1], 3)),
                ("nodes, ratio", Cell::number(gain(measured, company, index, nodes).mean, 3)),
                ("time, ratio", Cell::number(gain(measured, company, index, seconds).mean, 3)),
                ("bottom positions, sum", Cell::count(measured.sum(place, depth, bottom))),
                ("nodes, sum", Cell::count(measured.sum(place, depth, nodes))),
            ]);
        }
    }
    Table {
        file: file.to_owned(),
        title: format!("{title} at depth {depth}, against the same company without countermoves"),
        rows,
    }
}

fn plot(single: &Measured<'_>, games: &Measured<'_>) -> Plot {
    let mut rows = Vec::new();
    for (measured, what) in [(single, "positions"), (games, "games")] {
        for (company, _) in companies() {
            for index in ["from-to", "piece-to"] {
                let spread = gain(measured, company, index, nodes);
                rows.push((format!("{what}, {company}: {index}"), spread.mean, spread.error));
            }
        }
    }
    Plot {
        file: "countermove".to_owned(),
        title: "Nodes with countermoves against the same company without".to_owned(),
        axis: "nodes, ratio (geometric mean and standard error)".to_owned(),
        kind: PlotKind::Dots { rows, reference: Some(1.0), logarithmic: true },
    }
}
