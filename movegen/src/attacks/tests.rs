//! All kinds of sliders against rays walked step by step.

use super::sliders::dense::{magic, pext};
#[cfg(all(target_arch = "x86_64", target_feature = "ssse3"))]
use super::sliders::hyperbola;
use super::*;

/// Attacks without any table.
fn walked(square: Square, occupied: Bitboard, directions: [(i8, i8); 4]) -> Bitboard {
    let ray = |(files, ranks): (i8, i8)| {
        let mut blocked = false;
        core::iter::successors(square.offset(files, ranks), move |at| at.offset(files, ranks))
            .take_while(move |&at| !core::mem::replace(&mut blocked, occupied.has(at)))
    };
    directions.into_iter().flat_map(ray).collect()
}

fn assert_tables_agree(square: Square, occupied: Bitboard) {
    let bishop = walked(square, occupied, [(1, 1), (1, -1), (-1, -1), (-1, 1)]);
    let rook = walked(square, occupied, [(0, 1), (1, 0), (0, -1), (-1, 0)]);
    assert_eq!(magic::bishop(square, occupied), bishop, "magic bishop on {square}, {occupied:?}");
    assert_eq!(pext::bishop(square, occupied), bishop, "pext bishop on {square}, {occupied:?}");
    assert_eq!(magic::rook(square, occupied), rook, "magic rook on {square}, {occupied:?}");
    assert_eq!(pext::rook(square, occupied), rook, "pext rook on {square}, {occupied:?}");
    #[cfg(all(target_arch = "x86_64", target_feature = "ssse3"))]
    {
        assert_eq!(hyperbola::bishop(square, occupied), bishop, "bishop on {square}, {occupied:?}");
        assert_eq!(hyperbola::rook(square, occupied), rook, "rook on {square}, {occupied:?}");
    }
    assert_eq!(bishop_attacks(square, occupied), bishop);
    assert_eq!(rook_attacks(square, occupied), rook);
    assert_eq!(queen_attacks(square, occupied), bishop | rook);
}

#[test]
fn sliders_agree_with_walked_rays_for_every_arrangement_that_matters() {
    let files_and_diagonals = |square| {
        (
            walked(square, Bitboard::EMPTY, [(1, 1), (1, -1), (-1, -1), (-1, 1)]),
            walked(square, Bitboard::EMPTY, [(0, 1), (1, 0), (0, -1), (-1, 0)]),
        )
    };
    for square in Square::all() {
        let (diagonals, orthogonals) = files_and_diagonals(square);
        for rays in [diagonals, orthogonals] {
            let mut occupied = Bitboard::EMPTY;
            loop {
                assert_tables_agree(square, occupied);
                occupied = Bitboard(occupied.0.wrapping_sub(rays.0)) & rays;
                if occupied.is_empty() {
                    break;
                }
            }
        }
    }
}

#[test]
fn sliders_agree_with_walked_rays_on_random_boards() {
    let mut state = 0x1234_5678_9abc_def1_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for round in 0..20_000 {
        // Sparse, half full and crowded boards in turn.
        let occupied = match round % 3 {
            0 => random() & random(),
            1 => random(),
            _ => random() | random(),
        };
        for square in Square::all() {
            assert_tables_agree(square, Bitboard(occupied));
        }
    }
}

#[test]
fn leapers_reach_what_the_geometry_says() {
    for from in Square::all() {
        for to in Square::all() {
            let files = from.file().index().abs_diff(to.file().index());
            let ranks = from.rank().index().abs_diff(to.rank().index());
            assert_eq!(knight_attacks(from).has(to), files * ranks == 2, "knight {from}{to}");
            assert_eq!(king_attacks(from).has(to), files.max(ranks) == 1, "king {from}{to}");
            let up = files == 1 && ranks == 1 && to.rank() > from.rank();
            let down = files == 1 && ranks == 1 && to.rank() < from.rank();
            assert_eq!(pawn_attacks(Color::White, from).has(to), up, "white pawn {from}{to}");
            assert_eq!(pawn_attacks(Color::Black, from).has(to), down, "black pawn {from}{to}");
        }
    }
}

#[test]
fn lines_and_gaps_follow_from_the_sliders() {
    for a in Square::all() {
        for b in Square::all() {
            let (from_a, from_b) = (a.bitboard(), b.bitboard());
            let mut expected_line = Bitboard::EMPTY;
            let mut expected_gap = Bitboard::EMPTY;
            for attacks in [bishop_attacks, rook_attacks] {
                if attacks(a, Bitboard::EMPTY).has(b) {
                    let common = attacks(a, Bitboard::EMPTY) & attacks(b, Bitboard::EMPTY);
                    expected_line = common | from_a | from_b;
                    expected_gap = attacks(a, from_b) & attacks(b, from_a);
                    // Two rooks also meet at the corners of their rectangle,
                    // two bishops likewise; squares on one line never do.
                    assert!(expected_gap.within(expected_line));
                }
            }
            assert_eq!(line(a, b), expected_line, "line {a}{b}");
            assert_eq!(between(a, b), expected_gap, "between {a}{b}");
        }
    }
}

#[test]
fn diagonals_are_the_bishop_on_an_empty_board() {
    for square in Square::all() {
        let (falling, rising) = (diagonal(square, false), diagonal(square, true));
        assert_eq!(falling & rising, square.bitboard());
        let both = (falling | rising).without(square);
        assert_eq!(both, bishop_attacks(square, Bitboard::EMPTY));
    }
    assert!(diagonal(Square::A1, true).has(Square::H8));
    assert!(diagonal(Square::H1, false).has(Square::A8));
}
