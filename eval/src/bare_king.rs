//! Endings in which one side has nothing but its king and the other has no pawns: a draw if
//! mate cannot be forced, else the way there, for which a network of games that were
//! adjudicated long before has seen too few examples.
//!
//! The method is as old as chess programs (Slate and Atkin 1977): drive the king to the
//! edge, or to a corner of the bishop's colour, and bring the own king near.

use riposte_board::Board;
use riposte_movegen::{Bitboard, Color, PieceType, Square, attacked_by};

use crate::evaluation::material;
use crate::score::Score;

/// Value of a won ending without its pieces: above any heuristic score of a middlegame, and
/// far below proved scores.
const WON: i32 = 1000;
/// Value of a step of the bare king away from the centre, or towards the mating corner.
const OUTWARDS: i32 = 60;
/// Value of a step that the kings are nearer to each other.
const NEARER: i32 = 30;
/// Value of a square that the bare king cannot reach.
const CONFINED: i32 = 8;

/// The value for the side to move, if one side has a bare king and the other enough to mate
/// it without promoting anything, or no pawns and too little.
#[inline]
pub fn bare_king_value(board: &Board) -> Option<Score> {
    let weak = Color::ALL.into_iter().find(|&color| !board.color(color).more_than_one())?;
    if is_won(board, !weak) {
        let won = progress(board, weak);
        return Some(if board.side() == weak { -won } else { won });
    }
    is_drawn(board, !weak).then_some(Score::DRAW)
}

/// Whether the pieces of `side` cannot force mate against a bare king, and cannot become
/// others: up to two knights, or bishops on one colour. Only called if not
/// [`is_won`].
fn is_drawn(board: &Board, side: Color) -> bool {
    let of = |kind| board.of(side, kind);
    of(PieceType::Pawn).is_empty() && of(PieceType::Knight).len() <= 2
}

/// Whether the pieces of `side` mate a bare king by themselves.
fn is_won(board: &Board, side: Color) -> bool {
    let of = |kind| board.of(side, kind);
    let (bishops, knights) = (of(PieceType::Bishop), of(PieceType::Knight));
    (of(PieceType::Queen) | of(PieceType::Rook)).any()
        || (bishops.meets(Bitboard::DARK) && bishops.meets(Bitboard::LIGHT))
        || (bishops.any() && knights.any())
}

/// How far the side against `weak` has come, for that side.
fn progress(board: &Board, weak: Color) -> Score {
    let (weak_king, strong_king) = (board.king(weak), board.king(!weak));
    let pieces: i32 = PieceType::ALL
        .into_iter()
        .map(|kind| board.of(!weak, kind).len() as i32 * material(kind))
        .sum();
    let (outwards, fence) = match corners(board, !weak) {
        // The way to the mating corner leads over squares with more room.
        Some(corners) => (2 * towards(corners, weak_king), 0),
        None => (from_centre(weak_king), 64 - room(board, weak).len() as i32),
    };
    let near = 7 - distance(weak_king, strong_king);
    Score::cp(WON + pieces + OUTWARDS * outwards + NEARER * near + CONFINED * fence)
}

/// Where the king of `weak` could walk if nothing else moved.
fn room(board: &Board, weak: Color) -> Bitboard {
    let open = !attacked_by(board.placement(), !weak);
    let mut room = board.king(weak).bitboard();
    loop {
        let row = room | room.east() | room.west();
        let square = row | row.forward(Color::White) | row.forward(Color::Black);
        let wider = room | (square & open);
        if wider == room {
            return room;
        }
        room = wider;
    }
}

/// The colour of the corners in which mate has to be given, if not every corner will do.
fn corners(board: &Board, side: Color) -> Option<Bitboard> {
    let bishops = board.of(side, PieceType::Bishop);
    let others = board.color(side) - bishops - board.kind(PieceType::King);
    let helped_by_knights_only = others.within(board.kind(PieceType::Knight));
    match (bishops.meets(Bitboard::DARK), bishops.meets(Bitboard::LIGHT)) {
        (true, false) if helped_by_knights_only => Some(Bitboard::DARK),
        (false, true) if helped_by_knights_only => Some(Bitboard::LIGHT),
        _ => None,
    }
}

/// Steps along the diagonals of one colour, `0..=7`: 7 in a corner of the colour
/// `corners`, 0 on the long diagonal between the other two. Unlike the distance to a
/// corner it grows along the edges, on which the king is driven.
fn towards(corners: Bitboard, square: Square) -> i32 {
    let (file, rank) = coordinates(square);
    if corners == Bitboard::DARK { (file + rank - 7).abs() } else { (file - rank).abs() }
}

/// Steps from the middle four squares, along files and ranks: `0..=6`.
fn from_centre(square: Square) -> i32 {
    let (file, rank) = coordinates(square);
    let off = |line: i32| (2 * line - 7).abs() / 2;
    off(file) + off(rank)
}

/// Moves that a king needs from `one` to `other`.
fn distance(one: Square, other: Square) -> i32 {
    let ((file, rank), (other_file, other_rank)) = (coordinates(one), coordinates(other));
    (file - other_file).abs().max((rank - other_rank).abs())
}

fn coordinates(square: Square) -> (i32, i32) {
    (square.file().index() as i32, square.rank().index() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_of(fen: &str) -> Option<i32> {
        bare_king_value(&Board::from_fen(fen).expect("a position")).map(Score::raw)
    }

    #[test]
    fn only_bare_kings_that_can_be_mated_count() {
        for fen in [
            "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
            "4k3/8/8/8/8/8/P7/R3K3 b - - 0 1",
            "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
            "4K3/8/8/8/8/8/8/1nb1k3 w - - 0 1",
        ] {
            assert!(value_of(fen).is_some(), "{fen}");
        }
        for fen in [
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1",
            "4k3/8/8/8/8/8/PP6/2B1K3 w - - 0 1",
            "4k3/p7/8/8/8/8/8/Q3K3 w - - 0 1",
        ] {
            assert_eq!(value_of(fen), None, "{fen}");
        }
    }

    #[test]
    fn too_little_to_force_mate_is_a_draw() {
        for fen in [
            "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
            "4K3/8/8/8/8/8/8/1nn1k3 w - - 0 1",
            "4k3/8/8/8/8/8/8/B1B1K3 b - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            assert_eq!(value_of(fen), Some(0), "{fen}");
        }
    }

    #[test]
    fn both_sides_see_the_same_win() {
        let strong_king = value_of("8/8/3k4/8/8/8/8/R3K3 w - - 0 1").expect("won");
        assert_eq!(value_of("8/8/3k4/8/8/8/8/R3K3 b - - 0 1"), Some(-strong_king));
        assert_eq!(value_of("8/8/3K4/8/8/8/8/r3k3 b - - 0 1"), Some(strong_king));
        assert!(strong_king > 0);
    }

    #[test]
    fn edges_are_better_than_the_centre_and_the_bishops_corner_better_than_the_other() {
        let better = |one, other| assert!(value_of(one) > value_of(other), "{one}, {other}");
        better("k7/8/2K5/8/8/8/8/7R w - - 0 1", "8/8/2K1k3/8/8/8/8/7R w - - 0 1");
        // The bishop on c1 is dark-squared, like a1 and h8.
        better("7k/5K2/8/8/8/8/8/1NB5 w - - 0 1", "k7/2K5/8/8/8/8/8/1NB5 w - - 0 1");
        better("7k/5K2/8/8/8/8/8/1NB5 w - - 0 1", "7k/8/8/2K5/8/8/8/1NB5 w - - 0 1");
        // With a bishop on each colour every corner will do.
        assert_eq!(
            value_of("7k/5K2/8/8/8/8/8/2B2B2 w - - 0 1"),
            value_of("k7/2K5/8/8/8/8/8/2B2B2 w - - 0 1"),
        );
    }
}
