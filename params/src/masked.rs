//! Switches, choices and numbers that are set at run time.

use std::array;

use crate::lab::LabError;
use crate::{Choice, Feature, Lab, Spec, Tunable};

/// A search whose switches, choices and numbers are read at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Masked {
    features: [bool; Feature::ALL.len()],
    forms: [usize; Choice::ALL.len()],
    values: [i32; Tunable::ALL.len()],
}

impl Default for Masked {
    /// The settings of [`Release`](crate::Release).
    fn default() -> Self {
        Self {
            features: array::from_fn(|index| Feature::ALL[index].default()),
            forms: array::from_fn(|index| Choice::ALL[index].default()),
            values: array::from_fn(|index| Tunable::ALL[index].spec().default),
        }
    }
}

impl Masked {
    /// Switches `feature` on or off.
    pub fn set(&mut self, feature: Feature, on: bool) {
        self.features[feature as usize] = on;
    }

    /// Sets `tunable`, held to its declared range.
    pub fn set_tunable(&mut self, tunable: Tunable, value: i32) {
        let spec = tunable.spec();
        self.values[tunable as usize] = value.clamp(spec.min, spec.max);
    }
}

impl Lab for Masked {
    type Stats = ();

    #[inline]
    fn on(&self, feature: Feature) -> bool {
        self.features[feature as usize]
    }

    #[inline]
    fn choice(&self, choice: Choice) -> usize {
        self.forms[choice as usize]
    }

    #[inline]
    fn tunable(&self, tunable: Tunable) -> i32 {
        self.values[tunable as usize]
    }

    fn set_by_name(&mut self, name: &str, value: &str) -> Result<(), LabError> {
        let named = |candidate: &str| candidate.eq_ignore_ascii_case(name);
        let bad = |name, expected| LabError::BadValue { name, expected, value: value.to_owned() };
        if let Some(&feature) = Feature::ALL.iter().find(|feature| named(feature.name())) {
            let on = match value.to_ascii_lowercase().as_str() {
                "on" | "true" => true,
                "off" | "false" => false,
                _ => return Err(bad(feature.name(), "\"on\" or \"off\"".to_owned())),
            };
            self.set(feature, on);
        } else if let Some(&choice) = Choice::ALL.iter().find(|choice| named(choice.name())) {
            let forms = choice.values();
            let form = forms.iter().position(|form| form.eq_ignore_ascii_case(value));
            let expected = || format!("one of {}", forms.join(", "));
            self.forms[choice as usize] = form.ok_or_else(|| bad(choice.name(), expected()))?;
        } else if let Some(&tunable) = Tunable::ALL.iter().find(|it| named(it.spec().name)) {
            let Spec { name, min, max, .. } = tunable.spec();
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            self.values[tunable as usize] =
                number.ok_or_else(|| bad(name, format!("a number from {min} to {max}")))?;
        } else {
            return Err(LabError::UnknownName { name: name.to_owned() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::LabError;
    use crate::{NullForm, QuietMemory, Release, option_lines};

    #[test]
    fn masked_starts_as_the_release() {
        let masked = Masked::default();
        for &feature in Feature::ALL {
            assert_eq!(masked.on(feature), Release.on(feature), "{feature:?}");
        }
        for &choice in Choice::ALL {
            assert_eq!(masked.choice(choice), Release.choice(choice), "{choice:?}");
        }
        for &tunable in Tunable::ALL {
            assert_eq!(masked.tunable(tunable), Release.tunable(tunable), "{tunable:?}");
        }
    }

    #[test]
    fn setting_one_feature_leaves_the_others() {
        let mut lab = Masked::default();
        lab.set_by_name("NullMove", "off").unwrap();
        for &feature in Feature::ALL {
            assert_eq!(lab.on(feature) != feature.default(), feature == Feature::NullMove);
        }
    }

    #[test]
    fn choosing_one_form_leaves_the_others() {
        let mut lab = Masked::default();
        lab.set_by_name("NullForm", "Adaptive").unwrap();
        assert_eq!(lab.null_form(), NullForm::Adaptive);
        assert_eq!(lab.quiet_memory(), QuietMemory::Gravity);
    }

    #[test]
    fn tunables_stay_in_their_range() {
        let mut lab = Masked::default();
        lab.set_tunable(Tunable::RfpMargin, i32::MAX);
        assert_eq!(lab.rfp_margin(), Tunable::RfpMargin.spec().max);
    }

    #[test]
    fn everything_can_be_set_by_its_name() {
        let mut lab = Masked::default();
        for &feature in Feature::ALL {
            let value = if feature.default() { "off" } else { "ON" };
            lab.set_by_name(feature.name(), value).unwrap();
            assert_ne!(lab.on(feature), feature.default(), "{feature:?}");
        }
        for &choice in Choice::ALL {
            for (place, form) in choice.values().iter().enumerate() {
                lab.set_by_name(&choice.name().to_lowercase(), form).unwrap();
                assert_eq!(lab.choice(choice), place, "{choice:?}");
            }
        }
        for &tunable in Tunable::ALL {
            let Spec { name, max, .. } = tunable.spec();
            lab.set_by_name(name, &max.to_string()).unwrap();
            assert_eq!(lab.tunable(tunable), max, "{tunable:?}");
        }
    }

    #[test]
    fn names_are_unique() {
        let features = Feature::ALL.iter().map(|feature| feature.name());
        let choices = Choice::ALL.iter().map(|choice| choice.name());
        let tunables = Tunable::ALL.iter().map(|tunable| tunable.spec().name);
        let mut names: Vec<_> =
            features.chain(choices).chain(tunables).map(str::to_ascii_lowercase).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn errors_change_nothing() {
        let mut lab = Masked::default();
        let errors = [
            ("NoSuchThing", "on", "no switch, choice or number is called \"NoSuchThing\""),
            ("NullMove", "perhaps", "NullMove is \"on\" or \"off\", not \"perhaps\""),
            (
                "CountermoveIndex",
                "Rank",
                "CountermoveIndex is one of PieceTo, FromTo, not \"Rank\"",
            ),
            ("RfpDepth", "deep", "RfpDepth is a number from 3 to 14, not \"deep\""),
            ("RfpDepth", "999", "RfpDepth is a number from 3 to 14, not \"999\""),
        ];
        for (name, value, message) in errors {
            let error = lab.set_by_name(name, value).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(lab, Masked::default());
        let unknown = LabError::UnknownName { name: "NullMove".to_owned() };
        assert_eq!(Lab::set_by_name(&mut Release, "NullMove", "off"), Err(unknown));
    }

    #[test]
    fn every_parameter_is_an_option() {
        let text = option_lines();
        assert!(text.contains("option name NullMove type check default true\n"));
        let count = Feature::ALL.len() + Choice::ALL.len() + Tunable::ALL.len();
        assert_eq!(text.lines().count(), count);
    }
}
