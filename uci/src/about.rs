//! What the program says about itself.

use std::sync::OnceLock;

/// Name and version.
pub const NAME: &str = concat!("Riposte ", env!("CARGO_PKG_VERSION"));

/// Who wrote it.
pub const AUTHOR: &str = env!("CARGO_PKG_AUTHORS");

/// The answer to `license`.
pub const LICENSE: &str = "\
Riposte is free software. You may use it under the terms of the MIT License or
of the Apache License, Version 2.0, whichever you prefer. The texts are in the
files LICENSE-MIT and LICENSE-APACHE of the source code.";

/// What `compiler` adds, if this is one of several builds in a binary.
pub static VARIANTS: OnceLock<&str> = OnceLock::new();

/// The answer to `compiler`: what this binary was built with and for.
pub fn compiler() -> String {
    let features: Vec<&str> = CPU_FEATURES.iter().filter(|f| f.1).map(|f| f.0).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(" ") };
    let variants = VARIANTS.get().map(|variants| format!("\n{variants}")).unwrap_or_default();
    let kind = if cfg!(debug_assertions) { "with debug assertions" } else { "release" };
    format!(
        "{NAME} ({kind}), built by {} for {}-{}, instruction sets: {features}{variants}",
        env!("RIPOSTE_COMPILER"),
        std::env::consts::ARCH,
        std::env::consts::OS
    )
}

/// Instruction sets that make a difference to the engine, and whether this
/// binary uses them.
const CPU_FEATURES: [(&str, bool); 7] = [
    ("popcnt", cfg!(target_feature = "popcnt")),
    ("bmi2", cfg!(target_feature = "bmi2")),
    ("avx2", cfg!(target_feature = "avx2")),
    ("avx512f", cfg!(target_feature = "avx512f")),
    ("avx512vnni", cfg!(target_feature = "avx512vnni")),
    ("neon", cfg!(target_feature = "neon")),
    ("dotprod", cfg!(target_feature = "dotprod")),
];
