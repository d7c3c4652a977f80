//! The main search: principal variation search, step by step.
//!
//! Rules that prune or change depths are in `rules/`, each named after the rule.

use riposte_board::CheckSquares;
use riposte_eval::{Depth, Ply, Score};
use riposte_mate::Stopped;
use riposte_movegen::Move;
use riposte_ordering::{Histories, Picker};
use riposte_params::{
    Feature, Lab,
    stats::{Event, ReducedMove, Stats},
};
use riposte_tt::Bound;

use crate::rules::singular::Verdict;
use crate::tb::probe::TbProbe;
use crate::tree::moves::{Candidate, Progress};
use crate::tree::node::{Node, NodeKind, NonPv, Pv, TtHit};
use crate::tree::root::RootScore;
use crate::tree::search::Search;
use crate::tree::window::Window;

impl<L: Lab> Search<'_, L> {
    /// The score of the current position within `window`, searched to `depth`. `cut`
    /// marks an expected cut node. Fail-soft: the result may lie outside of the window
    /// and is then a bound.
    pub(crate) fn search<K: NodeKind>(
        &mut self,
        mut window: Window,
        depth: Depth,
        ply: Ply,
        cut: bool,
    ) -> Result<Score, Stopped> {
        // 1. Quiescence search at the horizon.
        if depth <= Depth::ZERO {
            return self.quiescence::<K>(window, ply, Depth::ZERO);
        }
        // 2. Stop check, draws, mate distance pruning.
        self.count(Event::MainNode);
        self.enter_node::<K>(ply)?;
        if !K::ROOT
            && let Some(score) = self.decided_by_rules(&mut window, ply)
        {
            return Ok(score);
        }
        // 3. Transposition table.
        let excluded = self.frame(ply).excluded;
        let tt_hit = if excluded.is_some() { TtHit::NOTHING } else { self.probe_tt(ply) };
        if let Some(score) = self.tt_cutoff::<K>(&tt_hit, window, depth) {
            self.count(Event::TtCutoff);
            self.reward_tt_cutoff(&tt_hit, window, depth, ply);
            return Ok(score);
        }
        // 4. Tablebases.
        let tb_bounds = match self.probe_tb::<K>(window, depth, ply) {
            TbProbe::Score(score) => return Ok(score),
            TbProbe::Search(bounds) => bounds,
        };
        // 5. Static evaluation.
        let mut node = self.evaluate_node::<K>(window, depth, ply, cut, tt_hit);
        node.tb_bounds = tb_bounds;
        // 6. Hindsight: correct the last reduction.
        self.adjust_by_hindsight(&mut node);
        // 7. Reverse futility, razoring, null move, ProbCut.
        if let Some(score) = self.prune_node::<K>(&mut node)? {
            return Ok(score);
        }
        // Attacked squares: not before, because a node that is pruned needs none.
        self.find_threats(&mut node);
        // 8. Internal iterative reduction.
        self.internal_iterative_reduction::<K>(&mut node);
        // 9. The moves: steps 10 to 17.
        self.search_moves_verifying_null::<K>(node)
    }

    /// Searches the moves in order and updates histories and TT.
    pub(crate) fn search_moves<K: NodeKind>(&mut self, mut node: Node) -> Result<Score, Stopped> {
        let mut progress = Progress::new(node.window.alpha);
        let mut checks = None;
        let mut picker = Picker::all(self.tt_move(&node));
        // 10. Next move: TT move, captures, killers, quiet moves, losing captures.
        while let Some(mv) =
            picker.next(&self.lab, &self.worker.histories, &node.move_context(&self.board))
        {
            if Some(mv) == node.excluded || (K::ROOT && !self.root.is_candidate(mv)) {
                continue;
            }
            progress.count += 1;
            let candidate = self.candidate(&node, mv, &mut checks, &mut progress);
            // 11. Late move pruning, futility, history and SEE pruning.
            if !K::ROOT && !progress.best.is_loss() {
                if self.late_move_pruning(&node, &candidate) {
                    picker.skip_quiets();
                }
                if self.prune_move::<K>(&node, &candidate, progress.alpha) {
                    continue;
                }
            }
            // 12. Singular extension, multi-cut.
            let extension = match self.singular::<K>(&node, mv)? {
                Verdict::Extend(plies) => plies,
                Verdict::Cut(score) => return Ok(score),
            };
            // 13. Make, late move reduction, principal variation search, unmake.
            let nodes_before = self.nodes;
            let mut score = self.search_move::<K>(&node, &candidate, extension, &progress)?;
            // 14. Root move.
            if K::ROOT {
                score = self.apply_tb_score(mv, score);
                self.record_root_move(&node, &progress, mv, score, nodes_before);
            }
            // 15. Best move, alpha, beta cutoff.
            if self.record_move::<K>(&mut node, &mut progress, &candidate, score) {
                break;
            }
        }
        // 16. Mate and stalemate. 17. Histories and TT.
        Ok(self.finish_node::<K>(&node, &progress))
    }

    fn candidate(
        &self,
        node: &Node,
        mv: Move,
        checks: &mut Option<CheckSquares>,
        progress: &mut Progress,
    ) -> Candidate {
        // Before the histories and the rules are asked: memory takes longer than they do.
        self.shared.tt.prefetch(self.board.key_after(mv));
        let is_quiet = !self.board.is_noisy(mv);
        // `ReduceByPeak` compares later moves with the history of the first.
        if progress.count == 1 && !self.lab.on(Feature::ReduceByPeak) {
            return Candidate::first(mv, is_quiet);
        }
        let checks = checks.get_or_insert_with(|| self.board.check_squares());
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

    /// Makes the move, searches it and unmakes it: reduced first, then with a null window,
    /// then with an open one, as far as needed.
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
        let reduces = self.lab.on(Feature::LateMoveReduction)
            && node.depth >= Depth::new(2)
            && candidate.number > 1 + i32::from(K::ROOT);
        let reduction = if reduces { self.reduction(node, candidate) } else { 0 };
        let sample = self.reduced_move(node, candidate);
        let inherited = self.frame_before(ply, 1).extensions;
        self.frame_mut(ply).extensions = inherited + u32::from(extension > 1);
        self.make(ply, candidate.mv);
        let full = node.depth - 1 + extension;
        let alpha = progress.alpha;
        let mut score = -Score::INFINITE;
        if reduces {
            score = self.search_reduced(node, full, reduction, alpha, progress.best, sample)?;
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

    /// Whether the move just made scores more than `alpha`: a null-window search.
    fn scout(&mut self, alpha: Score, depth: Depth, ply: Ply, cut: bool) -> Result<Score, Stopped> {
        Ok(-self.search::<NonPv>(-Window::above(alpha), depth, ply.next(), cut)?)
    }

    /// Late move reduction: a reduced search first. A move that beats alpha is searched
    /// again to its full depth, adjusted by its score.
    fn search_reduced(
        &mut self,
        node: &Node,
        full: Depth,
        reduction: i32,
        alpha: Score,
        best: Score,
        sample: Option<ReducedMove>,
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
        if let Some(reduced) = sample.filter(|_| shallow < full) {
            let (depth, failed_high) = (shallow.plies() as i16, score > alpha);
            self.worker.stats.sample(ReducedMove { depth, failed_high, ..reduced });
        }
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

    /// What is known of a quiet move before its reduced search, where samples are kept.
    #[inline]
    fn reduced_move(&self, node: &Node, candidate: &Candidate) -> Option<ReducedMove> {
        if !L::Stats::SAMPLES || !candidate.is_quiet {
            return None;
        }
        let context = node.move_context(&self.board);
        Some(ReducedMove {
            depth: 0,
            number: candidate.number as i16,
            histories: self.worker.histories.parts(&self.lab, &context, candidate.mv),
            cut: node.cut,
            improving: node.improving,
            was_pv: node.was_pv,
            failed_high: false,
        })
    }

    /// Records a searched move. Returns whether the node is finished.
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
                self.worker.stack.update_pv(node.ply, mv);
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

    /// Records the best move so far, whether it raises alpha or not, for the rules that
    /// need it. PV nodes keep a pv of their own.
    #[inline]
    fn record_best<K: NodeKind>(&mut self, node: &Node, progress: &mut Progress, mv: Move) {
        if Histories::need_every_node(&self.lab) {
            progress.best_so_far = Some(mv);
        }
        if self.lab.on(Feature::RefutationTable) && !K::PV {
            self.worker.stack.update_pv(node.ply, mv);
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

    fn record_root_move(
        &mut self,
        node: &Node,
        progress: &Progress,
        mv: Move,
        score: Score,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let line = self.worker.stack.pv(node.ply.next()).clone();
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
        if self.worker.is_main() && self.is_long() {
            let number = candidate.number as usize + self.root.rank;
            self.shared
                .reporter
                .with_sink(|sink| sink.current_move(self.root_depth, candidate.mv, number));
        }
    }
}
