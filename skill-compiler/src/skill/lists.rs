//! One block for several skills: `skill [Left, Right](..)`, with a list in place of an id and of a
//! sub-skill.
//!
//! A block with lists is as many blocks: the n-th has the n-th name, id and sub-skill.

use super::ast::MachineKind;
use crate::syntax::at::with_content;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use crate::syntax::tokens::{is_sign, is_word};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use std::collections::BTreeMap;

/// The tokens that names of sub-skills are in place of.
type Aliases = BTreeMap<String, Vec<TokenTree>>;

/// Returns the blocks that a block is, at least one, and reports mistakes in its lists.
pub fn split(kind: MachineKind, input: TokenStream, errors: &mut Errors) -> Vec<TokenStream> {
    let all: Vec<TokenTree> = input.into_iter().collect();
    let names = all.iter().position(|token| is_word(token, kind.word())).map(|at| at + 1);
    let list = names.and_then(|at| Some((at, bracket(all.get(at)?)?)));
    let body = match all.last() {
        Some(TokenTree::Group(body)) if body.delimiter() == Delimiter::Brace => Some(body.clone()),
        _ => None,
    };
    // Most blocks have none: their tokens stay as they are.
    if list.is_none() && !body.as_ref().is_some_and(has_lists) {
        return vec![all.into_iter().collect()];
    }
    let names = list.map(|(at, list)| (at, named(list, kind, errors)));
    let count = names.as_ref().map_or(1, |(_, names)| names.len());
    let each = (0..count).map(|index| {
        let mut block = all.clone();
        if let Some((at, names)) = &names {
            block[*at] = TokenTree::Ident(names[index].clone());
        }
        if let Some(body) = &body {
            let mut lists = Lists { index, count, word: kind.word(), errors };
            let body = with_content(body, lists.body(body.stream()));
            block.pop();
            block.push(TokenTree::Group(body));
        }
        block.into_iter().collect()
    });
    each.collect()
}

/// Returns whether the dependencies in a body have lists.
fn has_lists(body: &Group) -> bool {
    let all: Vec<TokenTree> = body.stream().into_iter().collect();
    all.windows(2).any(|pair| match pair {
        [word, TokenTree::Group(group)] if is_section(word) => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            inside.windows(2).any(|pair| is_sign(&pair[0], '=') && bracket(&pair[1]).is_some())
        }
        _ => false,
    })
}

fn is_section(word: &TokenTree) -> bool {
    is_word(word, "depends_skills") || is_word(word, "depends_interfaces")
}

/// Returns the names in the list of a header: at least one.
fn named(list: &Group, kind: MachineKind, errors: &mut Errors) -> Vec<Ident> {
    let word = kind.word();
    let mut names: Vec<Ident> = Vec::new();
    for entry in entries(list) {
        match &entry[..] {
            [TokenTree::Ident(name)] => {
                if names.iter().any(|other| plain(other) == plain(name)) {
                    let help = "help: give each its own name";
                    errors.at(name, format!("`{name}` is in this list twice\n{help}"));
                } else {
                    names.push(name.clone());
                }
            }
            other => {
                let at: TokenStream = other.iter().cloned().collect();
                errors.at(&at, format!("expected the name of a {word}"));
            }
        }
    }
    if names.is_empty() {
        let help = format!("help: write `{word} NAME(..)`, or `{word} [NAME, OTHER](..)`");
        errors.span(list.span(), format!("expected the name of each {word}\n{help}"));
        names.push(Ident::new("Unnamed", list.span()));
    }
    names
}

/// The lists of a block, for the skill with this index.
struct Lists<'e> {
    index: usize,
    count: usize,
    word: &'static str,
    errors: &'e mut Errors,
}

impl Lists<'_> {
    /// The body of the skill.
    fn body(&mut self, body: TokenStream) -> TokenStream {
        let mut all: Vec<TokenTree> = body.into_iter().collect();
        let mut aliases = Aliases::new();
        for at in 1..all.len() {
            let Some(TokenTree::Group(group)) = all.get(at) else { continue };
            let is = |word: &str| is_word(&all[at - 1], word);
            let inside = if group.delimiter() != Delimiter::Brace {
                continue;
            } else if is("depends_skills") {
                self.skills(group, &mut aliases)
            } else if is("depends_interfaces") {
                self.ids(group)
            } else {
                continue;
            };
            all[at] = TokenTree::Group(with_content(group, inside));
        }
        if aliases.is_empty() { all.into_iter().collect() } else { replaced(&all, &aliases) }
    }

    /// `variable: Type = ["One", "Other"]`
    fn ids(&mut self, group: &Group) -> TokenStream {
        let mut all: Vec<TokenTree> = group.stream().into_iter().collect();
        for at in 1..all.len() {
            let Some(list) = bracket(&all[at]).filter(|_| is_sign(&all[at - 1], '=')) else {
                continue;
            };
            let chosen = self.chosen(list);
            let is_text = matches!(&chosen[..], [TokenTree::Literal(_)]);
            // A missing one was reported.
            if !is_text && !chosen.is_empty() {
                self.report(list.span(), "expected ids in the list\nhelp: write each as a string");
            }
            let id = chosen.into_iter().next().filter(|_| is_text);
            all[at] = id.unwrap_or_else(|| Literal::string("?").into());
        }
        all.into_iter().collect()
    }

    /// `Name = [One, path::Other]`
    fn skills(&mut self, group: &Group, aliases: &mut Aliases) -> TokenStream {
        let mut all = TokenStream::new();
        for mut entry in entries(group) {
            if let [TokenTree::Ident(name), equals, list] = &entry[..]
                && is_sign(equals, '=')
                && let Some(list) = bracket(list)
            {
                let (name, chosen) = (plain(name), self.chosen(list));
                if chosen.is_empty() {
                    continue;
                }
                aliases.insert(name, chosen.clone());
                entry = chosen;
            }
            all.extend(quote::quote!(#(#entry)*,));
        }
        all
    }

    /// Returns the entry of a list for this skill; none if it has no entry for each skill.
    fn chosen(&mut self, list: &Group) -> Vec<TokenTree> {
        let all = entries(list);
        if all.len() != self.count {
            let (word, count) = (self.word, self.count);
            let help = if count == 1 {
                format!(
                    "help: write it without brackets, or name the {word}s: `{word} [ONE, OTHER](..)`"
                )
            } else {
                format!("help: write one for each of the {count} {word}s, in their order")
            };
            let text = format!("a list of {} for {count} {word}{}", all.len(), plural(count));
            self.report(list.span(), &format!("{text}\n{help}"));
        }
        all.get(self.index).or(all.first()).cloned().unwrap_or_default()
    }

    /// Reports what is wrong in each of the blocks once.
    fn report(&mut self, at: Span, message: &str) {
        if self.index == 0 {
            self.errors.span(at, message);
        }
    }
}

/// Replaces names of sub-skills where a skill is named: before its arguments and before `::`, and
/// between `<` and `>`. States may have the same names.
fn replaced(all: &[TokenTree], aliases: &Aliases) -> TokenStream {
    let is_skill = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        let is_of_state = before.is_some_and(|before| is_word(before, "state"));
        let is_field = before.is_some_and(|before| is_sign(before, '.') || is_sign(before, ':'));
        let in_angles = before.is_some_and(|before| is_sign(before, '<'));
        let is_path = all.get(at + 1).is_some_and(|next| is_sign(next, ':'))
            && all.get(at + 2).is_some_and(|next| is_sign(next, ':'));
        let has_arguments = matches!(all.get(at + 1), Some(TokenTree::Group(group))
            if group.delimiter() == Delimiter::Brace);
        // A label has a colon before the skill, a path has two.
        let is_labeled = at >= 2 && is_field && !is_sign(&all[at - 2], ':') && has_arguments;
        !is_of_state && (!is_field || is_labeled) && (is_path || has_arguments || in_angles)
    };
    let mut new = Vec::new();
    for (at, token) in all.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if is_skill(at) && aliases.contains_key(&plain(word)) => {
                // At the place of the name, for errors and completion.
                let path = aliases.get(&plain(word)).into_iter().flatten().cloned();
                new.extend(path.map(|mut token| {
                    token.set_span(token.span().located_at(word.span()));
                    token
                }));
            }
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                let inside = replaced(&inside, aliases);
                new.push(TokenTree::Group(with_content(group, inside)));
            }
            other => new.push(other.clone()),
        }
    }
    new.into_iter().collect()
}

/// Returns the entries between the commas of a list.
fn entries(list: &Group) -> Vec<Vec<TokenTree>> {
    let all: Vec<TokenTree> = list.stream().into_iter().collect();
    let entries = all.split(|token| is_sign(token, ',')).map(<[_]>::to_vec);
    entries.filter(|entry| !entry.is_empty()).collect()
}

fn bracket(token: &TokenTree) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some(group),
        _ => None,
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
