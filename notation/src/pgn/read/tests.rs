use super::*;

fn games(text: &str) -> Vec<Game> {
    Reader::new(text.as_bytes()).map(|game| game.expect("memory can be read")).collect()
}

fn moves(line: &Line) -> Vec<&str> {
    line.moves.iter().map(|mv| mv.san.as_str()).collect()
}

fn errors(game: &Game) -> Vec<(usize, String)> {
    game.errors.iter().map(|error| (error.line, error.to_string())).collect()
}

#[test]
fn a_game_is_read_with_everything_in_it() {
    let text = "\u{feff}[Event \"A \\\"quoted\\\" name\"]\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n\
        % escaped e4 line\n\
        {before} 1. O-O {a comment (with e4)\nover lines} Kd7$14 (1... Ke7 {x} (1... Kf8) 2. Re1+)\n\
        2.Rf7+!? ; Kxf7\n Ke8 ! 3. 0-0 1/2-1/2\n";
    let games = games(text);
    assert_eq!(games.len(), 1);
    let game = &games[0];
    assert_eq!(game.tag("Event"), Some("A \"quoted\" name"));
    assert_eq!(game.tag("FEN"), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert_eq!(game.line.comments, ["before"]);
    assert_eq!(moves(&game.line), ["O-O", "Kd7", "Rf7+", "Ke8", "0-0"]);
    let lines: Vec<usize> = game.line.moves.iter().map(|mv| mv.line).collect();
    assert_eq!(lines, [5, 6, 7, 8, 8]);
    assert_eq!(game.line.moves[0].comments, ["a comment (with e4) over lines"]);
    assert_eq!(game.line.moves[1].nags, [14]);
    let variation = &game.line.moves[1].variations[0];
    assert_eq!(moves(variation), ["Ke7", "Re1+"]);
    assert_eq!(moves(&variation.moves[0].variations[0]), ["Kf8"]);
    assert_eq!(variation.moves[0].comments, ["x"]);
    assert_eq!((&game.line.moves[2].nags, &game.line.moves[3].nags), (&vec![5], &vec![1]));
    assert_eq!(game.line.moves[2].comments, ["Kxf7"]);
    assert_eq!((game.result.as_deref(), game.start), (Some("1/2-1/2"), 1));
    assert_eq!(game.errors, []);
}

#[test]
fn games_are_told_apart_with_and_without_results() {
    let text = "1. e4 e5 1-0 1. d4 *\n[White \"x\"]\n1... c5\n[White \"y\"]\n*\n[White \"z\"]\n";
    let games = games(text);
    let all: Vec<_> = games.iter().map(|game| (game.start, moves(&game.line))).collect();
    assert_eq!(
        all,
        [(1, vec!["e4", "e5"]), (1, vec!["d4"]), (2, vec!["c5"]), (4, vec![]), (6, vec![])]
    );
    assert_eq!(games.last().map(|game| game.offset), Some(text.len() as u64));
}

#[test]
fn tags_may_share_a_line_and_hold_brackets() {
    let games = games("[White \"A [x]\"] [Black \"B \"C\" D\"] 1. e4 *");
    assert_eq!(games[0].tag("White"), Some("A [x]"));
    assert_eq!(games[0].tag("Black"), Some("B \"C\" D"));
    assert_eq!(moves(&games[0].line), ["e4"]);
}

#[test]
fn what_is_left_open_ends_with_its_game() {
    let text = "[Event \"1\"]\n1. e4 (1. d4 {never closed\n 2. c4 *\n\n[Event \"2\"]\n1. c4 (1. f4 *\n\
        [Event \"3\"]\n1. g3 *\n";
    let games = games(text);
    let all: Vec<_> = games.iter().map(|game| moves(&game.line)).collect();
    assert_eq!(all, [["e4"], ["c4"], ["g3"]]);
    let open = |line, what: &str| (line, format!("a {what} is not closed"));
    assert_eq!(errors(&games[0]), [open(2, "comment"), open(2, "variation")]);
    assert_eq!(moves(&games[0].line.moves[0].variations[0]), ["d4"]);
    assert_eq!(errors(&games[1]), [open(6, "variation")]);
    assert_eq!(errors(&games[2]), []);
}

#[test]
fn stray_text_is_named_and_skipped() {
    let games = games("[White x]\n1. e4 } ) = $999 e5 *\n");
    assert_eq!(moves(&games[0].line), ["e4", "e5"]);
    let texts: Vec<_> = errors(&games[0]);
    assert_eq!(texts[0], (1, "'[White x]' is no tag pair".to_owned()));
    let skipped: Vec<_> =
        ["}", ")", "=", "$999"].map(|text| (2, format!("'{text}' is skipped"))).into();
    assert_eq!(texts[1..], skipped);
}

#[test]
fn variations_without_a_move_or_too_deep_are_skipped() {
    let deep = "(1. d4 ".repeat(100_000);
    let text = format!("(1. d4 (1. c4)) 1. e4 {deep} *\n\n1. f4 *\n");
    let games = games(&text);
    // All is one line, which is cut; the variations of the game end with it.
    assert_eq!(games.len(), 1);
    assert_eq!(moves(&games[0].line), ["e4", "f4"][..1]);
    assert!(games[0].errors.iter().any(|error| error.kind == TextErrorKind::SkippedVariation));
    assert_eq!(games[0].line.moves[0].variations.len(), 1);
}

#[test]
fn nothing_gives_no_game() {
    for text in ["", "\n\n", "* * 1-0 12. ...", "% comment"] {
        assert_eq!(games(text), [], "{text:?}");
    }
}

#[test]
fn what_would_be_read_as_something_else_is_no_move() {
    for word in ["0!", "1.0", "0-1!", "3.0-1", "e.p.?"] {
        let games = games(&format!("1. e4 {word} e5 *"));
        assert_eq!(moves(&games[0].line), ["e4", "e5"], "{word}");
        assert_eq!(games[0].errors.len(), 1, "{word}");
    }
    let castling = games("1. 0-0! 0-0-0+ 2. -- *");
    assert_eq!(moves(&castling[0].line), ["0-0", "0-0-0+", "--"]);
}
