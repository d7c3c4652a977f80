//! `Position`, against `Board` and `shakmaty`.

use std::collections::{BTreeSet, HashMap, HashSet};

use riposte_board::{Board, IllegalMove, Outcome, Position};
use riposte_movegen::{Color, Move};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position as _, PositionError, fen::Fen, san::SanPlus,
};

use crate::games::{self, Random};

fn shakmaty(fen: &str) -> Chess {
    let parsed: Fen = fen.parse().expect("our own FEN");
    parsed
        .into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a legal position")
}

fn their_outcome(chess: &Chess) -> Option<Outcome> {
    if chess.is_checkmate() {
        let winner = if chess.turn().is_white() { Color::Black } else { Color::White };
        Some(Outcome::Checkmate { winner })
    } else if chess.is_stalemate() {
        Some(Outcome::Stalemate)
    } else {
        chess.is_insufficient_material().then_some(Outcome::InsufficientMaterial)
    }
}

#[test]
fn outcomes_moves_and_keys_are_those_of_shakmaty() {
    let mut ended = 0;
    for board in games::positions(21, 20_000) {
        let position = *board.position();
        let theirs = shakmaty(&position.shredder_fen());
        assert_eq!(position.outcome(), their_outcome(&theirs), "{board}");
        let moves = position.legal_moves();
        let ours: BTreeSet<String> = moves.iter().map(|&mv| board.san(mv)).collect();
        assert_eq!(ours.len(), moves.len(), "two moves with one name: {board}");
        let legal = theirs.legal_moves();
        let texts = legal.into_iter().map(|mv| SanPlus::from_move(theirs.clone(), mv).to_string());
        assert_eq!(ours, texts.collect(), "{board}");
        let key: Zobrist64 = theirs.zobrist_hash(EnPassantMode::Legal);
        assert_eq!(position.polyglot_key(), key.0, "{board}");
        ended += usize::from(position.outcome().is_some());
    }
    assert!(ended > 50, "{ended} games have ended");
}

#[test]
fn a_position_is_what_its_fen_says() {
    let mut keys = HashMap::new();
    let (mut seen, mut texts) = (HashSet::new(), HashSet::new());
    for board in games::positions(22, 20_000) {
        let position = *board.position();
        assert_eq!(position.fen(), board.fen());
        assert_eq!(position.shredder_fen(), board.shredder_fen());
        assert_eq!(board.fen().parse(), Ok(position));
        assert_eq!(position.key(), board.key(), "{board}");
        assert_eq!(Board::from(position).key(), board.key(), "{board}");
        assert_eq!(Board::from(position).pawn_key(), board.pawn_key(), "{board}");
        // Equal keys mean equal positions, but for the counters and castling rooks.
        let words: Vec<String> = position.fen().split(' ').map(str::to_owned).collect();
        let key = format!("{} {} {}", words[0], words[1], words[3]);
        assert_eq!(*keys.entry(position.key()).or_insert_with(|| key.clone()), key);
        assert_eq!(texts.insert(position.fen()), seen.insert(position), "{board}");
    }
}

#[test]
fn playing_on_a_position_is_playing_on_a_board() {
    let mut random = Random(23);
    for number in 0..150 {
        let mut board = games::start(&mut random, games::STARTS[number % 3]);
        let mut position = *board.position();
        for _ in 0..200 {
            let Some(mv) = random.pick(&board.legal_moves()) else { break };
            board.make(mv);
            position = position.play(mv).expect("a legal move");
            assert_eq!(position, *board.position(), "{board}");
        }
    }
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    let mut random = Random(24);
    for board in games::positions(25, 300) {
        let mut copy = board.clone();
        for _ in 0..200 {
            let Some(mv) = Move::from_bits(random.below(1 << 16) as u16) else { continue };
            let is_legal = board.legal_moves().contains(&mv);
            assert_eq!(board.position().play(mv).is_ok(), is_legal, "{mv:?} on {board}");
            let played = copy.try_play(mv);
            assert_eq!(played, if is_legal { Ok(()) } else { Err(IllegalMove(mv)) });
            if is_legal {
                copy.unmake();
            }
            assert_eq!(copy.position(), board.position());
        }
    }
}

#[test]
fn every_start_of_chess960() {
    let starts: HashSet<Position> = (0..960).filter_map(Position::chess960).collect();
    assert_eq!(starts.len(), 960);
    for number in [0, 1, 95, 96, 518, 534, 959] {
        let start = Position::chess960(number).expect("below 960");
        let fen: Result<Position, _> = start.shredder_fen().parse();
        assert_eq!(fen, Ok(start));
        assert_eq!(start.legal_moves().len(), shakmaty(&start.shredder_fen()).legal_moves().len());
    }
    // Published names: 0 BBQNNRKR, 534 RNBKQBNR (king and queen exchanged), 959 RKRNNQBB.
    let rank = |number| Position::chess960(number).map(|start| start.fen()[35..43].to_owned());
    assert_eq!(rank(0).as_deref(), Some("BBQNNRKR"));
    assert_eq!(rank(534).as_deref(), Some("RNBKQBNR"));
    assert_eq!(rank(959).as_deref(), Some("RKRNNQBB"));
    assert_eq!(Position::chess960(960), None);
    assert_eq!(Position::double_chess960(3, 960), None);
}

#[test]
fn draws_by_the_counters() {
    let mut board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 99 80").expect("legal");
    assert_eq!(board.outcome(), None);
    board.make(board.parse_uci("h1h2").expect("legal"));
    assert_eq!(board.outcome(), Some(Outcome::FiftyMoves));
    assert_eq!(board.position().outcome(), None);
    let mut board = Board::startpos();
    for _ in 0..2 {
        assert_eq!(board.outcome(), None);
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            board.make(board.parse_uci(text).expect("legal"));
        }
    }
    assert_eq!(board.outcome(), Some(Outcome::ThreefoldRepetition));
}
