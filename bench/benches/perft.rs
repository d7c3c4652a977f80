//! Bulk perft of Riposte and its peers: `cargo bench -p riposte-bench --bench
//! perft`. The groups are positions, so that generators stand side by side; for
//! one table with ratios there is `perft_table`.
mod peers;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};

fn perft(criterion: &mut Criterion) {
    for case in &peers::CASES {
        let mut group = criterion.benchmark_group(format!("perft/{} {}", case.name, case.depth));
        // One run takes a good part of a second.
        group.sampling_mode(SamplingMode::Flat).sample_size(10);
        group.throughput(Throughput::Elements(case.leaves));
        for generator in &peers::GENERATORS {
            group.bench_function(generator.name, |bencher| {
                bencher.iter(|| {
                    let leaves = (generator.perft)(case, case.depth);
                    assert_eq!(leaves, case.leaves, "{} is wrong", generator.name);
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
