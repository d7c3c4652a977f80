// Positions: just enough chess to replay moves that are known to be legal.

const DATA = JSON.parse(document.getElementById("data").textContent);

/** The 64 squares of a FEN from a1 to h8: piece letters, "" where empty. */
function readFen(fen) {
  const squares = new Array(64).fill("");
  fen.split(" ")[0].split("/").forEach((text, row) => {
    let file = 0;
    for (const letter of text) {
      if (/\d/.test(letter)) file += Number(letter);
      else squares[(7 - row) * 8 + file++] = letter;
    }
  });
  return squares;
}

const squareOf = (name) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
const nameOf = (square) => "abcdefgh"[square % 8] + (1 + (square >> 3));
const isWhite = (piece) => piece !== piece.toLowerCase();

/**
 * The squares after a UCI move. Castling may be the king's two steps or the king taking
 * its own rook.
 */
function play(squares, uci) {
  const after = squares.slice();
  const from = squareOf(uci), to = squareOf(uci.slice(2));
  const piece = squares[from], target = squares[to];
  const kind = piece.toLowerCase();
  const takesOwnRook = target.toLowerCase() === "r" && isWhite(target) === isWhite(piece);
  if (kind === "k" && (takesOwnRook || Math.abs((from % 8) - (to % 8)) > 1)) {
    const rank = from - (from % 8);
    const kingSide = to > from;
    const rook = takesOwnRook ? to : rank + (kingSide ? 7 : 0);
    const rookLetter = squares[rook];
    after[from] = after[rook] = "";
    after[rank + (kingSide ? 6 : 2)] = piece;
    after[rank + (kingSide ? 5 : 3)] = rookLetter;
    return after;
  }
  after[from] = "";
  after[to] = piece;
  if (kind === "p") {
    // A pawn that changes its file without a capture takes en passant.
    if (from % 8 !== to % 8 && target === "") after[(from & 56) + (to % 8)] = "";
    if (uci.length > 4) after[to] = isWhite(piece) ? uci[4].toUpperCase() : uci[4];
  }
  return after;
}

/** The squares before each move of the game and after the last. */
function replay() {
  const all = [readFen(DATA.start)];
  for (const ply of DATA.plies) all.push(play(all[all.length - 1], ply.uci));
  return all;
}

const GLYPHS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** "12." or "12..." */
const moveNumber = (position) => position.number + (position.white ? "." : "...");

/** White's evaluation as people write it: +0.31, #-3. */
function scoreText(score) {
  if (!score) return "";
  if (score.mate !== undefined) return "#" + score.mate;
  const pawns = score.cp / 100;
  return (pawns > 0 ? "+" : pawns < 0 ? "−" : "") + Math.abs(pawns).toFixed(2);
}

/** A number of percentage points with few digits. */
const points = (value) => (value >= 10 ? value.toFixed(0) : value.toFixed(1));

/** Seconds as a clock shows them. */
function timeText(seconds) {
  if (seconds < 60) return (seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0)) + " s";
  const whole = Math.round(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  return (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(whole % 60);
}
