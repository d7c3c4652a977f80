//! The UCI options: what `uci` announces and what `setoption` accepts.

use std::fmt;
use std::num::NonZeroU64;
use std::time::Duration;

use riposte_analyse::MAX_PVS;
use riposte_notation::excerpt;
use riposte_search::{DEFAULT_HASH, Strength};
use riposte_syzygy::MAX_PIECES;
use thiserror::Error;

use crate::{network, tablebases};

/// A checked value for one option, ready to be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Size of the transposition table in megabytes.
    Hash(usize),
    /// Number of search threads.
    Threads(usize),
    /// Number of pvs that a search reports.
    MultiPv(usize),
    /// Whether the client will use `go ponder`.
    Ponder(bool),
    /// Time reserved for the way between the engine and the clock.
    MoveOverhead(Duration),
    /// Whether castling is written as the king taking its own rook.
    Chess960(bool),
    /// Whether scores come with WDL.
    ShowWdl(bool),
    /// Clears the transposition table.
    ClearHash,
    /// The evaluation network; see `network::load`.
    EvalFile(String),
    /// Folders of tablebases; see `tablebases::open`.
    SyzygyPath(String),
    /// See [`Tablebases::probe_depth`](riposte_search::Tablebases::probe_depth).
    SyzygyProbeDepth(u32),
    /// See [`Tablebases::probe_limit`](riposte_search::Tablebases::probe_limit).
    SyzygyProbeLimit(usize),
    /// See [`Tablebases::fifty_move_rule`](riposte_search::Tablebases::fifty_move_rule).
    Syzygy50MoveRule(bool),
    /// Whether searches with several threads must repeat their result.
    Deterministic(bool),
    /// Whether strength is limited to a rating.
    LimitStrength(bool),
    /// The rating.
    Elo(u32),
    /// Seed of the choices of limited strength.
    StrengthSeed(u64),
    /// Nodes that count as a millisecond, if the clock counts nodes.
    NodesTime(Option<NonZeroU64>),
}

/// The type of an option: its default, the limits of its values and the setting that a
/// value makes.
#[derive(Clone, Copy)]
enum Kind {
    Spin(u64, (u64, u64), fn(u64) -> Setting),
    Check(bool, fn(bool) -> Setting),
    Button(fn() -> Setting),
    Text(&'static str, fn(String) -> Setting),
}
use Kind::{Button, Check, Spin, Text};

/// An option: its name and type.
#[derive(Clone, Copy)]
pub struct OptionSpec(&'static str, Kind);

/// The most threads.
const MAX_THREADS: u64 = 1024;

/// The rating of limited strength when none is set: a club player's.
pub const DEFAULT_ELO: u64 = 1500;

const ELO: (u64, u64) = (Strength::WEAKEST as u64, Strength::STRONGEST as u64);

/// The most nodes to a millisecond: more than a machine searches.
const MAX_NODES_TIME: u64 = 1_000_000;

/// 32 TB: more than any machine has, so that the system refuses a size, not this list.
const MAX_HASH: u64 = 1 << 25;

const PIECES: u64 = MAX_PIECES as u64;

/// Every option, in the order in which `uci` lists them.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec("Hash", Spin(DEFAULT_HASH as u64, (1, MAX_HASH), |mb| Setting::Hash(to_usize(mb)))),
    OptionSpec("Threads", Spin(1, (1, MAX_THREADS), |threads| Setting::Threads(to_usize(threads)))),
    // No position has more moves.
    OptionSpec("MultiPV", Spin(1, (1, MAX_PVS as u64), |pvs| Setting::MultiPv(to_usize(pvs)))),
    OptionSpec("Ponder", Check(false, Setting::Ponder)),
    OptionSpec(
        "Move Overhead",
        Spin(10, (0, 10_000), |ms| Setting::MoveOverhead(Duration::from_millis(ms))),
    ),
    OptionSpec("UCI_Chess960", Check(false, Setting::Chess960)),
    OptionSpec("UCI_ShowWDL", Check(false, Setting::ShowWdl)),
    OptionSpec("Clear Hash", Button(|| Setting::ClearHash)),
    OptionSpec("EvalFile", Text(network::DEFAULT, Setting::EvalFile)),
    OptionSpec("SyzygyPath", Text(tablebases::NO_PATH, Setting::SyzygyPath)),
    OptionSpec(
        "SyzygyProbeDepth",
        Spin(1, (1, 100), |depth| Setting::SyzygyProbeDepth(to_u32(depth))),
    ),
    OptionSpec(
        "SyzygyProbeLimit",
        Spin(PIECES, (0, PIECES), |pieces| Setting::SyzygyProbeLimit(to_usize(pieces))),
    ),
    OptionSpec("Syzygy50MoveRule", Check(true, Setting::Syzygy50MoveRule)),
    OptionSpec("Deterministic", Check(false, Setting::Deterministic)),
    OptionSpec("UCI_LimitStrength", Check(false, Setting::LimitStrength)),
    OptionSpec("UCI_Elo", Spin(DEFAULT_ELO, ELO, |elo| Setting::Elo(to_u32(elo)))),
    OptionSpec("Strength Seed", Spin(0, (0, u32::MAX as u64), Setting::StrengthSeed)),
    OptionSpec(
        "nodestime",
        Spin(0, (0, MAX_NODES_TIME), |nodes| Setting::NodesTime(NonZeroU64::new(nodes))),
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

/// The setting that `setoption name NAME value VALUE` asks for. Names are
/// compared without regard to case.
pub fn check(name: &str, value: &str) -> Result<Setting, OptionError> {
    OPTIONS
        .iter()
        .find(|option| option.0.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(excerpt(name)))?
        .check(value)
}

impl OptionSpec {
    fn check(&self, value: &str) -> Result<Setting, OptionError> {
        let Self(name, kind) = *self;
        match kind {
            Spin(_, (min, max), make) => match value.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(make(number)),
                _ => Err(OptionError::NotInRange { name, min, max, text: excerpt(value) }),
            },
            Check(_, make) => match value.to_ascii_lowercase().as_str() {
                "true" => Ok(make(true)),
                "false" => Ok(make(false)),
                _ => Err(OptionError::NotABoolean { name, text: excerpt(value) }),
            },
            Button(make) => Ok(make()),
            Text(_, make) => Ok(make(value.to_owned())),
        }
    }
}

/// The line that announces the option to a client.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.0)?;
        match self.1 {
            Spin(default, (min, max), _) => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Check(default, _) => write!(f, "check default {default}"),
            Button(_) => f.write_str("button"),
            Text(default, _) => write!(f, "string default {default}"),
        }
    }
}

/// `value` as a size; a value that does not fit is refused by the engine as too large.
fn to_usize(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

fn to_u32(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        assert_eq!(check("hash", "64"), Ok(Setting::Hash(64)));
        assert_eq!(check("MOVE overhead", "0"), Ok(Setting::MoveOverhead(Duration::ZERO)));
        assert_eq!(check("uci_chess960", "True"), Ok(Setting::Chess960(true)));
        assert_eq!(check("Clear Hash", ""), Ok(Setting::ClearHash));
    }

    #[test]
    fn bad_values_are_refused_with_what_would_be_good() {
        let message = |name, value| check(name, value).expect_err(value).to_string();
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
            let line = option.to_string();
            let default = line.split_once("default ").map(|(_, rest)| rest);
            let value = default.and_then(|rest| rest.split(' ').next()).unwrap_or("");
            assert!(option.check(value).is_ok(), "{line}");
        }
    }

    #[test]
    fn options_are_announced_as_the_protocol_writes_them() {
        assert_eq!(
            OPTIONS[0].to_string(),
            "option name Hash type spin default 16 min 1 max 33554432"
        );
        assert_eq!(OPTIONS[3].to_string(), "option name Ponder type check default false");
        assert_eq!(OPTIONS[7].to_string(), "option name Clear Hash type button");
    }
}
