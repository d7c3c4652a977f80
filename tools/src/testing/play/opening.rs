//! Where the games start: some moves from the start of some kind of chess, all random or most
//! of them by an engine.

use riposte_board::{Board, Position};
use riposte_movegen::{Move, MoveList, PieceType};

use riposte_trainer::random::Random;

/// The fewest random moves; half of the games get one more, so that either
/// side may be the first to think.
const FEWEST_MOVES: usize = 8;

/// How often each kind of piece moves, in percent, pawns first.
type Weights = [usize; PieceType::ALL.len()];

/// Those of openings of random moves only. A draw over all
/// moves alike lets queens and rooks run into the open (PlentyChess, pull request
/// 227, draws by the piece first).
const WEIGHTS: Weights = [35, 15, 15, 5, 15, 15];

/// Those of random moves among the moves of an engine. Kings move rarely, so that most sides
/// can still castle.
const PLAYED_WEIGHTS: Weights = [40, 25, 20, 5, 9, 1];

/// The fewest moves of an opening with an engine; half of the games get one more.
const FEWEST_PLAYED: usize = 16;

/// The share of random moves among them. The first move is always random.
const RANDOM_SHARE: f64 = 0.35;

/// A position after some random moves. `None` if they end the game.
pub fn draw(random: &mut Random, chess960_share: f64) -> Option<Board> {
    let board = first_position(random, chess960_share);
    let moves = FEWEST_MOVES + random.below(2);
    wander(board, moves, random)
}

/// A position after moves of an engine with random ones between them: about as many kings have
/// castled as in an opening book. `None` if `think` says so or the moves end the game.
pub fn draw_played(
    random: &mut Random,
    chess960_share: f64,
    mut think: impl FnMut(&Board) -> Option<Move>,
) -> Option<Board> {
    let mut board = first_position(random, chess960_share);
    for number in 0..FEWEST_PLAYED + random.below(2) {
        let mv = if number == 0 || random.chance(RANDOM_SHARE) {
            random_move(&board, PLAYED_WEIGHTS, random)?
        } else {
            think(&board)?
        };
        board.make(mv);
    }
    first_of_game(&board)
}

/// The position after so many random moves. `None` if they end the game.
pub fn wander(mut board: Board, moves: usize, random: &mut Random) -> Option<Board> {
    for _ in 0..moves {
        let mv = random_move(&board, WEIGHTS, random)?;
        board.make(mv);
    }
    first_of_game(&board)
}

/// The position without the moves before it. `None` if the game is over.
fn first_of_game(board: &Board) -> Option<Board> {
    if !board.has_legal_move() || board.is_insufficient_material() {
        return None;
    }
    // What was played so far is not part of the game: a program that replays it from
    // the file has to see the same repetitions.
    Board::from_fen(&board.shredder_fen()).ok()
}

/// Draws the kind of piece among those that can move, then one of its moves.
/// `None` if there is no legal one.
fn random_move(board: &Board, weights: Weights, random: &mut Random) -> Option<Move> {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let kind_of = |mv: Move| board.moved_piece(mv).kind();
    let can_move = |kind: PieceType| moves.iter().any(|&mv| kind_of(mv) == kind);
    let weights = PieceType::ALL.map(|kind| if can_move(kind) { weights[kind.index()] } else { 0 });
    let mut drawn = random.below(weights.iter().sum());
    let mut index = 0;
    while drawn >= weights[index] {
        drawn -= weights[index];
        index += 1;
    }
    let kind = PieceType::ALL[index];
    let of_kind: MoveList = moves.iter().copied().filter(|&mv| kind_of(mv) == kind).collect();
    Some(of_kind[random.below(of_kind.len())])
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
        let mut counts = [0; 6];
        for _ in 0..12_000 {
            let mv = random_move(&board, WEIGHTS, &mut random).unwrap();
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
    fn an_engine_plays_most_moves_of_its_openings() {
        let mut random = Random::stream(2, 0);
        let mut asked = 0;
        for _ in 0..100 {
            let first = |board: &Board| {
                asked += 1;
                board.legal_moves().first().copied()
            };
            let Some(board) = draw_played(&mut random, 0.0, first) else { continue };
            assert_eq!((board.fullmove_number(), board.ply()), (9, 0));
        }
        assert!((900..1_200).contains(&asked), "{asked}");
        assert!(draw_played(&mut random, 0.0, |_| None).is_none());
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
