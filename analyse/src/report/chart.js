// The curve of the game, which is also its navigation, and the times per move.

const MARGIN = { left: 34, right: 8, top: 10, bottom: 18 };

/** Evaluations are cut off at so many pawns. */
const MOST_PAWNS = 8;

/** Pawns for the curve; a mate is at the edge. */
function pawns(position) {
  if (position.ending === "checkmate") return position.white ? -MOST_PAWNS : MOST_PAWNS;
  if (!position.score) return null;
  const { cp, mate } = position.score;
  if (mate !== undefined) return mate > 0 ? MOST_PAWNS : -MOST_PAWNS;
  return Math.max(-MOST_PAWNS, Math.min(MOST_PAWNS, cp / 100));
}

/** What a curve shows: a value per position between `low` and `high`, and lines with labels. */
const CURVES = {
  chance: {
    low: 0, high: 100, value: (position) => position.chance,
    lines: [[0, "0%"], [25, ""], [50, "50%"], [75, ""], [100, "100%"]],
  },
  score: {
    low: -MOST_PAWNS, high: MOST_PAWNS, value: pawns,
    lines: [[-MOST_PAWNS, "−8"], [-4, "−4"], [0, "0"], [4, "+4"], [MOST_PAWNS, "+8"]],
  },
};

class Chart {
  /** `onMove` is called with the number of the position that was chosen. */
  constructor(element, clock, onMove) {
    this.element = element;
    this.clock = clock;
    this.kind = "chance";
    this.at = 0;
    this.onMove = onMove;
    this.last = DATA.positions.length - 1;
    const choose = (event) => onMove(this.positionAt(event.clientX));
    for (const target of [element, clock]) {
      target.addEventListener("pointerdown", (event) => {
        target.setPointerCapture(event.pointerId);
        choose(event);
      });
      target.addEventListener("pointermove", (event) => {
        if (event.buttons) choose(event);
      });
    }
    element.setAttribute("aria-valuemin", "0");
    element.setAttribute("aria-valuemax", String(this.last));
    new ResizeObserver(() => this.draw()).observe(element);
  }

  x(index) {
    const inner = this.width - MARGIN.left - MARGIN.right;
    return MARGIN.left + (inner * index) / Math.max(1, this.last);
  }

  positionAt(clientX) {
    const x = clientX - this.element.getBoundingClientRect().left;
    const inner = this.width - MARGIN.left - MARGIN.right;
    const share = (x - MARGIN.left) / Math.max(1, inner);
    return Math.max(0, Math.min(this.last, Math.round(share * this.last)));
  }

  show(kind) {
    this.kind = kind;
    this.draw();
  }

  draw() {
    this.width = this.element.clientWidth || 600;
    this.height = this.element.clientHeight || 180;
    this.element.replaceChildren();
    this.element.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    const curve = CURVES[this.kind];
    const inner = this.height - MARGIN.top - MARGIN.bottom;
    const y = (value) => MARGIN.top + (inner * (curve.high - value)) / (curve.high - curve.low);
    const left = MARGIN.left, right = this.width - MARGIN.right;
    svg(this.element, "rect", { x: left, y: MARGIN.top, width: right - left, height: inner, class: "black-area" });
    const points = DATA.positions
      .map((position, index) => [this.x(index), curve.value(position)])
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([x, value]) => [x.toFixed(1), y(value).toFixed(1)]);
    if (points.length) {
      const line = points.map((point) => point.join(",")).join(" ");
      const floor = y(curve.low);
      const [first, last] = [points[0][0], points[points.length - 1][0]];
      svg(this.element, "polygon", { points: `${first},${floor} ${line} ${last},${floor}`, class: "white-area" });
      svg(this.element, "polyline", { points: line, class: "outline" });
    }
    for (const [value, label] of curve.lines) {
      svg(this.element, "line", { x1: left, x2: right, y1: y(value), y2: y(value), class: label ? "rule" : "rule fine" });
      svg(this.element, "text", { x: left - 5, y: y(value) + 4, "text-anchor": "end", class: "label" }, label);
    }
    this.drawNumbers();
    this.drawMarks(curve, y);
    this.cursor = svg(this.element, "line", { y1: MARGIN.top - 6, y2: this.height - MARGIN.bottom, class: "cursor" });
    this.drawClock();
    this.move(this.at);
  }

  /** The numbers of some moves below the curve. */
  drawNumbers() {
    const steps = [1, 2, 5, 10, 20, 50, 100].map((moves) => moves * 2);
    const step = steps.find((plies) => this.x(plies) - this.x(0) > 34) || 400;
    DATA.positions.forEach((position, index) => {
      if (!position.white || (position.number * 2) % step !== 0 || index === this.last) return;
      svg(this.element, "text", { x: this.x(index), y: this.height - 4, "text-anchor": "middle", class: "label" }, position.number);
    });
  }

  /** A shape for each mistake: circle, triangle, square. */
  drawMarks(curve, y) {
    DATA.plies.forEach((ply, index) => {
      const value = curve.value(DATA.positions[index + 1]);
      if (!ply.judgement || value === null || value === undefined) return;
      const cx = this.x(index + 1), cy = y(value);
      const attributes = { class: "mark " + ply.judgement };
      let mark;
      if (ply.judgement === "inaccuracy") mark = svg(this.element, "circle", { ...attributes, cx, cy, r: 3.5 });
      else if (ply.judgement === "mistake")
        mark = svg(this.element, "polygon", { ...attributes, points: `${cx},${cy - 6} ${cx + 5.5},${cy + 4} ${cx - 5.5},${cy + 4}` });
      else mark = svg(this.element, "rect", { ...attributes, x: cx - 4.5, y: cy - 4.5, width: 9, height: 9 });
      svg(mark, "title", {}, moveNumber(DATA.positions[index]) + " " + ply.san + GLYPHS[ply.judgement]);
    });
  }

  /** Bars for the time of each move: White's up, Black's down. */
  drawClock() {
    const longest = Math.max(0, ...DATA.plies.map((ply) => ply.spent || 0));
    const figure = this.clock.parentElement;
    figure.hidden = longest <= 0;
    if (figure.hidden) return;
    this.clock.replaceChildren();
    const height = this.clock.clientHeight || 70, middle = height / 2;
    this.clock.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
    const width = Math.max(1, Math.min(10, (this.x(1) - this.x(0)) * 0.8));
    const left = MARGIN.left, right = this.width - MARGIN.right;
    svg(this.clock, "line", { x1: left, x2: right, y1: middle, y2: middle, class: "rule" });
    svg(this.clock, "text", { x: left - 5, y: 10, "text-anchor": "end", class: "label" }, timeText(longest));
    DATA.plies.forEach((ply, index) => {
      if (!ply.spent) return;
      const length = Math.max(1, (ply.spent / longest) * (middle - 2));
      const white = DATA.positions[index].white;
      const bar = svg(this.clock, "rect", {
        x: this.x(index + 1) - width / 2, y: white ? middle - length : middle, width, height: length,
        class: white ? "white-bar" : "black-bar",
      });
      svg(bar, "title", {}, moveNumber(DATA.positions[index]) + " " + ply.san + ": " + timeText(ply.spent));
    });
  }

  /** Puts the cursor on a position. */
  move(at) {
    this.at = at;
    const x = this.x(at);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    const { chance } = DATA.positions[at];
    const place = at === 0 ? "start" : moveNumber(DATA.positions[at - 1]) + " " + DATA.plies[at - 1].san;
    this.element.setAttribute("aria-valuenow", String(at));
    const value = chance === null ? "" : ", White " + Math.round(chance) + "%";
    this.element.setAttribute("aria-valuetext", place + value);
  }
}
