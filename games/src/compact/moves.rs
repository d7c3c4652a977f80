//! The model of moves: each of the ordered candidates is the one that was played or not.

use riposte_board::Board;
use riposte_movegen::{Move, PieceType, Square};

use super::coder::BitCoder;
use super::mixer::Mixer;
use super::order::{Candidate, candidates};

/// Ranks and numbers of candidates left are distinguished up to these.
const RANKS: usize = 32;
const LEFT: usize = 32;

/// What the scores say before the move is known: below this.
pub const MOODS: usize = 8;

/// What is known when a move is coded.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Squares of the last move, the opponent's.
    pub last: Option<(Square, Square)>,
    /// Target of the own move before.
    pub own: Option<Square>,
    /// How the score has changed; below [`MOODS`].
    pub mood: usize,
}

pub struct Moves(Mixer<6>);

impl Moves {
    pub fn new() -> Self {
        let kinds = PieceType::ALL.len();
        Self(Mixer::new(
            [
                RANKS * Candidate::CLASSES,
                2 * kinds * Square::COUNT * 4,
                kinds * Square::COUNT * 8,
                RANKS * LEFT * 2,
                Candidate::CLASSES * MOODS * 2,
                kinds * Candidate::CLASSES * 4,
            ],
            RANKS * 2,
        ))
    }

    /// Codes one of the legal moves; `None` if there is none. `played` is what the
    /// encoder codes.
    pub fn code(
        &mut self,
        coder: &mut impl BitCoder,
        board: &Board,
        scene: Scene,
        played: Option<Move>,
    ) -> Option<Move> {
        let candidates = candidates(board, scene.last.map(|(_, to)| to));
        let (last, others) = candidates.split_last()?;
        let check = usize::from(board.in_check());
        for (rank, candidate) in others.iter().enumerate() {
            let (rank, left) = (rank.min(RANKS - 1), (others.len() - rank).min(LEFT - 1));
            let mv = candidate.mv;
            let to = mv.to().relative_to(board.side()).index();
            let from = mv.from().relative_to(board.side()).index();
            let kind = candidate.kind.index();
            let depth = rank.min(7) / 2;
            let moved_before = usize::from(scene.own == Some(mv.from()));
            let contexts = [
                rank * Candidate::CLASSES + candidate.class,
                ((usize::from(board.is_noisy(mv)) * 6 + kind) * Square::COUNT + to) * 4 + depth,
                (kind * Square::COUNT + from) * 8 + depth * 2 + moved_before,
                (rank * LEFT + left) * 2 + check,
                (candidate.class * MOODS + scene.mood) * 2 + check,
                (kind * Candidate::CLASSES + candidate.class) * 4
                    + moved_before * 2
                    + usize::from(rank == 0),
            ];
            if self.0.code(coder, contexts, rank * 2 + check, played == Some(mv)) {
                return Some(mv);
            }
        }
        Some(last.mv)
    }
}
