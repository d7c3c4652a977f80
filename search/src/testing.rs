//! Shared by unit tests.

use std::sync::Arc;
use std::time::Instant;

use riposte_board::Board;
use riposte_eval::Evaluation;
use riposte_params::Release;
use riposte_tt::Table;

use crate::info::Silent;
use crate::limits::Limits;
use crate::tb::prober::Tablebases;
use crate::threads::shared::{SearchSetup, SearchShared, ThreadSetup};
use crate::threads::worker::Worker;
use crate::time::budget::{Budget, Overhead};
use crate::tree::search::Search;

/// The file of the default network.
const NETWORK: &[u8] = include_bytes!("../../nnue/networks/default.nnue");

/// The network that the binary carries, as an evaluation.
pub(crate) fn network() -> Evaluation {
    Evaluation::from_file(NETWORK).expect("the default network")
}

/// The setup of a single-threaded search with an empty TT and without time limits.
pub(crate) fn search_setup(board: Board, limits: Limits, evaluation: Evaluation) -> SearchSetup {
    SearchSetup {
        budget: Budget::new(&Release, &limits, &board, Overhead::default()),
        board,
        limits,
        multi_pv: 1,
        start: Instant::now(),
        is_urgent: false,
        tt: Arc::new(Table::new(1, 1).expect("a megabyte")),
        evaluation,
        tablebases: Tablebases::default(),
        sink: Arc::new(Silent),
        threads: ThreadSetup { count: 1, cores: 1, deterministic: false },
        nodes_per_ms: None,
        strength: None,
    }
}

/// Runs `test` on a search of the position by the release's rules and network, with an
/// empty TT.
pub(crate) fn with_search<R>(fen: &str, test: impl FnOnce(&mut Search<'_, Release>) -> R) -> R {
    let board = Board::from_fen(fen).expect("the test's own position");
    let shared = SearchShared::new(search_setup(board, Limits::default(), network()));
    let mut worker = Worker::new(0, Release);
    test(&mut Search::new(&mut worker, &shared))
}
