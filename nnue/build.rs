//! Tells the crate which network file to carry: `RIPOSTE_EVALFILE` if it is
//! set, the default one otherwise.

use std::env;
use std::path::{Path, PathBuf};

const DEFAULT: &str = "networks/default.nnue";

fn main() {
    println!("cargo::rerun-if-env-changed=RIPOSTE_EVALFILE");
    if env::var_os("CARGO_FEATURE_EMBEDDED_NET").is_none() {
        return;
    }
    let given = env::var_os("RIPOSTE_EVALFILE").filter(|path| !path.is_empty());
    let home = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let path = match given {
        Some(given) => PathBuf::from(given),
        None => Path::new(&home).join(DEFAULT),
    };
    if !path.is_absolute() {
        println!("cargo::error=RIPOSTE_EVALFILE must be an absolute path");
    }
    println!("cargo::rerun-if-changed={}", path.display());
    println!("cargo::rustc-env=RIPOSTE_EMBEDDED_NETWORK={}", path.display());
}
