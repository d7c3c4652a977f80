//! Options applied to the engine.

use riposte_search::{Evaluation, Strength, Tablebases};

use super::{Flow, Session};
use crate::options::{self, DEFAULT_ELO, OptionError, Setting};
use crate::{network, tablebases, tuning};

/// The values of `UCI_LimitStrength`, `UCI_Elo` and `Strength Seed`.
pub struct StrengthOptions {
    is_limited: bool,
    elo: u32,
    seed: u64,
}

impl Default for StrengthOptions {
    fn default() -> Self {
        Self { is_limited: false, elo: DEFAULT_ELO as u32, seed: 0 }
    }
}

impl Session {
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Flow {
        let setting = match options::check(name, value) {
            Ok(setting) => setting,
            Err(error @ OptionError::Unknown(_)) => return self.set_tunable(name, value, &error),
            Err(error) => return self.refuse(error),
        };
        match setting {
            Setting::Hash(megabytes) => return self.set_hash(megabytes),
            Setting::Threads(threads) => {
                let outcome = self.engine.set_threads(threads);
                return self.accept(outcome);
            }
            Setting::MultiPv(pvs) => self.engine.set_multi_pv(pvs),
            // `go ponder` says when to ponder.
            Setting::Ponder(_) => {}
            Setting::MoveOverhead(time) => self.engine.set_move_overhead(time),
            Setting::Chess960(on) => self.chess960 = on,
            Setting::ShowWdl(on) => self.shows_wdl = on,
            Setting::ClearHash => self.engine.clear_hash(),
            Setting::EvalFile(name) => {
                let outcome = network::load(&name).map(|evaluation| self.use_network(evaluation));
                return self.accept(outcome);
            }
            Setting::SyzygyPath(path) => return self.set_syzygy_path(path),
            Setting::SyzygyProbeDepth(depth) => self.change_tb(|tb| tb.probe_depth = depth),
            Setting::SyzygyProbeLimit(pieces) => self.change_tb(|tb| tb.probe_limit = pieces),
            Setting::Syzygy50MoveRule(on) => self.change_tb(|tb| tb.fifty_move_rule = on),
            Setting::Deterministic(on) => self.engine.set_deterministic(on),
            Setting::LimitStrength(on) => self.change_strength(|it| it.is_limited = on),
            Setting::Elo(elo) => self.change_strength(|it| it.elo = elo),
            Setting::StrengthSeed(seed) => self.change_strength(|it| it.seed = seed),
            Setting::NodesTime(rate) => self.engine.set_nodes_per_ms(rate),
        }
        Flow::Continue
    }

    fn set_hash(&mut self, megabytes: usize) -> Flow {
        let before = self.engine.tt().megabytes();
        let outcome = self.engine.set_hash(megabytes);
        if outcome.is_ok() && megabytes != before {
            let pages = self.engine.tt().pages();
            self.output.message(format_args!("hash table of {megabytes} MB, {pages}"));
        }
        self.accept(outcome)
    }

    fn use_network(&mut self, evaluation: Evaluation) {
        if !evaluation.is_same(self.engine.evaluation()) {
            self.output.message(format_args!("positions are evaluated by {evaluation}"));
            self.engine.set_evaluation(evaluation);
        }
    }

    fn set_syzygy_path(&mut self, path: String) -> Flow {
        let (damaged, opened) = tablebases::open(&path);
        for error in &damaged {
            self.refuse(format_args!("SyzygyPath: {error}"));
        }
        let outcome = opened.map(|opened| {
            if let Some(summary) = opened.summary {
                self.output.message(summary);
            }
            self.change_tb(|tb| tb.tables = opened.tables);
            self.syzygy_path = path;
        });
        self.accept(outcome)
    }

    fn change_tb(&mut self, change: impl FnOnce(&mut Tablebases)) {
        let mut tb = self.engine.tablebases().clone();
        change(&mut tb);
        self.engine.set_tablebases(tb);
    }

    fn change_strength(&mut self, change: impl FnOnce(&mut StrengthOptions)) {
        change(&mut self.strength);
        let StrengthOptions { is_limited, elo, seed } = self.strength;
        self.engine.set_strength(is_limited.then(|| Strength::new(elo, seed)));
    }

    /// Sets an option of the search itself, which only a build for tuning has.
    fn set_tunable(&mut self, name: &str, value: &str, unknown: &OptionError) -> Flow {
        match tuning::set(&mut self.engine, &mut self.lab, name, value) {
            None => self.refuse(unknown),
            Some(outcome) => self.accept(outcome),
        }
    }
}
