//! Network files: what is written can be read, and what is broken is refused
//! with the right reason.
mod common;

use common::random_network;
use riposte_nnue::{FileError, Header, Network, ParameterError, Parameters};

type Small = Network<32>;

/// Puts the checksum right after the content was changed.
fn reseal(bytes: &mut [u8]) {
    let end = bytes.len() - 8;
    let hash = bytes[..end].iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes[end..].copy_from_slice(&hash.to_le_bytes());
}

fn altered(at: usize) -> Vec<u8> {
    let mut bytes = random_network::<32>(1).to_bytes();
    bytes[at] ^= 0x40;
    reseal(&mut bytes);
    bytes
}

#[test]
fn a_network_survives_its_file() {
    let network = random_network::<64>(1);
    let bytes = network.to_bytes();
    assert_eq!(bytes.len(), Network::<64>::FILE_LENGTH);
    assert_eq!(Network::from_bytes(&bytes), Ok(network.clone()));
    assert_eq!(Network::from_parameters(&network.parameters()), Ok(network));
}

#[test]
fn the_header_tells_the_sizes() {
    let header = Header::read(&random_network::<96>(1).to_bytes()).unwrap();
    assert_eq!(header, Header { inputs: 768, hidden: 96, buckets: 8, scale: 400 });
}

#[test]
fn another_file_is_refused() {
    let text = b"Call me Ishmael.";
    assert_eq!(Small::from_bytes(text), Err(FileError::Magic));
    assert_eq!(Small::from_bytes(&altered(0)), Err(FileError::Magic));
}

#[test]
fn another_version_is_refused() {
    assert_eq!(Small::from_bytes(&altered(8)), Err(FileError::Version { found: 0x41 }));
}

#[test]
fn another_architecture_is_refused() {
    let result = Small::from_bytes(&altered(12));
    assert!(matches!(result, Err(FileError::Architecture { .. })), "{result:?}");
}

#[test]
fn other_dimensions_are_refused() {
    for (at, name) in [(20, "inputs"), (24, "hidden neurons"), (28, "output buckets")] {
        let result = Small::from_bytes(&altered(at));
        assert!(
            matches!(result, Err(FileError::Dimension { what, .. }) if what == name),
            "{result:?}"
        );
    }
}

#[test]
fn other_quantisation_is_refused() {
    for (at, name) in [(32, "QA"), (36, "QB")] {
        let result = Small::from_bytes(&altered(at));
        assert!(
            matches!(result, Err(FileError::Quantisation { what, .. }) if what == name),
            "{result:?}"
        );
    }
    let mut bytes = random_network::<32>(1).to_bytes();
    bytes[40..44].copy_from_slice(&(-400_i32).to_le_bytes());
    reseal(&mut bytes);
    let expected = FileError::Parameters(ParameterError::Scale { found: -400 });
    assert_eq!(Small::from_bytes(&bytes), Err(expected));
}

#[test]
fn every_shorter_or_longer_file_is_refused() {
    let bytes = random_network::<32>(1).to_bytes();
    let expected = bytes.len();
    for found in 0..44 {
        assert_eq!(Small::from_bytes(&bytes[..found]), Err(FileError::ShortHeader { found }));
    }
    for found in (44..expected).step_by(997).chain([expected - 1]) {
        let result = Small::from_bytes(&bytes[..found]);
        assert_eq!(result, Err(FileError::Length { found, expected }));
    }
    let longer = [&bytes[..], &[0]].concat();
    let found = longer.len();
    assert_eq!(Small::from_bytes(&longer), Err(FileError::Length { found, expected }));
}

#[test]
fn a_flipped_bit_is_noticed() {
    let bytes = random_network::<32>(1).to_bytes();
    for at in (44..bytes.len()).step_by(1013).chain([bytes.len() - 1]) {
        let mut broken = bytes.clone();
        broken[at] ^= 1;
        let result = Small::from_bytes(&broken);
        assert!(matches!(result, Err(FileError::Checksum { .. })), "byte {at}: {result:?}");
    }
}

#[test]
fn weights_that_kernels_cannot_multiply_are_refused() {
    let mut parameters = random_network::<32>(1).parameters();
    parameters.output_weights[77] = 128;
    let expected = ParameterError::OutputWeight { found: 128 };
    assert_eq!(Small::from_parameters(&parameters), Err(expected.clone()));

    // The same weight in a file that is otherwise sound.
    let mut bytes = random_network::<32>(1).to_bytes();
    let at = 44 + 2 * (768 * 32 + 32 + 77);
    bytes[at..at + 2].copy_from_slice(&128_i16.to_le_bytes());
    reseal(&mut bytes);
    assert_eq!(Small::from_bytes(&bytes), Err(FileError::Parameters(expected)));
}

#[test]
fn parameters_of_another_size_are_refused() {
    let parameters = random_network::<64>(1).parameters();
    let result = Small::from_parameters(&parameters);
    assert!(matches!(result, Err(ParameterError::Length { .. })), "{result:?}");
    assert!(Small::from_parameters(&Parameters::default()).is_err());
}
