//! Perft counts of known positions.

use riposte_board::Board;

#[test]
fn quick() {
    for (fen, depth, want) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333),
    ] {
        let mut board = Board::from_fen(fen).unwrap();
        assert_eq!(board.perft(depth), want, "{fen}");
        fn walk(b: &mut Board, d: u32) -> u64 {
            if d == 0 {
                return 1;
            }
            let mut n = 0;
            for mv in b.legal_moves() {
                b.make(mv);
                n += walk(b, d - 1);
                b.unmake();
            }
            n
        }
        assert_eq!(walk(&mut board, depth - 1), board.perft(depth - 1));
    }
}
