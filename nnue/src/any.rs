//! Networks whose size is known only at run time, from a file.

use std::sync::Arc;

use riposte_board::Board;
use riposte_movegen::{Color, Placement, Threats};

use crate::evaluator::{Accumulators, Evaluator, Sums};
use crate::features::BUCKETS;
use crate::file::{self, FileError, Header};
use crate::kernel::native;
use crate::line::Line;
use crate::network::{Network, Parameters};

/// Defines the enums, one variant for each size that is compiled in, and what
/// every variant does alike.
macro_rules! sizes {
    ($($name:ident: $hidden:literal),+ $(,)?) => {
        /// A network of any of the sizes in [`AnyNetwork::SIZES`]. Clones share
        /// the weights.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "the names say the number of hidden neurons")]
        pub enum AnyNetwork {
            $($name(Arc<Network<$hidden>>),)+
        }

        /// The sums of a network of any size.
        #[derive(Clone, Debug)]
        pub enum AnyAccumulators {
            $($name(Box<Accumulators<$hidden>>),)+
        }

        impl Sums for AnyAccumulators {
            #[inline]
            fn reads_threats(&self) -> bool {
                match self {
                    $(Self::$name(sums) => sums.reads_threats(),)+
                }
            }

            // Not inlined: the code for all sizes is long, and there are two callers.
            #[inline(never)]
            fn prepare(&mut self, line: &mut Line, board: &Board, threats: &Threats) {
                match self {
                    $(Self::$name(sums) => sums.prepare(line, board, threats),)+
                }
            }

            #[inline]
            fn output(&self, line: &Line, board: &Board) -> i32 {
                match self {
                    $(Self::$name(sums) => sums.output(line, board),)+
                }
            }
        }

        impl AnyNetwork {
            /// Hidden neurons per side that a file may have.
            pub const SIZES: &[usize] = &[$($hidden),+];

            /// Reads a network file.
            ///
            /// # Errors
            /// Says which check failed; see [`FileError`].
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
                let header = Header::read(bytes)?;
                match header.hidden {
                    $($hidden => Ok(Self::$name(Arc::new(Network::from_bytes(bytes)?))),)+
                    found => Err(FileError::Size { found }),
                }
            }

            /// An evaluator that follows a line of play.
            pub fn evaluator(&self) -> AnyEvaluator {
                Evaluator::of_sums(match self {
                    $(Self::$name(network) => {
                        AnyAccumulators::$name(Box::new(Accumulators::new(network, native())))
                    })+
                })
            }

            /// Whether both share their weights: clones of one network do.
            pub fn is_same(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$name(one), Self::$name(other)) => Arc::ptr_eq(one, other),)+
                    _ => false,
                }
            }

            /// Hidden neurons per side.
            pub fn hidden(&self) -> usize {
                match self {
                    $(Self::$name(_) => $hidden,)+
                }
            }

            /// The weights as plain vectors; see [`Network::parameters`].
            pub fn parameters(&self) -> Parameters {
                match self {
                    $(Self::$name(network) => network.parameters(),)+
                }
            }

            /// The network as a file.
            pub fn to_bytes(&self) -> Vec<u8> {
                match self {
                    $(Self::$name(network) => network.to_bytes(),)+
                }
            }

            /// What each output bucket says of a position; see
            /// [`Network::evaluate_all`].
            pub fn evaluate_all(&self, placement: &Placement, side: Color) -> [i32; BUCKETS] {
                match self {
                    $(Self::$name(network) => network.evaluate_all(placement, side),)+
                }
            }

            /// The value of a position for `side`, which is to move; see
            /// [`Network::evaluate`].
            pub fn evaluate(&self, placement: &Placement, side: Color) -> i32 {
                match self {
                    $(Self::$name(network) => network.evaluate(placement, side),)+
                }
            }
        }
    };
}

/// Follows a line of play with a network of any size; see [`Evaluator`].
pub type AnyEvaluator = Evaluator<AnyAccumulators>;

impl AnyNetwork {
    /// The checksum of the network's file: a name for reports and logs.
    pub fn checksum(&self) -> u64 {
        file::checksum(&self.to_bytes())
    }
}

sizes! {
    Hidden32: 32,
    Hidden64: 64,
    Hidden96: 96,
    Hidden128: 128,
    Hidden192: 192,
    Hidden256: 256,
    Hidden384: 384,
    Hidden512: 512,
    Hidden768: 768,
    Hidden1024: 1024,
    Hidden1536: 1536,
}
