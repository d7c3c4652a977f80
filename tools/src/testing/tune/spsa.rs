//! Simultaneous perturbation stochastic approximation (Spall 1992): all numbers
//! are moved at once, each up or down by the toss of a coin, games between
//! the two ways say which was better, and every number goes a bit that way.

use riposte_search::params::{Masked, Spec, Tunable};

use riposte_trainer::random::Random;

/// Spall's exponents for how the gain and the distance fall.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Share of the steps that keeps the first ones from going too far.
const STABILITY: f64 = 0.1;

/// How far and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    pub steps: u64,
    /// What a game is worth at the last step, in steps of the tunable.
    pub rate: f64,
    /// How far the numbers are moved for the games of the last step, in steps of the tunable.
    pub reach: f64,
    pub seed: u64,
}

impl Plan {
    /// How far the numbers are moved for the games of step `step` (from 0), in
    /// steps of the tunable.
    fn distance(&self, step: u64) -> f64 {
        self.reach * (self.steps as f64 / (step + 1) as f64).powf(GAMMA)
    }

    /// How far one game moves the numbers, in steps of the tunable.
    fn gain(&self, step: u64) -> f64 {
        let stability = STABILITY * self.steps as f64;
        let fall = (stability + self.steps as f64) / (stability + (step + 1) as f64);
        self.rate * fall.powf(ALPHA) / self.distance(step)
    }

    /// The tosses of a step.
    fn random(&self, step: u64) -> Random {
        // Stream 0 orders the openings.
        Random::stream(self.seed, step + 1)
    }
}

/// What is tuned, and where it stands.
#[derive(Clone, Debug)]
pub struct Point {
    pub tunables: Vec<Tunable>,
    /// Whole numbers only when they are used.
    pub values: Vec<f64>,
}

/// One toss: which way every number goes, and the two searches to be compared.
pub struct Perturbation {
    ways: Vec<f64>,
    pub plus: Masked,
    pub minus: Masked,
}

impl Point {
    /// The release.
    pub fn new(tunables: Vec<Tunable>) -> Self {
        let values = tunables.iter().map(|tunable| f64::from(tunable.spec().default)).collect();
        Self { tunables, values }
    }

    /// The names of the numbers.
    pub fn names(&self) -> Vec<&'static str> {
        self.tunables.iter().map(|tunable| tunable.spec().name).collect()
    }

    /// What is compared in step `step`. Fractions are rounded up as often as
    /// they are large, so that steps below one have an effect.
    pub fn perturb(&self, plan: &Plan, step: u64) -> Perturbation {
        let mut random = plan.random(step);
        let distance = plan.distance(step);
        let (mut plus, mut minus) = (Masked::default(), Masked::default());
        let mut ways = Vec::with_capacity(self.values.len());
        for (&tunable, &value) in self.tunables.iter().zip(&self.values) {
            let way = if random.chance(0.5) { 1.0 } else { -1.0 };
            let size = distance * f64::from(tunable.spec().step);
            let carry = random.bits() as f64 / u64::MAX as f64;
            // Out of range is held to the range.
            plus.set_tunable(tunable, (value + way * size + carry).floor() as i32);
            minus.set_tunable(tunable, (value - way * size + carry).floor() as i32);
            ways.push(way);
        }
        Perturbation { ways, plus, minus }
    }

    /// Goes where the games point: `lead` is games won less games lost by the
    /// first of the two searches.
    pub fn update(&mut self, plan: &Plan, step: u64, perturbation: &Perturbation, lead: i64) {
        let gain = plan.gain(step) * lead as f64;
        let places = self.tunables.iter().zip(&mut self.values);
        for ((tunable, value), way) in places.zip(&perturbation.ways) {
            let Spec { min, max, step, .. } = tunable.spec();
            let moved = *value + gain * way * f64::from(step);
            *value = moved.clamp(f64::from(min), f64::from(max));
        }
    }

    /// How far each number is from the release, in steps of the tunable.
    pub fn shifts(&self) -> impl Iterator<Item = f64> + '_ {
        self.tunables.iter().zip(&self.values).map(|(tunable, value)| {
            let spec = tunable.spec();
            (value - f64::from(spec.default)) / f64::from(spec.step)
        })
    }

    /// The settings as `match` takes them.
    pub fn setting(&self) -> String {
        let changes = self.tunables.iter().zip(&self.values);
        let texts = changes.map(|(it, value)| format!("{}={:.0}", it.spec().name, value));
        texts.collect::<Vec<_>>().join("+")
    }
}

#[cfg(test)]
mod tests {
    use riposte_search::params::Lab;

    use super::*;

    const TUNED: [Tunable; 2] = [Tunable::RfpMargin, Tunable::NmpEval];

    /// Games against each other in a world where strength falls with the squared
    /// distance from an optimum, in Elo.
    fn lead(plus: &Masked, minus: &Masked, best: [f64; 2], random: &mut Random) -> i64 {
        let strength = |lab: &Masked| -> f64 {
            let off = TUNED.iter().zip(best).map(|(&tunable, best)| {
                let step = f64::from(tunable.spec().step);
                ((f64::from(lab.tunable(tunable)) - best) / step).powi(2)
            });
            -10.0 * off.sum::<f64>()
        };
        let expected = 1.0 / (1.0 + 10.0_f64.powf((strength(minus) - strength(plus)) / 400.0));
        (0..16).map(|_| if random.chance(expected) { 1 } else { -1 }).sum()
    }

    #[test]
    fn noisy_games_lead_to_the_optimum() {
        let best = [TUNED[0], TUNED[1]].map(|tunable| {
            f64::from(tunable.spec().default) + 4.0 * f64::from(tunable.spec().step)
        });
        let plan = Plan { steps: 3000, rate: 0.02, reach: 1.0, seed: 5 };
        let mut point = Point::new(TUNED.to_vec());
        let mut random = Random::stream(9, 9);
        for step in 0..plan.steps {
            let perturbation = point.perturb(&plan, step);
            let lead = lead(&perturbation.plus, &perturbation.minus, best, &mut random);
            point.update(&plan, step, &perturbation, lead);
        }
        for shift in point.shifts() {
            assert!((shift - 4.0).abs() < 1.5, "{shift}: {}", point.setting());
        }
    }

    #[test]
    fn distance_and_gain_fall_to_their_last_values() {
        for reach in [1.0, 2.0] {
            let plan = Plan { steps: 1000, rate: 0.002, reach, seed: 1 };
            assert!((plan.distance(999) - reach).abs() < 1e-12);
            assert!((plan.distance(999) * plan.gain(999) - 0.002).abs() < 1e-12);
            assert!(plan.distance(0) > 1.9 * reach && plan.gain(0) > 2.0 * plan.gain(999));
        }
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let plan = Plan { steps: 10, rate: 1e6, reach: 1.0, seed: 1 };
        let mut point = Point::new(TUNED.to_vec());
        let perturbation = point.perturb(&plan, 0);
        point.update(&plan, 0, &perturbation, 16);
        for (tunable, value) in point.tunables.iter().zip(&point.values) {
            let spec = tunable.spec();
            assert!((f64::from(spec.min)..=f64::from(spec.max)).contains(value));
        }
    }
}
