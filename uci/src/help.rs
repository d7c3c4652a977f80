//! What `help` says: a list of all commands, and each of them in detail.

use std::fmt::Write;

/// One command, for people.
struct Topic {
    /// The words by which it is asked for, the usual one first.
    names: &'static [&'static str],
    /// How it is written.
    usage: &'static str,
    /// What it does, in one line.
    summary: &'static str,
    /// What else there is to know.
    details: &'static str,
}

/// Commands of one kind.
struct Chapter {
    title: &'static str,
    topics: &'static [Topic],
}

/// Columns of the list before the summaries.
const USAGE_WIDTH: usize = 36;

/// Every command, in the order of the list.
const CHAPTERS: [Chapter; 3] = [
    Chapter {
        title: "Protocol",
        topics: &[
            Topic {
                names: &["uci"],
                usage: "uci",
                summary: "name, options, uciok",
                details: "Tells a chess program who this is and which options there are. It is not\n\
                          needed before other commands. At a terminal, reports are written as for a\n\
                          program from then on, and no longer for a person.",
            },
            Topic {
                names: &["isready"],
                usage: "isready",
                summary: "answers readyok",
                details: "Answered at once, also during a search. Before it everything that was asked\n\
                          earlier and takes no search has been done.",
            },
            Topic {
                names: &["ucinewgame"],
                usage: "ucinewgame",
                summary: "forget the last game",
                details: "Empties the transposition table and all that the search has learned, so that\n\
                          the next search does not depend on the ones before.",
            },
            Topic {
                names: &["setoption"],
                usage: "setoption name NAME [value VALUE]",
                summary: "change an option",
                details: "'uci' lists the options with their limits. Names may be written in any case.\n\
                          During a search the change waits for the search to end. A value that does\n\
                          not fit is refused and the old one stays.\n\n\
                          Example: setoption name Hash value 256",
            },
            Topic {
                names: &["position"],
                usage: "position startpos|fen FEN [moves M...]",
                summary: "set up a position",
                details: "FEN may be a FEN, an X-FEN or a Shredder-FEN, with or without its two counters.\n\
                          Moves are written e2e4, e7e8q; castling e1g1 or as the king taking its own\n\
                          rook. If anything is wrong the last position stays.\n\n\
                          Example: position startpos moves e2e4 e7e5",
            },
            Topic {
                names: &["go"],
                usage: "go [LIMITS]",
                summary: "search; without limits until 'stop'",
                details: "All limits given hold together, the first that is reached ends the search:\n\
                          \x20 depth N        iterations\n\
                          \x20 nodes N        positions\n\
                          \x20 movetime MS    time for this move\n\
                          \x20 wtime MS btime MS winc MS binc MS movestogo N\n\
                          \x20                clocks, increments, moves until the next time control\n\
                          \x20 mate N         until a mate in N moves by the side to move is proved or\n\
                          \x20                refuted; a message tells which\n\
                          \x20 infinite       until 'stop', even if there is nothing left to find\n\
                          \x20 ponder         think on the opponent's time until 'ponderhit' or 'stop'\n\
                          \x20 searchmoves M...  only these moves\n\
                          \x20 perft N        no search: count the move tree\n\n\
                          Example: go wtime 60000 btime 55000 winc 1000 binc 1000",
            },
            Topic {
                names: &["stop"],
                usage: "stop",
                summary: "end the search and answer",
                details: "Also ends 'perft' and 'bench'. Without a search it does nothing.",
            },
            Topic {
                names: &["ponderhit"],
                usage: "ponderhit",
                summary: "the awaited move was played",
                details: "Turns a search that was begun with 'go ponder' into a normal one; the clock\n\
                          given then starts to run.",
            },
            Topic {
                names: &["debug"],
                usage: "debug [on|off]",
                summary: "say more about what is done",
                details: "When on, commands that wait for the end of a search are announced.",
            },
            Topic {
                names: &["quit", "exit"],
                usage: "quit",
                summary: "leave",
                details: "Ends a running search, too.",
            },
        ],
    },
    Chapter {
        title: "Tools",
        topics: &[
            Topic {
                names: &["d"],
                usage: "d",
                summary: "show the position",
                details: "The board, its FEN (Shredder-FEN with UCI_Chess960), its Zobrist key and the\n\
                          men that give check.",
            },
            Topic {
                names: &["eval"],
                usage: "eval",
                summary: "its value without a search, man by man",
                details: "A board that has below every man but the kings how many pawns the position\n\
                          is better for white than it would be without the man; what each output of\n\
                          the network says, of which the number of men chooses one; and the value\n\
                          for white, and for the side to move in hundredths of a pawn.",
            },
            Topic {
                names: &["flip"],
                usage: "flip",
                summary: "exchange the colours",
                details: "The position seen from the other side, with the other side to move. An engine\n\
                          must give it the same value.",
            },
            Topic {
                names: &["perft"],
                usage: "perft N [FEN]",
                summary: "count the leaves of the move tree",
                details: "Per first move and in all, N plies deep; 'go perft N' does the same. 'stop' ends it.",
            },
            Topic {
                names: &["bench"],
                usage: "bench [HASH] [THREADS] [LIMIT] [FILE|default] [depth|nodes|movetime]",
                summary: "search a set of positions",
                details: "Searches each of 50 built-in positions, or those of FILE (FEN or EPD), to LIMIT\n\
                          with a table of HASH MB. The sum of the nodes with one thread tells versions\n\
                          of the engine apart.\n\n\
                          Example: bench 16 1 14 default depth",
            },
            Topic {
                names: &["genfens"],
                usage: "genfens N seed S book None|FILE",
                summary: "make up openings",
                details: "Prints N positions, one after each 'info string genfens', as OpenBench asks for\n\
                          them: random moves from the first position of chess or from a line of FILE\n\
                          (FEN or EPD), without those that are already lost. The same seed gives the\n\
                          same positions.\n\n\
                          Example: genfens 10 seed 42 book None",
            },
            Topic {
                names: &["Save", "save"],
                usage: "Save Hash FILE",
                summary: "write the transposition table to a file",
                details: "What an analysis has found can be used another day, by 'Load Hash'. An older\n\
                          file of that name is replaced when the new one is whole.",
            },
            Topic {
                names: &["Load", "load"],
                usage: "Load Hash FILE",
                summary: "read the transposition table from a file",
                details: "The option Hash must be as it was when the file was saved, and positions must\n\
                          be judged by the same network. Otherwise, or if the file is damaged, a\n\
                          message says so and the table stays as it is. 'ucinewgame' and 'Clear Hash'\n\
                          empty it.",
            },
            Topic {
                names: &["export_net"],
                usage: "export_net FILE",
                summary: "write the network in use to a file",
                details: "The option EvalFile takes such files.",
            },
            Topic {
                names: &["tbcheck"],
                usage: "tbcheck [FOLDERS]",
                summary: "check the files of endgame tablebases",
                details: "Reads all files in the folders, or in those of SyzygyPath, and names those that\n\
                          are damaged or missing.",
            },
            Topic {
                names: &["spsa"],
                usage: "spsa",
                summary: "the search's numbers as input for a tuner",
                details: "One line each: name, type, start, least, most, step, rate. Only a build with the\n\
                          feature 'tuning' takes them as options.",
            },
        ],
    },
    Chapter {
        title: "About",
        topics: &[
            Topic {
                names: &["compiler"],
                usage: "compiler",
                summary: "what this program was built with and for",
                details: "Version, compiler, processor and the instruction sets in use.",
            },
            Topic {
                names: &["version", "--version", "-V"],
                usage: "version",
                summary: "its name and version",
                details: "",
            },
            Topic {
                names: &["license", "licence"],
                usage: "license",
                summary: "what you may do with it",
                details: "",
            },
            Topic {
                names: &["help", "--help", "-h"],
                usage: "help [COMMAND]",
                summary: "this list, or more about a command",
                details: "",
            },
        ],
    },
];

/// The answer to `help`.
pub fn overview() -> String {
    let mut text = String::from(
        "Riposte is a chess engine. It speaks UCI with a chess program; the same commands\n\
         can be typed here, or given as arguments of the program.\n",
    );
    for chapter in &CHAPTERS {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "\n{}", chapter.title);
        for Topic { usage, summary, .. } in chapter.topics {
            if usage.len() < USAGE_WIDTH {
                let _ = writeln!(text, "  {usage:USAGE_WIDTH$} {summary}");
            } else {
                let _ = writeln!(text, "  {usage}\n  {:USAGE_WIDTH$} {summary}", "");
            }
        }
    }
    text.push_str(
        "\n'help COMMAND' says more about one of them.\n\
         As a program of its own, 'riposte analyse FILE' searches many positions\n\
         and writes game reports;\n\
         'riposte analyse --help' tells how.",
    );
    text
}

/// The answer to `help NAME`; `None` if there is no such command.
pub fn about(name: &str) -> Option<String> {
    let mut topics = CHAPTERS.iter().flat_map(|chapter| chapter.topics);
    let topic = topics.find(|topic| topic.names.contains(&name))?;
    let mut text = format!("{}\n\n{}", topic.usage, sentence(topic.summary));
    if !topic.details.is_empty() {
        text.push('\n');
        text.push_str(topic.details);
    }
    Some(text)
}

/// `text` with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String =
        letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;

    #[test]
    fn every_command_that_is_listed_exists() {
        for topic in CHAPTERS.iter().flat_map(|chapter| chapter.topics) {
            for name in topic.names {
                let fault = Command::parse(name).err().map(|fault| fault.to_string());
                assert!(fault.is_none_or(|fault| !fault.starts_with("unknown")), "{name}");
                assert!(about(name).is_some_and(|text| text.starts_with(topic.usage)), "{name}");
            }
        }
        assert_eq!(about("xyzzy"), None);
    }

    #[test]
    fn the_lines_fit_a_narrow_window() {
        let details = CHAPTERS.iter().flat_map(|chapter| chapter.topics).map(|topic| topic.details);
        for line in overview().lines().chain(details.flat_map(str::lines)) {
            assert!(line.len() <= 90, "{line}");
        }
    }
}
