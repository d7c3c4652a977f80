//! The UCI options: what `uci` announces, and what `setoption` accepts and does.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use riposte_analyse::MAX_PVS;
use riposte_notation::excerpt;
use riposte_search::params::{Lab, LabError};
use riposte_search::{DEFAULT_HASH, Evaluation, Strength, Tablebases};
use riposte_syzygy::{MAX_PIECES, Tables};
use thiserror::Error;

use super::Session;

/// What a value does to the session. Errors that only the engine finds are reported there.
type Set<T> = fn(&mut Session, T);

/// The type of an option: its default, the limits of its values and what a value does.
#[derive(Clone, Copy)]
pub enum Kind {
    Spin(u64, (u64, u64), Set<u64>),
    Check(bool, Set<bool>),
    Button(fn(&mut Session)),
    Text(&'static str, Set<String>),
}
use Kind::{Button, Check, Spin, Text};

/// An option: its name and type.
pub type OptionSpec = (&'static str, Kind);

/// The most threads.
const MAX_THREADS: u64 = 1024;

/// The rating of limited strength when none is set: a club player's.
const DEFAULT_ELO: u64 = 1500;

const ELO: (u64, u64) = (Strength::WEAKEST as u64, Strength::STRONGEST as u64);

/// The most nodes to a millisecond: more than a machine searches.
const MAX_NODES_TIME: u64 = 1_000_000;

/// 32 TB: more than any machine has, so that the system refuses a size, not this list.
const MAX_HASH: u64 = 1 << 25;

/// Every option, in the order in which `uci` lists them.
pub const OPTIONS: &[OptionSpec] = &[
    ("Hash", Spin(DEFAULT_HASH as u64, (1, MAX_HASH), |it, mb| it.set_hash(to_usize(mb)))),
    (
        "Threads",
        Spin(1, (1, MAX_THREADS), |it, threads| {
            let outcome = it.engine.set_threads(to_usize(threads));
            it.accept(outcome);
        }),
    ),
    // No position has more moves.
    ("MultiPV", Spin(1, (1, MAX_PVS as u64), |it, pvs| it.engine.set_multi_pv(to_usize(pvs)))),
    // `go ponder` says when to ponder.
    ("Ponder", Check(false, |_, _| {})),
    (
        "Move Overhead",
        Spin(10, (0, 10_000), |it, ms| it.engine.set_move_overhead(Duration::from_millis(ms))),
    ),
    ("UCI_Chess960", Check(false, |it, on| it.chess960 = on)),
    ("UCI_ShowWDL", Check(false, |it, on| it.shows_wdl = on)),
    ("Clear Hash", Button(|it| it.engine.clear_hash())),
    ("EvalFile", Text(Evaluation::DEFAULT, |it, name| it.load_network(&name))),
    ("SyzygyPath", Text(Tables::NO_PATH, Session::set_syzygy_path)),
    (
        "SyzygyProbeDepth",
        Spin(1, (1, 100), |it, depth| it.change_tb(|tb| tb.probe_depth = depth as u32)),
    ),
    (
        "SyzygyProbeLimit",
        Spin(MAX_PIECES as u64, (0, MAX_PIECES as u64), |it, most| {
            it.change_tb(|tb| tb.probe_limit = to_usize(most))
        }),
    ),
    ("Syzygy50MoveRule", Check(true, |it, on| it.change_tb(|tb| tb.fifty_move_rule = on))),
    ("Deterministic", Check(false, |it, on| it.engine.set_deterministic(on))),
    ("UCI_LimitStrength", Check(false, |it, on| it.change_strength(|own| own.is_limited = on))),
    ("UCI_Elo", Spin(DEFAULT_ELO, ELO, |it, elo| it.change_strength(|own| own.elo = elo as u32))),
    (
        "Strength Seed",
        Spin(0, (0, u32::MAX as u64), |it, seed| it.change_strength(|own| own.seed = seed)),
    ),
    (
        "nodestime",
        Spin(0, (0, MAX_NODES_TIME), |it, rate| it.engine.set_nodes_per_ms(NonZeroU64::new(rate))),
    ),
];

/// Why a `setoption` was not followed. The texts are what the user reads.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    #[error("there is no option '{0}'")]
    Unknown(String),
    #[error("option {name} takes a whole number from {min} to {max}, not '{text}'")]
    NotInRange { name: &'static str, min: u64, max: u64, text: String },
    #[error("option {name} takes 'true' or 'false', not '{text}'")]
    NotABoolean { name: &'static str, text: String },
}

/// A checked value of an option, to be applied to a session.
pub type Setting = Box<dyn FnOnce(&mut Session)>;

/// The setting that `setoption name NAME value VALUE` asks for. Names are
/// compared without regard to case.
pub fn check(name: &str, value: &str) -> Result<Setting, OptionError> {
    let &(name, kind) = OPTIONS
        .iter()
        .find(|option| option.0.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(excerpt(name)))?;
    match kind {
        Spin(_, (min, max), set) => match value.parse() {
            Ok(number) if (min..=max).contains(&number) => {
                Ok(Box::new(move |session| set(session, number)))
            }
            _ => Err(OptionError::NotInRange { name, min, max, text: excerpt(value) }),
        },
        Check(_, set) => match value.to_ascii_lowercase().parse() {
            Ok(on) => Ok(Box::new(move |session| set(session, on))),
            Err(_) => Err(OptionError::NotABoolean { name, text: excerpt(value) }),
        },
        Button(press) => Ok(Box::new(press)),
        Text(_, set) => {
            let text = value.to_owned();
            Ok(Box::new(move |session| set(session, text)))
        }
    }
}

/// `value` for the spin option `name`, if it is within the option's limits.
pub fn check_number(name: &str, value: u64) -> Result<usize, OptionError> {
    check(name, &value.to_string()).map(|_| to_usize(value))
}

/// The line that announces an option to a client.
pub fn announcement(&(name, kind): &OptionSpec) -> String {
    let kind = match kind {
        Spin(default, (min, max), _) => format!("spin default {default} min {min} max {max}"),
        Check(default, _) => format!("check default {default}"),
        Button(_) => "button".to_owned(),
        Text(default, _) => format!("string default {default}"),
    };
    format!("option name {name} type {kind}")
}

/// The values of `UCI_LimitStrength`, `UCI_Elo` and `Strength Seed`.
pub(super) struct StrengthOptions {
    is_limited: bool,
    elo: u32,
    seed: u64,
}

impl StrengthOptions {
    pub(super) const DEFAULT: Self = Self { is_limited: false, elo: DEFAULT_ELO as u32, seed: 0 };
}

impl Session {
    pub(super) fn set_option(&mut self, name: &str, value: &str) {
        match check(name, value) {
            Ok(setting) => setting(self),
            // Parameters of the search are options of builds for tuning.
            Err(unknown @ OptionError::Unknown(_)) => {
                match Lab::set_by_name(&mut self.lab, name, value) {
                    Ok(()) => self.engine.set_lab(Clone::clone(&self.lab)),
                    Err(LabError::UnknownName { .. }) => self.refuse(unknown),
                    Err(error) => self.refuse(error),
                }
            }
            Err(error) => self.refuse(error),
        }
    }

    fn set_hash(&mut self, megabytes: usize) {
        let before = self.engine.tt().megabytes();
        let outcome = self.engine.set_hash(megabytes);
        if outcome.is_ok() && megabytes != before {
            let pages = match self.engine.tt().huge_megabytes() {
                0 => "normal pages".to_owned(),
                huge => format!("{huge} MB in huge pages"),
            };
            self.output.message(format_args!("hash table of {megabytes} MB, {pages}"));
        }
        self.accept(outcome);
    }

    fn load_network(&mut self, name: &str) {
        match Evaluation::load(name) {
            Ok(evaluation) if evaluation.is_same(self.engine.evaluation()) => {}
            Ok(evaluation) => {
                self.output.message(format_args!("positions are evaluated by {evaluation}"));
                self.engine.set_evaluation(evaluation);
            }
            Err(error) => self.refuse(format_args!("EvalFile '{}': {error}", excerpt(name))),
        }
    }

    fn set_syzygy_path(&mut self, path: String) {
        let (tables, damaged) = Tables::open_path(&path);
        damaged.iter().for_each(|error| self.refuse(format_args!("SyzygyPath: {error}")));
        let outcome = tables.map_err(|error| format!("SyzygyPath: {error}; nothing was changed"));
        let outcome = outcome.map(|tables| {
            if !tables.is_empty() {
                self.output.message(format_args!("tablebases: {tables}"));
            }
            self.change_tb(|tb| tb.tables = Arc::new(tables));
            self.syzygy_path = path;
        });
        self.accept(outcome);
    }

    fn change_tb(&mut self, change: impl FnOnce(&mut Tablebases)) {
        let mut tb = self.engine.tablebases().clone();
        change(&mut tb);
        self.engine.set_tablebases(tb);
    }

    fn change_strength(&mut self, change: impl FnOnce(&mut StrengthOptions)) {
        change(&mut self.strength);
        let StrengthOptions { is_limited, elo, seed } = self.strength;
        self.engine.set_strength(is_limited.then(|| Strength::new(elo, seed)));
    }
}

/// `value` as a size; a value that does not fit is refused by the engine as too large.
fn to_usize(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        let mut session = Session::new().expect("16 MB and a thread");
        for (name, value) in [("hash", "3"), ("uci_chess960", "True"), ("Clear Hash", "")] {
            check(name, value).unwrap_or_else(|error| panic!("{error}"))(&mut session);
        }
        assert_eq!((session.engine.tt().megabytes(), session.chess960), (3, true));
    }

    #[test]
    fn bad_values_are_refused_with_what_would_be_good() {
        let message = |name, value| check(name, value).err().expect(value).to_string();
        for value in ["0", "-1", "", "99999999999999999999999", "12x", "1 6"] {
            assert_eq!(
                message("Hash", value),
                format!("option Hash takes a whole number from 1 to 33554432, not '{value}'")
            );
        }
        assert_eq!(message("Ponder", "on"), "option Ponder takes 'true' or 'false', not 'on'");
        assert_eq!(message("Contempt", "3"), "there is no option 'Contempt'");
    }

    #[test]
    fn every_default_is_a_value_that_the_option_takes() {
        for option in OPTIONS {
            let line = announcement(option);
            let default = line.split_once("default ").map(|(_, rest)| rest);
            let value = default.and_then(|rest| rest.split(' ').next()).unwrap_or("");
            assert!(check(option.0, value).is_ok(), "{line}");
        }
    }

    #[test]
    fn options_are_announced_as_the_protocol_writes_them() {
        assert_eq!(
            announcement(&OPTIONS[0]),
            "option name Hash type spin default 16 min 1 max 33554432"
        );
        assert_eq!(announcement(&OPTIONS[3]), "option name Ponder type check default false");
        assert_eq!(announcement(&OPTIONS[7]), "option name Clear Hash type button");
    }
}
