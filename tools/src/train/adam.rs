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
}

/// Largest weight: 127 / 64 would be the last that fits an output weight.
pub const CLIP: f32 = 1.98;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const DECAY: f32 = 0.01;

impl Adam {
    /// The update number `step`, counted from 1.
    pub fn new(step: u64, rate: f32) -> Self {
        let unseen = |beta: f32| 1.0 - f64::from(beta).powf(step as f64);
        Self {
            rate: (f64::from(rate) / unseen(BETA1)) as f32,
            second: (1.0 / unseen(BETA2)) as f32,
            keep: 1.0 - rate * DECAY,
        }
    }

    /// Moves one weight against its gradient.
    #[inline(always)]
    pub fn update(self, weight: &mut f32, first: &mut f32, second: &mut f32, gradient: f32) {
        *first = BETA1 * *first + (1.0 - BETA1) * gradient;
        *second = BETA2 * *second + (1.0 - BETA2) * gradient * gradient;
        let step = self.rate * *first / ((*second * self.second).sqrt() + EPSILON);
        *weight = (*weight * self.keep - step).clamp(-CLIP, CLIP);
    }
}
