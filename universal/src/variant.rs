//! The engine as one of the builds, with the function that the launcher calls.

use std::io::{self, Write};

/// Runs the engine on the arguments of the process and returns the exit status.
/// `network` is the network file that the binary carries, `variants` the line that
/// `compiler` adds.
// The launcher declares this function under the name that the linker gives to each build,
// so no other symbol has the name.
#[unsafe(no_mangle)]
pub fn riposte_variant(network: &'static [u8], variants: &'static str) -> u8 {
    riposte_search::pass_network(network);
    riposte_uci::about::VARIANTS.get_or_init(|| variants);
    let status = riposte_uci::run();
    // The standard library of the launcher does not know this one's buffer. When the output
    // is closed, there is no place to report it to.
    let _ = io::stdout().flush();
    status
}
