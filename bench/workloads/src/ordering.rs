//! The order in which a node tries its moves.

use riposte_board::Board;
use riposte_eval::{Depth, Ply};
use riposte_ordering::{ContHistKeys, Histories, MoveContext, Outcome, Picker, SearchedNode};
use riposte_params::Release;

use crate::Numbers;

/// An order of moves by histories.
pub struct Ordering(Histories);

impl Ordering {
    /// An order that has seen something: every move of the positions has a history.
    pub fn trained(boards: &[Board]) -> Self {
        let mut histories = Histories::new(&Release);
        let mut numbers = Numbers::new(3);
        for board in boards {
            for mv in board.legal_moves() {
                let depth = Depth::new(i32::from(numbers.within(12)).abs());
                if !board.is_noisy(mv) {
                    let node = SearchedNode {
                        outcome: Outcome::Exact,
                        pv: false,
                        depth,
                        best: Some(mv),
                        quiets: &[],
                        noisies: &[],
                    };
                    with_context(board, |context| histories.update(&Release, context, &node));
                }
            }
        }
        Self(histories)
    }

    /// Picks up to `most` moves, as a node that cuts with the last of them; returns how
    /// many there were.
    pub fn pick(&self, board: &Board, most: usize) -> usize {
        self.drain(Picker::all(None), board, most)
    }

    /// Picks all captures, as quiescence does.
    pub fn pick_captures(&self, board: &Board) -> usize {
        self.drain(Picker::quiescence(None, false), board, usize::MAX)
    }

    fn drain(&self, mut picker: Picker, board: &Board, most: usize) -> usize {
        with_context(board, |context| {
            let mut count = 0;
            while count < most && picker.next(&Release, &self.0, context).is_some() {
                count += 1;
            }
            count
        })
    }
}

/// Calls `act` with `board` as a root.
fn with_context<R>(board: &Board, act: impl FnOnce(&MoveContext<'_>) -> R) -> R {
    let threats = board.threats();
    let cont_hist = &ContHistKeys::NONE;
    act(&MoveContext { board, cont_hist, ply: Ply::ROOT, threats: Some(&threats) })
}
