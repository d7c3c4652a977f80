//! The network by which positions are judged, as the option `EvalFile` names it.

use std::fs;
use std::io;

use riposte_search::{Evaluation, NetworkError};
use thiserror::Error;

use riposte_notation::excerpt;

/// The network that is built in.
pub const EMBEDDED: &str = "<embedded>";

/// No network: material and piece-square values.
pub const NONE: &str = "<none>";

/// What `EvalFile` is when nobody sets it.
pub const DEFAULT: &str = if cfg!(feature = "embedded-net") { EMBEDDED } else { NONE };

/// Why there is no such network. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("EvalFile '{file}': {fault}")]
    Read { file: String, fault: io::Error },
    #[error("EvalFile '{file}': {fault}")]
    Network { file: String, fault: NetworkError },
    #[cfg(feature = "embedded-net")]
    #[error("the network that is built in: {0}")]
    Embedded(NetworkError),
    #[cfg(not(feature = "embedded-net"))]
    #[error("this build carries no network; set EvalFile to a file")]
    NotEmbedded,
}

/// Why a network was not written.
#[derive(Debug, Error)]
pub enum SaveError {
    #[error("export_net: there is no network in use")]
    None,
    #[error("export_net: '{file}': {fault}")]
    Write { file: String, fault: io::Error },
}

/// The evaluation that `name` stands for: [`EMBEDDED`] (also when empty),
/// [`NONE`], or a file.
pub fn load(name: &str) -> Result<Evaluation, LoadError> {
    match name {
        "" | EMBEDDED => embedded(),
        NONE => Ok(Evaluation::PieceSquare),
        file => {
            let bytes =
                fs::read(file).map_err(|fault| LoadError::Read { file: excerpt(file), fault })?;
            Evaluation::from_file(&bytes)
                .map_err(|fault| LoadError::Network { file: excerpt(file), fault })
        }
    }
}

/// Writes the network of `evaluation` to `file`.
pub fn save(evaluation: &Evaluation, file: &str) -> Result<(), SaveError> {
    let bytes = evaluation.to_file().ok_or(SaveError::None)?;
    fs::write(file, bytes).map_err(|fault| SaveError::Write { file: excerpt(file), fault })
}

#[cfg(feature = "embedded-net")]
fn embedded() -> Result<Evaluation, LoadError> {
    Evaluation::embedded().map_err(LoadError::Embedded)
}

#[cfg(not(feature = "embedded-net"))]
fn embedded() -> Result<Evaluation, LoadError> {
    Err(LoadError::NotEmbedded)
}
