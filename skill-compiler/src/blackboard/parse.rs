//! Tokens to the AST of a blackboard; ids and names once.

use super::ast::{Blackboard, Entry};
use crate::syntax::errors::Errors;
use crate::syntax::label::{print, print_type};
use crate::syntax::names::{field_of_id, ident, plain, snake};
use crate::syntax::read::{
    braces, declared_name, end, found_token, name, plain_attributes, typed, visibility,
};
use crate::syntax::recover::{list, rejected, take_until};
use crate::syntax::types::one_interface;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Token, parenthesized};

mod kw {
    syn::custom_keyword!(writer);
}

/// Most interfaces of a blackboard.
const MAX_INTERFACES: usize = 64;

/// `/// docs  pub NAME { entries }`
pub fn blackboard(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Blackboard> {
    let attrs = plain_attributes(input, "a blackboard", errors)?;
    let vis = visibility(input, errors)?;
    let expected = "expected a blackboard\nhelp: write `pub NAME { \"Id\": Interface, .. }`";
    let name = declared_name(input, "blackboard", expected, errors)?;
    let content = braces(input, &name.to_string(), errors)?;
    let mut entries: Vec<Entry> = Vec::new();
    for entry in list(&content, errors, entry) {
        let same = |other: &&Entry| other.id == entry.id || other.field == entry.field;
        if let Some(other) = entries.iter().find(same) {
            let message = format!(
                "the ids \"{}\" and \"{}\" denote the same interface\nhelp: use another id",
                other.id, entry.id
            );
            errors.repeated(&entry.field, other.field.span(), message);
        } else {
            entries.push(entry);
        }
    }
    if entries.len() > MAX_INTERFACES {
        errors.at(
            &entries[MAX_INTERFACES].field,
            format!("too many interfaces\nhelp: a blackboard can have at most {MAX_INTERFACES}"),
        );
        entries.truncate(MAX_INTERFACES);
    }
    end(input, &name, errors);
    Ok(Blackboard { attrs, vis, name, entries })
}

fn entry(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Entry> {
    let attrs = plain_attributes(input, "an interface of a blackboard", errors)?;
    if input.peek(Token![pub]) && !input.peek2(Token![:]) {
        let vis: syn::Visibility = input.parse()?;
        let help = "help: remove it: the interfaces are as public as the blackboard";
        errors.at(&vis, format!("unexpected `pub` before an interface\n{help}"));
    }
    let (id, field) = if input.peek(LitStr) {
        let id: LitStr = input.parse()?;
        let field = ident(&field_of_id(&id.value()), id.span());
        if let Ok(equals) = input.parse::<Token![=]>() {
            let help = format!("help: write `{:?}: Type`", id.value());
            errors.at(&equals, format!("expected `:` after the id, found `=`\n{help}"));
            let ty = input.parse()?;
            return Ok(Entry { attrs, id: id.value(), field, ty, writer: None });
        }
        (id.value(), field)
    } else {
        let expected = "expected an interface\nhelp: declare it as `\"Id\": Type` or `name: Type`";
        let field = name(input, expected, errors)?;
        (plain(&field), field)
    };
    let missing = if plain(&field).starts_with(char::is_uppercase) {
        format!(
            "missing name for interface `{field}`\nhelp: write `{}: {field}`, or `\"Id\": {field}`",
            snake(&plain(&field))
        )
    } else {
        format!("missing type for the interface\nhelp: provide a type: `{field}: Type`")
    };
    let ty = typed(input, &field, &missing, errors)?;
    let ty = one_interface(&field, ty, errors);
    let mut writer = None;
    if input.peek(syn::token::Paren) {
        let options;
        parenthesized!(options in input);
        let is_age = |word: Ident| word == "max_age" || word == "keeps_running";
        if options.fork().call(Ident::parse_any).is_ok_and(is_age) {
            let word = options.call(Ident::parse_any)?;
            let (shown, rest) = (print_type(&ty), take_until(&options, |_| false));
            let cure = print(&rest);
            let cure = cure.trim();
            let help = format!(
                "help: remove it; write `{word} {cure};` in `interface! {{ {shown} {{ .. }} }}`, or `({word} {cure})` after the interface in a skill"
            );
            let help = if word == "max_age" {
                help
            } else {
                "help: remove it; write it after the interface in a skill".to_owned()
            };
            errors.at(&word, format!("`{word}` in a blackboard\n{help}"));
            return Ok(Entry { attrs, id, field, ty, writer });
        }
        if !options.peek(kw::writer) {
            let message = "expected `writer`\nhelp: write `writer = skills`, or name the component that writes it";
            return Err(rejected(&options, message));
        }
        options.parse::<kw::writer>()?;
        if options.parse::<Option<Token![=]>>()?.is_none() {
            let found = found_token(&options);
            let help = "help: write `writer = NAME`";
            errors.absorb(options.error(format!("expected `=` after `writer`{found}\n{help}")));
            options.parse::<Option<Token![:]>>()?;
            if options.peek(LitStr) {
                options.parse::<LitStr>()?;
            }
            if options.is_empty() {
                return Ok(Entry { attrs, id, field, ty, writer });
            }
        }
        let expected = "expected the name of the writer\nhelp: write `writer = skills`, or name the component that writes it";
        writer = Some(options.call(Ident::parse_any).map_err(|_| rejected(&options, expected))?);
        if !options.is_empty() {
            return Err(rejected(
                &options,
                "expected `)` after the writer\nhelp: remove what is after it",
            ));
        }
    }
    Ok(Entry { attrs, id, field, ty, writer })
}
