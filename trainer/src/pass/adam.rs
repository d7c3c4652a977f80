//! The optimiser.

/// AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019)
/// with weights kept within what quantisation can express.
#[derive(Clone, Copy, Debug)]
pub struct Adam {
    /// The learning rate, corrections for the start of training included.
    rate: f32,
    /// Correction of the second moment for the start of training.
    second: f32,
    /// What decay leaves of a weight.
    keep: f32,
    /// What the average of the weights takes of the new ones.
    average: f32,
    /// See [`Pace::keeps_inputs`].
    pub keeps_inputs: bool,
}

/// Largest weight of the hidden layer.
pub const CLIP: f32 = 1.98;

/// Largest output weight. The smaller the largest one is, the finer are all of them in
/// the integers of the engine.
pub const OUTPUT_CLIP: f32 = 0.99;

/// Largest weight of the hidden layers of a bucket, which the engine has as floats too.
pub const LAYER_CLIP: f32 = 8.0;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// What an update depends on besides the gradients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The learning rate.
    pub rate: f32,
    /// What a weight loses per unit of learning rate (decoupled weight decay).
    pub decay: f32,
    /// Share of the updates so far over which weights are averaged; 0 makes the average
    /// the weights.
    pub average: f32,
    /// Whether the weights of the inputs stay as they are.
    pub keeps_inputs: bool,
}

impl Adam {
    /// The update number `step` since the moments were zero, counted from 1.
    pub fn new(step: u64, pace: Pace) -> Self {
        let unseen = |beta: f32| 1.0 - f64::from(beta).powf(step as f64);
        Self {
            rate: (f64::from(pace.rate) / unseen(BETA1)) as f32,
            second: (1.0 / unseen(BETA2)) as f32,
            keep: 1.0 - pace.rate * pace.decay,
            average: (1.0 / (pace.average * step as f32)).min(1.0),
            keeps_inputs: pace.keeps_inputs,
        }
    }

    /// Moves the running average of a weight towards its new value. The window of the
    /// average grows with the training, so that it forgets the start (Shamir and Zhang,
    /// "Stochastic gradient descent for non-smooth optimization", 2013).
    #[inline(always)]
    pub fn average(self, average: &mut f32, weight: f32) {
        *average += self.average * (weight - *average);
    }

    /// Moves one weight against its gradient, within `limit` of zero.
    #[inline(always)]
    pub fn update(
        self,
        weight: &mut f32,
        first: &mut f32,
        second: &mut f32,
        gradient: f32,
        limit: f32,
    ) {
        *first = BETA1 * *first + (1.0 - BETA1) * gradient;
        *second = BETA2 * *second + (1.0 - BETA2) * gradient * gradient;
        let step = self.rate * *first / ((*second * self.second).sqrt() + EPSILON);
        *weight = (*weight * self.keep - step).clamp(-limit, limit);
    }
}
