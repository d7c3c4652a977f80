//! Where the records go, and how an output that was cut short is taken up
//! again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::AnalyseError;
use crate::record::Record;

/// What errors call the file.
const WHAT: &str = "output";

/// The output.
pub struct Target {
    file: PathBuf,
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
    pub fn open(path: Option<&Path>, resume: bool) -> Result<Self, AnalyseError> {
        let Some(path) = path else {
            let (file, writer) = (PathBuf::from("-"), Box::new(io::stdout()));
            return Ok(Self { file, writer, earlier: None, done: 0, taken: 0 });
        };
        let refused = AnalyseError::file(WHAT, path);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(resume).create_new(!resume);
        let mut file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => AnalyseError::Exists { file: path.to_owned() },
            _ => refused(error),
        })?;
        let (done, length) = whole_lines(&file).map_err(&refused)?;
        file.set_len(length).map_err(&refused)?;
        let earlier = File::open(path).map_err(&refused)?.take(length);
        file.seek(SeekFrom::End(0)).map_err(refused)?;
        Ok(Self {
            file: path.to_owned(),
            writer: Box::new(file),
            earlier: Some(BufReader::new(earlier)),
            done,
            taken: 0,
        })
    }

    /// Positions that need no search any more.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Takes the record of the next position. If there is one already, it must be about
    /// the same position and is returned.
    pub fn take(&mut self, record: &Record) -> Result<Option<Record>, AnalyseError> {
        self.taken += 1;
        if self.taken <= self.done {
            return self.earlier(record);
        }
        self.write(record).map_err(AnalyseError::file(WHAT, &self.file))?;
        Ok(None)
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        // Whole lines, at once: a reader may follow, and a crash loses nothing.
        self.writer.write_all(&line)?;
        self.writer.flush()
    }

    /// To be called after the last position of the input.
    pub fn finish(&self) -> Result<(), AnalyseError> {
        if self.taken < self.done {
            return Err(AnalyseError::TooLong { file: self.file.clone() });
        }
        Ok(())
    }

    fn earlier(&mut self, record: &Record) -> Result<Option<Record>, AnalyseError> {
        let Some(earlier) = &mut self.earlier else { return Ok(None) };
        let mut text = String::new();
        earlier.read_line(&mut text).map_err(AnalyseError::file(WHAT, &self.file))?;
        let error = match serde_json::from_str::<Record>(&text) {
            Ok(earlier) if earlier.is_about(record) => return Ok(Some(earlier)),
            Ok(_) => "this is about another position than the input has there",
            Err(_) => "this is no result of an analysis",
        };
        Err(AnalyseError::Line { what: WHAT, file: self.file.clone(), line: self.taken, error })
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
