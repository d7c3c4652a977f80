//! A table in a file: streamed in parts, so that no second table is needed, and checked
//! before anything of it is used.
//!
//! ```text
//!   "RIPOSTE TT\r\n\x1a\0\0\0"  16 bytes; a transfer as text would spoil them
//!   version                    u32, little-endian like all numbers
//!   layout                     u32: slots and bytes of a cluster, bits of a check
//!   clusters                   u64
//!   meaning                    u64: what the user says keys and scores mean
//!   age                        u64
//!   checksum of the above      u64
//!   and for every part of up to 16384 clusters:
//!   clusters as they are       64 bytes each
//!   checksum                   u64, of the part and all before it
//! ```

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::atomic::Ordering::Relaxed;

use thiserror::Error;

use crate::cluster::{CLUSTER_WORDS as WORDS, Cluster, SLOTS};
use crate::entry::Age;
use crate::table::Table;

const MAGIC: [u8; 16] = *b"RIPOSTE TT\r\n\x1a\0\0\0";

/// To be raised whenever old files would be misread.
const VERSION: u32 = 1;

/// What a version of the table itself would change.
const LAYOUT: u32 = (SLOTS as u32) << 16 | (size_of::<Cluster>() as u32) << 8 | 32;

/// Clusters of a part: one megabyte.
const PART: usize = 1 << 14;

/// Bytes of the head without its checksum.
const HEAD: usize = 48;

/// Why a file was not loaded. The table is then unchanged, unless the text says otherwise.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages are the documentation")]
pub enum LoadError {
    #[error(transparent)]
    Read(#[from] io::Error),
    #[error("this is no saved hash table")]
    Foreign,
    #[error("saved in format {found}, but this version reads format {VERSION}")]
    Version { found: u32 },
    #[error("saved by a version with another kind of table")]
    Layout,
    #[error("its scores were found by another evaluation or version")]
    Meaning,
    #[error("a table of {found} MB was saved, and this one has {here} MB")]
    Size { found: u64, here: u64 },
    #[error("the file is cut off")]
    CutOff,
    #[error("the file is longer than its table")]
    TooLong,
    /// The part with the wrong checksum ends at `offset`.
    #[error("the file is damaged near byte {offset}")]
    Damaged { offset: u64 },
}

/// The checksum of words, in their order. Every step is a bijection of the
/// state, so no single changed word goes unnoticed.
#[derive(Clone, Copy)]
struct Checksum(u64);

impl Checksum {
    const NEW: Self = Self(0x243f_6a88_85a3_08d3);

    fn add(&mut self, bytes: &[u8]) {
        for word in bytes.chunks_exact(8) {
            let word = u64::from_le_bytes(word.try_into().unwrap_or_default());
            self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
    }
}

/// What stands at the beginning of a file.
struct Head {
    clusters: u64,
    meaning: u64,
    age: u64,
}

impl Head {
    fn bytes(&self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[..16].copy_from_slice(&MAGIC);
        bytes[16..20].copy_from_slice(&VERSION.to_le_bytes());
        bytes[20..24].copy_from_slice(&LAYOUT.to_le_bytes());
        for (place, number) in bytes[24..].chunks_exact_mut(8).zip(self.numbers()) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn numbers(&self) -> [u64; 3] {
        [self.clusters, self.meaning, self.age]
    }

    /// Reads a head, and adds it to `checksum`.
    fn read(reader: &mut impl Read, checksum: &mut Checksum) -> Result<Self, LoadError> {
        let mut bytes = [0; HEAD];
        fill(reader, &mut bytes[..16]).map_err(|error| match error {
            LoadError::CutOff => LoadError::Foreign,
            other => other,
        })?;
        if bytes[..16] != MAGIC {
            return Err(LoadError::Foreign);
        }
        fill(reader, &mut bytes[16..])?;
        let half = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
        // Before the checksum: another version may have another one.
        if half(16) != VERSION {
            return Err(LoadError::Version { found: half(16) });
        }
        checksum.add(&bytes);
        expect(reader, *checksum, HEAD as u64)?;
        if half(20) != LAYOUT {
            return Err(LoadError::Layout);
        }
        Ok(Self { clusters: word(24), meaning: word(32), age: word(40) })
    }
}

impl Table {
    /// Writes the table with all its entries. `meaning` is a number by which a later
    /// [`load`](Self::load) checks that keys and scores mean the same. Entries stored
    /// concurrently may be missing.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn save(&self, writer: &mut impl Write, meaning: u64) -> io::Result<()> {
        let (clusters, age) = (self.clusters.len() as u64, u64::from(self.age()));
        let head = Head { clusters, meaning, age };
        let bytes = head.bytes();
        let mut checksum = Checksum::NEW;
        checksum.add(&bytes);
        writer.write_all(&bytes)?;
        writer.write_all(&checksum.0.to_le_bytes())?;
        let mut buffer = Vec::with_capacity(PART * size_of::<Cluster>());
        for part in self.clusters.chunks(PART) {
            buffer.clear();
            for word in part.iter().flat_map(Cluster::words) {
                buffer.extend_from_slice(&word.to_le_bytes());
            }
            checksum.add(&buffer);
            writer.write_all(&buffer)?;
            writer.write_all(&checksum.0.to_le_bytes())?;
        }
        writer.flush()
    }

    /// Replaces all entries by those that [`save`](Self::save) wrote, from the
    /// beginning of `reader`. The file is read twice: all of it is checked before
    /// the first entry is replaced.
    ///
    /// # Errors
    ///
    /// [`LoadError`] if the file does not fit. The table is then unchanged, unless the file
    /// changed between the two passes.
    pub fn load(&self, reader: &mut (impl Read + Seek), meaning: u64) -> Result<(), LoadError> {
        self.read(reader, meaning, |_, _| {})?;
        let head = self.read(reader, meaning, |cluster, words| cluster.set_words(words))?;
        let age = Age::new(head.age as u8).unwrap_or(Age::FIRST);
        self.age.store(age.get(), Relaxed);
        Ok(())
    }

    /// Reads and checks a whole file, and passes the words of every cluster to `take`.
    fn read(
        &self,
        reader: &mut (impl Read + Seek),
        meaning: u64,
        mut take: impl FnMut(&Cluster, [u64; WORDS]),
    ) -> Result<Head, LoadError> {
        reader.seek(SeekFrom::Start(0))?;
        let mut checksum = Checksum::NEW;
        let head = Head::read(reader, &mut checksum)?;
        if head.meaning != meaning {
            return Err(LoadError::Meaning);
        }
        let here = self.clusters.len() as u64;
        if head.clusters != here {
            let megabytes =
                |clusters: u64| clusters.saturating_mul(size_of::<Cluster>() as u64) >> 20;
            return Err(LoadError::Size { found: megabytes(head.clusters), here: megabytes(here) });
        }
        let mut buffer = vec![0; PART * size_of::<Cluster>()];
        let mut offset = (HEAD + 8) as u64;
        for part in self.clusters.chunks(PART) {
            let bytes = &mut buffer[..size_of_val(part)];
            fill(reader, bytes)?;
            checksum.add(bytes);
            offset += bytes.len() as u64;
            expect(reader, checksum, offset)?;
            offset += 8;
            for (cluster, bytes) in part.iter().zip(bytes.chunks_exact(size_of::<Cluster>())) {
                take(cluster, words(bytes));
            }
        }
        match reader.read(&mut [0])? {
            0 => Ok(head),
            _ => Err(LoadError::TooLong),
        }
    }
}

fn words(bytes: &[u8]) -> [u64; WORDS] {
    std::array::from_fn(|index| {
        u64::from_le_bytes(std::array::from_fn(|byte| bytes[index * 8 + byte]))
    })
}

fn fill(reader: &mut impl Read, bytes: &mut [u8]) -> Result<(), LoadError> {
    reader.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => LoadError::CutOff,
        _ => LoadError::Read(error),
    })
}

/// Reads a checksum, which must be `checksum`; `offset` is where it stands.
fn expect(reader: &mut impl Read, checksum: Checksum, offset: u64) -> Result<(), LoadError> {
    let mut bytes = [0; 8];
    fill(reader, &mut bytes)?;
    if u64::from_le_bytes(bytes) != checksum.0 {
        return Err(LoadError::Damaged { offset });
    }
    Ok(())
}
