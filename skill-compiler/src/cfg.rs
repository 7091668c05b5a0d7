//! `#[cfg]` on a skill, a state, a transition, an argument, a variable or an interface; on a field, a
//! message, an entry of a blackboard or a skill of a space.
//!
//! A macro cannot know what a predicate is. So the block is expanded as two: one with the item and
//! one without it, and a `macro_rules!` with the predicate chooses between them. The next
//! predicate is then the first of the block that was chosen. Code under the same predicate is left
//! out, too, where that does not hold: it may use what is not there. As in Rust, what is switched off
//! must still parse.

use crate::diagnostics::{BlockMacro, Diagnostic, diagnostics};
use crate::syntax::at::with_content;
use crate::syntax::explain::printed;
use crate::syntax::read::ABSENT;
use crate::syntax::rust_analyzer::without_span;
use crate::syntax::tokens::{is_sign, is_word};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::Token;
use syn::parse::{Parse, ParseStream, Parser as _};

/// A block as it is where the predicate of its first `#[cfg]` holds, and elsewhere.
struct Split {
    predicate: TokenStream,
    with: Vec<TokenTree>,
    without: Vec<TokenTree>,
    /// The name of the item, if it is a state.
    state: Option<Ident>,
}

/// The grammar of some tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A skill, an interface.
    Block,
    /// A blackboard, a skill space, a field group.
    BlockOfEntries,
    /// Items, which end with `;` or braces.
    Items,
    /// Entries, which end with `,`.
    Entries,
}

/// Returns the two blocks for the first `#[cfg]` in `input`, of which one is chosen, or `None` if
/// there is no such attribute. `of` is the macro that was called.
pub fn chosen(of: BlockMacro, input: &TokenStream) -> Option<TokenStream> {
    // Most blocks have none.
    if !mentions_cfg(input) {
        return None;
    }
    let place = match of {
        BlockMacro::Skill | BlockMacro::Agent | BlockMacro::Interface => Place::Block,
        BlockMacro::FieldGroup
        | BlockMacro::Blackboard
        | BlockMacro::SkillSpace
        | BlockMacro::RobotParts => Place::BlockOfEntries,
    };
    let name = Ident::new(of.name(), Span::call_site());
    let macro_path = quote!(::skill_runtime::#name);
    let Split { predicate, with, without, state } = split(input.clone(), place)?;
    if let Err(error) = check(predicate.clone()) {
        let error = error.into_compile_error();
        return Some(quote!(#error #macro_path! { #(#with)* }));
    }
    let errors = only_with(of, place, &with, &without);
    let excluded = |all: Vec<TokenTree>, predicate: &TokenStream| {
        without_code(&all, Some(place), &predicate.to_string())
    };
    let (with, without) = (excluded(with, &negated(&predicate)), excluded(without, &predicate));
    let absent = state.map(|state| {
        let (absent, state) = (Ident::new(ABSENT, Span::call_site()), without_span(&state));
        quote!(#[#absent(#state, #predicate)])
    });
    let without = (!without.is_empty()).then(|| quote!(#macro_path! { #absent #(#without)* }));
    Some(quote! {
        #[cfg(#predicate)]
        macro_rules! __skill_cfg {
            ({ $($with:tt)* } { $($without:tt)* }) => { $($with)* };
        }
        #[cfg(not(#predicate))]
        macro_rules! __skill_cfg {
            ({ $($with:tt)* } { $($without:tt)* }) => { $($without)* };
        }
        __skill_cfg! { { #macro_path! { #(#with)* } } { #without #errors } }
    })
}

/// Returns the syntax errors of the item that only one side has. Other items with a `#[cfg]` are left
/// out: they may be there in its place.
fn only_with(
    of: BlockMacro,
    place: Place,
    with: &[TokenTree],
    without: &[TokenTree],
) -> TokenStream {
    let errors = |side: &[TokenTree]| {
        let mut side: TokenStream = side.iter().cloned().collect();
        while let Some(Split { without, .. }) = split(side.clone(), place) {
            side = without.into_iter().collect();
        }
        if side.is_empty() { Vec::new() } else { diagnostics(of, side) }
    };
    let of_both = errors(without);
    let is_new = |error: &Diagnostic| of_both.iter().all(|other| other.message != error.message);
    let new = errors(with).into_iter().filter(is_new).map(|error| {
        let error = syn::Error::new(error.span, error.message).into_compile_error();
        quote!(const _: () = { #error };)
    });
    new.collect()
}

/// Checks what `rustc` would report at the whole block.
fn check(predicate: TokenStream) -> syn::Result<()> {
    let all: Vec<TokenTree> = predicate.into_iter().collect();
    for (at, token) in all.iter().enumerate() {
        let error = |help: String| {
            let token = printed(token);
            let message = format!("unexpected `{token}` in a `cfg` predicate\nhelp: {help}");
            Err(syn::Error::new(all[at].span(), message))
        };
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        let is_sign = |token: Option<&TokenTree>, signs: &str| matches!(token, Some(TokenTree::Punct(sign)) if signs.contains(sign.as_char()));
        match (before, token) {
            (Some(TokenTree::Ident(function)), TokenTree::Ident(_) | TokenTree::Literal(_)) => {
                return error(format!("write `{function}({})`", printed(token)));
            }
            (Some(TokenTree::Ident(function)), TokenTree::Group(inside))
                if ["not", "all", "any"].iter().any(|name| function == name) =>
            {
                if function == "not" && inside.stream().is_empty() {
                    return error("write `not(PREDICATE)`".to_owned());
                }
                check(inside.stream())?;
            }
            (Some(equals), TokenTree::Ident(word)) if is_sign(Some(equals), "=") => {
                return error(format!("write `\"{word}\"`"));
            }
            (Some(_), TokenTree::Punct(equals))
                if equals.as_char() == '=' && is_sign(before, "=") =>
            {
                return error("write `NAME = \"VALUE\"`".to_owned());
            }
            (_, TokenTree::Punct(sign)) if sign.as_char() == '!' => {
                return error("write `not(PREDICATE)`".to_owned());
            }
            (_, TokenTree::Punct(sign)) if matches!(sign.as_char(), '&' | '|') => {
                let function = if sign.as_char() == '&' { "all" } else { "any" };
                return error(format!("write `{function}(ONE, OTHER)`"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn mentions_cfg(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "cfg",
        TokenTree::Group(group) => mentions_cfg(&group.stream()),
        _ => false,
    })
}

fn split(tokens: TokenStream, place: Place) -> Option<Split> {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in all.iter().enumerate() {
        if let Some(predicate) = cfg_at(&all, at) {
            let end = end_of_item(&all, at, place);
            // Attributes before it belong to the item, too.
            let begin = first_attribute(&all, at);
            let with = [&all[..at], &all[at + 2..]].concat();
            let without = [&all[..begin], &all[end..]].concat();
            let state = if place == Place::Items { state_of(&all[at + 2..end]) } else { None };
            return Some(Split { predicate, with, without, state });
        }
        let TokenTree::Group(group) = token else { continue };
        let Some(inside) = place_of(&all, at, place) else { continue };
        if let Some(of) = split(group.stream(), inside) {
            let replaced = |tokens: Vec<TokenTree>| {
                let new = with_content(group, tokens.into_iter().collect());
                [&all[..at], &[TokenTree::Group(new)], &all[at + 1..]].concat()
            };
            let (with, without) = (replaced(of.with), replaced(of.without));
            return Some(Split { with, without, ..of });
        }
    }
    None
}

/// The predicate of `#[cfg(predicate)]` at an index.
fn cfg_at(all: &[TokenTree], at: usize) -> Option<TokenStream> {
    let [TokenTree::Punct(hash), TokenTree::Group(attribute), ..] = &all[at..] else {
        return None;
    };
    let inside: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match &inside[..] {
        [TokenTree::Ident(word), TokenTree::Group(predicate)]
            if hash.as_char() == '#' && word == "cfg" =>
        {
            Some(predicate.stream())
        }
        _ => None,
    }
}

/// Returns the name of the state that an item is.
fn state_of(item: &[TokenTree]) -> Option<Ident> {
    let begin = item.iter().position(|token| is_word(token, "state"))?;
    let is_first = begin == 0 || begin == 1 && is_word(&item[0], "start");
    let Some(TokenTree::Ident(name)) = item.get(begin + 1).filter(|_| is_first) else {
        return None;
    };
    Some(name.clone())
}

/// The index of the first of the attributes that end at `at`.
fn first_attribute(all: &[TokenTree], mut at: usize) -> usize {
    while at >= 2 && is_attribute(&all[at - 2..]) {
        at -= 2;
    }
    at
}

fn is_attribute(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Punct(hash), TokenTree::Group(group), ..]
        if hash.as_char() == '#' && group.delimiter() == Delimiter::Bracket)
}

/// The index after the item with an attribute at `at`.
fn end_of_item(all: &[TokenTree], mut at: usize, place: Place) -> usize {
    while is_attribute(&all[at..]) {
        at += 2;
    }
    let mut depth = 0_usize;
    for (index, token) in all.iter().enumerate().skip(at) {
        let arrow = index > at && is_sign(&all[index - 1], '-');
        let is_end = match (place, token) {
            (Place::Entries, TokenTree::Punct(punct)) => match punct.as_char() {
                '<' => {
                    depth += 1;
                    false
                }
                '>' if !arrow => {
                    depth = depth.saturating_sub(1);
                    false
                }
                sign => sign == ',' && depth == 0,
            },
            // A `;` is missing before another transition.
            (Place::Items, TokenTree::Punct(punct)) if punct.as_char() == '-' && index > at => {
                if all.get(index + 1).is_some_and(|next| is_sign(next, '>'))
                    && is_sign(&all[at], '-')
                {
                    return index;
                }
                false
            }
            (Place::Items, TokenTree::Punct(punct)) => punct.as_char() == ';',
            (Place::Items, TokenTree::Group(group)) => {
                let goes_on = all.get(index + 1).is_some_and(|next| {
                    is_sign(next, '?')
                        || matches!(next, TokenTree::Group(next) if next.delimiter() == Delimiter::Brace)
                });
                let in_guard = is_sign(&all[at], '-') || is_word(&all[at], "precond");
                group.delimiter() == Delimiter::Brace && !goes_on && !in_guard
            }
            _ => false,
        };
        if is_end {
            return index + 1;
        }
    }
    all.len()
}

/// Returns the grammar of a group; `None` for code of Rust.
fn place_of(all: &[TokenTree], at: usize, place: Place) -> Option<Place> {
    let TokenTree::Group(group) = &all[at] else { return None };
    let before = at.checked_sub(1).map(|before| &all[before]);
    let after = |words: &[&str]| {
        before.is_some_and(|before| words.iter().any(|word| is_word(before, word)))
    };
    let after_enum = at >= 2 && is_word(&all[at - 2], "enum");
    match (place, group.delimiter()) {
        (Place::Block, Delimiter::Brace) => Some(Place::Items),
        (Place::BlockOfEntries, Delimiter::Brace) => Some(Place::Entries),
        // The fields of a message.
        (Place::Entries, Delimiter::Brace) => Some(Place::Entries),
        (Place::Block | Place::Items, Delimiter::Parenthesis) => Some(Place::Entries),
        (Place::Items, Delimiter::Brace) => {
            if after(&["init", "loop", "exit", "flow"]) {
                None
            } else if after(&[
                "vars",
                "params",
                "continuous",
                "depends_skills",
                "depends_interfaces",
                "fields",
                "messages",
            ]) || after_enum
                || is_queue(all, at)
            {
                Some(Place::Entries)
            } else {
                Some(Place::Items)
            }
        }
        _ => None,
    }
}

/// Whether the braces at an index are after `messages (capacity = 4)`.
fn is_queue(all: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_word(&all[at - 2], "messages")
}

/// Returns a predicate that holds where another does not.
fn negated(predicate: &TokenStream) -> TokenStream {
    let all: Vec<TokenTree> = predicate.clone().into_iter().collect();
    match &all[..] {
        [word, TokenTree::Group(inside)] if is_word(word, "not") => inside.stream(),
        _ => quote!(not(#predicate)),
    }
}

/// Leaves out the statements, arms and fields with the attribute `#[cfg(predicate)]` in code of
/// Rust; `place` is the grammar of the tokens, `None` in such code.
fn without_code(all: &[TokenTree], place: Option<Place>, predicate: &str) -> Vec<TokenTree> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let is_excluded =
            place.is_none() && cfg_at(all, at).is_some_and(|found| found.to_string() == predicate);
        if is_excluded && let Some(end) = end_of_code(all, at) {
            // Attributes before it belong to it, too.
            kept.truncate(kept.len() - (at - first_attribute(all, at)));
            at = end;
            continue;
        }
        kept.push(match (&all[at], place) {
            (TokenTree::Group(group), place) => {
                let inside = place.and_then(|place| place_of(all, at, place));
                let content: Vec<TokenTree> = group.stream().into_iter().collect();
                let content = without_code(&content, inside, predicate);
                with_content(group, content.into_iter().collect()).into()
            }
            (token, _) => token.clone(),
        });
        at += 1;
    }
    kept
}

/// The index after the statement, arm or field of code that begins at an index.
fn end_of_code(all: &[TokenTree], at: usize) -> Option<usize> {
    fn length<T: Parse>(input: ParseStream<'_>) -> syn::Result<usize> {
        input.parse::<T>()?;
        input.parse::<Option<Token![,]>>()?;
        let rest: TokenStream = input.parse()?;
        Ok(rest.into_iter().count())
    }
    let tokens: TokenStream = all[at..].iter().cloned().collect();
    let parsers = [length::<syn::Stmt>, length::<syn::Arm>, length::<syn::FieldValue>];
    let rest = parsers.into_iter().find_map(|parser| parser.parse2(tokens.clone()).ok())?;
    Some(all.len() - rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(block: &str) -> [String; 2] {
        let tokens: TokenStream = block.parse().expect(block);
        let Split { with, without, .. } = split(tokens, Place::Block).expect(block);
        [with, without].map(|side| side.into_iter().collect::<TokenStream>().to_string())
    }

    #[test]
    fn the_item_is_there_on_one_side_only() {
        for (block, with, without) in [
            (
                "skill A(a: B<C, D>, #[cfg(x)] b: B<C, D> = 1, c: u8) {}",
                "skill A(a: B<C, D>, b: B<C, D> = 1, c: u8) {}",
                "skill A(a: B<C, D>, c: u8) {}",
            ),
            (
                "skill A() { state A { #[cfg(x)] -> B when { true }; -> C; } }",
                "skill A() { state A { -> B when { true }; -> C; } }",
                "skill A() { state A { -> C; } }",
            ),
            (
                "skill A() { /// doc\n #[cfg(x)] state A = B { a: 1 }? { -> C; } state D {} }",
                "skill A() { /// doc\n state A = B { a: 1 }? { -> C; } state D {} }",
                "skill A() { state D {} }",
            ),
            (
                "skill A() { vars { a: u8 = 1, #[cfg(x)] b: u8 = 2 } init { #[cfg(y)] f(); } }",
                "skill A() { vars { a: u8 = 1, b: u8 = 2 } init { #[cfg(y)] f(); } }",
                "skill A() { vars { a: u8 = 1, } init { #[cfg(y)] f(); } }",
            ),
            ("#[cfg(x)] skill A() {}", "skill A() {}", ""),
        ] {
            let expected = [with, without].map(|side| {
                let tokens: TokenStream = side.parse().expect(side);
                tokens.to_string()
            });
            assert_eq!(sides(block), expected, "{block}");
        }
    }

    #[test]
    fn code_under_the_same_predicate_is_left_out_with_the_item() {
        let block = |n: &str, code: &str| {
            let text =
                format!("skill A() {{ vars {{ {n} m: u8 = 1 }} state B {{ init {{ {code} }} }} }}");
            text.parse::<TokenStream>().expect(&text)
        };
        let code = "#[allow(a)] #[cfg(x)] self.n += 1; #[cfg(not(x))] { f(); } #[cfg(y)] g(); \
            match a { #[cfg(x)] A { .. } if self.n == 1 => 2, B => 3 } h(I { #[cfg(x)] n: self.n, m })";
        let with = "#[allow(a)] #[cfg(x)] self.n += 1; #[cfg(y)] g(); \
            match a { #[cfg(x)] A { .. } if self.n == 1 => 2, B => 3 } h(I { #[cfg(x)] n: self.n, m })";
        let without = "#[cfg(not(x))] { f(); } #[cfg(y)] g(); match a { B => 3 } h(I { m })";
        for (predicate, expected) in [
            ("x", [block("n: u8 = 1,", with), block("", without)]),
            ("not(x)", [block("n: u8 = 1,", without), block("", with)]),
        ] {
            let input = block(&format!("#[cfg({predicate})] n: u8 = 1,"), code);
            let chosen = chosen(BlockMacro::Skill, &input).expect("two blocks").to_string();
            for expected in expected {
                assert!(chosen.contains(&expected.to_string()), "{chosen}\n{expected}");
            }
        }
    }

    #[test]
    fn attributes_in_code_are_left_to_rustc() {
        let block = "skill A() { state A { init { #[cfg(x)] f(); } } }";
        assert!(split(block.parse().expect(block), Place::Block).is_none());
    }
}
