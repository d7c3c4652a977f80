//! Saving what is intact in a damaged file.

use std::path::PathBuf;

use clap::Args;
use riposte_games::Reader;

use super::{DataError, Output};

/// Damaged places that are printed; of the others only the number is.
const PRINTED: usize = 20;

#[derive(Args)]
pub struct Options {
    /// The damaged file, which stays as it is.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    output: Output,
}

/// Copies every intact game and names what was left out.
///
/// # Errors
///
/// When the file cannot be read or the result not be written.
pub fn run(options: &Options) -> Result<(), DataError> {
    let failed = |error: std::io::Error| DataError::Read {
        path: options.file.clone(),
        source: error.into(),
    };
    let mut output = options.output.create()?;
    let mut reader = Reader::open(&options.file).map_err(failed)?;
    let (mut games, mut positions, mut end) = (0_u64, 0, 0);
    let mut damage = Damage::default();
    while let Some(game) = reader.next_intact().map_err(failed)? {
        output.write(reader.last_bytes())?;
        games += 1;
        positions += game.moves.len();
        damage.note(end, reader.start());
        end = reader.offset();
    }
    damage.note(end, reader.offset());
    output.complete()?;
    damage.print();
    println!("{}: {games} games, {positions} positions", options.output.out.display());
    Ok(())
}

/// The places that hold no game.
#[derive(Default)]
struct Damage {
    places: Vec<(u64, u64)>,
    count: u64,
    bytes: u64,
}

impl Damage {
    fn note(&mut self, start: u64, end: u64) {
        // Games of one block have the same place.
        if start >= end {
            return;
        }
        self.count += 1;
        self.bytes += end - start;
        if self.places.len() < PRINTED {
            self.places.push((start, end));
        }
    }

    fn print(&self) {
        for (start, end) in &self.places {
            println!("left out: bytes {start} to {end}");
        }
        let more = self.count - self.places.len() as u64;
        if more > 0 {
            println!("left out: {more} more places");
        }
        println!("{} damaged places, {} bytes", self.count, self.bytes);
    }
}
