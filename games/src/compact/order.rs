//! The legal moves of a position in the order in which a simple player would look at
//! them. Part of the format: no number here may change without a new version.

use riposte_board::Board;
use riposte_movegen::{
    Bitboard, Move, PieceType, Promotion, Square, Threats, attacked_by, attackers_to,
};

use super::super::game::encode_move;

/// What each kind of piece is worth, from pawn to king.
const VALUES: [i32; PieceType::ALL.len()] = [100, 300, 310, 500, 900, 1000];

/// A move with what the model looks at.
#[derive(Clone, Copy)]
pub struct Candidate {
    pub mv: Move,
    /// What the move seems to win; decides the order.
    key: i32,
    pub kind: PieceType,
    /// Below [`Candidate::CLASSES`]: what kind of move it is.
    pub class: usize,
}

impl Candidate {
    pub const CLASSES: usize = 64;
}

/// What is attacked in a position.
struct Danger {
    threats: Threats,
    defended: Bitboard,
}

impl Danger {
    fn new(board: &Board) -> Self {
        Self { threats: board.threats(), defended: attacked_by(board.placement(), board.side()) }
    }

    /// What a piece of this kind may lose on the square.
    fn loss(&self, kind: PieceType, square: Square, is_defended: bool) -> i32 {
        let value = VALUES[kind.index()];
        let by_lesser = match kind {
            PieceType::Pawn => Bitboard::EMPTY,
            PieceType::Knight | PieceType::Bishop => self.threats.by_pawns,
            PieceType::Rook => self.threats.by_minors,
            PieceType::Queen | PieceType::King => self.threats.by_rooks,
        };
        if by_lesser.has(square) {
            value - 50
        } else if self.threats.all.has(square) && !is_defended {
            value
        } else {
            0
        }
    }
}

/// The legal moves, the likeliest first. `last` is where the last move went.
pub fn candidates(board: &Board, last: Option<Square>) -> Vec<Candidate> {
    let danger = Danger::new(board);
    let checks = board.check_squares();
    let mut candidates: Vec<Candidate> = board
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let is_check = board.gives_check_on(&checks, mv);
            candidate(board, &danger, mv, is_check, last == Some(mv.to()))
        })
        .collect();
    // The bits decide where the keys are equal, so that the generator's order does not.
    candidates.sort_unstable_by_key(|candidate| (-candidate.key, encode_move(candidate.mv)));
    candidates
}

fn candidate(board: &Board, danger: &Danger, mv: Move, check: bool, retakes: bool) -> Candidate {
    let kind = board.moved_piece(mv).kind();
    let victim = board.captured(mv);
    let promotion = match mv.promotes_to() {
        Some(Promotion::Queen) => 800,
        Some(_) => -400,
        None => 0,
    };
    let gain = victim.map_or(0, |victim| VALUES[victim.index()]) + promotion;
    // The piece that moves does not defend the square that it goes to.
    let is_defended = danger.threats.all.has(mv.to()) && {
        let attackers = attackers_to(board.placement(), mv.to(), board.occupied());
        (attackers & board.color(board.side())).without(mv.from()).any()
    };
    let risk = if mv.is_castle() { 0 } else { danger.loss(kind, mv.to(), is_defended) };
    let rescue = danger.loss(kind, mv.from(), danger.defended.has(mv.from()));
    let rescue = if kind == PieceType::King { 0 } else { rescue };
    let place = place(board, kind, mv);
    let net = gain - risk + rescue / 2;
    let key = 4 * net + place + 60 * i32::from(check) + 200 * i32::from(retakes);
    let level = match net {
        ..-400 => 0,
        -400..-120 => 1,
        -120..0 => 2,
        0 => 3 + (place + 16).clamp(0, 47) as usize / 16,
        1..90 => 6,
        90..180 => 7,
        180..320 => 8,
        320..480 => 9,
        _ => 10,
    };
    let is_noisy = usize::from(victim.is_some() || promotion != 0);
    let class = (level * 2 + is_noisy) * 2 + usize::from(check);
    let class =
        if retakes && is_noisy == 1 { 44 + level.min(9) * 2 + usize::from(check) } else { class };
    Candidate { mv, key, kind, class: class.min(Candidate::CLASSES - 1) }
}

/// How much better a piece stands after the move, by its square alone.
fn place(board: &Board, kind: PieceType, mv: Move) -> i32 {
    if mv.is_castle() {
        return 40;
    }
    let worth = |square: Square| {
        let square = square.relative_to(board.side());
        let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
        let off_centre = (2 * file - 7).abs().max((2 * rank - 7).abs());
        match kind {
            PieceType::Pawn => 3 * rank * rank - 2 * (2 * file - 7).abs(),
            PieceType::Knight => -8 * off_centre,
            PieceType::Bishop | PieceType::Queen => -4 * off_centre,
            PieceType::Rook => 2 * rank - (2 * file - 7).abs(),
            PieceType::King => 6 * (2 * file - 7).abs() - 10 * rank,
        }
    };
    worth(mv.to()) - worth(mv.from())
}
