use super::*;

fn solve(fen: &str, most: u32, nodes: u64) -> (Verdict, u32, Vec<String>) {
    let board = Board::from_fen(fen).expect("the test's own position");
    let moves: Vec<Move> = board.legal_moves().into_iter().collect();
    let mut solver = Solver::new(board.clone(), &moves, most);
    let mut left = nodes;
    let mut clock = || {
        left = left.checked_sub(1).ok_or(Stopped)?;
        Ok(())
    };
    if solver.run(&mut clock).is_err() {
        return (Verdict::Unknown, 0, Vec::new());
    }
    let line =
        if solver.verdict() == Verdict::Proved { solver.line(&mut || Ok(())) } else { Vec::new() };
    let mut board = board;
    let mut texts = Vec::new();
    for mv in line {
        assert!(board.is_legal(mv));
        texts.push(board.uci(mv, false));
        board.make(mv);
    }
    if solver.verdict() == Verdict::Proved {
        assert!(board.in_check() && !board.has_legal_move(), "{fen}: {texts:?}");
    }
    (solver.verdict(), solver.moves(), texts)
}

/// Whether the side to move mates in so many moves, by trying everything.
fn mates(board: &mut Board, moves: u32) -> bool {
    board.legal_moves().into_iter().any(|mv| {
        board.make(mv);
        let mates = if board.has_legal_move() {
            moves > 1
                && board.legal_moves().into_iter().all(|reply| {
                    board.make(reply);
                    let mates = mates(board, moves - 1);
                    board.unmake();
                    mates
                })
        } else {
            board.in_check()
        };
        board.unmake();
        mates
    })
}

const POSITIONS: [&str; 8] = [
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1",
    "8/8/8/8/8/1K6/8/k1Q5 b - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "8/8/8/8/8/5k2/7q/5K2 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "3k4/8/3K4/8/8/8/8/7R w - - 0 1",
];

#[test]
fn verdicts_agree_with_trying_everything() {
    for fen in POSITIONS {
        let mut board = Board::from_fen(fen).expect("the test's own position");
        for moves in 1..=2 {
            let expected =
                if mates(&mut board, moves) { Verdict::Proved } else { Verdict::Refuted };
            assert_eq!(solve(fen, moves, u64::MAX).0, expected, "{fen} in {moves}");
        }
    }
}

#[test]
fn the_shortest_mate_is_shown_whole() {
    // P. Morphy's rook sacrifice: Ra6 and mate on the next move.
    let (verdict, moves, line) = solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 5, u64::MAX);
    assert_eq!((verdict, moves), (Verdict::Proved, 2));
    assert_eq!((line[0].as_str(), line.len()), ("a1a6", 3));
    // The king takes the opposition, then the rook mates.
    let (verdict, moves, line) = solve("8/8/8/8/8/2k5/7r/K7 b - - 0 1", 4, u64::MAX);
    assert_eq!((verdict, moves, line.len()), (Verdict::Proved, 2, 3));
}

#[test]
fn stalemates_and_draws_are_no_mates() {
    // Stalemate at once; a lone bishop; a clock that runs out before the mate.
    for fen in [
        "k7/2Q5/8/8/8/8/8/K7 b - - 0 1",
        "k7/8/1K6/8/8/8/8/5B2 w - - 0 1",
        "7k/8/8/8/8/8/R7/1R4K1 w - - 98 80",
    ] {
        assert_eq!(solve(fen, 3, u64::MAX).0, Verdict::Refuted, "{fen}");
    }
}

#[test]
fn a_search_that_was_stopped_says_so() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(solve(start, 6, 5000).0, Verdict::Unknown);
}

#[test]
fn only_the_given_moves_are_tried() {
    let board = Board::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").expect("a position");
    let moves = [board.parse_uci("d1d7").expect("a move")];
    let mut solver = Solver::new(board, &moves, 1);
    assert!(solver.run(&mut || Ok(())).is_ok());
    assert_eq!(solver.verdict(), Verdict::Refuted);
}
