//! Some neurons of the accumulators with all that belongs to them. A thread
//! owns whole slices, so threads never write to the same place, and sums are
//! made in the same order however many threads there are.

use std::ops::Range;

use riposte_nnue::{BUCKETS, INPUTS};

use crate::network::layers::SETS;
use crate::network::model::Model;
use crate::pass::adam::{Adam, CLIP, OUTPUT_CLIP};
use crate::samples::batch::Batch;

/// Rows of a slice: one per input, the biases, the output weights.
const BIAS: usize = INPUTS;
const OUTPUT: usize = INPUTS + 1;
const ROWS: usize = OUTPUT + 2 * SETS * BUCKETS;

/// Samples whose activations are computed together, few enough for the first cache.
const BLOCK: usize = 8;

/// One number per neuron of a slice.
type Row<const W: usize> = [f32; W];

/// `W` neurons. The weights of 64 take 1 MB and stay in the second cache of a core.
pub struct Slice<const W: usize> {
    /// The first of them.
    start: usize,
    weights: Vec<Row<W>>,
    gradients: Vec<Row<W>>,
    first: Vec<Row<W>>,
    second: Vec<Row<W>>,
    average: Vec<Row<W>>,
    /// The sums before activation of both views of the samples of a chunk,
    /// kept from the forward to the backward pass.
    sums: Vec<[Row<W>; 2]>,
}

/// What the optimiser works on.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The parameters.
    pub weights: Model,
    /// Their first moments.
    pub first: Model,
    /// Their second moments.
    pub second: Model,
    /// Their running average: what becomes the network.
    pub average: Model,
    /// Updates since the moments were zero.
    pub age: u64,
}

impl State {
    /// Weights of which the optimiser knows nothing yet.
    pub fn new(weights: Model) -> Self {
        let zero = Model::zero(weights.hidden);
        Self { average: weights.clone(), first: zero.clone(), second: zero, weights, age: 0 }
    }

    /// The state of a wider network, see [`Model::widen`]; the optimiser knows nothing of its
    /// new neurons.
    pub fn widen(&self, hidden: usize, seed: u64) -> Self {
        Self {
            weights: self.weights.widen(hidden, seed),
            first: self.first.write_into(Model::zero(hidden)),
            second: self.second.write_into(Model::zero(hidden)),
            average: self.average.widen(hidden, seed),
            age: self.age,
        }
    }

    /// The state with the average in the place of the weights.
    pub fn averaged(&self) -> Self {
        Self::new(self.average.clone())
    }
}

impl<const W: usize> Slice<W> {
    /// The slice that begins with neuron `start`.
    pub fn new(state: &State, start: usize, chunk: usize) -> Self {
        Self {
            start,
            weights: cut(&state.weights, start),
            gradients: vec![[0.0; W]; ROWS],
            first: cut(&state.first, start),
            second: cut(&state.second, start),
            average: cut(&state.average, start),
            sums: vec![[[0.0; W]; 2]; chunk],
        }
    }

    /// Writes the slice back to where it was cut from.
    pub fn store(&self, state: &mut State) {
        paste(&self.weights, self.start, &mut state.weights);
        paste(&self.first, self.start, &mut state.first);
        paste(&self.second, self.start, &mut state.second);
        paste(&self.average, self.start, &mut state.average);
    }

    /// Writes to `outputs` what these neurons contribute to the sums of each sample of `order`,
    /// which has at most as many as the chunk. Samples of the same bucket should be neighbours.
    pub fn forward(&mut self, batch: &Batch, order: &[usize], outputs: &mut [[f32; SETS]]) {
        for (&sample, sums) in order.iter().zip(&mut self.sums) {
            let mut own = self.weights[BIAS];
            let mut other = own;
            for &[a, b] in batch.inputs(sample) {
                add(&mut own, &self.weights[usize::from(a)]);
                add(&mut other, &self.weights[usize::from(b)]);
            }
            *sums = [own, other];
        }
        let mut activations = [[[0.0; W]; 2]; BLOCK];
        for block in blocks(batch, order) {
            let sets = sets_of(batch.bucket(order[block.start]));
            let (sums, outputs) = (&self.sums[block.clone()], &mut outputs[block]);
            activate(sums, &mut activations);
            for (set, weights) in self.weights[sets].as_chunks().0.iter().enumerate() {
                for (output, activations) in outputs.iter_mut().zip(&activations) {
                    output[set] = dot(activations, weights);
                }
            }
        }
    }

    /// Adds the gradients of the samples that the last forward pass saw, given those of the
    /// loss by their sums.
    pub fn backward(&mut self, batch: &Batch, order: &[usize], slopes: &[[f32; SETS]]) {
        let mut activations = [[[0.0; W]; 2]; BLOCK];
        for block in blocks(batch, order) {
            let sets = sets_of(batch.bucket(order[block.start]));
            let (order, slopes) = (&order[block.clone()], &slopes[block.clone()]);
            let sums = &self.sums[block];
            activate(sums, &mut activations);
            let mut descents = [[[0.0; W]; 2]; BLOCK];
            let weights = self.weights[sets.clone()].as_chunks().0;
            let gradients = self.gradients[sets].as_chunks_mut().0;
            for (set, (weights, gradients)) in weights.iter().zip(gradients).enumerate() {
                for (number, slopes) in slopes.iter().enumerate() {
                    add_scaled(gradients, slopes[set], &activations[number]);
                    add_scaled(&mut descents[number], slopes[set], weights);
                }
            }
            for ((&sample, sums), descent) in order.iter().zip(sums).zip(&mut descents) {
                let [own, other] = std::array::from_fn(|half| opened(&sums[half], &descent[half]));
                add(&mut self.gradients[BIAS], &own);
                add(&mut self.gradients[BIAS], &other);
                for &[a, b] in batch.inputs(sample) {
                    add(&mut self.gradients[usize::from(a)], &own);
                    add(&mut self.gradients[usize::from(b)], &other);
                }
            }
        }
    }

    /// Lets the optimiser use the gradients and forgets them.
    pub fn update(&mut self, adam: Adam) {
        let rows = self.weights.iter_mut().zip(&mut self.first).zip(&mut self.second);
        let rows = rows.zip(&mut self.gradients).zip(&mut self.average);
        for (row, ((((weights, first), second), gradients), average)) in rows.enumerate() {
            let (limit, is_kept) =
                if row < OUTPUT { (CLIP, adam.keeps_inputs) } else { (OUTPUT_CLIP, false) };
            for i in 0..if is_kept { 0 } else { W } {
                adam.update(&mut weights[i], &mut first[i], &mut second[i], gradients[i], limit);
                adam.average(&mut average[i], weights[i]);
            }
            *gradients = [0.0; W];
        }
    }

    /// Adds the gradients to those of a whole model.
    #[cfg(test)]
    pub fn store_gradients(&self, model: &mut Model) {
        paste(&self.gradients, self.start, model);
    }
}

#[inline(always)]
fn add<const W: usize>(to: &mut Row<W>, row: &Row<W>) {
    for i in 0..W {
        to[i] += row[i];
    }
}

/// As [`f32::clamp`] from 0 to 1.
#[inline(always)]
#[allow(clippy::manual_clamp, reason = "two instructions, because no sum is NaN")]
fn clip(sum: f32) -> f32 {
    sum.max(0.0).min(1.0)
}

/// The rows of the output weights of a bucket.
fn sets_of(bucket: usize) -> Range<usize> {
    let start = OUTPUT + 2 * SETS * bucket;
    start..start + 2 * SETS
}

/// Ranges of `order`, at most [`BLOCK`] long, with one bucket each.
fn blocks<'a>(batch: &'a Batch, order: &'a [usize]) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut start = 0;
    std::iter::from_fn(move || {
        let bucket = batch.bucket(*order.get(start)?);
        let alike = |&&sample: &&usize| batch.bucket(sample) == bucket;
        let length = order[start..].iter().take(BLOCK).take_while(alike).count();
        let block = start..start + length;
        start += length;
        Some(block)
    })
}

/// Writes the squared, clipped values of up to [`BLOCK`] samples to `activations`.
#[inline(always)]
fn activate<const W: usize>(sums: &[[Row<W>; 2]], activations: &mut [[Row<W>; 2]; BLOCK]) {
    for (activations, sums) in activations.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
        for i in 0..W {
            let clipped = clip(sums[i]);
            activations[i] = clipped * clipped;
        }
    }
}

/// One instruction where the target has it; elsewhere [`f32::mul_add`] would call a function.
#[inline(always)]
fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
        a.mul_add(b, c)
    } else {
        a * b + c
    }
}

/// Sum of products. Sixteen partial sums make it independent of the width of the registers.
#[inline(always)]
fn dot<const W: usize>(values: &[Row<W>; 2], weights: &[Row<W>; 2]) -> f32 {
    let mut totals = [0.0; 16];
    for half in 0..2 {
        for start in (0..W).step_by(16) {
            for (i, total) in totals.iter_mut().enumerate() {
                *total = multiply_add(values[half][start + i], weights[half][start + i], *total);
            }
        }
    }
    for width in [8, 4, 2, 1] {
        let (left, right) = totals.split_at_mut(width);
        left.iter_mut().zip(right).for_each(|(left, right)| *left += *right);
    }
    totals[0]
}

#[inline(always)]
fn add_scaled<const W: usize>(to: &mut [Row<W>; 2], factor: f32, values: &[Row<W>; 2]) {
    for half in 0..2 {
        for i in 0..W {
            to[half][i] = multiply_add(factor, values[half][i], to[half][i]);
        }
    }
}

/// The gradient of the sums, given that of their activations. Where a sum is clipped the
/// activation is flat.
#[inline(always)]
fn opened<const W: usize>(sums: &Row<W>, descent: &Row<W>) -> Row<W> {
    let mut result = [0.0; W];
    for i in 0..W {
        let clipped = clip(sums[i]);
        let open = if clipped == sums[i] { 2.0 * clipped } else { 0.0 };
        result[i] = descent[i] * open;
    }
    result
}

/// The parts of a model that hold one number per neuron, as rows.
fn rows(hidden: usize) -> impl Iterator<Item = (usize, Part, Range<usize>)> {
    let row = move |number: usize| number * hidden..(number + 1) * hidden;
    (0..INPUTS)
        .map(move |feature| (feature, Part::Features, row(feature)))
        .chain([(BIAS, Part::Biases, row(0))])
        .chain((0..2 * SETS * BUCKETS).map(move |half| (OUTPUT + half, Part::Outputs, row(half))))
}

#[derive(Clone, Copy)]
enum Part {
    Features,
    Biases,
    Outputs,
}

fn cut<const W: usize>(model: &Model, start: usize) -> Vec<Row<W>> {
    let mut cut = vec![[0.0; W]; ROWS];
    for (row, part, range) in rows(model.hidden) {
        let part = match part {
            Part::Features => &model.features,
            Part::Biases => &model.biases,
            Part::Outputs => &model.outputs,
        };
        cut[row].copy_from_slice(&part[range][start..start + W]);
    }
    cut
}

fn paste<const W: usize>(slice: &[Row<W>], start: usize, model: &mut Model) {
    for (row, part, range) in rows(model.hidden) {
        let part = match part {
            Part::Features => &mut model.features,
            Part::Biases => &mut model.biases,
            Part::Outputs => &mut model.outputs,
        };
        part[range][start..start + W].copy_from_slice(&slice[row]);
    }
}
