#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod proof_table;
#[cfg(test)]
mod tests;

use riposte_board::Board;
use riposte_movegen::Move;

use proof_table::{Numbers, Table};

/// The longest mate that is searched for, in moves: the recursion has to end.
pub const LONGEST: u32 = 100;

/// The caller ended the search before there was a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search for a mate was stopped")]
pub struct Stopped;

/// The result of a search for a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move mates in time against every defence.
    Proved,
    /// The other side avoids it against every move.
    Refuted,
    /// The search ended without a result.
    Unknown,
}

/// Called for every position that is reached: counts it and checks the limits.
pub type Tick<'a> = dyn FnMut() -> Result<(), Stopped> + 'a;

/// The search for the shortest mate of the side to move in one position. It
/// can be interrupted and goes on where it was.
pub struct Solver {
    board: Board,
    root_moves: Vec<Move>,
    table: Table,
    /// Length of the mate being searched for, in moves: there is no shorter one.
    moves: u32,
    /// The limit, in moves.
    most: u32,
    verdict: Verdict,
}

impl Solver {
    /// For a mate in at most `most` moves that begins with one of `root_moves`.
    pub fn new(board: Board, root_moves: &[Move], most: u32) -> Self {
        Self {
            board,
            root_moves: root_moves.to_vec(),
            table: Table::new(),
            moves: 1,
            most,
            verdict: Verdict::Unknown,
        }
    }

    /// What is known so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The length of the mate that was proved, in moves.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Searches until there is a verdict or `tick` stops it.
    ///
    /// # Errors
    ///
    /// When `tick` gave one.
    pub fn run(&mut self, tick: &mut Tick<'_>) -> Result<(), Stopped> {
        while self.verdict == Verdict::Unknown && self.moves <= LONGEST {
            let mut proof_search =
                ProofSearch { board: &mut self.board, table: &mut self.table, tick };
            let numbers =
                proof_search.attack(self.moves * 2 - 1, Some(&self.root_moves), Numbers::NO_LIMIT);
            if numbers?.is_proved() {
                self.verdict = Verdict::Proved;
            } else if self.moves == self.most {
                self.verdict = Verdict::Refuted;
            } else {
                self.moves += 1;
            }
        }
        Ok(())
    }

    /// The moves of the proved mate, as far as `tick` allows; the defence is the longest.
    pub fn line(&mut self, tick: &mut Tick<'_>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut board = self.board.clone();
        let mut left = self.moves * 2 - 1;
        let mut root_moves = Some(self.root_moves.as_slice());
        while left > 0 {
            let mut proof_search = ProofSearch { board: &mut board, table: &mut self.table, tick };
            let next = if left % 2 == 1 {
                proof_search.mating_move(left, root_moves.take())
            } else {
                proof_search.longest_defence(left)
            };
            let Ok(Some(mv)) = next else { break };
            line.push(mv);
            board.make(mv);
            left -= 1;
        }
        line
    }
}

/// A move and the numbers of the position after it.
type Child = (Move, Numbers);

/// One run of the search.
struct ProofSearch<'a, 't> {
    board: &'a mut Board,
    table: &'a mut Table,
    tick: &'a mut Tick<'t>,
}

impl ProofSearch<'_, '_> {
    /// The numbers of the position for the attacker, who is to move and has `left` plies to
    /// mate, the mating one included. Searches until one of them reaches its limit.
    fn attack(
        &mut self,
        left: u32,
        only: Option<&[Move]>,
        limit: Numbers,
    ) -> Result<Numbers, Stopped> {
        let moves = self.board.legal_moves();
        let chosen = |mv: &Move| only.is_none_or(|only| only.contains(mv));
        if left == 1 {
            let mates = moves.into_iter().filter(chosen).any(|mv| self.is_mate(mv));
            return Ok(if mates { Numbers::PROVED } else { Numbers::REFUTED });
        }
        let children = moves.into_iter().filter(chosen).map(|mv| (mv, self.after_attack(mv, left)));
        let children: Vec<Child> = children.collect();
        self.expand(children, left, limit, Side::Attacker)
    }

    /// The same for the defender.
    fn defend(&mut self, left: u32, limit: Numbers) -> Result<Numbers, Stopped> {
        let moves = self.board.legal_moves();
        let children: Vec<Child> =
            moves.into_iter().map(|mv| (mv, self.after_defence(mv, left))).collect();
        self.expand(children, left, limit, Side::Defender)
    }

    /// Searches the most promising child repeatedly.
    fn expand(
        &mut self,
        mut children: Vec<Child>,
        left: u32,
        limit: Numbers,
        side: Side,
    ) -> Result<Numbers, Stopped> {
        loop {
            let (numbers, best, child_limit) = side.sum_up(&children, limit);
            let Some(best) = best.filter(|_| !numbers.reaches(limit)) else {
                self.table.store(self.key(left), left, numbers);
                return Ok(numbers);
            };
            let outcome = (self.tick)().and_then(|()| {
                self.board.make(children[best].0);
                let outcome = match side {
                    Side::Attacker => self.defend(left - 1, child_limit),
                    Side::Defender => self.attack(left - 1, None, child_limit),
                };
                self.board.unmake();
                outcome
            });
            match outcome {
                Ok(numbers) => children[best].1 = numbers,
                Err(stopped) => {
                    self.table.store(self.key(left), left, numbers);
                    return Err(stopped);
                }
            }
        }
    }

    /// Numbers after a move of the attacker before it is searched.
    fn after_attack(&mut self, mv: Move, left: u32) -> Numbers {
        self.board.make(mv);
        let replies = self.board.count_legal();
        let numbers = if replies == 0 {
            if self.board.in_check() { Numbers::PROVED } else { Numbers::REFUTED }
        } else if self.is_drawn() {
            Numbers::REFUTED
        } else {
            // The fewer replies, the nearer the mate.
            let guess = Numbers { proof: replies, disproof: 1 };
            self.table.probe(self.key(left - 1), left - 1).unwrap_or(guess)
        };
        self.board.unmake();
        numbers
    }

    /// Numbers after a move of the defender before it is searched.
    fn after_defence(&mut self, mv: Move, left: u32) -> Numbers {
        self.board.make(mv);
        let numbers = if self.is_drawn() || !self.board.has_legal_move() {
            Numbers::REFUTED
        } else {
            let guess = Numbers { proof: 1, disproof: 1 };
            self.table.probe(self.key(left - 1), left - 1).unwrap_or(guess)
        };
        self.board.unmake();
        numbers
    }

    /// The key of the position. It includes the fifty-move counter only where that may run
    /// out before the mate.
    fn key(&self, left: u32) -> u64 {
        let clock = u64::from(self.board.halfmove_clock());
        let matters = clock + u64::from(left) >= 100;
        self.board.key() ^ if matters { clock << 32 } else { 0 }
    }

    fn is_drawn(&self) -> bool {
        self.board.is_draw_by_fifty()
            || self.board.is_insufficient_material()
            || self.board.is_repetition(0)
    }

    fn is_mate(&mut self, mv: Move) -> bool {
        if !self.board.gives_check(mv) {
            return false;
        }
        self.board.make(mv);
        let is_mate = !self.board.has_legal_move();
        self.board.unmake();
        is_mate
    }

    /// A move that mates within `left` plies.
    fn mating_move(&mut self, left: u32, only: Option<&[Move]>) -> Result<Option<Move>, Stopped> {
        let moves = self.board.legal_moves();
        let moves = moves.into_iter().filter(|mv| only.is_none_or(|only| only.contains(mv)));
        if left == 1 {
            return Ok(moves.into_iter().find(|&mv| self.is_mate(mv)));
        }
        let mut children: Vec<Child> = moves.map(|mv| (mv, self.after_attack(mv, left))).collect();
        // Positions still in the proof table first; the others have to be searched again.
        children.sort_by_key(|(_, numbers)| numbers.proof);
        for (mv, known) in children {
            if known.is_refuted() {
                continue;
            }
            (self.tick)()?;
            self.board.make(mv);
            let outcome = if known.is_proved() {
                Ok(known)
            } else {
                self.defend(left - 1, Numbers::NO_LIMIT)
            };
            self.board.unmake();
            if outcome?.is_proved() {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The reply that is not mated any sooner than `left` allows.
    fn longest_defence(&mut self, left: u32) -> Result<Option<Move>, Stopped> {
        let moves = self.board.legal_moves();
        for &mv in &moves {
            (self.tick)()?;
            self.board.make(mv);
            let outcome = match left.checked_sub(3) {
                // A mate at once is the soonest there is.
                None | Some(0) => Ok(Numbers::REFUTED),
                Some(sooner) => self.attack(sooner, None, Numbers::NO_LIMIT),
            };
            self.board.unmake();
            if !outcome?.is_proved() {
                return Ok(Some(mv));
            }
        }
        Ok(moves.first().copied())
    }
}

/// Whose numbers are summed up: the attacker needs one move that proves the
/// mate, the defender one that refutes it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
}

impl Side {
    /// The numbers of a position from those of its children, the child to search
    /// next, and how far.
    fn sum_up(self, children: &[Child], limit: Numbers) -> (Numbers, Option<usize>, Numbers) {
        // From here on as the attacker sees it; the defender is its mirror.
        let limit = self.mirror(limit);
        let (mut best, mut least, mut second) = (None, Numbers::INFINITE, Numbers::INFINITE);
        let (mut most, mut open) = (0, 0_u32);
        for (index, &(_, numbers)) in children.iter().enumerate() {
            let numbers = self.mirror(numbers);
            if numbers.proof < least {
                (best, second, least) = (Some(index), least, numbers.proof);
            } else {
                second = second.min(numbers.proof);
            }
            if numbers.disproof > 0 {
                open += 1;
                most = most.max(numbers.disproof);
            }
        }
        let others = open.saturating_sub(1);
        let disproof = match most {
            0 | Numbers::INFINITE => most,
            some => some.saturating_add(others).min(Numbers::INFINITE - 1),
        };
        // A quarter more than the second best, so that the search does not
        // jump to and fro between the two.
        let child_limit = Numbers {
            proof: limit.proof.min(second.saturating_add(second / 4).saturating_add(1)),
            disproof: limit.disproof.saturating_sub(others),
        };
        let numbers = Numbers { proof: least, disproof };
        (self.mirror(numbers), best, self.mirror(child_limit))
    }

    fn mirror(self, numbers: Numbers) -> Numbers {
        match self {
            Self::Attacker => numbers,
            Self::Defender => Numbers { proof: numbers.disproof, disproof: numbers.proof },
        }
    }
}
