//! The WDL model: the result that a score predicts.
//!
//! The probability of a win with score `s` is `1 / (1 + exp((a - s) / b))`, where `a` is
//! the score that wins every second game and `b` the spread; that of a loss is the same for
//! `-s`. Both parameters depend on the material on the board: with less of it the same score
//! wins less often. The model is Stockfish's; the parameters are fitted to Riposte's own games
//! at 10,000 nodes per move by `riposte-tools wdl`.

use riposte_board::Board;
use riposte_movegen::{Color, PieceType};

use crate::score::Score;

/// Material that is left at move 32 on average, both sides together, a pawn
/// being 1.
const USUAL_MATERIAL: f64 = 43.0;

/// `a` as a polynomial of the logarithm of the material over [`USUAL_MATERIAL`],
/// the constant first: `a` with the usual material.
const EVEN_SCORE: [f64; 4] = [162.1, -77.0, -50.1, -30.9];

/// `b`, likewise.
const SPREAD: [f64; 4] = [106.5, 30.8, -16.0, -28.5];

/// The material between which the polynomials were fitted.
const FITTED: std::ops::RangeInclusive<u32> = 14..=78;

/// Centipawns shown for a tablebase win.
const TB_WIN: i32 = 20_000;

/// Probabilities in thousandths; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WdlPermille {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

impl WdlPermille {
    /// The WDL of the side to move in `board` with `score`.
    pub fn new(score: Score, board: &Board) -> Self {
        if score.is_decisive() {
            let (win, loss) = if score.is_win() { (1000, 0) } else { (0, 1000) };
            return Self { win, draw: 0, loss };
        }
        let is_stalemate = !board.in_check() && !board.has_legal_move();
        if is_stalemate || board.is_insufficient_material() {
            return Self { win: 0, draw: 1000, loss: 0 };
        }
        let material = material(board).clamp(*FITTED.start(), *FITTED.end());
        let share = (f64::from(material) / USUAL_MATERIAL).ln();
        let (even, spread) = (polynomial(&EVEN_SCORE, share), polynomial(&SPREAD, share));
        let permille = |score: i32| 1000.0 / (1.0 + ((even - f64::from(score)) / spread).exp());
        let (win, loss) =
            (permille(score.raw()).round() as u32, permille(-score.raw()).round() as u32);
        Self { win, draw: 1000_u32.saturating_sub(win + loss), loss }
    }
}

/// `score` in normalised centipawns: with 100, every second game is won at about move 32. A
/// tablebase win is 200 pawns less the half-moves to the tablebase position, as usual among
/// engines.
pub fn centipawns(score: Score) -> i32 {
    if let Some(plies) = score.tb_win_in() {
        return if score.is_win() { TB_WIN - plies } else { -TB_WIN - plies };
    }
    (f64::from(score.raw()) * 100.0 / EVEN_SCORE[0]).round() as i32
}

/// `score` in normalised pawns, as `+0.31`.
pub fn pawns(score: Score) -> String {
    format!("{:+.2}", f64::from(centipawns(score)) / 100.0)
}

/// The pieces of both sides in pawns, kings left out.
pub fn material(board: &Board) -> u32 {
    [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ]
    .into_iter()
    .map(|(kind, value)| {
        let count: u32 =
            Color::ALL.iter().map(|&color| board.placement().of(color, kind).len()).sum();
        count * value
    })
    .sum()
}

/// A cubic at `x`, its constant first.
pub fn polynomial(coefficients: &[f64; 4], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wdl(score: i32, fen: &str) -> WdlPermille {
        WdlPermille::new(Score::cp(score), &Board::from_fen(fen).expect("a good FEN"))
    }

    const MIDDLE: &str = "r1bq1rk1/ppp2ppp/2np1n2/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8";
    const ENDING: &str = "8/5pk1/6p1/8/3R4/6P1/1r3PK1/8 w - - 0 40";

    #[test]
    fn wdl_adds_up_and_rises_with_the_score() {
        for fen in [MIDDLE, ENDING] {
            let mut last = 0;
            for score in (-3000..=3000).step_by(50) {
                let WdlPermille { win, draw, loss } = wdl(score, fen);
                assert_eq!(win + draw + loss, 1000, "{score} {fen}");
                assert!(win >= last, "{score} {fen}");
                last = win;
                let other = wdl(-score, fen);
                assert_eq!((win, loss), (other.loss, other.win));
            }
            assert!(last > 990);
        }
    }

    #[test]
    fn a_game_that_is_drawn_is_drawn() {
        for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1"] {
            assert_eq!(wdl(0, fen), WdlPermille { win: 0, draw: 1000, loss: 0 }, "{fen}");
        }
        assert!(wdl(0, MIDDLE).draw < 1000);
    }

    #[test]
    fn a_mate_is_certain() {
        let board = Board::startpos();
        let mate = WdlPermille::new(Score::mating(crate::Ply::new(5)), &board);
        assert_eq!(mate, WdlPermille { win: 1000, draw: 0, loss: 0 });
        let mated = WdlPermille::new(Score::mated(crate::Ply::new(4)), &board);
        assert_eq!(mated, WdlPermille { win: 0, draw: 0, loss: 1000 });
    }

    #[test]
    fn a_tb_win_is_certain_and_stands_out() {
        let win = Score::tb_win(crate::Ply::new(5));
        assert_eq!(WdlPermille::new(win, &Board::startpos()).win, 1000);
        assert_eq!((centipawns(win), centipawns(-win)), (19_995, -19_995));
    }

    #[test]
    fn a_hundred_centipawns_win_every_second_game_with_the_usual_material() {
        let score = Score::cp(EVEN_SCORE[0].round() as i32);
        assert!(centipawns(score).abs_diff(100) <= 1);
        // A queen, a rook and all pawns for each side, less one pawn.
        let fen = "3q1rk1/pppppppp/8/8/8/8/1PPPPPPP/3Q1RK1 w - - 0 32";
        let board = Board::from_fen(fen).expect("a good FEN");
        assert_eq!(f64::from(material(&board)), USUAL_MATERIAL);
        assert!(WdlPermille::new(score, &board).win.abs_diff(500) <= 5);
    }
}
