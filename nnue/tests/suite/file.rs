//! Network files: what is written can be read, and what is broken is refused
//! with the right reason.

use riposte_nnue::{FileError, INPUTS, Network, PLACES, ParameterError, Parameters, STATES};

use crate::common::{random_layered_network, random_network};

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
fn layers_survive_the_file() {
    let network = random_layered_network::<64>(1);
    let bytes = network.to_bytes();
    assert_eq!(bytes.len(), Network::<64>::FILE_LENGTH + Network::<64>::LAYERS_LENGTH);
    assert_eq!(Network::from_bytes(&bytes), Ok(network.clone()));
    assert_eq!(Network::from_parameters(&network.parameters()), Ok(network));
    assert_eq!(bytes[8..12], 4_u32.to_le_bytes());
}

#[test]
fn a_network_without_layers_is_a_file_of_version_3() {
    let bytes = random_network::<32>(1).to_bytes();
    assert_eq!(bytes[8..12], 3_u32.to_le_bytes());
    assert_eq!(Small::from_bytes(&bytes).unwrap().parameters().layers, None);

    let mut mixed = bytes;
    mixed[8] = 4;
    reseal(&mut mixed);
    let result = Small::from_bytes(&mixed);
    assert!(matches!(result, Err(FileError::Architecture { .. })), "{result:?}");
}

#[test]
fn a_file_that_ends_within_the_layers_is_refused() {
    let bytes = random_layered_network::<32>(1).to_bytes();
    let expected = bytes.len();
    for found in [Small::FILE_LENGTH, expected - 4] {
        let result = Small::from_bytes(&bytes[..found]);
        assert_eq!(result, Err(FileError::Length { found, expected }));
    }
}

#[test]
fn numbers_that_layers_must_not_have_are_refused() {
    let good = random_layered_network::<32>(1).to_bytes();
    let end = good.len() - 8;
    let first = Small::FILE_LENGTH - 8;
    let refused = |at: usize, number: &[u8]| {
        let mut bytes = good.clone();
        bytes[at..at + number.len()].copy_from_slice(number);
        reseal(&mut bytes);
        match Small::from_bytes(&bytes) {
            Err(FileError::Parameters(error)) => error,
            result => panic!("{result:?}"),
        }
    };
    assert_eq!(refused(first, &[0x80]), ParameterError::FirstWeight);
    for float in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        // Of each kind of float the first, and the last float of all.
        let kinds = [0, 128, 128 + 4096, 128 + 4096 + 256].map(|it| first + 8192 + 4 * it);
        for at in kinds.into_iter().chain([end - 4]) {
            let error = refused(at, &float.to_le_bytes());
            assert!(matches!(error, ParameterError::NotFinite { .. }), "{error:?}");
        }
    }
}

#[test]
fn another_file_is_refused() {
    let text = b"Call me Ishmael.";
    assert_eq!(Small::from_bytes(text), Err(FileError::Magic));
    assert_eq!(Small::from_bytes(&altered(0)), Err(FileError::Magic));
}

#[test]
fn another_version_is_refused() {
    assert_eq!(Small::from_bytes(&altered(8)), Err(FileError::Version { found: 0x43 }));
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

/// The hash of the architecture of versions 1 and 2.
const PLACES_ONLY: u64 = 0x9795_3c8a_7b4f_7053;

/// A file of an old version with these parameters, of which those of places count.
fn old_file(version: u32, parameters: &Parameters) -> Vec<u8> {
    let mut bytes = Small::from_parameters(parameters).unwrap().to_bytes();
    let (header, row) = (44, 2 * 32);
    bytes.drain(header + PLACES * row..header + INPUTS * row);
    bytes[8..12].copy_from_slice(&version.to_le_bytes());
    bytes[12..20].copy_from_slice(&PLACES_ONLY.to_le_bytes());
    bytes[20..24].copy_from_slice(&(PLACES as u32).to_le_bytes());
    if version == 1 {
        bytes[32..36].copy_from_slice(&255_i32.to_le_bytes());
        bytes[36..40].copy_from_slice(&64_i32.to_le_bytes());
    }
    reseal(&mut bytes);
    bytes
}

#[test]
fn a_file_of_version_2_gives_all_states_the_weights_of_the_place() {
    let mut parameters = random_network::<32>(1).parameters();
    let read = Small::from_bytes(&old_file(2, &parameters)).unwrap();
    let weights = &mut parameters.feature_weights;
    weights.truncate(PLACES * 32);
    *weights = weights.repeat(STATES);
    assert_eq!(read.parameters(), parameters);
}

#[test]
fn a_file_of_version_1_is_read_in_its_units() {
    let old = Parameters {
        feature_weights: vec![51; INPUTS * 32],
        feature_biases: vec![-255; 32],
        output_weights: vec![-127; 8 * 2 * 32],
        output_biases: vec![255 * 64 / 2; 8],
        scale: 380,
        layers: None,
    };
    let parameters = Small::from_bytes(&old_file(1, &old)).unwrap().parameters();
    assert!(parameters.feature_weights.iter().all(|&weight| weight == 205), "1024 / 5, rounded");
    assert!(parameters.feature_biases.iter().all(|&bias| bias == -1024));
    assert!(parameters.output_weights.iter().all(|&weight| weight == -127 * 256));
    assert!(parameters.output_biases.iter().all(|&bias| bias == 1 << 18));
    assert_eq!(parameters.scale, 380);

    let bytes = Small::from_parameters(&parameters).unwrap().to_bytes();
    assert_eq!(Small::from_bytes(&bytes).unwrap().parameters(), parameters);
    let mut mixed = old_file(2, &parameters);
    mixed[8..12].copy_from_slice(&1_u32.to_le_bytes());
    reseal(&mut mixed);
    let result = Small::from_bytes(&mixed);
    assert!(matches!(result, Err(FileError::Quantisation { what: "QA", .. })), "{result:?}");
}

#[test]
fn numbers_too_large_for_the_new_units_become_the_largest() {
    let old = Parameters {
        feature_weights: vec![i16::MIN; INPUTS * 32],
        feature_biases: vec![i16::MAX; 32],
        output_weights: vec![128; 8 * 2 * 32],
        output_biases: vec![i32::MIN; 8],
        scale: 400,
        layers: None,
    };
    let parameters = Small::from_bytes(&old_file(1, &old)).unwrap().parameters();
    assert_eq!(parameters.feature_weights[0], i16::MIN);
    assert_eq!(parameters.feature_biases[0], i16::MAX);
    assert_eq!(parameters.output_weights[0], i16::MAX);
    assert_eq!(parameters.output_biases[0], i32::MIN);
}

#[test]
fn parameters_of_another_size_are_refused() {
    let parameters = random_network::<64>(1).parameters();
    let result = Small::from_parameters(&parameters);
    assert!(matches!(result, Err(ParameterError::Length { .. })), "{result:?}");
    assert!(Small::from_parameters(&Parameters::default()).is_err());

    let mut parameters = random_network::<32>(1).parameters();
    parameters.layers = random_layered_network::<64>(1).parameters().layers;
    let result = Small::from_parameters(&parameters);
    let (what, found, expected) = ("weights of the first layer", 8 * 16 * 128, 8 * 16 * 64);
    assert_eq!(result, Err(ParameterError::Length { what, found, expected }));
}
