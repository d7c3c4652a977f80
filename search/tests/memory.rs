//! Memory of threads, measured in a process of its own.
#![cfg(target_os = "linux")]

use std::fs;
use std::sync::Arc;

use riposte_search::{BYTES_PER_THREAD, Engine, Evaluation, Limits, Silent};

/// Bytes of memory that this process has touched.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("the memory");
    let kilobytes: u64 =
        line.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number");
    kilobytes << 10
}

#[test]
fn a_thread_takes_no_more_memory_than_is_said() {
    const MORE: u64 = 40;
    let mut engine = Engine::new().expect("a little memory");
    #[cfg(feature = "embedded-net")]
    engine.set_evaluation(Evaluation::embedded().expect("the network that is built in"));
    #[cfg(not(feature = "embedded-net"))]
    engine.set_evaluation(Evaluation::PieceSquare);
    // Every thread searches as much as any other.
    engine.set_deterministic(true);
    let mut search = |threads: u64| {
        engine.set_threads(threads as usize).expect("threads");
        engine.go(Limits::nodes(5000 * threads), Arc::new(Silent));
        engine.wait();
        engine.new_game();
        resident()
    };
    let few = search(2);
    let each = (search(2 + MORE) - few) / MORE;
    assert!(each < BYTES_PER_THREAD, "{each} bytes per thread");
    assert!(each > BYTES_PER_THREAD / 4, "{each} bytes per thread: too few threads are allowed");
}
