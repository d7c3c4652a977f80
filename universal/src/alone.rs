//! One build as a program of its own: `universal/build` takes a profile of it.

use std::process::ExitCode;

use riposte_universal::variant::riposte_variant;

static NETWORK: &[u8] = include_bytes!(env!("RIPOSTE_NETWORK"));

fn main() -> ExitCode {
    ExitCode::from(riposte_variant(NETWORK, ""))
}
