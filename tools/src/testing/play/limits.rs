//! Limits of the searches that games are made of.

use riposte_search::Limits;

/// A search may overrun its soft limit by this factor before it is cut short.
const HARD_FACTOR: u64 = 8;

/// No iteration starts after so many nodes: every score is of a finished one.
/// A comparison of searches needs exact limits instead: of two with the same soft
/// limit the one whose iterations grow faster spends more.
pub fn soft_nodes(nodes: u64) -> Limits {
    Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_FACTOR)),
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soft_limit_has_a_hard_one_behind_it() {
        let soft = soft_nodes(500);
        assert_eq!((soft.soft_nodes, soft.nodes), (Some(500), Some(4000)));
    }
}
