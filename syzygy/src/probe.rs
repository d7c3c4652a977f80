//! From what tables store to what is true of a position.
//!
//! To compress better, tables store arbitrary values for positions whose best
//! move is a capture, and know nothing of en passant. So captures are played
//! out; they lead to smaller tables. The method is that of R. de Man, who
//! published the tables and their use in 2013.

use riposte_board::{IllegalMove, Position};
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
#[non_exhaustive]
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
    /// The move that is asked about is not legal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// A result, and whether a capture or pawn move reaches it.
#[derive(Clone, Copy)]
struct Outcome {
    wdl: Wdl,
    by_zeroing: bool,
}

impl Tables {
    /// The result of the position with best play, if the 50-move counter is at
    /// zero.
    ///
    /// # Errors
    ///
    /// When a table is missing or damaged, or a side may castle.
    pub fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        may_ask(position)?;
        self.outcome(position, false).map(|outcome| outcome.wdl)
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
    pub fn dtz(&self, position: &Position) -> Result<i32, ProbeError> {
        may_ask(position)?;
        self.distance(position)
    }

    fn outcome(&self, position: &Position, pawn_moves: bool) -> Result<Outcome, ProbeError> {
        if position.occupied().len() == 2 {
            return Ok(Outcome { wdl: Wdl::Draw, by_zeroing: false });
        }
        let mut best = None;
        let mut count = 0;
        for mv in zeroing_moves(position, pawn_moves) {
            count += 1;
            let wdl = -self.outcome(&position.play(mv)?, false)?.wdl;
            if wdl == Wdl::Win {
                return Ok(Outcome { wdl, by_zeroing: true });
            }
            best = best.max(Some(wdl));
        }
        // Where only such moves are legal, the table would be wrong: it may see
        // stalemate where there is a capture en passant.
        if let Some(wdl) = best
            && count == position.count_legal()
        {
            return Ok(Outcome { wdl, by_zeroing: true });
        }
        let stored = self.stored_wdl(position.placement(), position.side())?;
        Ok(match best {
            Some(wdl) if wdl >= stored => Outcome { wdl, by_zeroing: wdl > Wdl::Draw },
            _ => Outcome { wdl: stored, by_zeroing: false },
        })
    }

    fn distance(&self, position: &Position) -> Result<i32, ProbeError> {
        let outcome = self.outcome(position, true)?;
        if outcome.wdl == Wdl::Draw {
            return Ok(0);
        }
        if outcome.by_zeroing {
            return Ok(before_zeroing(outcome.wdl));
        }
        match self.stored_dtz(position.placement(), position.side(), outcome.wdl)? {
            Distance::Plies(plies) => {
                let beyond = match outcome.wdl {
                    Wdl::BlessedLoss | Wdl::CursedWin => BEYOND_FIFTY_MOVES,
                    _ => 0,
                };
                Ok((plies + beyond) * outcome.wdl.sign())
            }
            Distance::OtherSide => self.distance_by_moves(position, outcome.wdl),
        }
    }

    /// The distance from those after every move, where the table holds only
    /// positions of the other side.
    fn distance_by_moves(&self, position: &Position, wdl: Wdl) -> Result<i32, ProbeError> {
        let mut best: Option<i32> = None;
        for mv in position.legal_moves() {
            let distance = self.distance_of_move(position, mv)?;
            if distance.signum() == wdl.sign() {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        // A side without a move that loses is mated.
        Ok(best.unwrap_or(-1))
    }

    /// The distance of the position if `mv` is played, for the side that plays
    /// it: like [`Self::dtz`] of the position, but with this move. 1 for mate.
    ///
    /// # Errors
    ///
    /// When a table is missing or damaged, a side may castle, or the move is not
    /// legal.
    pub fn dtz_of_move(&self, position: &Position, mv: Move) -> Result<i32, ProbeError> {
        may_ask(position)?;
        self.distance_of_move(position, mv)
    }

    fn distance_of_move(&self, position: &Position, mv: Move) -> Result<i32, ProbeError> {
        let after = position.play(mv)?;
        if after.in_check() && !after.has_legal_move() {
            return Ok(1);
        }
        if is_zeroing(position, mv) {
            // What counts is the distance to this move, not that beyond it.
            return Ok(before_zeroing(-self.outcome(&after, false)?.wdl));
        }
        let distance = -self.distance(&after)?;
        Ok(distance + distance.signum())
    }
}

fn may_ask(position: &Position) -> Result<(), ProbeError> {
    if position.castling().is_empty() { Ok(()) } else { Err(ProbeError::Castling) }
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
fn is_zeroing(position: &Position, mv: Move) -> bool {
    position.is_capture(mv) || position.kind(PieceType::Pawn).has(mv.from())
}

/// The captures, and if wanted the other pawn moves.
fn zeroing_moves(position: &Position, pawn_moves: bool) -> MoveList {
    let mut moves = MoveList::new();
    if pawn_moves {
        moves = position.legal_moves();
        moves.retain(|mv| is_zeroing(position, *mv));
    } else {
        position.generate::<Noisy>(&mut moves);
        moves.retain(|mv| position.is_capture(*mv));
    }
    moves
}
