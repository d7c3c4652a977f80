//! The main search: principal variation search with everything around it.

use arrayvec::ArrayVec;
use riposte_board::CheckSquares;
use riposte_movegen::{Move, attacked_by};
use riposte_tt::Bound;

use crate::depth::{Depth, Ply};
use crate::ordering::history::{Outcome, QuietPolicy, SearchedNode};
use crate::ordering::picker::Picker;
use crate::params::stats::Event;
use crate::params::{Feature, Lab};
use crate::rules::singular::Verdict;
use crate::score::Score;
use crate::tb::probe::{TbBounds, TbProbe};
use crate::threads::shared::Stopped;
use crate::tree::node::{Node, NodeKind, NonPv, Pv, StaticEval, TtHit};
use crate::tree::root::RootScore;
use crate::tree::search::{Inherited, Search};
use crate::tree::window::Window;

/// From this time on the root move under search is reported.
const CURRENT_MOVE_AFTER_SECONDS: u64 = 3;

/// Moves of one kind that were searched at a node; later ones teach little.
type Searched = ArrayVec<Move, 32>;

/// What the loop over the moves has found so far.
struct Progress {
    alpha: Score,
    best: Score,
    best_move: Option<Move>,
    /// The move with the best score so far, even if it did not raise alpha; kept
    /// only where the quiet memory learns from every node.
    best_so_far: Option<Move>,
    /// The highest history among the quiet moves so far; kept only for
    /// [`Feature::ReduceByPeak`].
    peak: i32,
    count: i32,
    quiets: Searched,
    noisies: Searched,
}

impl Progress {
    /// Takes note of a quiet move's history and says whether it is under half of
    /// the best (Mehrmann 2006).
    fn is_under_peak(&mut self, history: i32) -> bool {
        self.peak = self.peak.max(history);
        history < self.peak / 2
    }
}

/// One move, as the loop sees it before it is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) is_quiet: bool,
    pub(crate) gives_check: bool,
    /// History value, for quiet and noisy moves on their own scales.
    pub(crate) history: i32,
    /// MoveContext in the order of search, from 1.
    pub(crate) number: i32,
    /// Whether its history is under half of the best among the quiet moves so
    /// far. Moves come in the order of their history, so the best is among the
    /// first.
    pub(crate) is_under_peak: bool,
}

impl<L: Lab> Search<'_, L> {
    /// The score of the current position within `window`, searched to `depth`.
    /// `cut` says that a fail high is expected. Fail-soft: the result may lie
    /// outside of the window and is then a bound.
    pub(crate) fn search<K: NodeKind>(
        &mut self,
        mut window: Window,
        depth: Depth,
        ply: Ply,
        cut: bool,
    ) -> Result<Score, Stopped> {
        if depth <= Depth::ZERO {
            return self.quiescence::<K>(window, ply, Depth::ZERO);
        }
        self.count(Event::MainNode);
        self.enter::<K>(ply)?;
        if !K::ROOT
            && let Some(score) = self.decided_by_rules(&mut window, ply)
        {
            return Ok(score);
        }
        let excluded = self.frame(ply).excluded;
        let tt_hit = if excluded.is_some() { TtHit::NOTHING } else { self.probe_tt(ply) };
        if let Some(score) = self.tt_cutoff::<K>(&tt_hit, window, depth, cut) {
            self.count(Event::TtCutoff);
            self.update_on_tt_cutoff(&tt_hit, score, window.beta, depth, ply);
            return Ok(score);
        }
        let known = match self.probe_tb::<K>(window, depth, ply) {
            TbProbe::Score(score) => return Ok(score),
            TbProbe::Search(known) => known,
        };
        let mut node = self.assess::<K>(window, depth, ply, cut, tt_hit);
        node.tb_bounds = known;
        self.update_prior_from_eval(&node);
        self.adjust_by_hindsight(&mut node);
        if let Some(score) = self.prune_node::<K>(&mut node)? {
            return Ok(score);
        }
        self.internal_reduction::<K>(&mut node);
        loop {
            self.start_verification(&node);
            let score = self.search_moves::<K>(node)?;
            if !self.finds_zugzwang(&mut node, score) {
                return Ok(score);
            }
        }
    }

    /// A TT bound that is deep enough answers the question. Not near the
    /// 50-move limit, where the way to a position matters.
    #[inline]
    fn tt_cutoff<K: NodeKind>(
        &self,
        tt_hit: &TtHit,
        window: Window,
        depth: Depth,
        cut: bool,
    ) -> Option<Score> {
        let expected = depth > Depth::new(5) || cut == window.fails_high(tt_hit.score);
        let usable = !K::PV
            && (expected || !self.lab.on(Feature::TtCutExpected))
            && self.lab.on(Feature::TtCutoff)
            && tt_hit.depth >= depth
            && tt_hit.decides(window)
            && self.board.halfmove_clock() < 90;
        usable.then_some(tt_hit.score)
    }

    /// Looks at the position before any move is tried.
    fn assess<K: NodeKind>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: Ply,
        cut: bool,
        tt_hit: TtHit,
    ) -> Node {
        let cont_hist = self.cont_hist_keys(ply);
        let excluded = self.frame(ply).excluded;
        let in_check = self.board.in_check();
        let tt_move_is_noisy = tt_hit.mv.is_some_and(|mv| self.board.is_noisy(mv));
        let inherited = match excluded {
            None => Inherited { raw_eval: tt_hit.eval, was_pv: tt_hit.pv, tt_move_is_noisy },
            Some(_) => self.frame(ply).inherited,
        };
        let known = TtHit { eval: inherited.raw_eval, ..tt_hit };
        let StaticEval { raw, eval, correction } = self.evaluate(&known, cont_hist);
        let extensions = self.frame_before(ply, 1).extensions;
        let threats = attacked_by(self.board.placement(), !self.board.side());
        let frame = self.frame_mut(ply);
        frame.eval = eval;
        frame.threats = threats;
        frame.extensions = extensions;
        frame.inherited =
            Inherited { raw_eval: raw, was_pv: K::PV || inherited.was_pv, ..inherited };
        self.frame_mut(ply.next()).cutoffs = 0;
        self.worker.histories.killers.clear_ply(ply.next());
        Node {
            ply,
            depth,
            window,
            cut,
            in_check,
            tt_move_is_noisy: inherited.tt_move_is_noisy,
            excluded,
            raw_eval: raw,
            eval,
            correction,
            tt_adjusted_eval: self.tt_adjusted_eval(&tt_hit, eval),
            improving: self.is_improving(ply, eval),
            was_pv: K::PV || inherited.was_pv,
            verify_null: false,
            cont_hist,
            threats,
            tt_hit,
            tb_bounds: TbBounds::NOTHING,
        }
    }

    /// The TT bound knows better than the static evaluation if the
    /// evaluation lies on its wrong side.
    #[inline]
    pub(crate) fn tt_adjusted_eval(&self, tt_hit: &TtHit, eval: Score) -> Score {
        let better = self.lab.on(Feature::TtEval)
            && !tt_hit.score.is_decisive()
            && match tt_hit.bound {
                Bound::Exact => true,
                Bound::Lower => tt_hit.score > eval,
                Bound::Upper => tt_hit.score < eval,
                Bound::None => false,
            };
        if better { tt_hit.score } else { eval }
    }

    /// Whether the side to move stands better than two plies ago, or four if it
    /// was in check then.
    #[inline]
    fn is_improving(&self, ply: Ply, eval: Score) -> bool {
        if eval == Score::NONE {
            return false;
        }
        for back in [2, 4] {
            let earlier = self.frame_before(ply, back).eval;
            if earlier != Score::NONE {
                return eval > earlier;
            }
        }
        true
    }

    /// Judges the reduction of the move that led here by what it did to the
    /// evaluation of the side that made it. A move that was reduced by three plies
    /// or more and lost nothing gets one back; one that was reduced by two or more
    /// and lost much is searched a ply less deep.
    fn adjust_by_hindsight(&self, node: &mut Node) {
        let before = self.frame_before(node.ply, 1);
        if !self.lab.on(Feature::Hindsight)
            || node.in_check
            || node.excluded.is_some()
            || before.eval == Score::NONE
        {
            return;
        }
        // Both evaluations are from the view of the side to move: their sum is
        // what the last move lost.
        let lost = node.eval.raw() + before.eval.raw();
        if before.reduction >= 3 && lost <= 0 {
            node.depth += 1;
        } else if before.reduction >= 2
            && node.depth >= Depth::new(2)
            && lost > self.lab.hindsight_loss()
        {
            node.depth -= 1;
        }
    }

    /// Less depth where the table knows no move: the ordering will be poor, and
    /// if the node matters it comes back with a move (Rebel's idea, in place of
    /// internal iterative deepening).
    fn internal_reduction<K: NodeKind>(&self, node: &mut Node) {
        if self.lab.on(Feature::InternalReduction)
            && (K::PV || node.cut)
            && node.excluded.is_none()
            && node.tt_hit.mv.is_none()
            && node.depth >= Depth::new(self.lab.iir_depth())
        {
            node.depth -= 1;
        }
    }

    /// Tries the moves in order and learns from the outcome.
    pub(crate) fn search_moves<K: NodeKind>(&mut self, mut node: Node) -> Result<Score, Stopped> {
        let mut progress = Progress {
            alpha: node.window.alpha,
            best: -Score::INFINITE,
            best_move: None,
            best_so_far: None,
            peak: 0,
            count: 0,
            quiets: Searched::new(),
            noisies: Searched::new(),
        };
        let checks = self.board.check_squares();
        let mut picker = Picker::all(self.tt_move(&node));
        while let Some(mv) =
            picker.next(&self.lab, &self.worker.histories, &node.move_context(&self.board))
        {
            if Some(mv) == node.excluded || (K::ROOT && !self.root.is_candidate(mv)) {
                continue;
            }
            progress.count += 1;
            let candidate = self.candidate(&node, mv, &checks, &mut progress);
            if !K::ROOT && !progress.best.is_loss() {
                if self.late_move_pruning(&node, &candidate) {
                    picker.skip_quiets();
                }
                if self.prune_move::<K>(&node, &candidate, progress.alpha) {
                    continue;
                }
            }
            let extension = match self.singular::<K>(&node, mv)? {
                Verdict::Extend(plies) => plies,
                Verdict::Cut(score) => return Ok(score),
            };
            let nodes_before = self.nodes;
            let mut score = self.search_move::<K>(&node, &candidate, extension, &progress)?;
            if K::ROOT {
                score = self.apply_tb_score(mv, score);
                self.record_root_move(&node, &progress, mv, score, nodes_before);
            }
            if self.record_move::<K>(&mut node, &mut progress, &candidate, score) {
                break;
            }
        }
        Ok(self.finish_node::<K>(&node, &progress))
    }

    fn candidate(
        &self,
        node: &Node,
        mv: Move,
        checks: &CheckSquares,
        progress: &mut Progress,
    ) -> Candidate {
        let is_quiet = !self.board.is_noisy(mv);
        let context = node.move_context(&self.board);
        let histories = &self.worker.histories;
        let history = if is_quiet {
            histories.quiet(&self.lab, &context, mv)
        } else {
            histories.noisy(&self.lab, &self.board, mv)
        };
        Candidate {
            mv,
            is_quiet,
            gives_check: self.board.gives_check_on(checks, mv),
            history,
            number: progress.count,
            is_under_peak: self.lab.on(Feature::ReduceByPeak)
                && is_quiet
                && progress.is_under_peak(history),
        }
    }

    /// Makes the move, searches it with as much window and depth as it turns out
    /// to deserve, and takes it back.
    fn search_move<K: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        progress: &Progress,
    ) -> Result<Score, Stopped> {
        let ply = node.ply;
        if K::ROOT {
            self.report_current_move(candidate);
        }
        let reduction = self.reduction::<K>(node, candidate);
        let inherited = self.frame_before(ply, 1).extensions;
        self.frame_mut(ply).extensions = inherited + u32::from(extension > 1);
        self.make(ply, candidate.mv);
        let full = node.depth - 1 + extension;
        let alpha = progress.alpha;
        let mut score = -Score::INFINITE;
        let reduces = self.lab.on(Feature::LateMoveReduction)
            && node.depth >= Depth::new(2)
            && candidate.number > 1 + i32::from(K::ROOT);
        if reduces {
            score = self.search_reduced(node, full, reduction, alpha, progress.best)?;
        } else if !K::PV || candidate.number > 1 {
            score = self.scout(alpha, full, ply, !node.cut)?;
        }
        if K::PV && (candidate.number == 1 || score > alpha) {
            let window = Window { alpha, beta: node.window.beta };
            score = -self.search::<Pv>(-window, full, ply.next(), false)?;
        }
        self.unmake();
        Ok(score)
    }

    /// Asks whether the move just made is worth more than `alpha`.
    fn scout(&mut self, alpha: Score, depth: Depth, ply: Ply, cut: bool) -> Result<Score, Stopped> {
        Ok(-self.search::<NonPv>(-Window::above(alpha), depth, ply.next(), cut)?)
    }

    /// Late move reduction: a shallow look first; only a move that surprises is
    /// searched to its full depth, a little more or less by how it surprised.
    fn search_reduced(
        &mut self,
        node: &Node,
        full: Depth,
        reduction: i32,
        alpha: Score,
        best: Score,
    ) -> Result<Score, Stopped> {
        let ply = node.ply;
        let shallow = (full - reduction).min(full + 1).max(Depth::ONE);
        if shallow < full {
            self.count(Event::Reduced);
        }
        self.frame_mut(ply).reduction = full.plies() - shallow.plies();
        let outcome = self.scout(alpha, shallow, ply, true);
        self.frame_mut(ply).reduction = 0;
        let score = outcome?;
        if score <= alpha || shallow >= full {
            return Ok(score);
        }
        self.count(Event::Researched);
        let mut again = full;
        if self.lab.on(Feature::AdaptiveResearch) {
            again += i32::from(score > best + self.lab.deeper_margin());
            again -= i32::from(score < best + self.lab.shallower_margin());
        }
        if again > shallow { self.scout(alpha, again, ply, !node.cut) } else { Ok(score) }
    }

    /// Takes note of a searched move; says whether the node is finished.
    fn record_move<K: NodeKind>(
        &mut self,
        node: &mut Node,
        progress: &mut Progress,
        candidate: &Candidate,
        score: Score,
    ) -> bool {
        let mv = candidate.mv;
        if score > progress.best {
            self.record_best::<K>(node, progress, mv);
        }
        progress.best = progress.best.max(score);
        if score > progress.alpha {
            progress.best_move = Some(mv);
            if K::PV && !K::ROOT {
                self.update_pv(node.ply, mv);
            }
            if node.window.fails_high(score) {
                self.frame_mut(node.ply).cutoffs += 1;
                self.count_cutoff(node, candidate);
                return true;
            }
            progress.alpha = score;
            self.reduce_after_raise(node, score);
        }
        if progress.best_move != Some(mv) {
            let list =
                if candidate.is_quiet { &mut progress.quiets } else { &mut progress.noisies };
            // A full list means that the move is far down the order.
            let _ = list.try_push(mv);
        }
        false
    }

    /// Notes the best move so far, whether it raises alpha or not, for the rules
    /// that ask for it. Open windows have a line of their own.
    #[inline]
    fn record_best<K: NodeKind>(&mut self, node: &Node, progress: &mut Progress, mv: Move) {
        if L::Quiet::EVERY_NODE {
            progress.best_so_far = Some(mv);
        }
        if self.lab.on(Feature::RefutationTable) && !K::PV {
            self.update_pv(node.ply, mv);
        }
    }

    fn count_cutoff(&mut self, node: &Node, candidate: &Candidate) {
        if node.excluded.is_some() {
            return;
        }
        self.count(Event::FailHigh);
        if candidate.number == 1 {
            self.count(Event::FailHighFirst);
        }
    }

    /// Once a move has raised alpha, the others are less likely to.
    fn reduce_after_raise(&self, node: &mut Node, score: Score) {
        let depth = node.depth.plies();
        if self.lab.on(Feature::AlphaReduction) && (3..=12).contains(&depth) && !score.is_decisive()
        {
            node.depth -= 1;
        }
    }

    /// Mate and stalemate, the lessons of the node, and its entry in the table.
    fn finish_node<K: NodeKind>(&mut self, node: &Node, progress: &Progress) -> Score {
        if progress.count == 0 {
            return match (node.excluded, node.in_check) {
                (Some(_), _) => node.window.alpha,
                (None, true) => Score::mated(node.ply),
                (None, false) => Score::DRAW,
            };
        }
        // The first move is never skipped, so there is a score.
        debug_assert!(progress.best != -Score::INFINITE);
        let (best, forced) = node.tb_bounds.correct(progress.best);
        let cutoff = node.window.fails_high(best);
        self.update_histories::<K>(node, progress, cutoff);
        if progress.best_move.is_none() && !cutoff {
            self.reward_prior(node);
        }
        if node.excluded.is_none() {
            let searched = match (cutoff, progress.best_move) {
                (true, _) => Bound::Lower,
                (false, Some(_)) if K::PV => Bound::Exact,
                _ => Bound::Upper,
            };
            let bound = forced.unwrap_or(searched);
            if !K::ROOT || self.root.rank == 0 {
                let was_pv = node.was_pv || self.inherits_pv(node, best);
                self.store_tt(&Node { was_pv, ..*node }, progress.best_move, best, bound);
            }
            self.update_correction(node, progress.best_move, best, bound);
        }
        best
    }

    /// After a fail low the node above has a new candidate for its best line.
    fn inherits_pv(&self, node: &Node, best: Score) -> bool {
        self.lab.on(Feature::InheritPv)
            && best <= node.window.alpha
            && self.frame_before(node.ply, 1).inherited.was_pv
    }

    fn update_histories<K: NodeKind>(&mut self, node: &Node, progress: &Progress, cutoff: bool) {
        let outcome = match progress.best_move {
            _ if cutoff => Outcome::FailHigh,
            Some(_) => Outcome::Exact,
            None if L::Quiet::EVERY_NODE => Outcome::FailLow,
            None => return,
        };
        let searched = SearchedNode {
            outcome,
            pv: K::PV,
            depth: node.depth,
            best: if outcome == Outcome::FailLow {
                progress.best_so_far
            } else {
                progress.best_move
            },
            quiets: &progress.quiets,
            noisies: &progress.noisies,
        };
        self.worker.histories.update(&self.lab, &node.move_context(&self.board), &searched);
    }

    /// Quiet outcomes that the static evaluation could have known correct it.
    fn update_correction(&mut self, node: &Node, mv: Option<Move>, best: Score, bound: Bound) {
        let noisy = mv.is_some_and(|mv| self.board.is_noisy(mv));
        let says_nothing = match bound {
            Bound::Lower => best <= node.eval,
            Bound::Upper => best >= node.eval,
            Bound::Exact | Bound::None => false,
        };
        if !node.in_check && !noisy && !says_nothing && !best.is_decisive() {
            let error = best - node.eval;
            self.worker.histories.update_correction(&self.board, node.cont_hist, error, node.depth);
        }
    }

    fn record_root_move(
        &mut self,
        node: &Node,
        progress: &Progress,
        mv: Move,
        score: Score,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let line = self.pv(node.ply.next()).clone();
        if self.lab.on(Feature::RefutationTable) {
            self.root.store_refutation(mv, &line);
        }
        let bound = if node.window.fails_high(score) {
            Bound::Lower
        } else if score <= node.window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let found = RootScore { score, bound, selective_depth: self.selective_depth, line: &line };
        let counts = progress.count == 1 || score > progress.alpha;
        self.root.record(mv, spent, counts.then_some(found));
        if counts && bound == Bound::Exact {
            self.publish(mv);
        }
    }

    fn report_current_move(&self, candidate: &Candidate) {
        if self.worker.is_main()
            && self.shared.start.elapsed().as_secs() >= CURRENT_MOVE_AFTER_SECONDS
        {
            let number = candidate.number as usize + self.root.rank;
            self.shared
                .reporter
                .with_sink(|sink| sink.current_move(self.root_depth, candidate.mv, number));
        }
    }
}
