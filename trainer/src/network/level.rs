//! One unit for all networks: margins of the search stay right when the network changes,
//! and matches between networks compare quality instead of scale.

use riposte_board::Board;
use riposte_nnue::Network;

/// Quiet positions from Riposte's own games, a FEN per line.
const POSITIONS: &str = include_str!("level.fen");

/// Mean size of an evaluation of these positions, in centipawns: that of network 4, by
/// which the search was tuned.
const MEAN: f64 = 203.0;

/// What evaluations have to be multiplied by for the mean size that those of every other
/// network have; 1 if the network sees a draw everywhere.
pub fn factor<const H: usize>(network: &Network<H>) -> f64 {
    let mean = mean(|board| network.evaluate(board.placement(), board.side()));
    if mean == 0.0 { 1.0 } else { MEAN / mean }
}

/// The mean size of the evaluations of the positions.
fn mean(evaluate: impl Fn(&Board) -> i32) -> f64 {
    let boards = POSITIONS.lines().filter_map(|fen| Board::from_fen(fen).ok());
    let (sum, count) = boards.fold((0.0, 0.0), |(sum, count), board| {
        (sum + f64::from(evaluate(&board).abs()), count + 1.0)
    });
    sum / f64::max(count, 1.0)
}

#[cfg(test)]
mod tests {
    use riposte_nnue::AnyNetwork;

    use super::*;
    use crate::network::model::Model;
    use crate::network::quantise::quantise;

    #[test]
    fn all_lines_are_quiet_positions() {
        for line in POSITIONS.lines() {
            let board = Board::from_fen(line).unwrap();
            assert!(!board.in_check() && board.has_legal_move(), "{line}");
        }
        assert!(POSITIONS.lines().count() >= 1000);
    }

    #[test]
    fn networks_of_any_scale_get_the_same_level() {
        let model = Model::random(32, 4);
        for scale in [2000.0, 9000.0] {
            let network = Network::<32>::from_parameters(&quantise(&model, scale)).unwrap();
            let level = quantise(&model, scale * factor(&network));
            let level = Network::<32>::from_parameters(&level).unwrap();
            let mean = mean(|board| level.evaluate(board.placement(), board.side()));
            assert!((mean / MEAN - 1.0).abs() < 0.02, "{scale}: {mean}");
        }
        let flat = quantise(&Model::zero(32), 400.0);
        assert_eq!(factor(&Network::<32>::from_parameters(&flat).unwrap()), 1.0);
    }

    #[test]
    fn the_level_is_that_of_the_network_it_was_taken_from() {
        let network = AnyNetwork::from_bytes(include_bytes!("../../../nnue/networks/default.nnue"));
        let network = network.unwrap();
        let mean = mean(|board| network.evaluate(board.placement(), board.side()));
        assert!((mean / MEAN - 1.0).abs() < 0.01, "{mean}");
    }
}
