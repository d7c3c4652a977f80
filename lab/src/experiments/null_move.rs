//! Null moves and the peak history reduction: how much smaller the tree is, what
//! is still solved, and what happens in zugzwang.

use super::show;
use super::{Choices, Experiment};
use crate::classic::{Exclusions, NullForm, NullMove, Systems};
use crate::parts::{Row, Series, Setting, program};
use crate::positions;
use crate::report::{Cell, Claim, Plot, PlotKind, Section, Table, Verdict};
use crate::summary::{Measured, bottom, nodes, seconds, solved};

const DEPTH: u32 = 8;
const ZUGZWANG_DEPTH: u32 = 10;

const FORMS: [(NullForm, &str); 5] = [
    (NullForm::Fixed(1), "R = 1"),
    (NullForm::Fixed(2), "R = 2"),
    (NullForm::Fixed(3), "R = 3"),
    (NullForm::Adaptive, "adaptive"),
    (NullForm::Verified, "verified"),
];

const FULL: &str = "full width";

fn with(form: NullForm, exclusions: Exclusions) -> Systems {
    Systems { null_move: Some(NullMove { form, exclusions }), ..program() }
}

/// The forms with the usual exclusions, then the exclusions, then the reduction.
fn in_the_middle_game() -> Vec<(&'static str, Systems)> {
    let mut settings = vec![(FULL, program())];
    settings.extend(FORMS.map(|(form, name)| (name, with(form, Exclusions::USUAL))));
    let usual = Exclusions::USUAL;
    let two = NullForm::Fixed(2);
    settings.extend([
        ("R = 2 twice in a row", with(two, Exclusions { twice: false, ..usual })),
        ("R = 2 with pawns only", with(two, Exclusions { pawns_only: false, ..usual })),
        ("R = 2 not with one minor", with(two, Exclusions { single_minor: true, ..usual })),
        ("peak reduction", Systems { peak_reduction: true, ..program() }),
    ]);
    settings
}

/// Passing in pawn endings, to see who notices.
fn in_zugzwang() -> Vec<(&'static str, Systems)> {
    let mut settings = vec![(FULL, program())];
    settings.extend(FORMS.map(|(form, name)| (name, with(form, Exclusions::FEWEST))));
    settings.push(("R = 2 usual exclusions", with(NullForm::Fixed(2), Exclusions::USUAL)));
    settings
}

/// Positions of the middle game, and endings with zugzwang.
pub(super) fn build(choices: &Choices) -> Result<Experiment, String> {
    let settings = |list: Vec<(&'static str, Systems)>, depth| {
        list.into_iter().map(|(name, systems)| Setting::classic(name, systems, depth)).collect()
    };
    let series = vec![
        Series {
            name: "nullmove",
            subjects: choices.subjects()?,
            settings: settings(in_the_middle_game(), choices.depth_or(DEPTH)),
        },
        Series {
            name: "zugzwang",
            subjects: positions::zugzwang(choices.positions)?,
            settings: settings(in_zugzwang(), choices.depth_or(ZUGZWANG_DEPTH)),
        },
    ];
    Ok(Experiment { series, conclude: Box::new(|it| conclude(&it[0], &it[1])) })
}

fn conclude(middle: &Measured<'_>, zugzwang: &Measured<'_>) -> Section {
    let (depth, deeper) = (middle.depth(0), zugzwang.depth(0));
    Section {
        name: "nullmove",
        title: "Null moves",
        setting: format!(
            "{} positions to depth {depth} by a program with table, minimal window, killers, history and \
             captures by knowledge; exclusions: check, twice in a row, king and pawns only. And {} \
             endings with zugzwang to depth {deeper}, in which passing with king and pawns is allowed.",
            middle.series.subjects.len(),
            zugzwang.series.subjects.len()
        ),
        claims: claims(middle, zugzwang),
        tables: vec![
            show::comparison(
                middle,
                0,
                depth,
                "nullmove",
                format!("Against full width at depth {depth}"),
            ),
            zugzwang_table(zugzwang),
        ],
        plots: vec![
            show::dots(
                middle,
                0,
                depth,
                "nullmove",
                format!("Tree against full width at depth {depth}"),
            ),
            growth(middle, depth),
        ],
    }
}

fn claims(middle: &Measured<'_>, zugzwang: &Measured<'_>) -> Vec<Claim> {
    let mut claims = Vec::from(claims_of_sizes(middle));
    claims.insert(1, claim_of_solutions(middle));
    claims.insert(2, claim_of_zugzwang(zugzwang));
    claims
}

/// About the size of the tree.
fn claims_of_sizes(middle: &Measured<'_>) -> [Claim; 2] {
    let depth = middle.depth(0);
    let place = |name: &str| middle.place(name).unwrap_or(0);
    let [two, three, adaptive, verified] = ["R = 2", "R = 3", "adaptive", "verified"]
        .map(|name| middle.against(place(name), 0, depth, nodes).mean);
    let shallowest = depth.min(5);
    let by_depth = (shallowest..=depth).map(|depth| {
        let against_two = middle.against(place("verified"), place("R = 2"), depth, nodes);
        show::change_with_error(against_two)
    });
    [
        Claim {
            source: "Tabibi, Netanyahu 2002",
            published: "the verified tree is between those of R = 2 and R = 3",
            measured: format!(
                "nodes against full width: R = 2 {two:.3}, verified {verified:.3}, R = 3 {three:.3}; \
                 verified against R = 2 at depths {shallowest} to {depth}: {}",
                by_depth.collect::<Vec<_>>().join(", ")
            ),
            verdict: Verdict::of(three < verified && verified < two, verified < 1.15 * two),
        },
        Claim {
            source: "Heinz 1999",
            published: "adaptive: nearly as small as R = 3, nearly as safe as R = 2 (no size given)",
            measured: format!("nodes: R = 2 {two:.3}, adaptive {adaptive:.3}, R = 3 {three:.3}"),
            verdict: Verdict::of(three < adaptive && adaptive < two, adaptive < 1.15 * two),
        },
    ]
}

fn claim_of_solutions(middle: &Measured<'_>) -> Claim {
    let depth = middle.depth(0);
    let count = |name: &str| middle.sum(middle.place(name).unwrap_or(0), depth, solved);
    Claim {
        source: "Tabibi, Netanyahu 2002",
        published: "verified null moves solve more than R = 2",
        measured: format!(
            "solved at depth {depth}: full width {}, R = 1 {}, R = 2 {}, R = 3 {}, adaptive {}, \
             verified {}",
            count(FULL),
            count("R = 1"),
            count("R = 2"),
            count("R = 3"),
            count("adaptive"),
            count("verified")
        ),
        verdict: Verdict::of(
            count("verified") > count("R = 2"),
            count("verified") >= count("R = 2"),
        ),
    }
}

fn claim_of_zugzwang(zugzwang: &Measured<'_>) -> Claim {
    let wrong = |name: &str| disagreements(zugzwang, zugzwang.place(name).unwrap_or(0)).len();
    let found = zugzwang.place("verified").map_or(0, |place| {
        let rows = zugzwang.at(place, zugzwang.depth(place));
        rows.iter().filter(|row| row.counts.null_refuted > 0).count()
    });
    Claim {
        source: "Tabibi, Netanyahu 2002",
        published: "verification detects most zugzwangs",
        measured: format!(
            "of {} endings the value differs from full width in {} by R = 2, {} by R = 3, {} by \
             verified; verification met zugzwang in {found}",
            zugzwang.series.subjects.len(),
            wrong("R = 2"),
            wrong("R = 3"),
            wrong("verified")
        ),
        verdict: Verdict::of(
            2 * wrong("verified") <= wrong("R = 3"),
            wrong("verified") < wrong("R = 3"),
        ),
    }
}

/// The positions in which the value is not that of full width.
fn disagreements(measured: &Measured<'_>, setting: usize) -> Vec<usize> {
    let rows = |setting| measured.at(setting, measured.depth(setting));
    let pairs = rows(setting).into_iter().zip(rows(0)).enumerate();
    pairs.filter(|(_, (own, full))| own.value != full.value).map(|(place, _)| place).collect()
}

fn zugzwang_table(measured: &Measured<'_>) -> Table {
    let refuted = |row: &Row| row.counts.null_refuted as f64;
    let high = |row: &Row| row.counts.null_high as f64;
    let row = |setting: usize| {
        let depth = measured.depth(setting);
        let wrong = disagreements(measured, setting);
        let names: Vec<&str> =
            wrong.iter().map(|&place| measured.series.subjects[place].id.as_str()).collect();
        vec![
            ("setting", Cell::text(measured.series.settings[setting].name.clone())),
            ("other value than full width", Cell::count(wrong.len() as f64)),
            ("where", Cell::text(names.join(", "))),
            ("null moves that failed high", Cell::count(measured.sum(setting, depth, high))),
            ("refuted by the moves", Cell::count(measured.sum(setting, depth, refuted))),
            (
                "bottom positions, ratio",
                Cell::number(measured.against(setting, 0, depth, bottom).mean, 3),
            ),
            ("time, ratio", Cell::number(measured.against(setting, 0, depth, seconds).mean, 3)),
        ]
    };
    Table {
        file: "zugzwang".to_owned(),
        title: format!("Endings with zugzwang at depth {}", measured.depth(0)),
        rows: (0..measured.series.settings.len()).map(row).collect(),
    }
}

/// Trees by depth.
fn growth(measured: &Measured<'_>, depth: u32) -> Plot {
    let line = |name: &str| {
        let place = measured.place(name).unwrap_or(0);
        let points = (3..=depth)
            .map(|depth| (f64::from(depth), measured.against(place, 0, depth, nodes).mean));
        (name.to_owned(), points.collect())
    };
    Plot {
        file: "nullmove-depths".to_owned(),
        title: "Nodes against full width, by depth".to_owned(),
        axis: "depth".to_owned(),
        kind: PlotKind::Lines {
            vertical: "nodes, ratio".to_owned(),
            lines: FORMS
                .iter()
                .map(|(_, name)| line(name))
                .chain([line("peak reduction")])
                .collect(),
            logarithmic: true,
        },
    }
}
