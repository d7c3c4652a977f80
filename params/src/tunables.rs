//! Declarations of the tunable numbers: getter, name, default, range, SPSA step.

/// Passes the declarations before it and the tunables to the macro `$callback`.
macro_rules! with_tunables {
    ($callback:ident $($before:tt)*) => {
        $callback! {
            $($before)*
        tunables {
            /// Half-width of the first aspiration window.
            aspiration_delta AspirationDelta = 28, 4..=80, 4;
            /// Iteration from which aspiration is used.
            aspiration_depth AspirationDepth = 4, 2..=8, 1;

            /// Reverse futility: margin per ply.
            rfp_margin RfpMargin = 72, 30..=160, 8;
            /// Reverse futility: margin taken off when the evaluation rises.
            rfp_improving RfpImproving = 64, 0..=160, 8;
            /// Reverse futility: deepest depth.
            rfp_depth RfpDepth = 8, 3..=14, 1;
            /// What the size of the correction adds to the margin of reverse futility, in 64ths.
            rfp_correction RfpCorrection = 33, 0..=128, 12;

            /// Razoring: constant margin.
            razor_base RazorBase = 177, 0..=500, 25;
            /// Razoring: margin per squared ply.
            razor_slope RazorSlope = 136, 40..=400, 20;
            /// Razoring: deepest depth.
            razor_depth RazorDepth = 3, 1..=8, 1;

            /// Null move: reduction before depth and evaluation count.
            nmp_base NmpBase = 5, 2..=8, 1;
            /// Null move: one more ply of reduction per so many plies of depth.
            nmp_divisor NmpDivisor = 4, 2..=8, 1;
            /// Null move: one more ply per so many centipawns above beta.
            nmp_eval NmpEval = 179, 80..=400, 20;
            /// Null move: plies of reduction that the evaluation can add.
            nmp_eval_max NmpEvalMax = 4, 1..=8, 1;
            /// Null move: static evaluation required, relative to beta, at depth zero.
            nmp_margin NmpMargin = 146, 0..=400, 20;
            /// Null move: how much less evaluation is required per ply of depth.
            nmp_slope NmpSlope = 17, 0..=40, 4;
            /// Null move: depth from which cutoffs are verified.
            nmp_verify_depth NmpVerifyDepth = 14, 8..=30, 2;

            /// ProbCut: how far beta is raised.
            probcut_margin ProbcutMargin = 173, 80..=400, 20;
            /// ProbCut: how much less when improving.
            probcut_improving ProbcutImproving = 52, 0..=120, 10;
            /// ProbCut: least depth.
            probcut_depth ProbcutDepth = 5, 3..=9, 1;

            /// Internal reduction: least depth.
            iir_depth IirDepth = 4, 2..=8, 1;

            /// Futility: constant margin.
            futility_base FutilityBase = 74, 0..=250, 15;
            /// Futility: margin per ply.
            futility_slope FutilitySlope = 77, 30..=200, 10;
            /// Futility: history equal to a centipawn.
            futility_history FutilityHistory = 374, 100..=2000, 60;
            /// Futility: deepest reduced depth.
            futility_depth FutilityDepth = 8, 3..=14, 1;

            /// Late move pruning: moves at depth zero.
            lmp_base LmpBase = 9, 1..=12, 1;
            /// Late move pruning: deepest depth.
            lmp_depth LmpDepth = 8, 3..=14, 1;

            /// History pruning: history below minus this per ply is skipped.
            hp_margin HpMargin = 3681, 1000..=8000, 300;
            /// History pruning: deepest reduced depth.
            hp_depth HpDepth = 5, 2..=10, 1;

            /// SEE pruning of quiets: loss accepted per squared ply.
            see_quiet SeeQuiet = 30, 5..=80, 5;
            /// SEE pruning of captures: loss accepted per ply.
            see_noisy SeeNoisy = 92, 30..=200, 10;
            /// SEE pruning: deepest depth.
            see_depth SeeDepth = 9, 4..=16, 1;

            /// Capture futility: constant margin.
            noisy_futility_base NoisyFutilityBase = 221, 60..=500, 20;
            /// Capture futility: margin per ply.
            noisy_futility_slope NoisyFutilitySlope = 191, 60..=400, 20;

            /// Singular search: least depth.
            singular_depth SingularDepth = 6, 4..=10, 1;
            /// Singular search: margin below the TT score per ply, in 16ths.
            singular_margin SingularMargin = 17, 6..=48, 3;
            /// What a PV node adds to [`Tunable::DoubleMargin`].
            double_pv DoublePv = 58, 0..=500, 60;
            /// Double extension: how far below the singular beta.
            double_margin DoubleMargin = 20, 0..=60, 4;
            /// Triple extension: how far below the singular beta.
            triple_margin TripleMargin = 90, 30..=250, 12;

            /// Late move reduction: constant, in 1024ths of a ply.
            lmr_base LmrBase = 898, 0..=2000, 80;
            /// Late move reduction: hundredths that divide ln(depth) * ln(moves).
            lmr_divisor LmrDivisor = 217, 120..=400, 12;
            /// Late move reduction: how much less for captures, in 1024ths.
            lmr_noisy LmrNoisy = 965, 0..=2048, 100;
            /// Late move reduction: history equal to one ply.
            lmr_history LmrHistory = 10088, 3000..=20000, 600;
            /// Late move reduction: when the evaluation does not rise, in 1024ths.
            lmr_improving LmrImproving = 871, 0..=2048, 100;
            /// Late move reduction: at former PV nodes, in 1024ths.
            lmr_ttpv LmrTtPv = 1071, 0..=3072, 120;
            /// Late move reduction: at cut nodes, in 1024ths.
            lmr_cutnode LmrCutNode = 1283, 0..=4096, 150;
            /// Late move reduction: noisy TT move, in 1024ths.
            lmr_noisy_tt LmrNoisyTt = 900, 0..=3072, 120;
            /// Late move reduction: many cutoffs below, in 1024ths.
            lmr_cutoffs LmrCutoffs = 875, 0..=3072, 120;
            /// Late move reduction: checks, in 1024ths.
            lmr_check LmrCheck = 1000, 0..=3072, 120;
            /// Share of the bonus for a quiet TT move that cuts without a search, in 64ths.
            tt_cut_share TtCutShare = 37, 0..=96, 16;
            /// History of a quiet move for each centipawn it gains in the evaluation, in 16ths.
            eval_share EvalShare = 35, 0..=128, 12;
            /// Largest change of history by the evaluation.
            eval_max EvalMax = 300, 50..=1500, 80;
            /// Late move reduction: killers and countermoves, in 1024ths.
            lmr_refutation LmrRefutation = 1000, 0..=3072, 120;
            /// Hindsight: how much the last move must lose for a ply less.
            hindsight_loss HindsightLoss = 150, 20..=300, 15;
            /// Re-search one ply deeper: how far above the best score.
            deeper_margin DeeperMargin = 50, 10..=150, 8;
            /// Re-search one ply less deep: within so much of the best score.
            shallower_margin ShallowerMargin = 8, 0..=30, 3;

            /// Ordering: bonus per centipawn saved from a lesser piece, in units of history.
            escape_order EscapeOrderBonus = 18, 0..=60, 3;

            /// Reductions and pruning: weight of the butterfly history, in 64ths.
            judge_history JudgeHistory = 40, 0..=320, 12;
            /// Reductions and pruning: weight of the pawn history, in 64ths.
            judge_pawn JudgePawn = 8, 0..=192, 8;
            /// Reductions and pruning: weight of the replies to the previous move, in 64ths.
            judge_continuation_1 JudgeContinuation1 = 128, 0..=192, 8;
            /// Reductions and pruning: weight of the follow-ups two plies back, in 64ths.
            judge_continuation_2 JudgeContinuation2 = 80, 0..=192, 8;
            /// Reductions and pruning: the same four plies back.
            judge_continuation_4 JudgeContinuation4 = 72, 0..=192, 8;

            /// Ordering: weight of the butterfly history, in 64ths.
            order_history OrderHistory = 128, 0..=320, 12;
            /// Ordering: weight of the pawn history, in 64ths.
            order_pawn OrderPawn = 64, 0..=192, 8;
            /// Ordering: weight of the replies to the previous move, in 64ths.
            order_continuation_1 OrderContinuation1 = 64, 0..=192, 8;
            /// Ordering: weight of the follow-ups two plies back, in 64ths.
            order_continuation_2 OrderContinuation2 = 64, 0..=192, 8;
            /// Ordering: the same four plies back.
            order_continuation_4 OrderContinuation4 = 32, 0..=192, 8;
            /// Ordering: the same six plies back.
            order_continuation_6 OrderContinuation6 = 32, 0..=192, 8;
            /// Ordering: weight of the history of the plies next to the root, in 64ths.
            order_low_ply OrderLowPly = 256, 0..=640, 24;

            /// History bonus per ply of depth.
            bonus_slope BonusSlope = 203, 60..=400, 15;
            /// History bonus: what is taken off.
            bonus_offset BonusOffset = 90, 0..=300, 20;
            /// Largest history bonus.
            bonus_max BonusMax = 1700, 600..=4000, 120;
            /// History malus per ply of depth.
            malus_slope MalusSlope = 170, 60..=400, 15;
            /// History malus: what is taken off.
            malus_offset MalusOffset = 60, 0..=300, 20;
            /// Largest history malus.
            malus_max MalusMax = 1300, 400..=4000, 120;

            /// Reward of a move against which nothing helped, in 64ths of a bonus.
            prior_reward PriorRewardShare = 48, 8..=128, 8;

            /// Share of the pawn correction, in 1024ths.
            corr_pawn CorrPawn = 100, 0..=240, 12;
            /// Share of the minor-piece correction, in 1024ths.
            corr_minor CorrMinor = 70, 0..=240, 12;
            /// Share of the major-piece correction, in 1024ths.
            corr_major CorrMajor = 60, 0..=240, 12;
            /// Share of each side's non-pawn correction, in 1024ths.
            corr_nonpawn CorrNonPawn = 90, 0..=240, 12;
            /// Share of the continuation correction, in 1024ths.
            corr_continuation CorrContinuation = 70, 0..=240, 12;

            /// Quiescence: largest gap between evaluation and alpha for a capture that wins
            /// nothing.
            qs_delta QsDelta = 298, 60..=600, 30;

            /// Time: hundredths of the basic share used as soft limit.
            time_soft TimeSoft = 70, 30..=130, 5;
            /// Time: hundredths of the basic share used as hard limit.
            time_hard TimeHard = 300, 150..=600, 20;
            /// Time: the basic share up to move 10, in hundredths of a percent of the remaining
            /// time and 45 increments.
            time_early TimeEarly = 260, 100..=1000, 30;
            /// Time: the same from move 30 on. It grows evenly between.
            time_late TimeLate = 550, 100..=1000, 30;
        }
        }
    };
}

pub(crate) use with_tunables;
