//! Probing, storing and replacement.

use riposte_tt::{AllocError, Bound, Entry, Table};

fn entry(mv: u16, depth: u8) -> Entry {
    Entry { mv, score: -123, eval: 45, depth, bound: Bound::Lower, pv: true }
}

/// Well-spread keys.
fn keys(count: u64) -> impl Iterator<Item = u64> {
    (1..=count).map(|n| {
        let x = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    })
}

#[test]
fn what_is_stored_is_found() {
    let table = Table::new(1, 1).unwrap();
    // A hundredth of the capacity: no cluster overflows.
    for (key, mv) in keys(800).zip(1..) {
        assert_eq!(table.probe(key), None);
        table.prefetch(key);
        table.store(key, entry(mv, 5));
    }
    for (key, mv) in keys(800).zip(1..) {
        assert_eq!(table.probe(key), Some(entry(mv, 5)));
    }
}

#[test]
fn the_extreme_keys_have_their_place() {
    for megabytes in [1, 3] {
        let table = Table::new(megabytes, 1).unwrap();
        for key in [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, u64::MAX >> 1] {
            assert_eq!(table.probe(key), None);
            table.store(key, entry(9, 9));
            assert_eq!(table.probe(key), Some(entry(9, 9)));
        }
    }
}

#[test]
fn every_size_uses_all_of_its_memory() {
    for megabytes in [1, 2, 3, 5] {
        let table = Table::new(megabytes, 2).unwrap();
        assert_eq!(table.megabytes(), megabytes);
        assert_eq!(table.capacity(), megabytes * 16384 * 5);
        // As many positions as entries: with five slots to a cluster, 1 - 0.175
        // of them find room (the mean overflow of a Poisson count of mean 5).
        let count = table.capacity() as u64;
        keys(count).for_each(|key| table.store(key, entry(1, 1)));
        let kept = keys(count).filter(|&key| table.probe(key).is_some()).count();
        let part = kept as f64 / count as f64;
        assert!((0.815..0.835).contains(&part), "{part} of {megabytes} MB");
    }
}

#[test]
fn a_cleared_table_is_as_good_as_new() {
    for threads in [0, 1, 2, 3, 100_000] {
        let table = Table::new(5, 1).unwrap();
        for _ in 0..5 {
            table.new_search();
        }
        keys(400_000).for_each(|key| table.store(key, entry(1, 1)));
        table.clear(threads);
        assert!(keys(400_000).all(|key| table.probe(key).is_none()), "{threads} threads");
        assert_eq!(table.permille_full(), 0);
        assert_eq!(table.age(), Table::new(1, 1).unwrap().age());
    }
}

#[test]
fn a_search_has_its_own_age_until_they_go_round() {
    let table = Table::new(1, 1).unwrap();
    let first = table.age();
    let mut ages = vec![first];
    for _ in 1..31 {
        table.new_search();
        assert!(!ages.contains(&table.age()));
        ages.push(table.age());
    }
    table.new_search();
    assert_eq!(table.age(), first);
}

#[test]
fn fullness_counts_the_entries_of_this_search() {
    let table = Table::new(1, 1).unwrap();
    assert_eq!(table.permille_full(), 0);
    // The first clusters are those of the lowest keys: 200 of 16384, five deep.
    let step = u64::MAX / 16384 + 1;
    for cluster in 0..50 {
        (0..4).for_each(|n| table.store(cluster * step + n, entry(1, 1)));
    }
    assert_eq!(table.permille_full(), 200);
    table.new_search();
    assert_eq!(table.permille_full(), 0);
    // An entry that is met again belongs to the new search.
    table.store(0, entry(1, 1));
    assert_eq!(table.permille_full(), 1);
    keys(1_000_000).for_each(|key| table.store(key, entry(1, 30)));
    assert_eq!(table.permille_full(), 1000);
}

#[test]
fn impossible_sizes_are_errors() {
    assert_eq!(Table::new(0, 1).err(), Some(AllocError::Empty));
    let absurd = [usize::MAX, usize::MAX / 2, usize::MAX >> 20, (usize::MAX >> 20) + 1];
    for megabytes in absurd.into_iter().chain([usize::MAX / (1 << 22), usize::MAX / (1 << 24)]) {
        match Table::new(megabytes, 1).err() {
            Some(AllocError::TooLarge { requested, largest }) => {
                assert_eq!(requested, megabytes);
                assert!(largest < megabytes && largest > 0);
            }
            Some(AllocError::Refused { requested }) => assert_eq!(requested, megabytes),
            other => panic!("{megabytes} MB: {other:?}"),
        }
    }
}

#[test]
fn resizing_gives_an_empty_table_or_leaves_the_old_one() {
    let mut table = Table::new(1, 1).unwrap();
    table.new_search();
    table.store(42, entry(3, 3));

    assert!(table.resize(usize::MAX, 1).is_err());
    assert_eq!(table.resize(0, 1), Err(AllocError::Empty));
    assert_eq!((table.megabytes(), table.probe(42)), (1, Some(entry(3, 3))));

    table.resize(6, 2).unwrap();
    assert_eq!((table.megabytes(), table.probe(42)), (6, None));
    assert_eq!(table.age(), Table::new(1, 1).unwrap().age());
    table.store(42, entry(4, 4));
    assert_eq!(table.probe(42), Some(entry(4, 4)));

    table.resize(1, 1).unwrap();
    assert_eq!((table.megabytes(), table.probe(42)), (1, None));
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
#[test]
fn the_largest_possible_table_leaves_room() {
    let mut table = Table::new(1, 1).unwrap();
    let Err(AllocError::TooLarge { largest, .. }) = table.resize(usize::MAX >> 21, 1) else {
        panic!("so much memory cannot be there");
    };
    let got = table.grow_as_possible().unwrap();
    assert_eq!(got, table.megabytes());
    // Other programs come and go meanwhile.
    assert!(got >= 1 && got <= largest, "{got} of {largest} MB");
    assert!(keys(800).all(|key| table.probe(key).is_none()));
    table.store(42, entry(1, 1));
    assert_eq!(table.probe(42), Some(entry(1, 1)));
}

#[test]
fn huge_pages_are_no_more_than_the_table() {
    assert!(Table::new(8, 1).unwrap().huge_megabytes() <= 8);
}

#[test]
fn a_table_can_be_shared() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Table>();
}
