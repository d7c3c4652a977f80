//! The choice among builds of the engine for different x86-64 processors, which the
//! universal binary carries side by side.

#[cfg(feature = "variant")]
pub mod variant;

/// The environment variable that names a build to use instead of the fastest one.
pub const CHOICE: &str = "RIPOSTE_VARIANT";

/// A build of the engine for one kind of processor.
#[derive(Clone, Copy, Debug)]
pub struct Variant<R> {
    /// The name in messages and in [`CHOICE`].
    pub name: &'static str,
    /// Whether this processor and its operating system can run it.
    pub is_supported: bool,
    /// What runs it.
    pub run: R,
}

/// Why no build was picked. The texts are for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages are the documentation")]
pub enum PickError {
    #[error("{CHOICE}={0} is none of {1}")]
    Unknown(String, String),
    #[error("{CHOICE}={0} needs another processor")]
    Unsupported(String),
    /// The least demanding build is named.
    #[error("this program needs a processor with {0}")]
    TooOld(&'static str),
}

/// The build called `choice`, without a choice the last one that is supported: `variants`
/// are ordered from slow to fast.
///
/// # Errors
/// When there is no such build, or the processor cannot run it.
pub fn pick<'a, R>(
    variants: &'a [Variant<R>],
    choice: Option<&str>,
) -> Result<&'a Variant<R>, PickError> {
    let Some(choice) = choice else {
        let slowest = variants.first().map_or("", |variant| variant.name);
        return variants
            .iter()
            .rfind(|variant| variant.is_supported)
            .ok_or(PickError::TooOld(slowest));
    };
    let Some(variant) = variants.iter().find(|variant| variant.name == choice) else {
        return Err(PickError::Unknown(choice.to_owned(), names(variants)));
    };
    if variant.is_supported { Ok(variant) } else { Err(PickError::Unsupported(choice.to_owned())) }
}

/// The names of `variants`, separated by commas.
fn names<R>(variants: &[Variant<R>]) -> String {
    variants.iter().map(|variant| variant.name).collect::<Vec<_>>().join(", ")
}

/// The second line of `riposte compiler`: the build in use and all that there are.
pub fn report<R>(variants: &[Variant<R>], picked: &Variant<R>, choice: Option<&str>) -> String {
    let supported: Vec<&str> = variants
        .iter()
        .filter(|variant| variant.is_supported)
        .map(|variant| variant.name)
        .collect();
    let reason = if choice.is_some() { CHOICE } else { "the processor" };
    format!(
        "variant {}, picked by {reason}; the binary has {}; this processor runs {}",
        picked.name,
        names(variants),
        supported.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variants(supported: usize) -> Vec<Variant<usize>> {
        let names = ["v2", "v3", "v4"];
        (0..names.len())
            .map(|i| Variant { name: names[i], is_supported: i < supported, run: i })
            .collect()
    }

    #[test]
    fn a_processor_gets_the_fastest_build_it_can_run() {
        for supported in 1..=3 {
            assert_eq!(pick(&variants(supported), None).map(|it| it.run), Ok(supported - 1));
        }
    }

    #[test]
    fn a_processor_that_runs_none_is_refused_with_what_it_lacks() {
        assert_eq!(pick(&variants(0), None).map(|it| it.run), Err(PickError::TooOld("v2")));
    }

    #[test]
    fn a_choice_is_followed_unless_it_would_crash() {
        let variants = variants(2);
        let run = |choice| pick(&variants, Some(choice)).map(|it| it.run);
        assert_eq!(run("v2"), Ok(0));
        assert_eq!(run("v4"), Err(PickError::Unsupported("v4".into())));
        assert_eq!(run("avx"), Err(PickError::Unknown("avx".into(), "v2, v3, v4".into())));
    }

    #[test]
    fn the_report_names_the_build_and_the_alternatives() {
        let variants = variants(2);
        assert_eq!(
            report(&variants, &variants[0], Some("v2")),
            "variant v2, picked by RIPOSTE_VARIANT; the binary has v2, v3, v4; this processor \
             runs v2, v3"
        );
    }
}
