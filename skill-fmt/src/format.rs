//! Formats texts, and checks the results.
//!
//! The compiler checks the syntax of each block, and `grammar` splits it into items, lists and
//! fragments of Rust. All fragments of a file go to one `rustfmt`, each in a function whose lines
//! are indented as the fragment will be, so the width is right. `rustfmt` changes tokens: commas
//! and semicolons are put back, comments keep it from removing braces, and a fragment with any
//! other change keeps its line breaks. `print` writes tokens as they are in the file, with the
//! comments between them, so none can get lost. A file is formatted until nothing changes, and its
//! tokens and comments are compared with the original's before it is written.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr as _;
use std::thread;

use proc_macro2::{TokenStream, TokenTree};
use skill_compiler::{BlockMacro, Diagnostic};

use crate::blocks::{Block, Kind, blocks, is_nested_deeper};
use crate::error::{FormatError, Mistake};
use crate::fix::{self, Fix};
use crate::lexemes::place;
use crate::rustfmt::{FragmentCache, Rustfmt};
use crate::same::check_same;
use crate::style::Style;
use crate::text::{Text, indent_of, line_at, without_shebang};
use crate::tree::Items;
use crate::{grammar, print};

/// The maximum number of passes until nothing changes. Some code needs two passes of `rustfmt`.
const MAX_PASSES: usize = 6;
/// Accepted depth of brackets, twice that of `rustc` for macros.
const MAX_NESTING: usize = 256;
/// The size of the stack for parsing, in bytes; pages are allocated on first use.
const STACK: usize = 256 << 20;

/// Formats the files of a directory.
#[derive(Debug)]
pub struct Formatter {
    rustfmt: Rustfmt,
    style: Style,
}

/// The lines of a text, from 1.
pub type Lines = RangeInclusive<usize>;

impl Formatter {
    /// Returns a formatter for the files of a directory, with the style that its `rustfmt.toml`
    /// sets. Without an edition, the default of `rustfmt` applies.
    ///
    /// # Errors
    ///
    /// `rustfmt` does not run, or refuses its configuration.
    pub fn new(directory: PathBuf, edition: Option<String>) -> Result<Self, FormatError> {
        let rustfmt = Rustfmt::new(directory, edition);
        let style = rustfmt.style()?;
        Ok(Self { rustfmt, style })
    }

    /// Formats the blocks of a file, or only the blocks that overlap `lines`. All other text is
    /// unchanged.
    ///
    /// # Errors
    ///
    /// The text is not Rust, a block has errors, or `rustfmt` does not run.
    pub fn blocks(&self, text: &str, lines: Option<&Lines>) -> Result<String, FormatError> {
        if self.style.is_disabled || !may_have_blocks(text) {
            return Ok(text.to_owned());
        }
        // Parsers are recursive and need a large stack. The places of tokens live as long as the
        // thread.
        on_thread(|| {
            let file = Text::new(text);
            if let Some(at) = file.inside.find("\r\n") {
                let message = "bare CR not allowed at the end of a line".to_owned();
                return Err(FormatError::Block(vec![Mistake { message, place: at..at + 1 }]));
            }
            let mut known = FragmentCache::default();
            let mut selected = None;
            let mut now = file.inside.clone();
            for pass in 0..MAX_PASSES {
                let next = self.pass(&now, lines, &mut selected, &mut known)?;
                if next != now {
                    now = next;
                    continue;
                }
                if pass == 0 {
                    return Ok(text.to_owned());
                }
                check_same(&file.inside, &now)?;
                return Ok(file.file(&now));
            }
            Err(FormatError::Unstable)
        })
    }

    /// Formats a file with `rustfmt`, and its blocks.
    ///
    /// # Errors
    ///
    /// The text is not Rust, a block has errors, or `rustfmt` does not run.
    pub fn file(&self, text: &str) -> Result<String, FormatError> {
        // Errors have their places in the text as it is.
        self.check(text)?;
        let mut now = self.rustfmt.file(text)?;
        for _ in 0..MAX_PASSES {
            let next = self.blocks(&now, None)?;
            if next == now {
                return Ok(now);
            }
            now = self.rustfmt.file(&next)?;
            if next == now {
                return Ok(now);
            }
        }
        Err(FormatError::Unstable)
    }

    /// Applies the cures that the compiler names in the errors of the blocks of a file, where it can be
    /// seen that they help. Returns the text, which is not formatted, and what was done.
    ///
    /// # Errors
    ///
    /// The text is not Rust, or the system has no memory for another thread.
    pub fn fixed(&self, text: &str) -> Result<(String, Vec<Fix>), FormatError> {
        if self.style.is_disabled || !may_have_blocks(text) {
            return Ok((text.to_owned(), Vec::new()));
        }
        on_thread(|| {
            let file = Text::new(text);
            let (mut inside, mut fixes) = (file.inside.clone(), Vec::new());
            // From the last on, so that the places of the others stay.
            for block in blocks(&self.parsed(&file.inside)?).iter().rev() {
                let check = |code: &str| {
                    again(block.of, code).map(|block| mistakes(&block, skill_compiler::errors))
                };
                let code = &file.inside[block.place.clone()];
                let (code, mut found) = fix::fixed(code, &file.inside, check);
                inside.replace_range(block.place.clone(), &code);
                let before = line_at(&file.inside, block.place.start) - 1;
                for fix in &mut found {
                    fix.line += before;
                }
                fixes.splice(0..0, found);
            }
            Ok((file.file(&inside), fixes))
        })
    }

    /// Reports the errors of the blocks of a file.
    fn check(&self, text: &str) -> Result<(), FormatError> {
        if self.style.is_disabled || !may_have_blocks(text) {
            return Ok(());
        }
        on_thread(|| {
            let file = self.parsed(&Text::new(text).inside)?;
            let mistakes: Vec<Mistake> = blocks(&file)
                .iter()
                .flat_map(|block| mistakes(block, skill_compiler::diagnostics))
                .collect();
            if mistakes.is_empty() { Ok(()) } else { Err(FormatError::Block(mistakes)) }
        })
    }

    /// Formats the blocks once.
    fn pass(
        &self,
        text: &str,
        lines: Option<&Lines>,
        selected: &mut Option<Vec<bool>>,
        known: &mut FragmentCache,
    ) -> Result<String, FormatError> {
        let file = self.parsed(text)?;
        let all = blocks(&file);
        let is_selected = |block: &Block| {
            let (first, last) =
                (line_at(text, block.name.start), line_at(text, block.place.end - 1));
            lines.is_none_or(|lines| first <= *lines.end() && last >= *lines.start())
        };
        // The lines refer to the text of the first pass.
        let selected = selected.get_or_insert_with(|| all.iter().map(is_selected).collect());
        let wanted = all.iter().zip(selected).filter(|(_, is_selected)| **is_selected);
        let wanted: Vec<&Block> = wanted.map(|(block, _)| block).collect();
        let mistakes: Vec<Mistake> =
            wanted.iter().flat_map(|block| mistakes(block, skill_compiler::diagnostics)).collect();
        if !mistakes.is_empty() {
            return Err(FormatError::Block(mistakes));
        }
        let mut parsed: Vec<(&Block, Items, usize)> = Vec::new();
        for block in wanted {
            let items = grammar::items(block.of, block.input.clone());
            parsed.push((block, items, self.level(text, block, parsed.last())));
        }
        let fragments: Vec<_> = parsed
            .iter()
            .flat_map(|(_, items, level)| print::fragments(text, &self.style, items, *level))
            .collect();
        let code = self.rustfmt.fragments(text, &self.style, &fragments, known)?;
        let (mut out, mut at) = (String::new(), 0);
        for (block, items, level) in parsed {
            out.push_str(&text[at..block.name.end]);
            out.push_str(between(text, block));
            let before = out.rsplit('\n').next().unwrap_or("").to_owned();
            let line = (level, before.as_str());
            out.push_str(&print::block(text, &self.style, &code, &items, &block.place, line));
            at = block.place.end;
        }
        out.push_str(&text[at..]);
        Ok(out)
    }

    /// Returns the level of the line on which a block begins: that of the block `before`, if it
    /// ends there.
    fn level(&self, text: &str, block: &Block, before: Option<&(&Block, Items, usize)>) -> usize {
        match before {
            Some((before, _, level))
                if !text[before.place.end..block.name.start].contains('\n') =>
            {
                *level
            }
            _ => {
                let start = text[..block.name.start].rfind('\n').map_or(0, |end| end + 1);
                self.style.width(indent_of(&text[start..])) / self.style.tab_spaces
            }
        }
    }

    /// Parses a file. Errors are those of the compiler, reported by `rustfmt`.
    fn parsed(&self, text: &str) -> Result<syn::File, FormatError> {
        let mistake = |message: String, span: proc_macro2::Span| {
            self.rustfmt.file(text).err().unwrap_or_else(|| {
                FormatError::Block(vec![Mistake { message, place: place(span) }])
            })
        };
        let rust = without_shebang(text);
        let stream = TokenStream::from_str(&rust)
            .map_err(|error| mistake(error.to_string(), error.span()))?;
        if is_nested_deeper(&stream, MAX_NESTING) {
            return Err(FormatError::Nesting { limit: MAX_NESTING });
        }
        syn::parse2(stream).map_err(|error| mistake(error.to_string(), error.span()))
    }
}

/// Returns what is printed between the name of a macro and its brackets.
fn between<'a>(text: &'a str, block: &Block) -> &'a str {
    let written = &text[block.name.end..block.place.start];
    match written.trim() {
        "!" if text[block.place.start..].starts_with('{') => "! ",
        "!" => "!",
        _ => written,
    }
}

/// Returns a block by its brackets with their contents; `None` if they are no longer that.
fn again(of: Kind, code: &str) -> Option<Block> {
    let stream = TokenStream::from_str(code).ok()?;
    let mut trees = stream.clone().into_iter();
    let (Some(TokenTree::Group(group)), None) = (trees.next(), trees.next()) else { return None };
    let is_parsed = !is_nested_deeper(&stream, MAX_NESTING);
    is_parsed.then(|| Block { of, name: 0..0, place: 0..code.len(), input: group.stream() })
}

/// A check of a block by the compiler.
type Check = fn(BlockMacro, TokenStream) -> Vec<Diagnostic>;

/// Returns the errors of a block.
fn mistakes(block: &Block, check: Check) -> Vec<Mistake> {
    let Kind::Language(of) = block.of else { return Vec::new() };
    let found = check(of, block.input.clone());
    let mistake = |diagnostic: Diagnostic| {
        let at = place(diagnostic.span);
        let is_inside =
            !at.is_empty() && block.place.start <= at.start && at.end <= block.place.end;
        // At the end of the input there is no token: report the error at the macro's name.
        let place = if is_inside { at } else { block.name.clone() };
        Mistake { message: diagnostic.message, place }
    };
    found.into_iter().map(mistake).collect()
}

/// Returns whether the name of a macro is in a text.
pub fn may_have_blocks(text: &str) -> bool {
    text.contains('!') && Kind::all().any(|block| text.contains(block.name()))
}

/// Runs `work` with enough stack for any parser.
fn on_thread<T: Send>(
    work: impl FnOnce() -> Result<T, FormatError> + Send,
) -> Result<T, FormatError> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| FormatError::Thread(error.to_string()))?;
        match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
