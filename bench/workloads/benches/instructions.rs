//! How many instructions the hot functions take, counted by callgrind. Run and
//! compared with the recorded numbers by `.ci/instructions`.
//!
//! What a bench receives it returns, so that giving the memory back is not
//! counted. The search runs on a thread of its own, which callgrind counts only
//! from the start of the program on: that number has the making of the engine in
//! it, a small part.

#![allow(missing_docs, unused_qualifications, reason = "the macros' own code")]

use std::hint::black_box;

use iai_callgrind::{
    Callgrind, EntryPoint, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use riposte_board::Board;
use riposte_movegen::{All, Move, Noisy, Quiet};
use riposte_nnue::kernel::native;
use riposte_nnue::{Accumulators, Evaluator, Kernel as _, LayerWeights, Native, Row};
use riposte_search::Limits;
use riposte_workloads::{self as work, Filled, HIDDEN, Ordering, Searcher, Walk};

fn walks() -> Vec<Walk> {
    work::walks(work::boards())
}

fn checked() -> Vec<Board> {
    work::evasions(&work::boards())
}

#[library_benchmark]
#[bench::all(work::boards())]
fn generate_all(boards: Vec<Board>) -> (usize, Vec<Board>) {
    (work::generate::<All>(black_box(&boards)), boards)
}

#[library_benchmark]
#[bench::all(work::boards())]
fn generate_noisy(boards: Vec<Board>) -> (usize, Vec<Board>) {
    (work::generate::<Noisy>(black_box(&boards)), boards)
}

#[library_benchmark]
#[bench::all(work::boards())]
fn generate_quiet(boards: Vec<Board>) -> (usize, Vec<Board>) {
    (work::generate::<Quiet>(black_box(&boards)), boards)
}

#[library_benchmark]
#[bench::all(checked())]
fn generate_evasions(boards: Vec<Board>) -> (usize, Vec<Board>) {
    (work::generate::<All>(black_box(&boards)), boards)
}

#[library_benchmark]
#[bench::all(work::boards())]
fn generate_quiet_checks(boards: Vec<Board>) -> (usize, Vec<Board>) {
    (work::quiet_checks(black_box(&boards)), boards)
}

#[library_benchmark]
#[bench::all(work::boards())]
fn count_legal(boards: Vec<Board>) -> (u32, Vec<Board>) {
    (work::count(black_box(&boards)), boards)
}

#[library_benchmark]
#[bench::all(walks())]
fn make_unmake(mut walks: Vec<Walk>) -> (u64, Vec<Walk>) {
    (work::make_unmake(black_box(&mut walks)), walks)
}

#[library_benchmark]
#[bench::all(walks())]
fn see(walks: Vec<Walk>) -> (usize, Vec<Walk>) {
    (work::exchanges(black_box(&walks)), walks)
}

#[library_benchmark]
#[bench::all(walks())]
fn gives_check(walks: Vec<Walk>) -> (usize, Vec<Walk>) {
    (work::checks(black_box(&walks)), walks)
}

#[library_benchmark]
fn fen_read() -> u64 {
    work::read_fens()
}

#[library_benchmark]
#[bench::all(work::boards())]
fn fen_write(boards: Vec<Board>) -> (usize, Vec<Board>) {
    (work::write_fens(black_box(&boards)), boards)
}

/// Keys that are known, keys that are not, and the table.
fn table() -> (Filled, Vec<u64>) {
    (Filled::new(1, 4096), work::keys(2, 4096))
}

#[library_benchmark]
#[bench::hit(table())]
fn tt_hit((table, keys): (Filled, Vec<u64>)) -> (usize, Filled, Vec<u64>) {
    (black_box(&table).probe(&table.known), table, keys)
}

#[library_benchmark]
#[bench::miss(table())]
fn tt_miss((table, keys): (Filled, Vec<u64>)) -> (usize, Filled, Vec<u64>) {
    (black_box(&table).probe(black_box(&keys)), table, keys)
}

#[library_benchmark]
#[bench::known(table())]
fn tt_store_known((table, keys): (Filled, Vec<u64>)) -> (Filled, Vec<u64>) {
    black_box(&table).store(&table.known);
    (table, keys)
}

#[library_benchmark]
#[bench::new(table())]
fn tt_store_new((table, keys): (Filled, Vec<u64>)) -> (Filled, Vec<u64>) {
    black_box(&table).store(black_box(&keys));
    (table, keys)
}

type Rows = Box<[Row<HIDDEN>; 4]>;

fn rows() -> (Native, Rows) {
    let rows = [work::row(1, 300), work::row(2, 60), work::row(3, 60), work::row(4, 60)];
    (native(), Box::new(rows))
}

// A hundred accumulators for quiet moves.
#[library_benchmark]
#[bench::native(rows())]
fn nnue_update((kernel, mut rows): (Native, Rows)) -> Rows {
    for _ in 0..100 {
        let [to, from, weights @ ..] = black_box(&mut *rows);
        kernel.combine(to, Some(from), weights, &[0], &[1]);
    }
    rows
}

// The output layer, a hundred times.
#[library_benchmark]
#[bench::native(rows())]
fn nnue_output((kernel, rows): (Native, Rows)) -> (i32, Rows) {
    let mut sum = 0;
    for _ in 0..100 {
        let [own, other, weights @ ..] = black_box(&*rows);
        sum += kernel.output(own, other, weights);
    }
    (sum, rows)
}

type Layers = (Native, Rows, Box<[LayerWeights<HIDDEN>]>);

fn layers() -> Layers {
    let (kernel, rows) = rows();
    (kernel, rows, work::layer_weights())
}

// The output layer and the hidden layers, a hundred times.
#[library_benchmark]
#[bench::native(layers())]
fn nnue_layers((kernel, rows, buckets): Layers) -> (f32, Layers) {
    let mut sum = 0.0;
    for _ in 0..100 {
        let [own, other, weights @ ..] = black_box(&*rows);
        let (direct, more) = kernel.output_with_layers(own, other, weights, &buckets[0]);
        sum += direct as f32 + more;
    }
    (sum, (kernel, rows, buckets))
}

type Game = (Board, Evaluator<Accumulators<HIDDEN>>, Vec<Move>);

fn game() -> Game {
    let board = Board::startpos();
    let evaluator = Evaluator::with_kernel(&work::network(), native());
    (board, evaluator, work::game())
}

#[library_benchmark]
#[bench::native(game())]
fn nnue_line((mut board, mut evaluator, line): Game) -> Game {
    work::walk(black_box(&mut board), &mut evaluator, &line);
    (board, evaluator, line)
}

fn ordering() -> (Ordering, Vec<Board>) {
    let boards = work::boards();
    (Ordering::trained(&boards), boards)
}

#[library_benchmark]
#[bench::all(ordering())]
fn picker_all((ordering, boards): (Ordering, Vec<Board>)) -> (usize, Ordering, Vec<Board>) {
    let picked = boards.iter().map(|board| ordering.pick(black_box(board), usize::MAX)).sum();
    (picked, ordering, boards)
}

#[library_benchmark]
#[bench::first_three(ordering())]
fn picker_cut((ordering, boards): (Ordering, Vec<Board>)) -> (usize, Ordering, Vec<Board>) {
    let picked = boards.iter().map(|board| ordering.pick(black_box(board), 3)).sum();
    (picked, ordering, boards)
}

#[library_benchmark]
#[bench::captures(ordering())]
fn picker_captures((ordering, boards): (Ordering, Vec<Board>)) -> (usize, Ordering, Vec<Board>) {
    let picked = boards.iter().map(|board| ordering.pick_captures(black_box(board))).sum();
    (picked, ordering, boards)
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("a legal position")
}

#[library_benchmark]
#[bench::start_4(Board::startpos(), 4)]
#[bench::kiwipete_4(board(work::KIWIPETE), 4)]
fn perft(mut board: Board, depth: u32) -> (u64, Board) {
    (black_box(&mut board).perft(black_box(depth)), board)
}

/// A small table: clearing a large one would count for more than the search.
fn searcher() -> (Searcher, Vec<Board>) {
    (Searcher::new(1), work::boards().into_iter().step_by(10).collect())
}

#[library_benchmark(config = LibraryBenchmarkConfig::default()
    .tool(Callgrind::with_args(["--cache-sim=no"]).entry_point(EntryPoint::None)))]
#[bench::depth_11(searcher())]
fn search((mut searcher, boards): (Searcher, Vec<Board>)) -> (Searcher, Vec<Board>) {
    searcher.run(black_box(&boards), &Limits::depth(11));
    (searcher, boards)
}

library_benchmark_group!(
    name = parts;
    benchmarks = generate_all, generate_noisy, generate_quiet, generate_evasions,
        generate_quiet_checks, count_legal,
        make_unmake, see, gives_check, fen_read, fen_write, tt_hit, tt_miss,
        tt_store_known, tt_store_new, nnue_update, nnue_output, nnue_layers, nnue_line,
        picker_all, picker_cut, picker_captures
);
library_benchmark_group!(name = trees; benchmarks = perft, search);

// Instructions alone: simulated caches take twice the time and tell nothing that is
// compared.
main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"]));
    library_benchmark_groups = parts, trees
);
