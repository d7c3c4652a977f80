//! Samples from disk, a batch at a time.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::random::Random;
use crate::samples::batch::Batch;
use crate::samples::sample::Sample;

/// Samples that stay together when the order changes from epoch to epoch: 32
/// kB, which a disk reads in one go.
const BLOCK: usize = 1024;

/// A file of samples in random order.
#[derive(Clone, Debug)]
pub struct Samples {
    path: PathBuf,
    count: u64,
}

impl Samples {
    /// The samples in the file at `path`.
    ///
    /// # Errors
    /// When it cannot be opened or does not consist of whole samples.
    pub fn open(path: &Path) -> io::Result<Self> {
        let length = path.metadata()?.len();
        if !length.is_multiple_of(Sample::SIZE as u64) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the last sample is cut off"));
        }
        Ok(Self { path: path.to_owned(), count: length / Sample::SIZE as u64 })
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Batches of up to `size` samples in the order of the file.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn in_order(&self, size: usize) -> io::Result<Batches> {
        let blocks = (0..self.count.div_ceil(BLOCK as u64)).collect();
        Ok(Batches {
            file: File::open(&self.path)?,
            blocks,
            next: 0,
            per_batch: size.div_ceil(BLOCK),
        })
    }

    /// Batches of up to `size` samples, the blocks of the file being in an
    /// order that depends on `seed` and `epoch`.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn shuffled(&self, size: usize, seed: u64, epoch: u64) -> io::Result<Batches> {
        let mut batches = self.in_order(size)?;
        Random::stream(seed, epoch).shuffle(&mut batches.blocks);
        Ok(batches)
    }

    /// The first samples of the file, up to `count` of them.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn first(&self, count: usize) -> io::Result<Vec<Sample>> {
        let mut bytes = Vec::new();
        let length = count as u64 * Sample::SIZE as u64;
        File::open(&self.path)?.take(length).read_to_end(&mut bytes)?;
        let (samples, _) = bytes.as_chunks();
        Ok(samples.iter().map(Sample::from_bytes).collect())
    }
}

/// Reads batches; see [`Samples`].
pub struct Batches {
    file: File,
    blocks: Vec<u64>,
    next: usize,
    per_batch: usize,
}

impl Batches {
    fn read(&mut self, blocks: std::ops::Range<usize>) -> io::Result<Batch> {
        let mut batch = Batch::with_capacity(blocks.len() * BLOCK);
        let mut bytes = Vec::with_capacity(BLOCK * Sample::SIZE);
        let size = (BLOCK * Sample::SIZE) as u64;
        for &block in &self.blocks[blocks] {
            bytes.clear();
            self.file.seek(SeekFrom::Start(block * size))?;
            (&mut self.file).take(size).read_to_end(&mut bytes)?;
            let (samples, _) = bytes.as_chunks();
            samples.iter().for_each(|bytes| Sample::from_bytes(bytes).unpack(&mut batch));
        }
        Ok(batch)
    }
}

impl Iterator for Batches {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        let blocks = self.next..self.blocks.len().min(self.next + self.per_batch);
        self.next = blocks.end;
        (!blocks.is_empty()).then(|| self.read(blocks))
    }
}
