//! Entry points for benchmarks of single parts. Not part of the public interface.

use riposte_board::Board;
use riposte_eval::{Depth, Ply};
use riposte_movegen::Move;

use crate::ordering::history::{ContHistKeys, Histories, MoveContext, PieceTo};
use crate::ordering::picker::Picker;
use crate::params::Release;

/// The order in which a node tries its moves.
pub struct Ordering(Histories<Release>);

impl Default for Ordering {
    fn default() -> Self {
        Self(Histories::new(&Release))
    }
}

impl Ordering {
    const KEYS: ContHistKeys = ContHistKeys { moves: [PieceTo::NONE; 4], previous: None };

    /// Raises the histories of `mv` as a cutoff at `depth` does.
    pub fn reward(&mut self, board: &Board, mv: Move, depth: Depth) {
        let (keys, threats) = (Self::KEYS, board.threats());
        let context =
            MoveContext { board, cont_hist: &keys, ply: Ply::ROOT, threats: Some(&threats) };
        if !board.is_noisy(mv) {
            self.0.reward_quiet(&Release, &context, mv, depth);
        }
    }

    /// Picks up to `most` moves, as a node that cuts with the last of them;
    /// returns how many there were.
    pub fn pick(&self, board: &Board, most: usize) -> usize {
        self.drain(Picker::all(None), board, most)
    }

    /// Picks all captures, as quiescence does.
    pub fn pick_captures(&self, board: &Board) -> usize {
        self.drain(Picker::quiescence(None, false), board, usize::MAX)
    }

    fn drain(&self, mut picker: Picker, board: &Board, most: usize) -> usize {
        let (keys, threats) = (Self::KEYS, board.threats());
        let context =
            MoveContext { board, cont_hist: &keys, ply: Ply::ROOT, threats: Some(&threats) };
        let mut count = 0;
        while count < most && picker.next(&Release, &self.0, &context).is_some() {
            count += 1;
        }
        count
    }
}
