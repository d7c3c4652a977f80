//! From what tables store to what is true of a position.
//!
//! To compress better, tables store arbitrary values for positions whose best
//! move is a capture, and know nothing of en passant. So captures are played
//! out; they lead to smaller tables. The method is that of R. de Man, who
//! published the tables and their use in 2013.

use riposte_board::Board;
use riposte_movegen::{Move, MoveList, Noisy, PieceType};

use crate::damage::Damage;
use crate::material::Material;
use crate::table::Distance;
use crate::tables::Tables;
use crate::wdl::Wdl;

/// Plies that a cursed win lies beyond the 50-move rule.
const BEYOND_FIFTY_MOVES: i32 = 100;

/// Why tables give no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// No table knows castling.
    #[error("there are castling rights")]
    Castling,
    /// A table that is needed is not there.
    #[error("there is no table for {0}")]
    Missing(Material),
    /// A table that is needed is damaged.
    #[error("table for {0}: {1}")]
    Damaged(Material, Damage),
}

/// A result, and whether a capture or pawn move reaches it.
#[derive(Clone, Copy)]
struct Outcome {
    wdl: Wdl,
    by_zeroing: bool,
}

impl Tables {
    /// The result of the position with best play, if the 50-move counter is at
    /// zero. Plays captures on `board` and takes them back.
    ///
    /// # Errors
    ///
    /// When a table is missing or damaged, or a side may castle.
    pub fn wdl(&self, board: &mut Board) -> Result<Wdl, ProbeError> {
        may_ask(board)?;
        self.outcome(board, false).map(|outcome| outcome.wdl)
    }

    /// The number of plies to the next capture or pawn move on the shortest way
    /// to the result, or to mate, if that is nearer: positive for a win,
    /// negative for a loss, 0 for a draw, beyond 100 either way when the 50-move
    /// rule prevents the win. A mated side gets -1. Tables that count moves
    /// and not plies can make the answer wrong by one.
    ///
    /// # Errors
    ///
    /// When a table is missing or damaged, or a side may castle.
    pub fn dtz(&self, board: &mut Board) -> Result<i32, ProbeError> {
        may_ask(board)?;
        self.distance(board)
    }

    fn outcome(&self, board: &mut Board, pawn_moves: bool) -> Result<Outcome, ProbeError> {
        if board.occupied().len() == 2 {
            return Ok(Outcome { wdl: Wdl::Draw, by_zeroing: false });
        }
        let mut best = None;
        let mut count = 0;
        for mv in zeroing_moves(board, pawn_moves) {
            count += 1;
            let wdl = -self.after(board, mv, |tables, board| tables.outcome(board, false))?.wdl;
            if wdl == Wdl::Win {
                return Ok(Outcome { wdl, by_zeroing: true });
            }
            best = best.max(Some(wdl));
        }
        // Where only such moves are legal, the table would be wrong: it may see
        // stalemate where there is a capture en passant.
        if let Some(wdl) = best
            && count == board.count_legal()
        {
            return Ok(Outcome { wdl, by_zeroing: true });
        }
        let stored = self.stored_wdl(board.placement(), board.side())?;
        Ok(match best {
            Some(wdl) if wdl >= stored => Outcome { wdl, by_zeroing: wdl > Wdl::Draw },
            _ => Outcome { wdl: stored, by_zeroing: false },
        })
    }

    fn distance(&self, board: &mut Board) -> Result<i32, ProbeError> {
        let outcome = self.outcome(board, true)?;
        if outcome.wdl == Wdl::Draw {
            return Ok(0);
        }
        if outcome.by_zeroing {
            return Ok(before_zeroing(outcome.wdl));
        }
        match self.stored_dtz(board.placement(), board.side(), outcome.wdl)? {
            Distance::Plies(plies) => {
                let beyond = match outcome.wdl {
                    Wdl::BlessedLoss | Wdl::CursedWin => BEYOND_FIFTY_MOVES,
                    _ => 0,
                };
                Ok((plies + beyond) * outcome.wdl.sign())
            }
            Distance::OtherSide => self.distance_by_moves(board, outcome.wdl),
        }
    }

    /// The distance from those after every move, where the table holds only
    /// positions of the other side.
    fn distance_by_moves(&self, board: &mut Board, wdl: Wdl) -> Result<i32, ProbeError> {
        let mut nearest: Option<i32> = None;
        for mv in board.legal_moves() {
            let distance = self.distance_of_move(board, mv)?;
            if distance.signum() == wdl.sign() {
                nearest = Some(nearest.map_or(distance, |nearest| nearest.min(distance)));
            }
        }
        // A side without a move that loses is mated.
        Ok(nearest.unwrap_or(-1))
    }

    /// The distance of the position if `mv` is played, for the side that plays
    /// it: like [`Self::dtz`] of the position, but with this move. 1 for mate.
    ///
    /// # Errors
    ///
    /// When a table is missing or damaged, or a side may castle.
    pub fn dtz_of_move(&self, board: &mut Board, mv: Move) -> Result<i32, ProbeError> {
        may_ask(board)?;
        self.distance_of_move(board, mv)
    }

    fn distance_of_move(&self, board: &mut Board, mv: Move) -> Result<i32, ProbeError> {
        let zeroing = is_zeroing(board, mv);
        self.after(board, mv, |tables, board| {
            if board.in_check() && !board.has_legal_move() {
                return Ok(1);
            }
            if zeroing {
                // What counts is the distance to this move, not that beyond it.
                return Ok(before_zeroing(-tables.outcome(board, false)?.wdl));
            }
            let distance = -tables.distance(board)?;
            Ok(distance + distance.signum())
        })
    }

    /// Asks about the position after `mv`.
    fn after<T>(
        &self,
        board: &mut Board,
        mv: Move,
        ask: impl FnOnce(&Self, &mut Board) -> Result<T, ProbeError>,
    ) -> Result<T, ProbeError> {
        board.make(mv);
        let answer = ask(self, board);
        board.unmake();
        answer
    }
}

fn may_ask(board: &Board) -> Result<(), ProbeError> {
    if board.castling().is_empty() { Ok(()) } else { Err(ProbeError::Castling) }
}

/// The distance of a position whose best move is a capture or pawn move.
fn before_zeroing(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Win => 1,
        Wdl::CursedWin => 1 + BEYOND_FIFTY_MOVES,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => -1 - BEYOND_FIFTY_MOVES,
        Wdl::Loss => -1,
    }
}

/// Whether `mv` sets the 50-move counter to zero.
fn is_zeroing(board: &Board, mv: Move) -> bool {
    board.is_capture(mv) || board.moved_piece(mv).kind() == PieceType::Pawn
}

/// The captures, and if wanted the other pawn moves.
fn zeroing_moves(board: &Board, pawn_moves: bool) -> MoveList {
    let mut moves = MoveList::new();
    if pawn_moves {
        moves = board.legal_moves();
        moves.retain(|mv| is_zeroing(board, *mv));
    } else {
        board.generate::<Noisy>(&mut moves);
        moves.retain(|mv| board.is_capture(*mv));
    }
    moves
}
