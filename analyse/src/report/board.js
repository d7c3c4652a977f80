// The board as SVG.

const SVG = "http://www.w3.org/2000/svg";

/** A new SVG element with attributes, the last child of `parent`. */
function svg(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  parent.appendChild(element);
  return element;
}

/** A new HTML element with a class and text, the last child of `parent`. */
function html(parent, name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  parent.appendChild(element);
  return element;
}

const PIECE_NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** What stands where, for people who do not see the board. */
function describe(squares) {
  const sides = { white: [], black: [] };
  squares.forEach((piece, square) => {
    if (!piece) return;
    const name = PIECE_NAMES[piece.toLowerCase()] + " " + nameOf(square);
    sides[isWhite(piece) ? "white" : "black"].push(name);
  });
  return "White: " + sides.white.join(", ") + ". Black: " + sides.black.join(", ") + ".";
}

/** The upper left corner of a square. */
function corner(square, flipped) {
  const file = square % 8, rank = square >> 3;
  return flipped ? [(7 - file) * 100, rank * 100] : [file * 100, (7 - rank) * 100];
}

/**
 * Draws a position. `moved` is the UCI move that led to it, `arrows` are
 * `{uci, kind}` with kind "better" or "next".
 */
function drawBoard(element, { squares, moved, check, arrows, flipped }) {
  element.replaceChildren();
  for (let square = 0; square < 64; square++) {
    const [x, y] = corner(square, flipped);
    const light = ((square % 8) + (square >> 3)) % 2 === 1;
    svg(element, "rect", { x, y, width: 100, height: 100, class: light ? "light" : "dark" });
  }
  if (moved) {
    for (const square of [squareOf(moved), squareOf(moved.slice(2))]) {
      const [x, y] = corner(square, flipped);
      svg(element, "rect", { x: x + 3, y: y + 3, width: 94, height: 94, class: "moved" });
    }
  }
  drawCoordinates(element, flipped);
  squares.forEach((piece, square) => {
    if (!piece) return;
    const [x, y] = corner(square, flipped);
    if (check && piece === check) svg(element, "circle", { cx: x + 50, cy: y + 50, r: 47, class: "check" });
    svg(element, "use", {
      href: "#" + piece.toUpperCase(), x: x + 4, y: y + 4, width: 92, height: 92,
      class: isWhite(piece) ? "white" : "black",
    });
  });
  for (const arrow of arrows) drawArrow(element, arrow, flipped);
  element.setAttribute("aria-label", describe(squares));
}

function drawCoordinates(element, flipped) {
  for (let index = 0; index < 8; index++) {
    const file = flipped ? 7 - index : index, rank = flipped ? index : 7 - index;
    const fileClass = (index % 2 === 0 ? "on-dark" : "on-light") + " coordinate";
    const rankClass = (index % 2 === 0 ? "on-light" : "on-dark") + " coordinate";
    svg(element, "text", { x: index * 100 + 92, y: 793, class: fileClass, "text-anchor": "end" }, "abcdefgh"[file]);
    svg(element, "text", { x: 5, y: index * 100 + 24, class: rankClass }, String(rank + 1));
  }
}

function drawArrow(element, { uci, kind }, flipped) {
  const centre = (name) => corner(squareOf(name), flipped).map((value) => value + 50);
  const [x1, y1] = centre(uci), [x2, y2] = centre(uci.slice(2));
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (along, across) => [x1 + dx * along - dy * across, y1 + dy * along + dx * across].map((v) => v.toFixed(1)).join(",");
  const neck = length - 38;
  const group = svg(element, "g", { class: "arrow " + kind });
  svg(group, "line", {
    x1: x1 + dx * 18, y1: y1 + dy * 18, x2: x1 + dx * neck, y2: y1 + dy * neck,
  });
  svg(group, "polygon", { points: [at(length - 6, 0), at(neck, 22), at(neck, -22)].join(" ") });
}
