//! What the person at the terminal sees of a long run. Stderr only, and never an error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Is told between chunks how far a run is.
pub trait Progress: Sync {
    /// `done` of `total` playouts, `elapsed` since this process began the run; first called before anything is
    /// played (a resumed run then has some done).
    fn update(&self, done: u64, total: u64, elapsed: Duration);

    /// The run has ended, however.
    fn finish(&self) {}
}

/// `--progress`.
#[derive(clap::ValueEnum, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ProgressMode {
    /// A bar on a terminal, else plain lines.
    #[default]
    Auto,
    /// A bar; nothing where stderr is not a terminal.
    Bar,
    /// A line every few seconds.
    Plain,
    /// Nothing.
    None,
}

/// A bar appears for runs longer than this.
const BAR_AFTER: Duration = Duration::from_millis(400);
/// The first plain line.
const FIRST_LINE: Duration = Duration::from_secs(2);
/// So many are no number to be reached: something else ends the run.
const OPEN_ENDED: u64 = 1_000_000_000_000_000;
/// How often a run that plays a long block tells that it still does.
const BEAT: Duration = Duration::from_secs(1);
/// Time between plain lines.
const BETWEEN_LINES: Duration = Duration::from_secs(3);

/// Whether a run has shown how far it is; who only waits then holds his tongue.
static TOLD: AtomicBool = AtomicBool::new(false);

/// Says on stderr that an answer is being solved, for as long as it lives, where no run tells more.
pub struct Waiting(Option<(Sender<()>, JoinHandle<()>)>);

impl Waiting {
    /// Begins to wait. Says nothing of answers that are soon there.
    pub fn new(mode: ProgressMode) -> Self {
        let bar = match (mode, io::stderr().is_terminal()) {
            (ProgressMode::None, _) | (ProgressMode::Bar, false) => return Self(None),
            (ProgressMode::Bar | ProgressMode::Auto, true) => true,
            (ProgressMode::Plain, _) | (ProgressMode::Auto, false) => false,
        };
        let (end, ended) = channel();
        let watch = move || match bar {
            true => wait_with_bar(&ended),
            false => wait_with_lines(
                &ended,
                &TOLD,
                &mut io::stderr(),
                [FIRST_LINE, BETWEEN_LINES],
            ),
        };
        let thread = std::thread::Builder::new().spawn(watch);
        Self(thread.ok().map(|thread| (end, thread)))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            let _ = thread.join();
        }
    }
}

/// Waits for at most `time`; whether there is more to wait for and nobody else to tell of it.
fn on(ended: &Receiver<()>, told: &AtomicBool, time: Duration) -> bool {
    ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout) && !told.load(Ordering::Relaxed)
}

fn wait_with_bar(ended: &Receiver<()>) {
    if !on(ended, &TOLD, BAR_AFTER) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    if let Ok(style) = ProgressStyle::with_template("{spinner} solving, {elapsed} so far") {
        bar.set_style(style);
    }
    while on(ended, &TOLD, Duration::from_millis(100)) {
        bar.tick();
    }
    bar.finish_and_clear();
}

fn wait_with_lines(
    ended: &Receiver<()>,
    told: &AtomicBool,
    out: &mut dyn Write,
    [first, between]: [Duration; 2],
) {
    let begun = Instant::now();
    let mut pause = first;
    while on(ended, told, pause) {
        let elapsed = rough(begun.elapsed().as_secs_f64());
        // Nobody may be listening; the work does not end for that.
        let _ = writeln!(out, "gsim: solving, {elapsed} so far");
        pause = between;
    }
}

/// Does some work, and meanwhile lets `tell` be called every second, if that is `wanted`: a block of playouts may take long.
pub(crate) fn meanwhile<T>(tell: impl Fn() + Sync, wanted: bool, work: impl FnOnce() -> T) -> T {
    if !wanted {
        return work();
    }
    std::thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        let watch = || {
            let ended = ended;
            while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                tell();
            }
        };
        // Without a second thread the work goes on in silence.
        let _ = std::thread::Builder::new().spawn_scoped(scope, watch);
        let done = work();
        drop(end);
        done
    })
}

/// Shows progress on stderr.
pub struct Reporter(Mutex<Shown>, &'static str);

enum Shown {
    Nothing,
    Bar(Option<ProgressBar>),
    Plain(Lines),
}

impl Reporter {
    /// A reporter for one run (or several, one after the other). Shows nothing for runs that are soon over.
    pub fn new(mode: ProgressMode) -> Self {
        let shown = match (mode, io::stderr().is_terminal()) {
            (ProgressMode::None, _) | (ProgressMode::Bar, false) => Shown::Nothing,
            (ProgressMode::Bar | ProgressMode::Auto, true) => Shown::Bar(None),
            (ProgressMode::Plain, _) | (ProgressMode::Auto, false) => {
                Shown::Plain(Lines::new(Box::new(io::stderr())))
            }
        };
        Self(Mutex::new(shown), "playouts")
    }

    /// Counts something else than playouts, for example `fights`.
    #[must_use]
    pub fn counting(self, what: &'static str) -> Self {
        Self(self.0, what)
    }
}

impl Progress for Reporter {
    fn update(&self, done: u64, total: u64, elapsed: Duration) {
        TOLD.store(true, Ordering::Relaxed);
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Shown::Nothing => {}
            Shown::Bar(Some(bar)) => bar.set_position(done),
            Shown::Bar(bar) => {
                if elapsed >= BAR_AFTER {
                    *bar = Some(new_bar(done, total, self.1));
                }
            }
            Shown::Plain(lines) => lines.update(done, total, elapsed, self.1),
        }
    }

    fn finish(&self) {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Shown::Bar(bar) => {
                if let Some(bar) = bar.take() {
                    bar.finish_and_clear();
                }
            }
            Shown::Plain(lines) => lines.restart(),
            Shown::Nothing => {}
        }
    }
}

fn new_bar(done: u64, total: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
    let template = match total >= OPEN_ENDED {
        true => format!("{{human_pos}} {what}, {{elapsed}} so far"),
        false => format!(
            "{{bar:30}} {{percent:>3}} %  {{human_pos}} of {{human_len}} {what}, about {{eta}} left"
        ),
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.reset_eta();
    bar.set_position(done);
    bar
}

/// Plain lines, one every few seconds.
struct Lines {
    out: Box<dyn Write + Send>,
    /// Where the run began: done, elapsed.
    start: Option<(u64, Duration)>,
    next: Duration,
}

impl Lines {
    fn new(out: Box<dyn Write + Send>) -> Self {
        Self {
            out,
            start: None,
            next: FIRST_LINE,
        }
    }

    fn restart(&mut self) {
        self.start = None;
        self.next = FIRST_LINE;
    }

    fn update(&mut self, done: u64, total: u64, elapsed: Duration, what: &str) {
        let (from, since) = *self.start.get_or_insert((done, elapsed));
        if elapsed < self.next || done >= total {
            return;
        }
        self.next = elapsed + BETWEEN_LINES;
        let rate = done.saturating_sub(from) as f64
            / elapsed.saturating_sub(since).as_secs_f64().max(1e-9);
        let left = match rate > 0.0 {
            true => format!(", about {} left", rough((total - done) as f64 / rate)),
            false => String::new(),
        };
        if total >= OPEN_ENDED {
            let (done, elapsed) = (grouped(done), rough(elapsed.as_secs_f64()));
            let _ = writeln!(self.out, "gsim: {done} {what} in {elapsed}");
            let _ = self.out.flush();
            return;
        }
        let percent = (u128::from(done) * 100 / u128::from(total.max(1))) as u64;
        let (done, total, elapsed) = (grouped(done), grouped(total), rough(elapsed.as_secs_f64()));
        // Nobody may be listening; a run does not end for that.
        let _ = writeln!(
            self.out,
            "gsim: {percent} %, {done} of {total} {what} in {elapsed}{left}"
        );
        let _ = self.out.flush();
    }
}

/// Seconds for people: `4 s`, `3 min`, `2.5 h`.
fn rough(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{} s", s.ceil()),
        s if s < 7_200.0 => format!("{} min", (s / 60.0).round()),
        s => format!("{:.1} h", s / 3_600.0),
    }
}

/// Digits in groups of three: `10,000,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Broken;

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    fn reporter(out: impl Write + Send + 'static) -> Reporter {
        Reporter(
            Mutex::new(Shown::Plain(Lines::new(Box::new(out)))),
            "playouts",
        )
    }

    #[test]
    fn plain_lines_every_few_seconds_and_none_for_short_runs() {
        let sink = Sink::default();
        let reporter = reporter(sink.clone());
        let seconds = Duration::from_secs_f64;
        for tenth in 0..=75 {
            reporter.update(tenth * 1_000_000, 75_000_000, seconds(tenth as f64 / 10.0));
        }
        reporter.finish();
        reporter.update(0, 10, seconds(0.0));
        reporter.update(10, 10, seconds(1.9));
        let text = String::from_utf8(sink.0.lock().unwrap().clone()).unwrap();
        assert_eq!(
            text,
            "gsim: 26 %, 20,000,000 of 75,000,000 playouts in 2 s, about 6 s left\n\
             gsim: 66 %, 50,000,000 of 75,000,000 playouts in 5 s, about 3 s left\n"
        );
    }

    /// What is said while one waits, two pauses long at least.
    fn said(told: bool) -> String {
        let sink = Sink::default();
        let pause = Duration::from_millis(10);
        let (end, ended) = channel();
        std::thread::scope(|scope| {
            let mut out = sink.clone();
            let told = AtomicBool::new(told);
            scope.spawn(move || wait_with_lines(&ended, &told, &mut out, [pause; 2]));
            std::thread::sleep(pause * 10);
            drop(end);
        });
        String::from_utf8(sink.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn who_waits_speaks_unless_a_run_tells_more() {
        let text = said(false);
        assert!(text.starts_with("gsim: solving, 1 s so far\n"), "{text}");
        assert_eq!(said(true), "");
    }

    #[test]
    fn a_resumed_run_estimates_from_where_it_began() {
        let sink = Sink::default();
        let reporter = reporter(sink.clone());
        reporter.update(900, 1_000, Duration::ZERO);
        reporter.update(910, 1_000, Duration::from_secs(10));
        let text = String::from_utf8(sink.0.lock().unwrap().clone()).unwrap();
        assert!(text.contains("about 90 s left"), "{text}");
    }

    #[test]
    fn a_run_without_end_has_no_share_of_it() {
        let sink = Sink::default();
        let reporter = reporter(sink.clone());
        reporter.update(0, OPEN_ENDED, Duration::ZERO);
        reporter.update(2_048, OPEN_ENDED, Duration::from_secs(3));
        let text = String::from_utf8(sink.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text, "gsim: 2,048 playouts in 3 s\n");
    }

    #[test]
    fn nobody_listening_is_no_failure() {
        let reporter = reporter(Broken);
        reporter.update(0, 10, Duration::ZERO);
        reporter.update(5, 10, Duration::from_secs(5));
        reporter.finish();
    }

    #[test]
    fn words_for_people() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!([3.2, 600.0, 9_000.0].map(rough), ["4 s", "10 min", "2.5 h"]);
    }
}
