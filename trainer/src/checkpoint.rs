//! The state of a training between two epochs.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::history::{Epoch, History};
use crate::network::layers::SETS;
use crate::network::model::Model;
use crate::pass::slice::State;

const MAGIC: [u8; 8] = *b"RIPTRN04";

/// The version before, of networks without hidden layers.
const WITHOUT_LAYERS: [u8; 8] = *b"RIPTRN03";

/// Why a training cannot be continued.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is something else.
    #[error("{}: not a checkpoint of this version", .0.display())]
    Magic(PathBuf),
    /// Other options would give another network.
    #[error(
        "{}: made with other options or data; start anew in another folder or repeat the options:\n{found}",
        path.display()
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The options it was made with.
        found: String,
    },
}

/// Everything that the next epoch depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Options and data, as text.
    pub run: String,
    /// Updates made.
    pub steps: u64,
    /// What was measured after each epoch.
    pub history: History,
    /// Weights and moments.
    pub state: State,
    /// The weights with the least validation loss so far.
    pub best: Model,
}

impl Checkpoint {
    /// Replaces the file at `path` in one step: whenever the process is
    /// killed, either the old or the new state is there.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let draft = path.with_extension("draft");
        let save = || -> io::Result<()> {
            let mut file = BufWriter::new(File::create(&draft)?);
            self.write(&mut file)?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            fs::rename(&draft, path)
        };
        save().map_err(|source| CheckpointError::Io { path: path.to_owned(), source })
    }

    /// Reads a checkpoint of the run described by `run`.
    ///
    /// # Errors
    /// See [`CheckpointError`].
    pub fn load(path: &Path, run: &str) -> Result<Self, CheckpointError> {
        let checkpoint = Self::load_any(path)?;
        if checkpoint.run != run {
            let (path, found) = (path.to_owned(), checkpoint.run);
            return Err(CheckpointError::OtherRun { path, found });
        }
        Ok(checkpoint)
    }

    /// Whether the bytes are those of a checkpoint of this version.
    pub fn is_checkpoint(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC) || bytes.starts_with(&WITHOUT_LAYERS)
    }

    /// Reads a checkpoint of any run.
    ///
    /// # Errors
    /// When it cannot be read or is something else.
    pub fn load_any(path: &Path) -> Result<Self, CheckpointError> {
        let io_error = |source| CheckpointError::Io { path: path.to_owned(), source };
        let mut file = BufReader::new(File::open(path).map_err(io_error)?);
        let mut magic = [0; 8];
        let read = file.read_exact(&mut magic);
        let read_model: ReadModel<BufReader<File>> = match (read, magic) {
            (Ok(()), MAGIC) => read_model,
            (Ok(()), WITHOUT_LAYERS) => read_model_without_layers,
            _ => return Err(CheckpointError::Magic(path.to_owned())),
        };
        let run = read_text(&mut file).map_err(io_error)?;
        let mut checkpoint = Self::read(&mut file, run, read_model).map_err(io_error)?;
        if magic == WITHOUT_LAYERS {
            let State { weights, average, .. } = &mut checkpoint.state;
            for model in [weights, average, &mut checkpoint.best] {
                model.start_layers(0);
            }
        }
        Ok(checkpoint)
    }

    fn write(&self, file: &mut impl Write) -> io::Result<()> {
        file.write_all(&MAGIC)?;
        file.write_all(&(self.run.len() as u32).to_le_bytes())?;
        file.write_all(self.run.as_bytes())?;
        file.write_all(&self.steps.to_le_bytes())?;
        file.write_all(&self.state.age.to_le_bytes())?;
        file.write_all(&(self.history.epochs.len() as u32).to_le_bytes())?;
        for epoch in &self.history.epochs {
            for value in epoch.to_values() {
                file.write_all(&value.to_le_bytes())?;
            }
        }
        file.write_all(&(self.state.weights.hidden as u32).to_le_bytes())?;
        let State { weights, first, second, average, .. } = &self.state;
        for model in [weights, first, second, average, &self.best] {
            model.values().try_for_each(|value| file.write_all(&value.to_le_bytes()))?;
        }
        Ok(())
    }

    fn read<R: Read>(file: &mut R, run: String, read_model: ReadModel<R>) -> io::Result<Self> {
        let steps = u64::from_le_bytes(read_bytes(file)?);
        let age = u64::from_le_bytes(read_bytes(file)?);
        let count = u32::from_le_bytes(read_bytes(file)?);
        let mut history = History::default();
        for _ in 0..count {
            let mut values = [0.0; Epoch::VALUES];
            for value in &mut values {
                *value = f64::from_le_bytes(read_bytes(file)?);
            }
            history.epochs.push(Epoch::from_values(values));
        }
        let hidden = u32::from_le_bytes(read_bytes(file)?) as usize;
        let mut model = || read_model(file, hidden);
        let state =
            State { weights: model()?, first: model()?, second: model()?, average: model()?, age };
        Ok(Self { run, steps, history, state, best: model()? })
    }
}

/// Reads a model with so many hidden neurons.
type ReadModel<R> = fn(&mut R, usize) -> io::Result<Model>;

fn read_model<R: Read>(file: &mut R, hidden: usize) -> io::Result<Model> {
    let mut model = Model::zero(hidden);
    read_values(file, model.values_mut())?;
    Ok(model)
}

fn read_model_without_layers<R: Read>(file: &mut R, hidden: usize) -> io::Result<Model> {
    let mut model = Model::zero(hidden);
    read_values(file, model.features.iter_mut().chain(&mut model.biases))?;
    let direct = model.outputs.chunks_exact_mut(SETS * 2 * hidden);
    read_values(file, direct.flat_map(|sets| &mut sets[..2 * hidden]))?;
    read_values(file, model.layers.iter_mut().map(|layers| &mut layers.bias))?;
    Ok(model)
}

fn read_values<'a>(
    file: &mut impl Read,
    mut values: impl Iterator<Item = &'a mut f32>,
) -> io::Result<()> {
    values.try_for_each(|value| {
        *value = f32::from_le_bytes(read_bytes(file)?);
        Ok(())
    })
}

fn read_bytes<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn read_text(file: &mut impl Read) -> io::Result<String> {
    let length = u32::from_le_bytes(read_bytes(file)?);
    let mut text = String::new();
    file.take(u64::from(length)).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::layers::Layers;

    #[test]
    fn a_checkpoint_survives_its_file_and_belongs_to_its_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.checkpoint");
        let model = |seed| Model::random(32, seed);
        let values: [f64; Epoch::VALUES] = std::array::from_fn(|i| i as f64);
        let checkpoint = Checkpoint {
            run: "these options".to_owned(),
            steps: 77,
            history: History { epochs: vec![Epoch::from_values(values)] },
            state: State {
                weights: model(1),
                first: model(2),
                second: model(3),
                average: model(4),
                age: 1077,
            },
            best: model(5),
        };
        checkpoint.save(&path).unwrap();
        assert_eq!(Checkpoint::load(&path, "these options").unwrap(), checkpoint);
        let other = Checkpoint::load(&path, "other options");
        assert!(matches!(other, Err(CheckpointError::OtherRun { .. })), "{other:?}");

        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let short = Checkpoint::load(&path, "these options");
        assert!(matches!(short, Err(CheckpointError::Io { .. })), "{short:?}");
        fs::write(&path, "text").unwrap();
        let text = Checkpoint::load(&path, "these options");
        assert!(matches!(text, Err(CheckpointError::Magic(_))), "{text:?}");
    }

    /// The file of the version before.
    fn without_layers(state: &State) -> Vec<u8> {
        let mut bytes = WITHOUT_LAYERS.to_vec();
        bytes.extend(3_u32.to_le_bytes());
        bytes.extend(b"run");
        bytes.extend(9_u64.to_le_bytes());
        bytes.extend(state.age.to_le_bytes());
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend((state.weights.hidden as u32).to_le_bytes());
        let State { weights, first, second, average, .. } = state;
        for model in [weights, first, second, average, weights] {
            let direct = model.outputs.chunks(SETS * 2 * model.hidden);
            let direct = direct.flat_map(|sets| &sets[..2 * model.hidden]);
            let biases = model.layers.iter().map(|layers| &layers.bias);
            let values = model.features.iter().chain(&model.biases).chain(direct).chain(biases);
            bytes.extend(values.flat_map(|value| value.to_le_bytes()));
        }
        bytes
    }

    #[test]
    fn a_training_without_hidden_layers_goes_on_with_new_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.checkpoint");
        let model = |seed| Model::random(32, seed);
        let mut state = State {
            weights: model(1),
            first: model(2),
            second: model(3),
            average: model(4),
            age: 1077,
        };
        fs::write(&path, without_layers(&state)).unwrap();
        let found = Checkpoint::load_any(&path).unwrap();
        assert_eq!((found.run.as_str(), found.steps), ("run", 9));
        for model in [&mut state.weights, &mut state.average] {
            model.start_layers(0);
        }
        assert_eq!(found.best, state.weights);
        assert_eq!((&found.state.weights, &found.state.average), (&state.weights, &state.average));
        // The optimiser knows the old parts and nothing of the new ones.
        assert_eq!(found.state.first.features, state.first.features);
        assert_eq!(found.state.first.layers[0].second_weights, Layers::ZERO.second_weights);
    }
}
