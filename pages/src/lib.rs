//! A global allocator that places large blocks in huge pages.
//!
//! A search reads the weights of its network and its histories at random, and nearly every read is
//! in another page of 4 KiB than the last. A huge page has 2 MiB, so the processor remembers the
//! addresses of all of them.
#![doc = include_str!("../README.md")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::RangeInclusive;

/// The size of a huge page on most machines, and the alignment that makes it possible.
const HUGE_PAGE: usize = 2 << 20;

/// Sizes of the blocks that get huge pages of their own. A smaller block would leave most of its
/// page unused; larger ones are buffers, which are read in order.
const SIZES: RangeInclusive<usize> = (768 << 10)..=(32 << 20);

/// The allocator. It has no state; see the [crate].
#[derive(Clone, Copy, Debug, Default)]
pub struct HugePages;

/// The layout of whole huge pages that a block gets; none if the system's allocator serves it as
/// it is.
const fn whole_pages(layout: Layout) -> Option<Layout> {
    let size = layout.size();
    let is_large = *SIZES.start() <= size && size <= *SIZES.end();
    if !cfg!(all(target_os = "linux", not(miri))) || !is_large || layout.align() > HUGE_PAGE {
        return None;
    }
    match Layout::from_size_align(size.next_multiple_of(HUGE_PAGE), HUGE_PAGE) {
        Ok(whole) => Some(whole),
        Err(_) => None,
    }
}

/// Asks for huge pages. Without them, the block is in ordinary ones.
///
/// # Safety
/// The bytes are whole pages of one block of the caller.
unsafe fn advise(start: *mut u8, bytes: usize) {
    #[cfg(target_os = "linux")]
    if !start.is_null() {
        // SAFETY: by the contract of this function. Advice does not change what memory holds.
        unsafe { libc::madvise(start.cast(), bytes, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, bytes);
}

// SAFETY: every block comes from the system's allocator. Its layout there depends on nothing but
// the layout of the caller, so `dealloc` gives back what `alloc` took, and is at least as large
// and as aligned.
unsafe impl GlobalAlloc for HugePages {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(whole) = whole_pages(layout) else {
            // SAFETY: the caller's promise.
            return unsafe { System.alloc(layout) };
        };
        // SAFETY: the size is not zero, and the pages of the new block are the caller's alone.
        unsafe {
            let start = System.alloc(whole);
            advise(start, whole.size());
            start
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: `alloc` made the block with this layout.
        unsafe { System.dealloc(block, whole_pages(layout).unwrap_or(layout)) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if whole_pages(layout).is_none() {
            // SAFETY: the caller's promise.
            return unsafe { System.alloc_zeroed(layout) };
        }
        // SAFETY: the caller's promise. A block that was made has the size of its layout.
        unsafe {
            let start = self.alloc(layout);
            if !start.is_null() {
                start.write_bytes(0, layout.size());
            }
            start
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size is not zero and no overflow.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (whole_pages(layout), whole_pages(new)) {
            // SAFETY: the caller's promise; the system's allocator made the block as it is.
            (None, None) => unsafe { System.realloc(block, layout, size) },
            (Some(old), Some(new)) if old == new => block,
            // SAFETY: the caller's promise. The blocks are different ones, both of which have the
            // bytes that are copied.
            _ => unsafe {
                let start = self.alloc(new);
                if !start.is_null() {
                    block.copy_to_nonoverlapping(start, layout.size().min(size));
                    self.dealloc(block, layout);
                }
                start
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: HugePages = HugePages;

    #[test]
    fn blocks_of_some_sizes_get_whole_pages() {
        let pages = |size: usize, align: usize| {
            whole_pages(Layout::from_size_align(size, align).unwrap()).map(|it| it.size() >> 20)
        };
        let expected = |megabytes| cfg!(target_os = "linux").then_some(megabytes);
        assert_eq!(pages((768 << 10) - 1, 1), None);
        assert_eq!(pages(768 << 10, 1), expected(2));
        assert_eq!(pages(2 << 20, 64), expected(2));
        assert_eq!(pages((2 << 20) + 1, 64), expected(4));
        assert_eq!(pages(32 << 20, 2 << 20), expected(32));
        assert_eq!(pages(1 << 20, 4 << 20), None);
        assert_eq!(pages((32 << 20) + 1, 1), None);
    }

    #[test]
    fn large_blocks_start_at_the_border_of_a_huge_page() {
        let block = vec![7_u8; 3 << 20];
        assert!(!cfg!(target_os = "linux") || block.as_ptr().addr().is_multiple_of(HUGE_PAGE));
        assert!(block.iter().all(|&byte| byte == 7));
    }

    #[test]
    fn a_growing_and_shrinking_block_keeps_its_bytes() {
        let mut bytes: Vec<u8> = Vec::new();
        for size in [10, 700 << 10, 800 << 10, 1 << 20, 5 << 20, 40 << 20] {
            bytes.reserve_exact(size - bytes.len());
            (bytes.len()..size).for_each(|i| bytes.push((i % 251) as u8));
        }
        for size in [40 << 20, 20 << 20, 1 << 20, 800 << 10, 10] {
            bytes.truncate(size);
            bytes.shrink_to_fit();
            assert!(bytes.iter().enumerate().all(|(i, &byte)| byte == (i % 251) as u8));
        }
    }

    #[test]
    fn zeroed_blocks_are_zero_even_where_others_were() {
        for size in [100, 1 << 20, 3 << 20, 33 << 20] {
            for _ in 0..4 {
                let mut bytes = vec![0_u8; size];
                assert!(bytes.iter().all(|&byte| byte == 0));
                bytes.fill(0xff);
            }
        }
    }
}
