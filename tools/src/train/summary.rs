//! What made a network, in words.

use std::fmt::Write as _;

use riposte_nnue::{BUCKETS, INPUTS, QA, QB};
use riposte_trainer::{Cache, Checkpoint, Comparison};

use super::Options;

/// Everything that decides what a training computes. A checkpoint belongs to
/// one such text.
pub fn describe_run(options: &Options, cache: &Cache) -> String {
    let mut text = format!(
        "network       {INPUTS} -> {} x 2 -> {BUCKETS}, mirrored, squared clipped ReLU\n\
         epochs        {}, batches of {}\n\
         learning rate {} to {}, {:?}, warm-up of {} updates\n\
         weights       decay {}, averaged over {} of the updates{}\n\
         target        result share {}, lambda {}, scale {}, power {}\n\
         written       {}\n\
         held out      {} of the games\n\
         seed          {}\n\
         samples       {} to learn from, {} held out\n",
        options.hidden,
        options.epochs,
        options.batch,
        options.learning_rate,
        options.final_learning_rate,
        options.schedule,
        options.warm_up,
        options.weight_decay,
        options.average,
        if options.keep_inputs { ", those of inputs kept" } else { "" },
        options.result_share,
        options.lambda,
        options.scale,
        options.power,
        if options.keep_scale { "in the unit of the training" } else { "at the constant level" },
        options.validation_share,
        options.seed,
        cache.training.count(),
        cache.validation.count()
    );
    for path in &options.from {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "begins with   {}", path.display());
    }
    for path in &options.games {
        let _ = writeln!(text, "games         {}", path.display());
    }
    text
}

/// The whole report on a training.
pub fn describe(
    checkpoint: &Checkpoint,
    cache: &Cache,
    network: &[u8],
    comparison: &Comparison,
) -> String {
    let mut text = format!("Training\n\n{}\nData\n\n{}\n", checkpoint.run, cache.description);
    let history = &checkpoint.history;
    if let Some(best) = history.best() {
        let [total, score, result] = best.validation;
        let _ = write!(
            text,
            "Result\n\n\
             best epoch    {} of {} done\n\
             validation    {total:.6} against the target, {score:.6} against the score, \
             {result:.6} against the result\n\
             training      {:.6}\n\
             speed         {:.0} samples/s\n\n",
            best.number,
            history.epochs.len(),
            best.training,
            history.speed()
        );
    }
    let _ = write!(
        text,
        "Quantisation (QA {QA}, QB {QB}), on {} held-out positions\n\n\
         difference    {:.2} centipawns on average, {:.2} root mean square, {:.2} at most\n\
         loss          {:.6} float, {:.6} integer\n\n\
         File of {} bytes with checksum {}\n",
        comparison.positions,
        comparison.mean,
        comparison.root_mean_square,
        comparison.largest,
        comparison.float.total(),
        comparison.integer.total(),
        network.len(),
        checksum(network)
    );
    text
}

/// The last eight bytes of a network file: its checksum.
fn checksum(network: &[u8]) -> String {
    let bytes = network.last_chunk().copied().map_or(0, u64::from_le_bytes);
    format!("{bytes:016x}")
}
