//! Random positions: the middles of random games of standard chess, Chess960
//! and double Chess960, and random heaps of pieces.

use riposte_board::Board;
use riposte_movegen::Move;

/// SplitMix64: the same positions in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Start {
    Standard,
    /// Both sides have the same random back rank.
    Chess960,
    /// Each side has its own.
    Double,
}

pub const STARTS: [Start; 3] = [Start::Standard, Start::Chess960, Start::Double];

pub fn start(random: &mut Random, start: Start) -> Board {
    let (white, black) = match start {
        Start::Standard => return Board::startpos(),
        Start::Chess960 => {
            let rank = back_rank(random);
            (rank.clone(), rank)
        }
        Start::Double => (back_rank(random), back_rank(random)),
    };
    let fen = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1",
        black.to_lowercase(),
        white.to_uppercase()
    );
    Board::from_fen(&fen).expect("a starting position")
}

/// Bishops on squares of both colours, the king between the rooks.
fn back_rank(random: &mut Random) -> String {
    let mut rank = [' '; 8];
    rank[2 * random.below(4)] = 'b';
    rank[2 * random.below(4) + 1] = 'b';
    for piece in ['q', 'n', 'n'] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[free[random.below(free.len())]] = piece;
    }
    let mut rest = ['r', 'k', 'r'].into_iter();
    rank.iter()
        .map(|&piece| if piece == ' ' { rest.next().unwrap_or(' ') } else { piece })
        .collect()
}

/// Plays random moves until the game ends, at most `plies`, and shows each
/// position before the move and the move.
pub fn play(
    random: &mut Random,
    board: &mut Board,
    plies: usize,
    mut see: impl FnMut(&Board, Move),
) {
    for _ in 0..plies {
        if board.halfmove_clock() >= 100 {
            return;
        }
        let Some(mv) = random.pick(&board.legal_moves()) else { return };
        see(board, mv);
        board.make(mv);
    }
}

/// A few pieces anywhere, often with pawns about to promote, pins and checks.
pub fn heap(random: &mut Random) -> Board {
    const MEN: [char; 20] = [
        'P', 'P', 'P', 'N', 'B', 'R', 'Q', 'B', 'R', 'Q', 'p', 'p', 'p', 'n', 'b', 'r', 'q', 'b',
        'r', 'q',
    ];
    loop {
        let mut squares = ['.'; 64];
        let count = random.below(14);
        for _ in 0..count {
            squares[random.below(64)] = MEN[random.below(MEN.len())];
        }
        squares[random.below(64)] = 'K';
        squares[random.below(64)] = 'k';
        let ranks: Vec<String> = squares.chunks(8).map(write_rank).collect();
        let en_passant = match random.below(2) {
            0 => "-".to_string(),
            _ => format!("{}{}", (b'a' + random.below(8) as u8) as char, 3 + 3 * random.below(2)),
        };
        let side = ["w", "b"][random.below(2)];
        let fen = format!("{} {side} - {en_passant} 0 1", ranks.join("/"));
        if let Ok(board) = Board::from_fen(&fen) {
            return board;
        }
    }
}

fn write_rank(squares: &[char]) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for &square in squares {
        if square == '.' {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        gap = 0;
        text.push(square);
    }
    if gap > 0 {
        text += &gap.to_string();
    }
    text
}

/// `count` positions of every sort.
pub fn positions(seed: u64, count: usize) -> Vec<Board> {
    let mut random = Random(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        if positions.len() % 3 == 0 {
            positions.push(heap(&mut random));
            continue;
        }
        let kind = STARTS[positions.len() / 3 % 3];
        let mut board = start(&mut random, kind);
        let plies = random.below(120);
        play(&mut random, &mut board, plies, |_, _| {});
        positions.push(board);
    }
    positions
}
