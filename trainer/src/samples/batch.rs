//! Samples as the trainer reads them.

/// The result of a sample whose game is not trusted.
pub const NO_RESULT: u8 = 3;

/// Active inputs and targets of some samples. Both perspectives have as many
/// inputs, so one list of bounds serves both.
#[derive(Debug)]
pub struct Batch {
    /// Inputs as the side to move and as the other side sees them.
    features: Vec<[u16; 2]>,
    /// Where the inputs of each sample end.
    ends: Vec<u32>,
    buckets: Vec<u8>,
    scores: Vec<i16>,
    results: Vec<u8>,
}

impl Batch {
    /// An empty batch with room for so many samples.
    pub(crate) fn with_capacity(samples: usize) -> Self {
        Self {
            features: Vec::with_capacity(samples * 24),
            ends: Vec::with_capacity(samples),
            buckets: Vec::with_capacity(samples),
            scores: Vec::with_capacity(samples),
            results: Vec::with_capacity(samples),
        }
    }

    /// How many samples there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds an input to the sample in the making.
    #[inline]
    pub(crate) fn push_inputs(&mut self, own_and_other: [u16; 2]) {
        self.features.push(own_and_other);
    }

    /// Ends the sample in the making.
    #[inline]
    pub(crate) fn finish_sample(&mut self, bucket: u8, score: i16, result: u8) {
        self.ends.push(self.features.len() as u32);
        self.buckets.push(bucket);
        self.scores.push(score);
        self.results.push(result);
    }

    /// The inputs of a sample, own and other's view.
    #[inline]
    pub(crate) fn inputs(&self, sample: usize) -> &[[u16; 2]] {
        let start = if sample == 0 { 0 } else { self.ends[sample - 1] as usize };
        &self.features[start..self.ends[sample] as usize]
    }

    /// Which output a sample uses.
    #[inline]
    pub(crate) fn bucket(&self, sample: usize) -> usize {
        usize::from(self.buckets[sample])
    }

    /// What the search thought, in its own units.
    #[inline]
    pub(crate) fn score(&self, sample: usize) -> i16 {
        self.scores[sample]
    }

    /// 0 for a loss, 0.5 for a draw, 1 for a win; `None` if the result says nothing.
    #[inline]
    pub(crate) fn result(&self, sample: usize) -> Option<f32> {
        let result = self.results[sample];
        (result != NO_RESULT).then(|| f32::from(result) * 0.5)
    }
}
