//! The hidden layers: every kernel against the scalar one bit for bit, the scalar one against
//! sums in `f64`, and what layers do to the value of a position.

use riposte_board::Board;
use riposte_nnue::kernel::Scalar;
use riposte_nnue::{BUCKETS, FIRST, Kernel, LayerWeights, Layers, Network, Row, SECOND};

use crate::common::{
    Random, STARTS, random_layers, random_network, report_missing, simd_kernel_tests,
};

/// The sum of one neuron of the first layer of bucket 0, in units of 1.
fn first_sum<const H: usize>(layers: &Layers, own: &Row<H>, other: &Row<H>, neuron: usize) -> f64 {
    let values = own.0.iter().chain(&other.0);
    let weights = &layers.first_weights[neuron * 2 * H..];
    let products = values.zip(weights).map(|(&value, &weight)| {
        let clipped = f64::from(value).clamp(0.0, 1024.0);
        let activation = (clipped * clipped / 8192.0 + 0.5).floor().min(127.0);
        activation * f64::from(weight)
    });
    products.sum::<f64>() / 16_384.0
}

/// The layers of bucket 0 by their definition.
fn naive<const H: usize>(layers: &Layers, own: &Row<H>, other: &Row<H>) -> f64 {
    let activate = |sum: f64| sum.clamp(0.0, 1.0).powi(2);
    let first: Vec<f64> = (0..FIRST)
        .map(|k| activate(first_sum(layers, own, other, k) + f64::from(layers.first_biases[k])))
        .collect();
    let neuron = |m: usize| {
        let products =
            (0..FIRST).map(|k| first[k] * f64::from(layers.second_weights[k * SECOND + m]));
        let sum = products.sum::<f64>() + f64::from(layers.second_biases[m]);
        activate(sum) * f64::from(layers.output_weights[m])
    };
    (0..SECOND).map(neuron).sum()
}

/// Chooses biases with which no neuron of the first layer of bucket 0 is clipped.
fn centre<const H: usize>(layers: &mut Layers, own: &Row<H>, other: &Row<H>, random: &mut Random) {
    for neuron in 0..FIRST {
        let wanted = 0.5 + random.floats(1, 0.4)[0];
        let sum = first_sum(layers, own, other, neuron);
        layers.first_biases[neuron] = wanted - sum as f32;
    }
}

fn agrees_on<const H: usize, K: Kernel>(kernel: K, layers: &Layers, own: &Row<H>, other: &Row<H>) {
    let outputs = [*other, Row([i16::MIN; H])];
    let buckets = LayerWeights::<H>::new(layers).unwrap();
    for bucket in &buckets {
        let (direct, left) = kernel.output_with_layers(own, other, &outputs, bucket);
        let right = Scalar.output_with_layers(own, other, &outputs, bucket).1;
        assert_eq!(left.to_bits(), right.to_bits(), "{} with {H}: {left} {right}", K::NAME);
        assert_eq!(direct, Scalar.output(own, other, &outputs), "{} with {H}", K::NAME);
    }
    let value = kernel.output_with_layers(own, other, &outputs, &buckets[0]).1;
    let expected = naive(layers, own, other);
    assert!((f64::from(value) - expected).abs() < 2e-3, "{value} instead of {expected}");
}

/// Values of all sizes or around the interval that is not clipped.
fn values<const H: usize>(random: &mut Random) -> Row<H> {
    let limit = if random.below(4) == 0 { i16::MAX } else { 1200 };
    let mut row = Row::ZERO;
    row.0.fill_with(|| random.weight(limit));
    row
}

fn agrees_with_width<const H: usize, K: Kernel>(kernel: K) {
    let mut random = Random::new(H as u64);
    for limit in [127, 127, 20, 20, 2] {
        let mut layers = random_layers(&mut random, H, limit);
        let (own, other) = (values::<H>(&mut random), values(&mut random));
        agrees_on(kernel, &layers, &own, &other);
        centre(&mut layers, &own, &other, &mut random);
        agrees_on(kernel, &layers, &own, &other);
    }
    // The largest products there are, in each of the four quarters that a pair can be in, and
    // on either side of what a sum of eight in 16 bits can hold.
    let extremes = [Row([i16::MIN; H]), Row([i16::MAX; H]), Row([1020; H])];
    for weight in [-127, -33, -32, 32, 33, 127] {
        let mut layers = random_layers(&mut random, H, 127);
        layers.first_weights.fill(weight);
        for own in &extremes {
            for other in &extremes {
                centre(&mut layers, own, other, &mut random);
                agrees_on(kernel, &layers, own, other);
            }
        }
    }
}

fn agrees<K: Kernel>() {
    let Some(kernel) = K::detect() else {
        report_missing(K::NAME);
        return;
    };
    agrees_with_width::<32, K>(kernel);
    agrees_with_width::<64, K>(kernel);
    agrees_with_width::<96, K>(kernel);
    agrees_with_width::<384, K>(kernel);
    agrees_with_width::<1024, K>(kernel);
}

#[test]
fn scalar_agrees_with_the_definition() {
    agrees::<Scalar>();
}

simd_kernel_tests!(agrees);

#[test]
fn weights_belong_to_their_input_and_neuron() {
    let mut random = Random::new(1);
    let mut layers = random_layers(&mut random, 32, 0);
    layers.first_biases.fill(0.5);
    let value = |layers: &Layers, own: &Row<32>, other: &Row<32>| {
        let buckets = LayerWeights::new(layers).unwrap();
        Scalar.output_with_layers(own, other, &[Row::ZERO; 2], &buckets[0]).1
    };
    let without = value(&layers, &Row::ZERO, &Row::ZERO);
    for (input, neuron) in [0, 1, 15, 16, 31, 32, 47, 63].into_iter().zip([0, 15, 1, 2, 4, 8, 7, 3])
    {
        let mut rows = [Row::<32>::ZERO; 2];
        rows[input / 32].0[input % 32] = 724;
        layers.first_weights[neuron * 64 + input] = 100;
        agrees_on(Scalar, &layers, &rows[0], &rows[1]);
        assert_ne!(value(&layers, &rows[0], &rows[1]), without, "{input} {neuron}");
        layers.first_weights[neuron * 64 + input] = 0;
    }
}

/// Values of the starting positions with other layers in a network that is the same else.
fn with_layers(change: impl Fn(&mut Layers)) -> Vec<i32> {
    let mut parameters = random_network::<32>(1).parameters();
    let mut layers = random_layers(&mut Random::new(1), 32, 127);
    change(&mut layers);
    parameters.layers = Some(layers);
    let network = Network::<32>::from_parameters(&parameters).unwrap();
    STARTS.map(|fen| value(&network, fen)).to_vec()
}

fn value(network: &Network<32>, fen: &str) -> i32 {
    let board = Board::from_fen(fen).unwrap();
    network.evaluate(board.placement(), board.side())
}

#[test]
fn what_layers_say_is_added_to_the_direct_output() {
    let direct = STARTS.map(|fen| value(&random_network(1), fen));
    let silent = with_layers(|layers| layers.output_weights.fill(0.0));
    assert_eq!(silent, direct);
    // All neurons of the second layer are 1, so the layers say half a unit: 200 centipawns.
    let higher = with_layers(|layers| {
        layers.second_weights.fill(0.0);
        layers.second_biases.fill(1.0);
        layers.output_weights = vec![0.5 / SECOND as f32; BUCKETS * SECOND];
    });
    for (value, direct) in higher.iter().zip(direct) {
        assert!((199..=201).contains(&(value - direct)), "{value} {direct}");
    }
}

#[test]
fn enormous_weights_give_enormous_values() {
    let enormous = |sign: f32| {
        with_layers(|layers| {
            layers.second_weights.fill(f32::MAX);
            layers.second_biases.fill(f32::MAX);
            layers.output_weights.fill(sign * f32::MAX);
        })
    };
    assert!(enormous(1.0).iter().all(|&value| value > 1_000_000));
    assert!(enormous(-1.0).iter().all(|&value| value < -1_000_000));
}
