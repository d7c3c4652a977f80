//! Where the records go, and how an output that was cut short is taken up
//! again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use thiserror::Error;

use crate::record::Record;

/// Why the output cannot be written. The texts are for the user.
#[derive(Debug, Error)]
pub enum TargetError {
    /// The file cannot be written, or what is in it cannot be read.
    #[error("output '{file}': {error}")]
    File {
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// There is such a file, and it is not to be continued.
    #[error("output '{file}' exists already; --resume goes on with it")]
    Exists {
        /// The file.
        file: String,
    },
    /// The file to be continued holds something else.
    #[error("output '{file}', line {line}: this is no result of an analysis")]
    Foreign {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
    },
    /// The file to be continued is about another input.
    #[error(
        "output '{file}', line {line}: this is about another position than the input has there"
    )]
    Different {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
    },
    /// The file to be continued is about a longer input.
    #[error("output '{file}' has more lines than the input has positions")]
    TooLong {
        /// The file.
        file: String,
    },
}

/// The output.
pub struct Target {
    name: String,
    writer: Box<dyn Write>,
    /// The records that are there from the last time, to be compared.
    earlier: Option<BufReader<io::Take<File>>>,
    /// How many they are.
    done: usize,
    taken: usize,
}

impl Target {
    /// The file `path`, or standard output. An existing file is only written to
    /// in order to `resume`; what a crash left behind its last whole line is
    /// cut off.
    ///
    /// # Errors
    ///
    /// [`TargetError`] when the file cannot be opened, or exists and is not to be continued.
    pub fn open(path: Option<&Path>, resume: bool) -> Result<Self, TargetError> {
        let Some(path) = path else {
            let (name, writer) = ("-".to_owned(), Box::new(io::stdout()));
            return Ok(Self { name, writer, earlier: None, done: 0, taken: 0 });
        };
        let name = path.to_string_lossy().into_owned();
        let refused = |error| TargetError::File { file: name.clone(), error };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(resume).create_new(!resume);
        let mut file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => TargetError::Exists { file: name.clone() },
            _ => refused(error),
        })?;
        let (done, length) = whole_lines(&file).map_err(refused)?;
        file.set_len(length).map_err(refused)?;
        let earlier = File::open(path).map_err(refused)?.take(length);
        file.seek(SeekFrom::End(0)).map_err(refused)?;
        Ok(Self {
            name,
            writer: Box::new(file),
            earlier: Some(BufReader::new(earlier)),
            done,
            taken: 0,
        })
    }

    /// Positions that need no search any more.
    pub(crate) fn done(&self) -> usize {
        self.done
    }

    /// Takes the record of the next position. If there is one already, it must be about
    /// the same position and is returned.
    pub(crate) fn take(&mut self, record: &Record) -> Result<Option<Record>, TargetError> {
        self.taken += 1;
        if self.taken <= self.done {
            return self.earlier(record);
        }
        let file = || self.name.clone();
        let mut line = serde_json::to_vec(record)
            .map_err(|error| TargetError::File { file: file(), error: error.into() })?;
        line.push(b'\n');
        // Whole lines, at once: a reader may follow, and a crash loses nothing.
        let written = self.writer.write_all(&line).and_then(|()| self.writer.flush());
        written.map_err(|error| TargetError::File { file: file(), error })?;
        Ok(None)
    }

    /// To be called after the last position of the input.
    pub(crate) fn finish(&self) -> Result<(), TargetError> {
        if self.taken < self.done {
            return Err(TargetError::TooLong { file: self.name.clone() });
        }
        Ok(())
    }

    fn earlier(&mut self, record: &Record) -> Result<Option<Record>, TargetError> {
        let (file, line) = (self.name.clone(), self.taken);
        let Some(earlier) = &mut self.earlier else { return Ok(None) };
        let mut text = String::new();
        if let Err(error) = earlier.read_line(&mut text) {
            return Err(TargetError::File { file, error });
        }
        match serde_json::from_str::<Record>(&text) {
            Ok(earlier) if earlier.is_about(record) => Ok(Some(earlier)),
            Ok(_) => Err(TargetError::Different { file, line }),
            Err(_) => Err(TargetError::Foreign { file, line }),
        }
    }
}

/// The number of lines with an end, and their length in bytes.
fn whole_lines(file: &File) -> io::Result<(usize, u64)> {
    let mut reader = BufReader::new(file);
    let (mut lines, mut length) = (0, 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok((lines, length));
        }
        lines += 1;
        length += read as u64;
    }
}
