//! The network along a line of play.

use std::sync::Arc;

use riposte_board::Board;
use riposte_movegen::{Color, Threats};

use crate::cache::RefreshCache;
use crate::features::{Changes, Features, bucket};
use crate::kernel::{Kernel, Native, native};
use crate::line::{Line, ROOM};
use crate::network::{Network, Row};

/// Follows the board through a line and knows the value of every position in
/// it.
///
/// The sums of a ply are made when its value is asked for, from the nearest ply
/// that was evaluated and the inputs in which both differ. So a position that is
/// never evaluated costs next to nothing.
///
/// Call [`Self::push`] before a move (or a null move) is made and [`Self::pop`]
/// after it is unmade. A move made without `push` replaces the current position.
///
/// ```
/// use std::sync::Arc;
/// use riposte_board::Board;
/// use riposte_nnue::{Evaluator, Network, Parameters};
///
/// let network = Arc::new(Network::<32>::from_parameters(&Parameters {
///     feature_weights: vec![1; riposte_nnue::INPUTS * 32],
///     feature_biases: vec![0; 32],
///     output_weights: vec![riposte_nnue::QB as i16; 8 * 2 * 32],
///     output_biases: vec![riposte_nnue::UNIT; 8],
///     scale: 400,
///     layers: None,
/// })?);
/// let mut board = Board::startpos();
/// let mut evaluator = Evaluator::new(&network);
/// let start = evaluator.evaluate(&board);
/// evaluator.push();
/// board.make(board.legal_moves()[0]);
/// assert_eq!(evaluator.evaluate(&board), network.evaluate(board.placement(), board.side()));
/// board.unmake();
/// evaluator.pop();
/// assert_eq!(evaluator.evaluate(&board), start);
/// # Ok::<_, riposte_nnue::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator<S> {
    line: Line,
    reads_threats: bool,
    sums: S,
}

impl<const H: usize> Evaluator<Accumulators<H>> {
    /// An evaluator with the kernel of the compilation target.
    pub fn new(network: &Arc<Network<H>>) -> Self {
        Self::with_kernel(network, native())
    }
}

impl<const H: usize, K: Kernel> Evaluator<Accumulators<H, K>> {
    /// An evaluator with a kernel of choice.
    pub fn with_kernel(network: &Arc<Network<H>>, kernel: K) -> Self {
        Self::of_sums(Accumulators::new(network, kernel))
    }
}

impl<S: Sums> Evaluator<S> {
    pub(crate) fn of_sums(sums: S) -> Self {
        Self { line: Line::new(), reads_threats: sums.reads_threats(), sums }
    }

    /// Starts another line.
    pub fn reset(&mut self) {
        self.line.reset();
    }

    /// Opens the next ply, to be called before the move is made.
    #[inline]
    pub fn push(&mut self) {
        self.line.push();
    }

    /// Goes back one ply; does nothing where the line starts.
    #[inline]
    pub fn pop(&mut self) {
        self.line.pop();
    }

    /// The value of the position on the board for the side to move, in the
    /// network's centipawns.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        self.evaluate_with_threats(board, &board.threats())
    }

    /// Whether the network reads which pieces are attacked.
    #[inline]
    pub fn reads_threats(&self) -> bool {
        self.reads_threats
    }

    /// Makes the sums of the position on the board before its value is asked for: work to do
    /// while something else waits for memory. Does nothing if the network reads threats.
    #[inline]
    pub fn prepare(&mut self, board: &Board) {
        if !self.reads_threats {
            self.sums.prepare(&mut self.line, board, &Threats::NONE);
        }
    }

    /// The same if what the opponent threatens is known already; see
    /// [`Position::threats`](riposte_board::Position::threats). A network that does not read
    /// threats takes any.
    #[inline]
    pub fn evaluate_with_threats(&mut self, board: &Board, threats: &Threats) -> i32 {
        self.sums.prepare(&mut self.line, board, threats);
        self.sums.output(&self.line, board)
    }
}

/// The hidden layer of each ply of a line, of a network of one size or of any.
pub trait Sums {
    /// Whether the network reads which pieces are attacked.
    fn reads_threats(&self) -> bool;

    /// Makes the sums of the position on the board, where `line` ends and the opponent
    /// threatens so much.
    fn prepare(&mut self, line: &mut Line, board: &Board, threats: &Threats);

    /// The value of the position on the board, for which the sums have been made.
    fn output(&self, line: &Line, board: &Board) -> i32;
}

/// The hidden layer of each ply of a line, as far as it was asked for.
#[derive(Clone, Debug)]
pub struct Accumulators<const H: usize, K = Native> {
    network: Arc<Network<H>>,
    kernel: K,
    /// By ply and perspective; the sums of the position that `Line` has there.
    plies: Vec<[Row<H>; 2]>,
    cache: RefreshCache<H>,
    /// Room that is used again and again.
    changes: Changes,
}

impl<const H: usize, K: Kernel> Accumulators<H, K> {
    /// Room for a line.
    pub(crate) fn new(network: &Arc<Network<H>>, kernel: K) -> Self {
        Self {
            network: Arc::clone(network),
            kernel,
            plies: vec![[network.biases; 2]; ROOM],
            cache: RefreshCache::new(network),
            changes: Changes::NONE,
        }
    }

    /// The inputs of the position on the board, as far as the network distinguishes them.
    #[inline]
    fn features(&self, board: &Board, threats: &Threats) -> Features {
        let (placement, side) = (board.placement(), board.side());
        if !self.network.has_states {
            return Features::of_places(placement);
        }
        let own = Threats::new(placement, side);
        let both = if side == Color::White { [own, *threats] } else { [*threats, own] };
        Features::with_threats(placement, &both)
    }

    /// Makes the sums of the last ply of `line`, which has these inputs.
    #[inline]
    fn update(&mut self, line: &Line, features: &Features) {
        let (known, old) = line.most_similar(features);
        features.find_changes(old, self.kernel, &mut self.changes);
        for side in Color::ALL {
            if features.view(side) != old.view(side) {
                self.refresh(features, side, line.top());
                continue;
            }
            let (before, rest) = self.plies.split_at_mut(line.top());
            let to = &mut rest[0][side.index()];
            let Changes { added, removed } = &self.changes;
            let from = before.get(known).map(|sums| &sums[side.index()]);
            self.kernel.combine(to, from, &self.network.features, added.of(side), removed.of(side));
        }
    }

    #[cold]
    fn refresh(&mut self, features: &Features, perspective: Color, ply: usize) {
        let to = &mut self.plies[ply][perspective.index()];
        self.cache.refresh(self.kernel, &self.network, features, perspective, to);
    }
}

impl<const H: usize, K: Kernel> Sums for Accumulators<H, K> {
    fn reads_threats(&self) -> bool {
        self.network.has_states
    }

    #[inline]
    fn prepare(&mut self, line: &mut Line, board: &Board, threats: &Threats) {
        let top = line.top();
        if top >= self.plies.len() {
            self.plies.resize(top + 1, [self.network.biases; 2]);
        }
        if !line.is_known(board) {
            let features = self.features(board, threats);
            self.update(line, &features);
            line.set_known(board, features);
        }
    }

    #[inline]
    fn output(&self, line: &Line, board: &Board) -> i32 {
        let (sums, side) = (&self.plies[line.top()], board.side());
        let (own, other) = (&sums[side.index()], &sums[(!side).index()]);
        self.network.output(self.kernel, own, other, bucket(board.occupied().len()))
    }
}
