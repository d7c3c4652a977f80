//! The evaluation of the engines of a tool.

use std::fs;

use clap::Args;
use riposte_search::Evaluation;

/// The option that the tools with an engine share.
#[derive(Args, Clone, Debug)]
pub struct Choice {
    /// Network file of the evaluation; `none` for material and
    /// piece-square values [default: the built-in network].
    #[arg(long, value_name = "FILE")]
    network: Option<String>,
}

impl Choice {
    /// Reads the network.
    ///
    /// # Errors
    ///
    /// A text that names the file that cannot be used.
    pub fn load(&self) -> Result<Evaluation, String> {
        load(self.network.as_deref())
    }
}

/// Reads the evaluation that `network` names: a file, `none` for material and
/// piece-square values, or nothing for the built-in network.
///
/// # Errors
///
/// A text that names the file that cannot be used.
pub fn load(network: Option<&str>) -> Result<Evaluation, String> {
    match network {
        None => Evaluation::embedded().map_err(|error| format!("built-in network: {error}")),
        Some("none") => Ok(Evaluation::PieceSquare),
        Some(path) => {
            let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
            Evaluation::from_file(&bytes).map_err(|error| format!("{path}: {error}"))
        }
    }
}
