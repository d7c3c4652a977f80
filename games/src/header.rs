//! The 32 bytes of a game's start position, result and ending.

use std::fmt::Write;

use riposte_board::Board;
use riposte_movegen::{Bitboard, CastlingSide, Color, File, Piece, PieceType, Rank, Square};

use super::{Ending, Fault, FaultKind, Outcome};

/// Bytes of a header.
pub(super) const SIZE: usize = 32;
/// Where the result stands.
pub(super) const RESULT: usize = 30;

const MEN: usize = 8;
const SIDE: usize = 24;
const CLOCK: usize = 25;
const NUMBER: usize = 26;
const ENDING: usize = 31;

/// A rook that may still castle.
const CASTLING_ROOK: u8 = 6;
const BLACK: u8 = 8;
const NO_SQUARE: u8 = 64;
const BLACK_TO_MOVE: u8 = 128;

pub(super) fn encode(board: &Board, outcome: Outcome, ending: Ending) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    bytes[..MEN].copy_from_slice(&board.occupied().0.to_le_bytes());
    for (number, square) in board.occupied().into_iter().enumerate() {
        let code = board.piece_on(square).map_or(0, |piece| man_code(board, piece, square));
        bytes[MEN + number / 2] |= code << (4 * (number % 2));
    }
    bytes[SIDE] = board.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
    if board.side() == Color::Black {
        bytes[SIDE] |= BLACK_TO_MOVE;
    }
    bytes[CLOCK] = u8::try_from(board.halfmove_clock()).unwrap_or(u8::MAX);
    let number = u16::try_from(board.fullmove_number()).unwrap_or(u16::MAX);
    bytes[NUMBER..NUMBER + 2].copy_from_slice(&number.to_le_bytes());
    bytes[RESULT] = outcome as u8;
    bytes[ENDING] = ending as u8;
    bytes
}

fn man_code(board: &Board, piece: Piece, square: Square) -> u8 {
    let castles = CastlingSide::ALL
        .into_iter()
        .any(|wing| board.castling().rook(piece.color(), wing) == Some(square));
    let kind = if castles { CASTLING_ROOK } else { piece.kind().index() as u8 };
    if piece.color() == Color::Black { kind | BLACK } else { kind }
}

/// What can be checked without setting up the position.
pub(super) fn check(bytes: &[u8]) -> Result<(), Fault> {
    let Some(bytes) = bytes.first_chunk::<SIZE>() else {
        return Err(Fault::at(bytes.len(), FaultKind::Truncated));
    };
    let pieces = occupied(bytes).len();
    if !(2..=32).contains(&pieces) {
        let kind = FaultKind::ManCount(pieces);
        return Err(Fault::at(0, kind));
    }
    for number in 0..pieces as usize {
        let code = code(bytes, number);
        if code & !BLACK > CASTLING_ROOK {
            return Err(Fault::at(MEN + number / 2, FaultKind::Man { number: number + 1, code }));
        }
    }
    let square = bytes[SIDE] & !BLACK_TO_MOVE;
    if square > NO_SQUARE {
        return Err(Fault::at(SIDE, FaultKind::EnPassant(square)));
    }
    outcome(bytes)?;
    ending(bytes)?;
    Ok(())
}

/// The position, result and ending.
pub(super) fn decode(bytes: &[u8]) -> Result<(Board, Outcome, Ending), Fault> {
    check(bytes)?;
    let Some(bytes) = bytes.first_chunk::<SIZE>() else {
        return Err(Fault::at(bytes.len(), FaultKind::Truncated));
    };
    // Through FEN, because the board takes positions in no other form and
    // because every check of an outside position is made there.
    let board =
        Board::from_fen(&fen(bytes)).map_err(|error| Fault::at(0, FaultKind::Position(error)))?;
    Ok((board, outcome(bytes)?, ending(bytes)?))
}

fn occupied(bytes: &[u8; SIZE]) -> Bitboard {
    let mut word = [0; MEN];
    word.copy_from_slice(&bytes[..MEN]);
    Bitboard(u64::from_le_bytes(word))
}

/// The four bits of the piece with this number, counted from 0.
fn code(bytes: &[u8; SIZE], number: usize) -> u8 {
    bytes[MEN + number / 2] >> (4 * (number % 2)) & 15
}

fn outcome(bytes: &[u8; SIZE]) -> Result<Outcome, Fault> {
    let byte = bytes[RESULT];
    let found = Outcome::ALL.into_iter().find(|&outcome| outcome as u8 == byte);
    found.ok_or(Fault::at(RESULT, FaultKind::Result(byte)))
}

fn ending(bytes: &[u8; SIZE]) -> Result<Ending, Fault> {
    let byte = bytes[ENDING];
    let found = Ending::ALL.into_iter().find(|&ending| ending as u8 == byte);
    found.ok_or(Fault::at(ENDING, FaultKind::Ending(byte)))
}

/// The code of the piece on each square.
pub(super) fn codes(bytes: &[u8; SIZE]) -> [Option<u8>; Square::COUNT] {
    let mut codes = [None; Square::COUNT];
    for (number, square) in occupied(bytes).into_iter().take(32).enumerate() {
        codes[square.index()] = Some(code(bytes, number));
    }
    codes
}

/// Writes the codes of at most 32 pieces, the inverse of [`codes`]; others are left out.
pub(super) fn place_codes(bytes: &mut [u8; SIZE], codes: &[Option<u8>; Square::COUNT]) {
    let mut occupied = Bitboard::EMPTY;
    let pieces = Square::all().filter_map(|square| Some((square, codes[square.index()]?)));
    for (number, (square, code)) in pieces.take(32).enumerate() {
        occupied = occupied.with(square);
        bytes[MEN + number / 2] |= code << (4 * (number % 2));
    }
    bytes[..MEN].copy_from_slice(&occupied.0.to_le_bytes());
}

/// En passant square, side, clock, number of the move, result and ending.
pub(super) fn fields(bytes: &[u8; SIZE]) -> [u16; 6] {
    let square = bytes[SIDE] & !BLACK_TO_MOVE;
    let number = u16::from_le_bytes([bytes[NUMBER], bytes[NUMBER + 1]]);
    let [side, clock] = [bytes[SIDE] >> 7, bytes[CLOCK]];
    // No square, the usual case, is the smallest number.
    let square = (NO_SQUARE - square.min(NO_SQUARE)).into();
    [square, side.into(), clock.into(), number, bytes[RESULT].into(), bytes[ENDING].into()]
}

/// Writes what [`fields`] has read.
pub(super) fn place_fields(bytes: &mut [u8; SIZE], fields: [u16; 6]) {
    let [square, side, clock, number, result, ending] = fields;
    bytes[SIDE] = NO_SQUARE.wrapping_sub(square as u8) & !BLACK_TO_MOVE | (side as u8) << 7;
    bytes[CLOCK] = clock as u8;
    bytes[NUMBER..NUMBER + 2].copy_from_slice(&number.to_le_bytes());
    bytes[RESULT] = result as u8;
    bytes[ENDING] = ending as u8;
}

/// The position in Shredder-FEN. The bytes have passed [`check`].
fn fen(bytes: &[u8; SIZE]) -> String {
    let mut pieces = [None; Square::COUNT];
    let mut castling = String::new();
    for (number, square) in occupied(bytes).into_iter().enumerate() {
        let code = code(bytes, number);
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let castles = code & !BLACK == CASTLING_ROOK;
        let kind =
            if castles { PieceType::Rook } else { PieceType::ALL[usize::from(code & !BLACK)] };
        if castles {
            let letter = square.file().letter();
            castling.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
        pieces[square.index()] = Some(Piece::new(color, kind));
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let side = if bytes[SIDE] & BLACK_TO_MOVE == 0 { 'w' } else { 'b' };
    let en_passant = match bytes[SIDE] & !BLACK_TO_MOVE {
        NO_SQUARE => "-".to_owned(),
        square => Square::new(square).to_string(),
    };
    let number = u16::from_le_bytes([bytes[NUMBER], bytes[NUMBER + 1]]);
    let clock = bytes[CLOCK];
    format!("{} {side} {castling} {en_passant} {clock} {number}", placement(&pieces))
}

fn placement(pieces: &[Option<Piece>; Square::COUNT]) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let mut gap = 0;
        for file in File::ALL {
            let Some(piece) = pieces[Square::at(file, rank).index()] else {
                gap += 1;
                continue;
            };
            push_gap(&mut text, &mut gap);
            text.push(piece.letter());
        }
        push_gap(&mut text, &mut gap);
        if rank != Rank::R1 {
            text.push('/');
        }
    }
    text
}

fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{gap}");
        *gap = 0;
    }
}
