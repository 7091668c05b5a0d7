//! The files of the page, which are part of the program.

/// Returns the name and the text of each file.
macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("page/", $name)))),*] };
}

/// Each file by its name.
pub const FILES: &[(&str, &str)] = files![
    "age.js",
    "api.js",
    "board.js",
    "changed.js",
    "command.js",
    "coverage.js",
    "debugger.js",
    "delta.js",
    "dom.js",
    "early.js",
    "exec.js",
    "export.js",
    "faults.js",
    "field.js",
    "find.js",
    "graph.js",
    "index.html",
    "keys.js",
    "main.js",
    "marks.js",
    "model.js",
    "params.js",
    "path.js",
    "plot.js",
    "run.js",
    "source.js",
    "state.js",
    "status.js",
    "stream.js",
    "style.css",
    "tabs.js",
    "theme.js",
    "timeline.js",
    "trace.js",
    "viewport.js",
    "why.js",
];
