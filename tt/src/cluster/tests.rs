use super::*;

fn entry(depth: u8, bound: Bound) -> Entry {
    Entry { mv: 100 + u16::from(depth), score: -7, eval: 12, depth, bound, pv: false }
}

fn fifth_age() -> Age {
    Age::new(5).unwrap()
}

#[test]
fn a_cluster_is_one_cache_line() {
    assert_eq!(size_of::<Cluster>(), 64);
    assert_eq!(align_of::<Cluster>(), 64);
}

/// The halves of two concurrent stores in every order.
#[test]
fn torn_entries_are_refused() {
    let keys = [0x1111_2222_3333_4444, 0x1111_2222_5555_6666];
    let entries = [entry(5, Bound::Lower), entry(9, Bound::Exact)];
    let written = |key, entry| {
        let cluster = Cluster::default();
        cluster.store(key, entry, Age::FIRST);
        (cluster.data[0].load(Relaxed), cluster.checks[0].load(Relaxed))
    };
    let all = keys.map(|key| entries.map(|entry| written(key, entry)));
    for (data_of, check_of) in [(0, 1), (1, 0), (2, 3), (3, 0), (0, 3), (1, 2), (2, 1)] {
        let (word, _) = all[data_of / 2][data_of % 2];
        let (_, check) = all[check_of / 2][check_of % 2];
        let cluster = Cluster::default();
        cluster.data[0].store(word, Relaxed);
        cluster.checks[0].store(check, Relaxed);
        for key in keys {
            assert_eq!(cluster.probe(key), None, "data {data_of}, check {check_of}");
        }
    }
}

#[test]
fn any_single_wrong_bit_is_refused() {
    let key = 0xfedc_ba98_7654_3210;
    let cluster = Cluster::default();
    cluster.store(key, entry(7, Bound::Upper), Age::FIRST);
    let flip = |word: &AtomicU64, bit: u32| word.store(word.load(Relaxed) ^ 1 << bit, Relaxed);
    for bit in 0..64 {
        flip(&cluster.data[0], bit);
        assert_eq!(cluster.probe(key), None, "data bit {bit}");
        flip(&cluster.data[0], bit);
    }
    for bit in 0..32 {
        flip(&cluster.checks[0], bit);
        assert_eq!(cluster.probe(key), None, "check bit {bit}");
        flip(&cluster.checks[0], bit);
        assert_eq!(cluster.probe(key ^ 1 << bit), None, "key bit {bit}");
    }
    assert_eq!(cluster.probe(key), Some(entry(7, Bound::Upper)));
}

#[test]
fn an_empty_slot_is_no_entry_even_for_key_zero() {
    let cluster = Cluster::default();
    assert_eq!(cluster.probe(0), None);
    cluster.store(0, Entry::default(), Age::FIRST);
    assert_eq!(cluster.probe(0), Some(Entry::default()));
    cluster.clear();
    assert!(cluster.is_empty());
    assert_eq!(cluster.probe(0), None);
}

#[test]
fn neighbours_do_not_disturb_one_another() {
    let cluster = Cluster::default();
    for depth in 0..SLOTS as u8 {
        cluster.store(1 + u64::from(depth), entry(depth, Bound::Lower), fifth_age());
        for known in 0..=depth {
            let found = cluster.probe(1 + u64::from(known));
            assert_eq!(found, Some(entry(known, Bound::Lower)), "{known} after {depth}");
        }
    }
    assert_eq!(cluster.count_of(fifth_age()), SLOTS as u32);
    assert_eq!(cluster.count_of(fifth_age().next()), 0);
}

/// A store over an entry of the same position, one row per rule: (old, searches since then,
/// new, whether the new one wins).
#[test]
fn the_result_that_tells_more_stays() {
    use Bound::{Exact, Lower, None, Upper};
    let cases = [
        ((8, Lower), 0, (8, Upper), true),     // as deep: the newer
        ((8, Lower), 0, (5, Lower), true),     // a little shallower: still the newer
        ((8, Lower), 0, (4, Lower), false),    // clearly shallower
        ((8, Lower), 0, (1, Exact), true),     // exact always
        ((8, Exact), 0, (7, Lower), false),    // over exact nothing shallower
        ((8, Exact), 0, (8, Lower), true),     // but what is as deep
        ((8, Exact), 1, (1, Lower), true),     // of an earlier search: the newer
        ((8, Lower), 1, (1, Lower), true),     // likewise
        ((8, Lower), 0, (0, None), false),     // an evaluation alone never
        ((8, Lower), 9, (0, None), false),     // not even over an old result
        ((0, None), 0, (0, None), true),       // but over another evaluation
        ((9, None), 0, (0, Lower), true),      // no bound is worth nothing
        ((255, Lower), 0, (254, Lower), true), // no overflow at the top
    ];
    for (old, searches, new, wins) in cases {
        let cluster = Cluster::default();
        let mut now = fifth_age();
        let (old, new) = (entry(old.0, old.1), entry(new.0, new.1));
        cluster.store(77, old, now);
        for _ in 0..searches {
            now = now.next();
        }
        cluster.store(77, new, now);
        let expected = if wins { new } else { old };
        assert_eq!(cluster.probe(77), Some(expected), "{old:?}, {searches} searches, {new:?}");
        // The position has one slot, with the age of this search.
        assert_eq!(cluster.count_of(now), 1);
    }
}

#[test]
fn a_known_move_is_kept_on_either_side() {
    let without = |depth| Entry { mv: 0, ..entry(depth, Bound::Upper) };
    let cluster = Cluster::default();
    cluster.store(5, entry(6, Bound::Lower), Age::FIRST);
    cluster.store(5, without(7), Age::FIRST);
    let expected = Entry { mv: entry(6, Bound::Lower).mv, ..without(7) };
    assert_eq!(cluster.probe(5), Some(expected));

    let cluster = Cluster::default();
    cluster.store(5, without(20), Age::FIRST);
    cluster.store(5, entry(6, Bound::Lower), Age::FIRST);
    let expected = Entry { mv: entry(6, Bound::Lower).mv, ..without(20) };
    assert_eq!(cluster.probe(5), Some(expected));
}

#[test]
fn another_position_never_lends_its_move() {
    let cluster = Cluster::default();
    for key in 1..=SLOTS as u64 {
        cluster.store(key, entry(1, Bound::Lower), Age::FIRST);
    }
    let without = Entry { mv: 0, ..entry(3, Bound::Upper) };
    cluster.store(99, without, Age::FIRST);
    assert_eq!(cluster.probe(99), Some(without));
}

#[test]
fn the_shallowest_goes_first() {
    let cluster = Cluster::default();
    for (key, depth) in (1..).zip([9, 4, 2, 7, 5]) {
        cluster.store(key, entry(depth, Bound::Lower), Age::FIRST);
    }
    cluster.store(6, entry(1, Bound::Lower), Age::FIRST);
    assert_eq!(cluster.probe(3), None);
    for key in [1, 2, 4, 5, 6] {
        assert!(cluster.probe(key).is_some(), "key {key}");
    }
}

#[test]
fn of_equal_depth_the_exact_one_stays() {
    let cluster = Cluster::default();
    for (key, bound) in (1..).zip([Bound::Exact, Bound::Exact, Bound::Upper, Bound::Exact]) {
        cluster.store(key, entry(6, bound), Age::FIRST);
    }
    cluster.store(5, entry(6, Bound::Exact), Age::FIRST);
    cluster.store(6, entry(6, Bound::Lower), Age::FIRST);
    assert_eq!(cluster.probe(3), None);
}

#[test]
fn old_entries_go_before_shallower_new_ones() {
    let cluster = Cluster::default();
    let (then, now) = (Age::new(30).unwrap(), Age::new(1).unwrap());
    cluster.store(1, entry(14, Bound::Lower), then);
    for key in 2..=5 {
        cluster.store(key, entry(3, Bound::Lower), now);
    }
    // Two searches ago (the count went round): 14 plies less 16.
    cluster.store(6, entry(1, Bound::Lower), now);
    assert_eq!(cluster.probe(1), None);
    assert!((2..=6).all(|key| cluster.probe(key).is_some()));
}

#[test]
fn the_mix_changes_about_half_the_bits_for_each_bit_of_data() {
    const WORDS: u64 = 2000;
    for bit in 0..64 {
        let words = (1..=WORDS).map(|n| n.wrapping_mul(0xd134_2543_de82_ef95));
        let changed: u32 = words.map(|w| (mix(w) ^ mix(w ^ 1 << bit)).count_ones()).sum();
        let mean = f64::from(changed) / WORDS as f64;
        assert!(mean > 1.0, "bit {bit} changes {mean} bits");
    }
}
