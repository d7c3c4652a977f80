//! Declarations of the switchable rules and of the rules with several forms.

/// Passes all declarations to the macro `$callback`: features and choices from here,
/// tunables from `tunables.rs`.
macro_rules! declarations {
    ($callback:ident) => {
        $crate::tunables::with_tunables! { $callback
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
            /// A side that can repeat a position has at least a draw (van Kervinck).
            UpcomingRepetition = on;
            /// Draws score slightly more or less than zero, so that the search
            /// distinguishes them.
            DrawJitter = on;
            /// A bare king is driven to where it can be mated (Slate and Atkin 1977).
            BareKing = on;
            /// The evaluation counts less in endings that are likely to be drawn.
            DrawishEndings = on;
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
            /// Pieces attacked by lesser ones go forward, and moves to where they would be
            /// attacked go back.
            EscapeOrder = on;
            /// A quiet move against which nothing helped gains history.
            PriorReward = on;
            /// A quiet move gains or loses history by what it does to the evaluation.
            EvalHistory = on;
            /// A quiet TT move that cuts without a search gains history.
            TtCutHistory = on;
            /// Without TT move, the refutation of the same root move in the last iteration
            /// comes first (Akl and Newborn's refutation table, 1977).
            RefutationTable = off;
            /// Without TT move and killers, the last refutation of the previous
            /// move goes first, before any move is generated (Hartmann and
            /// Kouwenhoven 1990).
            ButterflyMoves = off;
            /// Evaluation error by pawn structure.
            PawnCorrection = on;
            /// Evaluation error by minor pieces and kings.
            MinorCorrection = on;
            /// Evaluation error by major pieces and kings.
            MajorCorrection = on;
            /// Evaluation error by each side's pieces.
            NonPawnCorrection = on;
            /// Evaluation error by the last two moves.
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
            /// Late moves are searched less deep.
            LateMoveReduction = on;
            /// Reduction by history.
            ReduceByHistory = on;
            /// Reduction by whether the evaluation rises.
            ReduceByImproving = on;
            /// Less reduction where the TT marks a PV node.
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
            /// The pull of continuation histories follows the sum of all that are updated
            /// together.
            ContinuationSum = on;
            /// Quiescence stops at the static evaluation.
            StandPat = on;
            /// Quiet checks at the first ply of quiescence.
            QuiescenceChecks = on;
            /// Captures that win nothing are pruned in quiescence where alpha is far above
            /// the evaluation.
            QuiescenceDelta = on;
            /// Losing captures are skipped in quiescence.
            QuiescenceSee = on;
        }
        choices {
            /// The quiet history by from and to square. The forms are described in
            /// `riposte-ordering`, `classic.rs`.
            quiet_memory QuietMemory = Gravity {
                /// Bonus and malus with a pull to zero: what engines use today.
                Gravity,
                /// Best moves of all nodes (Schaeffer 1989).
                Absolute,
                /// Cutoffs against failures (Winands et al. 2004, in the usual form).
                Relative,
                /// Best moves against moves tried (Winands et al. 2004, abstract).
                RelativeBest,
                /// Cutoffs against failures, at cutoffs only (Hyatt, Romstad).
                RelativeCutoff,
                /// Gains minus maluses (Rollason 2007).
                Plausibility,
            }
            /// The weight of one update in histories without gravity.
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
            /// The index of countermoves.
            countermove_index CountermoveIndex = PieceTo {
                /// Piece and target of the move to be refuted.
                PieceTo,
                /// Its two squares, as Uiterwijk (1992) had it.
                FromTo,
            }
            /// How much less deep a position is searched after a null move.
            null_form NullForm = Modern {
                /// By depth and evaluation, tried only if the evaluation suggests a fail
                /// high.
                Modern,
                /// R = 1.
                Fixed1,
                /// R = 2 (Donninger 1993).
                Fixed2,
                /// R = 3.
                Fixed3,
                /// R = 3 at depths above 6, else 2 (Heinz 1999).
                Adaptive,
                /// R = 3; the first fail high on a path does not cut but takes a ply of
                /// depth (Tabibi and Netanyahu 2002).
                Verified,
            }
        }
        }
    };
}

pub(crate) use declarations;
