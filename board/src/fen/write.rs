use std::fmt;

use riposte_movegen::{Color, File, PieceType, Rank, Square, Wing};

use crate::Board;
use crate::state::wing_of_castling;

/// How the castling field names a rook.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CastlingStyle {
    /// `K` and `Q` for the outermost rook, its file for an inner one.
    XFen,
    /// Always the file.
    Shredder,
}

impl Board {
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
        let _ = self.write_fen(&mut fen, CastlingStyle::Shredder);
        fen
    }

    fn write_fen(&self, out: &mut impl fmt::Write, style: CastlingStyle) -> fmt::Result {
        self.write_placement(out)?;
        out.write_str(match self.side() {
            Color::White => " w ",
            Color::Black => " b ",
        })?;
        self.write_castling(out, style)?;
        match self.en_passant() {
            Some(square) => write!(out, " {square}")?,
            None => out.write_str(" -")?,
        }
        write!(out, " {} {}", self.halfmove_clock(), self.fullmove_number())
    }

    fn write_placement(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0;
            for file in File::ALL {
                let Some(piece) = self.piece_on(Square::at(file, rank)) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    write!(out, "{gap}")?;
                }
                gap = 0;
                out.write_char(piece.letter())?;
            }
            if gap > 0 {
                write!(out, "{gap}")?;
            }
            if rank != Rank::R1 {
                out.write_char('/')?;
            }
        }
        Ok(())
    }

    fn write_castling(&self, out: &mut impl fmt::Write, style: CastlingStyle) -> fmt::Result {
        if self.castling().is_empty() {
            return out.write_char('-');
        }
        for color in Color::ALL {
            for wing in Wing::ALL {
                if let Some(rook) = self.castling().rook(color, wing) {
                    out.write_char(self.castling_letter(color, wing, rook, style))?;
                }
            }
        }
        Ok(())
    }

    fn castling_letter(
        &self,
        color: Color,
        wing: Wing,
        rook: Square,
        style: CastlingStyle,
    ) -> char {
        let letter = match wing {
            _ if style == CastlingStyle::Shredder || !self.is_outermost(color, rook) => {
                rook.file().letter()
            }
            Wing::King => 'k',
            Wing::Queen => 'q',
        };
        match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Whether no other rook of its side stands further from the king on the
    /// same wing.
    fn is_outermost(&self, color: Color, rook: Square) -> bool {
        let king = self.king(color);
        let home = Rank::R1.relative_to(color).bitboard();
        let wing = wing_of_castling(king, rook);
        (self.of(color, PieceType::Rook) & home)
            .into_iter()
            .filter(|&other| wing_of_castling(king, other) == wing)
            .all(|other| {
                other.index().abs_diff(king.index()) <= rook.index().abs_diff(king.index())
            })
    }
}

impl fmt::Display for Board {
    /// The position as [`Board::fen`] writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_fen(f, CastlingStyle::XFen)
    }
}
