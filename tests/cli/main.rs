//! The command line from outside: the real program, its stdout, its stderr, its exit code, its files.
//!
//! | module | matter |
//! |---|---|
//! | `room` | a temporary folder with the program in it |
//! | `transcripts` | help texts and a few answers, word for word |
//! | `battle` | How to Battle: anchors, sampled beside exact, shards, own tables |
//! | `battle_bad_input` | its refused input |
//! | `bad_input` | one line, exit 2, nothing half-written |
//! | `bad_files` | the same for files |
//! | `reproducible` | threads, seeds, shards; the command that a file or an answer stands for |
//! | `counts` | what is counted adds up; JSON is strict; intervals have a width |
//! | `rules` | re-rolls, the wiped-out, order of letters and sides, outcomes that cannot be |
//! | `compare` | alternatives over common random numbers |
//! | `faults` | kills, Ctrl-C, full disks, closed pipes |
//! | `stopping` | target error and time limit |
//! | `clash_matrix`, `clash_arena` | the metagame and the whole game of Clash: answers, bad input, shards |
//! | `gladiatori` | single games, shards, counts of Gladiatori's questions; `gladiatori_bad`: what it refuses |
//! | `gladiatori_more` | sensitivity, campaigns in the arena, the ground of comparisons, traces by condition |
//! | `trials` | what people stumbled over |
//! | `gauntlet` | Gladiator Gauntlet: answers, bad input, shards, solved games |
//! | `gauntlet_advise`, `gauntlet_words` | situations at the table; what answers say, exact or sampled; signals |
//! | `commands` | list, explain, trace, schema, completions, man, verify; the example |

mod bad_files;
mod bad_input;
mod battle;
mod battle_bad_input;
mod battle_compare;
mod battle_verdicts;
mod clash_arena;
mod clash_matrix;
mod commands;
mod compare;
mod counts;
mod faults;
mod gauntlet;
mod gauntlet_advise;
mod gauntlet_words;
mod gladiatori;
mod gladiatori_bad;
mod gladiatori_more;
mod reproducible;
mod room;
mod rules;
mod stopping;
mod transcripts;
mod trials;
