//! The skills, agents and spaces of a program: the `static`s that the macros add during a proof.

use crate::ir::{Frame, Module, symbols};
use crate::names;

/// A skill, an agent, a skill space, or a function that the user names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root<'a> {
    /// `skill`, `agent`, `space` or `function`.
    pub kind: String,
    /// The path of the skill, agent, space or function: `robot::skills::walk::Walk`.
    pub path: String,
    /// The file and line of its declaration: `src/skills/walk.rs:12`.
    pub place: String,
    /// The functions to prove.
    pub functions: Vec<&'a str>,
}

/// The name of the `static`s.
const STATIC: &str = "SKILL_PROOF";

/// Returns the skills, agents and spaces that a program declares, ordered by path.
///
/// # Errors
/// If a `static` does not have the expected layout.
pub fn find<'a>(module: &Module<'a>) -> Result<Vec<Root<'a>>, String> {
    let named = module.globals().filter(|(symbol, _)| symbol.contains(STATIC));
    let mut all = named
        .map(|(symbol, value)| {
            of_static(module, value).ok_or_else(|| format!("cannot read the static `{symbol}`"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    all.sort_by(|a, b| (&a.path, &a.place).cmp(&(&b.path, &b.place)));
    Ok(all)
}

/// Returns those of the functions with these paths that a program has.
pub fn named<'a>(module: &Module<'a>, paths: &[String]) -> Vec<Root<'a>> {
    let mut all: Vec<Root<'a>> = Vec::new();
    for symbol in module.symbols() {
        let path = names::plain(symbol);
        if !paths.contains(&path) {
            continue;
        }
        // Several functions may have one path, such as those in blocks of one function.
        if let Some(known) = all.iter_mut().find(|known| known.path == path) {
            known.functions.push(symbol);
            continue;
        }
        let Frame { file, line, .. } = module.beginning(symbol);
        let (kind, place) = ("function".to_owned(), format!("{file}:{line}"));
        all.push(Root { kind, path, place, functions: vec![symbol] });
    }
    all.sort_by(|a, b| a.path.cmp(&b.path));
    all
}

fn of_static<'a>(module: &Module<'a>, value: &'a str) -> Option<Root<'a>> {
    let all: Vec<_> = symbols(value).collect();
    let (texts, functions) = all.split_at_checked(3)?;
    let text = |index: usize| module.global(texts[index]).and_then(constant_text);
    let functions: Vec<_> = functions.iter().map(|symbol| module.resolved(symbol)).collect();
    let complete =
        !functions.is_empty() && functions.iter().all(|symbol| module.is_defined(symbol));
    complete.then_some(())?;
    Some(Root { kind: text(0)?, path: text(1)?, place: text(2)?, functions })
}

/// Returns the text of `.. constant [5 x i8] c"agent", align 1`.
fn constant_text(value: &str) -> Option<String> {
    let quoted = value.split_once("c\"")?.1.split('"').next()?;
    let mut bytes = Vec::new();
    let mut rest = quoted;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        bytes.push(u8::from_str_radix(rest.get(at + 1..at + 3)?, 16).ok()?);
        rest = &rest[at + 3..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_static() {
        let module = Module::parse(concat!(
            "@t.1 = private constant [5 x i8] c\"agent\", align 1\n",
            "@t.2 = private constant [4 x i8] c\"a::\\C3\\BC\", align 1\n",
            "@t.3 = private constant <{ [3 x i8] }> <{ [3 x i8] c\"b:1\" }>, align 1\n",
            "@_1_SKILL_PROOF1 = internal constant <{ ptr, ptr }> <{ ptr @t.1, ptr @t.2, ptr @t.3, ptr @f }>\n",
            "define void @f() {\n  ret void\n}\n",
        ));
        let all = find(&module).unwrap();
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].kind.as_str(), all[0].path.as_str()), ("agent", "a::ü"));
        assert_eq!((all[0].place.as_str(), &all[0].functions[..]), ("b:1", &["f"][..]));
    }
}
