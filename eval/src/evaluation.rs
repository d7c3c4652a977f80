//! The choice of the static evaluation: a network, or material and piece-square values
//! alone.

use std::fmt;

use riposte_movegen::PieceType;
use riposte_nnue::AnyNetwork;
pub use riposte_nnue::FileError as NetworkError;

/// How positions are evaluated. Clones share a network's weights.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// Hand-chosen material and piece-square values, as a baseline.
    #[default]
    PieceSquare,
    /// A network.
    Network(AnyNetwork),
}

impl Evaluation {
    /// The evaluation by the network of a file.
    ///
    /// # Errors
    ///
    /// When the bytes are not a network that this build understands.
    pub fn from_file(bytes: &[u8]) -> Result<Self, NetworkError> {
        AnyNetwork::from_bytes(bytes).map(Self::Network)
    }

    /// The evaluation by the network that the binary includes.
    ///
    /// # Errors
    ///
    /// When the file that was built in is not a network.
    #[cfg(feature = "embedded-net")]
    pub fn embedded() -> Result<Self, NetworkError> {
        riposte_nnue::embedded().map(Self::Network)
    }

    /// The network as a file, if there is one.
    pub fn to_file(&self) -> Option<Vec<u8>> {
        match self {
            Self::PieceSquare => None,
            Self::Network(network) => Some(network.to_bytes()),
        }
    }

    /// Whether both are one: clones share their weights.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::PieceSquare, Self::PieceSquare) => true,
            (Self::Network(one), Self::Network(other)) => one.is_same(other),
            _ => false,
        }
    }
}

/// A name for reports and logs.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PieceSquare => f.write_str("piece-square values"),
            Self::Network(network) => {
                write!(f, "network {:016x}, {} hidden", network.checksum(), network.hidden())
            }
        }
    }
}

/// Material value of a kind of piece without a network: for move ordering, and for what
/// must not depend on the network.
#[inline]
pub const fn material(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Knight => 310,
        PieceType::Bishop => 330,
        PieceType::Rook => 510,
        PieceType::Queen => 980,
        PieceType::King => 0,
    }
}
