//! A name that two macro calls of one module declare.
//!
//! `rustc` reports each item and each implementation of the second expansion, some twenty errors.
//! A macro does not know its module. But two declarations are in one module if one pair of
//! delimiters in one file is directly around both calls; so the second call is reported alone,
//! and expands to nothing else.

use crate::syntax::names::plain;
use crate::syntax::position::{Position, note_of_first};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A declaration: what it declares, and the position of its name.
struct Declaration {
    what: &'static str,
    at: Position,
    /// The note about it.
    note: String,
}

/// The declarations in a file.
#[derive(Default)]
struct File {
    by_name: BTreeMap<String, Vec<Declaration>>,
    /// Read when a name is declared twice.
    scopes: Option<Scopes>,
}

/// The files of this run of the compiler.
static FILES: Mutex<BTreeMap<PathBuf, File>> = Mutex::new(BTreeMap::new());

/// Returns the errors if another call of the same module has declared a name of this one. `what`
/// is what `input` declares.
pub fn check(input: &TokenStream, what: &'static str) -> Option<TokenStream> {
    // The same name once more in one header is reported there.
    let mut seen = BTreeSet::new();
    let names = declared_names(input).into_iter().filter(|name| seen.insert(plain(name)));
    let errors = names.filter_map(|name| check_name(&name, what));
    errors.reduce(|first, second| quote::quote!(#first #second))
}

fn check_name(name: &Ident, what: &'static str) -> Option<TokenStream> {
    let (path, at) = (Position::path(name.span())?, Position::of(name.span())?);
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let file = files.entry(path.clone()).or_default();
    let key = plain(name);
    let before = file.by_name.entry(key.clone()).or_default();
    // A macro of the user may expand one call in several modules; an IDE repeats calls.
    if before.iter().any(|other| other.at == at) {
        return None;
    }
    let first = (!before.is_empty())
        .then(|| {
            let read = || Scopes::read(&fs::read_to_string(path).unwrap_or_default());
            let scopes = file.scopes.get_or_insert_with(read);
            let own = scopes.around_call(&key, &at)?;
            before.iter().find(|other| scopes.around_call(&key, &other.at) == Some(own))
        })
        .flatten();
    let Some(Declaration { what: other, note, .. }) = first else {
        before.push(Declaration { what, at, note: note_of_first(name.span()) });
        return None;
    };
    let message = format!(
        "the name `{name}` is already used by {other} of this module\nhelp: rename one of them{note}"
    );
    let error = syn::Error::new(name.span(), message).into_compile_error();
    Some(quote::quote!(const _: () = { #error };))
}

/// The name that a macro declares: the first word that is neither a visibility nor a keyword.
pub fn declared_name(input: &TokenStream) -> Option<Ident> {
    declared_names(input).into_iter().next()
}

/// The same of all skills of a header, `[LeftTo, RightTo]`.
fn declared_names(input: &TokenStream) -> Vec<Ident> {
    let is_name = |word: &Ident| !["pub", "skill", "agent"].iter().any(|of| word == of);
    let mut is_attribute = false;
    for token in input.clone() {
        match token {
            TokenTree::Ident(word) if is_name(&word) => return vec![word],
            TokenTree::Group(list) if list.delimiter() == Delimiter::Bracket && !is_attribute => {
                let words = list.stream().into_iter().filter_map(|token| match token {
                    TokenTree::Ident(word) => Some(word),
                    _ => None,
                });
                return words.collect();
            }
            TokenTree::Punct(sign) => is_attribute = sign.as_char() == '#',
            _ => is_attribute = false,
        }
    }
    Vec::new()
}

/// The words of a file that are in a call, by line and column, each with the number of the delimiter
/// around the call: 0 is the file itself.
struct Scopes(BTreeMap<(usize, usize), (String, usize)>);

impl Scopes {
    /// Reads the text of a file once, from its begin to its end.
    fn read(text: &str) -> Self {
        let code: Vec<char> = text.chars().collect();
        let (mut words, mut open) = (BTreeMap::new(), Vec::new());
        let (mut at, mut line, mut line_at) = (0, 1, 0);
        while let Some(rest) = code.get(at..).filter(|rest| !rest.is_empty()) {
            let length = lexeme(rest).min(rest.len());
            match rest[0] {
                '(' | '[' | '{' => open.push(at),
                ')' | ']' | '}' => _ = open.pop(),
                first if is_word(first) => {
                    // The last one is the call's own, unless it is that of a list of names.
                    let lists = usize::from(open.last().is_some_and(|last| code[*last] == '['));
                    if let Some(outer) = open.len().checked_sub(1 + lists) {
                        let around = outer.checked_sub(1).map_or(0, |outer| open[outer] + 1);
                        // Another macro may put its parts into several modules.
                        if around == 0 || !is_macro_call(&code[..around - 1]) {
                            let word = rest[..length].iter().collect();
                            words.insert((line, at - line_at + 1), (word, around));
                        }
                    }
                }
                _ => {}
            }
            for (place, _) in rest[..length].iter().enumerate().filter(|(_, c)| **c == '\n') {
                (line, line_at) = (line + 1, at + place + 1);
            }
            at += length;
        }
        Self(words)
    }

    /// Returns the delimiter around the call in which a word is, if it is there: an IDE may have a
    /// newer text.
    fn around_call(&self, name: &str, at: &Position) -> Option<usize> {
        let (word, around) = self.0.get(&(at.line, at.column))?;
        (word == name).then_some(*around)
    }
}

/// Whether `name!`, or `macro_rules! name`, is before a delimiter.
fn is_macro_call(before: &[char]) -> bool {
    let mut before = before.iter().rev().skip_while(|c| c.is_whitespace()).peekable();
    while before.next_if(|c| is_word(**c)).is_some() {}
    before.find(|c| !c.is_whitespace()) == Some(&'!')
}

/// Returns the length of the comment, literal, word or other character that begins here.
fn lexeme(code: &[char]) -> usize {
    let up_to = |from: usize, end: &[char]| {
        let rest = code.get(from..).unwrap_or_default();
        let found = rest.windows(end.len()).position(|part| part == end);
        found.map_or(code.len(), |at| from + at + end.len())
    };
    match code {
        ['/', '/', ..] => up_to(2, &['\n']),
        ['/', '*', ..] => block_comment(code),
        ['"', ..] => {
            let mut at = 1;
            while code.get(at).is_some_and(|c| *c != '"') {
                at += if code[at] == '\\' { 2 } else { 1 };
            }
            at + 1
        }
        ['\'', '\\', _, ..] => up_to(3, &['\'']),
        ['\'', _, '\'', ..] => 3,
        [first, ..] if is_word(*first) => {
            let word = code.iter().take_while(|c| is_word(**c)).count();
            let hashes = code[word..].iter().take_while(|c| **c == '#').count();
            let is_raw = matches!(code[..word], ['r'] | ['b' | 'c', 'r']);
            if !is_raw || code.get(word + hashes) != Some(&'"') {
                return word;
            }
            let end: Vec<char> = std::iter::once('"').chain(vec!['#'; hashes]).collect();
            up_to(word + hashes + 1, &end)
        }
        _ => 1,
    }
}

/// Comments can be nested.
fn block_comment(code: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < code.len() {
        at += match code[at..] {
            ['/', '*', ..] => {
                depth += 1;
                2
            }
            ['*', '/', ..] => {
                depth -= 1;
                if depth == 0 {
                    return at + 2;
                }
                2
            }
            _ => 1,
        };
    }
    at
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_siblings(text: &str, name: &str, first: &Position, second: &Position) -> bool {
        let scopes = Scopes::read(text);
        let around = |at| scopes.around_call(name, at);
        around(first).is_some_and(|scope| around(second) == Some(scope))
    }

    /// Whether the first two `Probe` of a text are siblings.
    fn siblings(text: &str) -> bool {
        let positions: Vec<Position> = text
            .match_indices("Probe")
            .map(|(at, _)| {
                let before = &text[..at];
                let line = before.rsplit('\n').next().unwrap_or_default();
                Position::new("a.rs", before.matches('\n').count() + 1, line.chars().count() + 1)
            })
            .collect();
        are_siblings(text, "Probe", &positions[0], &positions[1])
    }

    #[test]
    fn calls_in_one_module_are_siblings() {
        assert!(siblings("skill! { pub skill Probe() {} }\nskill! { skill Probe() {} }"));
        assert!(siblings("mod a { skill!(skill Probe() {}); b!{} interface! { Probe {} } }"));
        assert!(siblings("fn a<'a>() { skill! { Probe } let b = [1]; skill! { Probe } }"));
    }

    #[test]
    fn calls_in_different_modules_are_not() {
        assert!(!siblings("skill! { skill Probe }\nmod a { skill! { skill Probe } }"));
        assert!(!siblings("mod a { skill! { skill Probe } } mod b { skill! { skill Probe } }"));
        assert!(!siblings("modules! { skill! { Probe } skill! { Probe } }"));
        assert!(!siblings("Probe Probe"), "no calls");
    }

    #[test]
    fn braces_in_comments_and_literals_are_none() {
        for between in [
            "// }\n",
            "/* } /* } */ } */",
            r#"const A: &str = "é } \" }";"#,
            r##"const A: &str = r#"} " }"#;"##,
            r#"const A: &CStr = cr"} \";"#,
            r"const A: [char; 3] = ['}', '\'', '\u{7d}'];",
            "fn r<'a>(b: &'a u8) {}",
        ] {
            let file = |end| format!("mod a {{ skill! {{ Probe }} {between} {end} }}");
            assert!(siblings(&file("skill! { Probe }")), "{between}");
            assert!(!siblings(&file("mod b { skill! { Probe } }")), "{between}");
        }
    }

    #[test]
    fn a_text_that_has_changed_tells_nothing() {
        let at = |line| Position::new("a.rs", line, 10);
        let text = "skill! { Probe }\nskill! { Other }\n";
        assert!(!are_siblings(text, "Probe", &at(1), &at(2)));
        assert!(!are_siblings(text, "Probe", &at(1), &at(9)));
        assert!(!are_siblings(text, "Probe", &at(0), &at(1)), "no such line");
    }

    #[test]
    fn the_declared_name_is_found() {
        let name = |input| declared_name(&input).map(|name| name.to_string());
        assert_eq!(
            name(quote::quote!(#[doc = "x"] pub(crate) Robot on Board { Wait })).as_deref(),
            Some("Robot")
        );
        assert_eq!(name(quote::quote!(pub skill Walk() {})).as_deref(), Some("Walk"));
        assert_eq!(name(quote::quote!(Lamp { fields { on: bool } })).as_deref(), Some("Lamp"));
        assert_eq!(name(quote::quote!()), None);
        let names = declared_names(&quote::quote!(#[must_use] pub skill [Left, Right](a: f32) {}));
        assert_eq!(names.iter().map(Ident::to_string).collect::<Vec<_>>(), ["Left", "Right"]);
    }
}
