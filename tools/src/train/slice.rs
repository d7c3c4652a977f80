//! Some neurons of the hidden layer with all that belongs to them. A thread
//! owns whole slices, so threads never write to the same place, and sums are
//! made in the same order however many threads there are.

use std::ops::Range;

use riposte_nnue::{BUCKETS, INPUTS};

use super::adam::{Adam, CLIP, OUTPUT_CLIP};
use super::batch::Batch;
use super::model::Model;

/// Rows of a slice: one per input, the biases, the output weights.
const BIAS: usize = INPUTS;
const OUTPUT: usize = INPUTS + 1;
const ROWS: usize = OUTPUT + 2 * BUCKETS;

/// One number per neuron of a slice.
type Row<const W: usize> = [f32; W];

/// `W` neurons. The weights of 64 take 196 kB and stay in the cache of a core.
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

    /// Writes to `outputs` what these neurons contribute to the output of each
    /// sample of `range`, which must not be longer than the chunk.
    pub fn forward(&mut self, batch: &Batch, range: Range<usize>, outputs: &mut [f32]) {
        for ((sample, output), sums) in range.zip(outputs).zip(&mut self.sums) {
            let mut own = self.weights[BIAS];
            let mut other = own;
            for &[a, b] in batch.inputs(sample) {
                add(&mut own, &self.weights[usize::from(a)]);
                add(&mut other, &self.weights[usize::from(b)]);
            }
            let row = OUTPUT + 2 * batch.bucket(sample);
            *output = activated_dot(&own, &self.weights[row])
                + activated_dot(&other, &self.weights[row + 1]);
            *sums = [own, other];
        }
    }

    /// Adds the gradients of the samples that the last forward pass saw, given
    /// that of the loss by their outputs.
    pub fn backward(&mut self, batch: &Batch, range: Range<usize>, slopes: &[f32]) {
        for ((sample, &slope), sums) in range.zip(slopes).zip(&self.sums) {
            let row = OUTPUT + 2 * batch.bucket(sample);
            let half = |half: usize, gradients: &mut [Row<W>]| {
                descend(&sums[half], slope, &self.weights[row + half], &mut gradients[row + half])
            };
            let own = half(0, &mut self.gradients);
            let other = half(1, &mut self.gradients);
            add(&mut self.gradients[BIAS], &own);
            add(&mut self.gradients[BIAS], &other);
            for &[a, b] in batch.inputs(sample) {
                add(&mut self.gradients[usize::from(a)], &own);
                add(&mut self.gradients[usize::from(b)], &other);
            }
        }
    }

    /// Lets the optimiser use the gradients and forgets them.
    pub fn update(&mut self, adam: Adam) {
        let rows = self.weights.iter_mut().zip(&mut self.first).zip(&mut self.second);
        let rows = rows.zip(&mut self.gradients).zip(&mut self.average);
        for (row, ((((weights, first), second), gradients), average)) in rows.enumerate() {
            let limit = if row < OUTPUT { CLIP } else { OUTPUT_CLIP };
            for i in 0..W {
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

/// Sum of the squared, clipped values times their weights. Sixteen partial sums
/// make it independent of the width of the registers.
#[inline(always)]
fn activated_dot<const W: usize>(sums: &Row<W>, weights: &Row<W>) -> f32 {
    let mut totals = [0.0; 16];
    for start in (0..W).step_by(16) {
        for (i, total) in totals.iter_mut().enumerate() {
            let clipped = clip(sums[start + i]);
            *total += clipped * clipped * weights[start + i];
        }
    }
    totals.iter().sum()
}

/// Adds the gradient of the output weights and returns that of the sums.
#[inline(always)]
fn descend<const W: usize>(
    sums: &Row<W>,
    slope: f32,
    weights: &Row<W>,
    gradients: &mut Row<W>,
) -> Row<W> {
    let mut result = [0.0; W];
    for i in 0..W {
        let clipped = clip(sums[i]);
        gradients[i] += slope * clipped * clipped;
        // Where the sum is clipped the activation is flat.
        let open = if clipped == sums[i] { 2.0 * clipped } else { 0.0 };
        result[i] = slope * weights[i] * open;
    }
    result
}

/// The parts of a model that hold one number per neuron, as rows.
fn rows(hidden: usize) -> impl Iterator<Item = (usize, Part, Range<usize>)> {
    let row = move |number: usize| number * hidden..(number + 1) * hidden;
    (0..INPUTS)
        .map(move |feature| (feature, Part::Features, row(feature)))
        .chain([(BIAS, Part::Biases, row(0))])
        .chain((0..2 * BUCKETS).map(move |half| (OUTPUT + half, Part::Outputs, row(half))))
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
