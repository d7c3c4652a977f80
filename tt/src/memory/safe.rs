//! Memory without `unsafe`, for model checkers: loom's atomics are larger than words, and
//! miri does not support the system calls.

use crate::cluster::Cluster;

/// Clusters on the heap.
pub(super) struct Block(Box<[Cluster]>);

impl Block {
    pub(super) fn new(clusters: usize) -> Option<Self> {
        let mut list = Vec::new();
        list.try_reserve_exact(clusters).ok()?;
        list.resize_with(clusters, Cluster::default);
        Some(Self(list.into_boxed_slice()))
    }

    pub(super) fn clusters(&self) -> &[Cluster] {
        &self.0
    }

    pub(super) fn huge_bytes(&self) -> usize {
        0
    }
}

/// Enough for any test.
pub(super) fn available() -> Option<u64> {
    Some(1 << 30)
}
