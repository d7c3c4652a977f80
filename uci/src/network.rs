//! The evaluation network that the option `EvalFile` names.

use std::fs;
use std::io;
#[cfg(feature = "universal")]
use std::sync::OnceLock;

use riposte_search::{Evaluation, NetworkError};
use thiserror::Error;

use riposte_notation::excerpt;

/// The network that is built in.
pub const EMBEDDED: &str = "<embedded>";

/// No network: material and piece-square values.
pub const NONE: &str = "<none>";

/// What `EvalFile` is when it is not set.
pub const DEFAULT: &str = if IS_EMBEDDED { EMBEDDED } else { NONE };

const IS_EMBEDDED: bool = cfg!(any(feature = "embedded-net", feature = "universal"));

/// Why there is no such network. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("EvalFile '{file}': {error}")]
    Read { file: String, error: io::Error },
    #[error("EvalFile '{file}': {error}")]
    Network { file: String, error: NetworkError },
    #[cfg(any(feature = "embedded-net", feature = "universal"))]
    #[error("the built-in network: {0}")]
    Embedded(NetworkError),
    #[cfg(not(any(feature = "embedded-net", feature = "universal")))]
    #[error("this build carries no network; set EvalFile to a file")]
    NotEmbedded,
}

/// Why a network was not written.
#[derive(Debug, Error)]
pub enum SaveError {
    #[error("export_net: there is no network in use")]
    None,
    #[error("export_net: '{file}': {error}")]
    Write { file: String, error: io::Error },
}

/// The evaluation that `name` stands for: [`EMBEDDED`] (also when empty),
/// [`NONE`], or a file.
pub fn load(name: &str) -> Result<Evaluation, LoadError> {
    match name {
        "" | EMBEDDED => embedded(),
        NONE => Ok(Evaluation::PieceSquare),
        file => {
            let bytes =
                fs::read(file).map_err(|error| LoadError::Read { file: excerpt(file), error })?;
            Evaluation::from_file(&bytes)
                .map_err(|error| LoadError::Network { file: excerpt(file), error })
        }
    }
}

/// Writes the network of `evaluation` to `file`.
pub fn save(evaluation: &Evaluation, file: &str) -> Result<(), SaveError> {
    let bytes = evaluation.to_file().ok_or(SaveError::None)?;
    fs::write(file, bytes).map_err(|error| SaveError::Write { file: excerpt(file), error })
}

#[cfg(feature = "universal")]
fn embedded() -> Result<Evaluation, LoadError> {
    static EVALUATION: OnceLock<Evaluation> = OnceLock::new();
    if let Some(evaluation) = EVALUATION.get() {
        return Ok(evaluation.clone());
    }
    let read = Evaluation::from_file(crate::universal::network()).map_err(LoadError::Embedded)?;
    Ok(EVALUATION.get_or_init(|| read).clone())
}

#[cfg(all(feature = "embedded-net", not(feature = "universal")))]
fn embedded() -> Result<Evaluation, LoadError> {
    Evaluation::embedded().map_err(LoadError::Embedded)
}

#[cfg(not(any(feature = "embedded-net", feature = "universal")))]
fn embedded() -> Result<Evaluation, LoadError> {
    Err(LoadError::NotEmbedded)
}
