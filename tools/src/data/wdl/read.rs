//! Scored positions of games with their results, from stored games or PGN.

use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use riposte_board::Board;
use riposte_games::{Outcome, Reader};
use riposte_movegen::Color;
use riposte_notation::pgn;

use crate::play::{from_centipawns, from_white};

/// Hands every position of the games in the file at `path` to `visit`, with white's score in
/// the units of the search and the sign of white's result. A file whose name ends in `.pgn`
/// has the scores in its comments, as `match --pgn` writes them.
///
/// # Errors
///
/// A text that names the file, and the game if one of a PGN cannot be played.
pub fn positions(path: &Path, visit: impl FnMut(&Board, i32, i32)) -> Result<(), String> {
    let is_pgn = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("pgn"));
    let read = if is_pgn { of_pgn(path, visit) } else { of_games(path, visit) };
    read.map_err(|error| format!("{}: {error}", path.display()))
}

fn text(error: impl Display) -> String {
    error.to_string()
}

fn of_games(path: &Path, mut visit: impl FnMut(&Board, i32, i32)) -> Result<(), String> {
    let mut reader: Reader<File> = Reader::open(path).map_err(text)?;
    while let Some(game) = reader.next_game().map_err(text)? {
        let sign = game.outcome.sign();
        game.replay(|board, played| {
            if let Some(score) = played.scored() {
                visit(board, i32::from(score), sign);
            }
        });
    }
    Ok(())
}

fn of_pgn(path: &Path, mut visit: impl FnMut(&Board, i32, i32)) -> Result<(), String> {
    let mut reader = pgn::Reader::new(BufReader::new(File::open(path).map_err(text)?));
    while let Some(game) = reader.read().map_err(text)? {
        let outcome = Outcome::ALL.into_iter().find(|it| game.tag("Result") == Some(it.name()));
        let Some(outcome) = outcome else { continue };
        let replay = game.replay().map_err(text)?;
        if let Some(error) = replay.error {
            return Err(format!("line {}: {error}", error.line));
        }
        let mut board = replay.start;
        for (&mv, written) in replay.moves.iter().zip(&game.line.moves) {
            if let Some(score) = white_score(&written.remarks(), board.side()) {
                visit(&board, score, outcome.sign());
            }
            board.make(mv);
        }
    }
    Ok(())
}

/// White's score in a comment such as `+0.31/14 0.120s` of a move by `side`. Mates have none
/// that could be compared.
fn white_score(comment: &str, side: Color) -> Option<i32> {
    let (pawns, _) = comment.split_once('/')?;
    let centipawns = (100.0 * pawns.trim().parse::<f64>().ok()?).round() as i32;
    Some(from_white(from_centipawns(centipawns), side).into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use riposte_search::{Score, wdl};

    use super::*;

    #[test]
    fn scores_of_comments_are_whites() {
        let written = wdl::pawns(Score::cp(200));
        let of = |text: &str, side| white_score(text, side);
        assert!(of(&format!("{written}/14 0.1s"), Color::White).unwrap().abs_diff(200) <= 1);
        assert!(of(&format!("{written}/14 0.1s"), Color::Black).unwrap().abs_diff(-200) <= 1);
        assert_eq!(of("+M3/14 0.1s", Color::White), None);
        assert_eq!(of("a good move", Color::White), None);
    }

    #[test]
    fn games_of_a_match_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            let mut found = Vec::new();
            positions(&path, |board, score, sign| {
                found.push((board.fullmove_number(), score.signum(), sign));
            })
            .map(|()| found)
        };
        let game = "[Result \"0-1\"]\n\n1. e4 {+0.31/9 0.1s} 1... e5 {-0.31/9 0.1s} 2. Ke2 0-1\n";
        assert_eq!(read(game), Ok(vec![(1, 1, -1), (1, 1, -1)]));
        let error = read(&game.replace("Ke2", "Ke3")).unwrap_err();
        assert!(error.contains("games.pgn: line 3: move 'Ke3'"), "{error}");
    }
}
