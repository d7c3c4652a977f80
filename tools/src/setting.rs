//! One way to search, as it is written on a command line.

use riposte_search::params::{Choice, Feature, Lab, Masked};

/// One way to search.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Such as `NullMove` and `off`; the release has none.
    changes: Vec<(String, String)>,
}

impl Setting {
    /// The release itself.
    pub const RELEASE: Self = Self { changes: Vec::new() };

    /// Reads `Futility=off+Razoring=off`.
    ///
    /// # Errors
    ///
    /// A text that says what is not a change.
    pub fn parse(text: &str) -> Result<Self, String> {
        let changes = text.split('+').map(|change| {
            let (name, value) =
                change.split_once('=').ok_or_else(|| format!("'{change}' is not NAME=VALUE"))?;
            Ok((name.to_owned(), value.to_owned()))
        });
        Ok(Self { changes: changes.collect::<Result<_, String>>()? })
    }

    /// The release first, then every change of one thing.
    pub fn all() -> Vec<Self> {
        let switches = Feature::ALL.iter().map(|feature| {
            let value = if feature.default() { "off" } else { "on" };
            (feature.name(), value)
        });
        let forms = Choice::ALL.iter().flat_map(|choice| {
            let others = choice.values().iter().enumerate();
            others
                .filter(|(place, _)| *place != choice.default())
                .map(|(_, form)| (choice.name(), *form))
        });
        let changed = switches
            .chain(forms)
            .map(|(name, value)| Self { changes: vec![(name.to_owned(), value.to_owned())] });
        std::iter::once(Self::RELEASE).chain(changed).collect()
    }

    /// How it is written.
    pub fn name(&self) -> String {
        if self.changes.is_empty() {
            return "release".to_owned();
        }
        let changes = self.changes.iter().map(|(name, value)| format!("{name}={value}"));
        changes.collect::<Vec<_>>().join("+")
    }

    /// The search that it describes.
    ///
    /// # Errors
    ///
    /// A text that says what is no setting of the search.
    pub fn lab(&self) -> Result<Masked, String> {
        let mut lab = Masked::default();
        self.apply(&mut lab)?;
        Ok(lab)
    }

    /// Makes the changes to a search.
    ///
    /// # Errors
    ///
    /// A text that says what is no setting of the search.
    pub fn apply(&self, lab: &mut Masked) -> Result<(), String> {
        self.changes.iter().try_for_each(|(name, value)| {
            lab.set_by_name(name, value).map_err(|error| error.to_string())
        })
    }

    /// The names of what it changes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.changes.iter().map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_settings_change_one_thing_each() {
        let settings = Setting::all();
        assert!(settings[0].changes.is_empty());
        assert!(settings[1..].iter().all(|setting| setting.changes.len() == 1));
    }

    #[test]
    fn settings_are_read_back_and_errors_reported() {
        let text = "Futility=off+Razoring=off";
        assert_eq!(Setting::parse(text).unwrap().name(), text);
        assert!(Setting::parse("Futility").unwrap_err().contains("NAME=VALUE"));
        assert!(Setting::parse("NoSuchThing=on").unwrap().lab().is_err());
    }
}
