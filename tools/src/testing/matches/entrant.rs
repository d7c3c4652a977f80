//! The two players as the command line names them.

use std::path::{Path, PathBuf};

use clap::Args;
use riposte_search::Evaluation;

use crate::play::{PlayerSpec, UciProgram};
use crate::setting::Setting;
use crate::{digest, evaluation};

/// The options that name the players. Both are the release with the built-in
/// network if nothing else is given.
#[derive(Args)]
pub struct Entrants {
    /// Setting of the search of player A, such as `NullMove=off+RfpMargin=60`.
    #[arg(long, value_name = "SETTING", conflicts_with = "engine_a")]
    setting_a: Option<String>,
    /// The same of player B.
    #[arg(long, value_name = "SETTING", conflicts_with = "engine_b")]
    setting_b: Option<String>,
    /// Network file of player A; `none` for material and piece-square values.
    #[arg(long, value_name = "FILE", conflicts_with = "engine_a")]
    network_a: Option<String>,
    /// The same of player B.
    #[arg(long, value_name = "FILE", conflicts_with = "engine_b")]
    network_b: Option<String>,
    /// Program that is player A: a build of Riposte or another UCI engine.
    #[arg(long, value_name = "PATH")]
    engine_a: Option<PathBuf>,
    /// The same of player B.
    #[arg(long, value_name = "PATH")]
    engine_b: Option<PathBuf>,
    /// UCI option of the program of player A; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", requires = "engine_a")]
    option_a: Vec<String>,
    /// The same of player B.
    #[arg(long, value_name = "NAME=VALUE", requires = "engine_b")]
    option_b: Vec<String>,
}

/// A player, and what it is called.
pub struct Entrant {
    /// Everything that decides how it plays.
    pub name: String,
    /// What it is made from.
    pub spec: PlayerSpec,
}

impl Entrants {
    /// Players A and B.
    ///
    /// # Errors
    ///
    /// A text that says which setting, option, network or program cannot be used.
    pub fn load(&self) -> Result<[Entrant; 2], String> {
        Ok([
            match &self.engine_a {
                Some(path) => program(path, &self.option_a)?,
                None => own(self.setting_a.as_deref(), self.network_a.as_deref())?,
            },
            match &self.engine_b {
                Some(path) => program(path, &self.option_b)?,
                None => own(self.setting_b.as_deref(), self.network_b.as_deref())?,
            },
        ])
    }
}

fn own(setting: Option<&str>, network: Option<&str>) -> Result<Entrant, String> {
    let setting = match setting {
        None | Some("release") => Setting::RELEASE,
        Some(text) => Setting::parse(text)?,
    };
    let evaluation: Evaluation = evaluation::load(network)?;
    Ok(Entrant {
        name: format!("{}, {evaluation}", setting.name()),
        spec: PlayerSpec::Own { lab: Box::new(setting.lab()?), evaluation },
    })
}

fn program(path: &Path, options: &[String]) -> Result<Entrant, String> {
    let split = |option: &String| match option.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err(format!("the option '{option}' is not NAME=VALUE")),
    };
    let name = std::iter::once(digest::file(path)?).chain(options.iter().cloned());
    let name = name.collect::<Vec<_>>().join(", ");
    let options = options.iter().map(split).collect::<Result<_, _>>()?;
    // A bare name would be looked for in the directories of programs.
    let path = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Entrant { name, spec: PlayerSpec::Uci(UciProgram { path, options }) })
}
