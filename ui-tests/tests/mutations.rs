//! Mutated blocks: the compiler neither panics nor expands one silently to what is not Rust.
//!
//! `cargo test --release -p ui-tests --test mutations -- --ignored` tries ten times as many.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use proc_macro2::{Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use skill_compiler::Options;
use syn::visit::Visit;
use ui_tests::root;

/// The words that are inserted.
const WORDS: &[&str] = &[
    "state",
    "start",
    "skill",
    "agent",
    "precond",
    "when",
    "after",
    "on",
    "otherwise",
    "FINAL",
    "FAILED",
    "init",
    "exit",
    "vars",
    "params",
    "always",
    "action",
    "flow",
    "der",
    "crossing",
    "continuous",
    "optional",
    "writes",
    "max_age",
    "never",
    "ticks",
    "depends_skills",
    "depends_interfaces",
    "max_transitions",
    "max_iterations",
    "fields",
    "messages",
    "flush",
    "until",
    "keeps_running",
    "enum",
    "const",
    "bits",
    "loop",
    "ref",
    "self",
    "Self",
    "crate",
    "super",
    "in",
    "pub",
    "fn",
    "let",
    "match",
    "as",
    "where",
    "final",
    "struct",
    "return",
    "break",
    "_",
    "cfg",
    "skill",
];

/// The characters that are inserted.
const SIGNS: &[char] = &[
    '-', '>', '<', '=', ';', ',', ':', '.', '?', '!', '#', '&', '|', '+', '*', '/', '%', '@', '$',
];

/// A block of one of the macros.
struct Block {
    place: String,
    name: String,
    input: TokenStream,
    /// Its expansion.
    whole: String,
}

#[derive(Default)]
struct Blocks(Vec<(String, TokenStream)>);

impl<'ast> Visit<'ast> for Blocks {
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Some(last) = call.path.segments.last() {
            self.0.push((last.ident.to_string(), call.tokens.clone()));
        }
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Returns all blocks of the cases and of the NAO's skills.
fn blocks() -> Vec<Block> {
    let mut paths = Vec::new();
    files(&root().join("ui-tests/cases"), &mut paths);
    files(&root().join("skills-nao/src"), &mut paths);
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        // Some cases are no tokens outside of `rustc`, as emoji in names.
        let Ok(file) = syn::parse_file(&fs::read_to_string(&path).expect("a file")) else {
            continue;
        };
        let mut blocks = Blocks::default();
        blocks.visit_file(&file);
        for (name, input) in blocks.0 {
            let place = path.display().to_string();
            if let Some(expansion) = expand(&name, input.clone()) {
                all.push(Block { place, name, input, whole: expansion.to_string() });
            }
        }
    }
    all
}

/// Returns the expansion of a block; `None` for a macro of another language.
fn expand(name: &str, input: TokenStream) -> Option<TokenStream> {
    Some(match name {
        "skill" => skill_compiler::skill(input, Options::default()),
        "agent" => skill_compiler::agent(input, Options::default()),
        "interface" => skill_compiler::interface(input),
        "field_group" => skill_compiler::field_group(&input),
        "blackboard" => skill_compiler::blackboard(input),
        "skill_space" => skill_compiler::skill_space(input, Options::default()),
        _ => return None,
    })
}

/// Random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end.max(1)
    }
}

/// Returns all tokens, those in groups after the group itself.
fn flat(tokens: &TokenStream) -> Vec<TokenTree> {
    let mut all = Vec::new();
    for token in tokens.clone() {
        let inside = match &token {
            TokenTree::Group(group) => flat(&group.stream()),
            _ => Vec::new(),
        };
        all.push(token);
        all.extend(inside);
    }
    all
}

/// Changes the token at an index of [`flat`], which `at` counts down to.
fn changed(
    tokens: TokenStream,
    at: &mut Option<usize>,
    change: &mut dyn FnMut(&mut Vec<TokenTree>, usize),
) -> TokenStream {
    let mut all: Vec<TokenTree> = tokens.into_iter().collect();
    let mut index = 0;
    while index < all.len() {
        match at {
            None => break,
            Some(0) => {
                *at = None;
                change(&mut all, index);
                break;
            }
            Some(left) => *left -= 1,
        }
        if let TokenTree::Group(group) = &all[index] {
            let inside = changed(group.stream(), at, change);
            let mut new = Group::new(group.delimiter(), inside);
            new.set_span(group.span());
            all[index] = new.into();
        }
        index += 1;
    }
    all.into_iter().collect()
}

/// Returns a block with one token more, less or other.
fn mutated(input: TokenStream, random: &mut Random) -> TokenStream {
    let all = flat(&input);
    let mut at = Some(random.below(all.len()));
    let other = all.get(random.below(all.len())).cloned();
    let way = random.below(6);
    let word = WORDS[random.below(WORDS.len())];
    let sign = SIGNS[random.below(SIGNS.len())];
    changed(input, &mut at, &mut |tokens, at| match way {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at].clone()),
        2 if at + 1 < tokens.len() => tokens.swap(at, at + 1),
        2 | 3 => tokens[at].clone_from(other.as_ref().expect("one token")),
        4 => tokens.insert(at, Ident::new(word, Span::call_site()).into()),
        _ => tokens.insert(at, Punct::new(sign, Spacing::Alone).into()),
    })
}

/// Returns what is wrong about the expansion of a mutated block.
fn problem(block: &Block, input: &TokenStream) -> Option<String> {
    let expansion = expand(&block.name, input.clone())?;
    let text = expansion.to_string();
    if text.contains("internal error of the macro") {
        return Some(format!("panics: {text}"));
    }
    if text == block.whole || text.contains("compile_error") {
        return None;
    }
    // What `rustc` sees, without the macro that hides it from an IDE.
    let seen = match block.name.as_str() {
        "skill" | "agent" => skill_compiler::explain(input.clone()).expansion,
        _ => expansion,
    };
    syn::parse2::<syn::File>(seen).err().map(|error| format!("is not Rust: {error}"))
}

/// Tries mutations on all processors.
fn try_mutations(count: usize) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let work = |thread: usize| {
        // Tokens stay in their thread.
        let blocks = blocks();
        assert!(blocks.len() > 400, "{} blocks", blocks.len());
        let mut found = Vec::new();
        for number in (thread..count).step_by(threads) {
            let mut random = Random((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            random.below(1);
            let block = &blocks[random.below(blocks.len())];
            let mut input = block.input.clone();
            for _ in 0..=random.below(3) {
                input = mutated(input, &mut random);
            }
            if let Some(problem) = problem(block, &input) {
                let Block { place, name, .. } = block;
                found.push(format!("{number}: {place}: {problem}\n{name}! {{ {input} }}"));
            }
        }
        found
    };
    let found: Vec<String> = thread::scope(|scope| {
        // Deeply nested states are deep code; `rustc` has as much stack.
        let builder = || thread::Builder::new().stack_size(8 << 20);
        let spawn = |thread| builder().spawn_scoped(scope, move || work(thread));
        let handles: Vec<_> = (0..threads).map(|thread| spawn(thread).expect("a thread")).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
    });
    assert!(
        found.is_empty(),
        "{} of {count}:\n{}",
        found.len(),
        found[..found.len().min(10)].join("\n\n")
    );
}

#[test]
fn a_mutated_block_is_an_error_or_rust() {
    try_mutations(10_000);
}

#[test]
#[ignore = "takes a minute"]
fn many_mutated_blocks_are_errors_or_rust() {
    try_mutations(100_000);
}
