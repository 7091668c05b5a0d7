//! `SKILL_EXPANSION=dir`: writes what comes out of each macro to files that people can read.

use crate::skill::Machine;
use crate::syntax::at::with_content;
use crate::syntax::rust_analyzer;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::{env, fs, io};

/// The environment variable that names the directory.
const VARIABLE: &str = "SKILL_EXPANSION";

/// Returns `expansion`. If [`VARIABLE`] is set, writes what `compile` makes for people, and the machine
/// beside it. A write failure is emitted as a compile error.
pub fn write_if_requested(
    name: &str,
    expansion: TokenStream,
    machine: Option<&Machine>,
    compile: impl FnOnce() -> TokenStream,
) -> TokenStream {
    let Some(directory) = env::var_os(VARIABLE).filter(|directory| !directory.is_empty()) else {
        return expansion;
    };
    // Cargo passes the crate's name to `rustc`; other build tools need not.
    let package = env::var("CARGO_CRATE_NAME").unwrap_or_else(|_| "crate".to_owned());
    let file = file_name(&format!("{package}_{name}"), &expansion.to_string());
    let readable = rust_analyzer::for_people(compile);
    match write(Path::new(&directory), &file, &readable, machine) {
        Ok(()) => expansion,
        Err((path, error)) => {
            let message = format!("cannot write the expansion to `{}`: {error}", path.display());
            let error = syn::Error::new(Span::call_site(), message).into_compile_error();
            quote!(#expansion #error)
        }
    }
}

/// Makes Cargo compile a crate anew if the variable changes: it watches what `option_env!`
/// reads.
pub fn watch() -> TokenStream {
    quote! {
        const _: ::core::option::Option<&::core::primitive::str> =
            ::core::option_env!("SKILL_EXPANSION");
    }
}

/// The conventions of all expansions, at the beginning of each file.
const HEADER: &str = "\
// What `rustc` sees of a macro's block, without documentation and the attributes `allow` and `inline`.
// `__rt` is the runtime's part for expansions, `::skill_runtime::__v1`; all other names with `__` are the macro's.
// `check` returns the number of the transition that fires, or `NONE`; its copy with `FAST` is inlined into each tick.
// `evaluate`, `leave` and `enter` take that transition; states and transitions have the numbers of the description.
";

/// Returns an expansion after the header, as `rustfmt` formats it where it is installed.
fn formatted(expansion: &TokenStream) -> String {
    let text = format!("{HEADER}{}\n", without_notes(expansion.clone()));
    rustfmt(&text).unwrap_or(text)
}

/// Removes the attributes that change nothing of what a reader looks for.
fn without_notes(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut kept = Vec::new();
    while let Some(token) = tokens.next() {
        let is_note = |next: &TokenTree| {
            let TokenTree::Group(group) = next else { return false };
            let first = group.stream().into_iter().next();
            first.is_some_and(|word| ["allow", "doc", "inline"].contains(&&*word.to_string()))
        };
        match token {
            TokenTree::Punct(hash)
                if hash.as_char() == '#' && tokens.peek().is_some_and(is_note) =>
            {
                tokens.next();
            }
            TokenTree::Group(group) => {
                kept.push(with_content(&group, without_notes(group.stream())).into());
            }
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

/// Returns the formatted text, or nothing without `rustfmt` and for what it does not accept.
fn rustfmt(text: &str) -> Option<String> {
    let mut child = Command::new(env::var_os("RUSTFMT").unwrap_or_else(|| "rustfmt".into()))
        .args(["--edition", "2024", "--config", "max_width=120,use_small_heuristics=Max"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // Written before `rustfmt` prints: it reads the whole text first.
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok())?
}

/// A crate may declare a name in several modules: the second file of a name is `name_2`, and
/// so on. The same expansion again is the same file.
fn file_name(name: &str, expansion: &str) -> String {
    static NAMES: Mutex<BTreeMap<String, Vec<u64>>> = Mutex::new(BTreeMap::new());
    let mut hasher = DefaultHasher::new();
    expansion.hash(&mut hasher);
    let hash = hasher.finish();
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = names.entry(name.to_owned()).or_default();
    let place = known.iter().position(|other| *other == hash).unwrap_or_else(|| {
        known.push(hash);
        known.len() - 1
    });
    if place == 0 { name.to_owned() } else { format!("{name}_{}", place + 1) }
}

fn write(
    directory: &Path,
    file: &str,
    expansion: &TokenStream,
    machine: Option<&Machine>,
) -> Result<(), (PathBuf, io::Error)> {
    let put = |extension: &str, text: String| {
        let path = directory.join(format!("{file}.{extension}"));
        fs::write(&path, text).map_err(|error| (path, error))
    };
    fs::create_dir_all(directory).map_err(|error| (directory.to_owned(), error))?;
    put("rs", formatted(expansion))?;
    machine.map_or(Ok(()), |machine| put("machine.txt", machine.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{HEADER, file_name, write};
    use quote::quote;
    use std::path::PathBuf;
    use std::{env, fs, process};

    /// A directory of this test's own.
    fn directory(name: &str) -> PathBuf {
        let directory = env::temp_dir().join(format!("skill-expansion-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&directory);
        directory
    }

    #[test]
    fn files_can_be_read() {
        let (directory, expansion) = (
            directory("read"),
            quote!(
                struct A {
                    b: u32,
                }
            ),
        );
        write(&directory, "robot_A", &expansion, None).expect("it can be written");
        let text = fs::read_to_string(directory.join("robot_A.rs")).expect("it is there");
        let tokens = text.strip_prefix(HEADER).expect("the header").split_whitespace();
        assert_eq!(tokens.collect::<Vec<_>>(), ["struct", "A", "{", "b:", "u32,", "}"]);
        fs::remove_dir_all(&directory).expect("it can be removed");
    }

    #[test]
    fn an_error_names_the_path() {
        let directory = directory("error");
        fs::write(&directory, "a file").expect("it can be written");
        let (path, _) = write(&directory, "robot_A", &quote!(), None).expect_err("it is a file");
        assert_eq!(path, directory);
        fs::remove_file(&directory).expect("it can be removed");
    }

    #[test]
    fn two_of_a_name_are_two_files() {
        assert_eq!(file_name("robot_B", "one"), "robot_B");
        assert_eq!(file_name("robot_B", "another"), "robot_B_2");
        assert_eq!(file_name("robot_B", "one"), "robot_B");
    }
}
