//! The pieces that the parsers of all macros read: attributes, names, types, braces.

use super::errors::Errors;
pub use super::explain::found_token;
use super::names::{self, plain};
use super::position::Position;
use super::recover::take_until;
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseBuffer, ParseStream, Parser as _};
use syn::{
    Attribute, Ident, LitInt, Path, PathSegment, Token, Visibility, braced, bracketed,
    parenthesized,
};

/// The attribute of a block from which a state is left out: its name and the predicate.
pub const ABSENT: &str = "__absent";

/// Returns the content of the braces after `what`; other brackets are reported and read, too.
pub fn braces<'a>(
    input: ParseStream<'a>,
    what: &str,
    errors: &mut Errors,
) -> syn::Result<ParseBuffer<'a>> {
    let expected = format!("expected `{{ .. }}` after `{what}`");
    if (input.peek(Token![:]) || input.peek(Token![=])) && input.peek2(syn::token::Brace) {
        let sign: TokenTree = input.parse()?;
        errors.at(&sign, format!("{expected}, found `{sign}`\nhelp: remove it"));
    }
    if input.peek(syn::token::Paren) && input.peek2(syn::token::Brace) {
        let group: proc_macro2::Group = input.parse()?;
        errors.span(group.span_open(), format!("{expected}, found `(`\nhelp: remove it"));
    }
    let content;
    if input.peek(syn::token::Bracket) {
        let brackets = bracketed!(content in input);
        errors.span(brackets.span.open(), format!("{expected}, found `[`"));
        let _ = input.parse::<Token![;]>();
    } else if input.peek(syn::token::Paren) {
        let parentheses = parenthesized!(content in input);
        errors.span(parentheses.span.open(), format!("{expected}, found `(`"));
        let _ = input.parse::<Token![;]>();
    } else if input.peek(syn::token::Brace) {
        braced!(content in input);
    } else {
        return Err(input.error(expected));
    }
    Ok(content)
}

/// Whether braces follow on a keyword, perhaps with a sign before them that [`braces`] reports.
pub fn section_follows(input: ParseStream<'_>) -> bool {
    let has_sign = input.peek2(Token![:]) || input.peek2(Token![=]);
    input.peek2(syn::token::Brace) || has_sign && input.peek3(syn::token::Brace)
}

/// Returns the attributes before an item; those of what is around it are reported.
pub fn attributes(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Vec<Attribute>> {
    let mut attributes = Vec::new();
    while input.peek(Token![#]) {
        if input.peek2(Token![!]) {
            let hash: Token![#] = input.parse()?;
            input.parse::<Token![!]>()?;
            let content = input.parse::<TokenTree>()?.to_string();
            let message = if content.starts_with("[doc") {
                "unexpected inner doc comment\nhelp: write `///` before what it documents"
            } else {
                "unexpected inner attribute\nhelp: write `#[..]` before the item"
            };
            errors.at(&hash, message);
            continue;
        }
        if !input.peek2(syn::token::Bracket) {
            comment(input, errors)?;
            continue;
        }
        let (hash, content): (TokenTree, TokenTree) = (input.parse()?, input.parse()?);
        let tokens = TokenStream::from_iter([hash, content]);
        for attribute in Attribute::parse_outer.parse2(tokens)? {
            if attribute.path().is_ident(ABSENT) {
                let absent = |input: ParseStream<'_>| {
                    let name: Ident = input.parse()?;
                    input.parse::<Token![,]>()?;
                    Ok((plain(&name), super::label::print(&input.parse()?)))
                };
                errors.absent.extend(attribute.parse_args_with(absent).ok());
            } else if attribute.path().is_ident("skill") {
                errors.ok(runtime_path(&attribute));
            } else {
                attributes.push(attribute);
            }
        }
    }
    Ok(attributes)
}

/// A field of an interface or a message: it may have `#[unit = ".."]`.
pub const FIELD: &str = "a field";

/// Returns the attributes before `what`, something that is no skill or state. Those that would do nothing
/// are reported.
pub fn plain_attributes(
    input: ParseStream<'_>,
    what: &str,
    errors: &mut Errors,
) -> syn::Result<Vec<Attribute>> {
    const TAKEN: [&str; 7] = ["doc", "cfg", "allow", "warn", "deny", "forbid", "expect"];
    let attributes = attributes(input, errors)?;
    for attribute in &attributes {
        let name = names::print_path(attribute.path());
        if TAKEN.contains(&&*name) || name == "unit" && what == FIELD {
            continue;
        }
        let help = match &*name {
            "flush" => "write it as a word before the name: `flush Stop`",
            "max_age" => "write `max_age = 40ms;` in the interface, for all of its fields",
            "writer" => "write it after the type: `Type (writer = NAME)`",
            "name" | "rename" => "write the name before the skill: `\"name\" => Skill`",
            _ => "remove it; documentation, `cfg` and levels of lints are allowed here",
        };
        errors.at(attribute, format!("unexpected attribute `{name}` on {what}\nhelp: {help}"));
    }
    Ok(attributes)
}

/// Reports `# text`, which is a comment in other languages, and passes over its line.
fn comment(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    let hash: Token![#] = input.parse()?;
    let message = "unexpected `#`\nhelp: write comments as `// text`, attributes as `#[name]`";
    let line = |span: Span| Position::of(span).map(|at| at.line);
    let Some(first) = line(hash.span) else { return Err(syn::Error::new(hash.span, message)) };
    errors.at(&hash, message);
    take_until(input, |input| line(input.span()) != Some(first));
    Ok(())
}

/// Words before a name in Rust and in other languages, but not in lists.
const BEFORE: [&str; 6] = ["pub", "const", "static", "let", "final", "struct"];

/// Reports such a word, and passes over it.
pub fn before_name(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    let word = input.fork().call(Ident::parse_any).map(|word| word.to_string());
    if word.is_ok_and(|word| BEFORE.contains(&&*word)) && input.peek2(Ident::peek_any) {
        let word = input.call(Ident::parse_any)?;
        errors.at(&word, format!("unexpected `{word}`\nhelp: remove it"));
    }
    Ok(())
}

/// Parses the name of `what`. A keyword of Rust is reported, and taken as a raw name.
pub fn name(input: ParseStream<'_>, expected: &str, errors: &mut Errors) -> syn::Result<Ident> {
    if input.peek(Token![mut])
        && input.peek2(Ident::peek_any)
        && let Some(word) = input.parse::<Option<Token![mut]>>()?
    {
        errors.at(&word, "only parameters of states may be `mut`\nhelp: remove `mut`");
        // So that an assignment is no further error.
        errors.broken.extend(input.fork().call(Ident::parse_any).map(|name| plain(&name)));
    }
    before_name(input, errors)?;
    let word = input.call(Ident::parse_any).map_err(|error| {
        let found = found_token(input);
        let (expected, help) = expected.split_once('\n').unwrap_or((expected, ""));
        let newline = if help.is_empty() { "" } else { "\n" };
        syn::Error::new(error.span(), format!("{expected}{found}{newline}{help}"))
    })?;
    let text = plain(&word);
    let is_raw = word.to_string().starts_with("r#");
    if is_raw || syn::parse_str::<Ident>(&text).is_ok() {
        return Ok(word);
    }
    let expected = expected.split_once('\n').map_or(expected, |(expected, _)| expected);
    let name = names::ident(&text, word.span());
    let help = if name.to_string().starts_with("r#") {
        format!("write `r#{text}`, or choose another name")
    } else {
        "choose another name".to_owned()
    };
    let found = if text == "_" { "" } else { "keyword " };
    errors.at(&word, format!("{expected}, found {found}`{text}`\nhelp: {help}"));
    Ok(name)
}

/// Reports `:=` where `=` is meant, and reads its colon.
pub fn colon_equals(input: ParseStream<'_>, errors: &mut Errors) {
    if input.peek(Token![:])
        && input.peek2(Token![=])
        && let Ok(colon) = input.parse::<Token![:]>()
    {
        errors.at(&colon, "expected `=`, found `:=`\nhelp: remove the colon");
    }
}

/// Reports a keyword that is written twice before a name, and passes over it.
pub fn twice(input: ParseStream<'_>, word: &str, errors: &mut Errors) {
    while input.fork().call(Ident::parse_any).is_ok_and(|next| next == word)
        && input.peek2(Ident::peek_any)
        && let Ok(again) = input.call(Ident::parse_any)
    {
        errors.at(&again, format!("unexpected `{word}` after `{word}`\nhelp: remove one of them"));
    }
}

/// Reads the braces around the list of a block, as in `skills { A, B }`; reported.
pub fn list_in_braces<'a>(input: ParseStream<'a>, errors: &mut Errors) -> Option<ParseBuffer<'a>> {
    let ahead = input.fork();
    let word = ahead.parse::<Ident>().ok()?;
    let is_word = plain(&word).starts_with(char::is_lowercase);
    let list = ahead.parse::<proc_macro2::Group>().ok()?;
    let _ = ahead.parse::<Option<Token![,]>>();
    if !is_word || list.delimiter() != proc_macro2::Delimiter::Brace || !ahead.is_empty() {
        return None;
    }
    input.parse::<Ident>().ok()?;
    let content = braces(input, &word.to_string(), errors);
    let _ = input.parse::<Option<Token![,]>>();
    let help = "help: remove it and its braces: write the list itself";
    errors.at(&word, format!("unexpected `{word}` around the list\n{help}"));
    errors.ok(content)
}

/// The visibility of what a macro declares.
pub fn visibility(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Visibility> {
    let vis = input.parse()?;
    if !matches!(vis, Visibility::Inherited) {
        twice(input, "pub", errors);
    }
    Ok(vis)
}

/// Reports what follows the `body` of a block of a `macro_name`.
pub fn end(input: ParseStream<'_>, macro_name: &str, body: &Ident, errors: &mut Errors) {
    if input.is_empty() {
        return;
    }
    let ahead = input.fork();
    let head = ahead.call(Attribute::parse_outer).and_then(|_| ahead.parse::<Visibility>());
    let is_capital = |word: Ident| word.to_string().starts_with(char::is_uppercase);
    if head.is_ok() && ahead.parse::<Ident>().is_ok_and(is_capital) {
        let (of, rest) =
            (names::ident(macro_name, Span::call_site()), input.cursor().token_stream());
        errors.further = quote::quote!(::skill_runtime::#of! { #rest });
    }
    let message = format!(
        "expected the end of the block{}\nhelp: move it into the braces of `{body}`, or into a block of its own",
        found_token(input)
    );
    errors.absorb(super::recover::rejected(input, &message));
}

/// The name of what a macro declares. A keyword before it is reported.
pub fn declared_name(
    input: ParseStream<'_>,
    what: &str,
    expected: &str,
    errors: &mut Errors,
) -> syn::Result<Ident> {
    const KEYWORDS: [&str; 12] = [
        "struct",
        "enum",
        "type",
        "mod",
        "interface",
        "blackboard",
        "board",
        "space",
        "skill_space",
        "robot",
        "robot_parts",
        "field_group",
    ];
    let word = input.fork().call(Ident::parse_any).map(|word| word.to_string());
    let is_keyword = word.is_ok_and(|word| KEYWORDS.contains(&&*word));
    if is_keyword && input.peek2(Ident) && !input.peek2(kw::on) {
        let word = input.call(Ident::parse_any)?;
        let name = input.fork().parse::<Ident>()?;
        let message =
            format!("unexpected `{word}` before the name of the {what}\nhelp: write `pub {name}`");
        errors.at(&word, message);
    }
    name(input, expected, errors)
}

mod kw {
    syn::custom_keyword!(on);
}

/// Parses the path of an item, which ends with a name.
pub fn item_path(input: ParseStream<'_>) -> syn::Result<Path> {
    let path = input.call(Path::parse_mod_style)?;
    match path.segments.last() {
        Some(PathSegment { ident, .. })
            if ["self", "super", "crate", "Self"].iter().any(|word| ident == word) =>
        {
            let message = format!(
                "expected a name at the end of the path, found `{ident}`\nhelp: write the path of an item, as in `module::Name`"
            );
            Err(syn::Error::new(ident.span(), message))
        }
        _ => Ok(path),
    }
}

/// The value of `option = number;`, a limit of at least one; an error with `help` otherwise.
pub fn at_least_one(number: &LitInt, option: &str, help: &str, errors: &mut Errors) -> Option<u32> {
    let bound = match number.base10_parse() {
        Ok(0) => "at least 1".to_owned(),
        Ok(number) => return Some(number),
        Err(_) if number.base10_digits().starts_with('-') => "at least 1".to_owned(),
        Err(_) => format!("at most {}", u32::MAX),
    };
    errors.at(number, format!("`{option}` must be {bound}\nhelp: {help}"));
    None
}

/// Returns the path in `#[skill(crate = path)]`.
pub fn runtime_path(attr: &Attribute) -> syn::Result<Path> {
    attr.parse_args_with(|input: ParseStream<'_>| {
        input.parse::<Token![crate]>()?;
        input.parse::<Token![=]>()?;
        input.call(Path::parse_mod_style)
    })
    .map_err(|_| {
        let message = "expected the path of the runtime\nhelp: write `#[skill(crate = path)]`";
        syn::Error::new_spanned(attr, message)
    })
}
