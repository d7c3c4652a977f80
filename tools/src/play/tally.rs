//! What games are worth in Elo.

/// Results of games in pairs: one opening, each side with either colour. The two
/// games of a pair are alike, so the error is reckoned from pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs by the half points won in them.
    pairs: [u64; 5],
    /// Games lost, drawn and won.
    games: [u64; 3],
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

impl Tally {
    /// Counts a pair.
    pub fn add(&mut self, pair: [Points; 2]) {
        self.pairs[pair.map(|points| points as usize).iter().sum::<usize>()] += 1;
        pair.iter().for_each(|&points| self.games[points as usize] += 1);
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
    /// two pairs, or if one side won everything.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, deviation) = self.share()?;
        if mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        // An end beyond what is possible would be infinitely far away.
        let end = |share: f64| logistic(share.clamp(1e-3, 1.0 - 1e-3));
        let (low, high) = (end(mean - 1.96 * deviation), end(mean + 1.96 * deviation));
        Some(Elo { difference: logistic(mean), error: (high - low) / 2.0 })
    }
}

/// The Elo difference at which this share of the points is expected.
fn logistic(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::Points::{Drawn, Lost, Won};
    use super::*;

    fn tally(pairs: &[(u64, [Points; 2])]) -> Tally {
        let mut tally = Tally::default();
        pairs.iter().for_each(|&(count, pair)| (0..count).for_each(|_| tally.add(pair)));
        tally
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        let elo = tally(&[(20, [Won, Drawn]), (20, [Drawn, Won])]).elo().unwrap();
        assert!((elo.difference - 190.8).abs() < 0.1 && elo.error < 1e-9, "{elo:?}");
    }

    #[test]
    fn the_error_falls_with_the_root_of_the_games_and_knows_pairs() {
        let mixed = |count| tally(&[(count, [Won, Won]), (count, [Lost, Lost])]).elo().unwrap();
        let ratio = mixed(50).error / mixed(200).error;
        assert!((ratio - 2.0).abs() < 0.1, "{ratio}");
        // 200 pairs, half won and half lost: a standard error of 0.5 / sqrt(200).
        let expected = logistic(0.5 + 1.96 * 0.5 / 199.0_f64.sqrt());
        assert!((mixed(100).error - expected).abs() < 0.1);
        // The same games, but each opening decides for one colour.
        assert_eq!(tally(&[(200, [Won, Lost])]).elo().unwrap().error, 0.0);
    }

    #[test]
    fn too_little_says_nothing() {
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(tally(&[(1, [Won, Lost])]).elo(), None);
        assert_eq!(tally(&[(9, [Won, Won])]).elo(), None);
        assert_eq!(tally(&[(2, [Won, Lost]), (1, [Drawn, Drawn])]).won_drawn_lost(), [2, 2, 2]);
    }
}
