//! The hot functions one by one: `cargo bench -p riposte-bench --bench parts`.
//! The work is that of the instruction counts (`riposte-workloads`), so times and
//! counts go together.
use std::hint::black_box;
use std::thread;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use riposte_movegen::{All, Kind, Noisy, Quiet};
use riposte_workloads::{self as work, Filled};

/// Megabytes of a table that fits no cache.
const LARGE: usize = 256;

/// Megabytes of a table that stays in the second-level cache.
const SMALL: usize = 1;

/// Keys in one round of the table's benches.
const KEYS: usize = 1 << 16;

fn positions(criterion: &mut Criterion) {
    let boards = work::boards();
    let evasions = work::evasions(&boards);
    let mut walks = work::walks(boards.clone());
    let moves = walks.iter().map(|walk| walk.moves.len() as u64).sum();

    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(boards.len() as u64));
    generate::<All>(&mut group, "all", &boards);
    generate::<Noisy>(&mut group, "noisy", &boards);
    generate::<Quiet>(&mut group, "quiet", &boards);
    group.bench_function("quiet checks", |bencher| {
        bencher.iter(|| work::quiet_checks(black_box(&boards)));
    });
    group.bench_function("count", |bencher| bencher.iter(|| work::count(black_box(&boards))));
    group.throughput(Throughput::Elements(evasions.len() as u64));
    generate::<All>(&mut group, "evasions", &evasions);
    group.finish();

    let mut group = criterion.benchmark_group("move");
    group.throughput(Throughput::Elements(moves));
    group.bench_function("make and unmake", |bencher| {
        bencher.iter(|| work::make_unmake(black_box(&mut walks)));
    });
    group.bench_function("see", |bencher| bencher.iter(|| work::exchanges(black_box(&walks))));
    group.bench_function("gives check", |bencher| bencher.iter(|| work::checks(black_box(&walks))));
    group.finish();

    let mut group = criterion.benchmark_group("fen");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("read", |bencher| bencher.iter(work::read_fens));
    group.bench_function("write", |bencher| {
        bencher.iter(|| work::write_fens(black_box(&boards)));
    });
    group.finish();
}

fn generate<K: Kind>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    boards: &[riposte_board::Board],
) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| work::generate::<K>(black_box(boards)));
    });
}

fn picker(criterion: &mut Criterion) {
    let boards = work::boards();
    let ordering = work::Ordering::trained(&boards);
    let mut group = criterion.benchmark_group("picker");
    group.throughput(Throughput::Elements(boards.len() as u64));
    for (name, most) in [("all moves", usize::MAX), ("first three", 3)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| -> usize {
                boards.iter().map(|board| ordering.pick(black_box(board), most)).sum()
            });
        });
    }
    group.bench_function("captures", |bencher| {
        bencher.iter(|| -> usize {
            boards.iter().map(|board| ordering.pick_captures(black_box(board))).sum()
        });
    });
    group.finish();
}

fn table(criterion: &mut Criterion) {
    for (size, megabytes) in [("small", SMALL), ("large", LARGE)] {
        let filled = Filled::new(megabytes, KEYS);
        let unknown = work::keys(2, KEYS);
        let mut group = criterion.benchmark_group(format!("table/{size}"));
        for threads in [1, 2, 4] {
            group.throughput(Throughput::Elements((threads * KEYS) as u64));
            let threads_name = if threads == 1 { "thread" } else { "threads" };
            let mut measure = |name: &str, work: &(dyn Fn() + Sync)| {
                group.bench_function(format!("{name}, {threads} {threads_name}"), |bencher| {
                    bencher.iter(|| on_threads(threads, work));
                });
            };
            measure("probe hit", &|| {
                black_box(filled.probe(&filled.known));
            });
            measure("probe miss", &|| {
                black_box(filled.probe(&unknown));
            });
            measure("store known", &|| filled.store(&filled.known));
            // Last: from the first round on these are known too.
            measure("store new", &|| filled.store(&unknown));
        }
        group.finish();
    }
}

/// Does the work on so many threads at once; on this one alone if one is enough.
fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    if threads == 1 {
        return work();
    }
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
}

criterion_group!(all, positions, picker, table);
criterion_main!(all);
