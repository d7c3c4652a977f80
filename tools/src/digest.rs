//! Digests of files, for results that must not be mixed with those of others.

use std::fs;
use std::path::Path;

/// FNV-1a, 64 bits (G. Fowler, L. Noll, P. Vo): tells files apart, no more.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The name of a file without its folder, and the digest of what it holds.
///
/// # Errors
///
/// A text that names the file that cannot be read.
pub fn file(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{name} {:016x}", digest(&bytes)))
}

/// The digest of this program.
///
/// # Errors
///
/// A text that says why it cannot be read.
pub fn program() -> Result<String, String> {
    let bytes = std::env::current_exe().and_then(fs::read);
    let bytes = bytes.map_err(|error| format!("reading this program: {error}"))?;
    Ok(format!("{:016x}", digest(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_fnv_1a() {
        // Test vectors of the authors.
        assert_eq!(digest(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
