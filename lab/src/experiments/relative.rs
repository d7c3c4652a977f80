//! Relative history and its relatives against history: in a program with table,
//! minimal window, killers and captures by knowledge, as theirs had; and without
//! table and killers, where the memory has more to decide.

use super::show::{self, change_with_error};
use super::{Choices, Experiment};
use crate::classic::{HistoryWeight, Memory, QuietMemory, Systems};
use crate::parts::{Row, Series, Setting};
use crate::report::{Claim, Section, Verdict};
use crate::summary::{Measured, Spread, bottom, nodes};

const DEPTH: u32 = 7;
const ALONE_DEPTH: u32 = 5;

/// Schaeffer's form, to which all others are compared.
const BASE: &str = "history 2^d";

/// The weights of an update at a node with `d` plies left.
const WEIGHTS: [(HistoryWeight, &str); 4] = [
    (HistoryWeight::One, "1"),
    (HistoryWeight::Depth, "d"),
    (HistoryWeight::DepthSquared, "d^2"),
    (HistoryWeight::PowerOfDepth, "2^d"),
];

const RELATIVE: [(QuietMemory, &str); 3] = [
    (QuietMemory::Relative, "relative"),
    (QuietMemory::RelativeBest, "relative best moves"),
    (QuietMemory::RelativeCutoff, "relative cutoffs only"),
];

fn settings() -> Vec<(String, Option<Memory>)> {
    let mut settings = vec![
        ("no memory".to_owned(), None),
        ("butterfly counts".to_owned(), Some(Memory::ButterflyCounts)),
    ];
    let by_all_weights = |form, title: &'static str| {
        WEIGHTS
            .map(|(weight, name)| (format!("{title} {name}"), Some(Memory::history(form, weight))))
    };
    settings.extend(by_all_weights(QuietMemory::Absolute, "history"));
    let (form, weight) = (QuietMemory::Absolute, HistoryWeight::PowerOfDepth);
    let by_piece = Memory::History { form, weight, by_piece: true };
    settings.push(("history 2^d by piece".to_owned(), Some(by_piece)));
    for (form, title) in RELATIVE {
        settings.extend(by_all_weights(form, title));
    }
    settings.extend(by_all_weights(QuietMemory::Plausibility, "plausibility"));
    settings
}

/// All forms of memory, in a program and alone.
pub(super) fn build(choices: &Choices) -> Result<Experiment, String> {
    let program = Systems::PROGRAM;
    let alone = Systems { table: false, killers: false, ..program };
    let series = |name, systems, depth| {
        let with = |(name, memory)| Setting::classic(name, Systems { memory, ..systems }, depth);
        let settings = settings().into_iter().map(with).collect();
        Ok::<_, String>(Series { name, subjects: choices.subjects()?, settings })
    };
    let series = vec![
        series("relative", program, choices.depth_or(DEPTH))?,
        series("relative-alone", alone, choices.depth_or(ALONE_DEPTH))?,
    ];
    Ok(Experiment { series, conclude: Box::new(|it| conclude(&it[0], &it[1])) })
}

fn conclude(program: &Measured<'_>, alone: &Measured<'_>) -> Section {
    let (depth, alone_depth) = (program.depth(0), alone.depth(0));
    let mut section = Section {
        name: "relative",
        title: "Relative history and its relatives",
        setting: format!(
            "{} positions to depth {depth}: iterative deepening, table, minimal window, killers, \
             captures by knowledge; quiet moves by the memory under test. And to depth {alone_depth} \
             without table and killers.",
            program.series.subjects.len()
        ),
        claims: claims(program, alone),
        tables: Vec::new(),
        plots: Vec::new(),
    };
    for (measured, title) in
        [(program, "in a program with table and killers"), (alone, "without table and killers")]
    {
        let (base, file) = (measured.place(BASE).unwrap_or(0), measured.series.name);
        let depth = measured.depth(base);
        let title = format!("Against history with 2^d at depth {depth}, {title}");
        section.tables.push(show::comparison(measured, base, depth, file, title.clone()));
        section.plots.push(show::dots(measured, base, depth, file, title));
    }
    section
}

/// The setting of this name against history with 2^d.
fn against(measured: &Measured<'_>, name: &str, count: fn(&Row) -> f64) -> Spread {
    let base = measured.place(BASE).unwrap_or(0);
    let place = measured.place(name).unwrap_or(base);
    measured.against(place, base, measured.depth(base), count)
}

fn claims(program: &Measured<'_>, alone: &Measured<'_>) -> Vec<Claim> {
    let mut claims = claims_of_relative_history(program, alone);
    claims.extend(claims_of_history(program, alone));
    claims
}

/// Bottom positions of some settings, in the program and alone.
fn in_both(program: &Measured<'_>, alone: &Measured<'_>, names: &[&str]) -> String {
    let list = |measured| {
        let texts = names
            .iter()
            .map(|name| format!("{name} {}", change_with_error(against(measured, name, bottom))));
        texts.collect::<Vec<_>>().join("; ")
    };
    format!("{}. Alone: {}", list(program), list(alone))
}

fn claims_of_relative_history(program: &Measured<'_>, alone: &Measured<'_>) -> Vec<Claim> {
    let forms = |measured| {
        let texts = RELATIVE.map(|(_, form)| {
            let name = format!("{form} 1");
            format!("{form} {}", change_with_error(against(measured, &name, nodes)))
        });
        texts.join(", ")
    };
    let relative = against(program, "relative 1", nodes);
    let increments = ["1", "d", "d^2", "2^d"]
        .map(|weight| against(program, &format!("relative {weight}"), bottom).mean);
    let one_is_best = increments.iter().all(|other| increments[0] <= *other);
    vec![
        Claim {
            source: "Winands et al. 2004",
            published: "relative history needs 10 to 15 % fewer nodes than history (Lines of Action)",
            measured: format!("nodes, increment 1: {}. Alone: {}", forms(program), forms(alone)),
            verdict: Verdict::of(
                relative.mean <= 0.92,
                relative.mean.min(against(alone, "relative 1", nodes).mean) < 1.0,
            ),
        },
        Claim {
            source: "Winands et al. 2004",
            published: "increment 1 is the best (Lines of Action)",
            measured: in_both(
                program,
                alone,
                &["relative 1", "relative d", "relative d^2", "relative 2^d"],
            ),
            verdict: Verdict::of(
                one_is_best,
                increments.iter().filter(|&&other| increments[0] > other).count() < 2,
            ),
        },
    ]
}

fn claims_of_history(program: &Measured<'_>, alone: &Measured<'_>) -> Vec<Claim> {
    let size = |name: &str| against(program, name, bottom);
    let inferior = |spread: Spread| spread.error[0] > 1.0;
    let alone_too = inferior(against(alone, "history 1", bottom));
    let piece = size("history 2^d by piece");
    vec![
        Claim {
            source: "Schaeffer 1989",
            published: "history: weights 1 and d are inferior to 2^d",
            measured: in_both(program, alone, &["history 1", "history d", "history d^2"]),
            verdict: Verdict::of(
                inferior(size("history 1")) && inferior(size("history d")),
                inferior(size("history 1")) || alone_too,
            ),
        },
        Claim {
            source: "Schaeffer 1989",
            published: "history: adding the piece does not help significantly",
            measured: in_both(program, alone, &["history 2^d by piece"]),
            verdict: Verdict::of(piece.error[1] >= 0.97, piece.mean >= 0.95),
        },
        Claim {
            source: "Rollason 2007",
            published: "demoting moves that failed helps (no size given)",
            measured: in_both(program, alone, &["plausibility 1", "plausibility 2^d"]),
            verdict: Verdict::of(
                size("plausibility 2^d").error[1] < 1.0,
                size("plausibility 2^d").mean < 1.0,
            ),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_is_among_the_settings_and_names_are_unique() {
        let names: Vec<String> = settings().into_iter().map(|(name, _)| name).collect();
        assert!(names.contains(&BASE.to_owned()));
        let unique: std::collections::HashSet<_> = names.iter().collect();
        assert_eq!(unique.len(), names.len());
    }
}
