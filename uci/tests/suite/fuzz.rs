//! Random conversations: half-sensible commands in any order, noise between
//! them, lines beyond all measure. Whatever is said, the engine answers
//! `isready`, gives one `bestmove` for each `go`, and ends well.

use crate::common::{Engine, count};

/// How many conversations, of how many streams each, of how many lines each.
/// Between two streams everything is put back.
const CONVERSATIONS: u64 = 12;
const STREAMS: usize = 100;
const LINES: usize = 8;

const FENS: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "k7/8/8/8/8/8/1q6/K7 w - - 99 1",
    "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1",
];
const MOVES: [&str; 8] = ["e2e4", "e7e5", "g1f3", "b8c6", "e1g1", "a1a1", "e7e8q", "0000"];
const NUMBERS: [&str; 9] = ["0", "1", "5", "-3", "40", "99999999999999999999", "x", "1.5", ""];
const LIMITS: [&str; 10] =
    ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate", "zzz"];
const OPTIONS: [&str; 12] = [
    "Hash",
    "Threads",
    "MultiPV",
    "Move Overhead",
    "UCI_Chess960",
    "Ponder",
    "Nothing",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Deterministic",
    "Strength Seed",
    "nodestime",
];
const VALUES: [&str; 7] = ["1", "2", "3", "true", "false", "-1", "\u{fffd}"];
const PLAIN: [&str; 18] = [
    "setoption name UCI_Elo value 700",
    "help go",
    "help \u{7}",
    "version",
    "genfens 2 seed 5 book None",
    "genfens x",
    "bench 1 1 1",
    "Load Hash no/such/file",
    "Save Hash no/such/folder/file",
    "ucinewgame",
    "d",
    "eval",
    "flip",
    "uci",
    "debug on",
    "setoption name Clear Hash",
    "",
    "compiler",
];
const FRAGMENTS: [&str; 14] = [
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "setoption",
    "name",
    "value",
    "Hash",
    "depth",
    "3",
    "stop",
    "ponderhit",
    "\u{1}",
];

/// A small generator of random numbers (Marsaglia's xorshift): the same
/// conversations in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// Fewer than `limit` of `from`, with a space before each.
    fn some(&mut self, from: &[&str], limit: usize) -> String {
        (0..self.below(limit)).map(|_| format!(" {}", self.pick(from))).collect()
    }

    /// `fen` with one of its letters replaced.
    fn spoil(&mut self, fen: &str) -> String {
        let mut letters: Vec<char> = fen.chars().collect();
        let index = self.below(letters.len());
        letters[index] = ['k', 'K', 'P', 'p', '/', '8', ' ', '-', 'w', 'x'][self.below(10)];
        letters.into_iter().collect()
    }

    /// Bytes of any kind but the end of a line, now and then a great many.
    fn noise(&mut self) -> Vec<u8> {
        let length = match self.below(300) {
            0 => 3 << 20,
            1..30 => self.below(20_000),
            _ => self.below(60),
        };
        let kind = self.below(3);
        let byte = |random: &mut Self| match kind {
            0 => random.below(256) as u8,
            1 => b" \t\r\0go stp0123456789"[random.below(20)],
            _ => b'a',
        };
        let mut bytes: Vec<u8> = (0..length).map(|_| byte(self)).collect();
        bytes.retain(|&byte| byte != b'\n');
        bytes
    }

    fn line(&mut self) -> String {
        match self.below(18) {
            16 => format!("go mate {} nodes 500", self.below(4)),
            17 => format!("go nodes 200 searchmoves{} mate 2", self.some(&MOVES, 4)),
            0 => format!("position startpos moves{}", self.some(&MOVES, 5)),
            1 => format!("position fen {}", self.pick(&FENS)),
            2 => {
                let fen = self.pick(&FENS);
                format!("position fen {} moves{}", self.spoil(fen), self.some(&MOVES, 2))
            }
            3 => {
                let limits: String = (0..self.below(4))
                    .map(|_| format!(" {} {}", self.pick(&LIMITS), self.pick(&NUMBERS)))
                    .collect();
                format!("go{limits}")
            }
            4 => format!("go depth {}", self.below(6)),
            5 => "go infinite".into(),
            6 => "go ponder wtime 50 btime 50".into(),
            7 => "go nodes 300".into(),
            8 => format!("go searchmoves{} depth 3", self.some(&MOVES, 4)),
            9..=10 => "stop".into(),
            11 => "ponderhit".into(),
            12 => {
                format!("setoption name {} value {}", self.pick(&OPTIONS), self.pick(&VALUES))
            }
            13 => self.pick(&PLAIN).into(),
            14 => format!("perft {}", self.below(4)),
            _ => self.some(&FRAGMENTS, 8),
        }
    }
}

/// Whether the engine takes `bytes` for a `go`: words that it does not know
/// before a command are passed over.
fn is_go(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut words = text.split_whitespace();
    words.any(|word| word == "go" || word == "stop") && bytes.len() < 1 << 20
}

#[test]
fn random_conversations_get_every_answer() {
    for number in 1..=CONVERSATIONS {
        let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut engine = Engine::start();
        let (mut searches, mut answers) = (0, 0);
        for stream in 0..STREAMS {
            for _ in 0..LINES {
                if random.below(12) == 0 {
                    let mut bytes = random.noise();
                    if !is_go(&bytes) {
                        bytes.push(b'\n');
                        engine.send_bytes(&bytes);
                    }
                } else {
                    let line = random.line();
                    searches += usize::from(line.starts_with("go"));
                    engine.send(&line);
                }
            }
            // Often in the middle of a search, and not so often that the test does
            // nothing but wait.
            if stream % 4 == 0 {
                answers += count(&engine.ready(), "bestmove ");
            }
            engine.send("stop");
            engine.send("setoption name Hash value 1\nsetoption name Threads value 1\nucinewgame");
        }
        engine.close_input();
        let (lines, status) = engine.exit();
        answers += count(&lines, "bestmove ");
        assert!(status.success(), "conversation {number}: {status}");
        assert_eq!(answers, searches, "conversation {number}");
    }
}
