//! What the trainer learns in the place of one set of weights per state.
//!
//! The network has a row of weights for a piece in each state. Most of what a piece is
//! worth does not depend on its state, so the trainer has a row for the piece itself and
//! one for each property. The rows of the network are their sums.

use riposte_nnue::{INPUTS, Input, PLACES, STATES};

/// Rows that the trainer has for each place; as many as there are states, so that every
/// network can be written as factors.
const FACTORS: usize = STATES;

const PIECE: usize = 0;
const ATTACKED: usize = 1;
/// Attacked and not defended.
const HANGING: usize = 2;
/// Attacked by a piece that is worth less.
const OUTRANKED: usize = 3;
/// Both of them.
const LOST: usize = 4;

const _: () = assert!(FACTORS * PLACES == INPUTS);

/// The factors of each state, in the order of [`Input::state`].
const OF_STATE: [&[usize]; STATES] = [
    &[PIECE],
    &[PIECE, ATTACKED],
    &[PIECE, ATTACKED, HANGING],
    &[PIECE, ATTACKED, OUTRANKED],
    &[PIECE, ATTACKED, HANGING, OUTRANKED, LOST],
];

/// The trainer's rows that one input of the network switches on, given its number in the
/// network as each side sees it.
pub fn rows(input: Input, numbers: [usize; 2]) -> impl Iterator<Item = [u16; 2]> {
    let places = numbers.map(|number| number % PLACES);
    let factors = OF_STATE[input.state()].iter();
    factors.map(move |factor| places.map(|place| (factor * PLACES + place) as u16))
}

/// The weights of the network's inputs, from those of the factors; both `[INPUTS][hidden]`.
pub fn merge(factors: &[f32]) -> Vec<f32> {
    let size = factors.len() / FACTORS;
    let mut weights = vec![0.0; factors.len()];
    for (state, of_state) in weights.chunks_exact_mut(size).zip(OF_STATE) {
        for &factor in of_state {
            let row = &factors[factor * size..][..size];
            state.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
    }
    weights
}

/// The inverse of [`merge`].
pub fn split(weights: &[f32]) -> Vec<f32> {
    let size = weights.len() / STATES;
    let mut factors = vec![0.0; weights.len()];
    for i in 0..size {
        let states: [f32; STATES] = std::array::from_fn(|state| weights[state * size + i]);
        factors[PIECE * size + i] = states[0];
        factors[ATTACKED * size + i] = states[1] - states[0];
        factors[HANGING * size + i] = states[2] - states[1];
        factors[OUTRANKED * size + i] = states[3] - states[1];
        factors[LOST * size + i] = states[4] - states[3] - (states[2] - states[1]);
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_is_a_sum_of_factors() {
        // Whole numbers, so that sums are exact.
        let weights: Vec<f32> = (0..INPUTS).map(|i| (i * i % 977) as f32).collect();
        let factors = split(&weights);
        assert_ne!(factors, weights);
        assert_eq!(merge(&factors), weights);
    }
}
