use super::*;

/// A description with one symbol, one block and this span.
fn with_span(span_log: u8) -> Result<Pairs, Damage> {
    let mut bytes = vec![0, 6, span_log, 0];
    bytes.extend(1_u32.to_le_bytes());
    // The longest and the shortest code, the lowest symbol of that length, one symbol.
    bytes.extend([1, 1, 0, 0, 1, 0, 0, 0xf0, 0xff, 0]);
    let source = Source::Memory(bytes.into_boxed_slice());
    Pairs::read(&mut Cursor::new(&source), 1)
}

#[test]
fn spans_that_overflow_are_refused() {
    let impossible = Damage::Content("impossible size of a block");
    for span_log in [0, 63, 64, 255] {
        assert_eq!(with_span(span_log).err(), Some(impossible), "{span_log}");
    }
    assert!(with_span(6).is_ok());
}

#[test]
fn blocks_are_counted_across_windows_and_no_farther_than_there_are() {
    let blocks = 3 * WINDOW as u32 + 5;
    let bytes: Vec<u8> = (0..blocks).flat_map(|block| (block as u16).to_le_bytes()).collect();
    let source = Source::Memory(bytes.into_boxed_slice());
    let Ok(Pairs { kind: Sequence::Coded(mut coded), .. }) = with_span(6) else {
        panic!("a possible span");
    };
    coded.lengths = u64::from(blocks);
    let mut lengths =
        Lengths { coded: &coded, source: &source, first: 0, bytes: Cow::Borrowed(&[]) };
    for block in (0..blocks).chain((0..blocks).rev()) {
        assert_eq!(lengths.of(block), Ok(i64::from(block) + 1));
    }
    let astray = Err(Damage::Content("the index leads astray"));
    for block in [blocks, blocks + WINDOW as u32, u32::MAX] {
        assert_eq!(lengths.of(block), astray);
    }
}

#[test]
fn the_longest_span_is_searched_without_overflow() {
    let mut pairs = with_span(LONGEST_SPAN_LOG).expect("a possible span");
    let source = Source::Memory(vec![0xff; 256].into_boxed_slice());
    let mut cursor = Cursor::new(&source);
    pairs.place_index(&mut cursor).expect("room");
    pairs.place_lengths(&mut cursor).expect("room");
    let value = pairs.value(&source, (1 << LONGEST_SPAN_LOG) - 1);
    assert_eq!(value, Err(Damage::Content("the index leads astray")));
}
