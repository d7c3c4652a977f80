//! The moves of thousands of positions compared with an independent generator.
use cozy_chess::Board;
use riposte_movegen::{
    All, Bitboard, Kind, Move, MoveList, Noisy, PieceType, Placement, Promotion, Quiet, Situation,
    Square, Threats, Visitor, attacked_by, count_legal, generate, generate_with_threats,
    has_legal_move, is_legal, origin, perft, visit,
};

use crate::peer;

fn list<K: Kind>(placement: &Placement, situation: &Situation) -> MoveList {
    let mut moves = MoveList::new();
    generate::<K>(placement, situation, &mut moves);
    moves
}

fn bits<K: Kind>(placement: &Placement, situation: &Situation) -> Vec<u16> {
    let moves = list::<K>(placement, situation);
    let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
    bits.sort_unstable();
    bits
}

fn is_noisy(placement: &Placement, mv: Move) -> bool {
    let takes = placement.occupied().has(mv.to()) && !mv.is_castle();
    takes || mv.is_en_passant() || mv.is_promotion()
}

fn check(board: &Board) {
    let (placement, situation) = peer::position(board);
    let all = bits::<All>(&placement, &situation);
    assert_eq!(all, peer::expected(board), "{board}");
    assert_eq!(count_legal(&placement, &situation), all.len() as u32, "{board}");
    assert_eq!(has_legal_move(&placement, &situation), !all.is_empty(), "{board}");

    let (noisy, quiet): (Vec<u16>, Vec<u16>) = all
        .iter()
        .partition(|&&bits| is_noisy(&placement, Move::from_bits(bits).expect("moves are not 0")));
    assert_eq!(bits::<Noisy>(&placement, &situation), noisy, "{board}");
    assert_eq!(bits::<Quiet>(&placement, &situation), quiet, "{board}");
    let threats = attacked_by(&placement, !situation.side);
    let mut given = MoveList::new();
    generate_with_threats::<All>(&placement, &situation, threats, &mut given);
    assert_eq!(given, list::<All>(&placement, &situation), "{board}");
    assert_eq!(Threats::new(&placement, !situation.side).all, threats, "{board}");
    assert_eq!(situation.checkers.0, board.checkers().0, "{board}");
}

#[test]
fn every_kind_of_generation_agrees_with_the_peer() {
    let mut positions = 0;
    peer::each_position(900, 1, |board| {
        positions += 1;
        check(board);
    });
    assert!(positions > 50_000, "{positions} positions are too few");
}

#[test]
fn a_move_is_generated_if_and_only_if_it_is_legal() {
    let mut positions = 0;
    peer::each_position(60, 2, |board| {
        let (placement, situation) = peer::position(board);
        let legal: Vec<u16> = (1..=u16::MAX)
            .filter(|&bits| {
                Move::from_bits(bits).is_some_and(|mv| is_legal(&placement, &situation, mv))
            })
            .collect();
        assert_eq!(legal, bits::<All>(&placement, &situation), "{board}");
        positions += 1;
    });
    assert!(positions > 2_000, "{positions} positions are too few");
}

/// The peer's count of all sequences of two moves.
fn peer_perft_2(board: &Board) -> u64 {
    let replies = |mv| {
        let mut child = board.clone();
        child.play_unchecked(mv);
        peer::peer_moves(&child).len() as u64
    };
    peer::peer_moves(board).into_iter().map(replies).sum()
}

#[test]
fn replies_that_are_counted_together_are_those_of_the_peer() {
    let mut positions = 0;
    peer::each_position(300, 3, |board| {
        let (placement, situation) = peer::position(board);
        assert_eq!(perft(&placement, &situation, 2), peer_perft_2(board), "{board}");
        positions += 1;
    });
    assert!(positions > 20_000, "{positions} positions are too few");
}

/// Records the moves it visits and checks the kind of piece.
struct Recorder<'a> {
    placement: &'a Placement,
    moves: Vec<u16>,
}

impl Visitor for Recorder<'_> {
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        assert!(self.placement.kind(kind).has(from));
        self.moves.extend(targets.into_iter().map(|to| Move::normal(from, to).bits()));
    }

    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let from = origin(to, step);
            assert!(self.placement.kind(PieceType::Pawn).has(from));
            self.moves.push(Move::normal(from, to).bits());
        }
    }

    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let from = origin(to, step);
            self.moves.extend(Promotion::ALL.map(|kind| Move::promotion(from, to, kind).bits()));
        }
    }

    fn special(&mut self, mv: Move) {
        self.moves.push(mv.bits());
    }
}

#[test]
fn a_visitor_is_told_every_move_once() {
    peer::each_position(60, 4, |board| {
        let (placement, situation) = peer::position(board);
        let mut recorder = Recorder { placement: &placement, moves: Vec::new() };
        visit::<All, _>(&placement, &situation, &mut recorder);
        recorder.moves.sort_unstable();
        assert_eq!(recorder.moves, bits::<All>(&placement, &situation), "{board}");
    });
}
