//! Networks of a size that only their file tells.

use std::sync::Arc;

use riposte_board::Board;
use riposte_nnue::{AnyNetwork, FileError, Network};

use crate::common::{Random, STARTS, random_layered_network, random_move, random_network};

#[test]
fn the_file_decides_the_size() {
    let bytes = random_network::<96>(3).to_bytes();
    let network = AnyNetwork::from_bytes(&bytes).unwrap();
    assert_eq!(network.hidden(), 96);
    assert_eq!(network.to_bytes(), bytes);
    assert!(network.is_same(&network.clone()));
    assert!(!network.is_same(&AnyNetwork::from_bytes(&bytes).unwrap()));
}

#[test]
fn the_file_decides_whether_there_are_layers() {
    for network in [random_network::<64>(3), random_layered_network(3)] {
        let any = AnyNetwork::from_bytes(&network.to_bytes()).unwrap();
        assert_eq!(any.parameters(), network.parameters());
    }
}

#[test]
fn a_size_that_is_not_compiled_in_is_refused() {
    let bytes = random_network::<160>(3).to_bytes();
    assert_eq!(AnyNetwork::from_bytes(&bytes).unwrap_err(), FileError::Size { found: 160 });
}

#[test]
fn values_are_those_of_the_network_along_a_game() {
    let network = Arc::new(random_network::<64>(5));
    let any = AnyNetwork::from_bytes(&network.to_bytes()).unwrap();
    let mut random = Random::new(5);
    for fen in STARTS {
        let mut board = Board::from_fen(fen).unwrap();
        let mut evaluator = any.evaluator();
        let mut plies = 0;
        while plies < 60
            && let Some(mv) = random_move(&board, &mut random)
        {
            evaluator.push();
            board.make(mv);
            plies += 1;
            assert_eq!(evaluator.evaluate(&board), value(&network, &board), "{}", board.fen());
        }
        while plies > 0 {
            board.unmake();
            evaluator.pop();
            plies -= 1;
        }
        assert_eq!(evaluator.evaluate(&board), any.evaluate(board.placement(), board.side()));
    }
}

fn value(network: &Network<64>, board: &Board) -> i32 {
    network.evaluate(board.placement(), board.side())
}
