//! How the learning rate falls.

use clap::ValueEnum;

/// The shape of the fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// Half a cosine (Loshchilov and Hutter, "SGDR", 2017).
    Cosine,
    /// Four equal steps, each by the same factor.
    Step,
}

/// A learning rate for each update.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The shape of the fall.
    pub shape: Shape,
    /// The rate at the start.
    pub first: f32,
    /// The rate at the end.
    pub last: f32,
    /// How many updates there will be.
    pub steps: u64,
}

impl Schedule {
    /// The rate of the update number `step`, counted from 1.
    pub fn rate(&self, step: u64) -> f32 {
        let done = (step.saturating_sub(1) as f64 / self.steps.max(1) as f64).min(1.0);
        let (first, last) = (f64::from(self.first), f64::from(self.last));
        let rate = match self.shape {
            Shape::Cosine => {
                last + (first - last) * 0.5 * (1.0 + (std::f64::consts::PI * done).cos())
            }
            Shape::Step => first * (last / first).powf((done * 5.0).floor().min(4.0) / 4.0),
        };
        rate as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_fall_from_first_to_last() {
        for shape in [Shape::Cosine, Shape::Step] {
            let schedule = Schedule { shape, first: 1e-3, last: 1e-5, steps: 1000 };
            let rates: Vec<f32> = (1..=1000).map(|step| schedule.rate(step)).collect();
            assert!(rates.is_sorted_by(|a, b| a >= b), "{shape:?}");
            assert_eq!(rates[0], 1e-3);
            assert!((rates[999] - 1e-5).abs() < 1e-6, "{shape:?} ends at {}", rates[999]);
        }
        let steps = Schedule { shape: Shape::Step, first: 1.0, last: 1e-4, steps: 50 };
        let rates: Vec<f32> = (1..=50).step_by(10).map(|step| steps.rate(step)).collect();
        for (rate, expected) in rates.into_iter().zip([1.0, 0.1, 0.01, 1e-3, 1e-4]) {
            assert!((rate / expected - 1.0).abs() < 1e-3, "{rate} {expected}");
        }
    }
}
