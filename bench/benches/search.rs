//! Whole searches to a fixed number of nodes: `cargo bench -p riposte-bench
//! --bench search`. The elements per second are nodes.
use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use riposte_search::Limits;
use riposte_workloads::{self as work, Searcher};

/// Nodes per position.
const NODES: u64 = 20_000;

fn search(criterion: &mut Criterion) {
    let boards: Vec<_> = work::boards().into_iter().step_by(5).collect();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut searcher = Searcher::new(16);
    let mut group = criterion.benchmark_group("search");
    // One round takes a good part of a second.
    group.sampling_mode(SamplingMode::Flat).sample_size(20);
    group.throughput(Throughput::Elements(NODES * boards.len() as u64));
    group.bench_function(format!("{} positions, {NODES} nodes each", boards.len()), |bencher| {
        bencher.iter(|| searcher.run(&boards, &limits));
    });
    group.finish();
}

criterion_group!(all, search);
criterion_main!(all);
