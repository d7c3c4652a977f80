//! How the learning rate falls.

use std::fmt;

/// The shape of the fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Updates at the start over which the rate rises to what the shape gives.
    pub warm_up: u64,
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
        let warm = (step as f64 / (self.warm_up + 1) as f64).min(1.0);
        (rate * warm) as f32
    }
}

/// The share of the result in the target, which changes evenly from epoch to epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// In the first epoch.
    pub first: f64,
    /// In the last epoch.
    pub last: f64,
}

impl Share {
    /// The share in the epoch `number` of `epochs`, counted from 1.
    pub fn at(self, number: u64, epochs: u64) -> f64 {
        let done = number.saturating_sub(1) as f64 / epochs.saturating_sub(1).max(1) as f64;
        self.first + (self.last - self.first) * done.min(1.0)
    }
}

/// `A`, or `A:B` if it changes.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}:{}", self.first, self.last)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warm_up_ends_on_the_shape() {
        let cold =
            Schedule { shape: Shape::Cosine, first: 1e-3, last: 1e-5, steps: 1000, warm_up: 0 };
        let warm = Schedule { warm_up: 99, ..cold };
        assert!((warm.rate(1) / 1e-5 - 1.0).abs() < 1e-3);
        assert!((1..100).all(|step| warm.rate(step) < warm.rate(step + 1)));
        assert!((100..=1000).all(|step| warm.rate(step) == cold.rate(step)));
    }

    #[test]
    fn a_share_changes_evenly_over_the_epochs() {
        let share = Share { first: 0.1, last: 0.4 };
        let shares: Vec<f64> = (1..=4).map(|number| share.at(number, 4)).collect();
        for (share, expected) in shares.into_iter().zip([0.1, 0.2, 0.3, 0.4]) {
            assert!((share - expected).abs() < 1e-12);
        }
        let constant = Share { first: 0.3, last: 0.3 };
        assert_eq!(constant.at(1, 1), 0.3);
        assert_eq!([share, constant].map(|share| share.to_string()), ["0.1:0.4", "0.3"]);
    }

    #[test]
    fn rates_fall_from_first_to_last() {
        for shape in [Shape::Cosine, Shape::Step] {
            let schedule = Schedule { shape, first: 1e-3, last: 1e-5, steps: 1000, warm_up: 0 };
            let rates: Vec<f32> = (1..=1000).map(|step| schedule.rate(step)).collect();
            assert!(rates.is_sorted_by(|a, b| a >= b), "{shape:?}");
            assert_eq!(rates[0], 1e-3);
            assert!((rates[999] - 1e-5).abs() < 1e-6, "{shape:?} ends at {}", rates[999]);
        }
        let steps = Schedule { shape: Shape::Step, first: 1.0, last: 1e-4, steps: 50, warm_up: 0 };
        let rates: Vec<f32> = (1..=50).step_by(10).map(|step| steps.rate(step)).collect();
        for (rate, expected) in rates.into_iter().zip([1.0, 0.1, 0.01, 1e-3, 1e-4]) {
            assert!((rate / expected - 1.0).abs() < 1e-3, "{rate} {expected}");
        }
    }
}
