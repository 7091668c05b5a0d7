//! The declarations beside a block, from its source file: a macro does not know the module that it is
//! in.
//!
//! A block whose name is declared twice is not expanded: `rustc` would report each item of the
//! expansion, each `impl` and each use of the name. The same holds for a skill that is named where
//! an interface is expected.

mod scan;

use crate::syntax::errors::Errors;
use crate::syntax::label::print_type;
use crate::syntax::names::{last, plain};
use crate::syntax::rust_analyzer;
use crate::syntax::types::is_plain;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
pub use scan::Block;
use scan::{Declaration, Kind, Namespace, Place, declarations};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use syn::{Type, TypePath};

/// The declarations of a file.
#[derive(Default)]
struct File {
    all: Vec<Declaration>,
    /// Which of them take a name.
    by_name: BTreeMap<String, Vec<usize>>,
}

impl File {
    fn new(text: &str) -> Self {
        let all = declarations(text);
        let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, one) in all.iter().enumerate() {
            for (_, name) in one.names() {
                let of_name = by_name.entry(name).or_default();
                // Of both namespaces.
                if of_name.last() != Some(&index) {
                    of_name.push(index);
                }
            }
        }
        Self { all, by_name }
    }

    /// Returns the declarations in a module that take a name.
    fn of_name(&self, module: usize, name: &str) -> impl Iterator<Item = &Declaration> {
        let found = self.by_name.get(name).into_iter().flatten().map(|index| &self.all[*index]);
        found.filter(move |one| one.module == module)
    }

    /// Returns the declaration whose name is at a place.
    fn at(&self, place: Place) -> Option<&Declaration> {
        self.all.iter().find(|one| one.place == place)
    }
}

/// Compiles a block, unless its name is declared elsewhere in its module: then the only error is
/// the name, and an IDE is shown the block without what it declares.
pub fn once(input: TokenStream, compile: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
    let error = name_of(&input).and_then(|name| {
        let message = message(&name)?;
        Some(syn::Error::new(name.span(), message).into_compile_error())
    });
    let expansion = compile(input);
    match error {
        None => expansion,
        // In a module with a `compile_error!`, `rustc` keeps unknown names to itself.
        Some(error) => {
            let shown = rust_analyzer::alone(&expansion);
            quote!(#shown #error)
        }
    }
}

/// The name that a block declares: the first word after its attributes, its visibility and the
/// word of its kind.
fn name_of(input: &TokenStream) -> Option<Ident> {
    let mut words = input.clone().into_iter().filter_map(|token| match token {
        TokenTree::Ident(word) if word != "pub" => Some(word),
        _ => None,
    });
    let first = words.next()?;
    if first == "skill" || first == "agent" { words.next() } else { Some(first) }
}

/// Returns the error of a name that is declared elsewhere, too.
fn message(name: &Ident) -> Option<String> {
    let (file, place) = file_of(name)?;
    twice(&file, place)
}

/// Returns the declarations of the file that a name is in, and its place there.
fn file_of(name: &Ident) -> Option<(Arc<File>, Place)> {
    if !proc_macro::is_available() {
        return None;
    }
    let span = name.span().unwrap();
    Some((read(&span.local_file()?)?, (span.line(), span.column())))
}

/// The declarations in the module of a block.
pub struct Neighbors {
    file: Arc<File>,
    module: Option<usize>,
}

/// The meaning of a name in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A block of a macro, or a struct or enum of Rust, as it is called.
    One(Option<Block>, &'static str),
    /// It is declared more than once, which is reported.
    Several,
}

impl Neighbors {
    /// Returns the neighbors of the block that declares `name`.
    pub fn of(name: &Ident) -> Self {
        match file_of(name) {
            Some((file, place)) => Self::of_block(file, place),
            None => Self { file: Arc::default(), module: None },
        }
    }

    fn of_block(file: Arc<File>, place: Place) -> Self {
        let module = file.at(place).map(|own| own.module);
        Self { file, module }
    }

    /// Returns what a path of one word means, if it is declared beside the block.
    fn meaning(&self, path: &syn::Path) -> Option<Meaning> {
        let name = plain(path.get_ident()?);
        let is_type = |kind| !matches!(kind, Kind::Item(Namespace::Value, _));
        let all = self.file.of_name(self.module?, &name);
        let all: Vec<_> = all.filter(|one| one.name == name && is_type(one.kind)).collect();
        match &all[..] {
            all if all.iter().any(|one| one.has_cfg) => None,
            [_, _, ..] => Some(Meaning::Several),
            [one] => match one.kind {
                Kind::Block(block) => Some(Meaning::One(Some(block), block.text())),
                Kind::Item(_, text @ ("struct" | "enum" | "union")) => {
                    Some(Meaning::One(None, text))
                }
                Kind::Item(..) => None,
            },
            [] => None,
        }
    }

    /// Whether a path is known not to be a skill, and reports it.
    pub fn is_not_skill(&self, path: &syn::Path, errors: &mut Errors) -> bool {
        let (what, cure) = match self.meaning(path) {
            None | Some(Meaning::One(Some(Block::Skill), _)) => return false,
            // That is reported.
            Some(Meaning::Several) => return true,
            Some(Meaning::One(Some(Block::Interface), what)) => {
                (what, "interfaces are declared in `depends_interfaces`")
            }
            Some(Meaning::One(Some(Block::Agent), what)) => {
                (what, "agents run skills, but skills cannot run agents")
            }
            Some(Meaning::One(_, what)) => (what, "name what is declared with `skill! { .. }`"),
        };
        let name = last(path);
        errors.at(path, format!("expected a skill, found {what} `{name}`\nhelp: {cure}"));
        true
    }

    /// Whether a type is known not to be an interface, and reports it.
    pub fn is_not_interface(&self, ty: &Type, errors: &mut Errors) -> bool {
        let other = |what: &str, cure: &str, errors: &mut Errors| {
            let name = print_type(ty);
            errors.at(ty, format!("expected an interface, found {what}`{name}`\nhelp: {cure}"));
            true
        };
        let declare = "name what is declared with `interface! { .. }`";
        if is_plain(ty) {
            return other("", declare, errors);
        }
        let Type::Path(TypePath { qself: None, path, .. }) = ty else { return false };
        match self.meaning(path) {
            None | Some(Meaning::One(Some(Block::Interface), _)) => false,
            // That is reported.
            Some(Meaning::Several) => true,
            Some(Meaning::One(Some(Block::Skill), what)) => {
                other(&format!("{what} "), "skills are named in `depends_skills`", errors)
            }
            Some(Meaning::One(_, what)) => other(&format!("{what} "), declare, errors),
        }
    }
}

/// Returns the error of the block at a place if another item declares its name.
fn twice(file: &File, place: Place) -> Option<String> {
    let own = file.at(place).filter(|own| !own.has_cfg)?;
    let Kind::Block(block) = own.kind else { return None };
    let is_other = |other: &&Declaration| {
        // Of two blocks the second is reported.
        let is_reported = matches!(other.kind, Kind::Item(..)) || other.place < own.place;
        !other.has_cfg && other.place != place && is_reported
    };
    let names = own.names();
    let (name, other) = names.iter().find_map(|taken| {
        let mut others = file.of_name(own.module, &taken.1).filter(is_other);
        Some((&taken.1, others.find(|other| other.names().contains(taken))?))
    })?;
    let (what, line, of) = (other.kind.text(), other.place.0, block.text());
    let cure = if *name == own.name {
        format!("rename this {of}, or the {what} in line {line}")
    } else {
        let own = &own.name;
        format!("{of} `{own}` declares `{name}`, too: rename it, or the {what} in line {line}")
    };
    Some(format!("the name `{name}` is defined multiple times\nhelp: {cure}"))
}

/// Returns the declarations of a file, which is read once, and again if it has changed.
fn read(path: &Path) -> Option<Arc<File>> {
    static FILES: Mutex<BTreeMap<PathBuf, (SystemTime, Arc<File>)>> = Mutex::new(BTreeMap::new());
    let modified = fs::metadata(path).and_then(|data| data.modified()).ok()?;
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    match files.get(path) {
        Some((time, file)) if *time == modified => Some(Arc::clone(file)),
        _ => {
            let file = Arc::new(File::new(&fs::read_to_string(path).ok()?));
            files.insert(path.to_owned(), (modified, Arc::clone(&file)));
            Some(file)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, File, Meaning, Neighbors};
    use std::sync::Arc;

    /// Returns the messages of all blocks of a file.
    fn messages(file: &str) -> Vec<String> {
        let file = File::new(file);
        let messages = file.all.iter().filter_map(|one| super::twice(&file, one.place));
        messages.map(|message| message.replace('\n', " ")).collect()
    }

    #[test]
    fn the_second_block_of_a_name_is_reported() {
        assert_eq!(
            messages("skill! { skill A() {} }\nskill! {\n /// Docs.\n pub(crate) skill A() {} }"),
            [
                "the name `A` is defined multiple times help: rename this skill, or the skill in line 1"
            ]
        );
        assert_eq!(
            messages(
                "x::interface! { pub Leg { enum A { B } } }\n#[derive(Debug)] pub(super) struct Leg(u8);"
            ),
            [
                "the name `Leg` is defined multiple times help: rename this interface, or the struct in line 2"
            ]
        );
        assert_eq!(
            messages(
                "interface! { Leg {} } pub mod leg; fn leg() {} skill! { skill LegState() {} } "
            ),
            [
                "the name `leg` is defined multiple times help: interface `Leg` declares `leg`, too: rename it, or the module in line 1"
            ]
        );
        assert_eq!(
            messages("enum GoState {} agent! { agent Go() {} } pub const fn Go() {}").len(),
            1
        );
    }

    #[test]
    fn a_block_knows_what_is_declared_beside_it() {
        let file = File::new(
            "skill! { skill A() {} } struct B; interface! { C {} } mod m { struct D; }
             struct E; skill! { skill E() {} } #[cfg(x)] struct F; fn g() {} use x::H; type I = B;
             struct J; impl x::Interface for J {}",
        );
        let place = file.all[0].place;
        let neighbors = Neighbors::of_block(Arc::new(file), place);
        let meaning = |path| neighbors.meaning(&syn::parse_str(path).expect("a path"));
        assert_eq!(meaning("A"), Some(Meaning::One(Some(Block::Skill), "skill")));
        assert_eq!(meaning("B"), Some(Meaning::One(None, "struct")));
        assert_eq!(meaning("C"), Some(Meaning::One(Some(Block::Interface), "interface")));
        assert_eq!(meaning("E"), Some(Meaning::Several));
        for unknown in ["D", "F", "g", "H", "I", "J", "m::B", "self::B"] {
            assert_eq!(meaning(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn names_of_other_modules_and_of_other_namespaces_are_not() {
        for file in [
            "mod a { skill! { skill A() {} } } mod b { skill! { skill A() {} } struct B; }",
            "interface! { A {} } fn A() {}",
            "skill! { skill A() {} } fn b() { struct A; }",
            "skill! { skill A() {} } impl C { const A: u8 = 1; type B = fn() -> A; }",
            "skill! { skill A() {} } struct B<const A: usize>; const C: A = r#\"struct A;\"#;",
            "skill! { skill A() {} } // struct A;\n/* struct /* */ A; */ const Q: char = '\"';",
            "skill! { skill A() {} } const S: &str = \"\\\" struct A; \"; fn a<'A>(b: &'A u8) {}",
            "#[cfg(a)] skill! { skill A() {} } #[cfg(not(a))] skill! { skill A() {} }",
            "skill! { #[cfg(a)] skill A() {} } skill! { #[cfg(not(a))] skill A() {} }",
            "skill! { skill A() {} } #[cfg(test)] mod tests { } #[cfg(x)] #[y] struct A;",
            "skill! { skill A() {} } macro_rules! x { () => { struct A; } }",
            "skill! { skill A() {} } use b::A; let x = A; macro_rules! A { () => {} }",
        ] {
            assert_eq!(messages(file), [""; 0], "{file}");
        }
    }
}
