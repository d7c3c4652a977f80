//! The base reduction of late moves, computed once per thread.

use riposte_eval::Depth;
use riposte_params::Lab;

/// Reductions are computed in this fraction of a ply.
pub(crate) const UNIT: i32 = 1024;
const SIDE: usize = 64;

/// `base + ln(depth) * ln(number)`, in 1024ths of a ply, `[depth][number]`.
#[derive(Clone, Debug)]
pub(crate) struct Reductions(Box<[[i32; SIDE]; SIDE]>);

impl Reductions {
    /// The reductions of the thread number `thread`.
    pub(crate) fn new<L: Lab>(lab: &L, thread: usize) -> Self {
        let base = lab.lmr_base() + individual_shift(thread);
        let mut table = Box::new([[0; SIDE]; SIDE]);
        let divisor = f64::from(lab.lmr_divisor()) / 100.0;
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                let growth = (depth as f64).ln() * (number as f64).ln() / divisor;
                *cell = base + (growth * f64::from(UNIT)) as i32;
            }
        }
        Self(table)
    }

    #[inline]
    pub(crate) fn get(&self, depth: Depth, number: i32) -> i32 {
        let depth = (depth.plies().max(0) as usize).min(SIDE - 1);
        self.0[depth][(number as usize).min(SIDE - 1)]
    }
}

/// Makes every thread search a different tree: a shift of its reductions in 1024ths of a
/// ply. Free threads diverge by themselves; in lockstep they would search identical trees.
/// Multiples of the golden ratio are spread evenly for any number of threads. The main
/// thread, which also searches alone, uses the tuned values.
const fn individual_shift(thread: usize) -> i32 {
    const GOLDEN_16: usize = 40_503;
    const SPREAD: i32 = UNIT / 2;
    if thread == 0 {
        return 0;
    }
    let fraction = (thread * GOLDEN_16 % 65_536) as i32;
    fraction * SPREAD / 65_536 - SPREAD / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use riposte_params::Release;

    #[test]
    fn later_and_deeper_is_reduced_more() {
        let reductions = Reductions::new(&Release, 0);
        let at = |depth, number| reductions.get(Depth::new(depth), number);
        assert!(at(10, 20) > at(10, 5) && at(20, 5) > at(5, 5));
        assert!(at(12, 30) > 2 * UNIT && at(12, 30) < 8 * UNIT);
        assert_eq!(at(500, 500), at(63, 63));
    }
}
