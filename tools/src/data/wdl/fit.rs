//! The most likely curve through counted results, and polynomials through many
//! curves.

use std::collections::BTreeMap;

/// Scores are counted in classes of this width.
const WIDTH: i32 = 8;

/// Newton steps; ten are plenty from any sensible start.
const STEPS: usize = 60;

/// Results by score, from the point of view of the score.
#[derive(Clone, Debug, Default)]
pub struct Counts(BTreeMap<i32, Results>);

#[derive(Clone, Copy, Debug, Default)]
struct Results {
    wins: u64,
    draws: u64,
    lost: u64,
}

/// Chance to win with score `s`: `1 / (1 + exp((even - s) / spread))`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score that wins every second game.
    pub even: f64,
    /// How far from it the chance is 73 %.
    pub spread: f64,
}

impl Counts {
    /// Counts a position with `score` whose game ended with `result` (1, 0 or
    /// -1), both for the same side.
    pub fn add(&mut self, score: i32, result: i32) {
        let results = self.0.entry((score + WIDTH / 2).div_euclid(WIDTH)).or_default();
        match result {
            1.. => results.wins += 1,
            0 => results.draws += 1,
            _ => results.lost += 1,
        }
    }

    /// How many positions were counted.
    pub fn positions(&self) -> u64 {
        self.0.values().map(|results| results.wins + results.draws + results.lost).sum()
    }

    /// The curve under which the results are the most likely.
    ///
    /// In the variables `u = 1 / spread` and `v = even / spread` the
    /// likelihood is smooth and well scaled; Newton's method with a step that
    /// is shortened until it helps finds its top.
    pub fn fit(&self) -> Curve {
        let (mut u, mut v) = (1.0 / 100.0, 2.0);
        let mut best = self.cost(u, v);
        for _ in 0..STEPS {
            let Some((du, dv)) = self.newton_step(u, v) else { break };
            let mut length = 1.0;
            let improved = loop {
                let (next_u, next_v) = (u - length * du, v - length * dv);
                let cost = if next_u > 0.0 && next_v > 0.0 {
                    self.cost(next_u, next_v)
                } else {
                    f64::INFINITY
                };
                if cost < best {
                    (u, v, best) = (next_u, next_v, cost);
                    break true;
                }
                length /= 2.0;
                if length < 1e-6 {
                    break false;
                }
            };
            if !improved {
                break;
            }
        }
        Curve { even: v / u, spread: 1.0 / u }
    }

    /// Minus the logarithm of the likelihood, per position.
    fn cost(&self, u: f64, v: f64) -> f64 {
        let sum: f64 = self
            .0
            .iter()
            .map(|(&class, results)| {
                let score = f64::from(class * WIDTH);
                let (win, loss) = (logistic(u * score - v), logistic(-u * score - v));
                let draw = 1.0 - win - loss;
                -(results.wins as f64 * log(win)
                    + results.draws as f64 * log(draw)
                    + results.lost as f64 * log(loss))
            })
            .sum();
        sum / self.positions().max(1) as f64
    }

    /// The step to the bottom of the parabola that fits the cost here, from
    /// finite differences.
    fn newton_step(&self, u: f64, v: f64) -> Option<(f64, f64)> {
        let (h, k) = (u * 1e-3, v * 1e-3);
        let at = |i: f64, j: f64| self.cost(u + i * h, v + j * k);
        let here = at(0.0, 0.0);
        let (gu, gv) = ((at(1.0, 0.0) - at(-1.0, 0.0)) / 2.0, (at(0.0, 1.0) - at(0.0, -1.0)) / 2.0);
        let uu = at(1.0, 0.0) - 2.0 * here + at(-1.0, 0.0);
        let vv = at(0.0, 1.0) - 2.0 * here + at(0.0, -1.0);
        let uv = (at(1.0, 1.0) - at(1.0, -1.0) - at(-1.0, 1.0) + at(-1.0, -1.0)) / 4.0;
        let determinant = uu * vv - uv * uv;
        if uu <= 0.0 || determinant <= 0.0 {
            // Not a bowl here: go downhill.
            return Some((gu.signum() * 20.0 * h, gv.signum() * 20.0 * k));
        }
        let (du, dv) = ((gu * vv - gv * uv) / determinant, (gv * uu - gu * uv) / determinant);
        (du.is_finite() && dv.is_finite()).then_some((du * h, dv * k))
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn log(chance: f64) -> f64 {
    chance.max(1e-12).ln()
}

/// The cubic through points `(x, y, weight)` with the least weighted squares,
/// its constant first.
pub fn least_squares(points: &[(f64, f64, f64)]) -> [f64; 4] {
    let mut rows = [[0.0; 5]; 4];
    for &(x, y, weight) in points {
        let powers = [1.0, x, x * x, x * x * x];
        for (row, left) in rows.iter_mut().zip(powers) {
            for (cell, right) in row.iter_mut().zip(powers.iter().chain([&y])) {
                *cell += weight * left * right;
            }
        }
    }
    solve(rows)
}

/// Solves four equations by elimination, the largest pivot first.
fn solve(mut rows: [[f64; 5]; 4]) -> [f64; 4] {
    for column in 0..4 {
        let pivot = (column..4)
            .max_by(|&i, &j| rows[i][column].abs().total_cmp(&rows[j][column].abs()))
            .unwrap_or(column);
        rows.swap(column, pivot);
        let lead = rows[column];
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / lead[column];
                row.iter_mut().zip(lead).for_each(|(cell, above)| *cell -= factor * above);
            }
        }
    }
    std::array::from_fn(|index| rows[index][4] / rows[index][index])
}

#[cfg(test)]
mod tests {
    use riposte_search::wdl::polynomial;

    use super::*;

    #[test]
    fn the_curve_behind_the_results_is_found() {
        for (even, spread) in [(150.0, 60.0), (320.0, 90.0), (80.0, 120.0)] {
            let mut counts = Counts::default();
            for score in (-800..=800).step_by(WIDTH as usize) {
                let chance = |score: i32| logistic((f64::from(score) - even) / spread);
                let wins = (1000.0 * chance(score)).round() as usize;
                let lost = (1000.0 * chance(-score)).round() as usize;
                (0..wins).for_each(|_| counts.add(score, 1));
                (0..lost).for_each(|_| counts.add(score, -1));
                (wins + lost..1000).for_each(|_| counts.add(score, 0));
            }
            let curve = counts.fit();
            assert!((curve.even - even).abs() < 3.0, "{curve:?}");
            assert!((curve.spread - spread).abs() < 3.0, "{curve:?}");
        }
    }

    #[test]
    fn a_cubic_is_found_again() {
        let cubic = [3.0, -2.0, 0.5, 1.5];
        let points: Vec<_> = (0..20)
            .map(|index| f64::from(index) / 10.0)
            .map(|x| (x, polynomial(&cubic, x), 1.0 + x))
            .collect();
        for (found, expected) in least_squares(&points).into_iter().zip(cubic) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }
}
