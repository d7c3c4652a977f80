// The page: one state, drawn as a whole whenever it changes.

const byId = (id) => document.getElementById(id);

/** Squares before each move and after the last. */
const BOARDS = DATA.positions.length ? replay() : [];

const state = {
  /** Moves of the game before the position shown. */
  at: 0,
  /** A line that is tried out: from position `from`, `uci` and `san`, `shown` moves of it. */
  line: null,
  flipped: false,
  arrows: true,
  /** The timer of the replay. */
  timer: null,
};

let chart = null;
const cells = [];

function goTo(at) {
  state.at = Math.max(0, Math.min(DATA.plies.length, at));
  state.line = null;
  render();
}

/** Shows the first `shown` moves of a line from position `from`. */
function tryLine(from, line, shown) {
  state.line = { from, uci: line.uci, san: line.san, shown };
  render();
}

function step(by) {
  if (!state.line) return goTo(state.at + by);
  const shown = state.line.shown + by;
  if (shown < 1) return goTo(state.line.from);
  state.line.shown = Math.min(shown, state.line.uci.length);
  render();
}

/** Goes to the next or previous move that was a mistake of some kind. */
function seek(by) {
  for (let at = state.at + by; at > 0 && at <= DATA.plies.length; at += by) {
    if (DATA.plies[at - 1].judgement) return goTo(at);
  }
}

function togglePlay() {
  const stop = () => {
    clearInterval(state.timer);
    state.timer = null;
    byId("play").textContent = "▶▶";
    byId("play").setAttribute("aria-label", "Play");
  };
  if (state.timer) return stop();
  if (state.at === DATA.plies.length) goTo(0);
  byId("play").textContent = "❚❚";
  byId("play").setAttribute("aria-label", "Pause");
  state.timer = setInterval(() => {
    if (state.at === DATA.plies.length) return stop();
    goTo(state.at + 1);
  }, 1000);
}

/** The position that is shown: squares, the move that led to it and arrows. */
function shownPosition() {
  if (state.line) {
    const { from, uci, shown } = state.line;
    let squares = BOARDS[from];
    for (const mv of uci.slice(0, shown)) squares = play(squares, mv);
    return { squares, moved: uci[shown - 1], check: null, arrows: [] };
  }
  const { at } = state;
  const position = DATA.positions[at];
  const ply = DATA.plies[at - 1];
  const arrows = [];
  const before = at > 0 ? DATA.positions[at - 1].lines[0] : null;
  if (state.arrows) {
    if (ply && ply.judgement && before) arrows.push({ uci: before.uci[0], kind: "better" });
    else if (position.lines[0]) arrows.push({ uci: position.lines[0].uci[0], kind: "next" });
  }
  const check = position.check ? (position.white ? "K" : "k") : null;
  return { squares: BOARDS[at], moved: ply && ply.uci, check, arrows };
}

function render() {
  if (!BOARDS.length) return;
  drawBoard(byId("board"), { ...shownPosition(), flipped: state.flipped });
  renderPlayers();
  renderGauge();
  renderNow();
  renderCompare();
  renderLines();
  cells.forEach((cell, index) => {
    if (index + 1 === state.at) cell.setAttribute("aria-current", "true");
    else cell.removeAttribute("aria-current");
  });
  scrollMoves();
  chart.move(state.at);
  renderReadout();
}

/** Keeps the current move in view without moving the page. */
function scrollMoves() {
  const box = byId("moves"), cell = cells[state.at - 1];
  if (!cell) return void (box.scrollTop = 0);
  const top = cell.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
}

function clockOf(isWhite) {
  for (let at = state.at; at > 0; at--) {
    if (DATA.positions[at - 1].white === isWhite) return DATA.plies[at - 1].clock;
  }
  return null;
}

function renderPlayers() {
  for (const [id, index] of [["player-top", state.flipped ? 0 : 1], ["player-bottom", state.flipped ? 1 : 0]]) {
    const side = DATA.sides[index], element = byId(id);
    element.replaceChildren();
    html(element, "span", "disc " + (index === 0 ? "white" : "black"));
    html(element, "span", "name", side.name + (side.elo ? " (" + side.elo + ")" : ""));
    if (side.accuracy !== null) html(element, "span", "accuracy", "accuracy " + side.accuracy.toFixed(0) + "%");
    const clock = clockOf(index === 0);
    if (clock !== null) html(element, "span", "clock", timeText(clock));
  }
}

function renderGauge() {
  const { chance, score, ending } = DATA.positions[state.at];
  const white = chance === null ? 50 : chance;
  byId("gauge-white").style.height = white + "%";
  byId("gauge").classList.toggle("flipped", state.flipped);
  byId("gauge-text").textContent = ending ? "" : scoreText(score).replace(/(\.\d)\d$/, "$1");
}

function renderReadout() {
  const { chance, score, wdl, depth } = DATA.positions[state.at];
  const parts = [];
  if (chance !== null) parts.push("White " + chance.toFixed(0) + "%");
  if (score) parts.push(scoreText(score));
  if (wdl) parts.push("win/draw/loss " + wdl.map((share) => Math.round(share / 10)).join("/"));
  if (depth !== null) parts.push("depth " + depth);
  byId("readout").textContent = parts.join(" · ");
}

/** The move that led here, and what is said about it. */
function renderNow() {
  const element = byId("now");
  element.replaceChildren();
  if (state.line) {
    const { from, san, shown } = state.line;
    html(element, "p", "", "Trying a line after " + placeText(from) + ": " + lineText(from, san.slice(0, shown)));
    const back = html(element, "button", "", "Back to the game (Esc)");
    back.onclick = () => goTo(from);
    return;
  }
  const { at } = state;
  if (at === 0) {
    html(element, "p", "headline", "Starting position");
  } else {
    const ply = DATA.plies[at - 1];
    const glyph = GLYPHS[ply.judgement] || "";
    const headline = html(element, "p", "headline", moveNumber(DATA.positions[at - 1]) + " " + ply.san + glyph);
    if (ply.judgement) html(headline, "span", "tag " + ply.judgement, ply.judgement);
    else if (ply.best) html(headline, "span", "tag best", "best move");
    html(element, "p", "facts", factsText(at));
    if (ply.comment) html(element, "p", "comment", ply.comment);
  }
  const { ending } = DATA.positions[at];
  if (ending) html(element, "p", "", ending === "checkmate" ? "Checkmate." : "Stalemate.");
  if (at === DATA.plies.length && DATA.error) html(element, "p", "error", "The game could not be read on: " + DATA.error);
}

/** How the winning chance of the side that moved has changed. */
function factsText(at) {
  const ply = DATA.plies[at - 1];
  const [before, after] = [DATA.positions[at - 1], DATA.positions[at]];
  const parts = [];
  if (ply.loss !== null) {
    const own = (position) => Math.round(before.white ? position.chance : 100 - position.chance) + "%";
    const lost = ply.loss >= 0.5 ? " (lost " + points(ply.loss) + ")" : "";
    parts.push((before.white ? "White" : "Black") + "'s chance " + own(before) + " → " + own(after) + lost);
  }
  if (ply.spent !== null) parts.push("took " + timeText(ply.spent));
  return parts.join(" · ");
}

const placeText = (at) =>
  at === 0 ? "the start" : moveNumber(DATA.positions[at - 1]) + " " + DATA.plies[at - 1].san;

/** Moves from position `from` with their numbers. */
function lineText(from, san) {
  let { number, white } = DATA.positions[from];
  return san
    .map((mv, index) => {
      const text = white ? number + ". " + mv : (index === 0 ? number + "... " : "") + mv;
      if (!white) number++;
      white = !white;
      return text;
    })
    .join(" ");
}

/** Buttons for the moves of a line from position `from`. */
function lineButtons(parent, from, line, most) {
  let { number, white } = DATA.positions[from];
  line.san.slice(0, most).forEach((san, index) => {
    const prefix = white ? number + ". " : index === 0 ? number + "... " : "";
    const button = html(parent, "button", "pv", prefix + san);
    const shown = index + 1;
    button.onclick = () => tryLine(from, line, shown);
    const tried = state.line;
    if (tried && tried.from === from && tried.uci === line.uci && tried.shown === shown) button.setAttribute("aria-current", "true");
    if (!white) number++;
    white = !white;
  });
}

/** The move that was played beside the best one. */
function renderCompare() {
  const element = byId("compare");
  element.replaceChildren();
  const at = state.line ? state.line.from : state.at;
  const ply = DATA.plies[at - 1];
  if (!ply) return;
  const before = DATA.positions[at - 1], after = DATA.positions[at];
  const best = before.lines[0];
  if (!best || ply.best) return;
  const row = (label, position, line, from) => {
    const item = html(element, "div", "choice");
    html(item, "b", "", label);
    html(item, "span", "score", position);
    const moves = html(item, "span", "moves");
    lineButtons(moves, from, line, 10);
  };
  const next = after.lines[0] || { uci: [], san: [] };
  const played = { uci: [ply.uci, ...next.uci], san: [ply.san, ...next.san] };
  row("Played", after.ending === "checkmate" ? "mate" : scoreText(after.score), played, at - 1);
  row("Best", scoreText(best.score), best, at - 1);
}

function renderLines() {
  const element = byId("lines");
  element.replaceChildren();
  const at = state.line ? state.line.from : state.at;
  const { lines } = DATA.positions[at];
  for (const line of lines) {
    const item = html(element, "li");
    html(item, "span", "score", scoreText(line.score));
    const moves = html(item, "span", "moves");
    lineButtons(moves, at, line, 12);
  }
  if (!lines.length) html(element, "li", "none", "No line.");
}

/** The list of moves, made once. */
function buildMoves() {
  const table = html(byId("moves"), "table", "moves");
  let row = null;
  DATA.plies.forEach((ply, index) => {
    const position = DATA.positions[index];
    if (position.white || !row) {
      row = html(table, "tr");
      html(row, "th", "", position.number + ".");
      if (!position.white) html(row, "td", "", "…");
    }
    const cell = html(html(row, "td"), "button", "move " + (ply.judgement || ""));
    html(cell, "span", "san", ply.san + (GLYPHS[ply.judgement] || ""));
    if (ply.spent !== null) html(cell, "span", "spent", timeText(ply.spent).replace(" ", ""));
    cell.onclick = () => goTo(index + 1);
    cells.push(cell);
  });
}

function buildSummary() {
  const table = byId("summary");
  const [white, black] = DATA.sides;
  const rows = [["", white.name, black.name]];
  const share = (value) => (value === null ? "–" : value.toFixed(0) + "%");
  rows.push(["Accuracy", share(white.accuracy), share(black.accuracy)]);
  ["Inaccuracies ?!", "Mistakes ?", "Blunders ??"].forEach((name, index) => {
    rows.push([name, white.errors[index], black.errors[index]]);
  });
  const loss = (side) => (side.loss === null ? "–" : side.loss.toFixed(1));
  rows.push(["Mean loss, points", loss(white), loss(black)]);
  const time = (isWhite) => {
    const own = DATA.plies.filter((ply, index) => DATA.positions[index].white === isWhite && ply.spent !== null);
    return own.length ? timeText(own.reduce((sum, ply) => sum + ply.spent, 0) / own.length) : null;
  };
  if (time(true) || time(false)) rows.push(["Mean time per move", time(true) || "–", time(false) || "–"]);
  rows.forEach((texts, index) => {
    const row = html(table, "tr");
    texts.forEach((text, column) => html(row, index === 0 || column === 0 ? "th" : "td", "", String(text)));
  });
}

function buildMoments() {
  const element = byId("moments");
  DATA.plies.forEach((ply, index) => {
    if (!ply.moment) return;
    const position = DATA.positions[index];
    const card = html(element, "article", "moment");
    const heading = html(card, "button", "moment-title", moveNumber(position) + " " + ply.san + (GLYPHS[ply.judgement] || ""));
    heading.onclick = () => goTo(index + 1);
    const text = ply.moment === "only"
      ? "The only good move, and it was found."
      : (position.white ? "White" : "Black") + " lost " + points(ply.loss) + " points of winning chance.";
    html(card, "p", "", text);
    const list = html(card, "ol");
    for (const line of position.lines) {
      const item = html(list, "li");
      html(item, "span", "score", scoreText(line.score));
      lineButtons(html(item, "span", "moves"), index, line, 6);
    }
  });
  if (!element.children.length) html(element, "p", "none", "None: no mistake, and no position with only one good move.");
}

function buildHead() {
  const [white, black] = DATA.sides;
  const tag = (name) => (DATA.tags.find(([key, value]) => key === name && !value.startsWith("?")) || [])[1];
  byId("title").textContent = white.name + " – " + black.name + "  " + DATA.result;
  const opening = DATA.opening ? DATA.opening.eco + " " + DATA.opening.name : [tag("ECO"), tag("Opening")].filter(Boolean).join(" ");
  const parts = [opening, tag("Event"), tag("Round") && "round " + tag("Round"), tag("Date"), tag("Variant"), tag("TimeControl")];
  byId("about").textContent = parts.filter(Boolean).join(" · ");
  if (DATA.error) {
    byId("error").hidden = false;
    byId("error").textContent = "⚠ " + DATA.error;
  }
  byId("engine").textContent = "Analysed by " + DATA.engine + ".";
  for (const [name, value] of DATA.tags) {
    html(byId("tags"), "dt", "", name);
    html(byId("tags"), "dd", "", value);
  }
}

const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => goTo(0),
  End: () => goTo(DATA.plies.length),
  n: () => seek(1),
  p: () => seek(-1),
  " ": togglePlay,
  f: () => byId("flip").click(),
  a: () => byId("arrows").click(),
  Escape: () => state.line && goTo(state.line.from),
};

function listen() {
  const click = { "go-first": KEYS.Home, "go-back": KEYS.ArrowLeft, play: togglePlay, "go-next": KEYS.ArrowRight, "go-last": KEYS.End };
  for (const id in click) byId(id).onclick = click[id];
  byId("flip").onclick = () => {
    state.flipped = !state.flipped;
    render();
  };
  byId("arrows").onclick = () => {
    state.arrows = !state.arrows;
    byId("arrows").setAttribute("aria-pressed", String(state.arrows));
    render();
  };
  for (const kind of ["chance", "score"]) {
    byId("show-" + kind).onclick = () => {
      for (const other of ["chance", "score"]) byId("show-" + other).setAttribute("aria-pressed", String(other === kind));
      chart.show(kind);
    };
  }
  document.addEventListener("keydown", (event) => {
    const presses = event.key === " " && event.target.closest("button, summary");
    if (event.ctrlKey || event.metaKey || event.altKey || presses || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  window.addEventListener("hashchange", fromAddress);
}

/** `#12` shows the position after twelve half-moves. */
function fromAddress() {
  const at = Number(location.hash.slice(1));
  if (Number.isInteger(at)) goTo(at);
}

buildHead();
if (BOARDS.length) {
  chart = new Chart(byId("chart"), byId("clock"), goTo);
  buildMoves();
  buildSummary();
  buildMoments();
  listen();
  chart.draw();
  fromAddress();
} else {
  document.querySelector("main").hidden = true;
}
