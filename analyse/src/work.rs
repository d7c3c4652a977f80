//! Positions searched side by side, given out in their order.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam::channel::{self, Receiver, RecvTimeoutError, Sender};
use riposte_search::{Engine, EngineError, Evaluation, Found, Limits, Tablebases};

use crate::AnalyseError;
use crate::record::Record;
use crate::source::{InGame, Input, Item, Position, Source};

/// How often the writer checks whether the analysis was interrupted.
const PATIENCE: Duration = Duration::from_millis(20);

/// Positions per worker that may be under way: enough that none waits for a
/// slow neighbour, and few enough to be kept in memory.
const WINDOW: usize = 64;

/// How positions are searched.
#[derive(Clone)]
pub struct Settings {
    /// When the search of a position ends.
    pub limits: Limits,
    /// Megabytes of the transposition table of each engine.
    pub hash: usize,
    /// Whether castling is written as the king taking its own rook.
    pub chess960: bool,
    /// Lines per position.
    pub multi_pv: usize,
    /// How positions are evaluated.
    pub evaluation: Evaluation,
    /// Tablebases for all engines.
    pub tablebases: Tablebases,
}

/// A position that is finished.
pub struct Done {
    pub record: Record,
    /// Where the position stands in its game.
    pub in_game: Option<InGame>,
    /// What the search had to say besides, such as the name of a damaged file.
    pub messages: Vec<String>,
    /// The bytes of the input up to its end.
    pub offset: u64,
}

/// What reaches the writer, in any order.
type Message = io::Result<Done>;

/// Searches the positions of `source` but the first `done` with `workers`
/// engines. The iterator gives the results in order; it ends early, before the
/// first position that was not finished, when `interrupted` is set.
pub fn start(
    source: Source<Input>,
    settings: Settings,
    workers: usize,
    done: usize,
    interrupted: &Arc<AtomicBool>,
) -> Result<impl Iterator<Item = Message>, AnalyseError> {
    let (to_workers, items) = channel::bounded(workers);
    let (to_writer, messages) = channel::unbounded();
    let (tickets, spent) = channel::bounded(workers * WINDOW);
    for _ in 0..workers {
        let engine = engine(&settings)?;
        let (items, to_writer) = (items.clone(), to_writer.clone());
        let (settings, interrupted) = (settings.clone(), interrupted.clone());
        spawn("analysis", move || work(engine, &settings, &items, &to_writer, &interrupted))?;
    }
    let reader = Feed { to_workers, to_writer, tickets, chess960: settings.chess960, done };
    spawn("input", move || reader.feed(source))?;
    Ok(InOrder {
        messages,
        spent,
        early: BTreeMap::new(),
        next: 0,
        interrupted: interrupted.clone(),
    })
}

fn spawn(name: &str, job: impl FnOnce() + Send + 'static) -> Result<(), AnalyseError> {
    thread::Builder::new().name(name.into()).spawn(job).map(drop).map_err(AnalyseError::Thread)
}

fn engine(settings: &Settings) -> Result<Engine, EngineError> {
    let mut engine = Engine::new()?;
    engine.set_hash(settings.hash)?;
    engine.set_multi_pv(settings.multi_pv);
    engine.set_tablebases(settings.tablebases.clone());
    engine.set_evaluation(settings.evaluation.clone());
    Ok(engine)
}

/// Reads positions and hands them out.
struct Feed {
    to_workers: Sender<Item>,
    to_writer: Sender<Message>,
    /// One is put in for every position, and taken out when it is written.
    tickets: Sender<()>,
    chess960: bool,
    /// Positions at the beginning that need no search.
    done: usize,
}

impl Feed {
    fn feed(&self, mut source: Source<Input>) {
        loop {
            let item = match source.next() {
                Ok(Some(item)) => item,
                Ok(None) => return,
                Err(error) => {
                    // The writer may have ended; then there is no receiver.
                    let _ = self.to_writer.send(Err(error));
                    return;
                }
            };
            let is_for_search = item.position.is_some() && item.index >= self.done;
            let is_taken = self.tickets.send(()).is_ok()
                && if is_for_search {
                    self.to_workers.send(item).is_ok()
                } else {
                    let record = Record::new(&item, self.chess960);
                    let Item { in_game, offset, .. } = item;
                    let done = Done { record, in_game, messages: Vec::new(), offset };
                    self.to_writer.send(Ok(done)).is_ok()
                };
            if !is_taken {
                return;
            }
        }
    }
}

/// Puts results into order.
struct InOrder {
    messages: Receiver<Message>,
    spent: Receiver<()>,
    /// Those that came before their turn.
    early: BTreeMap<usize, Done>,
    next: usize,
    interrupted: Arc<AtomicBool>,
}

impl Iterator for InOrder {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(done) = self.early.remove(&self.next) {
                self.next += 1;
                // There is one for every position.
                let _ = self.spent.try_recv();
                return Some(Ok(done));
            }
            match self.messages.recv_timeout(PATIENCE) {
                Ok(Ok(done)) => {
                    self.early.insert(done.record.index, done);
                }
                Ok(Err(error)) => return Some(Err(error)),
                Err(RecvTimeoutError::Disconnected) => return None,
                // The input may be one that never ends.
                Err(RecvTimeoutError::Timeout) if self.interrupted.load(Ordering::Relaxed) => {
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// The life of a worker: one position after the other, each as if it were the
/// first, so that the results depend on nothing else.
fn work(
    mut engine: Engine,
    settings: &Settings,
    items: &Receiver<Item>,
    to_writer: &Sender<Message>,
    interrupted: &AtomicBool,
) {
    for item in items {
        let mut record = Record::new(&item, settings.chess960);
        let mut messages = Vec::new();
        if let Some(position) = &item.position {
            let Some(found) = search(&mut engine, position, settings, interrupted) else { return };
            record.add(position, &found, settings);
            messages = found.messages;
        }
        let Item { in_game, offset, .. } = item;
        if to_writer.send(Ok(Done { record, in_game, messages, offset })).is_err() {
            return;
        }
    }
}

/// What a search finds; `None` if it was interrupted.
fn search(
    engine: &mut Engine,
    position: &Position,
    settings: &Settings,
    interrupted: &AtomicBool,
) -> Option<Found> {
    engine.new_game();
    engine.set_position(position.board.clone());
    let found = engine.search(settings.limits.clone(), interrupted);
    (!interrupted.load(Ordering::Relaxed)).then_some(found)
}
