//! `go`: from the words of the client to the limits of a search.

use std::sync::Arc;

use riposte_movegen::Color;
use riposte_notation::excerpt;
use riposte_search::Limits;

use super::{Running, Session};
use crate::command::GoRequest;
use crate::show::report::{Reporter, Style};

impl Session {
    pub(super) fn go(&mut self, request: GoRequest) {
        for error in &request.errors {
            self.refuse(error);
        }
        let mut limits = request.limits;
        for text in &request.search_moves {
            match self.engine.board().parse_uci(text) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(error) => {
                    let text = excerpt(text);
                    self.refuse(format_args!("go: searchmoves '{text}': {error}"));
                }
            }
        }
        complete(&mut limits, self.engine.board().side());
        self.running =
            Some(Running::Search { waits: limits.waits_for_stop(), infinite: limits.infinite });
        let board = self.engine.board().clone();
        // Where the two-square move of the king would be ambiguous, castling is always
        // written as in Chess960.
        let chess960 = self.chess960 || board.is_chess960();
        let style = Style { chess960, wdl: self.shows_wdl };
        let reporter = Reporter::new(self.output.clone(), board, style);
        self.engine.go(limits, Arc::new(reporter));
    }
}

/// Without any limit the search is infinite. A client that sends only the other
/// side's clock still waits for an answer, so the clocks are then taken as equal.
fn complete(limits: &mut Limits, side: Color) {
    limits.infinite |= !is_limited(limits);
    let (own, other) = (side.index(), (!side).index());
    if limits.time[own].is_none() && limits.time[other].is_some() {
        limits.time[own] = limits.time[other];
        limits.increment[own] = limits.increment[other];
    }
}

/// Whether the search can end by itself when it does not ponder.
fn is_limited(limits: &Limits) -> bool {
    limits.time.iter().any(Option::is_some)
        || limits.move_time.is_some()
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
}
