//! Games written out again, with what the analysis found.

use riposte_notation::pgn::{Game, Line, WrittenMove};

use crate::game::{Analysed, Ply};
use crate::record::ScoreText;

/// Moves of a variation that is shown in place of a mistake.
const VARIATION: usize = 12;

/// The game as it was written, with `%eval`, glyphs and variations.
pub fn annotated(analysed: &Analysed) -> Game {
    let mut game = (*analysed.source).clone();
    game.line.moves.truncate(analysed.plies.len());
    game.set_tag("Annotator", analysed.engine.clone());
    if let Some(opening) = &analysed.opening {
        // The names that the author of the file chose stay.
        for (tag, name) in [("ECO", &opening.eco), ("Opening", &opening.name)] {
            if game.tag(tag).is_none_or(|old| old.is_empty() || old == "?") {
                game.set_tag(tag, name.clone());
            }
        }
    }
    for (index, (written, ply)) in game.line.moves.iter_mut().zip(&analysed.plies).enumerate() {
        annotate(written, ply, analysed, index);
    }
    if let Some(error) = &analysed.error {
        let remark = format!("Here the game could not be read on: {error}");
        match game.line.moves.last_mut() {
            Some(last) => last.comments.push(remark),
            None => game.line.comments.push(remark),
        }
    }
    game
}

fn annotate(written: &mut WrittenMove, ply: &Ply, analysed: &Analysed, index: usize) {
    written.san.clone_from(&ply.san);
    if let Some(score) = analysed.positions[index + 1].score {
        // Programs look for the evaluation in the first comment.
        let text = format!("[%eval {}]", eval(score));
        match written.comments.first_mut() {
            Some(first) => *first = format!("{text} {}", without_eval(first)),
            None => written.comments.push(text),
        }
    }
    let Some(judgement) = ply.judgement else { return };
    // One glyph judges a move: that of the analysis.
    written.nags.retain(|nag| !(1..=6).contains(nag));
    written.nags.insert(0, judgement.nag());
    if let Some(best) = analysed.positions[index].lines.first() {
        let moves = best.san.iter().take(VARIATION).map(WrittenMove::new);
        written.variations.push(Line { comments: Vec::new(), moves: moves.collect() });
    }
}

/// `comment` without an evaluation of another engine.
fn without_eval(comment: &str) -> String {
    let Some((before, rest)) = comment.split_once("[%eval") else { return comment.to_owned() };
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    format!("{} {}", before.trim(), after.trim()).trim().to_owned()
}

/// Pawns, or `#` and moves to mate, for white.
fn eval(score: ScoreText) -> String {
    match score {
        ScoreText::Cp(centipawns) => format!("{:.2}", f64::from(centipawns) / 100.0),
        ScoreText::Mate(moves) => format!("#{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use riposte_notation::pgn::Reader;

    use super::*;
    use crate::openings::Openings;

    #[test]
    fn tags_of_the_opening_are_added_but_not_replaced() {
        let text = "[ECO \"?\"]\n[Opening \"Mine\"]\n\n1. e4 c5 *";
        let game = Reader::new(text.as_bytes()).read().expect("memory").expect("a game");
        let analysed = Analysed::new(1, Arc::new(game), &[], &Openings::bundled());
        let game = annotated(&analysed);
        assert_eq!((game.tag("ECO"), game.tag("Opening")), (Some("B20"), Some("Mine")));
    }

    #[test]
    fn an_earlier_evaluation_is_replaced() {
        assert_eq!(without_eval("[%eval 0.2] [%clk 1:00] good"), "[%clk 1:00] good");
        assert_eq!(without_eval("good [%eval"), "good");
        assert_eq!(without_eval("good"), "good");
        assert_eq!(eval(ScoreText::Cp(-5)), "-0.05");
        assert_eq!(eval(ScoreText::Mate(-3)), "#-3");
    }
}
