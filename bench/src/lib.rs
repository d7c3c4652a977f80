//! Benches of Riposte against its peers; see the folder `benches`.
