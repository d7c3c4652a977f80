//! The evaluator along random lines against sums made from nothing, with every
//! kernel that this machine has.

use std::sync::Arc;

use riposte_board::Board;
use riposte_nnue::kernel::Scalar;
use riposte_nnue::{Evaluator, Kernel, Network, PLACES};

use crate::common::{
    Random, STARTS, random_layered_network, random_move, random_network, report_missing,
};

/// Wanders through the tree from `board`: forward by random moves, back by a
/// few plies now and then, evaluating only some positions so that updates over
/// several plies occur, and preparing some, which may change no value.
fn wander<const H: usize, K: Kernel>(
    board: &mut Board,
    network: &Arc<Network<H>>,
    kernel: K,
    random: &mut Random,
) {
    let mut evaluator = Evaluator::with_kernel(network, kernel);
    let mut depth = 0;
    for _ in 0..400 {
        match random.below(10) {
            0 | 1 => {
                for _ in 0..random.below(depth + 1) {
                    board.unmake();
                    evaluator.pop();
                    depth -= 1;
                }
            }
            2 if !board.in_check() => {
                evaluator.push();
                board.make_null();
                depth += 1;
            }
            _ => {
                if let Some(mv) = random_move(board, random) {
                    evaluator.push();
                    board.make(mv);
                    depth += 1;
                }
            }
        }
        if random.below(3) == 0 {
            evaluator.prepare(board);
        }
        if random.below(2) == 0 {
            let expected = network.evaluate(board.placement(), board.side());
            assert_eq!(evaluator.evaluate(board), expected, "{} {}", K::NAME, board.fen());
        }
    }
    evaluator.reset();
    assert_eq!(evaluator.evaluate(board), network.evaluate(board.placement(), board.side()));
}

fn wander_everywhere<const H: usize, K: Kernel>(kernel: K) {
    for (seed, fen) in (1..).zip(STARTS) {
        for network in [random_network::<H>(seed), random_layered_network(seed)] {
            let mut board = Board::from_fen(fen).unwrap();
            wander(&mut board, &Arc::new(network), kernel, &mut Random::new(seed));
        }
    }
}

fn wander_if_present<K: Kernel>() {
    match K::detect() {
        Some(kernel) => {
            wander_everywhere::<64, K>(kernel);
            wander_everywhere::<256, K>(kernel);
        }
        None => report_missing(K::NAME),
    }
}

#[test]
fn scalar_follows() {
    wander_if_present::<Scalar>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_follows() {
    wander_if_present::<riposte_nnue::kernel::Avx2>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512_follows() {
    wander_if_present::<riposte_nnue::kernel::Avx512>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512_vnni_follows() {
    wander_if_present::<riposte_nnue::kernel::Avx512Vnni>();
}

#[cfg(target_arch = "aarch64")]
#[test]
fn neon_follows() {
    wander_if_present::<riposte_nnue::kernel::Neon>();
}

/// A random network in which only the last `states` states of a piece have weights of their
/// own.
fn network_of_few_states(states: usize) -> Network<64> {
    let mut parameters = random_network::<64>(4).parameters();
    let (places, rest) = parameters.feature_weights.split_at_mut(PLACES * 64);
    rest.chunks_mut(PLACES * 64).rev().skip(states).for_each(|rows| rows.copy_from_slice(places));
    Network::from_parameters(&parameters).unwrap()
}

#[test]
fn a_network_without_states_is_followed_too() {
    for (seed, states) in [(1, 0), (2, 1)] {
        let network = Arc::new(network_of_few_states(states));
        assert_eq!(Evaluator::new(&network).reads_threats(), states > 0);
        let mut board = Board::from_fen(STARTS[1]).unwrap();
        wander(&mut board, &network, Scalar, &mut Random::new(seed));
    }
}

#[test]
fn moves_without_push_replace_the_position() {
    let network = Arc::new(random_network::<32>(5));
    let mut random = Random::new(9);
    let mut board = Board::startpos();
    let mut evaluator = Evaluator::new(&network);
    for number in 0..60 {
        // At the root first, then on a ply of its own.
        if number == 30 {
            evaluator.push();
        }
        let Some(mv) = random_move(&board, &mut random) else { break };
        board.make(mv);
        let expected = network.evaluate(board.placement(), board.side());
        assert_eq!(evaluator.evaluate(&board), expected);
    }
}

#[test]
fn a_position_and_its_mirror_images_are_worth_the_same() {
    let network = random_network::<64>(3);
    let value = |fen: &str| {
        let board = Board::from_fen(fen).unwrap();
        network.evaluate(board.placement(), board.side())
    };
    let original = value("r4rk1/p4ppp/2p2n2/3n4/8/2N2B2/PP3PPP/R3R1K1 w - - 0 1");
    assert_eq!(value("r3r1k1/pp3ppp/2n2b2/8/3N4/2P2N2/P4PPP/R4RK1 b - - 0 1"), original);
    assert_eq!(value("1kr4r/ppp4p/2n2p2/4n3/8/2B2N2/PPP3PP/1K1R3R w - - 0 1"), original);
}

#[test]
fn a_long_line_finds_room() {
    let network = Arc::new(random_network::<32>(8));
    let mut board = Board::startpos();
    let mut evaluator = Evaluator::new(&network);
    let start = evaluator.evaluate(&board);
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let plies = 4 * 150;
    for text in shuffle.iter().cycle().take(plies) {
        let mv = board.parse_uci(text).unwrap();
        evaluator.push();
        board.make(mv);
    }
    assert_eq!(evaluator.evaluate(&board), start);
    for _ in 0..plies {
        board.unmake();
        evaluator.pop();
    }
    assert_eq!(evaluator.evaluate(&board), start);
}
