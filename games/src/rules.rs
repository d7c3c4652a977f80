use riposte_board::Board;

use super::{Ending, Outcome};

/// The result and the way it came about, if the rules end the game here.
pub fn end_by_rules(board: &Board) -> Option<(Outcome, Ending)> {
    if !board.has_legal_move() {
        return Some(if board.in_check() {
            (Outcome::win(!board.side()), Ending::Checkmate)
        } else {
            (Outcome::Draw, Ending::Stalemate)
        });
    }
    let ending = if board.is_draw_by_fifty() {
        Ending::FiftyMoves
    } else if board.is_insufficient_material() {
        Ending::Material
    } else if board.is_repetition(0) {
        Ending::Repetition
    } else {
        return None;
    };
    Some((Outcome::Draw, ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end_after(fen: &str, moves: &str) -> Option<(Outcome, Ending)> {
        let mut board = Board::from_fen(fen).expect("a legal position");
        for text in moves.split_whitespace() {
            assert_eq!(end_by_rules(&board), None, "before {text}");
            board.make(board.parse_uci(text).expect("a legal move"));
        }
        end_by_rules(&board)
    }

    #[test]
    fn games_end_by_the_rules() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
        for (fen, moves, end) in [
            (start, "f2f3 e7e5 g2g4 d8h4", (Outcome::BlackWin, Ending::Checkmate)),
            (start, &shuffle.repeat(2), (Outcome::Draw, Ending::Repetition)),
            ("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "e6f7", (Outcome::Draw, Ending::Stalemate)),
            ("k7/8/8/8/8/8/1q6/K7 w - - 0 1", "a1b2", (Outcome::Draw, Ending::Material)),
            ("k7/8/8/8/8/8/8/K6R w - - 99 90", "h1h2", (Outcome::Draw, Ending::FiftyMoves)),
            ("k7/8/1K6/8/8/8/8/7R w - - 99 90", "h1h8", (Outcome::WhiteWin, Ending::Checkmate)),
        ] {
            assert_eq!(end_after(fen, moves), Some(end), "{fen} {moves}");
        }
        assert_eq!(end_after(start, shuffle), None);
    }
}
