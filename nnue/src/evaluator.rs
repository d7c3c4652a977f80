//! The network along a line of play.

use std::sync::Arc;

use riposte_board::{Board, Observer};
use riposte_movegen::{Color, Piece, Square};

use crate::accumulator::{Line, ROOM};
use crate::cache::RefreshCache;
use crate::features::bucket;
use crate::kernel::{Kernel, Native, native};
use crate::network::{Network, Row};

/// Follows the board through a line and knows the value of every position in
/// it.
///
/// Moves are only noted down; the sums are brought up to date when a value is
/// asked for, each side's for itself, from the nearest ply where they are
/// known. So a position that is never evaluated costs next to nothing.
///
/// Call [`Self::push`] before `make_with` (or a null move) and [`Self::pop`]
/// after the move is taken back. A move made without `push` replaces the
/// current position.
///
/// ```
/// use std::sync::Arc;
/// use riposte_board::Board;
/// use riposte_nnue::{Evaluator, Network, Parameters};
///
/// let network = Arc::new(Network::<32>::from_parameters(&Parameters {
///     feature_weights: vec![1; 768 * 32],
///     feature_biases: vec![0; 32],
///     output_weights: vec![riposte_nnue::QB as i16; 8 * 2 * 32],
///     output_biases: vec![riposte_nnue::UNIT; 8],
///     scale: 400,
/// })?);
/// let mut board = Board::startpos();
/// let mut evaluator = Evaluator::new(&board, &network);
/// let start = evaluator.evaluate(&board);
/// evaluator.push();
/// board.make_with(board.legal_moves()[0], &mut evaluator);
/// assert_eq!(evaluator.evaluate(&board), network.evaluate(board.placement(), board.side()));
/// board.unmake();
/// evaluator.pop();
/// assert_eq!(evaluator.evaluate(&board), start);
/// # Ok::<_, riposte_nnue::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator<const H: usize, K: Kernel = Native> {
    line: Line,
    sums: Sums<H, K>,
}

impl<const H: usize> Evaluator<H> {
    /// Starts at `board` with the kernel of the compilation target.
    pub fn new(board: &Board, network: &Arc<Network<H>>) -> Self {
        Self::with_kernel(board, network, native())
    }
}

impl<const H: usize, K: Kernel> Evaluator<H, K> {
    /// Starts at `board` with a kernel of choice.
    pub fn with_kernel(board: &Board, network: &Arc<Network<H>>, kernel: K) -> Self {
        Self { line: Line::new(board), sums: Sums::new(network, kernel) }
    }

    /// Starts anew at `board`.
    pub fn reset(&mut self, board: &Board) {
        self.line.reset(board);
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

    /// The value of the current position for the side to move, in the
    /// network's centipawns. `board` must be the one that was followed.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        self.sums.evaluate(&mut self.line, board)
    }
}

impl<const H: usize, K: Kernel> Observer for Evaluator<H, K> {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.line.add(piece, square);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.line.remove(piece, square);
    }
}

/// The hidden layer of each ply of a line, as far as it was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Sums<const H: usize, K: Kernel = Native> {
    network: Arc<Network<H>>,
    kernel: K,
    /// By ply and perspective.
    plies: Vec<[Row<H>; 2]>,
    cache: RefreshCache<H>,
}

impl<const H: usize, K: Kernel> Sums<H, K> {
    /// Room for a line.
    pub(crate) fn new(network: &Arc<Network<H>>, kernel: K) -> Self {
        Self {
            network: Arc::clone(network),
            kernel,
            plies: vec![[Row::ZERO; 2]; ROOM],
            cache: RefreshCache::new(network),
        }
    }

    /// The value of the position where `line` ends.
    #[inline]
    pub(crate) fn evaluate(&mut self, line: &mut Line, board: &Board) -> i32 {
        let top = line.top();
        if top >= self.plies.len() {
            self.plies.resize(top + 1, [Row::ZERO; 2]);
        }
        for perspective in Color::ALL {
            if !line.is_known(perspective) {
                self.update(line, board, perspective);
            }
        }
        let side = board.side();
        let sums = &self.plies[top];
        let (own, other) = (&sums[side.index()], &sums[(!side).index()]);
        self.network.output(self.kernel, own, other, bucket(board.occupied().len()))
    }

    /// Brings the sums of one side up to date.
    #[inline]
    fn update(&mut self, line: &mut Line, board: &Board, perspective: Color) {
        let side = perspective.index();
        let Some(known) = line.nearest_known(perspective) else {
            self.refresh(board, perspective, line.top());
            line.set_known(line.top(), perspective);
            return;
        };
        for ply in known + 1..=line.top() {
            let (before, rest) = self.plies.split_at_mut(ply);
            let (to, from) = (&mut rest[0][side], &before[ply - 1][side]);
            line.follow(ply, self.kernel, &self.network, perspective, to, from);
            line.set_known(ply, perspective);
        }
    }

    #[cold]
    fn refresh(&mut self, board: &Board, perspective: Color, ply: usize) {
        let to = &mut self.plies[ply][perspective.index()];
        self.cache.refresh(self.kernel, &self.network, board.placement(), perspective, to);
    }
}
