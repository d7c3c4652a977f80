//! Where the games start: random moves from the start of some kind of chess.

use riposte_board::{Board, Position};
use riposte_movegen::{Move, MoveList, PieceType};

use crate::random::Random;

/// The fewest random moves; half of the games get one more, so that either
/// side may be the first to think.
const FEWEST_MOVES: usize = 8;

/// How often each kind of piece moves, in percent, pawns first. A draw over all
/// moves alike lets queens and rooks run into the open (PlentyChess, pull request
/// 227, draws by the piece first).
const WEIGHTS: [usize; PieceType::ALL.len()] = [35, 15, 15, 5, 15, 15];

/// A position after some random moves. `None` if they end the game.
pub fn draw(random: &mut Random, chess960_share: f64) -> Option<Board> {
    let board = first_position(random, chess960_share);
    let moves = FEWEST_MOVES + random.below(2);
    wander(board, moves, random)
}

/// The position after so many random moves. `None` if they end the game.
pub fn wander(mut board: Board, moves: usize, random: &mut Random) -> Option<Board> {
    for _ in 0..moves {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return None;
        }
        board.make(random_move(&board, &moves, random));
    }
    if !board.has_legal_move() || board.is_insufficient_material() {
        return None;
    }
    // What was played so far is not part of the game: a program that replays it from
    // the file has to see the same repetitions.
    Board::from_fen(&board.shredder_fen()).ok()
}

/// Draws the kind of piece among those that can move, then one of its moves.
/// `moves` are the legal ones, at least one.
fn random_move(board: &Board, moves: &MoveList, random: &mut Random) -> Move {
    let kind_of = |mv: Move| board.moved_piece(mv).kind();
    let can_move = |kind: PieceType| moves.iter().any(|&mv| kind_of(mv) == kind);
    let weights = PieceType::ALL.map(|kind| if can_move(kind) { WEIGHTS[kind.index()] } else { 0 });
    let mut drawn = random.below(weights.iter().sum());
    let mut index = 0;
    while drawn >= weights[index] {
        drawn -= weights[index];
        index += 1;
    }
    let kind = PieceType::ALL[index];
    let of_kind: MoveList = moves.iter().copied().filter(|&mv| kind_of(mv) == kind).collect();
    of_kind[random.below(of_kind.len())]
}

/// The start position, or for `share` of the games one of Chess960; in half of
/// those each side has its own.
fn first_position(random: &mut Random, share: f64) -> Board {
    if !random.chance(share) {
        return Board::startpos();
    }
    let mut number = || random.below(960) as u16;
    let numbers = [number(), number()];
    let [white, black] = if random.chance(0.5) { numbers } else { [numbers[0]; 2] };
    // There are 960 numbers, so this is never refused.
    Position::double_chess960(white, black).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_piece_is_drawn_before_its_move() {
        let mut random = Random::stream(4, 0);
        // A pawn with two moves, a queen with many, and the king.
        let board = Board::from_fen("8/7k/8/8/3Q4/8/P7/K7 w - - 0 1").unwrap();
        let moves = board.legal_moves();
        let mut counts = [0; 6];
        for _ in 0..12_000 {
            let mv = random_move(&board, &moves, &mut random);
            assert!(board.is_legal(mv));
            counts[board.moved_piece(mv).kind().index()] += 1;
        }
        // 35, 15 and 15 of 65.
        assert!((6_200..6_700).contains(&counts[PieceType::Pawn.index()]), "{counts:?}");
        assert!((2_600..2_950).contains(&counts[PieceType::Queen.index()]), "{counts:?}");
        assert_eq!(counts.iter().sum::<i32>(), 12_000);
    }

    #[test]
    fn openings_have_eight_or_nine_moves() {
        let mut random = Random::stream(2, 0);
        let mut by_side = [0; 2];
        for _ in 0..1000 {
            let Some(board) = draw(&mut random, 0.5) else { continue };
            assert_eq!(board.fullmove_number(), 5);
            assert_eq!(board.ply(), 0);
            by_side[board.side().index()] += 1;
        }
        assert!(by_side.iter().all(|&count| count > 400), "{by_side:?}");
    }

    #[test]
    fn the_share_of_chess960_is_kept() {
        let mut random = Random::stream(3, 0);
        let standard = Board::startpos().key();
        let different =
            (0..10_000).filter(|_| first_position(&mut random, 0.25).key() != standard).count();
        assert!((2_300..2_700).contains(&different), "{different}");
    }
}
