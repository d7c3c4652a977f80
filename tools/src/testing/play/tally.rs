//! What games are worth in Elo.

/// Results of games in pairs: one opening, each side with either colour. The two
/// games of a pair are alike, so the error is reckoned from pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs by the half points won in them.
    pairs: [u64; 5],
    /// Games lost, drawn and won.
    games: [u64; 3],
    /// Games lost on time, by the tested side and by the other.
    late: [u64; 2],
}

/// A difference in playing strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Above zero if the tested side is stronger.
    pub difference: f64,
    /// Half of the interval in which the true value lies in 95 of 100 cases.
    pub error: f64,
}

/// Half points of a game for the side that is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    Lost,
    Drawn,
    Won,
}

/// How a game ended for the side that is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// What it won.
    pub points: Points,
    /// Whether the loser exceeded its time.
    pub on_time: bool,
}

/// The game in which the tested side has white, then the one with black.
pub type PairResult = [GameResult; 2];

impl Tally {
    /// Counts a pair.
    pub fn add(&mut self, pair: PairResult) {
        self.pairs[pair.map(|game| game.points as usize).iter().sum::<usize>()] += 1;
        for game in pair {
            self.games[game.points as usize] += 1;
            if game.on_time {
                self.late[usize::from(game.points == Points::Won)] += 1;
            }
        }
    }

    /// Pairs in which the tested side won 0, ½, 1, 1½ and 2 points.
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// Games lost on time, by the tested side and by the other.
    pub fn lost_on_time(&self) -> [u64; 2] {
        self.late
    }

    /// Games won, drawn and lost.
    pub fn won_drawn_lost(&self) -> [u64; 3] {
        let [lost, drawn, won] = self.games;
        [won, drawn, lost]
    }

    /// Games won less games lost.
    pub fn lead(&self) -> i64 {
        let [won, _, lost] = self.won_drawn_lost();
        won.cast_signed() - lost.cast_signed()
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The points won of those possible, `0.0..=1.0`, and their standard error.
    fn share(&self) -> Option<(f64, f64)> {
        let count = self.pairs.iter().sum::<u64>() as f64;
        if count < 2.0 {
            return None;
        }
        let moment = |value: &dyn Fn(f64) -> f64| -> f64 {
            let by_class = self.pairs.iter().enumerate();
            by_class.map(|(half, &pairs)| pairs as f64 * value(half as f64 / 4.0)).sum()
        };
        let mean = moment(&|share| share) / count;
        let variance = moment(&|share| (share - mean).powi(2)) / (count - 1.0);
        Some((mean, (variance / count).sqrt()))
    }

    /// The difference in strength by the logistic model. `None` with fewer than
    /// two pairs, or if all had the same result: their spread says nothing of the
    /// error.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, deviation) = self.share()?;
        if deviation <= 0.0 {
            return None;
        }
        // An end beyond what is possible would be infinitely far away.
        let end = |share: f64| logistic(share.clamp(1e-3, 1.0 - 1e-3));
        let (low, high) = (end(mean - 1.96 * deviation), end(mean + 1.96 * deviation));
        Some(Elo { difference: logistic(mean), error: (high - low) / 2.0 })
    }

    /// The likelihood of superiority: how likely the tested side is the stronger
    /// one, `0.0..=1.0`, by the normal distribution. `None` with fewer than two
    /// pairs, or if all were alike.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, deviation) = self.share()?;
        (deviation > 0.0).then(|| normal((mean - 0.5) / deviation))
    }
}

/// The share of a normal distribution below `x` standard deviations, with an
/// error below 1e-7 (Abramowitz and Stegun, 26.2.17).
fn normal(x: f64) -> f64 {
    const FACTORS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let sum = FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let above = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * sum;
    if x < 0.0 { above } else { 1.0 - above }
}

/// The Elo difference at which this share of the points is expected.
fn logistic(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::Points::{Drawn, Lost, Won};
    use super::*;

    fn tally(pairs: &[(u64, [Points; 2])]) -> Tally {
        let mut tally = Tally::default();
        for &(count, pair) in pairs {
            let pair = pair.map(|points| GameResult { points, on_time: false });
            (0..count).for_each(|_| tally.add(pair));
        }
        tally
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        let elo = tally(&[(20, [Won, Won]), (20, [Lost, Won])]).elo().unwrap();
        assert!((elo.difference - 190.8).abs() < 0.1, "{elo:?}");
    }

    #[test]
    fn the_error_falls_with_the_root_of_the_games_and_knows_pairs() {
        let mixed = |count| tally(&[(count, [Won, Won]), (count, [Lost, Lost])]).elo().unwrap();
        let ratio = mixed(50).error / mixed(200).error;
        assert!((ratio - 2.0).abs() < 0.1, "{ratio}");
        // 200 pairs, half won and half lost: a standard error of 0.5 / sqrt(200).
        let expected = logistic(0.5 + 1.96 * 0.5 / 199.0_f64.sqrt());
        assert!((mixed(100).error - expected).abs() < 0.1);
        // As many games, but nearly each opening decides for one colour.
        let even = tally(&[(198, [Won, Lost]), (1, [Won, Won]), (1, [Lost, Lost])]);
        let ratio = mixed(100).error / even.elo().unwrap().error;
        assert!((ratio - 10.0).abs() < 0.3, "{ratio}");
    }

    #[test]
    fn too_little_says_nothing() {
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(tally(&[(1, [Won, Lost])]).elo(), None);
        assert_eq!(tally(&[(9, [Won, Won])]).elo(), None);
        assert_eq!(tally(&[(9, [Won, Lost])]).elo(), None);
    }

    #[test]
    fn games_and_pairs_are_counted_by_what_they_won() {
        let tally = tally(&[(2, [Won, Lost]), (1, [Drawn, Drawn]), (3, [Lost, Drawn])]);
        assert_eq!(tally.won_drawn_lost(), [2, 5, 5]);
        assert_eq!(tally.pairs(), [0, 3, 3, 0, 0]);
        assert_eq!(tally.lead(), -3);
    }

    #[test]
    fn games_on_time_count_for_the_side_that_lost_them() {
        let mut tally = Tally::default();
        let late = |points| GameResult { points, on_time: true };
        tally.add([late(Won), late(Won)]);
        tally.add([late(Lost), GameResult { points: Lost, on_time: false }]);
        assert_eq!(tally.lost_on_time(), [1, 2]);
    }

    #[test]
    fn superiority_follows_the_normal_distribution() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (5.0, 0.999_999_7)]
        {
            assert!((normal(x) - share).abs() < 2e-7, "{x}: {}", normal(x));
        }
        assert_eq!(tally(&[(9, [Won, Lost])]).superiority(), None);
        let better = tally(&[(60, [Won, Drawn]), (40, [Lost, Drawn])]).superiority().unwrap();
        assert!((0.97..0.99).contains(&better), "{better}");
    }
}
