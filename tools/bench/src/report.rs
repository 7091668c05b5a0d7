//! The tables as Markdown.

use crate::bounds::Bound;
use crate::count::Snapshot;
use crate::results::{Results, Row};
use crate::size::BUILDS;
use std::fmt::Write as _;

pub fn markdown(results: &Results, bounds: &[Bound]) -> String {
    let mut out = format!("# Measured\n\n{}; x86_64 unless said otherwise.\n", results.rustc);
    steps(results, &mut out);
    sizes(results, &mut out);
    snapshots(results, &mut out);
    costs(results, &mut out);
    let held = bounds.iter().filter(|bound| bound.holds()).count();
    let _ = writeln!(out, "\n## Bounds: {held} of {} hold\n", bounds.len());
    out.push_str("| bound | measured | at most | |\n|---|---:|---:|---|\n");
    for bound in bounds {
        let verdict = if bound.holds() { "holds" } else { "**does not hold**" };
        let Bound { what, value, limit } = bound;
        let _ = writeln!(out, "| {what} | {value:.2} | {limit:.2} | {verdict} |");
    }
    out
}

fn steps(results: &Results, out: &mut String) {
    out.push_str(
        "\n## One step\n\nInstructions; in brackets with the trace on. Nanoseconds: median, and \
         median of the ratio to the floor's in the same run.\n\n\
         | machine | engine | resident tick | transition | ns resident | ns, cycle | state | heap |\n\
         |---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    for Row { machine, engine, bytes, heap, counts, times, .. } in &results.rows {
        let pair = |plain: f64, traced: Option<f64>| match traced {
            Some(traced) => format!("{plain:.1} ({traced:.1})"),
            None => format!("{plain:.1}"),
        };
        let resident = pair(counts.resident, counts.traced.map(|traced| traced.0));
        let transition = pair(counts.transition, counts.traced.map(|traced| traced.1));
        let ns = |(ns, ratio): (f64, f64)| format!("{ns:.1}, x{ratio:.2}");
        let _ = writeln!(
            out,
            "| {} | {} | {resident} | {transition} | {} | {} | {bytes} | {heap} |",
            machine.name(),
            engine.name(),
            ns(times.resident),
            ns(times.transition)
        );
    }
}

fn sizes(results: &Results, out: &mut String) {
    out.push_str("\n## Sizes\n\nBytes of `.text` + `.rodata`.\n\n| machine | engine |");
    for build in BUILDS {
        let _ = write!(out, " {} |", build.name);
    }
    out.push_str("\n|---|---|");
    out.push_str(&"---:|".repeat(BUILDS.len()));
    out.push('\n');
    for row in &results.rows {
        let _ = write!(out, "| {} | {} |", row.machine.name(), row.engine.name());
        for build in BUILDS {
            let _ = match row.sizes.get(build.name) {
                Some(size) => write!(out, " {} + {} |", size.text, size.rodata),
                None => write!(out, " |"),
            };
        }
        out.push('\n');
    }
}

fn snapshots(results: &Results, out: &mut String) {
    out.push_str(
        "\n## The snapshot\n\nInstructions to read the interfaces that are declared, of eight with \
         three fields each, before `exec`.\n\n\
         | declared | nothing written since | all eight written |\n|---:|---:|---:|\n",
    );
    for Snapshot { declared, unchanged, written } in &results.snapshots {
        let _ = writeln!(out, "| {declared} | {unchanged:.1} | {written:.1} |");
    }
}

fn costs(results: &Results, out: &mut String) {
    out.push_str(
        "\n## Compiling\n\nSeconds without dependencies; kB before and after \
         expansion. User and system time is that of `rustc` in `cargo check`, the best of several; \
         the macros are optimized.\n\n\
         | crate | expansion | cargo check | user and system | release build | source | expanded |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for cost in &results.costs {
        let _ = writeln!(
            out,
            "| {} | {:.3} | {:.2} | {:.2} | {} | {} | {} |",
            cost.name,
            cost.expand,
            cost.check,
            cost.cpu,
            cost.build.map_or(String::new(), |build| format!("{build:.2}")),
            cost.source / 1000,
            cost.expansion / 1000
        );
    }
}
