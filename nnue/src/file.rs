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
//! | 16 · 2 · buckets · hidden | first layer, `i8`, by bucket and neuron, own half first |
//! | 4 · 16 · buckets | biases of the first layer, `f32` |
//! | 4 · 16 · 32 · buckets | second layer, `f32`, by bucket and neuron of the first |
//! | 4 · 32 · buckets | biases of the second layer, `f32` |
//! | 4 · 32 · buckets | weights behind the second layer, `f32` |
//! | 8 | FNV-1a of everything before |
//!
//! Version 4 is for networks with hidden layers. Those without are written as version 3, which
//! lacks the five entries of the layers.
//!
//! Files of older versions are read too. Those of version 2 have inputs for places only;
//! the weights of a place serve all states then. Those of version 1 have other units, too: QA
//! 255, QB 64, and output biases in QA · QB.

use thiserror::Error;

use crate::any::AnyNetwork;
use crate::features::{BUCKETS, INPUTS, PLACES};
use crate::layers::{self, FIRST, LayerWeights, Layers, SECOND};
use crate::network::{Network, ParameterError, Parameters, QA, QB, UNIT};

const MAGIC: [u8; 8] = *b"RIPOSTE\0";
const VERSION: u32 = 4;

/// The same without hidden layers.
const DIRECT_VERSION: u32 = 3;

/// What the numbers of a file mean. Change this text whenever they come to
/// mean something else while the sizes stay.
const ARCHITECTURE: &str = "768 inputs (own, other; pawn to king; a1 to h8), \
    for pieces not attacked, attacked and defended, attacked and not defended, \
    the same with an attacker worth less; \
    ranks from the side's own, files mirrored for a king on e to h; \
    2 perspectives, squared clipped ReLU; buckets by (pieces - 2) / 4";

/// What follows in the description of a network with hidden layers.
const LAYERS: &str = "; beside them two layers of 16 and 32, squared clipped ReLU; \
    inputs and weights of the first in 1/128";

const _: () = assert!(FIRST == 16 && SECOND == 32, "these numbers are in the text");

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

/// What stands before the weights.
#[derive(Clone, Copy)]
pub(crate) struct Header {
    /// The `H` of the [`Network`] that can read the file.
    pub(crate) hidden: u32,
    scale: i32,
    format: Format,
}

/// How the versions of the format differ.
#[derive(Clone, Copy)]
struct Format {
    architecture: &'static str,
    inputs: usize,
    layers: bool,
    /// What one unit is in the numbers of the file.
    units: Units,
}

impl Format {
    /// That of a version from 1 to [`VERSION`].
    fn of_version(version: u32) -> Self {
        let (architecture, inputs) =
            if version < DIRECT_VERSION { (PLACES_ONLY, PLACES) } else { (ARCHITECTURE, INPUTS) };
        let units = if version == 1 { Units::FIRST } else { Units::CURRENT };
        Self { architecture, inputs, layers: version == VERSION, units }
    }

    /// The hash of the architecture's description.
    fn hash(self) -> u64 {
        let layers = if self.layers { LAYERS } else { "" };
        fnv1a([self.architecture, layers].concat().as_bytes())
    }
}

/// One unit in the integers of a file.
#[derive(Clone, Copy, PartialEq)]
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
    /// Reads and checks the header, so that the right `H` can be chosen.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, FileError> {
        // For a text file, "no network" says more than "short".
        if bytes.first_chunk().is_some_and(|magic| *magic != MAGIC) {
            return Err(FileError::Magic);
        }
        let (version, hash, [inputs, hidden, buckets], [qa, qb, scale]) =
            header_numbers(bytes).ok_or(FileError::ShortHeader { found: bytes.len() })?;
        if !(1..=VERSION).contains(&version) {
            return Err(FileError::Version { found: version });
        }
        let format = Format::of_version(version);
        let expected = format.hash();
        if hash != expected {
            return Err(FileError::Architecture { found: hash, expected });
        }
        for (what, found, expected) in
            [("inputs", inputs, format.inputs as u32), ("output buckets", buckets, BUCKETS as u32)]
        {
            if found != expected {
                return Err(FileError::Dimension { what, found, expected });
            }
        }
        let Units { feature, output, .. } = format.units;
        for (what, found, expected) in [("QA", qa, feature), ("QB", qb, output)] {
            if found != expected {
                return Err(FileError::Quantisation { what, found, expected });
            }
        }
        Ok(Self { hidden, scale, format })
    }
}

/// Version, hash, dimensions and constants, unchecked; `None` if the file ends before.
fn header_numbers(bytes: &[u8]) -> Option<(u32, u64, [u32; 3], [i32; 3])> {
    let mut fields = Reader(bytes.get(MAGIC.len()..)?);
    let version = fields.number(u32::from_le_bytes)?;
    let hash = fields.number(u64::from_le_bytes)?;
    let dimensions = fields.numbers(3, u32::from_le_bytes)?;
    let constants = fields.numbers(3, i32::from_le_bytes)?;
    Some((version, hash, dimensions.try_into().ok()?, constants.try_into().ok()?))
}

impl<const H: usize> Network<H> {
    /// How many bytes the file of such a network has, without hidden layers.
    pub const FILE_LENGTH: usize = Self::file_length(INPUTS);

    /// How many more bytes it has with hidden layers.
    pub const LAYERS_LENGTH: usize = layers::file_length(H);

    /// The length without hidden layers and with another number of inputs.
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
        let more = if header.format.layers { Self::LAYERS_LENGTH } else { 0 };
        let expected = Self::file_length(header.format.inputs) + more;
        let wrong_length = FileError::Length { found: bytes.len(), expected };
        if bytes.len() != expected {
            return Err(wrong_length);
        }
        let content = &bytes[..expected - CHECKSUM_LENGTH];
        let (found, expected) = (fnv1a(content), checksum(bytes));
        if found != expected {
            return Err(FileError::Checksum { found, expected });
        }

        let weights = Reader(&content[HEADER_LENGTH..]);
        let mut parameters = read_parameters(weights, header, H).ok_or(wrong_length)?;
        header.format.units.convert(&mut parameters);
        Ok(Self::from_parameters(&parameters)?)
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let version = if self.layers.is_some() { VERSION } else { DIRECT_VERSION };
        let mut bytes = Vec::with_capacity(Self::FILE_LENGTH + Self::LAYERS_LENGTH);
        bytes.extend(MAGIC);
        bytes.extend(version.to_le_bytes());
        bytes.extend(Format::of_version(version).hash().to_le_bytes());
        for dimension in [INPUTS as u32, H as u32, BUCKETS as u32] {
            bytes.extend(dimension.to_le_bytes());
        }
        for constant in [QA, QB, self.scale] {
            bytes.extend(constant.to_le_bytes());
        }
        let rows = self.features.iter().chain([&self.biases]).chain(self.outputs.as_flattened());
        bytes.extend(rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes));
        bytes.extend(self.output_biases.into_iter().flat_map(i32::to_le_bytes));
        if let Some(buckets) = &self.layers {
            write_layers(&LayerWeights::layers(buckets), &mut bytes);
        }
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }
}

/// The numbers behind the header, in the units of the file; `None` if they end too early.
fn read_parameters(mut weights: Reader<'_>, header: Header, hidden: usize) -> Option<Parameters> {
    let inputs = header.format.inputs;
    let feature_weights =
        weights.numbers(inputs * hidden, i16::from_le_bytes)?.repeat(INPUTS / inputs);
    Some(Parameters {
        feature_weights,
        feature_biases: weights.numbers(hidden, i16::from_le_bytes)?,
        output_weights: weights.numbers(BUCKETS * 2 * hidden, i16::from_le_bytes)?,
        output_biases: weights.numbers(BUCKETS, i32::from_le_bytes)?,
        scale: header.scale,
        layers: if header.format.layers { Some(read_layers(weights, hidden)?) } else { None },
    })
}

fn read_layers(mut weights: Reader<'_>, hidden: usize) -> Option<Layers> {
    Some(Layers {
        first_weights: weights.numbers(BUCKETS * FIRST * 2 * hidden, i8::from_le_bytes)?,
        first_biases: weights.numbers(BUCKETS * FIRST, f32::from_le_bytes)?,
        second_weights: weights.numbers(BUCKETS * FIRST * SECOND, f32::from_le_bytes)?,
        second_biases: weights.numbers(BUCKETS * SECOND, f32::from_le_bytes)?,
        output_weights: weights.numbers(BUCKETS * SECOND, f32::from_le_bytes)?,
    })
}

fn write_layers(layers: &Layers, bytes: &mut Vec<u8>) {
    bytes.extend(layers.first_weights.iter().flat_map(|weight| weight.to_le_bytes()));
    let floats = [
        &layers.first_biases,
        &layers.second_weights,
        &layers.second_biases,
        &layers.output_weights,
    ];
    bytes.extend(floats.into_iter().flatten().flat_map(|value| value.to_le_bytes()));
}

/// The checksum at the end of a whole file; zero if there is none.
pub(crate) fn checksum(file: &[u8]) -> u64 {
    file.last_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Takes numbers from the front; `None` if there are too few bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number<const N: usize, T>(&mut self, from: impl Fn([u8; N]) -> T) -> Option<T> {
        let (head, tail) = self.0.split_first_chunk()?;
        self.0 = tail;
        Some(from(*head))
    }

    fn numbers<const N: usize, T>(
        &mut self,
        count: usize,
        from: impl Fn([u8; N]) -> T,
    ) -> Option<Vec<T>> {
        (0..count).map(|_| self.number(&from)).collect()
    }
}

/// The 64-bit hash of Fowler, Noll and Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
