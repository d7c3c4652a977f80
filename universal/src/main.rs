//! The universal binary: several builds of Riposte and one network in one file.
//!
//! Each build is the whole engine with its own standard library, compiled for one kind of
//! processor. All its symbols but the function declared here are local (`universal/build`).

use std::env;
use std::process::ExitCode;

use riposte_universal::{CHOICE, Variant, pick, report};

/// The network file that all builds use.
static NETWORK: &[u8] = include_bytes!(env!("RIPOSTE_NETWORK"));

/// Runs the engine with a network file and the lines that `compiler` adds; returns the exit
/// status.
type Run = fn(&'static [u8], &'static str) -> u8;

// SAFETY: `riposte_universal::variant` defines them with this signature, and one compiler
// compiles both. The Rust ABI passes slices as pointer and length, whatever the
// instruction sets are.
unsafe extern "Rust" {
    safe fn riposte_x86_64_v2(network: &'static [u8], variants: &'static str) -> u8;
    safe fn riposte_x86_64_v3(network: &'static [u8], variants: &'static str) -> u8;
    safe fn riposte_x86_64_v4_vnni(network: &'static [u8], variants: &'static str) -> u8;
}

/// Whether the processor has all of these instruction sets, and the operating system saves
/// their registers.
macro_rules! has {
    ($($feature:tt)+) => { $(is_x86_feature_detected!($feature))&&+ };
}

/// The builds, from slow to fast.
fn variants() -> [Variant<Run>; 3] {
    let v2 = has!("sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "cmpxchg16b");
    let v3 = v2 && has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe");
    let v4 = v3 && has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
    let vnni = has!("avx512vnni");
    [
        Variant { name: "x86-64-v2", is_supported: v2, run: riposte_x86_64_v2 },
        Variant { name: "x86-64-v3", is_supported: v3, run: riposte_x86_64_v3 },
        // AVX-512 without VNNI is no faster than AVX2.
        Variant { name: "x86-64-v4-vnni", is_supported: v4 && vnni, run: riposte_x86_64_v4_vnni },
    ]
}

fn main() -> ExitCode {
    let variants = variants();
    // Set but empty is not set, as with the variables of `make`.
    let choice = env::var(CHOICE).ok().filter(|choice| !choice.is_empty());
    match pick(&variants, choice.as_deref()) {
        Ok(picked) => {
            let about = report(&variants, picked, choice.as_deref());
            ExitCode::from((picked.run)(NETWORK, about.leak()))
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
