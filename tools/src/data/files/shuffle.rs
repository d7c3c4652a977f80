//! Random order for more games than memory holds.
//!
//! Each game goes to a bucket drawn at random; then each bucket is shuffled in
//! memory and the buckets are joined. Every order of all games is equally
//! likely, as it would be in one large shuffle.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::PathBuf;

use clap::Args;

use super::source::Source;
use super::{DataError, Files, Output};
use crate::games::{NewFile, Reader};
use crate::random::Random;

/// More buckets would run into the limit of open files.
const MOST_BUCKETS: usize = 512;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    output: Output,
    /// The same seed gives the same order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Megabytes of games to hold in memory; what is more goes through
    /// temporary files beside the output.
    #[arg(long, value_name = "MB", default_value_t = 1024,
          value_parser = clap::value_parser!(u64).range(1..))]
    memory: u64,
}

/// Writes all games in random order.
///
/// # Errors
///
/// When a file is damaged or the result cannot be written.
pub fn run(options: &Options) -> Result<(), DataError> {
    let mut output = options.output.create()?;
    let mut random = Random::stream(options.seed, 0);
    let source = Source::new(&options.files.files)?;
    let games = if source.bytes() <= options.memory << 20 {
        let mut heap = Heap::default();
        source.each(|bytes, _| {
            heap.push(bytes);
            Ok(())
        })?;
        heap.empty_into(&mut output, &mut random)?
    } else {
        through_buckets(options, &source, &mut output, &mut random)?
    };
    output.complete()?;
    println!("{}: {games} games in random order", options.output.out.display());
    Ok(())
}

fn through_buckets(
    options: &Options,
    source: &Source<'_>,
    output: &mut NewFile,
    random: &mut Random,
) -> Result<u64, DataError> {
    // Buckets of half the memory leave room for their unequal sizes.
    let wanted = source.bytes().div_ceil(options.memory << 19);
    let count = usize::try_from(wanted).unwrap_or(MOST_BUCKETS).min(MOST_BUCKETS);
    eprintln!("more than {} MB: through {count} temporary files", options.memory);
    let mut buckets = Vec::new();
    for number in 0..count {
        buckets.push(Bucket::create(&options.output.out, number)?);
    }
    source.each(|bytes, _| buckets[random.below(count)].push(bytes))?;
    let mut games = 0;
    for bucket in buckets {
        games += bucket.load()?.empty_into(output, random)?;
    }
    Ok(games)
}

/// Games in memory.
#[derive(Default)]
struct Heap {
    bytes: Vec<u8>,
    games: Vec<Range<usize>>,
}

impl Heap {
    fn push(&mut self, game: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(game);
        self.games.push(start..self.bytes.len());
    }

    /// Writes the games in random order and says how many there were.
    fn empty_into(mut self, output: &mut NewFile, random: &mut Random) -> Result<u64, DataError> {
        random.shuffle(&mut self.games);
        for game in &self.games {
            output.write(&self.bytes[game.clone()])?;
        }
        Ok(self.games.len() as u64)
    }
}

/// A temporary file of games, removed when it is dropped.
struct Bucket {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Bucket {
    fn create(output: &std::path::Path, number: usize) -> Result<Self, DataError> {
        let mut path = output.as_os_str().to_owned();
        path.push(format!(".part{number}"));
        let path = PathBuf::from(path);
        match File::create(&path) {
            Ok(file) => Ok(Self { path, file: BufWriter::new(file) }),
            Err(source) => Err(DataError::Scratch { path, source }),
        }
    }

    fn push(&mut self, game: &[u8]) -> Result<(), DataError> {
        self.file.write_all(game).map_err(|source| self.failed(source))
    }

    fn load(mut self) -> Result<Heap, DataError> {
        self.file.flush().map_err(|source| self.failed(source))?;
        let mut reader = Reader::open(&self.path).map_err(|source| self.failed(source))?;
        let mut heap = Heap::default();
        let read = |source| DataError::Read { path: self.path.clone(), source };
        while let Some(game) = reader.next_bytes().map_err(read)? {
            heap.push(game);
        }
        Ok(heap)
    }

    fn failed(&self, source: std::io::Error) -> DataError {
        DataError::Scratch { path: self.path.clone(), source }
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        // A file left behind is only litter.
        let _ = std::fs::remove_file(&self.path);
    }
}
