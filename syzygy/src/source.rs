//! Reading at any place of a file, from many threads at once, without the
//! possibility of reading beyond its end.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::Path;

use crate::damage::Damage;

/// Tables up to this size are read into memory when they are first asked: all
/// with three and four pieces, and what the larger ones need most. Larger ones are
/// read piece by piece; the system keeps in memory what is asked often.
///
/// Mapping files into memory would save a system call per probe of a large
/// table. But a mapped file that becomes shorter ends the process, and Rust
/// rightly calls mapping unsafe.
const LARGEST_IN_MEMORY: u64 = 1 << 20;

/// The bytes of a table.
#[derive(Debug)]
pub(crate) enum Source {
    Memory(Box<[u8]>),
    File { file: File, len: u64 },
}

impl Source {
    /// Opens the file and looks at its size.
    pub(crate) fn open(path: &Path) -> Result<Self, Damage> {
        let source = Self::open_in_place(path)?;
        if source.len() > LARGEST_IN_MEMORY {
            return Ok(source);
        }
        let bytes = source.bytes(0, source.len())?.into_owned();
        Ok(Self::Memory(bytes.into_boxed_slice()))
    }

    /// Opens the file without reading it.
    pub(crate) fn open_in_place(path: &Path) -> Result<Self, Damage> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        if len % 64 != 16 {
            return Err(Damage::Size(len));
        }
        Ok(Self::File { file, len })
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::File { len, .. } => *len,
        }
    }

    /// The `len` bytes from `offset` on.
    #[inline]
    pub(crate) fn bytes(&self, offset: u64, len: u64) -> Result<Cow<'_, [u8]>, Damage> {
        let end = offset.checked_add(len).filter(|&end| end <= self.len()).ok_or(TOO_SHORT)?;
        match self {
            // Both fit into memory, so they fit into its index.
            Self::Memory(bytes) => Ok(Cow::Borrowed(&bytes[offset as usize..end as usize])),
            Self::File { file, .. } => {
                let mut buffer = vec![0; usize::try_from(len).map_err(|_| TOO_SHORT)?];
                read_exact_at(file, &mut buffer, offset)?;
                Ok(Cow::Owned(buffer))
            }
        }
    }

    /// The `N` bytes from `offset` on.
    #[inline]
    pub(crate) fn array<const N: usize>(&self, offset: u64) -> Result<[u8; N], Damage> {
        let mut array = [0; N];
        match self {
            Self::Memory(bytes) => {
                let tail = usize::try_from(offset).ok().and_then(|start| bytes.get(start..));
                let found = tail.and_then(|tail| tail.first_chunk()).ok_or(TOO_SHORT)?;
                array = *found;
            }
            Self::File { file, .. } => read_exact_at(file, &mut array, offset)?,
        }
        Ok(array)
    }
}

/// The file ends before what it says it has.
pub(crate) const TOO_SHORT: Damage = Damage::Content("it is too short for what it describes");

/// Fills `buffer` with what begins at `offset`, wherever the file stands.
#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills `buffer` with what begins at `offset`, wherever the file stands.
#[cfg(windows)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;

    let mut done = 0;
    while done < buffer.len() {
        match file.seek_read(&mut buffer[done..], offset + done as u64)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => done += count,
        }
    }
    Ok(())
}

/// Reads one field after the other.
pub(crate) struct Cursor<'a> {
    source: &'a Source,
    at: u64,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(source: &'a Source) -> Self {
        Self { source, at: 0 }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let array = self.source.array(self.at)?;
        self.at += N as u64;
        Ok(array)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Damage> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn word(&mut self) -> Result<u16, Damage> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn double_word(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn magic(&mut self) -> Result<[u8; 4], Damage> {
        self.array()
    }

    pub(crate) fn bytes(&mut self, len: u64) -> Result<Cow<'a, [u8]>, Damage> {
        let bytes = self.source.bytes(self.at, len)?;
        self.at += len;
        Ok(bytes)
    }

    /// Goes to the next multiple of `step`, a power of two.
    pub(crate) fn align(&mut self, step: u64) {
        self.at = self.at.next_multiple_of(step);
    }

    /// Passes over `len` bytes, which must be there, and says where they are.
    pub(crate) fn skip(&mut self, len: u64) -> Result<u64, Damage> {
        let start = self.at;
        self.at =
            start.checked_add(len).filter(|&end| end <= self.source.len()).ok_or(TOO_SHORT)?;
        Ok(start)
    }
}
