//! Means and spreads over positions.

use super::parts::{Row, Series};
use super::store::Store;
use super::work;

/// The results of a series, all parts finished.
pub struct Measured<'a> {
    /// What was run.
    pub series: &'a Series,
    /// By setting and subject: a row per iteration.
    rows: Vec<Vec<Vec<Row>>>,
}

impl<'a> Measured<'a> {
    /// Takes the results out of the store.
    ///
    /// # Errors
    ///
    /// A text when a part is missing, which [`work::run`] does not leave.
    pub fn new(series: &'a Series, store: &Store) -> Result<Self, String> {
        let part = |setting: usize, subject: usize| {
            let rows = store.get(&work::key((series, setting, subject)));
            rows.map(<[Row]>::to_vec).ok_or_else(|| format!("{}: a part is missing", series.name))
        };
        let subjects = 0..series.subjects.len();
        let rows = (0..series.settings.len())
            .map(|setting| subjects.clone().map(|subject| part(setting, subject)).collect())
            .collect::<Result<_, String>>()?;
        Ok(Self { series, rows })
    }

    /// The place of the setting of this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.series.settings.iter().position(|setting| setting.name == name)
    }

    /// The deepest iteration of a setting.
    pub fn depth(&self, setting: usize) -> u32 {
        self.series.settings[setting].job.depth()
    }

    /// The results of `setting` in every position at the end of iteration `depth`;
    /// empty if it did not go there.
    pub fn at(&self, setting: usize, depth: u32) -> Vec<&Row> {
        let of = |rows: &'_ Vec<Row>| rows.iter().position(|row| row.depth == depth);
        let rows = self.rows[setting].iter();
        rows.filter_map(|rows| of(rows).map(|place| &rows[place])).collect()
    }

    /// A count of `setting` in every position at `depth`.
    pub fn counts(&self, setting: usize, depth: u32, count: fn(&Row) -> f64) -> Vec<f64> {
        self.at(setting, depth).into_iter().map(count).collect()
    }

    /// The sum of a count over the positions.
    pub fn sum(&self, setting: usize, depth: u32, count: fn(&Row) -> f64) -> f64 {
        self.counts(setting, depth, count).iter().sum()
    }

    /// One count by another, both summed over the positions; 0 by 0 is 0.
    pub fn share(
        &self,
        setting: usize,
        depth: u32,
        part: fn(&Row) -> f64,
        of: fn(&Row) -> f64,
    ) -> f64 {
        let whole = self.sum(setting, depth, of);
        if whole == 0.0 { 0.0 } else { self.sum(setting, depth, part) / whole }
    }

    /// `setting` against `base`, position by position, at their common depth.
    pub fn against(
        &self,
        setting: usize,
        base: usize,
        depth: u32,
        count: fn(&Row) -> f64,
    ) -> Spread {
        Spread::of_ratios(&self.counts(setting, depth, count), &self.counts(base, depth, count))
    }
}

/// Bottom positions.
pub fn bottom(row: &Row) -> f64 {
    row.counts.bottom as f64
}

/// All nodes.
pub fn nodes(row: &Row) -> f64 {
    row.counts.nodes() as f64
}

/// Seconds.
pub fn seconds(row: &Row) -> f64 {
    row.time.as_secs_f64()
}

/// Nodes that a move cut.
pub fn cutoffs(row: &Row) -> f64 {
    row.counts.cutoffs as f64
}

/// Nodes that the first move cut.
pub fn first_cutoffs(row: &Row) -> f64 {
    row.counts.first_cutoffs as f64
}

/// Positions solved.
pub fn solved(row: &Row) -> f64 {
    f64::from(u8::from(row.solved))
}

/// Ratios over positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The geometric mean.
    pub mean: f64,
    /// The quartiles below and above the median.
    pub quartiles: [f64; 2],
    /// The mean less and plus one standard error, on the scale of logarithms.
    pub error: [f64; 2],
}

impl Spread {
    /// Of `own` by `base`, both of the same positions. Counts of zero stand for one.
    pub fn of_ratios(own: &[f64], base: &[f64]) -> Self {
        let tiny = 1e-6;
        let logs = own.iter().zip(base).map(|(own, base)| (own.max(tiny) / base.max(tiny)).ln());
        Self::of_logs(logs.collect())
    }

    /// Half the distance between the ends of [`Self::error`], for tables with one number.
    pub fn standard_error(self) -> f64 {
        (self.error[1] - self.error[0]) / 2.0
    }

    fn of_logs(mut logs: Vec<f64>) -> Self {
        if logs.is_empty() {
            let nothing = f64::NAN;
            return Self { mean: nothing, quartiles: [nothing; 2], error: [nothing; 2] };
        }
        logs.sort_by(f64::total_cmp);
        let count = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / count;
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let error = if logs.len() > 1 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
        Self {
            mean: mean.exp(),
            quartiles: [0.25, 0.75].map(|part| quantile(&logs, part).exp()),
            error: [(mean - error).exp(), (mean + error).exp()],
        }
    }
}

/// Of sorted values, between neighbours in proportion.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * (sorted.len() - 1) as f64;
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    sorted[low] + (sorted[high] - sorted[low]) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_geometric() {
        let spread = Spread::of_ratios(&[400.0, 25.0, 100.0], &[100.0, 100.0, 100.0]);
        assert!((spread.mean - 1.0).abs() < 1e-9);
        assert!((spread.quartiles[0] - 0.5).abs() < 1e-9);
        assert!((spread.quartiles[1] - 2.0).abs() < 1e-9);
        // Logs -ln 4, 0, ln 4: deviation ln 4, error ln 4 / sqrt 3.
        assert!((spread.error[1] - 4f64.powf(1.0 / 3f64.sqrt())).abs() < 1e-9);
        assert!(Spread::of_ratios(&[], &[]).mean.is_nan());
    }
}
