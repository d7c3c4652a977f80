//! The memory of quiet moves as a policy: what a node teaches, and what a move
//! is worth for ordering.

use riposte_movegen::{Bitboard, Color, Move};

use super::Entry;
use super::tables::{boxed, zeroed};
use crate::depth::Depth;

/// What one finished node says about its quiet moves.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'a> {
    /// The side that moved.
    pub side: Color,
    /// Squares that the other side attacks; empty when threats are not told
    /// apart.
    pub threats: Bitboard,
    /// The quiet move that raised alpha.
    pub best: Move,
    /// Whether it also reached beta.
    pub cutoff: bool,
    /// The quiet moves that were searched before it.
    pub tried: &'a [Move],
    /// Depth of the node.
    pub depth: Depth,
    /// What the best move gains, by depth.
    pub bonus: i32,
    /// What each tried move loses, by depth.
    pub malus: i32,
}

/// Remembers quiet moves by where they start and end.
pub trait QuietPolicy: Clone + Send + 'static {
    /// An empty memory.
    fn new() -> Self;

    /// Forgets everything.
    fn clear(&mut self);

    /// The value of `mv` for `side`, about `-8192..=8192`.
    fn get(&self, side: Color, threats: Bitboard, mv: Move) -> i32;

    /// Learns from a finished node.
    fn learn(&mut self, lesson: &Lesson<'_>);
}

type QuietEntry = Entry<8192>;

/// Butterfly history with gravity, apart for moves that leave and moves that
/// enter attacked squares: `[side][from attacked][to attacked][from, to]`.
///
/// The cutoff move gains, the moves tried before it lose: Schaeffer's history
/// (1989) with the demotion of Rollason's negative plausibility (2007) and a
/// pull to zero.
#[derive(Clone, Debug)]
pub struct Gravity(Box<[[QuietEntry; 4096]; 8]>);

impl Gravity {
    #[inline]
    fn row(side: Color, threats: Bitboard, mv: Move) -> usize {
        side.index() * 4
            + usize::from(threats.has(mv.from())) * 2
            + usize::from(threats.has(mv.to()))
    }
}

impl QuietPolicy for Gravity {
    fn new() -> Self {
        Self(boxed(zeroed(QuietEntry::ZERO)))
    }

    fn clear(&mut self) {
        self.0.fill(zeroed(QuietEntry::ZERO));
    }

    #[inline]
    fn get(&self, side: Color, threats: Bitboard, mv: Move) -> i32 {
        self.0[Self::row(side, threats, mv)][mv.from_to()].get()
    }

    fn learn(&mut self, lesson: &Lesson<'_>) {
        let Lesson { side, threats, best, tried, bonus, malus, .. } = *lesson;
        self.0[Self::row(side, threats, best)][best.from_to()].learn(bonus);
        for &mv in tried {
            self.0[Self::row(side, threats, mv)][mv.from_to()].learn(-malus);
        }
    }
}
