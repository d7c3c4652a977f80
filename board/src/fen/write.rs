use alloc::string::String;
use alloc::string::ToString as _;
use core::fmt;

use riposte_movegen::{CastlingSide, Color, File, PieceType, Rank, Square};

use crate::state::castling_side_of;
use crate::{Board, Position};

/// How the castling field names a rook.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CastlingStyle {
    /// `K` and `Q` for the outermost rook, its file for an inner one.
    XFen,
    /// Always the file.
    Shredder,
}

/// Writes a position.
struct Writer<'a> {
    position: &'a Position,
    style: CastlingStyle,
}

impl Position {
    /// The position in X-FEN, which is plain FEN for every position of standard
    /// chess. The en passant square is written only if such a capture is legal,
    /// as X-FEN does, so equal positions have equal text.
    pub fn fen(&self) -> String {
        self.to_string()
    }

    /// The position in Shredder-FEN: castling rights by the files of the rooks.
    pub fn shredder_fen(&self) -> String {
        let mut fen = String::new();
        // Writing to a string cannot fail.
        let _ = Writer { position: self, style: CastlingStyle::Shredder }.write(&mut fen);
        fen
    }
}

impl Writer<'_> {
    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let position = self.position;
        self.write_placement(out)?;
        out.write_str(match position.side() {
            Color::White => " w ",
            Color::Black => " b ",
        })?;
        self.write_castling(out)?;
        match position.en_passant() {
            Some(square) => write!(out, " {square}")?,
            None => out.write_str(" -")?,
        }
        write!(out, " {} {}", position.halfmove_clock(), position.fullmove_number())
    }

    fn write_placement(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0;
            for file in File::ALL {
                let Some(piece) = self.position.piece_on(Square::at(file, rank)) else {
                    gap += 1;
                    continue;
                };
                write_gap(out, gap)?;
                gap = 0;
                out.write_char(piece.letter())?;
            }
            write_gap(out, gap)?;
            if rank != Rank::R1 {
                out.write_char('/')?;
            }
        }
        Ok(())
    }

    fn write_castling(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.position.castling().is_empty() {
            return out.write_char('-');
        }
        for color in Color::ALL {
            for wing in CastlingSide::ALL {
                if let Some(rook) = self.position.castling().rook(color, wing) {
                    out.write_char(self.castling_letter(color, wing, rook))?;
                }
            }
        }
        Ok(())
    }

    fn castling_letter(&self, color: Color, wing: CastlingSide, rook: Square) -> char {
        let letter = match wing {
            _ if self.style == CastlingStyle::Shredder || !self.is_outermost(color, rook) => {
                rook.file().letter()
            }
            CastlingSide::King => 'k',
            CastlingSide::Queen => 'q',
        };
        match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Whether no other rook of its side stands further from the king on the
    /// same wing.
    fn is_outermost(&self, color: Color, rook: Square) -> bool {
        let king = self.position.placement().king(color);
        let home = Rank::R1.relative_to(color).bitboard();
        let wing = castling_side_of(king, rook);
        (self.position.placement().of(color, PieceType::Rook) & home)
            .into_iter()
            .filter(|&other| castling_side_of(king, other) == wing)
            .all(|other| {
                other.index().abs_diff(king.index()) <= rook.index().abs_diff(king.index())
            })
    }
}

/// The number of empty squares, if there are any.
fn write_gap(out: &mut impl fmt::Write, gap: u8) -> fmt::Result {
    if gap > 0 { out.write_char(char::from(b'0' + gap)) } else { Ok(()) }
}

impl fmt::Display for Position {
    /// The position as [`Position::fen`] writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writer { position: self, style: CastlingStyle::XFen }.write(f)
    }
}

impl fmt::Display for Board {
    /// The position as [`Position::fen`] writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position().fmt(f)
    }
}
