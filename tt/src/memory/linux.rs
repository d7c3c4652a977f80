//! Memory from `mmap`, in transparent huge pages where the system has them.

use std::fs;
use std::path::Path;
use std::ptr::{self, NonNull};
use std::slice;

use crate::cluster::Cluster;

/// The size of a huge page on most machines, and the alignment that makes them
/// possible.
const HUGE_PAGE: usize = 2 << 20;

/// Clusters in a mapping of their own.
pub(super) struct Block {
    start: NonNull<Cluster>,
    clusters: usize,
}

// SAFETY: the block owns its mapping, and clusters are made of atomics, which
// any thread may use.
unsafe impl Send for Block {}
// SAFETY: as above; a shared block only gives shared clusters.
unsafe impl Sync for Block {}

impl Block {
    /// A mapping of zeroed clusters, or nothing if the system refuses.
    pub(super) fn new(clusters: usize) -> Option<Self> {
        let bytes = clusters.checked_mul(size_of::<Cluster>())?;
        let start = map_aligned(bytes)?.cast::<Cluster>();
        // SAFETY: the mapping was just made and spans these bytes. Advice does
        // not change what they hold, and may be ignored, like its refusal.
        unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
        Some(Self { start, clusters })
    }

    #[inline]
    pub(super) fn clusters(&self) -> &[Cluster] {
        // SAFETY: the mapping spans `clusters` clusters, is aligned to more
        // than a cluster's alignment and lives as long as `self`; all zeros is
        // a valid cluster, and only atomics write to it.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.clusters) }
    }

    /// How many bytes are in huge pages, as the kernel accounts for them.
    pub(super) fn huge_bytes(&self) -> usize {
        let start = self.start.as_ptr().addr();
        let bytes = self.clusters * size_of::<Cluster>();
        let smaps = fs::read_to_string("/proc/self/smaps").unwrap_or_default();
        huge_bytes_within(&smaps, start, start + bytes).min(bytes)
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: the mapping is this block's own, has this length, and nothing
        // can borrow from it any more.
        unsafe { unmap(self.start.as_ptr().cast(), self.clusters * size_of::<Cluster>()) };
    }
}

/// Maps zeroed memory that starts at a huge page's border.
fn map_aligned(bytes: usize) -> Option<NonNull<u8>> {
    let padded = bytes.checked_add(HUGE_PAGE)?;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new anonymous mapping at an address of the system's choice
    // touches no memory that is in use.
    let base = unsafe { libc::mmap(ptr::null_mut(), padded, protection, flags, -1, 0) };
    if base == libc::MAP_FAILED {
        return None;
    }
    let base = base.cast::<u8>();
    let before = base.align_offset(HUGE_PAGE);
    let after = HUGE_PAGE - before;
    // SAFETY: `before + bytes + after` is the length of the mapping, so these
    // pointers stay within it or at its end, and what is unmapped are the parts
    // before and after the bytes that are handed out.
    unsafe {
        let start = base.add(before);
        unmap(base, before);
        unmap(start.add(bytes), after);
        NonNull::new(start)
    }
}

/// Gives pages back.
///
/// # Safety
///
/// The bytes must be whole pages of the caller's own mapping that nothing
/// refers to.
unsafe fn unmap(start: *mut u8, bytes: usize) {
    if bytes > 0 {
        // SAFETY: the caller's promise. A failure would only leak the pages.
        unsafe { libc::munmap(start.cast(), bytes) };
    }
}

/// The sum of `AnonHugePages` over the mappings of `/proc/self/smaps` that
/// overlap `start..end`: the kernel may have split or joined the mapping.
fn huge_bytes_within(smaps: &str, start: usize, end: usize) -> usize {
    let mut inside = false;
    let mut kilobytes = 0;
    for line in smaps.lines() {
        if let Some((from, to)) = address_range(line) {
            inside = from < end && start < to;
        } else if inside && let Some(value) = field(line, "AnonHugePages:") {
            kilobytes += value;
        }
    }
    kilobytes as usize * 1024
}

/// The addresses at the start of a mapping's headline.
fn address_range(line: &str) -> Option<(usize, usize)> {
    let (from, to) = line.split_whitespace().next()?.split_once('-')?;
    Some((usize::from_str_radix(from, 16).ok()?, usize::from_str_radix(to, 16).ok()?))
}

/// How many bytes can be used without swapping or being killed: what the
/// kernel estimates, or what the control groups or the limit of this process
/// leave if that is less. Checked beforehand because Linux grants more memory than
/// it has.
pub(super) fn available() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| mem_available(&text));
    system.into_iter().chain(address_space_left()).chain(groups_available()).min()
}

/// What the limit of this process (`ulimit -v`) leaves, in bytes; nothing where
/// there is no limit.
fn address_space_left() -> Option<u64> {
    let limit = address_space_limit(&fs::read_to_string("/proc/self/limits").ok()?)?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let used = status.lines().find_map(|line| field(line, "VmSize:"))?.checked_mul(1024)?;
    Some(limit.saturating_sub(used))
}

/// The bytes that a process may map, in the text of `/proc/self/limits`.
fn address_space_limit(limits: &str) -> Option<u64> {
    limits.lines().find_map(|line| field(line, "Max address space "))
}

/// `MemAvailable` of `/proc/meminfo`, in bytes.
fn mem_available(meminfo: &str) -> Option<u64> {
    meminfo.lines().find_map(|line| field(line, "MemAvailable:"))?.checked_mul(1024)
}

/// What each of the control groups (version 2) that this process is in leaves,
/// in bytes; nothing where there is no limit.
fn groups_available() -> Vec<u64> {
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = own.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let root = Path::new("/sys/fs/cgroup");
    let inside = |group: &&Path| group.starts_with(root);
    root.join(own).ancestors().take_while(inside).filter_map(group_available).collect()
}

/// What one control group leaves, in bytes: cached files count as its memory,
/// but go when memory is short.
fn group_available(group: &Path) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(group.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let (limit, used) = (number("memory.max")?, number("memory.current")?);
    let stat = read("memory.stat").unwrap_or_default();
    Some(limit.saturating_sub(used.saturating_sub(cached_files(&stat))))
}

/// The bytes of cached files in `memory.stat`.
fn cached_files(stat: &str) -> u64 {
    let files = ["active_file ", "inactive_file "];
    stat.lines().filter_map(|line| files.iter().find_map(|name| field(line, name))).sum()
}

/// The number in a line such as `MemAvailable:   24362044 kB`.
fn field(line: &str, name: &str) -> Option<u64> {
    line.strip_prefix(name)?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMAPS: &str = "\
7f0000000000-7f0000400000 rw-p 00000000 00:00 0
Size:               4096 kB
AnonHugePages:      4096 kB
7f0000400000-7f0000600000 rw-p 00000000 00:00 0 [anon: x]
AnonHugePages:      2048 kB
VmFlags: rd wr mr mw me ac sd hg
";

    #[test]
    fn huge_pages_are_summed_over_overlapping_mappings_only() {
        let sum = |from, to| huge_bytes_within(SMAPS, from, to);
        assert_eq!(sum(0x7f00_0000_0000, 0x7f00_0060_0000), 6 << 20);
        assert_eq!(sum(0x7f00_0000_0000, 0x7f00_0040_0000), 4 << 20);
        assert_eq!(sum(0x7f00_0040_0000, 0x7f00_0060_0000), 2 << 20);
        assert_eq!(sum(0x7f00_0060_0000, 0x7f00_0080_0000), 0);
        assert_eq!(huge_bytes_within("", 0, usize::MAX), 0);
    }

    #[test]
    fn available_memory_is_read_from_meminfo() {
        let text = "MemTotal:  24681472 kB\nMemFree: 1 kB\nMemAvailable:   24362044 kB\n";
        assert_eq!(mem_available(text), Some(24_362_044 * 1024));
        assert_eq!(mem_available("MemTotal: 5 kB\n"), None);
        assert_eq!(mem_available("MemAvailable: lots\n"), None);
    }

    #[test]
    fn a_limit_of_the_process_is_read() {
        let text = "Limit                     Soft Limit           Hard Limit           Units\n\
                    Max cpu time              unlimited            unlimited            seconds\n\
                    Max address space         2048000000           unlimited            bytes\n";
        assert_eq!(address_space_limit(text), Some(2_048_000_000));
        assert_eq!(address_space_limit(&text.replace("2048000000", "unlimited ")), None);
    }

    #[test]
    fn a_control_group_leaves_its_limit_less_what_is_not_cache() {
        let stat = "anon 5\nfile 900\ninactive_file 300\nactive_file 200\n";
        assert_eq!(cached_files(stat), 500);

        let folder = tempfile::tempdir().unwrap();
        let group = folder.path();
        let write = |name: &str, text: &str| fs::write(group.join(name), text);
        write("memory.max", "10000\n").unwrap();
        write("memory.current", "2500\n").unwrap();
        write("memory.stat", stat).unwrap();
        assert_eq!(group_available(group), Some(8000));
        write("memory.max", "max\n").unwrap();
        assert_eq!(group_available(group), None);
    }

    #[test]
    fn blocks_are_aligned_for_huge_pages_and_zero() {
        for megabytes in [1, 2, 3, 7] {
            let clusters = (megabytes << 20) / size_of::<Cluster>();
            let block = Block::new(clusters).unwrap();
            assert!(block.start.as_ptr().addr().is_multiple_of(HUGE_PAGE));
            assert_eq!(block.clusters().len(), clusters);
            assert!(block.clusters().iter().all(Cluster::is_empty));
        }
    }

    #[test]
    fn what_the_system_cannot_map_is_refused() {
        assert!(Block::new(usize::MAX).is_none());
        assert!(Block::new((1 << 60) / size_of::<Cluster>()).is_none());
    }
}
