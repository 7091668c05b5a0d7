//! Source locations, with the functions that were inlined there.

use super::Module;
use super::text::{field_number, field_text};

/// A place in a source file, and the function that it is in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frame {
    /// The path of the function, without generic arguments.
    pub function: String,
    /// The file as the compiler was given it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, or 0.
    pub column: u32,
}

impl Module<'_> {
    /// Returns the places that the metadata `location` describe: the line itself, followed by the
    /// calls that were inlined, up to the function whose body contains it.
    #[must_use]
    pub fn frames(&self, location: u32) -> Vec<Frame> {
        let mut frames = Vec::new();
        let mut next = Some(location);
        while let Some(text) = next.and_then(|number| self.metadata(number)) {
            if !text.contains("DILocation(") {
                break;
            }
            let scope = field_number(text, "scope");
            if let Some(subprogram) = scope.and_then(|scope| self.function_of(scope)) {
                frames.push(Frame {
                    function: self.function_name(subprogram),
                    file: self.file(scope.unwrap_or(subprogram)),
                    line: field_number(text, "line").unwrap_or_default(),
                    column: field_number(text, "column").unwrap_or_default(),
                });
            }
            next = field_number(text, "inlinedAt");
        }
        frames
    }

    /// Returns the same for the metadata of an instruction that has any.
    #[must_use]
    pub fn frames_at(&self, location: Option<u32>) -> Vec<Frame> {
        location.map_or_else(Vec::new, |location| self.frames(location))
    }

    /// Returns the first line of a function.
    #[must_use]
    pub fn beginning(&self, symbol: &str) -> Frame {
        let subprogram = self.subprogram(symbol);
        let text = subprogram.and_then(|number| self.metadata(number)).unwrap_or_default();
        Frame {
            function: plain(symbol),
            file: subprogram.map_or(String::new(), |number| self.file(number)),
            line: field_number(text, "line").unwrap_or_default(),
            column: 0,
        }
    }

    /// Returns the function that a scope is in.
    fn function_of(&self, mut scope: u32) -> Option<u32> {
        loop {
            let text = self.metadata(scope)?;
            if text.contains("DISubprogram(") {
                return Some(scope);
            }
            scope = field_number(text, "scope")?;
        }
    }

    fn function_name(&self, subprogram: u32) -> String {
        let text = self.metadata(subprogram).unwrap_or_default();
        let linked = field_text(text, "linkageName").map(plain);
        linked.or_else(|| field_text(text, "name").map(str::to_owned)).unwrap_or_default()
    }

    fn file(&self, mut scope: u32) -> String {
        loop {
            let Some(text) = self.metadata(scope) else { return String::new() };
            if let Some(file) = field_number(text, "file") {
                let file = self.metadata(file).unwrap_or_default();
                return field_text(file, "filename").unwrap_or_default().to_owned();
            }
            let Some(outer) = field_number(text, "scope") else { return String::new() };
            scope = outer;
        }
    }
}

/// Returns whether a source file belongs to the standard library.
#[must_use]
pub fn is_std_file(file: &str) -> bool {
    file.starts_with("/rustc/")
        || file.starts_with("library/")
        || file.starts_with("/rust/deps/")
        || file.contains("/rustlib/src/rust/library/")
}

/// Returns the path of a symbol without its hash and generic arguments.
pub fn plain(symbol: &str) -> String {
    let text = format!("{:#}", rustc_demangle::demangle(symbol));
    without_generics(&text)
}

/// Removes `::<..>` from a path; `<T as Trait>::f` stays.
fn without_generics(path: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    let mut rest = path;
    while let Some(c) = rest.chars().next() {
        if depth == 0 && rest.starts_with("::<") && !out.is_empty() {
            depth = 1;
            rest = &rest[3..];
            continue;
        }
        if let Some(after) = rest.strip_prefix("->").filter(|_| depth > 0) {
            rest = after;
            continue;
        }
        match c {
            '<' if depth > 0 => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth == 0 => out.push(c),
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_no_generic_arguments() {
        assert_eq!(without_generics("a::b::<c::D<E>, fn() -> u8>::f"), "a::b::f");
        assert_eq!(without_generics("<a::B<C> as d::E>::f"), "<a::B<C> as d::E>::f");
    }

    #[test]
    fn inlined_calls_are_frames() {
        let module = Module::parse(concat!(
            "!1 = !DILocation(line: 3, column: 5, scope: !2, inlinedAt: !5)\n",
            "!2 = distinct !DILexicalBlock(scope: !3, file: !4, line: 2)\n",
            "!3 = distinct !DISubprogram(name: \"inner\", linkageName: \"_ZN1a5innerE\", scope: !9, file: !4)\n",
            "!4 = !DIFile(filename: \"src/a.rs\", directory: \"/\")\n",
            "!5 = distinct !DILocation(line: 9, column: 1, scope: !6)\n",
            "!6 = distinct !DISubprogram(name: \"outer\", scope: !9, file: !4)\n",
        ));
        let frames = module.frames(1);
        let shown: Vec<_> = frames
            .iter()
            .map(|frame| format!("{}:{} {}", frame.file, frame.line, frame.function))
            .collect();
        assert_eq!(shown, ["src/a.rs:3 a::inner", "src/a.rs:9 outer"]);
    }
}
