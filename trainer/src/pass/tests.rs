use riposte_board::Board;
use riposte_nnue::{BUCKETS, FIRST, SECOND};

use super::*;
use crate::network::model::Model;
use crate::random::Random;
use crate::samples::sample::Sample;

const TARGET: Target = Target { result_share: 0.4, scale: 400.0, power: 2.0 };

/// Positions from random games with random scores and results.
fn batch(count: usize) -> Batch {
    let mut random = Random::stream(11, 0);
    let mut batch = Batch::with_capacity(count);
    let mut board = Board::startpos();
    for number in 0..count {
        let moves = board.legal_moves();
        if moves.is_empty() || number % 80 == 79 {
            board = Board::startpos();
            continue;
        }
        board.make(moves[random.below(moves.len())]);
        let score = random.below(1200) as i16 - 600;
        let result = random.below(4) as i32 - 1;
        Sample::new(&board, score, Some(result).filter(|it| *it < 2)).unpack(&mut batch);
    }
    batch
}

fn state(hidden: usize) -> State {
    State::new(Model::random(hidden, 3))
}

/// The mean loss, in double precision and in the most obvious way.
fn loss(model: &Model, batch: &Batch) -> f64 {
    let total: f64 = (0..batch.len())
        .map(|sample| {
            let output = output(model, batch, sample);
            let score = sigmoid(f64::from(batch.score(sample)) / f64::from(TARGET.scale));
            let share = f64::from(TARGET.result_share);
            let goal = batch
                .result(sample)
                .map_or(score, |result| share * f64::from(result) + (1.0 - share) * score);
            (sigmoid(output) - goal).powi(2)
        })
        .sum();
    total / batch.len() as f64
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn output(model: &Model, batch: &Batch, sample: usize) -> f64 {
    let (hidden, bucket) = (model.hidden, batch.bucket(sample));
    let squared = |value: f64| value.clamp(0.0, 1.0).powi(2);
    let mut sums = [0.0; SETS];
    for half in 0..2 {
        for neuron in 0..hidden {
            let weights = batch
                .inputs(sample)
                .iter()
                .map(|pair| f64::from(model.features[usize::from(pair[half]) * hidden + neuron]));
            let activation = squared(f64::from(model.biases[neuron]) + weights.sum::<f64>());
            for (set, sum) in sums.iter_mut().enumerate() {
                let row = (bucket * SETS + set) * 2 + half;
                *sum += activation * f64::from(model.outputs[row * hidden + neuron]);
            }
        }
    }
    let layers = &model.layers[bucket];
    let first: [f64; FIRST] =
        std::array::from_fn(|k| squared(sums[1 + k] + f64::from(layers.first_biases[k])));
    let second: [f64; SECOND] = std::array::from_fn(|m| {
        let weights = layers.second_weights.iter().map(|row| f64::from(row[m]));
        let sum: f64 = first.iter().zip(weights).map(|(value, weight)| value * weight).sum();
        squared(sum + f64::from(layers.second_biases[m]))
    });
    let weights = layers.output_weights.iter().map(|&weight| f64::from(weight));
    sums[0]
        + f64::from(layers.bias)
        + second.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>()
}

/// The gradient as the trainer finds it.
fn gradient(state: &State, batch: &Batch) -> Model {
    const W: usize = 32;
    let starts = (0..state.weights.hidden).step_by(W);
    let mut slices: Vec<Slice<W>> =
        starts.map(|start| Slice::new(state, start, batch.len())).collect();
    let turn =
        || (0..slices.len()).map(|_| RwLock::new(vec![[0.0; SETS]; CHUNK])).collect::<Vec<_>>();
    let shared = Shared { barrier: Barrier::new(1), turns: [turn(), turn()] };
    let rates = |_| Pace { rate: 0.0, decay: 0.0, average: 0.0, keeps_inputs: false };
    let mut worker = Worker {
        slices: &mut slices,
        first: 0,
        shared: &shared,
        pass: Pass { target: TARGET, rates: Some(&rates), threads: 1 },
        step: 0,
        age: 0,
        turn: 0,
        layers: SharedLayers::new(state),
        losses: Losses::default(),
        room: Room::default(),
    };
    worker.chunk(batch, 0..batch.len());
    assert!((worker.losses.total() - loss(&state.weights, batch)).abs() < 1e-6);

    let mut model = Model::zero(state.weights.hidden);
    model.layers = worker.layers.gradients;
    slices.iter().for_each(|slice| slice.store_gradients(&mut model));
    model
}

#[test]
fn gradients_are_those_of_finite_differences() {
    const STEP: f32 = 1.0 / 4096.0;
    let batch = batch(300);
    let state = state(64);
    let gradient = gradient(&state, &batch);
    let mut random = Random::stream(2, 0);
    let mut checked = 0;
    // Every part of the network, dense where it is small.
    let (features, total) = (state.weights.features.len(), state.weights.values().count());
    let chosen = (0..150).map(|_| random.below(features)).collect::<Vec<_>>();
    for index in chosen.into_iter().chain((features..total).step_by(11)).chain(total - 8..total) {
        let shifted = |by: f32| {
            let mut model = state.weights.clone();
            model.values_mut().nth(index).iter_mut().for_each(|value| **value += by);
            loss(&model, &batch)
        };
        let numeric = (shifted(STEP) - shifted(-STEP)) / f64::from(2.0 * STEP);
        let analytic = f64::from(gradient.values().nth(index).unwrap());
        // The kinks of the activation make differences inexact by the step.
        let tolerance = 0.02 * numeric.abs() + 2e-6;
        assert!((numeric - analytic).abs() < tolerance, "{index}: {numeric} and {analytic}");
        checked += usize::from(numeric.abs() > 1e-4);
    }
    assert!(checked > 50, "only {checked} gradients are large enough to tell");
}

#[test]
fn the_output_is_that_of_the_whole_model() {
    let (batch, state) = (batch(50), state(96));
    let order: Vec<usize> = (0..batch.len()).rev().collect();
    let mut sums = vec![[0.0; SETS]; batch.len()];
    for start in [0, 32, 64] {
        let mut part = vec![[0.0; SETS]; batch.len()];
        Slice::<32>::new(&state, start, 50).forward(&batch, &order, &mut part);
        let parts = part.as_flattened();
        sums.as_flattened_mut().iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
    }
    for (sums, &sample) in sums.iter().zip(&order) {
        let bucket = batch.bucket(sample);
        let (found, _) = state.weights.layers[bucket].forward(sums);
        assert!((f64::from(found) - output(&state.weights, &batch, sample)).abs() < 1e-5);
        assert!((state.weights.output(batch.inputs(sample), bucket) - found).abs() < 1e-5);
    }
}

#[test]
fn training_is_the_same_with_any_number_of_threads() {
    for hidden in [96, 256] {
        let mut trained = [1, 2, 3, 5].map(|threads| {
            let mut state = state(hidden);
            let mut batches = [700, 1500, 40].map(|count| Ok(batch(count))).into_iter();
            let mut steps = 0;
            let rates = |_| Pace { rate: 1e-3, decay: 0.01, average: 0.9, keeps_inputs: false };
            let pass = Pass { target: TARGET, rates: Some(&rates), threads };
            let losses = pass.run(&mut state, &mut steps, &mut batches, &mut |_| {}).unwrap();
            assert_eq!(steps, 3);
            (losses, state)
        });
        assert_ne!(trained[0].1.weights, state(hidden).weights);
        let (first, others) = trained.split_first_mut().unwrap();
        assert!(others.iter().all(|other| other == first));
    }
}

#[test]
fn kept_inputs_and_buckets_without_samples_stay_as_they_are() {
    let mut trained = state(64);
    let full = batch(20);
    assert!((0..full.len()).all(|sample| full.bucket(sample) == BUCKETS - 1));
    let rates = |_| Pace { rate: 1e-3, decay: 0.0, average: 0.0, keeps_inputs: true };
    let mut batches = [Ok(full)].into_iter();
    let pass = Pass { target: TARGET, rates: Some(&rates), threads: 2 };
    pass.run(&mut trained, &mut 0, &mut batches, &mut |_| {}).unwrap();
    let before = state(64).weights;
    for found in [&trained.weights, &trained.average] {
        assert_eq!((&found.features, &found.biases), (&before.features, &before.biases));
        let last = before.outputs.len() / BUCKETS * (BUCKETS - 1);
        assert_eq!(found.outputs[..last], before.outputs[..last]);
        assert_eq!(found.layers[..BUCKETS - 1], before.layers[..BUCKETS - 1]);
        assert_ne!(found.outputs[last..], before.outputs[last..]);
        assert_ne!(found.layers[BUCKETS - 1], before.layers[BUCKETS - 1]);
    }
}

/// The losses of 2,000 samples.
fn measure(state: &mut State, target: Target) -> Losses {
    let mut batches = [Ok(batch(2000))].into_iter();
    let pass = Pass { target, rates: None, threads: 2 };
    pass.run(state, &mut 0, &mut batches, &mut |_| {}).unwrap()
}

#[test]
fn measuring_changes_nothing_and_splits_the_loss() {
    let mut measured = state(64);
    let losses = measure(&mut measured, TARGET);
    assert_eq!(measured, state(64));
    assert!((losses.total() - loss(&measured.weights, &batch(2000))).abs() < 1e-6);
    let target = Target { result_share: 0.0, ..TARGET };
    let by_score = measure(&mut measured.clone(), target);
    assert_eq!(losses.score(), by_score.total());
    // Samples without a result do not count.
    let batch = batch(2000);
    let square = |sample| {
        let expected = sigmoid(output(&measured.weights, &batch, sample));
        batch.result(sample).map(|result| (expected - f64::from(result)).powi(2))
    };
    let squares: Vec<f64> = (0..batch.len()).filter_map(square).collect();
    assert!((1300..1700).contains(&squares.len()), "{}", squares.len());
    let mean = squares.iter().sum::<f64>() / squares.len() as f64;
    assert!((losses.result() - mean).abs() < 1e-6);
}
