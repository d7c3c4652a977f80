//! A network file is refused in one readable line, or it judges every position,
//! along a line of play exactly as from nothing.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use riposte_fuzz::{check_message, start};
use riposte_nnue::{AnyNetwork, BUCKETS, FIRST, INPUTS, Layers, Network, Parameters, SECOND};

/// The smallest there is.
const HIDDEN: usize = 32;

#[derive(Arbitrary, Debug)]
enum File {
    /// Anything.
    Raw(Vec<u8>),
    /// Weights that are these numbers again and again, then changed bytes.
    Patched {
        weights: Vec<i16>,
        /// The same for the floats of hidden layers; none: a network without layers.
        floats: Vec<f32>,
        patches: Vec<(u16, u8)>,
        repairs_checksum: bool,
        play: Vec<u8>,
    },
}

fuzz_target!(|file: File| match file {
    File::Raw(bytes) => judge(&bytes, &[]),
    File::Patched { weights, floats, patches, repairs_checksum, play } => {
        let Some(mut bytes) = network_of(&weights, &floats) else { return };
        let length = bytes.len();
        for (place, byte) in patches {
            // The header, the output weights, the layers and the checksum are at the ends.
            let place = usize::from(place);
            let place = if place.is_multiple_of(2) { place / 2 } else { length - 1 - place / 2 };
            bytes[place % length] ^= byte;
        }
        if repairs_checksum {
            repair(&mut bytes);
        }
        judge(&bytes, &play);
    }
});

fn network_of(weights: &[i16], floats: &[f32]) -> Option<Vec<u8>> {
    let weights = if weights.is_empty() { &[1][..] } else { weights };
    let mut numbers = weights.iter().copied().cycle();
    let mut next = |count| numbers.by_ref().take(count).collect::<Vec<_>>();
    let parameters = Parameters {
        feature_weights: next(INPUTS * HIDDEN),
        feature_biases: next(HIDDEN),
        output_weights: next(BUCKETS * 2 * HIDDEN),
        output_biases: next(BUCKETS).into_iter().map(|bias| i32::from(bias) << 16).collect(),
        scale: 400,
        layers: (!floats.is_empty()).then(|| layers_of(next(BUCKETS * FIRST * 2 * HIDDEN), floats)),
    };
    Network::<HIDDEN>::from_parameters(&parameters).ok().map(|network| network.to_bytes())
}

fn layers_of(weights: Vec<i16>, floats: &[f32]) -> Layers {
    let mut floats = floats.iter().copied().cycle();
    let mut next = |count| floats.by_ref().take(count).collect();
    Layers {
        first_weights: weights.into_iter().map(|weight| (weight >> 8) as i8).collect(),
        first_biases: next(BUCKETS * FIRST),
        second_weights: next(BUCKETS * FIRST * SECOND),
        second_biases: next(BUCKETS * SECOND),
        output_weights: next(BUCKETS * SECOND),
    }
}

/// Makes the checksum right: FNV-1a of everything before it.
fn repair(bytes: &mut [u8]) {
    let Some((content, checksum)) = bytes.split_last_chunk_mut::<8>() else { return };
    let hash = content.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    *checksum = hash.to_le_bytes();
}

fn judge(bytes: &[u8], play: &[u8]) {
    let network = match AnyNetwork::from_bytes(bytes) {
        Ok(network) => network,
        Err(error) => return check_message(&error),
    };
    // A file of an older version is written in the units of the current one.
    let written = network.to_bytes();
    assert!(AnyNetwork::from_bytes(&written).is_ok_and(|it| it.to_bytes() == written));
    let mut board = start(play.first().copied().unwrap_or(0));
    let mut evaluator = network.evaluator();
    for &choice in play {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        evaluator.push();
        board.make(moves[usize::from(choice) % moves.len()]);
        let value = network.evaluate(board.placement(), board.side());
        assert_eq!(evaluator.evaluate(&board), value, "{}", board.fen());
    }
}
