//! What the tests that need tables share.

use std::path::PathBuf;

use riposte_board::Board;
use riposte_syzygy::Tables;

/// The variable that names the folder with complete tables for three and four
/// pieces.
pub const FOLDER: &str = "RIPOSTE_SYZYGY";

/// The folder with tables. Without one the test that asks is skipped, and says
/// so.
#[allow(clippy::print_stdout, reason = "a skipped test has to say so")]
pub fn folder(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(FOLDER).map(PathBuf::from);
    if folder.is_none() {
        println!("SKIPPED: {test}: {FOLDER} names no folder with tables");
    }
    folder
}

/// All tables of a folder, which must be without error.
pub fn open(folder: &PathBuf) -> Tables {
    let (tables, errors) = Tables::open(&[folder]);
    assert!(errors.is_empty(), "{errors:?}");
    assert!(tables.max_pieces() >= 4, "too few tables in {}", folder.display());
    tables
}

/// Numbers that are the same in every run (xorshift64*, Vigna 2016).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

/// A random legal position with the pieces of a table's name, or of its reverse.
pub fn random_position(random: &mut Random, name: &str) -> Board {
    loop {
        let mut squares = [' '; 64];
        let mut color = random.below(2) == 1;
        for letter in name.chars() {
            if letter == 'v' {
                color = !color;
                continue;
            }
            let letter = if color { letter } else { letter.to_ascii_lowercase() };
            let square = loop {
                let square = random.below(64);
                let is_edge = square / 8 == 0 || square / 8 == 7;
                if squares[square] == ' ' && !(is_edge && letter.eq_ignore_ascii_case(&'p')) {
                    break square;
                }
            };
            squares[square] = letter;
        }
        let side = ["w", "b"][random.below(2)];
        let fen = format!("{} {side} - {} 0 1", placement(&squares), en_passant(&squares, side));
        if let Ok(board) = Board::from_fen(&fen) {
            return board;
        }
    }
}

fn placement(squares: &[char; 64]) -> String {
    let ranks: Vec<String> = squares
        .chunks(8)
        .map(|rank| {
            let rank: String = rank.iter().collect();
            (1..=8).rev().fold(rank, |rank, gap| rank.replace(&" ".repeat(gap), &gap.to_string()))
        })
        .collect();
    ranks.join("/")
}

/// A square over which an enemy pawn may just have gone beside one of ours.
fn en_passant(squares: &[char; 64], side: &str) -> String {
    let (rank, behind, before, own, other) =
        if side == "w" { (3, 2, 1, 'P', 'p') } else { (4, 5, 6, 'p', 'P') };
    for file in 0..8_usize {
        let at = |rank: usize, file: usize| squares[rank * 8 + file];
        let beside = [file.wrapping_sub(1), file + 1];
        let can_take = beside.iter().any(|&near| near < 8 && at(rank, near) == own);
        let is_free = at(behind, file) == ' ' && at(before, file) == ' ';
        if at(rank, file) == other && can_take && is_free {
            return format!("{}{}", (b'a' + file as u8) as char, 8 - behind);
        }
    }
    "-".to_owned()
}
