//! A prober for Syzygy endgame tablebases.
//!
//! Tablebases made with R. de Man's generator say for every position with few pieces
//! whether it is won, drawn or lost under the 50-move rule (WDL), and how many
//! plies it takes to the next capture or pawn move of the win (DTZ). The files
//! are described by their maker's programs only; this crate is a fresh
//! implementation of the format.
//!
//! ```
//! use riposte_board::Position;
//! use riposte_syzygy::{ProbeError, Tables};
//!
//! let (tables, errors) = Tables::open(&["no such folder"]);
//! assert!(tables.is_empty());
//! assert!(errors[0].to_string().starts_with("no such folder: cannot be read"));
//!
//! let position = Position::from_fen("8/8/8/8/8/4k3/8/4K2Q w - - 0 1")?;
//! let answer = tables.wdl(&position);
//! assert!(matches!(answer, Err(ProbeError::Missing(_))));
//! # Ok::<(), riposte_board::FenError>(())
//! ```
//!
//! # What can go wrong
//!
//! Everything that is read is checked before it is used: a damaged, truncated
//! or replaced file gives a [`FileError`] or a [`ProbeError`], never a panic, an
//! endless loop or undefined behaviour. The last bytes of every file are a
//! checksum of the rest. Files up to 1 MB are compared with it when they are
//! first read, all files by [`Tables::check`]. What probing finds damaged is not
//! asked again and named by [`Tables::errors`].
//!
//! # Why not another crate
//!
//! `pyrrhic-rs` 0.2.0 (MIT) is translated from C with raw pointers into mapped
//! files and `static mut` tables, and does not check what it reads, so that a
//! damaged file means undefined behaviour; it prints, and takes one folder name
//! apart at every `:`. `shakmaty-syzygy` (GPL-3.0-or-later) is safe, but its
//! licence is not that of Riposte; it serves as the independent implementation
//! that the tests compare with.
//!
//! # Where things are
//!
//! | module | what it does |
//! |---|---|
//! | `material`, `tables` | which tables there are |
//! | `wdl` | the result of a position with best play |
//! | `probe` | captures and en passant, distances by moves |
//! | `table` | one file |
//! | `layout`, `maps` | from a position to a number |
//! | `pairs` | from a number to a value |
//! | `source`, `checksum`, `damage` | bytes, and whether they can be believed |
#![forbid(unsafe_code)]

mod checksum;
mod damage;
mod layout;
mod maps;
mod material;
mod pairs;
mod probe;
mod source;
mod table;
mod tables;
mod wdl;

pub use damage::{Damage, FileError};
pub use material::{MAX_PIECES, Material};
pub use probe::ProbeError;
pub use table::TableKind;
pub use tables::{CheckEvent, NoTables, Tables};
pub use wdl::Wdl;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
