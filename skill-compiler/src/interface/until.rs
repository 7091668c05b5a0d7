//! `Drive { .. } until Stop`: messages that run until another one is sent.

use super::ast::{Interface, Message};
use super::kw;
use crate::syntax::at::rt;
use crate::syntax::errors::Errors;
use crate::syntax::names::{self, camel, did_you_mean, nearest, plain};
use crate::syntax::read::found_token;
use crate::syntax::recover::take_until;
use crate::syntax::rust_analyzer;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Token};

/// Reads `until NAME` after the message `name`, if it is there.
pub fn parse(
    input: ParseStream<'_>,
    name: &Ident,
    errors: &mut Errors,
) -> syn::Result<Option<Ident>> {
    if let Some(word) = misspelt(input) {
        input.call(Ident::parse_any)?;
        let help = "help: did you mean `until`?";
        errors.at(&word, format!("unexpected `{word}` after message `{name}`\n{help}"));
    } else if let Some(until) = input.parse::<Option<kw::until>>()? {
        errors.record_keyword("until", until.span);
    } else {
        return Ok(None);
    }
    let ending = ending(input, errors)?;
    let help = format!("help: remove it, `{ending}` is sent without values");
    if input.peek(syn::token::Paren) || input.peek(syn::token::Brace) {
        let values: TokenTree = input.parse()?;
        errors.at(&values, format!("unexpected values after `until {ending}`\n{help}"));
    }
    let another = input.peek(Token![|]) || input.peek(Token![||]) || input.peek(kw::until);
    let word = input.fork().parse::<Ident>();
    if another || word.is_ok_and(|word| word == "or" || word == "and") {
        let more = take_until(input, |input| input.peek(Token![,]));
        let help = "help: name one message that ends it";
        errors.at(&more, format!("unexpected tokens after `until {ending}`\n{help}"));
    }
    Ok(Some(ending))
}

/// Reads `until NAME` before a message, which is reported.
pub fn early(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<Ident>> {
    if !(input.peek(kw::until) && input.peek2(Ident)) {
        return Ok(None);
    }
    if !input.peek3(Ident) && !input.peek3(syn::token::Brace) {
        let help = "help: remove the `,` before it: it belongs to the message before";
        return Err(input.error(format!("expected a message, found `until`\n{help}")));
    }
    let (until, ending) = (input.parse::<kw::until>()?, input.parse::<Ident>()?);
    let name: Ident = input.fork().parse()?;
    let help = format!("help: write it after the message: `{name} {{ .. }} until {ending}`");
    errors.at(&until, format!("`until` before a message\n{help}"));
    Ok(Some(ending))
}

/// Another word in the place of `until`, before a name.
fn misspelt(input: ParseStream<'_>) -> Option<Ident> {
    let word = input.fork().call(Ident::parse_any).ok().filter(|_| input.peek2(Ident))?;
    let words = ["while", "till", "unless", "before", "ends", "ended", "stop", "stops"];
    let is_meant =
        words.iter().any(|other| word == other) || nearest(&plain(&word), ["until"]).is_some();
    (word != "until" && is_meant).then_some(word)
}

/// The name of the message after `until`.
fn ending(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Ident> {
    if let Some(flush) = input.parse::<Option<kw::flush>>()? {
        let help = "help: remove it, and write it where the message is declared: `flush Stop`";
        errors.at(&flush, format!("unexpected `flush` after `until`\n{help}"));
    }
    if let Ok(text) = input.fork().parse::<LitStr>()
        && let Ok(name) = text.parse::<Ident>()
    {
        input.parse::<LitStr>()?;
        let help = format!("help: write `until {name}`");
        errors.at(&text, format!("expected a message after `until`, found a string\n{help}"));
        return Ok(name);
    }
    if input.peek(Ident) && (input.peek2(Token![::]) || input.peek2(Token![.])) {
        let path = take_until(input, |input| input.peek(Token![,]));
        let name = path.clone().into_iter().filter_map(|token| match token {
            TokenTree::Ident(word) => Some(names::ident(&camel(&plain(&word)), word.span())),
            _ => None,
        });
        let name = name.last().ok_or_else(|| input.error("expected a message after `until`"))?;
        let help = format!("help: write `until {name}`: it is a message of the same interface");
        errors.at(&path, format!("unexpected path after `until`\n{help}"));
        return Ok(name);
    }
    input.parse().map_err(|error: syn::Error| {
        let found = found_token(input);
        let message = format!("expected a message after `until`{found}\nhelp: write `until Stop`");
        syn::Error::new(error.span(), message)
    })
}

/// Reports what cannot end a message, and returns the names after `until`, each once: a message
/// whose end is reported runs nevertheless.
pub fn check(messages: &mut [Message], errors: &mut Errors) -> Vec<String> {
    let known: Vec<(String, bool, bool)> = messages
        .iter()
        .map(|of| (plain(&of.name), of.flush, of.fields.is_empty() && of.groups.is_empty()))
        .collect();
    let (mut meant, mut endings) = (Vec::new(), Vec::new());
    for message in messages.iter() {
        let (name, flush) = (&message.name, message.flush);
        let Some(ending) = &message.until else { continue };
        if !endings.contains(&plain(ending)) {
            endings.push(plain(ending));
        }
        if meant.contains(&plain(ending)) {
            continue;
        }
        let found = known.iter().find(|(name, ..)| plain(ending) == *name);
        let problem = match found {
            _ if flush => Some(format!(
                "flush message `{name}` with `until`\nhelp: remove `until {ending}`, or remove `flush`"
            )),
            None => {
                let mut names = known.iter().filter(|of| of.1 && of.2).map(|(name, ..)| &**name);
                let help = match (did_you_mean(&plain(ending), names.clone()), names.next()) {
                    (near, Some(first)) if near.is_empty() && names.next().is_none() => {
                        format!("\nhelp: write `until {first}`, or declare it: `flush {ending}`")
                    }
                    (near, _) if near.is_empty() => format!("\nhelp: declare it: `flush {ending}`"),
                    (near, _) => near,
                };
                Some(format!("no message `{ending}` in this interface{help}"))
            }
            Some(_) if plain(name) == plain(ending) => Some(format!(
                "message `{name}` cannot end itself\nhelp: name a `flush` message without fields, such as `Stop`"
            )),
            Some((_, false, _)) => Some(format!(
                "`{ending}` ends another message, but is no `flush` message\nhelp: declare it as `flush {ending}`, so that it is sent even if the queue is full"
            )),
            Some((.., false)) => Some(format!(
                "`{ending}` ends another message, but has fields, whose values nobody gives\nhelp: name a `flush` message without fields"
            )),
            Some(_) => None,
        };
        if let Some(problem) = problem {
            errors.at(ending, problem);
            if found.is_some() && !flush && plain(name) != plain(ending) {
                meant.push(plain(ending));
            }
        }
    }
    // What ends a message is sent as one that flushes.
    for message in messages.iter_mut() {
        message.flush |= meant.contains(&plain(&message.name));
    }
    endings
}

/// The names after `until`, also of what cannot be there, for an IDE.
pub fn shown(interface: &Interface) -> Option<TokenStream> {
    let names = interface.messages.iter().filter_map(|message| message.until.as_ref());
    let names: Vec<_> = names.collect();
    (!names.is_empty()).then(|| {
        let shown = rust_analyzer::only(&quote!(type __Until = (#(#names,)*);));
        quote!(#[allow(unexpected_cfgs)] const _: () = { #shown };)
    })
}

/// The items of `impl Interface` about the messages that run; `all` is the enum of messages.
pub fn items(interface: &Interface, all: &Ident) -> TokenStream {
    let rt = rt();
    let endings = &interface.endings;
    if endings.is_empty() {
        return quote!(
            type Running = ();
        );
    }
    let place = |name: &Ident| endings.iter().position(|ending| *ending == plain(name));
    let roles = interface.messages.iter().filter_map(|message| {
        let (name, runs) = (&message.name, message.until.as_ref().and_then(place));
        let runs = runs.map(|place| quote!(Runs(#place)));
        let role = runs.or_else(|| place(name).map(|place| quote!(Ends(#place))))?;
        Some(quote!(#all::#name(_) => #rt::Role::#role,))
    });
    let count = endings.len();
    let endings = interface.messages.iter().filter_map(|message| {
        let (name, place) = (&message.name, place(&message.name)?);
        // One with fields is reported.
        if !message.fields.is_empty() || !message.groups.is_empty() {
            return None;
        }
        Some(quote!(#place => #rt::Some(#all::#name(#name {})),))
    });
    let has_id = interface.has_field("msgid", "u32");
    let carried_out = has_id.then(|| {
        quote! {
            const SHOWS_RUNNING: bool = true;
            #[inline]
            fn carried_out(&self) -> #rt::MessageId { #rt::MessageId(self.msgid) }
        }
    });
    quote! {
        type Running = #rt::Runs<#count>;
        #[allow(unreachable_patterns)]
        #[inline]
        fn role(message: &#all) -> #rt::Role {
            match message { #(#roles)* _ => #rt::Role::None }
        }
        #[inline]
        fn ending(place: usize) -> #rt::Option<#all> {
            match place { #(#endings)* _ => #rt::None }
        }
        #carried_out
    }
}
