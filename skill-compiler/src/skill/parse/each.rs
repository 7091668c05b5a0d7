//! Lists in brackets, whose entries are one for each skill of the header, and the names there.

use crate::skill::ast::{EachList, Others};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::plain;
use crate::syntax::read::{found_token, name};
use crate::syntax::recover::{take_to, take_until};
use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use syn::parse::{ParseStream, Parser as _};
use syn::{LitStr, Token};

/// The names of a header in brackets.
pub struct Header {
    pub name: Ident,
    pub others: Others,
    /// The rest in the brackets after the names, since the closing one is missing.
    pub rest: TokenStream,
}

/// `[LeftTo, RightTo]`
pub fn header(input: ParseStream<'_>, word: &str, errors: &mut Errors) -> syn::Result<Header> {
    let group: Group = input.parse()?;
    if group.delimiter() != Delimiter::Bracket {
        let names = label::print(&group.stream());
        let help = format!("help: write them in brackets: `{word} [{names}](..)`");
        let is_brace = group.delimiter() == Delimiter::Brace;
        let place = if is_brace { "braces" } else { "parentheses" };
        errors.span(group.span_open(), format!("names in {place}\n{help}"));
    }
    let help = format!("help: write `{word} [LEFT, RIGHT](arguments) {{ .. }}`");
    let mut names: Vec<Ident> = Vec::new();
    let (mut broken, mut rest, mut wrong) = (false, TokenStream::new(), None);
    let parse = |input: ParseStream<'_>| {
        while !input.is_empty() {
            if input.peek(syn::token::Paren) || input.peek(syn::token::Brace) {
                broken = true;
                let message = format!("expected `]` after the names in the header\n{help}");
                errors.span(input.span(), message);
                break;
            }
            let expected = format!("expected the name of a {word}\n{help}");
            match name(input, &expected, errors) {
                Ok(name) => match names.iter().find(|other| plain(other) == plain(&name)) {
                    Some(first) => {
                        broken = true;
                        let message = format!(
                            "duplicate name `{name}` in the header\nhelp: rename one of them"
                        );
                        errors.repeated(&name, first.span(), message);
                    }
                    None => names.push(name),
                },
                Err(error) => {
                    broken = true;
                    wrong.get_or_insert(error);
                    take_until(input, |input| input.peek(Token![,]));
                }
            }
            let ends = input.is_empty() || input.peek(syn::token::Paren);
            if !ends && input.parse::<Token![,]>().is_err() {
                broken = true;
                let found = found_token(input);
                errors.absorb(input.error(format!("expected `,` between two names{found}")));
                if !input.peek(syn::Ident) {
                    take_until(input, |input| {
                        input.peek(Token![,]) || input.peek(syn::token::Paren)
                    });
                    input.parse::<Option<Token![,]>>()?;
                }
            }
        }
        rest = input.parse()?;
        Ok(())
    };
    parse.parse2(group.stream())?;
    let mut names = names.into_iter();
    let Some(name) = names.next() else {
        let message = format!("expected the names of the {word}s between the brackets\n{help}");
        return Err(wrong.unwrap_or_else(|| syn::Error::new(group.span(), message)));
    };
    if let Some(error) = wrong {
        errors.absorb(error);
    }
    let names: Vec<Ident> = names.collect();
    if names.is_empty() && !broken {
        broken = true;
        let message = format!(
            "list of one {word}\nhelp: write `{word} {name}(..)`, or add the names of the others"
        );
        errors.span(group.span(), message);
    }
    Ok(Header { name, others: Others { names, broken }, rest })
}

/// Reads `LEFT, RIGHT(` or `<LEFT, RIGHT>(`, which is reported.
pub fn without_brackets(input: ParseStream<'_>, word: &str, errors: &mut Errors) -> Option<Header> {
    let ahead = input.fork();
    let is_angle = ahead.parse::<Option<Token![<]>>().ok()?.is_some();
    let mut names = vec![ahead.parse::<Ident>().ok()?];
    while ahead.parse::<Token![,]>().is_ok() {
        names.push(ahead.parse().ok()?);
    }
    if is_angle {
        ahead.parse::<Token![>]>().ok()?;
    }
    if names.len() < 2 || !ahead.peek(syn::token::Paren) {
        return None;
    }
    let at = input.span();
    take_until(input, |input| input.peek(syn::token::Paren));
    let list: Vec<String> = names.iter().map(Ident::to_string).collect();
    let help = format!("help: write `{word} [{}](..)`", list.join(", "));
    errors.span(at, format!("names of several {word}s without brackets\n{help}"));
    let name = names.remove(0);
    Some(Header { name, others: Others { names, broken: false }, rest: TokenStream::new() })
}

/// The entries of a list of ids, and examples.
pub const IDS: (&str, &str) = ("ids", "\"Left\", \"Right\"");

/// `[A, B]`; `what` are its entries, of which there is an example.
pub fn list<T>(
    input: ParseStream<'_>,
    (what, example): (&str, &str),
    errors: &mut Errors,
    entry: impl Fn(ParseStream<'_>, &mut Errors) -> syn::Result<T>,
) -> syn::Result<EachList<T>> {
    let group: Group = input.parse()?;
    let (before, span) = (errors.count(), group.span());
    let parse = |input: ParseStream<'_>| Ok(crate::syntax::recover::list(input, errors, entry));
    let all = parse.parse2(group.stream())?;
    if all.is_empty() && errors.count() == before {
        let message =
            format!("expected {what} between the brackets, one for each name of the header");
        errors.span(span, format!("{message}\nhelp: list them as in `[{example}]`"));
    }
    Ok(EachList { span, all, broken: errors.count() > before })
}

/// The id of an interface. A name without quotes is reported, and taken.
pub fn id(input: ParseStream<'_>, variable: &Ident, errors: &mut Errors) -> syn::Result<LitStr> {
    if input.peek(LitStr) {
        return input.parse();
    }
    let ahead = input.fork();
    let mut words = Vec::new();
    while let Ok(word) = ahead.parse::<Ident>() {
        words.push(plain(&word));
    }
    let id = words.join(" ");
    let help = if words.is_empty() {
        format!("help: write `{variable}: Type = \"Id\"`")
    } else {
        format!("help: write the id in quotes: `\"{id}\"`")
    };
    let found = found_token(input);
    let message = format!("expected a string literal with the id of the interface{found}\n{help}");
    if let Ok(word) = input.fork().parse::<Ident>()
        && !input.peek2(Token![::])
    {
        errors.span(input.span(), message);
        take_to(input, &ahead);
        return Ok(LitStr::new(&id, word.span()));
    }
    Err(input.error(message))
}

/// Reads `| "Right"` after an id, which is reported.
pub fn joined_ids(
    input: ParseStream<'_>,
    variable: &Ident,
    first: Option<&LitStr>,
    errors: &mut Errors,
) -> Option<EachList<LitStr>> {
    if !(input.peek(Token![|]) && input.peek2(LitStr)) {
        return None;
    }
    let (span, mut all) = (input.span(), Vec::from_iter(first.cloned()));
    let help = format!("help: write `{variable}: Type = [{}]`", IDS.1);
    errors.span(span, format!("ids joined by `|`\n{help}"));
    while input.parse::<Token![|]>().is_ok() {
        all.extend(input.parse::<LitStr>());
    }
    Some(EachList { span, all, broken: true })
}
