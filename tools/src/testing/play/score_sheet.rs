//! A game with what its players said of every move, as PGN.

use riposte_board::Board;
use riposte_games::{Ending, Game, Outcome};
use riposte_movegen::Color;
use riposte_notation::pgn::{self, WrittenMove};
use riposte_search::{Score, wdl};

use super::player::Reply;

/// The moves of a game so far.
#[derive(Default)]
pub struct ScoreSheet {
    line: pgn::Line,
}

impl ScoreSheet {
    /// Adds the move that was played in `board`. The comment is that of other match runners:
    /// score and depth as the player saw them, and seconds.
    pub fn add(&mut self, board: &Board, reply: &Reply) {
        let (score, seconds) = (score_text(reply.score), reply.taken.as_secs_f64());
        let comment = format!("{score}/{} {seconds:.3}s", reply.depth);
        let san = board.san(reply.mv).to_string();
        self.line.moves.push(WrittenMove { comments: vec![comment], ..WrittenMove::new(san) });
    }

    /// The game when it has come to an end by itself.
    pub fn finish(self, game: &Game) -> pgn::Game {
        let termination = match game.ending {
            Ending::WinAdjudicated | Ending::DrawAdjudicated | Ending::TooLong => "adjudication",
            _ => "normal",
        };
        self.into_game(&game.start, game.outcome, termination)
    }

    /// The game from `start` when `late` has exceeded its time.
    pub fn finish_late(self, start: &Board, late: Color) -> pgn::Game {
        self.into_game(start, Outcome::win(!late), "time forfeit")
    }

    fn into_game(self, start: &Board, outcome: Outcome, termination: &str) -> pgn::Game {
        let mut game = pgn::Game { line: self.line, ..pgn::Game::default() };
        game.set_tag("Result", outcome.name());
        if start.is_chess960() {
            game.set_tag("Variant", "Chess960");
        }
        let fen = if start.is_chess960() { start.shredder_fen() } else { start.fen() };
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", fen);
        game.set_tag("Termination", termination);
        game
    }
}

/// Pawns, or the moves to mate as `+M3`, for the side to move.
fn score_text(score: Score) -> String {
    match score.mate_in() {
        Some(moves) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.abs()),
        None => wdl::pawns(score),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use riposte_search::Ply;

    use super::*;

    fn reply(board: &Board, text: &str, score: Score) -> Reply {
        let mv = board.parse_uci(text).unwrap();
        Reply { mv, score, depth: 9, taken: Duration::from_millis(120) }
    }

    #[test]
    fn every_move_has_score_depth_and_time() {
        let start = Board::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30").unwrap();
        let mut sheet = ScoreSheet::default();
        sheet.add(&start, &reply(&start, "a1a8", Score::mating(Ply::new(1))));
        let mut game = sheet.finish_late(&start, Color::Black);
        game.set_tag("White", "A");
        let text = game.to_string();
        assert!(text.contains("[White \"A\"]\n"), "{text}");
        assert!(text.contains("[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30\"]\n"), "{text}");
        assert!(text.contains("[Termination \"time forfeit\"]\n"), "{text}");
        assert!(text.ends_with("\n30. Ra8# {+M1/9 0.120s} 1-0\n\n"), "{text}");
    }

    #[test]
    fn scores_are_the_movers() {
        assert_eq!(score_text(Score::mated(Ply::new(4))), "-M2");
        assert_eq!(score_text(Score::DRAW), "+0.00");
        assert!(score_text(Score::cp(-300)).starts_with('-'));
    }
}
