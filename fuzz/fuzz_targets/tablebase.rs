//! Any bytes in the place of a tablebase give a value or an error: no panic and no
//! endless loop. The checksum is not compared here (see `Table::load`), as it is not
//! for files over 1 MiB.
#![no_main]

use std::path::PathBuf;
use std::{env, fs, process};

use libfuzzer_sys::fuzz_target;
use riposte_board::Position;
use riposte_fuzz::check_message;
use riposte_syzygy::Tables;

/// Names of files, and positions that are looked up in them.
const FILES: [(&str, [&str; 4]); 4] = [
    (
        "KQvK",
        [
            "8/8/8/8/8/4k3/8/4K2Q w - - 0 1",
            "8/8/8/8/8/4k3/8/4K2Q b - - 0 1",
            "7K/8/8/1q6/8/3k4/8/8 w - - 0 1",
            "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1",
        ],
    ),
    (
        "KPvK",
        [
            "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1",
            "8/P7/8/8/8/4k3/8/4K3 b - - 0 1",
            "8/8/2k5/8/7p/8/8/K7 w - - 0 1",
            "8/8/2k5/8/8/8/6P1/K7 w - - 0 1",
        ],
    ),
    (
        "KPvKP",
        [
            "8/8/4p3/8/8/4k3/4P3/K7 w - - 0 1",
            "8/8/4p3/8/8/4k3/4P3/K7 b - - 0 1",
            "8/7p/8/8/1k6/8/P7/5K2 w - - 0 1",
            "8/8/8/2pP4/8/8/1k3K2/8 w - c6 0 1",
        ],
    ),
    (
        "KRvKN",
        [
            "8/8/8/4n3/8/4k3/8/R3K3 w - - 0 1",
            "8/8/8/4n3/8/4k3/8/R3K3 b - - 0 1",
            "n7/8/8/8/8/2k5/8/1K5R w - - 0 1",
            "8/8/3r4/8/8/2k5/8/1K5N b - - 0 1",
        ],
    ),
];

/// A folder of this process.
fn folder() -> PathBuf {
    let folder = env::temp_dir().join(format!("riposte-fuzz-tablebase-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}

/// A file of a right size that begins like one of its kind.
fn whole(bytes: &[u8], magic: [u8; 4]) -> Vec<u8> {
    let mut whole = bytes.to_vec();
    if whole.len() % 64 != 16 {
        whole.resize(whole.len().next_multiple_of(64) + 16, 0);
    }
    whole[..4].copy_from_slice(&magic);
    whole
}

// The first byte chooses a name, the next two say how much of the rest is the WDL
// file; what follows is the DTZ file.
fuzz_target!(|bytes: &[u8]| {
    let [choice, low, high, rest @ ..] = bytes else { return };
    let (name, fens) = FILES[usize::from(choice & 3)];
    let len = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
    let (wdl, dtz) = rest.split_at(len);
    let folder = folder();
    let paths = ["rtbw", "rtbz"].map(|extension| folder.join(format!("{name}.{extension}")));
    let files = [whole(wdl, [0x71, 0xe8, 0x23, 0x5d]), whole(dtz, [0xd7, 0x66, 0x0c, 0xa5])];
    for (path, file) in paths.iter().zip(files) {
        fs::write(path, file).expect("room on the disk");
    }
    let (tables, errors) = Tables::open(&[&folder]);
    errors.iter().for_each(check_message);
    for fen in fens {
        let position: Position = fen.parse().expect("a legal position");
        let results = [tables.wdl(&position).map(|_| ()), tables.dtz(&position).map(|_| ())];
        results.iter().filter_map(|result| result.as_ref().err()).for_each(check_message);
    }
    tables.errors().iter().for_each(check_message);
    for path in paths {
        let _ = fs::remove_file(path);
    }
});
