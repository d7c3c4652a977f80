//! The switches and numbers of the search as UCI options: only in a build made
//! for tuning (`--features tuning`), because players have no use for them.

use std::fmt::Write;

use riposte_search::Engine;
use riposte_search::params::{Choice, Feature, LabError, Tunable};

/// What the engine of a session is built with.
#[cfg(feature = "tuning")]
pub type SessionLab = riposte_search::params::Masked;
/// What the engine of a session is built with.
#[cfg(not(feature = "tuning"))]
pub type SessionLab = riposte_search::params::Release;

/// The lines that announce the options of this module; none in a build for
/// playing.
pub fn announcement() -> String {
    let mut text = String::new();
    if !cfg!(feature = "tuning") {
        return text;
    }
    // Writing to a `String` cannot fail.
    for feature in Feature::ALL {
        let (name, default) = (feature.name(), feature.default());
        let _ = writeln!(text, "option name {name} type check default {default}");
    }
    for choice in Choice::ALL {
        let (name, values) = (choice.name(), choice.values());
        let (default, forms) = (values[choice.default()], values.join(" var "));
        let _ = writeln!(text, "option name {name} type combo default {default} var {forms}");
    }
    for tunable in Tunable::ALL {
        let spec = tunable.spec();
        let (name, default, min, max) = (spec.name, spec.default, spec.min, spec.max);
        let _ =
            writeln!(text, "option name {name} type spin default {default} min {min} max {max}");
    }
    text
}

/// Sets the switch, form or number called `name` in `lab` and in the engine;
/// `None` if nothing that a client may change is called so.
#[cfg(feature = "tuning")]
pub fn set(
    engine: &mut Engine<SessionLab>,
    lab: &mut SessionLab,
    name: &str,
    value: &str,
) -> Option<Result<(), LabError>> {
    match lab.set_by_name(name, value) {
        Err(LabError::UnknownName { .. }) => None,
        outcome => Some(outcome.map(|()| engine.set_lab(lab.clone()))),
    }
}

/// In a build for playing nothing can be set.
#[cfg(not(feature = "tuning"))]
pub fn set(
    _: &mut Engine<SessionLab>,
    _: &mut SessionLab,
    _: &str,
    _: &str,
) -> Option<Result<(), LabError>> {
    None
}

#[cfg(test)]
mod tests {
    use riposte_search::Engine;

    use super::*;

    #[test]
    fn only_a_tuning_build_shows_its_numbers() {
        let mut lab = SessionLab::default();
        let mut engine = Engine::with_lab(lab.to_owned()).expect("16 MB and a thread");
        let mut set = |name, value| set(&mut engine, &mut lab, name, value);
        let is_tuning = cfg!(feature = "tuning");
        assert_eq!(announcement().contains("option name RfpMargin type spin"), is_tuning);
        assert_eq!(set("RfpMargin", "80"), is_tuning.then_some(Ok(())));
        assert_eq!(set("NullMove", "false"), is_tuning.then_some(Ok(())));
        assert_eq!(set("NoSuchThing", "80"), None);
        assert!(set("RfpMargin", "high").is_none_or(|outcome| outcome.is_err()));
    }
}
