//! Passes over the data: who computes what, and when.
//!
//! Threads own slices of the accumulators. For a chunk of samples each first
//! writes what its slices contribute to the sums behind them; after a barrier
//! each reads all contributions, computes the hidden layers and the loss, and
//! then the gradients of its own weights. Nothing is ever added up by two threads, which
//! makes the result the same for any number of them.

pub mod adam;
pub mod slice;
#[cfg(test)]
mod tests;

use std::io;
use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Barrier};
use std::thread::{self, ScopedJoinHandle};

use parking_lot::RwLock;

use crate::network::layers::{Activations, Layers, SETS};
use crate::samples::batch::Batch;
use adam::{Adam, LAYER_CLIP, Pace};
use slice::{Slice, State};

/// Samples between two barriers: enough to make waiting rare, few enough for
/// their sums to stay in the cache.
const CHUNK: usize = 1024;

/// Batches that wait for each thread.
const QUEUE: usize = 2;

/// What the network is to predict.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Share of the game's result, where it says anything; the rest is the score of the search.
    pub result_share: f32,
    /// Centipawns for which the expected result is that of the output 1.
    pub scale: f32,
    /// Power of the difference in expected result that is made small.
    pub power: f32,
}

/// Mean squared differences of expected results, summed over samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// How many samples were summed.
    pub samples: u64,
    /// How many of them have a result.
    results: u64,
    total: f64,
    score: f64,
    result: f64,
}

impl Losses {
    /// Against the mixture that is learnt.
    pub fn total(&self) -> f64 {
        self.total / self.samples.max(1) as f64
    }

    /// Against the score of the search alone.
    pub fn score(&self) -> f64 {
        self.score / self.samples.max(1) as f64
    }

    /// Against the result of the game alone, where there is one.
    pub fn result(&self) -> f64 {
        self.result / self.results.max(1) as f64
    }

    /// Adds one sample.
    pub fn add(&mut self, target: Target, output: f32, score: i16, result: Option<f32>) {
        let expected = sigmoid(output);
        let wanted = sigmoid(f32::from(score) / target.scale);
        let square = |goal: f32| f64::from((expected - goal) * (expected - goal));
        self.samples += 1;
        self.total += square(target.mix(wanted, result));
        self.score += square(wanted);
        self.results += u64::from(result.is_some());
        self.result += result.map_or(0.0, square);
    }
}

impl Target {
    fn mix(self, score: f32, result: Option<f32>) -> f32 {
        result.map_or(score, |result| score + self.result_share * (result - score))
    }

    /// How the loss of a sample grows with the output.
    fn slope(self, output: f32, score: i16, result: Option<f32>) -> f32 {
        let expected = sigmoid(output);
        let goal = self.mix(sigmoid(f32::from(score) / self.scale), result);
        let difference = expected - goal;
        let steepness = if self.power == 2.0 {
            2.0 * difference
        } else {
            self.power * difference.abs().powf(self.power - 1.0).copysign(difference)
        };
        steepness * expected * (1.0 - expected)
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The pace of each update, counted from 1.
pub type Rates<'a> = &'a (dyn Fn(u64) -> Pace + Sync);

/// The batches of a pass, in order. An error ends the pass.
pub type BatchSource<'a> = &'a mut dyn Iterator<Item = io::Result<Batch>>;

/// What a pass over the data does.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// What the network is to predict.
    pub target: Target,
    /// With it the pass trains, otherwise it only measures.
    pub rates: Option<Rates<'a>>,
    /// Number of threads. The result does not depend on it.
    pub threads: usize,
}

impl Pass<'_> {
    /// Works through `batches`. `steps` is the number of updates made before and after.
    /// `report` is called with the number of samples of each batch as it is handed out.
    ///
    /// # Errors
    /// The first error among the batches; `state` is then as after the batch
    /// before.
    pub fn run(
        self,
        state: &mut State,
        steps: &mut u64,
        batches: BatchSource<'_>,
        report: &mut dyn FnMut(usize),
    ) -> io::Result<Losses> {
        // The width of slices decides the order of sums, so it may depend on the
        // network only, not on the number of threads.
        if state.weights.hidden.is_multiple_of(64) && state.weights.hidden >= 128 {
            self.run_with_width::<64>(state, steps, batches, report)
        } else {
            self.run_with_width::<32>(state, steps, batches, report)
        }
    }

    fn run_with_width<const W: usize>(
        self,
        state: &mut State,
        steps: &mut u64,
        batches: BatchSource<'_>,
        report: &mut dyn FnMut(usize),
    ) -> io::Result<Losses> {
        let starts = (0..state.weights.hidden).step_by(W);
        let mut slices: Vec<Slice<W>> =
            starts.map(|start| Slice::new(state, start, CHUNK)).collect();
        let share = slices.len().div_ceil(self.threads.max(1));
        let workers = slices.len().div_ceil(share);
        let contributions =
            || (0..slices.len()).map(|_| RwLock::new(vec![[0.0; SETS]; CHUNK])).collect();
        let shared =
            Shared { barrier: Barrier::new(workers), turns: [contributions(), contributions()] };
        let layers = SharedLayers::new(state);
        let age = state.age;

        let (failure, (layers, losses)) = thread::scope(|scope| {
            let (mut senders, mut handles) = (Vec::new(), Vec::new());
            for (number, slices) in slices.chunks_mut(share).enumerate() {
                let (sender, receiver) = sync_channel(QUEUE);
                let worker = Worker {
                    slices,
                    first: number * share,
                    shared: &shared,
                    pass: self,
                    step: *steps,
                    age,
                    turn: 0,
                    layers: layers.clone(),
                    losses: Losses::default(),
                    room: Room::default(),
                };
                senders.push(sender);
                handles.push(scope.spawn(move || worker.work(&receiver)));
            }
            let (dealt, failure) = deal(batches, &senders, report);
            if self.rates.is_some() {
                *steps += dealt;
                state.age += dealt;
            }
            // No more will come.
            drop(senders);
            (failure, join(handles, layers))
        });

        if self.rates.is_some() {
            slices.iter().for_each(|slice| slice.store(state));
            layers.store(state);
        }
        failure.map_or(Ok(losses), Err)
    }
}

/// Gives every batch to every thread until there are no more or one is an error;
/// how many there were, and the error.
fn deal(
    batches: BatchSource<'_>,
    threads: &[SyncSender<Arc<Batch>>],
    report: &mut dyn FnMut(usize),
) -> (u64, Option<io::Error>) {
    let mut dealt = 0;
    for batch in batches {
        let batch = match batch {
            Ok(batch) => Arc::new(batch),
            Err(error) => return (dealt, Some(error)),
        };
        report(batch.len());
        // A thread hangs up only when it panics; joining it tells.
        threads.iter().for_each(|thread| drop(thread.send(Arc::clone(&batch))));
        dealt += 1;
    }
    (dealt, None)
}

/// Waits for the threads. All end with the same layers, of which those before are
/// the `start`; only the first keeps losses.
fn join(handles: Vec<Handle<'_>>, start: SharedLayers) -> (SharedLayers, Losses) {
    handles.into_iter().map(ScopedJoinHandle::join).fold(
        (start, Losses::default()),
        |(layers, losses), joined| match joined {
            Ok((found, Some(counted))) => (found, counted),
            Ok(_) => (layers, losses),
            Err(panic) => std::panic::resume_unwind(panic),
        },
    )
}

/// A thread that ends with its layers and, if it is the first, the losses.
type Handle<'scope> = ScopedJoinHandle<'scope, (SharedLayers, Option<Losses>)>;

/// What threads tell each other. Two turns alternate, so that a thread that is
/// ahead does not overwrite what another still reads: it cannot be more than
/// one barrier ahead.
struct Shared {
    barrier: Barrier,
    /// Contributions to the sums of the samples of a chunk, by slice.
    turns: [Vec<RwLock<Vec<[f32; SETS]>>>; 2],
}

struct Worker<'a, const W: usize> {
    slices: &'a mut [Slice<W>],
    /// Number of the first of them.
    first: usize,
    shared: &'a Shared,
    pass: Pass<'a>,
    step: u64,
    /// Updates since the moments were zero.
    age: u64,
    turn: usize,
    /// Every thread keeps its own copy, which is less work than sharing.
    layers: SharedLayers,
    losses: Losses,
    room: Room,
}

/// Room for the samples of a chunk that is used again and again.
#[derive(Default)]
struct Room {
    /// The samples by bucket.
    order: Vec<usize>,
    /// The sums over the accumulators, then their gradients.
    sums: Vec<[f32; SETS]>,
    activations: Vec<(f32, Activations)>,
}

impl<const W: usize> Worker<'_, W> {
    /// Works until no more batches come. Only the first thread reports losses.
    fn work(mut self, batches: &Receiver<Arc<Batch>>) -> (SharedLayers, Option<Losses>) {
        while let Ok(batch) = batches.recv() {
            for start in (0..batch.len()).step_by(CHUNK) {
                self.chunk(&batch, start..batch.len().min(start + CHUNK));
            }
            if let Some(rates) = self.pass.rates {
                self.step += 1;
                self.age += 1;
                let adam = Adam::new(self.age, rates(self.step));
                self.slices.iter_mut().for_each(|slice| slice.update(adam));
                self.layers.update(adam);
            }
        }
        (self.layers, (self.first == 0).then_some(self.losses))
    }

    fn chunk(&mut self, batch: &Batch, range: Range<usize>) {
        self.room.order.clear();
        self.room.order.extend(range);
        self.room.order.sort_by_key(|&sample| batch.bucket(sample));
        self.forward(batch);
        if self.first == 0 {
            for ((output, _), &sample) in self.room.activations.iter().zip(&self.room.order) {
                let (score, result) = (batch.score(sample), batch.result(sample));
                self.losses.add(self.pass.target, *output, score, result);
            }
        }
        if self.pass.rates.is_some() {
            self.backward(batch);
        }
    }

    /// The outputs of the samples, from the contributions of all threads.
    fn forward(&mut self, batch: &Batch) {
        let Room { order, sums, activations } = &mut self.room;
        let turn = &self.shared.turns[self.turn];
        self.turn ^= 1;
        for (slice, contribution) in self.slices.iter_mut().zip(&turn[self.first..]) {
            slice.forward(batch, order, &mut contribution.write());
        }
        self.shared.barrier.wait();

        sums.clear();
        sums.resize(order.len(), [0.0; SETS]);
        for contribution in turn {
            let contribution = contribution.read();
            let sums = sums.as_flattened_mut().iter_mut();
            sums.zip(contribution.as_flattened()).for_each(|(sum, part)| *sum += part);
        }
        activations.clear();
        activations.extend(
            order
                .iter()
                .zip(&*sums)
                .map(|(&sample, sums)| self.layers.values[batch.bucket(sample)].forward(sums)),
        );
    }

    /// Adds the gradients of the samples of the last forward pass.
    fn backward(&mut self, batch: &Batch) {
        let Room { order, sums, activations } = &mut self.room;
        let mean = 1.0 / batch.len() as f32;
        for ((sums, (output, activations)), &sample) in
            sums.iter_mut().zip(activations).zip(&*order)
        {
            let (score, result) = (batch.score(sample), batch.result(sample));
            let slope = self.pass.target.slope(*output, score, result) * mean;
            let bucket = batch.bucket(sample);
            let gradients = &mut self.layers.gradients[bucket];
            *sums = self.layers.values[bucket].backward(slope, activations, gradients);
        }
        for slice in &mut *self.slices {
            slice.backward(batch, order, sums);
        }
    }
}

/// The hidden layers of all buckets, which belong to no neuron of the accumulators.
#[derive(Clone)]
struct SharedLayers {
    values: Vec<Layers>,
    first: Vec<Layers>,
    second: Vec<Layers>,
    average: Vec<Layers>,
    gradients: Vec<Layers>,
}

impl SharedLayers {
    fn new(state: &State) -> Self {
        Self {
            values: state.weights.layers.clone(),
            first: state.first.layers.clone(),
            second: state.second.layers.clone(),
            average: state.average.layers.clone(),
            gradients: vec![Layers::ZERO; state.weights.layers.len()],
        }
    }

    fn store(self, state: &mut State) {
        state.weights.layers = self.values;
        state.first.layers = self.first;
        state.second.layers = self.second;
        state.average.layers = self.average;
    }

    fn update(&mut self, adam: Adam) {
        let values = self.values.iter_mut().flat_map(Layers::values_mut);
        let first = self.first.iter_mut().flat_map(Layers::values_mut);
        let second = self.second.iter_mut().flat_map(Layers::values_mut);
        let average = self.average.iter_mut().flat_map(Layers::values_mut);
        let gradients = self.gradients.iter_mut().flat_map(Layers::values_mut);
        let all = values.zip(first).zip(second).zip(average).zip(gradients);
        for ((((value, first), second), average), gradient) in all {
            adam.update(value, first, second, *gradient, LAYER_CLIP);
            adam.average(average, *value);
            *gradient = 0.0;
        }
    }
}
