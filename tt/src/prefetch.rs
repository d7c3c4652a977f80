//! Cache lines asked for ahead of their use.

/// Asks the processor to fetch the cache line at the start of `place`. The program sees
/// nothing of it. Worth the call as soon as the place is known and there is other work to do
/// before it is read.
#[cfg(all(target_arch = "x86_64", not(any(loom, miri))))]
#[inline]
pub fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing that the program can see and traps on
    // no address; SSE is part of x86-64.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

/// No stable prefetch here; programs work without.
#[cfg(not(all(target_arch = "x86_64", not(any(loom, miri)))))]
#[inline]
pub fn prefetch<T>(_: &T) {}
