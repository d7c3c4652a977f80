//! The table of UCI options: what `uci` announces and what `setoption` accepts.

use std::fmt;
use std::num::NonZeroU64;
use std::time::Duration;

use riposte_search::{DEFAULT_HASH, Strength};
use riposte_syzygy::MAX_PIECES;
use thiserror::Error;

use crate::network;
use crate::syzygy::{self, SyzygySetting};
use riposte_notation::excerpt;

/// A checked value for one option, ready to be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Size of the transposition table in megabytes.
    Hash(usize),
    /// Number of search threads.
    Threads(usize),
    /// Number of lines that a search reports.
    MultiPv(usize),
    /// Whether the client will let the engine think on the opponent's time.
    Ponder(bool),
    /// Time kept back for what lies between the engine and the clock.
    MoveOverhead(Duration),
    /// Whether castling is written as the king taking its own rook.
    Chess960(bool),
    /// Whether scores come with the chances to win, draw and lose.
    ShowWdl(bool),
    /// Empties the transposition table.
    ClearHash,
    /// Network by which positions are judged; see `network::load`.
    EvalFile(String),
    /// Something about endgame tablebases.
    Syzygy(SyzygySetting),
    /// Whether searches with several threads must repeat their result.
    Deterministic(bool),
    /// Whether to play as weakly as the rating says.
    LimitStrength(bool),
    /// The rating.
    Elo(u32),
    /// What weaker play depends on besides the position.
    StrengthSeed(u64),
    /// Nodes that count as a millisecond, if the clock is to count nodes.
    NodesTime(Option<NonZeroU64>),
}

/// The type of an option, with the limits of its values and the setting that
/// a value makes.
#[derive(Clone, Copy)]
enum Kind {
    Spin { default: u64, min: u64, max: u64, make: fn(u64) -> Setting },
    Check { default: bool, make: fn(bool) -> Setting },
    Button { make: fn() -> Setting },
    Text { default: &'static str, make: fn(String) -> Setting },
}

/// One line of the table.
#[derive(Clone, Copy)]
pub struct OptionSpec {
    name: &'static str,
    kind: Kind,
}

/// More than one machine has today.
const MAX_THREADS: u64 = 1024;

/// The most lines of `MultiPV`: no position has more moves.
pub const MAX_LINES: u64 = 256;

/// The rating that limited play has when nobody sets one: a club player's.
pub const DEFAULT_ELO: u64 = 1500;

/// The most nodes to a millisecond: more than a machine searches.
const MAX_NODES_TIME: u64 = 1_000_000;

/// 32 TB: more than any machine has, so that the machine and not this table
/// says no.
const MAX_HASH: u64 = 1 << 25;

/// Every option there is, in the order in which `uci` lists them.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "Hash",
        kind: Kind::Spin {
            default: DEFAULT_HASH as u64,
            min: 1,
            max: MAX_HASH,
            make: |megabytes| Setting::Hash(to_usize(megabytes)),
        },
    },
    OptionSpec {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: MAX_THREADS,
            make: |threads| Setting::Threads(to_usize(threads)),
        },
    },
    OptionSpec {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: MAX_LINES,
            make: |lines| Setting::MultiPv(to_usize(lines)),
        },
    },
    OptionSpec { name: "Ponder", kind: Kind::Check { default: false, make: Setting::Ponder } },
    OptionSpec {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 10,
            min: 0,
            max: 10_000,
            make: |milliseconds| Setting::MoveOverhead(Duration::from_millis(milliseconds)),
        },
    },
    OptionSpec {
        name: "UCI_Chess960",
        kind: Kind::Check { default: false, make: Setting::Chess960 },
    },
    OptionSpec {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false, make: Setting::ShowWdl },
    },
    OptionSpec { name: "Clear Hash", kind: Kind::Button { make: || Setting::ClearHash } },
    OptionSpec {
        name: "EvalFile",
        kind: Kind::Text { default: network::DEFAULT, make: Setting::EvalFile },
    },
    OptionSpec {
        name: "SyzygyPath",
        kind: Kind::Text {
            default: syzygy::NO_PATH,
            make: |path| Setting::Syzygy(SyzygySetting::Path(path)),
        },
    },
    OptionSpec {
        name: "SyzygyProbeDepth",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 100,
            // At most 100.
            make: |depth| Setting::Syzygy(SyzygySetting::ProbeDepth(depth as u32)),
        },
    },
    OptionSpec {
        name: "SyzygyProbeLimit",
        kind: Kind::Spin {
            default: MAX_PIECES as u64,
            min: 0,
            max: MAX_PIECES as u64,
            make: |men| Setting::Syzygy(SyzygySetting::ProbeLimit(to_usize(men))),
        },
    },
    OptionSpec {
        name: "Syzygy50MoveRule",
        kind: Kind::Check {
            default: true,
            make: |on| Setting::Syzygy(SyzygySetting::FiftyMoveRule(on)),
        },
    },
    OptionSpec {
        name: "Deterministic",
        kind: Kind::Check { default: false, make: Setting::Deterministic },
    },
    OptionSpec {
        name: "UCI_LimitStrength",
        kind: Kind::Check { default: false, make: Setting::LimitStrength },
    },
    OptionSpec {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: DEFAULT_ELO,
            min: Strength::WEAKEST as u64,
            max: Strength::STRONGEST as u64,
            make: |elo| Setting::Elo(u32::try_from(elo).unwrap_or(u32::MAX)),
        },
    },
    OptionSpec {
        name: "Strength Seed",
        kind: Kind::Spin { default: 0, min: 0, max: u32::MAX as u64, make: Setting::StrengthSeed },
    },
    OptionSpec {
        name: "nodestime",
        kind: Kind::Spin {
            default: 0,
            min: 0,
            max: MAX_NODES_TIME,
            make: |nodes| Setting::NodesTime(NonZeroU64::new(nodes)),
        },
    },
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
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(excerpt(name)))?
        .check(value)
}

impl OptionSpec {
    fn check(&self, value: &str) -> Result<Setting, OptionError> {
        let name = self.name;
        match self.kind {
            Kind::Spin { min, max, make, .. } => match value.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(make(number)),
                _ => Err(OptionError::NotInRange { name, min, max, text: excerpt(value) }),
            },
            Kind::Check { make, .. } => match value.to_ascii_lowercase().as_str() {
                "true" => Ok(make(true)),
                "false" => Ok(make(false)),
                _ => Err(OptionError::NotABoolean { name, text: excerpt(value) }),
            },
            Kind::Button { make } => Ok(make()),
            Kind::Text { make, .. } => Ok(make(value.to_owned())),
        }
    }
}

/// The line that announces the option to a client.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            Kind::Spin { default, min, max, .. } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Button { .. } => f.write_str("button"),
            Kind::Text { default, .. } => write!(f, "string default {default}"),
        }
    }
}

/// `value` as a size; the limits of the table keep it in range on every
/// machine that could hold that much.
fn to_usize(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
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
