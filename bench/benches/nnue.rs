//! The evaluation network, kernel by kernel: `cargo bench -p riposte-bench
//! --bench nnue`. `line` plays a game and evaluates every position: "no
//! network" is the share of make and unmake. `update` is one accumulator for a
//! quiet move, `output` the direct output alone, `layers` the direct output with the hidden layers.
use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_nnue::{Evaluator, Kernel, Row, kernel};
use riposte_workloads::{HIDDEN, game, layer_weights, network, row, walk};

fn line_with<K: Kernel>(group: &mut BenchmarkGroup<'_, WallTime>, line: &[Move]) {
    let Some(kernel) = K::detect() else { return };
    let mut board = Board::startpos();
    let mut evaluator = Evaluator::with_kernel(&network(), kernel);
    group.bench_function(K::NAME, |bencher| {
        bencher.iter(|| walk(&mut board, &mut evaluator, line));
    });
}

fn update_with<K: Kernel>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let Some(kernel) = K::detect() else { return };
    let (from, weights) = (row(1, 1200), [row(2, 240), row(3, 240)]);
    let mut to = Row::ZERO;
    group.bench_function(K::NAME, |bencher| {
        bencher.iter(|| kernel.combine(black_box(&mut to), Some(&from), &weights, &[0], &[1]));
    });
}

fn output_with<K: Kernel>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let Some(kernel) = K::detect() else { return };
    let (own, other, weights) = (row(1, 1200), row(2, 1200), [row(3, 15_000), row(4, 15_000)]);
    group.bench_function(K::NAME, |bencher| {
        bencher.iter(|| kernel.output(black_box(&own), black_box(&other), &weights));
    });
}

fn layers_with<K: Kernel>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let Some(kernel) = K::detect() else { return };
    let (own, other, buckets) = (row(1, 1200), row(2, 1200), layer_weights());
    let weights = [row(3, 15_000), row(4, 15_000)];
    group.bench_function(K::NAME, |bencher| {
        bencher.iter(|| {
            let (own, other) = (black_box(&own), black_box(&other));
            kernel.output_with_layers(own, other, &weights, &buckets[0])
        });
    });
}

/// Calls a function once for each kernel of this architecture.
macro_rules! with_every_kernel {
    ($function:ident($($argument:expr),*)) => {
        $function::<kernel::Scalar>($($argument),*);
        #[cfg(target_arch = "x86_64")]
        {
            $function::<kernel::Avx2>($($argument),*);
            $function::<kernel::Avx512>($($argument),*);
            $function::<kernel::Avx512Vnni>($($argument),*);
        }
        #[cfg(target_arch = "aarch64")]
        $function::<kernel::Neon>($($argument),*);
    };
}

fn benches(criterion: &mut Criterion) {
    let line = game();
    let mut group = criterion.benchmark_group(format!("nnue/line {HIDDEN}"));
    group.throughput(Throughput::Elements(line.len() as u64));
    group.bench_function("no network", |bencher| {
        let mut board = Board::startpos();
        bencher.iter(|| {
            line.iter().for_each(|&mv| board.make(mv));
            line.iter().for_each(|_| board.unmake());
        });
    });
    with_every_kernel!(line_with(&mut group, &line));
    group.finish();

    let mut group = criterion.benchmark_group(format!("nnue/update {HIDDEN}"));
    with_every_kernel!(update_with(&mut group));
    group.finish();

    let mut group = criterion.benchmark_group(format!("nnue/output {HIDDEN}"));
    with_every_kernel!(output_with(&mut group));
    group.finish();

    let mut group = criterion.benchmark_group(format!("nnue/layers {HIDDEN}"));
    with_every_kernel!(layers_with(&mut group));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
