//! Trains the evaluation network on stored games.
//!
//! The trainer is the crate `riposte-trainer`. What comes out is a network file, the curves
//! of the losses, and a summary of what went in.

mod plot;
mod summary;

use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use riposte_nnue::AnyNetwork;
use riposte_trainer::{
    Cache, CacheError, Checkpoint, Epoch, History, Model, Pace, Pass, Recipe, Schedule, Shape,
    Share, State, Target, build,
};

/// Positions on which the integer network is compared with the float one.
const COMPARED: usize = 100_000;

/// As [`COMPARED`], while the training goes on.
const COMPARED_MEANWHILE: usize = 2_000;

/// What to train, on what, and how.
#[derive(Args, Debug)]
pub struct Options {
    /// Files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Folder for the network, checkpoint and reports.
    #[arg(long, short)]
    output: PathBuf,
    /// Folder for the samples made from the games; inside the output if not
    /// given. Several trainings on the same games can share it.
    #[arg(long)]
    samples: Option<PathBuf>,
    /// Hidden neurons per side.
    #[arg(long, default_value_t = 384, value_parser = hidden_size)]
    hidden: usize,
    /// Network file or checkpoint with which the training begins; random weights if not
    /// given. A checkpoint brings exact weights and the optimiser's moments. The network may
    /// be narrower than the new one. If given several times, training begins with the mean of
    /// the weights, without moments.
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Times that every sample is seen.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    epochs: u64,
    /// Stop after this epoch, to go on later with `--resume`.
    #[arg(long)]
    stop_after: Option<u64>,
    /// Stop when the validation loss has not improved for so many epochs; 0
    /// for never.
    #[arg(long, default_value_t = 0)]
    patience: u64,
    /// Samples per update; a multiple of 1024.
    #[arg(long, default_value_t = 1024, value_parser = batch_size)]
    batch: usize,
    /// Learning rate at the start.
    #[arg(long, default_value_t = 1e-3, value_parser = rate)]
    learning_rate: f32,
    /// Learning rate at the end.
    #[arg(long, default_value_t = 2.4e-6, value_parser = rate)]
    final_learning_rate: f32,
    /// Updates over which the learning rate rises at the start.
    #[arg(long, default_value_t = 500)]
    warm_up: u64,
    /// What weights lose per unit of learning rate.
    #[arg(long, default_value_t = 0.01, value_parser = small)]
    weight_decay: f32,
    /// Share of the updates so far over which weights are averaged; the average becomes
    /// the network. 0 for the last weights alone.
    #[arg(long, default_value_t = 0.0, value_parser = small)]
    average: f32,
    /// Trains only what is behind the accumulators. Without weight decay, outputs for numbers
    /// of pieces that the games do not have then stay exactly as they are.
    #[arg(long)]
    keep_inputs: bool,
    /// How the learning rate falls: half a cosine (Loshchilov and Hutter, "SGDR", 2017), or
    /// four equal steps, each by the same factor.
    #[arg(long, default_value = "cosine",
        value_parser = PossibleValuesParser::new(["cosine", "step"]).map(shape))]
    schedule: Shape,
    /// Share of the game's result in the target, not where there are labels; the rest is the
    /// search's score. `A:B` goes evenly from A in the first epoch to B in the last.
    #[arg(long, default_value = "0", value_parser = shares, value_name = "A[:B]")]
    result_share: Share,
    /// Weight of later scores of the game in the score to learn: the score `k` plies later
    /// counts LAMBDA to the power of `k`. 0 for the own score alone. Searches of few
    /// nodes overlook what the next ones of the game see, but results of games are noise
    /// while samples are few.
    #[arg(long, default_value_t = 0.4, value_parser = below_one)]
    lambda: f64,
    /// Power of the difference in expected result that is made small.
    #[arg(long, default_value_t = 2.0, value_parser = power)]
    power: f32,
    /// Centipawns for one unit of output before the sigmoid.
    #[arg(long, default_value_t = riposte_nnue::SCALE, value_parser = clap::value_parser!(i32).range(1..=10_000))]
    scale: i32,
    /// Writes the network in the unit of the training. By default its evaluations have
    /// the same mean size as those of every other network.
    #[arg(long)]
    keep_scale: bool,
    /// Share of games held out for validation.
    #[arg(long, default_value_t = 0.015, value_parser = crate::share)]
    validation_share: f64,
    /// Threads that compute.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Megabytes for shuffling.
    #[arg(long, default_value_t = 1024)]
    memory: u64,
    /// Everything random follows from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Go on from the checkpoint in the output folder.
    #[arg(long)]
    resume: bool,
}

fn shape(name: String) -> Shape {
    if name == "step" { Shape::Step } else { Shape::Cosine }
}

/// Reads `A` or `A:B`, both from 0 to 1.
fn shares(text: &str) -> Result<Share, String> {
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    Ok(Share { first: crate::share(first)?, last: crate::share(last)? })
}

fn hidden_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| AnyNetwork::SIZES.contains(size));
    size.ok_or_else(|| format!("not one of {:?}", AnyNetwork::SIZES))
}

fn batch_size(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(size) if size > 0 && size % 1024 == 0 => Ok(size),
        _ => Err("not a positive multiple of 1024".to_owned()),
    }
}

fn below_one(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..1.0).contains(&number) => Ok(number),
        _ => Err("not a number from 0 to below 1".to_owned()),
    }
}

fn small(text: &str) -> Result<f32, String> {
    below_one(text).map(|number| number as f32)
}

fn power(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(power) if (1.5..=4.0).contains(&power) => Ok(power),
        _ => Err("not a number from 1.5 to 4".to_owned()),
    }
}

fn rate(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        _ => Err("not a number above 0 and at most 1".to_owned()),
    }
}

/// Trains a network.
///
/// # Errors
/// When games cannot be used or files cannot be written, in words.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(&options.output)
        .map_err(|error| format!("{}: {error}", options.output.display()))?;
    let folder = options.samples.clone().unwrap_or_else(|| options.output.join("samples"));
    let recipe = Recipe {
        sources: &options.games,
        seed: options.seed,
        validation_share: options.validation_share,
        memory: options.memory << 20,
        lambda: options.lambda,
        scale: options.scale.into(),
        threads: options.threads,
    };
    let cache = samples(&folder, &recipe)?;
    print!("{}", cache.description);
    println!(
        "{} samples to learn from, {} held out",
        cache.training.count(),
        cache.validation.count()
    );
    Training::start(options, &cache)?.finish()
}

/// Prepares the samples and shows the progress.
fn samples(folder: &Path, recipe: &Recipe<'_>) -> Result<Cache, CacheError> {
    let bar = ProgressBar::new(0)
        .with_style(style("games to samples {wide_bar} {bytes} of {total_bytes}, {eta} left"));
    let cache = Cache::prepare(folder, recipe, &mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    cache
}

struct Training<'a> {
    options: &'a Options,
    cache: &'a Cache,
    schedule: Schedule,
    checkpoint: Checkpoint,
}

/// What the training begins with.
fn first_state(options: &Options) -> Result<State, String> {
    let states: Vec<State> =
        options.from.iter().map(|path| read_state(path, options)).collect::<Result<_, _>>()?;
    Ok(match &states[..] {
        [] => State::new(Model::random(options.hidden, options.seed)),
        [state] => state.clone(),
        // Trainings that began alike and then went apart have more in common than their noise
        // (Wortsman et al., "Model soups", 2022).
        several => {
            let models: Vec<&Model> = several.iter().map(|state| &state.average).collect();
            State::new(Model::mean(&models))
        }
    })
}

/// The state in a network file or checkpoint, as wide as the new network.
fn read_state(path: &Path, options: &Options) -> Result<State, String> {
    let named = |error: &dyn Display| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| named(&error))?;
    let state = if Checkpoint::is_checkpoint(&bytes) {
        Checkpoint::load_any(path).map_err(|error| error.to_string())?.state
    } else {
        let network = AnyNetwork::from_bytes(&bytes).map_err(|error| named(&error))?;
        State::new(Model::of_network(&network, options.scale))
    };
    match state.weights.hidden {
        found if found > options.hidden => {
            Err(named(&format!("{found} hidden neurons, more than {}", options.hidden)))
        }
        found if found < options.hidden => Ok(state.widen(options.hidden, options.seed)),
        _ => Ok(state),
    }
}

impl<'a> Training<'a> {
    fn start(options: &'a Options, cache: &'a Cache) -> Result<Self, Box<dyn Error>> {
        let per_epoch = cache.training.count().div_ceil(options.batch as u64);
        let schedule = Schedule {
            shape: options.schedule,
            first: options.learning_rate,
            last: options.final_learning_rate,
            steps: per_epoch * options.epochs,
            warm_up: options.warm_up,
        };
        let run = summary::describe_run(options, cache);
        let path = options.output.join("training.checkpoint");
        let checkpoint = if options.resume {
            Checkpoint::load(&path, &run)?
        } else {
            let state = first_state(options)?;
            let best = state.average.clone();
            Checkpoint { run, steps: 0, history: History::default(), state, best }
        };
        Ok(Self { options, cache, schedule, checkpoint })
    }

    /// What is to be learnt in the epoch `number`.
    fn target(&self, number: u64) -> Target {
        let options = self.options;
        Target {
            result_share: options.result_share.at(number, options.epochs) as f32,
            scale: options.scale as f32,
            power: options.power,
        }
    }

    fn finish(mut self) -> Result<(), Box<dyn Error>> {
        let done = self.checkpoint.history.epochs.len() as u64;
        let last = self.options.stop_after.unwrap_or(u64::MAX).min(self.options.epochs);
        for number in done + 1..=last {
            if self.checkpoint.history.is_stalled(self.options.patience) {
                println!("no improvement for {} epochs", self.options.patience);
                break;
            }
            self.epoch(number)?;
            self.write_reports(COMPARED_MEANWHILE)?;
        }
        println!("{}", self.write_reports(COMPARED)?);
        Ok(())
    }

    /// Learns from every sample once, measures, and saves the state.
    fn epoch(&mut self, number: u64) -> Result<(), Box<dyn Error>> {
        let (options, cache, schedule) = (self.options, self.cache, self.schedule);
        let bar = progress_bar(cache.training.count(), number, options.epochs);
        let begin = Instant::now();
        let mut batches = cache.training.shuffled(options.batch, options.seed, number)?;
        let pace = |step| Pace {
            rate: schedule.rate(step),
            decay: options.weight_decay,
            average: options.average,
            keeps_inputs: options.keep_inputs,
        };
        let (target, threads) = (self.target(number), options.threads);
        let losses = Pass { target, rates: Some(&pace), threads }.run(
            &mut self.checkpoint.state,
            &mut self.checkpoint.steps,
            &mut batches,
            &mut |samples| bar.inc(samples as u64),
        )?;
        let seconds = begin.elapsed().as_secs_f64();
        bar.finish_and_clear();

        let mut batches = cache.validation.in_order(options.batch)?;
        // Always against the last target, so that epochs compare.
        let target = self.target(options.epochs);
        let average = &mut self.checkpoint.state.averaged();
        let measured = Pass { target, rates: None, threads }.run(
            average,
            &mut 0,
            &mut batches,
            &mut |_| {},
        )?;
        let epoch = Epoch {
            number,
            rate: f64::from(schedule.rate(self.checkpoint.steps)),
            training: losses.total(),
            validation: Epoch::split(&measured),
            samples: losses.samples,
            seconds,
        };
        let [total, score, result] = epoch.validation;
        println!(
            "epoch {number:3}  training {:.6}  validation {total:.6} (score {score:.6}, result \
             {result:.6})  {:.0} samples/s",
            epoch.training,
            epoch.samples as f64 / seconds
        );
        let history = &mut self.checkpoint.history;
        history.epochs.push(epoch);
        if history.best().is_some_and(|best| best.number == number) {
            self.checkpoint.best = self.checkpoint.state.average.clone();
        }
        self.checkpoint.save(&options.output.join("training.checkpoint"))?;
        Ok(())
    }

    /// Writes the best network so far and everything about it, and compares it
    /// with the float model on so many positions; the answer is the summary.
    fn write_reports(&self, compared: usize) -> Result<String, Box<dyn Error>> {
        let folder = &self.options.output;
        let history = &self.checkpoint.history;
        let samples = self.cache.validation.first(compared)?;
        let target = self.target(self.options.epochs);
        let rescaled = !self.options.keep_scale;
        let best = &self.checkpoint.best;
        let threads = self.options.threads;
        let (network, comparison) = build(best, target, &samples, rescaled, threads)?;
        let summary = summary::describe(&self.checkpoint, self.cache, &network, &comparison);
        fs::write(folder.join("network.nnue"), &network)?;
        fs::write(folder.join("history.csv"), history.to_csv())?;
        fs::write(folder.join("summary.txt"), &summary)?;
        plot::draw(history, &folder.join("losses.svg"))?;
        Ok(summary)
    }
}

fn progress_bar(samples: u64, epoch: u64, epochs: u64) -> ProgressBar {
    let style = style("epoch {msg} {wide_bar} {human_pos} of {human_len}, {per_sec}, {eta} left");
    ProgressBar::new(samples).with_style(style).with_message(format!("{epoch} of {epochs}"))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests;
