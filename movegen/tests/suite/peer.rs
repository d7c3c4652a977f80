//! Positions from an independent crate, and its answers in this crate's terms.

use cozy_chess::{Board, Color as PeerColor, Piece as PeerPiece};
use riposte_movegen::{
    Castling, CastlingSide, Color, Move, Piece, PieceType, Placement, Promotion, Situation, Square,
};

/// Small generator of pseudo-random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// Calls `check` on every position of `games` random games from each kind of
/// start: the standard one, Chess960 and double Chess960.
pub fn each_position(games: usize, seed: u64, mut check: impl FnMut(&Board)) {
    let mut random = Random(seed);
    for game in 0..games {
        let mut board = match game % 3 {
            0 => Board::default(),
            1 => Board::chess960_startpos(random.below(960) as u32),
            _ => {
                let (white, black) = (random.below(960) as u32, random.below(960) as u32);
                Board::double_chess960_startpos(white, black)
            }
        };
        for _ in 0..200 {
            check(&board);
            let moves = peer_moves(&board);
            // Draws by the clock end the playout as well as mates.
            if moves.is_empty() || board.status() != cozy_chess::GameStatus::Ongoing {
                break;
            }
            board.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

/// The peer's legal moves.
pub fn peer_moves(board: &Board) -> Vec<cozy_chess::Move> {
    let mut moves = Vec::new();
    board.generate_moves(|list| {
        moves.extend(list);
        false
    });
    moves
}

/// The peer's legal moves, translated and sorted by their bits.
pub fn expected(board: &Board) -> Vec<u16> {
    let mut moves: Vec<u16> =
        peer_moves(board).into_iter().map(|mv| translate(board, mv).bits()).collect();
    moves.sort_unstable();
    moves
}

/// The peer's position in this crate's types. Checkers and pins come from this
/// crate; [`pins_agree`] compares them.
pub fn position(board: &Board) -> (Placement, Situation) {
    let mut placement = Placement::EMPTY;
    for at in board.occupied() {
        let (Some(kind), Some(color)) = (board.piece_on(at), board.color_on(at)) else {
            continue;
        };
        placement.toggle(Piece::new(color_of(color), kind_of(kind)), square_of(at));
    }
    let side = color_of(board.side_to_move());
    let (checkers, pinned) = Situation::checkers_and_pinned(&placement, side);
    let en_passant = peer_moves(board)
        .into_iter()
        .map(|mv| translate(board, mv))
        .find(|mv| mv.is_en_passant())
        .map(Move::to);
    let castling = castling_of(board);
    (placement, Situation { side, en_passant, castling, checkers, pinned })
}

fn castling_of(board: &Board) -> Castling {
    let mut castling = Castling::NONE;
    for color in Color::ALL {
        let rights = board.castle_rights(PeerColor::ALL[color.index()]);
        for (wing, file) in [(CastlingSide::King, rights.short), (CastlingSide::Queen, rights.long)]
        {
            if let Some(file) = file {
                let rank = cozy_chess::Rank::First.relative_to(PeerColor::ALL[color.index()]);
                castling.grant(color, wing, square_of(cozy_chess::Square::new(file, rank)));
            }
        }
    }
    castling
}

fn translate(board: &Board, mv: cozy_chess::Move) -> Move {
    let (from, to) = (square_of(mv.from), square_of(mv.to));
    let pawn = board.piece_on(mv.from) == Some(PeerPiece::Pawn);
    if let Some(kind) = mv.promotion {
        let promotion = Promotion::from_piece_type(kind_of(kind)).expect("four kinds");
        Move::promotion(from, to, promotion)
    } else if board.color_on(mv.to) == Some(board.side_to_move()) {
        Move::castle(from, to)
    } else if pawn && mv.from.file() != mv.to.file() && board.piece_on(mv.to).is_none() {
        Move::en_passant(from, to)
    } else {
        Move::normal(from, to)
    }
}

pub fn square_of(square: cozy_chess::Square) -> Square {
    Square::new(square as u8)
}

fn color_of(color: PeerColor) -> Color {
    Color::ALL[color as usize]
}

fn kind_of(kind: PeerPiece) -> PieceType {
    PieceType::ALL[kind as usize]
}
