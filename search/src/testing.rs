//! What unit tests of the search share.

use std::sync::Arc;
use std::time::Instant;

use riposte_board::Board;
use riposte_movegen::{Color, Move};
use riposte_tt::Table;

use crate::eval::Evaluation;
use crate::info::{Info, Sink};
use crate::limits::Limits;
use crate::params::Release;
use crate::tb::probe::Tablebases;
use crate::threads::reporter::Reporter;
use crate::threads::shared::{Crew, Knowledge, Order, SearchShared};
use crate::threads::worker::Worker;
use crate::time::budget::{Budget, Overhead};
use crate::tree::search::Search;

/// The file of the default network.
const NETWORK: &[u8] = include_bytes!("../../nnue/networks/default.nnue");

/// The network that the binary carries, as an evaluation.
pub(crate) fn network() -> Evaluation {
    Evaluation::from_file(NETWORK).expect("the default network")
}

/// Ignores what a search reports.
struct Silent;

impl Sink for Silent {
    fn info(&self, _: &Info) {}
    fn best_move(&self, _: Option<Move>, _: Option<Move>) {}
}

/// Runs `test` on a search of the position by the release's rules and network, with an
/// empty TT.
pub(crate) fn with_search<R>(fen: &str, test: impl FnOnce(&mut Search<'_, Release>) -> R) -> R {
    let limits = Limits::default();
    let order = Order {
        board: Board::from_fen(fen).expect("the test's own position"),
        limits: limits.clone(),
        multi_pv: 1,
        start: Instant::now(),
        is_urgent: false,
    };
    let knowledge = Knowledge {
        tt: Arc::new(Table::new(1, 1).expect("a megabyte")),
        evaluation: network(),
        tablebases: Tablebases::default(),
    };
    let budget = Budget::new(&Release, &limits, Color::White, Overhead::default());
    let crew =
        Crew { threads: 1, cores: 1, deterministic: false, nodes_per_ms: None, strength: None };
    let shared = SearchShared::new(order, knowledge, Reporter::new(Arc::new(Silent)), budget, crew);
    let mut worker = Worker::new(0, Release);
    test(&mut Search::new(&mut worker, &shared))
}
