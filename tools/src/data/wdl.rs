//! Fits the model of `riposte_search::wdl` to games: how often a score wins.
//!
//! Positions are counted by material, score and result. For each amount of
//! material the two numbers of the model are those that make the results most
//! likely (Newton's method); polynomials through them, weighted by the number
//! of positions, are what the engine uses.

mod fit;
mod read;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use riposte_board::Board;
use riposte_movegen::Color;
use riposte_search::wdl::{material, polynomial};

use fit::{Counts, Curve, least_squares};

/// Options of `riposte-tools wdl`.
#[derive(Args)]
pub struct Options {
    /// Files of games, stored ones or the PGN of a match.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Full move whose mean material is taken as the usual one.
    #[arg(long, value_name = "MOVE", default_value_t = 32)]
    at_move: u32,
}

/// Scores beyond are left out: they say who wins and no longer by how much.
const LARGEST_SCORE: i32 = 2000;

/// Amounts of material with fewer positions are left out.
const FEWEST: u64 = 1000;

/// Amounts of material below are left out: there it depends on the kinds of pieces
/// who can win at all.
const LEAST_MATERIAL: u32 = 14;

/// What is read from the games.
#[derive(Default)]
struct Tally {
    by_material: BTreeMap<u32, Counts>,
    /// Sum of the material at the move that is asked for, and how many games
    /// got so far.
    usual: (u64, u64),
}

impl Tally {
    /// Adds a position with white's score and the sign of white's result.
    fn add(&mut self, board: &Board, score: i32, result: i32, at_move: u32) {
        let material = material(board);
        if board.fullmove_number() == at_move && board.side() == Color::White {
            self.usual.0 += u64::from(material);
            self.usual.1 += 1;
        }
        if score.abs() <= LARGEST_SCORE {
            self.by_material.entry(material).or_default().add(score, result);
        }
    }
}

/// Fits the model and prints it.
///
/// # Errors
///
/// A text that names the file that cannot be read, or says that the games are
/// too few.
pub fn run(options: &Options) -> Result<(), String> {
    let mut tally = Tally::default();
    for path in &options.files {
        read::positions(path, |board, score, result| {
            tally.add(board, score, result, options.at_move);
        })?;
    }
    let curves: Vec<(u32, u64, Curve)> = tally
        .by_material
        .iter()
        .filter(|&(&material, counts)| material >= LEAST_MATERIAL && counts.positions() >= FEWEST)
        .map(|(&material, counts)| (material, counts.positions(), counts.fit()))
        .collect();
    if curves.len() < 8 || tally.usual.1 == 0 {
        return Err("there are too few games for a fit".to_owned());
    }
    let usual = (tally.usual.0 as f64 / tally.usual.1 as f64).round();
    let points = |value: fn(&Curve) -> f64| -> Vec<(f64, f64, f64)> {
        curves
            .iter()
            .map(|(material, positions, curve)| {
                ((f64::from(*material) / usual).ln(), value(curve), *positions as f64)
            })
            .collect()
    };
    let even = least_squares(&points(|curve| curve.even));
    let spread = least_squares(&points(|curve| curve.spread));
    report(&curves, usual, &even, &spread);
    Ok(())
}

fn report(curves: &[(u32, u64, Curve)], usual: f64, even: &[f64; 4], spread: &[f64; 4]) {
    println!("material  positions  even chance  fitted  spread  fitted");
    for (material, positions, curve) in curves {
        let share = (f64::from(*material) / usual).ln();
        println!(
            "{material:>8} {positions:>10} {:>12.1} {:>7.1} {:>7.1} {:>7.1}",
            curve.even,
            polynomial(even, share),
            curve.spread,
            polynomial(spread, share),
        );
    }
    let first = curves.first().map_or(0, |curve| curve.0);
    let last = curves.last().map_or(0, |curve| curve.0);
    println!("\nconst USUAL_MATERIAL: f64 = {usual:.1};");
    println!("const EVEN_SCORE: [f64; 4] = {even:.1?};");
    println!("const SPREAD: [f64; 4] = {spread:.1?};");
    println!("const FITTED: std::ops::RangeInclusive<u32> = {first}..={last};");
}
