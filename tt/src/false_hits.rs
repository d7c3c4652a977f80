//! How often a position that was never stored is "found": theory and
//! measurement.
//!
//! A probe of a foreign key compares `b` checks of `m` bits, of which the part
//! `fill` is in use, so that it is hit at random with probability
//! `b * fill / 2^m`, and `2^w` probes all go right with probability
//! `exp(-b * fill * 2^(w-m))`. Narrow checks make such hits frequent enough to
//! count.

use crate::cluster::{ClusterOf, SLOTS};
use crate::entry::{Age, Bound, Entry};
use crate::table::multiply_high;

/// Random numbers (S. Vigna's splitmix64 construction: a Weyl sequence, mixed).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// A small table with checks of `BITS` bits.
struct Narrow<const BITS: u32>(Vec<ClusterOf<BITS>>);

impl<const BITS: u32> Narrow<BITS> {
    /// A table of 1024 clusters after `stores` stores of random positions.
    fn filled(stores: usize, random: &mut Random) -> Self {
        let mut clusters = Vec::new();
        clusters.resize_with(1024, ClusterOf::default);
        let table = Self(clusters);
        for _ in 0..stores {
            let (key, data) = (random.next(), random.next());
            let entry = Entry {
                mv: data as u16,
                // Close together, as those of a search are.
                score: (data >> 16) as i8 as i16,
                eval: (data >> 24) as i8 as i16,
                depth: (data >> 32) as u8 % 20,
                bound: if data >> 40 & 1 == 0 { Bound::Upper } else { Bound::Lower },
                pv: false,
            };
            table.cluster(key).store(key, entry, Age::FIRST);
        }
        table
    }

    fn cluster(&self, key: u64) -> &ClusterOf<BITS> {
        &self.0[multiply_high(key, self.0.len())]
    }

    fn fill(&self) -> f64 {
        let used: u32 = self.0.iter().map(|cluster| cluster.count_of(Age::FIRST)).sum();
        f64::from(used) / (self.0.len() * SLOTS) as f64
    }

    /// Hits among so many probes of positions that were never stored (a random
    /// key of 64 bits is no stored one, but for once in 2^52 probes).
    fn false_hits(&self, probes: u64, random: &mut Random) -> u64 {
        let hit = |_: &u64| {
            let key = random.next();
            self.cluster(key).probe(key).is_some()
        };
        (0..probes).filter(hit).count() as u64
    }
}

/// One line of the comparison.
struct Measured {
    bits: u32,
    fill: f64,
    probes: u64,
    expected: f64,
    hits: u64,
}

impl Measured {
    /// Fills a table to about `fill` and probes it.
    fn new<const BITS: u32>(stores: usize, probes: u64) -> Self {
        let mut random = Random(u64::from(BITS) << 32 ^ stores as u64);
        let table = Narrow::<BITS>::filled(stores, &mut random);
        let fill = table.fill();
        let expected = probes as f64 * SLOTS as f64 * fill / 2f64.powi(BITS as i32);
        let hits = table.false_hits(probes, &mut random);
        Self { bits: BITS, fill, probes, expected, hits }
    }

    /// How many standard deviations the count is off (a Poisson count's
    /// deviation is the root of its mean).
    fn deviations(&self) -> f64 {
        (self.hits as f64 - self.expected) / self.expected.sqrt()
    }

    fn assert_near(&self) {
        let Self { bits, fill, hits, expected, .. } = self;
        assert!(
            self.deviations().abs() < 4.5,
            "{bits} bits at fill {fill:.3}: {hits} false hits, {expected:.1} expected"
        );
    }
}

const FULL: usize = 1024 * SLOTS * 8;
const HALF: usize = 1024 * SLOTS / 2;

#[test]
fn false_hits_are_as_frequent_as_theory_says() {
    for measured in [
        Measured::new::<10>(FULL, 1 << 18),
        Measured::new::<10>(HALF, 1 << 18),
        Measured::new::<12>(FULL, 1 << 20),
        Measured::new::<16>(FULL, 1 << 22),
        Measured::new::<16>(HALF, 1 << 22),
    ] {
        assert!(measured.expected > 100.0, "too few to tell");
        measured.assert_near();
    }
}

/// At full width the short test expects 0.005: one would be suspicious, two
/// are not random.
#[test]
fn false_hits_at_full_width_are_hardly_ever_seen() {
    let measured = Measured::new::<32>(FULL, 1 << 22);
    assert!(measured.fill > 0.99 && measured.expected < 0.01);
    assert_eq!(measured.hits, 0);
}

/// The formula itself: of many runs of 2^w probes the part without a false hit.
#[test]
fn error_free_runs_are_as_frequent_as_theory_says() {
    const RUNS: u32 = 2000;
    const BITS: u32 = 12;
    for w in [8_u32, 9, 10] {
        let mut random = Random(w.into());
        let table = Narrow::<BITS>::filled(FULL, &mut random);
        let theory = (-(SLOTS as f64) * table.fill() * 2f64.powi(w as i32 - BITS as i32)).exp();
        let clean = (0..RUNS).filter(|_| table.false_hits(1 << w, &mut random) == 0).count();
        let measured = clean as f64 / f64::from(RUNS);
        let deviation = (theory * (1.0 - theory) / f64::from(RUNS)).sqrt();
        assert!(
            (measured - theory).abs() < 4.5 * deviation,
            "2^{w} probes: {measured:.4} of the runs without error, {theory:.4} in theory"
        );
    }
}

/// The comparison of `docs/TT.md`: minutes, for at full width it takes
/// thousands of millions of probes to see some. Run it with
/// `cargo test -p riposte-tt --release -- --ignored --nocapture false_hit_table`.
#[test]
#[ignore = "takes minutes"]
#[expect(clippy::print_stdout, reason = "the table is what this is run for")]
fn false_hit_table() {
    println!("bits  fill   probes       expected      counted  deviations");
    for row in [
        Measured::new::<8>(FULL, 1 << 24),
        Measured::new::<12>(FULL, 1 << 24),
        Measured::new::<16>(HALF, 1 << 26),
        Measured::new::<16>(FULL, 1 << 26),
        Measured::new::<20>(FULL, 1 << 28),
        Measured::new::<21>(FULL, 1 << 28),
        Measured::new::<24>(FULL, 1 << 30),
        Measured::new::<32>(FULL, 1 << 33),
    ] {
        let Measured { bits, fill, probes, expected, hits } = &row;
        let deviations = row.deviations();
        println!(
            "{bits:>4}  {fill:.3}  {probes:>10}  {expected:>12.2}  {hits:>10}  {deviations:>+6.2}"
        );
        row.assert_near();
    }
}
