//! The evaluation network, kernel by kernel: `cargo bench -p riposte-bench
//! --bench nnue`. `line` plays a game and evaluates every position: "no
//! network" is the share of make and unmake. `update` is one accumulator for a
//! quiet move, `output` the output layer alone.
use std::hint::black_box;
use std::sync::Arc;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_nnue::{BUCKETS, Evaluator, INPUTS, Kernel, Network, Parameters, Row, kernel};

/// Hidden neurons of the network.
const HIDDEN: usize = 256;

/// Numbers that look random, the same in each run (SplitMix64).
fn numbers(seed: u64) -> impl FnMut(i16) -> i16 {
    let mut state = seed;
    move |limit| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = mixed ^ mixed >> 27;
        ((bits >> 33) % (2 * limit as u64 + 1)) as i16 - limit
    }
}

fn network() -> Arc<Network<HIDDEN>> {
    let mut number = numbers(1);
    let mut weights = |count: usize, limit: i16| (0..count).map(|_| number(limit)).collect();
    let parameters = Parameters {
        feature_weights: weights(INPUTS * HIDDEN, 60),
        feature_biases: weights(HIDDEN, 100),
        output_weights: weights(BUCKETS * 2 * HIDDEN, 60),
        output_biases: vec![0; BUCKETS],
        scale: 400,
    };
    Arc::new(Network::from_parameters(&parameters).expect("the sizes fit"))
}

/// A game in which both sides castle, trade and walk with their kings: the
/// legal move with the number that comes next, castling when it can be.
fn game() -> Vec<Move> {
    let mut number = numbers(7);
    let mut board = Board::startpos();
    let mut line = Vec::new();
    while line.len() < 80 {
        let moves = board.legal_moves();
        let index = number(i16::MAX).unsigned_abs() as usize % moves.len().max(1);
        let castle = moves.iter().find(|mv| mv.is_castle());
        let Some(&mv) = castle.or(moves.get(index)) else { break };
        board.make(mv);
        line.push(mv);
    }
    line
}

fn line_with<K: Kernel>(group: &mut BenchmarkGroup<'_, WallTime>, line: &[Move]) {
    let Some(kernel) = K::detect() else { return };
    let mut board = Board::startpos();
    let mut evaluator = Evaluator::with_kernel(&board, &network(), kernel);
    group.bench_function(K::NAME, |bencher| {
        bencher.iter(|| {
            for &mv in line {
                evaluator.push();
                board.make_with(mv, &mut evaluator);
                black_box(evaluator.evaluate(&board));
            }
            for _ in line {
                board.unmake();
                evaluator.pop();
            }
        });
    });
}

fn row(seed: u64, limit: i16) -> Row<HIDDEN> {
    let mut number = numbers(seed);
    Row(std::array::from_fn(|_| number(limit)))
}

fn update_with<K: Kernel>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let Some(kernel) = K::detect() else { return };
    let (from, add, sub) = (row(1, 300), row(2, 60), row(3, 60));
    let mut to = Row::ZERO;
    group.bench_function(K::NAME, |bencher| {
        bencher.iter(|| kernel.combine(black_box(&mut to), &from, &[&add], &[&sub]));
    });
}

fn output_with<K: Kernel>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let Some(kernel) = K::detect() else { return };
    let (own, other, weights) = (row(1, 300), row(2, 300), [row(3, 100), row(4, 100)]);
    group.bench_function(K::NAME, |bencher| {
        bencher.iter(|| kernel.output(black_box(&own), black_box(&other), &weights));
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
}

criterion_group!(all, benches);
criterion_main!(all);
