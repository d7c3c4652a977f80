//! Commands that run on a thread of their own and that `stop` can end.

pub mod bench;
pub mod genfens;
pub mod perft;
pub mod tbcheck;

use std::error::Error;
use std::sync::atomic::AtomicBool;

use crate::output::Output;

/// A checked request. It prints its results unless the flag is set before the end, and
/// returns whether it found no error.
pub type Job = Box<dyn FnOnce(&Output, &AtomicBool) -> bool + Send>;

/// A job, or why there is none. The texts are what the user reads.
pub type Planned = Result<Job, Box<dyn Error>>;
