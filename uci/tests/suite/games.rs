//! Whole games of the engine against itself. `shakmaty` is the arbiter: it
//! knows nothing of the engine's own rules of chess.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::common::Engine;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};

/// Games longer than this are called a draw.
const LONGEST: usize = 240;

/// Set-ups whose castling is not that of standard chess; the last has
/// different ones for both sides.
const CHESS960: [&str; 4] = [
    "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1",
    "rkbnnqrb/pppppppp/8/8/8/8/PPPPPPPP/RKBNNQRB w KQkq - 0 1",
    "bqrnnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQRNNKRB w KQkq - 0 1",
    "qrknbbrn/pppppppp/8/8/8/8/PPPPPPPP/BBRKNQRN w GCgb - 0 1",
];

/// A clock, and how far beyond it a move may come before it is called late:
/// what the machine may take away from the engine and from this test.
#[derive(Clone, Copy)]
struct Control {
    base: Duration,
    increment: Duration,
    margin: Duration,
}

/// One side of a game.
struct Player {
    engine: Engine,
    left: Duration,
}

/// What a match has shown.
#[derive(Default)]
struct Tally {
    games: usize,
    decided: usize,
    moves: usize,
    /// The most that a move overran its clock.
    overrun: Duration,
}

/// A small generator of random numbers (Marsaglia's xorshift), so that every
/// run plays from the same openings.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// A game in progress as the arbiter sees it.
struct Game {
    mode: CastlingMode,
    position: Chess,
    seen: HashMap<Zobrist64, u32>,
    /// How clients write the game: the set-up and the moves so far.
    command: String,
}

impl Game {
    /// A game from the first position, or from `fen` of Chess960, after some
    /// random moves.
    fn new(fen: Option<&str>, random: &mut Random) -> Self {
        let (mode, position, command) = match fen {
            None => {
                (CastlingMode::Standard, Chess::default(), "position startpos moves".to_owned())
            }
            Some(fen) => {
                let parsed: Fen = fen.parse().expect(fen);
                let mode = CastlingMode::Chess960;
                let position = parsed.into_position(mode).expect(fen);
                (mode, position, format!("position fen {fen} moves"))
            }
        };
        let mut game = Self { mode, position, seen: HashMap::new(), command };
        for _ in 0..6 + random.below(3) {
            let moves = game.position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let text = moves[random.below(moves.len())].to_uci(mode).to_string();
            game.play(&text);
        }
        game
    }

    /// Plays a move written by an engine. Legal moves in the wrong notation
    /// are refused too.
    fn play(&mut self, text: &str) {
        let command = &self.command;
        let parsed: UciMove =
            text.parse().unwrap_or_else(|_| panic!("'{text}' is no move: {command}"));
        let legal = parsed
            .to_move(&self.position)
            .unwrap_or_else(|_| panic!("'{text}' is illegal: {command}"));
        assert_eq!(legal.to_uci(self.mode).to_string(), text, "{command}");
        self.position.play_unchecked(legal);
        self.command.push(' ');
        self.command.push_str(text);
        let key = self.position.zobrist_hash(EnPassantMode::Legal);
        *self.seen.entry(key).or_default() += 1;
    }

    /// Checks that a line of moves is legal from here.
    fn check_line(&self, line: &str) {
        let mut position = self.position.clone();
        for text in line.split_whitespace() {
            let legal = text.parse::<UciMove>().ok().and_then(|mv| mv.to_move(&position).ok());
            let Some(legal) = legal else {
                panic!("'{text}' of the line '{line}' is illegal: {}", self.command)
            };
            position.play_unchecked(legal);
        }
    }

    /// Whether the game is over, and if so whether one side has won.
    fn result(&self) -> Option<bool> {
        let repeated = self.seen.values().any(|&times| times >= 3);
        if self.position.is_checkmate() {
            Some(true)
        } else if self.position.is_game_over()
            || repeated
            || self.position.halfmoves() >= 100
            || self.position.fullmoves().get() as usize * 2 > LONGEST
        {
            Some(false)
        } else {
            None
        }
    }
}

impl Player {
    fn new(game: &Game, control: Control) -> Self {
        let mut engine = Engine::greeted();
        if game.mode == CastlingMode::Chess960 {
            engine.send("setoption name UCI_Chess960 value true");
        }
        engine.send("ucinewgame");
        engine.ready();
        Self { engine, left: control.base }
    }

    /// Asks for a move and runs the clock; gives the move and by how much it
    /// was late.
    fn think(&mut self, game: &Game, other: Duration, control: Control) -> (String, Duration) {
        let (white, black) = match game.position.turn() {
            Color::White => (self.left, other),
            Color::Black => (other, self.left),
        };
        let increment = control.increment.as_millis();
        self.engine.send(&game.command);
        self.engine.ready();
        let start = Instant::now();
        self.engine.send(&format!(
            "go wtime {} btime {} winc {increment} binc {increment}",
            white.as_millis().max(1),
            black.as_millis().max(1)
        ));
        let lines = self.engine.until("bestmove ");
        let used = start.elapsed();
        let overrun = used.saturating_sub(self.left);
        assert!(overrun <= control.margin, "{overrun:?} too late: {}", game.command);
        self.left = self.left.saturating_sub(used) + control.increment;
        for line in &lines {
            if let Some((_, moves)) = line.split_once(" pv ") {
                game.check_line(moves);
            }
        }
        let answer = lines.last().map_or("", String::as_str).trim_start_matches("bestmove ");
        // The expected reply has to be legal too.
        game.check_line(&answer.replace("ponder ", ""));
        let best = answer.split(' ').next();
        (best.expect("a move after 'bestmove'").to_owned(), overrun)
    }
}

/// Plays one game to its end.
fn play_game(mut game: Game, control: Control, tally: &mut Tally) {
    let mut players = [Player::new(&game, control), Player::new(&game, control)];
    let won = loop {
        if let Some(won) = game.result() {
            break won;
        }
        let [white, black] = &mut players;
        let (mover, other) = match game.position.turn() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let (answer, overrun) = mover.think(&game, other.left, control);
        game.play(&answer);
        tally.moves += 1;
        tally.overrun = tally.overrun.max(overrun);
    };
    for player in players {
        player.engine.quit();
    }
    tally.games += 1;
    tally.decided += usize::from(won);
}

/// Plays `games` games, every fifth of them Chess960.
fn play_match(games: usize, seed: u64, control: Control) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    for number in 0..games {
        let fen = (number % 5 == 4).then(|| CHESS960[number / 5 % CHESS960.len()]);
        play_game(Game::new(fen, &mut random), control, &mut tally);
    }
    tally
}

#[test]
fn ten_fast_games_are_legal_and_in_time() {
    let control = Control {
        base: Duration::from_millis(100),
        increment: Duration::from_millis(10),
        margin: Duration::from_secs(5),
    };
    let tally = play_match(10, 0x9e37_79b9_7f4a_7c15, control);
    assert_eq!(tally.games, 10);
    // From random openings some games are decided.
    assert!(tally.decided > 0, "no game was won in {} moves", tally.moves);
}

/// Run by the project's checks against the release binary.
#[test]
#[ignore = "takes minutes and wants the machine for itself"]
fn a_match_without_a_late_move() {
    let control = Control {
        base: Duration::from_millis(500),
        increment: Duration::from_millis(10),
        margin: Duration::from_secs(1),
    };
    let tally = play_match(15, 0xd1b5_4a32_d192_ed03, control);
    assert_eq!(tally.games, 15);
    println!(
        "{} games, {} decided, {} moves, largest overrun {:?}",
        tally.games, tally.decided, tally.moves, tally.overrun
    );
}
