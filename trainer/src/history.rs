//! What was measured after each epoch.

use std::fmt::Write as _;

use crate::pass::Losses;

/// One epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Epoch {
    /// Counted from 1.
    pub number: u64,
    /// The learning rate at its end.
    pub rate: f64,
    /// Mean loss while learning.
    pub training: f64,
    /// Loss on held-out games afterwards: against the target, the search
    /// score and the result.
    pub validation: [f64; 3],
    /// Samples learnt from.
    pub samples: u64,
    /// Seconds spent learning.
    pub seconds: f64,
}

impl Epoch {
    /// How many numbers an epoch is.
    pub const VALUES: usize = 8;

    /// The losses of a validation pass.
    pub fn split(losses: &Losses) -> [f64; 3] {
        [losses.total(), losses.score(), losses.result()]
    }

    /// All numbers.
    pub fn to_values(self) -> [f64; Self::VALUES] {
        let [total, score, result] = self.validation;
        let (number, samples) = (self.number as f64, self.samples as f64);
        [number, self.rate, self.training, total, score, result, samples, self.seconds]
    }

    /// The inverse of [`Self::to_values`].
    pub fn from_values(values: [f64; Self::VALUES]) -> Self {
        let [number, rate, training, total, score, result, samples, seconds] = values;
        let (number, samples) = (number as u64, samples as u64);
        let validation = [total, score, result];
        Self { number, rate, training, validation, samples, seconds }
    }
}

/// All epochs so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// In order.
    pub epochs: Vec<Epoch>,
}

impl History {
    /// The epoch with the least validation loss, the earliest of equals.
    pub fn best(&self) -> Option<&Epoch> {
        self.epochs.iter().min_by(|a, b| a.validation[0].total_cmp(&b.validation[0]))
    }

    /// Whether so many epochs have passed since the best one.
    pub fn is_stalled(&self, patience: u64) -> bool {
        let since = |best: &Epoch| self.epochs.len() as u64 - best.number;
        patience > 0 && self.best().is_some_and(|best| since(best) >= patience)
    }

    /// Samples learnt from per second.
    pub fn speed(&self) -> f64 {
        let samples: u64 = self.epochs.iter().map(|epoch| epoch.samples).sum();
        let seconds: f64 = self.epochs.iter().map(|epoch| epoch.seconds).sum();
        samples as f64 / seconds.max(1e-9)
    }

    /// A table with a line per epoch.
    pub fn to_csv(&self) -> String {
        let mut text = "epoch,learning_rate,training_loss,validation_loss,validation_score_loss,\
                        validation_result_loss,samples,seconds\n"
            .to_owned();
        for epoch in &self.epochs {
            let [total, score, result] = epoch.validation;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{},{:.3e},{:.7},{total:.7},{score:.7},{result:.7},{},{:.1}",
                epoch.number, epoch.rate, epoch.training, epoch.samples, epoch.seconds
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_counts_from_the_best_epoch() {
        let mut history = History::default();
        assert!(!history.is_stalled(1));
        for (number, loss) in (1..).zip([0.3, 0.2, 0.25, 0.21]) {
            let validation = [loss, 0.0, 0.0];
            history.epochs.push(Epoch { number, validation, ..Epoch::default() });
        }
        assert_eq!(history.best().map(|epoch| epoch.number), Some(2));
        assert!(history.is_stalled(2));
        assert!(!history.is_stalled(3));
        assert!(!history.is_stalled(0), "no patience given means no stop");
    }
}
