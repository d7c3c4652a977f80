//! Limited strength: fewer nodes and a random choice among good moves. Obvious moves are
//! found and bare kings are mated.
//!
//! Two things grow with the rating: the nodes of a search, and how sharply the
//! choice falls on the best of some moves. A move is chosen with a probability
//! that falls exponentially with what it loses (R. D. Luce, *Individual choice
//! behavior*, 1959), as in models of human decisions; so small mistakes are
//! frequent, blunders rare, and a piece that hangs is taken. What a short search
//! does not see is missed, as people miss it.
//!
//! The numbers are set by hand. Against Stockfish 15.1 at the same rating, which is fitted
//! to a rating list, this is slightly stronger below 1500, even at 1700 and 200 points
//! weaker at 2000 and 2300 (fast games, 100 each).

use riposte_board::{Board, SplitMix};
use riposte_eval::Score;

use crate::limits::Limits;

/// Moves among which the choice is made.
const CANDIDATES: usize = 8;

/// Nodes of the weakest play.
const LEAST_NODES: f64 = 80.0;

/// So many points of rating double the nodes.
const DOUBLING: f64 = 220.0;

/// Loss in centipawns that reduces the probability of a move to about a third at the
/// weakest level.
const LARGEST_LOSS: f64 = 110.0;

/// So many points of rating take away two thirds of that or so.
const SHARPENING: f64 = 550.0;

/// Nodes for mating a bare king, whatever the rating.
const MATING_NODES: u64 = 100_000;

/// How strongly to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    elo: u32,
    seed: u64,
}

impl Strength {
    /// The lowest rating.
    pub const WEAKEST: u32 = 600;
    /// The highest rating; without a [`Strength`], play is stronger still.
    pub const STRONGEST: u32 = 3000;

    /// Play of about `elo` points, clamped to [`Self::WEAKEST`]`..=`[`Self::STRONGEST`]. In
    /// one position, one seed gives one move.
    pub fn new(elo: u32, seed: u64) -> Self {
        Self { elo: elo.clamp(Self::WEAKEST, Self::STRONGEST), seed }
    }

    /// Points above the weakest play.
    fn points(self) -> f64 {
        f64::from(self.elo - Self::WEAKEST)
    }

    /// `limits`, and no more nodes than this strength has for `board`.
    pub(crate) fn limit(self, limits: Limits, board: &Board) -> Limits {
        let own = (LEAST_NODES * (self.points() / DOUBLING).exp2()) as u64;
        let own = if is_elementary(board) { own.max(MATING_NODES) } else { own };
        Limits { nodes: Some(limits.nodes.map_or(own, |nodes| nodes.min(own))), ..limits }
    }

    /// How many moves there are to choose from: against a bare king the best one
    /// only, so that the whole search is spent on it.
    pub(crate) fn candidates(board: &Board) -> usize {
        if is_elementary(board) { 1 } else { CANDIDATES }
    }

    /// The index of the move to play, of moves with these scores, best first.
    pub(crate) fn choose(self, board: &Board, scores: &[Score]) -> usize {
        let Some(&best) = scores.first() else { return 0 };
        if is_elementary(board) || best.is_win() {
            return 0;
        }
        let scale = LARGEST_LOSS * (-self.points() / SHARPENING).exp();
        let mut random = SplitMix(self.seed ^ board.key());
        let mut chosen = (0, f64::NEG_INFINITY);
        for (index, &score) in scores.iter().enumerate() {
            // The largest of scores with Gumbel noise has Luce's distribution, without sums
            // of tiny numbers.
            let noisy = f64::from(score - best) / scale - (-unit(&mut random).ln()).ln();
            if noisy > chosen.1 {
                chosen = (index, noisy);
            }
        }
        chosen.0
    }
}

/// Whether one side has a bare king. An engine that cannot win that seems broken rather
/// than weak.
fn is_elementary(board: &Board) -> bool {
    let is_bare = |color| board.color(color) == board.king(color).bitboard();
    riposte_movegen::Color::ALL.into_iter().any(is_bare)
}

/// A number strictly between 0 and 1.
fn unit(random: &mut SplitMix) -> f64 {
    ((random.next() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each of `scores` is chosen at `elo`, of 10,000 times.
    fn frequencies(elo: u32, scores: &[i32]) -> Vec<u32> {
        let scores: Vec<Score> = scores.iter().map(|&score| Score::cp(score)).collect();
        let mut counts = vec![0; scores.len()];
        for seed in 0..10_000 {
            counts[Strength::new(elo, seed).choose(&Board::startpos(), &scores)] += 1;
        }
        counts
    }

    #[test]
    fn better_moves_are_chosen_more_often_and_the_more_so_by_the_stronger() {
        let scores = [40, 20, -60, -900];
        let (weak, strong) = (frequencies(600, &scores), frequencies(2400, &scores));
        for counts in [&weak, &strong] {
            assert!(counts.is_sorted_by(|a, b| a > b || (*a == 0 && *b == 0)), "{counts:?}");
        }
        assert!(weak[0] < 6000 && strong[0] > 9000, "{weak:?} {strong:?}");
        // A queen is not thrown away for nothing.
        assert!(weak[3] < 20 && strong[3] == 0, "{weak:?} {strong:?}");
    }

    #[test]
    fn mates_are_played_and_the_choice_repeats() {
        let board = Board::startpos();
        let mate = [Score::mating(crate::Ply::new(3)), Score::cp(900)];
        assert!((0..100).all(|seed| Strength::new(600, seed).choose(&board, &mate) == 0));
        let scores = [Score::cp(10), Score::cp(5), Score::cp(0)];
        let choices = |seed| Strength::new(900, seed).choose(&board, &scores);
        assert!((0..100).all(|seed| choices(seed) == choices(seed)));
        assert!((0..100).any(|seed| choices(seed) != choices(seed + 1)));
    }

    #[test]
    fn nodes_grow_with_the_rating_and_limits_stay() {
        let nodes = |elo, limits| Strength::new(elo, 0).limit(limits, &Board::startpos()).nodes;
        let (weak, strong) = (nodes(0, Limits::default()), nodes(9999, Limits::default()));
        assert!(weak.is_some() && weak < strong);
        assert_eq!(nodes(2000, Limits::nodes(3)), Some(3));
        let bare = Board::from_fen("8/8/8/3k4/8/3K4/8/4Q3 w - - 0 1").expect("a position");
        let limits = Strength::new(600, 0).limit(Limits::default(), &bare);
        assert_eq!(limits.nodes, Some(MATING_NODES));
    }
}
