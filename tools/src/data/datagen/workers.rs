//! The threads that play, and the order of their games.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use riposte_games::Game;
use riposte_search::STACK_BYTES;

use super::play::{Player, Recipe};
use crate::signals::Urgency;

/// Which games are to be played.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Number of the first game.
    pub first: u64,
    /// The number after the last one.
    pub end: u64,
}

/// Threads that play numbered games and hand them over in order.
pub struct Workers {
    finished: Receiver<(u64, Game)>,
    /// Games that wait for one with a smaller number.
    early: BTreeMap<u64, Game>,
    next: u64,
    handles: Vec<JoinHandle<()>>,
}

impl Workers {
    /// # Errors
    ///
    /// When an engine or a thread cannot be started.
    pub fn start(
        threads: u16,
        recipe: &Recipe,
        goal: Goal,
        urgency: &Urgency,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let (sender, finished) = channel();
        let number = Arc::new(AtomicU64::new(goal.first));
        let mut handles = Vec::new();
        for id in 0..threads {
            let player = Player::new(recipe.clone())?;
            let (sender, number) = (sender.clone(), Arc::clone(&number));
            let urgency = Arc::clone(urgency);
            handles.push(
                Builder::new()
                    .name(format!("game {id}"))
                    .stack_size(STACK_BYTES)
                    .spawn(move || play_on(player, &number, goal.end, &urgency, &sender))?,
            );
        }
        Ok(Self { finished, early: BTreeMap::new(), next: goal.first, handles })
    }

    /// The games that can be stored now, in order; waits at most `patience` for
    /// one. `None` when no more will come.
    pub fn next_games(&mut self, patience: Duration) -> Option<Vec<Game>> {
        match self.finished.recv_timeout(patience) {
            Ok((number, game)) => {
                self.early.insert(number, game);
            }
            Err(RecvTimeoutError::Timeout) => return Some(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        let mut games = Vec::new();
        while let Some(game) = self.early.remove(&self.next) {
            games.push(game);
            self.next += 1;
        }
        Some(games)
    }

    /// Waits for the threads.
    ///
    /// # Errors
    ///
    /// When one of them has panicked.
    pub fn join(self) -> Result<(), String> {
        for handle in self.handles {
            handle.join().map_err(|_| "a game thread has panicked; its game is lost".to_owned())?;
        }
        Ok(())
    }
}

/// Plays games with the next free numbers until the last one or until the user
/// wants to end.
fn play_on(
    mut player: Player,
    number: &AtomicU64,
    end: u64,
    urgency: &Urgency,
    finished: &Sender<(u64, Game)>,
) {
    while urgency.load(Ordering::Relaxed) == 0 {
        let number = number.fetch_add(1, Ordering::Relaxed);
        if number >= end {
            return;
        }
        let Some(game) = player.play(number, || urgency.load(Ordering::Relaxed) > 1) else {
            return;
        };
        if finished.send((number, game)).is_err() {
            return;
        }
    }
}
