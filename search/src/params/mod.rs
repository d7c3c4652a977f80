//! The laboratory's switchboard: every heuristic that can be turned off, every
//! rule that has several published forms, and every number that can be tuned,
//! declared once.
//!
//! The search is generic over [`Lab`]. [`Release`] answers with constants, so
//! that the compiler removes what is off and folds what is tuned; [`Masked`]
//! reads a mask and tables at run time, for ablation and tuning; [`Counted`]
//! adds statistics to either.

mod counted;
mod masked;
pub mod stats;

use crate::ordering::history::{Gravity, QuietPolicy};
use crate::params::stats::Stats;

pub use counted::Counted;
pub use masked::{LabError, Masked};

/// One tunable number as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Name, as a UCI option and in SPSA input.
    pub name: &'static str,
    /// Value of the release.
    pub default: i32,
    /// Smallest value that makes sense.
    pub min: i32,
    /// Largest value that makes sense.
    pub max: i32,
    /// Step at which a tuner starts (the `c_end` of SPSA).
    pub step: i32,
}

macro_rules! laboratory {
    (
        features { $($(#[doc = $feature_doc:literal])* $feature:ident = $state:ident;)* }
        choices { $(
            $(#[doc = $choice_doc:literal])*
            $choice_getter:ident $choice:ident = $usual:ident {
                $($(#[doc = $variant_doc:literal])* $variant:ident,)*
            }
        )* }
        tunables { $($(#[doc = $doc:literal])* $getter:ident $name:ident = $default:literal, $min:literal ..= $max:literal, $step:literal;)* }
    ) => {
        /// A heuristic that can be switched.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Feature { $($(#[doc = $feature_doc])* $feature,)* }

        impl Feature {
            /// Every feature in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$feature,)*];

            /// The name as the laboratory's command line takes it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$feature => stringify!($feature),)* }
            }

            /// Whether the release uses it.
            #[inline(always)]
            pub const fn default(self) -> bool {
                match self { $(Self::$feature => laboratory!(@ $state),)* }
            }
        }

        $(
            $(#[doc = $choice_doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[repr(u8)]
            pub enum $choice { $($(#[doc = $variant_doc])* $variant,)* }

            impl $choice {
                /// Every value in the order of declaration.
                pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

                /// The name as the laboratory's command line takes it.
                pub const fn name(self) -> &'static str {
                    match self { $(Self::$variant => stringify!($variant),)* }
                }
            }

            impl Alternative for $choice {
                const CHOICE: Choice = Choice::$choice;

                #[inline]
                fn index(self) -> usize {
                    self as usize
                }
            }
        )*

        /// A rule of which several forms can be chosen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Choice { $($(#[doc = $choice_doc])* $choice,)* }

        impl Choice {
            /// Every choice in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$choice,)*];

            /// The name as the laboratory's command line takes it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$choice => stringify!($choice),)* }
            }

            /// The names of the forms.
            pub const fn values(self) -> &'static [&'static str] {
                match self { $(Self::$choice => &[$(stringify!($variant),)*],)* }
            }

            /// The place of the release's form among [`Self::values`].
            #[inline(always)]
            pub const fn default(self) -> usize {
                match self { $(Self::$choice => $choice::$usual as usize,)* }
            }
        }

        /// A number that can be tuned.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Tunable { $($(#[doc = $doc])* $name,)* }

        impl Tunable {
            /// Every tunable in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its declaration.
            #[inline(always)]
            pub const fn spec(self) -> Spec {
                match self {
                    $(Self::$name => Spec {
                        name: stringify!($name), default: $default, min: $min, max: $max, step: $step,
                    },)*
                }
            }
        }

        /// Votes which heuristics are on, in which form, and what the numbers are.
        pub trait Lab: Clone + Send + Sync + 'static {
            /// Whether `feature` is used.
            fn on(&self, feature: Feature) -> bool;

            /// The place of the form that is used among the choice's values.
            fn choice(&self, choice: Choice) -> usize;

            /// The value of `tunable`.
            fn tunable(&self, tunable: Tunable) -> i32;

            /// How quiet moves are remembered.
            type Quiet: QuietPolicy;

            /// What is counted during a search.
            type Stats: Stats;

            $(
                $(#[doc = $choice_doc])*
                #[inline(always)]
                fn $choice_getter(&self) -> $choice { $choice::ALL[self.choice(Choice::$choice)] }
            )*

            $(
                $(#[doc = $doc])*
                #[inline(always)]
                fn $getter(&self) -> i32 { self.tunable(Tunable::$name) }
            )*
        }

        $(const _: () = assert!($min <= $default && $default <= $max);)*
    };
    (@ on) => { true };
    (@ off) => { false };
}

/// One form of a rule, as a value that knows its choice.
pub trait Alternative: Copy {
    /// The choice that this is a form of.
    const CHOICE: Choice;

    /// The place among [`Choice::values`].
    fn index(self) -> usize;
}

laboratory! {
    features {
        /// Narrow root window around the last score (Slate and Atkin 1977).
        Aspiration = on;
        /// Cutoffs by a TT bound of enough depth (Greenblatt et al. 1967).
        TtCutoff = on;
        /// The TT move is tried first (Slate and Atkin 1977).
        TtMove = on;
        /// The TT bound corrects the static evaluation.
        TtEval = on;
        /// Bounds by the nearest mate that is still possible.
        MateDistance = on;
        /// A draw is at hand when a move can repeat a position (van Kervinck).
        UpcomingRepetition = on;
        /// Draws are worth a hair more or less, so that the search tells lines apart.
        DrawJitter = on;
        /// A bare king is driven to where it can be mated (Slate and Atkin 1977).
        BareKing = on;
        /// The evaluation fades as the 50-move rule comes near.
        FiftyDamping = on;
        /// Two recent quiet cutoff moves per ply (Akl and Newborn 1977).
        Killers = on;
        /// The reply that refuted the previous move (Uiterwijk 1992).
        Countermove = on;
        /// Quiet moves ordered by what they cut before (Schaeffer 1989).
        History = on;
        /// History apart for moves from and to attacked squares.
        ThreatHistory = on;
        /// History of captures by piece, target and victim.
        CaptureHistory = on;
        /// History of replies to the previous move.
        Continuation1 = on;
        /// History of follow-ups to our own last move.
        Continuation2 = on;
        /// The same four plies back.
        Continuation4 = on;
        /// The same six plies back.
        Continuation6 = on;
        /// History by pawn structure.
        PawnHistory = on;
        /// History of the plies next to the root.
        LowPlyHistory = on;
        /// Quiet moves that give check and lose nothing by it go forward.
        CheckOrder = off;
        /// Men attacked by lesser ones go forward, and moves to where they would be
        /// attacked go back.
        EscapeOrder = on;
        /// A quiet TT move that cuts at once gains history.
        TtCutHistory = off;
        /// A quiet move's history follows what it did to the static evaluation.
        EvalHistory = off;
        /// A quiet move against which nothing helped gains history.
        PriorReward = on;
        /// Without TT move, the line of the last iteration against the same
        /// root move goes first (Akl and Newborn's refutation table, 1977).
        RefutationTable = off;
        /// Without TT move and killers, the last refutation of the previous
        /// move goes first, before any move is generated (Hartmann and
        /// Kouwenhoven 1990).
        ButterflyMoves = off;
        /// Evaluation error remembered by pawn structure.
        PawnCorrection = on;
        /// Evaluation error remembered by minor pieces and kings.
        MinorCorrection = on;
        /// Evaluation error remembered by major pieces and kings.
        MajorCorrection = on;
        /// Evaluation error remembered by each side's pieces.
        NonPawnCorrection = on;
        /// Evaluation error remembered by the last two moves.
        ContinuationCorrection = on;
        /// Static evaluation far above beta cuts at low depth.
        ReverseFutility = on;
        /// Static evaluation far below alpha drops to quiescence.
        Razoring = on;
        /// Passing still fails high (Beal 1989; Goetsch and Campbell 1990; Donninger 1993).
        NullMove = on;
        /// No two null moves in a row.
        NullNotTwice = on;
        /// No null move with king and pawns only.
        NullNeedsPieces = on;
        /// No null move with a single minor piece.
        NullNeedsForce = off;
        /// At high depth a null-move cutoff is checked by a reduced search.
        NullVerification = on;
        /// A shallow search of captures against a raised beta (Buro 1995).
        ProbCut = on;
        /// Less depth where no good move is known.
        InternalReduction = on;
        /// Quiet moves that cannot reach alpha are skipped near the leaves (Heinz 1998).
        Futility = on;
        /// Late quiet moves are skipped near the leaves.
        LateMovePruning = on;
        /// Quiet moves with bad history are skipped near the leaves.
        HistoryPruning = on;
        /// Quiet moves that lose material are skipped.
        SeeQuietPruning = on;
        /// Captures that lose too much are skipped.
        SeeNoisyPruning = on;
        /// Captures that cannot reach alpha are skipped.
        NoisyFutility = on;
        /// The only good move is searched deeper (Anantharaman et al. 1988).
        Singular = on;
        /// Very singular moves gain two plies.
        DoubleExtension = on;
        /// Extremely singular moves gain three.
        TripleExtension = on;
        /// A TT move that is not alone loses depth.
        NegativeExtension = on;
        /// Several moves above beta in the singular search cut.
        MultiCut = on;
        /// Checks gain a ply.
        CheckExtension = off;
        /// Late moves are searched less deep.
        LateMoveReduction = on;
        /// Reduction by history.
        ReduceByHistory = on;
        /// Reduction by whether the evaluation rises.
        ReduceByImproving = on;
        /// Less reduction where the table saw a PV node.
        ReduceByTtPv = on;
        /// More reduction at expected cut nodes.
        ReduceByCutNode = on;
        /// More reduction of all moves when the TT move is noisy.
        ReduceByNoisyTt = on;
        /// More reduction after many cutoffs one ply deeper.
        ReduceByCutoffs = on;
        /// One ply more for moves under half of the best history at the node
        /// (Mehrmann 2006).
        ReduceByPeak = off;
        /// Less reduction of checks.
        ReduceByCheck = on;
        /// Less reduction of killers and countermoves.
        ReduceByRefutation = on;
        /// The re-search after a reduction goes deeper or less deep by its score.
        AdaptiveResearch = on;
        /// The previous reduction is corrected in hindsight by the evaluation.
        Hindsight = on;
        /// A new best move at a PV node reduces the rest.
        AlphaReduction = on;
        /// No null move where the table's bound comes from a capture, nor at nodes that
        /// are expected to fail low.
        NullAtCutNodes = off;
        /// Reverse futility only where no search saw a PV node.
        RfpNotPv = off;
        /// At low depth a TT bound cuts only on the side that the node expects.
        TtCutExpected = off;
        /// A node that fails low is marked as a PV node if the one above it is.
        InheritPv = off;
        /// Continuation histories fade by the sum of all that were learned together.
        ContinuationSum = off;
        /// A fail high in quiescence is stored half way to beta.
        QuiescenceBlend = off;
        /// After two captures, quiescence tries only recaptures, promotions and checks.
        QuiescenceLate = off;
        /// Quiescence stops at the static evaluation.
        StandPat = on;
        /// Quiet checks at the first ply of quiescence.
        QuiescenceChecks = on;
        /// Captures that win nothing are skipped in quiescence where alpha is far away.
        QuiescenceDelta = on;
        /// Losing captures are skipped in quiescence.
        QuiescenceSee = on;
    }
    choices {
        /// How quiet moves are remembered by from and to square. Each form is
        /// described at its type in `ordering::history`.
        quiet_memory QuietMemory = Gravity {
            /// Bonus and malus with a pull to zero: what engines use today.
            Gravity,
            /// Best moves of all nodes (Schaeffer 1989).
            Absolute,
            /// Cutoffs against failures (Winands et al. 2004, as usually told).
            Relative,
            /// Best moves against moves tried (Winands et al. 2004, abstract).
            RelativeBest,
            /// Cutoffs against failures, at cutoffs only (Hyatt, Romstad).
            RelativeCutoff,
            /// Gains less losses (Rollason 2007).
            Plausibility,
        }
        /// What one lesson counts in the memories without gravity.
        history_weight HistoryWeight = PowerOfDepth {
            /// 1: found best by Winands et al. for relative history.
            One,
            /// The depth of the node.
            Depth,
            /// Its square.
            DepthSquared,
            /// Two to the power of the depth: Schaeffer's weight.
            PowerOfDepth,
        }
        /// What countermoves are indexed by.
        countermove_index CountermoveIndex = PieceTo {
            /// Piece and target of the move to be refuted.
            PieceTo,
            /// Its two squares, as Uiterwijk (1992) had it.
            FromTo,
        }
        /// How much less deep a position is searched after a null move.
        null_form NullForm = Modern {
            /// By depth and evaluation, tried only if the evaluation is
            /// promising.
            Modern,
            /// R = 1.
            Fixed1,
            /// R = 2 (Donninger 1993).
            Fixed2,
            /// R = 3.
            Fixed3,
            /// R = 3 at depths above 6, else 2 (Heinz 1999).
            Adaptive,
            /// R = 3; the first fail high on a line does not cut but takes a ply
            /// of depth (Tabibi and Netanyahu 2002).
            Verified,
        }
    }
    tunables {
        /// Half-width of the first aspiration window.
        aspiration_delta AspirationDelta = 30, 4..=80, 4;
        /// Iteration from which aspiration is used.
        aspiration_depth AspirationDepth = 4, 2..=8, 1;

        /// Reverse futility: margin per ply.
        rfp_margin RfpMargin = 75, 30..=160, 8;
        /// Reverse futility: margin taken off when the evaluation rises.
        rfp_improving RfpImproving = 65, 0..=160, 8;
        /// Reverse futility: deepest depth.
        rfp_depth RfpDepth = 8, 3..=14, 1;
        /// Reverse futility: margin per squared ply.
        rfp_square RfpSquare = 0, 0..=30, 3;
        /// Reverse futility: margin at depth zero.
        rfp_base RfpBase = 0, -100..=100, 15;
        /// Reverse futility: share of the evaluation's correction added to the margin, in
        /// 64ths.
        rfp_correction RfpCorrection = 0, 0..=128, 12;

        /// Razoring: constant margin.
        razor_base RazorBase = 180, 0..=500, 25;
        /// Razoring: margin per squared ply.
        razor_slope RazorSlope = 140, 40..=400, 20;
        /// Razoring: deepest depth.
        razor_depth RazorDepth = 3, 1..=8, 1;

        /// Null move: reduction before depth and evaluation count.
        nmp_base NmpBase = 4, 2..=8, 1;
        /// Null move: one more ply of reduction per so many plies of depth.
        nmp_divisor NmpDivisor = 4, 2..=8, 1;
        /// Null move: one more ply per so many centipawns above beta.
        nmp_eval NmpEval = 190, 80..=400, 20;
        /// Null move: plies of reduction that the evaluation can add.
        nmp_eval_max NmpEvalMax = 4, 1..=8, 1;
        /// Null move: static evaluation required, relative to beta, at depth zero.
        nmp_margin NmpMargin = 150, 0..=400, 20;
        /// Null move: how much less evaluation is required per ply of depth.
        nmp_slope NmpSlope = 16, 0..=40, 4;
        /// Null move: depth from which cutoffs are verified.
        nmp_verify_depth NmpVerifyDepth = 14, 8..=30, 2;

        /// ProbCut: how far beta is raised.
        probcut_margin ProbcutMargin = 190, 80..=400, 20;
        /// ProbCut: how much less when improving.
        probcut_improving ProbcutImproving = 50, 0..=120, 10;
        /// ProbCut: least depth.
        probcut_depth ProbcutDepth = 5, 3..=9, 1;

        /// Internal reduction: least depth.
        iir_depth IirDepth = 4, 2..=8, 1;

        /// Futility: constant margin.
        futility_base FutilityBase = 90, 0..=250, 15;
        /// Futility: margin per ply.
        futility_slope FutilitySlope = 85, 30..=200, 10;
        /// Futility: history that is worth a centipawn.
        futility_history FutilityHistory = 400, 100..=2000, 60;
        /// Futility: deepest reduced depth.
        futility_depth FutilityDepth = 8, 3..=14, 1;

        /// Late move pruning: moves at depth zero.
        lmp_base LmpBase = 3, 1..=8, 1;
        /// Late move pruning: deepest depth.
        lmp_depth LmpDepth = 8, 3..=14, 1;

        /// History pruning: history below minus this per ply is skipped.
        hp_margin HpMargin = 3600, 1000..=8000, 300;
        /// History pruning: deepest reduced depth.
        hp_depth HpDepth = 5, 2..=10, 1;

        /// SEE pruning of quiets: loss accepted per squared ply.
        see_quiet SeeQuiet = 24, 5..=80, 5;
        /// SEE pruning of captures: loss accepted per ply.
        see_noisy SeeNoisy = 95, 30..=200, 10;
        /// SEE pruning: deepest depth.
        see_depth SeeDepth = 9, 4..=16, 1;

        /// Capture futility: constant margin.
        noisy_futility_base NoisyFutilityBase = 220, 60..=500, 20;
        /// Capture futility: margin per ply.
        noisy_futility_slope NoisyFutilitySlope = 190, 60..=400, 20;

        /// Singular search: least depth.
        singular_depth SingularDepth = 6, 4..=10, 1;
        /// Singular search: margin below the TT score per ply, in 16ths.
        singular_margin SingularMargin = 16, 6..=48, 3;
        /// Double extension: how far below the singular beta.
        double_margin DoubleMargin = 18, 0..=60, 4;
        /// Triple extension: how far below the singular beta.
        triple_margin TripleMargin = 90, 30..=250, 12;

        /// Late move reduction of quiets: constant, in 1024ths of a ply.
        lmr_base LmrBase = 800, 0..=2000, 80;
        /// Late move reduction: hundredths that divide ln(depth) * ln(moves).
        lmr_divisor LmrDivisor = 230, 120..=400, 12;
        /// Late move reduction: how much less for captures, in 1024ths.
        lmr_noisy LmrNoisy = 900, 0..=2048, 100;
        /// Late move reduction: history that is worth one ply.
        lmr_history LmrHistory = 9000, 3000..=20000, 600;
        /// Late move reduction: when the evaluation does not rise, in 1024ths.
        lmr_improving LmrImproving = 800, 0..=2048, 100;
        /// Late move reduction: at former PV nodes, in 1024ths.
        lmr_ttpv LmrTtPv = 1024, 0..=3072, 120;
        /// Late move reduction: at cut nodes, in 1024ths.
        lmr_cutnode LmrCutNode = 1500, 0..=4096, 150;
        /// Late move reduction: noisy TT move, in 1024ths.
        lmr_noisy_tt LmrNoisyTt = 900, 0..=3072, 120;
        /// Late move reduction: many cutoffs below, in 1024ths.
        lmr_cutoffs LmrCutoffs = 900, 0..=3072, 120;
        /// Late move reduction: at PV nodes, in 1024ths.
        lmr_pv LmrPv = 0, 0..=2048, 120;
        /// Late move reduction: per centipawn by which the evaluation was corrected, in
        /// 1024ths.
        lmr_correction LmrCorrection = 0, 0..=24, 2;
        /// Late move reduction: checks, in 1024ths.
        lmr_check LmrCheck = 1000, 0..=3072, 120;
        /// Late move reduction: killers and countermoves, in 1024ths.
        lmr_refutation LmrRefutation = 1000, 0..=3072, 120;
        /// Hindsight: how much the last move must lose for a ply less.
        hindsight_loss HindsightLoss = 150, 20..=300, 15;
        /// Re-search one ply deeper: how far above the best score.
        deeper_margin DeeperMargin = 45, 10..=150, 8;
        /// Re-search one ply less deep: within so much of the best score.
        shallower_margin ShallowerMargin = 8, 0..=30, 3;

        /// Order: history that a check is worth.
        check_order CheckOrderBonus = 6500, 0..=24000, 1000;
        /// Order: history that a centipawn saved from a lesser piece is worth.
        escape_order EscapeOrderBonus = 18, 0..=60, 3;

        /// Reductions and pruning: weight of the butterfly history, in 64ths.
        judge_history JudgeHistory = 128, 0..=320, 12;
        /// Reductions and pruning: weight of the pawn history, in 64ths.
        judge_pawn JudgePawn = 64, 0..=192, 8;
        /// Reductions and pruning: weight of the replies to the previous move, in 64ths.
        judge_continuation_1 JudgeContinuation1 = 0, 0..=192, 8;
        /// Reductions and pruning: weight of the follow-ups two plies back, in 64ths.
        judge_continuation_2 JudgeContinuation2 = 0, 0..=192, 8;
        /// Reductions and pruning: the same four plies back.
        judge_continuation_4 JudgeContinuation4 = 0, 0..=192, 8;

        /// Order: weight of the butterfly history, in 64ths.
        order_history OrderHistory = 128, 0..=320, 12;
        /// Order: weight of the pawn history, in 64ths.
        order_pawn OrderPawn = 64, 0..=192, 8;
        /// Order: weight of the replies to the previous move, in 64ths.
        order_continuation_1 OrderContinuation1 = 64, 0..=192, 8;
        /// Order: weight of the follow-ups two plies back, in 64ths.
        order_continuation_2 OrderContinuation2 = 64, 0..=192, 8;
        /// Order: the same four plies back.
        order_continuation_4 OrderContinuation4 = 32, 0..=192, 8;
        /// Order: the same six plies back.
        order_continuation_6 OrderContinuation6 = 32, 0..=192, 8;
        /// Order: weight of the history of the plies next to the root, in 64ths.
        order_low_ply OrderLowPly = 256, 0..=640, 24;

        /// History bonus per ply of depth.
        bonus_slope BonusSlope = 180, 60..=400, 15;
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

        /// Continuation histories: bonus per ply of depth.
        cont_bonus_slope ContBonusSlope = 180, 40..=500, 20;
        /// Continuation histories: what is taken off the bonus.
        cont_bonus_offset ContBonusOffset = 90, -200..=300, 20;
        /// Continuation histories: largest bonus.
        cont_bonus_max ContBonusMax = 1700, 400..=4000, 120;
        /// Continuation histories: malus per ply of depth.
        cont_malus_slope ContMalusSlope = 170, 40..=700, 30;
        /// Continuation histories: what is taken off the malus.
        cont_malus_offset ContMalusOffset = 60, -200..=300, 20;
        /// Continuation histories: largest malus.
        cont_malus_max ContMalusMax = 1300, 400..=4000, 120;
        /// Continuation histories: what two plies back learns, in 64ths of one ply back.
        cont_share_2 ContShare2 = 64, 8..=128, 8;
        /// Continuation histories: what four plies back learns, in 64ths.
        cont_share_4 ContShare4 = 64, 0..=128, 8;
        /// Continuation histories: what six plies back learns, in 64ths.
        cont_share_6 ContShare6 = 64, 0..=128, 8;
        /// Capture history: bonus per ply of depth.
        capture_bonus_slope CaptureBonusSlope = 180, 40..=500, 20;
        /// Capture history: malus per ply of depth.
        capture_malus_slope CaptureMalusSlope = 170, 40..=500, 20;
        /// Pawn history: what it learns, in 64ths of the butterfly history.
        pawn_share PawnShare = 64, 8..=160, 8;

        /// What a centipawn of static evaluation gained is worth in history, in
        /// 16ths.
        eval_bonus EvalBonus = 80, 16..=240, 12;
        /// Largest such bonus.
        eval_bonus_max EvalBonusMax = 1200, 50..=3000, 150;
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

        /// Quiescence: how far below alpha the evaluation may lie for a capture that wins
        /// nothing.
        qs_delta QsDelta = 300, 60..=600, 30;
        /// Quiescence: what a capture may lose by SEE.
        qs_see QsSee = 0, 0..=120, 15;

        /// Time: hundredths of the basic share used as soft limit.
        time_soft TimeSoft = 70, 30..=130, 5;
        /// Time: hundredths of the basic share used as hard limit.
        time_hard TimeHard = 300, 150..=600, 20;
        /// Time: moves that the remaining time must last for.
        time_horizon TimeHorizon = 22, 12..=45, 2;
    }
}

/// The engine as it is released: every answer is a constant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Release;

impl Lab for Release {
    type Quiet = Gravity;
    type Stats = ();

    #[inline(always)]
    fn on(&self, feature: Feature) -> bool {
        feature.default()
    }

    #[inline(always)]
    fn choice(&self, choice: Choice) -> usize {
        choice.default()
    }

    #[inline(always)]
    fn tunable(&self, tunable: Tunable) -> i32 {
        tunable.spec().default
    }
}

/// The tunables as OpenBench's SPSA input takes them, one line each: name,
/// type, start, minimum, maximum, `c_end`, `r_end`.
pub fn spsa_lines() -> String {
    Tunable::ALL
        .iter()
        .map(|tunable| {
            let Spec { name, default, min, max, step } = tunable.spec();
            format!("{name}, int, {default}.0, {min}.0, {max}.0, {step}.0, 0.002\n")
        })
        .collect()
}
