//! Brings more samples than fit into memory into fully random order.
//!
//! Every sample goes to a bucket file drawn at random; afterwards each bucket
//! is shuffled in memory and appended to the result. Any order of all samples
//! is as likely as any other. (Sanders, "Random permutations on distributed,
//! external and hierarchical memory", 1998.)

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::random::Random;
use crate::samples::sample::Sample;

/// Open files at a time.
const MOST_BUCKETS: u64 = 256;

/// Bytes that wait for each bucket before they are written.
const BUFFER: usize = 1 << 16;

/// Takes samples in any order and writes them in random order.
pub struct Shuffler {
    result: PathBuf,
    buckets: Vec<(PathBuf, BufWriter<File>)>,
    random: Random,
}

impl Shuffler {
    /// Writes to `result`, with bucket files beside it. A bucket will be about
    /// as large as `memory` if `expected` bytes come.
    ///
    /// # Errors
    /// When the files cannot be made.
    pub fn new(result: &Path, expected: u64, memory: u64, random: Random) -> io::Result<Self> {
        let count = expected.div_ceil(memory.max(1)).clamp(1, MOST_BUCKETS);
        let buckets = (0..count).map(|number| {
            let path = result.with_extension(format!("part{number:03}"));
            let file = BufWriter::with_capacity(BUFFER, File::create(&path)?);
            Ok((path, file))
        });
        let buckets = buckets.collect::<io::Result<_>>()?;
        Ok(Self { result: result.to_owned(), buckets, random })
    }

    /// Adds a sample.
    ///
    /// # Errors
    /// When the disk is full, for example.
    pub fn push(&mut self, sample: Sample) -> io::Result<()> {
        let bucket = self.random.below(self.buckets.len());
        self.buckets[bucket].1.write_all(&sample.to_bytes())
    }

    /// Writes the result and removes the buckets.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn finish(mut self) -> io::Result<()> {
        let mut result = BufWriter::with_capacity(BUFFER, File::create(&self.result)?);
        for (path, writer) in self.buckets {
            writer.into_inner().map_err(io::IntoInnerError::into_error)?;
            let mut bytes = fs::read(&path)?;
            self.random.shuffle(bytes.as_chunks_mut::<{ Sample::SIZE }>().0);
            result.write_all(&bytes)?;
            fs::remove_file(&path)?;
        }
        result.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use riposte_board::Board;

    use super::*;
    use crate::samples::stream::Samples;

    /// The scores of a file of samples that were numbered by their score.
    fn order(folder: &Path, memory: u64, seed: u64) -> Vec<i16> {
        let path = folder.join("numbers.samples");
        let random = Random::stream(seed, 0);
        let mut shuffler = Shuffler::new(&path, 1000 * 32, memory, random).unwrap();
        let board = Board::startpos();
        (0..1000).for_each(|score| shuffler.push(Sample::new(&board, score, None)).unwrap());
        shuffler.finish().unwrap();
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "buckets are left behind");
        let samples = Samples::open(&path).unwrap();
        samples.first(2000).unwrap().iter().map(|sample| sample.score).collect()
    }

    #[test]
    fn nothing_is_lost_and_nothing_stays_in_place() {
        let folder = tempfile::tempdir().unwrap();
        for memory in [1 << 20, 3_000] {
            let shuffled = order(folder.path(), memory, 1);
            assert_eq!(shuffled, order(folder.path(), memory, 1));
            assert_ne!(shuffled, order(folder.path(), memory, 2));
            // The mean distance of a random order from the old one is a third
            // of its length, with a deviation of about 7.
            let moved: i32 = shuffled.iter().zip(0..).map(|(&a, b)| (i32::from(a) - b).abs()).sum();
            assert!((290_000..380_000).contains(&moved), "{moved}");
            let mut sorted = shuffled;
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..1000));
        }
    }
}
