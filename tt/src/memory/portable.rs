//! Memory from the allocator, for systems without a way of their own here.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;
use std::slice;

use crate::cluster::Cluster;

/// Clusters on the heap.
pub(super) struct Block {
    start: NonNull<Cluster>,
    clusters: usize,
}

// SAFETY: the block owns its memory, and clusters are made of atomics, which
// any thread may use.
unsafe impl Send for Block {}
// SAFETY: as above; a shared block only gives shared clusters.
unsafe impl Sync for Block {}

impl Block {
    /// Zeroed clusters, or nothing if the allocator refuses.
    pub(super) fn new(clusters: usize) -> Option<Self> {
        let layout = layout(clusters)?;
        // SAFETY: `layout` gives none of size zero.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        Some(Self { start: start.cast(), clusters })
    }

    #[inline]
    pub(super) fn clusters(&self) -> &[Cluster] {
        // SAFETY: the memory spans `clusters` clusters, is aligned for them and
        // lives as long as `self`; all zeros is a valid cluster, and only
        // atomics write to it.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.clusters) }
    }

    /// The allocator does not report it.
    pub(super) fn huge_bytes(&self) -> usize {
        0
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if let Some(layout) = layout(self.clusters) {
            // SAFETY: allocated in `new` with this very layout, and nothing can
            // borrow from it any more.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) };
        }
    }
}

/// The layout of so many clusters, at least one.
fn layout(clusters: usize) -> Option<Layout> {
    Layout::array::<Cluster>(clusters).ok().filter(|layout| layout.size() > 0)
}

/// The machine's memory, in bytes. How much of it is free is unknown, since the system may
/// swap.
#[cfg(target_vendor = "apple")]
pub(super) fn available() -> Option<u64> {
    // SAFETY: both calls only read constants of the system.
    let (pages, size) =
        unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    u64::try_from(pages).ok()?.checked_mul(u64::try_from(size).ok()?)
}

/// Unknown: the allocator itself reports a failure.
#[cfg(not(target_vendor = "apple"))]
pub(super) fn available() -> Option<u64> {
    None
}
