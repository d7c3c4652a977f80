//! The order in which moves are tried, stage by stage, each stage generated
//! only when the one before did not cut.

use arrayvec::ArrayVec;
use riposte_board::SeeValue;
use riposte_eval::material;
use riposte_movegen::{MAX_MOVES, Move, MoveList, Noisy, PieceType, Promotion, Quiet};
use riposte_params::Lab;

use crate::histories::{Histories, MoveContext};
use crate::quiet_groups::QuietGroups;
use crate::quiet_ordering::QuietOrdering;

/// A move, its value and its index in the list, in one number whose order is the order of
/// play: value (32 bits), entries up to the end (16), move (16). Of equal values the first
/// in the list comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(i64);

impl Scored {
    #[inline]
    fn new(mv: Move, value: i32, index: usize) -> Self {
        let from_end = (MAX_MOVES - index) as i64;
        Self(i64::from(value) << 32 | from_end << 16 | i64::from(mv.bits()))
    }

    /// The same at another index.
    #[inline]
    fn at(self, index: usize) -> Self {
        Self(self.0 & !0xffff_0000 | ((MAX_MOVES - index) as i64) << 16)
    }

    #[inline]
    fn index(self) -> usize {
        MAX_MOVES - (self.0 as u32 >> 16) as usize
    }

    #[inline]
    fn value(self) -> i32 {
        (self.0 >> 32) as i32
    }

    #[inline]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }
}

/// The next stage. The order of the variants is the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    Refutations,
    GenerateQuiet,
    Quiets,
    BadNoisy,
    Done,
}

/// Which moves a picker yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Every legal move.
    All,
    /// Captures and queen promotions.
    Noisy,
    /// The same, then quiet moves that give check.
    NoisyAndChecks,
    /// Captures and queen promotions that gain at least so much by SEE.
    Gaining(SeeValue),
}

/// Yields the moves of one node in order.
#[derive(Debug)]
pub struct Picker {
    stage: Stage,
    scope: Scope,
    tt_move: Option<Move>,
    /// Killers and countermove, in the order of play.
    refutations: [Option<Move>; 3],
    next_refutation: usize,
    /// Noisy moves, later the quiet ones behind them. Losing captures are kept in the
    /// entries already yielded, `0..bad`.
    moves: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    bad: usize,
    skip_quiets: bool,
}

impl Picker {
    fn new(scope: Scope, tt_move: Option<Move>) -> Self {
        Self {
            stage: Stage::TtMove,
            scope,
            tt_move,
            refutations: [None; 3],
            next_refutation: 0,
            moves: ArrayVec::new_const(),
            next: 0,
            bad: 0,
            skip_quiets: false,
        }
    }

    /// All moves, for the main search and for evasions. `tt_move` must be legal.
    pub fn all(tt_move: Option<Move>) -> Self {
        Self::new(Scope::All, tt_move)
    }

    /// Captures and queen promotions, then quiet checks if `checks`. `tt_move` must be
    /// legal and comes first in any case.
    pub fn quiescence(tt_move: Option<Move>, checks: bool) -> Self {
        Self::new(if checks { Scope::NoisyAndChecks } else { Scope::Noisy }, tt_move)
    }

    /// Captures and queen promotions that gain at least `threshold`. `tt_move` must be one
    /// of them.
    pub fn probcut(tt_move: Option<Move>, threshold: SeeValue) -> Self {
        Self::new(Scope::Gaining(threshold), tt_move)
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move, each legal move at most once.
    pub fn next<L: Lab>(
        &mut self,
        lab: &L,
        histories: &Histories,
        context: &MoveContext<'_>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(lab, histories, context);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.next_good_noisy(context) {
                    Some(mv) => return Some(mv),
                    None => self.leave_noisy(lab, histories, context),
                },
                Stage::Refutations => match self.refutations.get(self.next_refutation) {
                    Some(&Some(mv)) if !self.skip_quiets => {
                        self.next_refutation += 1;
                        return Some(mv);
                    }
                    _ => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.next = self.moves.len();
                    if !self.skip_quiets {
                        self.generate_quiet(lab, histories, context);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.next_best() {
                    Some(scored) if !self.skip_quiets => return scored.mv(),
                    _ => {
                        self.next = 0;
                        self.stage = Stage::BadNoisy;
                    }
                },
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return self.moves[self.next - 1].mv();
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// The stage after the good captures.
    fn leave_noisy<L: Lab>(&mut self, lab: &L, histories: &Histories, context: &MoveContext<'_>) {
        self.stage = match self.scope {
            Scope::All => {
                self.find_refutations(lab, histories, context);
                Stage::Refutations
            }
            Scope::NoisyAndChecks => Stage::GenerateQuiet,
            Scope::Noisy | Scope::Gaining(_) => Stage::Done,
        };
    }

    // The three that follow happen once per node at most and stay out of `next`,
    // which is called for every move.
    #[inline(never)]
    fn generate_noisy<L: Lab>(
        &mut self,
        lab: &L,
        histories: &Histories,
        context: &MoveContext<'_>,
    ) {
        let mut list = MoveList::new();
        match context.threats {
            Some(threats) => context.board.generate_with_threats::<Noisy>(threats.all, &mut list),
            None => context.board.generate::<Noisy>(&mut list),
        }
        let minor_promotions = self.scope == Scope::All;
        for &mv in &list {
            let under = mv.is_promotion() && mv.promotes_to() != Some(Promotion::Queen);
            if Some(mv) == self.tt_move || (under && !minor_promotions) {
                continue;
            }
            let value =
                if under { UNDER_PROMOTION } else { noisy_value(lab, histories, context, mv) };
            self.add(mv, value);
        }
    }

    #[inline(never)]
    fn generate_quiet<L: Lab>(
        &mut self,
        lab: &L,
        histories: &Histories,
        context: &MoveContext<'_>,
    ) {
        let mut groups = QuietGroups::new(context.board);
        match context.threats {
            _ if self.scope == Scope::NoisyAndChecks => {
                groups.add_all(&context.board.quiet_checks())
            }
            Some(threats) => context.board.visit_with_threats::<Quiet, _>(threats.all, &mut groups),
            None => context.board.visit::<Quiet, _>(&mut groups),
        }
        let order = histories.quiet_order(lab, context);
        let quiet_ordering = QuietOrdering::new(lab, context);
        let given = self.already_given();
        for group in &groups.found {
            let bonus = quiet_ordering.bonus_of(group.piece.kind());
            for to in group.targets {
                let Some(mv) = group.to(to) else { continue };
                if !given.contains(&mv.bits()) {
                    self.add(mv, order(group.piece, mv) + bonus(mv));
                }
            }
        }
    }

    #[inline]
    fn add(&mut self, mv: Move, value: i32) {
        self.moves.push(Scored::new(mv, value, self.moves.len()));
    }

    #[inline(never)]
    fn find_refutations<L: Lab>(
        &mut self,
        lab: &L,
        histories: &Histories,
        context: &MoveContext<'_>,
    ) {
        let killers = histories.killers(lab, context.ply);
        let counter = histories.countermove(lab, context.board.side(), context.cont_hist);
        let mut count = 0;
        for mv in [killers[0], killers[1], counter].into_iter().flatten() {
            let repeated = self.refutations.contains(&Some(mv)) || Some(mv) == self.tt_move;
            if !repeated && !context.board.is_noisy(mv) && context.board.is_legal(mv) {
                self.refutations[count] = Some(mv);
                count += 1;
            }
        }
    }

    /// The bits of what came before the quiet moves; zero for none.
    #[inline]
    fn already_given(&self) -> [u16; 4] {
        let [a, b, c] = self.refutations;
        [self.tt_move, a, b, c].map(Move::option_bits)
    }

    /// The best capture left that does not lose material; losing ones are put
    /// aside for the end.
    fn next_good_noisy(&mut self, context: &MoveContext<'_>) -> Option<Move> {
        while let Some(scored) = self.next_best() {
            let mv = scored.mv()?;
            let good = match self.scope {
                Scope::All => {
                    scored.value() > UNDER_PROMOTION && context.see_ge(mv, see_slack(scored))
                }
                Scope::Gaining(threshold) => context.see_ge(mv, threshold),
                Scope::Noisy | Scope::NoisyAndChecks => true,
            };
            if good {
                return Some(mv);
            }
            self.moves[self.bad] = scored;
            self.bad += 1;
        }
        None
    }

    /// One step of a selection sort: most nodes need only the first few moves.
    #[inline]
    fn next_best(&mut self) -> Option<Scored> {
        let best = self.moves.get(self.next..)?.iter().copied().max()?;
        // The first of the rest moves into the free entry.
        let index = best.index();
        self.moves[index] = self.moves[self.next].at(index);
        self.next += 1;
        Some(best)
    }
}

/// Below every capture.
const UNDER_PROMOTION: i32 = -1_000_000;

/// Most valuable victim first, moved by what captures of this kind achieved.
fn noisy_value<L: Lab>(lab: &L, histories: &Histories, context: &MoveContext<'_>, mv: Move) -> i32 {
    let victim = context.board.captured(mv).map_or(0, material);
    let promotion = if mv.is_promotion() { material(PieceType::Queen) } else { 0 };
    (victim + promotion) * 16 + histories.noisy(lab, context.board, mv)
}

/// A capture with a good history may lose a little by SEE and still counts as good.
fn see_slack(scored: Scored) -> SeeValue {
    SeeValue::new(-scored.value() / 64)
}
