//! Opens generated reports in headless Chromium and looks at them the way a reader does.
//!
//! Each page is shown unchanged, content security policy and all, in frames of two widths; `check.js` looks into the
//! frames from outside and lists what is wrong. Screenshots go to `target/browser`. Without Chromium the tests are
//! skipped, except under `CI`, where that is a failure.

#![cfg(feature = "report")]

mod chromium;

use std::path::PathBuf;

use chromium::{Browser, Theme};
use gsim::report::{Findings, html, sample};

const CHECK: &str = include_str!("check.js");
const WIDTHS: [u32; 2] = [1280, 360];

fn page(findings: &Findings) -> String {
    html::render(findings).expect("the page renders")
}

fn extremes() -> Findings {
    Findings {
        charts: sample::extremes(),
        ..sample::clash_duel()
    }
}

/// The page in a frame of each width, with the checking script outside the frames.
fn framed(page: &str, theme: Theme) -> String {
    let escaped = page.replace('&', "&amp;").replace('"', "&quot;");
    let frame = |width: &u32| {
        format!("<iframe width=\"{width}\" height=\"900\" srcdoc=\"{escaped}\"></iframe>")
    };
    let frames: String = WIDTHS.iter().map(frame).collect();
    format!(
        "<!DOCTYPE html><meta charset=utf-8><style>iframe{{border:0}}</style>\
         <body data-theme=\"{theme:?}\">{frames}\
         <pre id=\"result\"></pre><script>{CHECK}</script>"
    )
}

/// What `check.js` found: problems a line, and how many texts it looked at.
fn look(browser: &Browser, page: &str, theme: Theme) -> (Vec<String>, usize) {
    let dom = browser.dump_dom(&framed(page, theme), theme);
    let (_, rest) = dom
        .split_once("<pre id=\"result\">")
        .expect("the result element");
    let (result, _) = rest.split_once("</pre>").expect("the result element ends");
    let mut lines = result.lines().map(String::from);
    let looked = lines
        .next()
        .and_then(|n| n.strip_prefix("looked at ")?.parse().ok());
    (
        lines.collect(),
        looked.unwrap_or_else(|| panic!("the check did not finish: {result:?}")),
    )
}

fn assert_fine(name: &str, findings: &Findings) {
    let Some(browser) = Browser::find() else {
        return;
    };
    for theme in [Theme::Light, Theme::Dark] {
        let (problems, looked) = look(&browser, &page(findings), theme);
        assert!(
            problems.is_empty(),
            "{name}, {theme:?}:\n{}",
            problems.join("\n")
        );
        assert!(looked > 200, "{name}: only {looked} texts");
    }
}

#[test]
fn a_duel_reads_well_wide_and_narrow_light_and_dark() {
    assert_fine("duel", &sample::clash_duel());
}

#[test]
fn extreme_charts_read_well_too() {
    assert_fine("extremes", &extremes());
}

#[test]
fn hostile_names_break_nothing() {
    assert_fine("hostile", &sample::hostile());
}

/// The check itself must be able to fail: each fault put into a good page is found.
#[test]
fn faults_are_found() {
    let Some(browser) = Browser::find() else {
        return;
    };
    let good = page(&sample::clash_duel());
    let faults = [
        ("<h1>", "<h1 style=\"color:#aaa\">", "contrast"),
        (
            "<main>",
            "<main><div style=\"width:2000px\">wide</div>",
            "sideways",
        ),
        (
            "</main>",
            "<svg class=\"chart\" role=\"img\" aria-label=\"x\" width=\"99\" height=\"40\">\
          <text x=\"2\" y=\"20\">one</text><text x=\"9\" y=\"22\">two</text></svg></main>",
            "overlap",
        ),
        (
            "</main>",
            "<svg class=\"chart\" role=\"img\" aria-label=\"x\" width=\"20\" height=\"40\">\
          <text x=\"2\" y=\"20\">sticks out</text></svg></main>",
            "outside",
        ),
        (
            "</main>",
            "<svg class=\"chart\" role=\"img\" aria-label=\"x\" width=\"99\" height=\"40\">\
          <rect width=\"99\" height=\"40\" fill=\"#777\"/><text x=\"9\" y=\"22\" fill=\"#666\">dim</text></svg></main>",
            "contrast",
        ),
        (
            "</main>",
            "<script>document.title='x'</script></main>",
            "script",
        ),
        ("<caption>", "<caption hidden>", "caption"),
    ];
    for (at, fault, word) in faults {
        let page = good.replacen(at, fault, 1).replace(
            "style-src 'unsafe-inline'",
            "style-src 'unsafe-inline' 'self'",
        );
        let (problems, _) = look(&browser, &page, Theme::Light);
        assert!(
            problems.iter().any(|p| p.contains(word)),
            "`{word}` was not found: {problems:?}"
        );
    }
}

#[test]
fn the_console_is_silent() {
    let Some(browser) = Browser::find() else {
        return;
    };
    for (name, findings) in [
        ("duel", sample::clash_duel()),
        ("hostile", sample::hostile()),
    ] {
        let console = browser.console(&page(&findings));
        assert!(console.is_empty(), "{name}: {console:?}");
    }
    let loud = page(&sample::clash_duel()).replace("</main>", "<script>1</script></main>");
    assert!(
        !browser.console(&loud).is_empty(),
        "a blocked script is reported, so silence means something"
    );
}

#[test]
fn pictures_for_people() {
    let Some(browser) = Browser::find() else {
        return;
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../browser");
    std::fs::create_dir_all(&folder).expect("a folder for screenshots");
    for (name, findings) in [("duel", sample::clash_duel()), ("extremes", extremes())] {
        for theme in [Theme::Light, Theme::Dark] {
            for width in WIDTHS {
                let file = folder.join(format!("{name}-{width}-{theme:?}.png").to_lowercase());
                browser.screenshot(&page(&findings), theme, width, &file);
                assert!(
                    std::fs::metadata(&file).is_ok_and(|m| m.len() > 20_000),
                    "{}",
                    file.display()
                );
            }
        }
        let print = folder.join(format!("{name}.pdf"));
        browser.print(&page(&findings), &print);
        assert!(
            std::fs::metadata(&print).is_ok_and(|m| m.len() > 20_000),
            "{}",
            print.display()
        );
    }
}
