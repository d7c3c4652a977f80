//! How the user ends long work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// How urgently the user wants the end: 0 not at all, 1 after what is under way,
/// 2 now.
pub type Urgency = Arc<AtomicU32>;

/// Signals only raise the urgency: files are written in one place.
///
/// # Errors
///
/// When the system does not allow to listen.
pub fn listen() -> Result<Urgency, ctrlc::Error> {
    let urgency = Urgency::default();
    let raised = Arc::clone(&urgency);
    ctrlc::set_handler(move || {
        raised.fetch_add(1, Ordering::Relaxed);
    })?;
    Ok(urgency)
}
