//! Evaluations by name, as options and command lines give them, and as files.

use std::fs;
use std::io;
use std::path::Path;

use crate::evaluation::{Evaluation, NetworkError};

/// Why there is no such evaluation. The texts are what the user reads.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It is not a network that this build understands.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The embedded network was asked for.
    #[error("this build carries no network; name a file")]
    NotEmbedded,
}

/// Why a network was not written. The texts are what the user reads.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Positions are evaluated without a network.
    #[error("there is no network in use")]
    NoNetwork,
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

impl Evaluation {
    /// The name of the network that is built in.
    pub const EMBEDDED: &str = "<embedded>";

    /// The name of material and piece-square values.
    pub const NO_NETWORK: &str = "<none>";

    /// The name of the best evaluation that is built in.
    pub const DEFAULT: &str =
        if cfg!(feature = "embedded-net") { Self::EMBEDDED } else { Self::NO_NETWORK };

    /// The evaluation that `name` stands for: [`Self::EMBEDDED`] (also when empty),
    /// [`Self::NO_NETWORK`], or a file.
    ///
    /// # Errors
    ///
    /// When there is no such network.
    pub fn load(name: &str) -> Result<Self, LoadError> {
        match name {
            #[cfg(feature = "embedded-net")]
            "" | Self::EMBEDDED => Ok(Self::embedded()?),
            #[cfg(not(feature = "embedded-net"))]
            "" | Self::EMBEDDED => Err(LoadError::NotEmbedded),
            Self::NO_NETWORK => Ok(Self::PieceSquare),
            file => Ok(Self::from_file(&fs::read(file)?)?),
        }
    }

    /// Writes the network to `file`.
    ///
    /// # Errors
    ///
    /// When there is no network, or those of the file system.
    pub fn save(&self, file: &Path) -> Result<(), SaveError> {
        Ok(fs::write(file, self.to_file().ok_or(SaveError::NoNetwork)?)?)
    }
}
