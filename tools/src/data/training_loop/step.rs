//! A command of this program in a process of its own.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::signals::Urgency;

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Done,
    /// The user wants to end before.
    Stopped,
}

/// Time between two looks at the process, and for it to end by itself once the user
/// wants that.
const TICK: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_secs(20);

/// A command with its arguments.
pub struct Step {
    name: &'static str,
    arguments: Vec<OsString>,
}

impl Step {
    /// The command `name` with `arguments`, separated by spaces.
    pub fn new(name: &'static str, arguments: &str) -> Self {
        Self { name, arguments: arguments.split_whitespace().map(OsString::from).collect() }
    }

    pub fn flag(mut self, name: &str) -> Self {
        self.arguments.push(name.into());
        self
    }

    pub fn value(self, name: &str, value: u64) -> Self {
        self.flag(name).flag(&value.to_string())
    }

    pub fn file(self, name: &str, path: &Path) -> Self {
        self.flag(name).path(path)
    }

    pub fn path(mut self, path: &Path) -> Self {
        self.arguments.push(path.into());
        self
    }

    /// Runs the command and keeps what it prints in the file `report`.
    ///
    /// # Errors
    ///
    /// When it cannot be started or fails.
    pub fn run(self, report: &Path, urgency: &Urgency) -> Result<End, Box<dyn Error>> {
        let part = report.with_extension("part");
        let mut child = Command::new(env::current_exe()?)
            .arg(self.name)
            .args(&self.arguments)
            .stdout(File::create(&part)?)
            .spawn()?;
        let status = wait(&mut child, urgency)?;
        // A step that the user has ended may leave without an error.
        if urgency.load(Ordering::Relaxed) > 0 {
            return Ok(End::Stopped);
        }
        if !status.success() {
            return Err(format!("`riposte-tools {}` failed: {status}", self.name).into());
        }
        fs::rename(&part, report)?;
        Ok(End::Done)
    }

    /// Runs a command that takes `--time` until it has had so much of it, over all runs
    /// with this `report`.
    ///
    /// # Errors
    ///
    /// As [`Step::run`].
    pub fn run_for(
        self,
        report: &Path,
        time: Option<Duration>,
        urgency: &Urgency,
    ) -> Result<End, Box<dyn Error>> {
        let Some(time) = time else { return self.run(report, urgency) };
        let note = report.with_extension("seconds");
        let spent: u64 =
            fs::read_to_string(&note).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let left = time.as_secs().saturating_sub(spent).max(1);
        let start = Instant::now();
        let end = self.value("--time", left).run(report, urgency)?;
        fs::write(note, (spent + start.elapsed().as_secs()).to_string())?;
        Ok(end)
    }
}

/// Waits for the process. If the user wants the end, it is asked to end and then killed,
/// which every step survives.
fn wait(child: &mut Child, urgency: &Urgency) -> std::io::Result<ExitStatus> {
    let mut asked = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if asked.is_none() && urgency.load(Ordering::Relaxed) > 0 {
            asked = Some(Instant::now());
            ask_to_end(child);
        }
        if asked.is_some_and(|asked| asked.elapsed() >= PATIENCE) {
            child.kill()?;
        }
        sleep(TICK);
    }
}

/// The standard library can only kill. A terminal has sent the signal already, and from
/// two of them a step ends at once.
fn ask_to_end(child: &Child) {
    if cfg!(unix) {
        // Should this fail, the process is killed a little later.
        let _ = Command::new("kill").arg("-INT").arg(child.id().to_string()).status();
    }
}
