use super::*;

fn parsed(line: &str) -> Command {
    Command::parse(line).expect(line).expect(line)
}

fn refused(line: &str) -> String {
    Command::parse(line).expect_err(line).to_string()
}

fn go(line: &str) -> GoRequest {
    match parsed(line) {
        Command::Go(request) => *request,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn plain_commands_are_read_with_any_white_space() {
    assert_eq!(parsed("uci"), Command::Uci);
    assert_eq!(parsed("  isready\r"), Command::IsReady);
    assert_eq!(parsed("\tstop extra words"), Command::Stop);
    assert_eq!(parsed("debug off"), Command::Debug(false));
    assert_eq!(Command::parse(""), Ok(None));
    assert_eq!(Command::parse(" \t \r"), Ok(None));
}

#[test]
fn unknown_words_before_a_protocol_command_are_skipped() {
    assert_eq!(parsed("joho debug on"), Command::Debug(true));
    assert_eq!(parsed("please go depth 3"), parsed("go depth 3"));
    assert_eq!(
        refused("what is a bench"),
        "unknown command 'what is a bench' ('help' lists the commands)"
    );
}

#[test]
fn an_error_repeats_a_short_printable_part_of_the_line() {
    let message = refused(&format!("\u{1}\u{7}{}", "x".repeat(5000)));
    assert!(message.len() < 200, "{message}");
    assert!(!message.contains(char::is_control), "{message}");
}

#[test]
fn option_names_and_values_keep_their_spaces() {
    assert_eq!(
        parsed("setoption name Move  Overhead value 25"),
        Command::SetOption { name: "Move Overhead".into(), value: "25".into() }
    );
    assert_eq!(
        parsed("setoption name SyzygyPath value /a  b/c;D:\\value of x "),
        Command::SetOption { name: "SyzygyPath".into(), value: "/a  b/c;D:\\value of x".into() }
    );
    assert_eq!(
        parsed("setoption name Clear Hash"),
        Command::SetOption { name: "Clear Hash".into(), value: String::new() }
    );
    assert_eq!(refused("setoption"), "setoption: 'name' is missing");
    assert_eq!(refused("setoption name value 3"), "setoption: the option's name is missing");
}

#[test]
fn positions_are_split_into_fen_and_moves() {
    assert_eq!(
        parsed("position startpos moves e2e4 e7e5"),
        Command::Position { fen: None, moves: vec!["e2e4".into(), "e7e5".into()] }
    );
    assert_eq!(
        parsed("position fen 8/8/8/8/8/8/8/K1k5  w - - 0 1 moves"),
        Command::Position { fen: Some("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()), moves: vec![] }
    );
    assert_eq!(refused("position"), "position: 'startpos' or 'fen' is missing");
    assert_eq!(refused("position fen"), "position: the FEN is missing");
    assert_eq!(refused("position fen moves e2e4"), "position: the FEN is missing");
    assert_eq!(
        refused("position midgame"),
        "position: expected 'startpos' or 'fen', not 'midgame'"
    );
}

#[test]
fn every_limit_of_go_is_read_in_any_combination() {
    let request = go("go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 10 binc 20 movestogo 7 \
         depth 9 nodes 12345 mate 3 movetime 250 ponder infinite");
    assert_eq!(request.search_moves, ["e2e4", "d2d4"]);
    assert_eq!(
        request.limits,
        Limits {
            time: [Some(1000), Some(-5)],
            increment: [10, 20],
            moves_to_go: Some(7),
            move_time: Some(250),
            depth: Some(9),
            nodes: Some(12345),
            mate: Some(3),
            infinite: true,
            ponder: true,
            ..Limits::default()
        }
    );
    assert!(request.errors.is_empty());
    assert_eq!(go("go").limits, Limits::default());
}

#[test]
fn huge_and_tiny_numbers_are_brought_into_range() {
    let huge = "9".repeat(300);
    let request =
        go(&format!("go depth {huge} nodes {huge} wtime -{huge} movestogo 0 movetime -3"));
    assert_eq!(request.limits.depth, Some(u32::MAX));
    assert_eq!(request.limits.nodes, Some(i64::MAX.unsigned_abs()));
    assert_eq!(request.limits.time[0], Some(-i64::MAX));
    assert_eq!(request.limits.moves_to_go, None);
    assert_eq!(request.limits.move_time, Some(1));
    assert_eq!(go("go depth 0").limits.depth, Some(1));
}

#[test]
fn a_parameter_that_cannot_be_read_leaves_the_others_in_force() {
    let request = go("go depth x nodes wibble movetime infinite wtime 1.5 btime 7");
    assert_eq!(
        request.limits,
        Limits { time: [None, Some(7)], infinite: true, ..Limits::default() }
    );
    let errors: Vec<_> = request.errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "go: depth must be a whole number, not 'x'",
            "go: nodes must be a whole number, not 'wibble'",
            "go: movetime is missing",
            "go: wtime must be a whole number, not '1.5'",
        ]
    );
    assert_eq!(go("go wibble depth 4 wobble").limits, Limits::depth(4));
}

#[test]
fn perft_is_read_in_both_forms() {
    assert_eq!(parsed("go perft 5"), Command::Perft { depth: 5, fen: None });
    assert_eq!(parsed("perft 3"), Command::Perft { depth: 3, fen: None });
    assert_eq!(
        parsed("perft 2 8/8/8/8/8/8/8/K1k5 w - -"),
        Command::Perft { depth: 2, fen: Some("8/8/8/8/8/8/8/K1k5 w - -".into()) }
    );
    assert_eq!(refused("perft"), "perft: the depth is missing");
    assert_eq!(refused("perft -1"), "perft: expected a depth from 0 on, not '-1'");
    assert_eq!(refused("go perft -20"), "go perft: expected a depth from 0 on, not '-20'");
    assert_eq!(refused("go perft x"), "go perft: the depth must be a whole number, not 'x'");
}

#[test]
fn bench_takes_its_parameters_in_order() {
    let limits = Limits::depth(BENCH_DEPTH);
    assert_eq!(
        parsed("bench"),
        Command::Bench(Box::new(BenchRequest { limits, ..BenchRequest::default() }))
    );
    assert_eq!(
        parsed("bench 64 1 5000 default nodes"),
        Command::Bench(Box::new(BenchRequest {
            hash: Some(64),
            threads: Some(1),
            limits: Limits::nodes(5000),
            file: None,
        }))
    );
    assert_eq!(
        parsed("bench 16 1 8 positions.epd"),
        Command::Bench(Box::new(BenchRequest {
            hash: Some(16),
            threads: Some(1),
            limits: Limits::depth(8),
            file: Some("positions.epd".into()),
        }))
    );
    assert_eq!(refused("bench big"), "bench: the hash size must be a whole number, not 'big'");
    assert_eq!(
        refused("bench 1 1 1 default plies"),
        "bench: expected 'depth', 'nodes' or 'movetime', not 'plies'"
    );
}

#[test]
fn openings_are_asked_for_as_open_bench_does() {
    let request = |count, seed, book: Option<&str>| {
        Command::GenFens(GenFensRequest { count, seed, book: book.map(str::to_owned) })
    };
    assert_eq!(parsed("genfens 512 seed 9 book None"), request(512, 9, None));
    assert_eq!(
        parsed("genfens 3 seed 8 book /a/b.epd randmoves 6"),
        request(3, 8, Some("/a/b.epd"))
    );
    assert_eq!(refused("genfens"), "genfens: the number of positions is missing");
    assert_eq!(refused("genfens 1 seed x"), "genfens: the seed must be a whole number, not 'x'");
}

#[test]
fn help_may_be_about_a_command() {
    assert_eq!(parsed("help"), Command::Help(None));
    assert_eq!(parsed("help go"), Command::Help(Some("go".into())));
}

#[test]
fn files_of_hash_tables_may_have_spaces_in_their_names() {
    assert_eq!(parsed("Save Hash /a b/c.hash "), Command::SaveHash("/a b/c.hash".into()));
    assert_eq!(parsed("load hash x"), Command::LoadHash("x".into()));
    assert_eq!(refused("Save Hash"), "Save Hash: the file is missing");
    assert_eq!(refused("Load x"), "Load Hash: expected 'Hash' and a file, not 'x'");
}
