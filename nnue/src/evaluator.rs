//! The network along a line of play.

use std::sync::Arc;

use riposte_board::{Board, Observer};
use riposte_movegen::{Color, Piece, PieceType, Square};

use crate::accumulator::Ply;
use crate::cache::RefreshCache;
use crate::features::{View, bucket};
use crate::kernel::{Kernel, Native, native};
use crate::network::Network;

/// Plies for which room is made at once; more are added when a line is longer.
const ROOM: usize = 128;

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
///     output_weights: vec![64; 8 * 2 * 32],
///     output_biases: vec![255 * 64; 8],
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
    network: Arc<Network<H>>,
    kernel: K,
    plies: Vec<Ply<H>>,
    top: usize,
    cache: RefreshCache<H>,
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
        let mut evaluator = Self {
            network: Arc::clone(network),
            kernel,
            plies: vec![Ply::unknown(); ROOM],
            top: 0,
            cache: RefreshCache::new(network),
        };
        evaluator.reset(board);
        evaluator
    }

    /// Starts anew at `board`.
    pub fn reset(&mut self, board: &Board) {
        self.top = 0;
        let root = &mut self.plies[0];
        root.is_root = true;
        root.known = [false; 2];
        root.change.clear();
        root.mirrored = Color::ALL.map(|color| View::is_mirrored(board.king(color)));
    }

    /// Opens the next ply, to be called before the move is made.
    #[inline]
    pub fn push(&mut self) {
        let mirrored = self.plies[self.top].mirrored;
        self.top += 1;
        if self.top == self.plies.len() {
            self.plies.push(Ply::unknown());
        }
        let ply = &mut self.plies[self.top];
        ply.mirrored = mirrored;
        ply.known = [false; 2];
        ply.change.clear();
    }

    /// Goes back one ply; does nothing where the line starts.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// The value of the current position for the side to move, in the
    /// network's centipawns. `board` must be the one that was followed.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        for perspective in Color::ALL {
            if !self.plies[self.top].known[perspective.index()] {
                self.update(board, perspective);
            }
        }
        let side = board.side();
        let sums = &self.plies[self.top].sums;
        let (own, other) = (&sums[side.index()], &sums[(!side).index()]);
        self.network.output(self.kernel, own, other, bucket(board.occupied().len()))
    }

    /// Brings the sums of one side up to date.
    #[inline]
    fn update(&mut self, board: &Board, perspective: Color) {
        match self.nearest_known(perspective) {
            Some(known) => {
                for ply in known + 1..=self.top {
                    let (before, rest) = self.plies.split_at_mut(ply);
                    rest[0].step(self.kernel, &self.network, &before[ply - 1], perspective);
                }
            }
            None => self.refresh(board, perspective),
        }
    }

    /// The last ply from which the sums of one side can be followed up to now:
    /// they are known there, and the board was never mirrored since.
    #[inline]
    fn nearest_known(&self, perspective: Color) -> Option<usize> {
        let side = perspective.index();
        let mirrored = self.plies[self.top].mirrored[side];
        let mut at = self.top;
        while self.plies[at].is_a_step() {
            at -= 1;
            let ply = &self.plies[at];
            if ply.mirrored[side] != mirrored {
                return None;
            }
            if ply.known[side] {
                return Some(at);
            }
        }
        None
    }

    #[cold]
    fn refresh(&mut self, board: &Board, perspective: Color) {
        let side = perspective.index();
        let ply = &mut self.plies[self.top];
        let (network, placement) = (&self.network, board.placement());
        self.cache.refresh(self.kernel, network, placement, perspective, &mut ply.sums[side]);
        ply.known[side] = true;
    }
}

impl<const H: usize, K: Kernel> Observer for Evaluator<H, K> {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        let ply = &mut self.plies[self.top];
        ply.known = [false; 2];
        ply.change.add(piece, square);
        if piece.kind() == PieceType::King {
            ply.mirrored[piece.color().index()] = View::is_mirrored(square);
        }
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        let ply = &mut self.plies[self.top];
        ply.known = [false; 2];
        ply.change.remove(piece, square);
    }
}
