//! The file of a network.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic `RIPOSTE` and a zero |
//! | 4 | version of the format |
//! | 8 | hash of the architecture's description |
//! | 12 | inputs, hidden neurons per side, output buckets |
//! | 12 | QA, QB, scale |
//! | 2 · inputs · hidden | feature weights, `i16`, by input |
//! | 2 · hidden | feature biases, `i16` |
//! | 4 · buckets · hidden | output weights, `i16`, by bucket, own half first |
//! | 4 · buckets | output biases, `i32` |
//! | 8 | FNV-1a of everything before |
//!
//! Files of older versions are read too. Those of version 2 have inputs for places only;
//! the weights of a place serve all states then. Those of version 1 have other units, too: QA
//! 255, QB 64, and output biases in QA · QB.

use thiserror::Error;

use crate::any::AnyNetwork;
use crate::features::{BUCKETS, INPUTS, PLACES};
use crate::network::{Network, ParameterError, Parameters, QA, QB, UNIT};

const MAGIC: [u8; 8] = *b"RIPOSTE\0";
const VERSION: u32 = 3;

/// What the numbers of a file mean. Change this text whenever they come to
/// mean something else while the sizes stay.
const ARCHITECTURE: &str = "768 inputs (own, other; pawn to king; a1 to h8), \
    for pieces not attacked, attacked and defended, attacked and not defended, \
    the same with an attacker worth less; \
    ranks from the side's own, files mirrored for a king on e to h; \
    2 perspectives, squared clipped ReLU; buckets by (pieces - 2) / 4";

/// The same for versions 1 and 2.
const PLACES_ONLY: &str = "768 inputs (own, other; pawn to king; a1 to h8), \
    ranks from the side's own, files mirrored for a king on e to h; \
    2 perspectives, squared clipped ReLU; buckets by (men - 2) / 4";

const HEADER_LENGTH: usize = 8 + 4 + 8 + 12 + 12;
const CHECKSUM_LENGTH: usize = 8;

/// Why the bytes are not a network of the wanted size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages are the documentation")]
pub enum FileError {
    #[error("the file ends within its header, after {found} bytes")]
    ShortHeader { found: usize },
    #[error("the magic number is wrong: this is not a network of Riposte")]
    Magic,
    #[error("format version {found} is not one of 1 to {VERSION}, which are understood")]
    Version { found: u32 },
    #[error("the architecture hash is {found:016x}, but it should be {expected:016x}")]
    Architecture { found: u64, expected: u64 },
    #[error("the network has {found} {what}, but {expected} are wanted")]
    Dimension { what: &'static str, found: u32, expected: u32 },
    #[error("there is no network with {found} hidden neurons; sizes are {sizes:?}", sizes = AnyNetwork::SIZES)]
    Size { found: u32 },
    #[error("the quantisation constant {what} is {found}, but {expected} is wanted")]
    Quantisation { what: &'static str, found: i32, expected: i32 },
    #[error("the file has {found} bytes, but its header announces {expected}")]
    Length { found: usize, expected: usize },
    #[error("the checksum is {found:016x}, but the file says {expected:016x}")]
    Checksum { found: u64, expected: u64 },
    #[error("the weights are unusable: {0}")]
    Parameters(#[from] ParameterError),
}

/// What a network file says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Inputs per side.
    pub inputs: u32,
    /// Hidden neurons per side: the `H` of the [`Network`] that can read it.
    pub hidden: u32,
    /// Sets of output weights.
    pub buckets: u32,
    /// Centipawns for one unit of output.
    pub scale: i32,
    /// What the version of the file decides.
    format: Format,
}

/// How the versions of the format differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    architecture: &'static str,
    inputs: usize,
    /// What one unit is in the numbers of the file.
    units: Units,
}

impl Format {
    fn of_version(version: u32) -> Option<Self> {
        let old = |units| Self { architecture: PLACES_ONLY, inputs: PLACES, units };
        match version {
            1 => Some(old(Units::FIRST)),
            2 => Some(old(Units::CURRENT)),
            VERSION => {
                Some(Self { architecture: ARCHITECTURE, inputs: INPUTS, units: Units::CURRENT })
            }
            _ => None,
        }
    }
}

/// One unit in the integers of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Units {
    feature: i32,
    output: i32,
    output_bias: i32,
}

impl Units {
    const FIRST: Self = Self { feature: 255, output: 64, output_bias: 255 * 64 };
    const CURRENT: Self = Self { feature: QA, output: QB, output_bias: UNIT };

    /// Converts the numbers of a file to those of the kernels.
    fn convert(self, parameters: &mut Parameters) {
        if self == Self::CURRENT {
            return;
        }
        let weights = |values: &mut [i16], from: i32, to: i32| {
            for value in values {
                let number = rescale(i64::from(*value), from, to);
                *value = number.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
        };
        weights(&mut parameters.feature_weights, self.feature, QA);
        weights(&mut parameters.feature_biases, self.feature, QA);
        weights(&mut parameters.output_weights, self.output, QB);
        for value in &mut parameters.output_biases {
            let number = rescale(i64::from(*value), self.output_bias, UNIT);
            *value = number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        }
    }
}

/// A number in units of `from` as one in units of `to`, rounded to the nearest.
fn rescale(value: i64, from: i32, to: i32) -> i64 {
    let (from, to) = (i64::from(from), i64::from(to));
    (2 * value * to + from).div_euclid(2 * from)
}

impl Header {
    /// Reads and checks the part before the weights; useful to choose the
    /// right `H`.
    ///
    /// # Errors
    /// When the file is too short, of another kind, version or architecture,
    /// or quantised otherwise.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let mut fields = Reader(bytes);
        let magic = fields.take::<8>();
        // For a text file, "no network" says more than "short".
        if magic.is_some_and(|magic| magic != MAGIC) {
            return Err(FileError::Magic);
        }
        let found = bytes.len();
        let short = || FileError::ShortHeader { found };
        if found < HEADER_LENGTH {
            return Err(short());
        }

        let version = fields.u32().ok_or_else(short)?;
        let format = Format::of_version(version).ok_or(FileError::Version { found: version })?;
        let hash = fields.u64().ok_or_else(short)?;
        let expected = fnv1a(format.architecture.as_bytes());
        if hash != expected {
            return Err(FileError::Architecture { found: hash, expected });
        }
        let inputs = fields.u32().ok_or_else(short)?;
        let hidden = fields.u32().ok_or_else(short)?;
        let buckets = fields.u32().ok_or_else(short)?;
        for (what, found, expected) in
            [("inputs", inputs, format.inputs as u32), ("output buckets", buckets, BUCKETS as u32)]
        {
            if found != expected {
                return Err(FileError::Dimension { what, found, expected });
            }
        }
        let units = format.units;
        for (what, expected) in [("QA", units.feature), ("QB", units.output)] {
            let found = fields.i32().ok_or_else(short)?;
            if found != expected {
                return Err(FileError::Quantisation { what, found, expected });
            }
        }
        let scale = fields.i32().ok_or_else(short)?;
        Ok(Self { inputs, hidden, buckets, scale, format })
    }
}

impl<const H: usize> Network<H> {
    /// How many bytes the file of such a network has.
    pub const FILE_LENGTH: usize = Self::file_length(INPUTS);

    /// The same with another number of inputs.
    const fn file_length(inputs: usize) -> usize {
        let rows = inputs + 1 + 2 * BUCKETS;
        HEADER_LENGTH + 2 * rows * H + 4 * BUCKETS + CHECKSUM_LENGTH
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// Says which of the checks failed; see [`FileError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let header = Header::read(bytes)?;
        if header.hidden as usize != H {
            let (what, found, expected) = ("hidden neurons", header.hidden, H as u32);
            return Err(FileError::Dimension { what, found, expected });
        }
        let inputs = header.format.inputs;
        let (found, expected) = (bytes.len(), Self::file_length(inputs));
        let length = || FileError::Length { found, expected };
        if found != expected {
            return Err(length());
        }
        let (content, stored) = bytes.split_at(expected - CHECKSUM_LENGTH);
        let (found, expected) = (fnv1a(content), Reader(stored).u64().ok_or_else(length)?);
        if found != expected {
            return Err(FileError::Checksum { found, expected });
        }

        let mut weights = Reader(&content[HEADER_LENGTH..]);
        let mut narrow =
            |count: usize| (0..count).map(|_| weights.i16()).collect::<Option<Vec<_>>>();
        let feature_weights = narrow(inputs * H).ok_or_else(length)?;
        let feature_weights = feature_weights.repeat(INPUTS / inputs);
        let feature_biases = narrow(H).ok_or_else(length)?;
        let output_weights = narrow(BUCKETS * 2 * H).ok_or_else(length)?;
        let output_biases =
            (0..BUCKETS).map(|_| weights.i32()).collect::<Option<Vec<_>>>().ok_or_else(length)?;
        let scale = header.scale;
        let mut parameters =
            Parameters { feature_weights, feature_biases, output_weights, output_biases, scale };
        header.format.units.convert(&mut parameters);
        Ok(Self::from_parameters(&parameters)?)
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::FILE_LENGTH);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(fnv1a(ARCHITECTURE.as_bytes()).to_le_bytes());
        for dimension in [INPUTS as u32, H as u32, BUCKETS as u32] {
            bytes.extend(dimension.to_le_bytes());
        }
        for constant in [QA, QB, self.scale] {
            bytes.extend(constant.to_le_bytes());
        }
        let rows = self.features.iter().chain([&self.biases]).chain(self.outputs.as_flattened());
        bytes.extend(rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes));
        bytes.extend(self.output_biases.into_iter().flat_map(i32::to_le_bytes));
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }
}

/// The checksum at the end of a whole file; zero if there is none.
pub(crate) fn checksum(file: &[u8]) -> u64 {
    file.last_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Takes numbers from the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, tail) = self.0.split_first_chunk()?;
        self.0 = tail;
        Some(*head)
    }

    fn i16(&mut self) -> Option<i16> {
        self.take().map(i16::from_le_bytes)
    }

    fn i32(&mut self) -> Option<i32> {
        self.take().map(i32::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}

/// The 64-bit hash of Fowler, Noll and Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
