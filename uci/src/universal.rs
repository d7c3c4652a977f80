//! The engine as one of the builds in the universal binary (`universal/`).

use std::io::{self, Write};
use std::sync::OnceLock;

/// What the launcher passes.
#[derive(Clone, Copy, Debug)]
struct Launch {
    network: &'static [u8],
    variants: &'static str,
}

static LAUNCH: OnceLock<Launch> = OnceLock::new();

/// Runs the engine on the arguments of the process and returns the exit status.
/// `network` is the network file that the binary carries, `variants` the line that
/// `compiler` adds.
// The launcher declares this function under the name that the linker gives to each build,
// so no other symbol has the name.
#[unsafe(no_mangle)]
pub fn riposte_variant(network: &'static [u8], variants: &'static str) -> u8 {
    // A second call would find the values of the first one, which are the same.
    let _ = LAUNCH.set(Launch { network, variants });
    let status = crate::status();
    // The standard library of the launcher does not know this one's buffer. When the output
    // is closed, there is no place to report it to.
    let _ = io::stdout().flush();
    status
}

/// The network file that the binary carries.
pub(crate) fn network() -> &'static [u8] {
    LAUNCH.get().map_or(&[], |launch| launch.network)
}

/// The line that `compiler` adds.
pub(crate) fn variants() -> &'static str {
    LAUNCH.get().map_or("", |launch| launch.variants)
}
