//! Decodes a file of games in several threads.
//!
//! To decode a compact block takes twenty times as long as to make samples of its games.
//! Each of `n` threads decodes every `n`-th block and passes over the others. The games
//! come in the order of the file, whatever the number of threads.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::{Game, ReadError, Reader};

/// Blocks of one thread that may wait to be used.
const AHEAD: usize = 4;

/// The games of a block.
pub struct Chunk {
    /// In the order of the file; one game where it is not compact.
    pub games: Vec<Game>,
    /// Offset in the file behind them.
    pub offset: u64,
}

/// The chunks of a file, in its order. An error is the last item.
pub struct Chunks {
    /// One for each thread; the next chunk comes from the one at `turn`.
    receivers: Vec<Receiver<Result<Chunk, ReadError>>>,
    turn: usize,
}

impl Iterator for Chunks {
    type Item = Result<Chunk, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        // A thread ends at the end of the file. Behind it, the others have nothing either.
        let chunk = self.receivers.get(self.turn)?.recv().ok();
        if !matches!(chunk, Some(Ok(_))) {
            self.receivers.clear();
        }
        self.turn = (self.turn + 1) % self.receivers.len().max(1);
        chunk
    }
}

/// Calls `visit` with the games of the file at `path`, which `threads` threads decode;
/// 0 counts as one.
///
/// # Errors
/// When the file cannot be opened; other errors are those of the chunks.
pub fn read_in_parallel<R>(
    path: &Path,
    threads: usize,
    visit: impl FnOnce(Chunks) -> R,
) -> io::Result<R> {
    let threads = threads.max(1);
    let readers = (0..threads).map(|_| Reader::open(path)).collect::<io::Result<Vec<_>>>()?;
    Ok(thread::scope(|scope| {
        let start = |(first, reader)| {
            let (sender, receiver) = sync_channel(AHEAD);
            scope.spawn(move || decode_share(reader, first, threads, &sender));
            receiver
        };
        let receivers = readers.into_iter().enumerate().map(start).collect();
        visit(Chunks { receivers, turn: 0 })
    }))
}

/// Sends block `first` and every `threads`-th from there on, until an error, the end of
/// the file, or the other side wants no more.
fn decode_share(
    mut reader: Reader<File>,
    first: usize,
    threads: usize,
    sender: &SyncSender<Result<Chunk, ReadError>>,
) {
    for block in 0_usize.. {
        if block % threads != first {
            // The thread that decodes this block meets the same error.
            let Ok(Some(_)) = reader.next_counts() else { return };
            continue;
        }
        let chunk = match reader.next_block() {
            Ok(None) => return,
            Ok(Some(games)) => Ok(Chunk { games, offset: reader.offset() }),
            Err(error) => Err(error),
        };
        let is_last = chunk.is_err();
        if sender.send(chunk).is_err() || is_last {
            return;
        }
    }
}
