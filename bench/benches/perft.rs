//! Bulk perft of Riposte and its peers: `cargo bench -p riposte-bench --bench
//! perft`. The groups are positions, so that generators stand side by side;
//! depths are one less than in `perft_table` to leave time for statistics.
mod peers;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn perft(criterion: &mut Criterion) {
    for case in &peers::CASES {
        let depth = case.depth - 1;
        let leaves = (peers::GENERATORS[0].perft)(case, depth);
        let mut group = criterion.benchmark_group(format!("perft/{} {depth}", case.name));
        group.sample_size(10).throughput(Throughput::Elements(leaves));
        for generator in &peers::GENERATORS {
            assert_eq!((generator.perft)(case, depth), leaves, "{}", generator.name);
            group.bench_function(generator.name, |bencher| {
                bencher.iter(|| (generator.perft)(case, depth));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
