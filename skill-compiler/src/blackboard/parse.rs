//! Tokens to the AST of a blackboard; ids and names once.

use super::ast::{Blackboard, Entry};
use crate::syntax::errors::Errors;
use crate::syntax::label::{print, print_type};
use crate::syntax::names::{field_of_id, ident, plain, snake};
use crate::syntax::read::{
    braces, declared_name, end, found_token, list_in_braces, name, plain_attributes, visibility,
};
use crate::syntax::recover::{list, rejected, take_until};
use crate::syntax::typed::typed;
use crate::syntax::types::one_interface;
use proc_macro2::TokenTree;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitStr, Token, Type, parenthesized};

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
    let inside = list_in_braces(&content, errors);
    for entry in list(inside.as_ref().unwrap_or(&content), errors, entry) {
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
    end(input, "blackboard", &name, errors);
    Ok(Blackboard { attrs, vis, name, entries })
}

fn entry(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Entry> {
    let attrs = plain_attributes(input, "an interface of a blackboard", errors)?;
    if input.peek(Token![pub]) && !input.peek2(Token![:]) {
        let vis: syn::Visibility = input.parse()?;
        let help = "help: remove it: the interfaces are as public as the blackboard";
        errors.at(&vis, format!("unexpected `pub` before an interface\n{help}"));
    }
    let (id, field) = match first(input, &attrs, errors)? {
        First::Whole(entry) => return Ok(*entry),
        First::Id(id, field) => (id, field),
    };
    if plain(&field).starts_with(char::is_uppercase)
        && let Some(entry) = id_after(input, &attrs, &syn::parse_quote!(#field), errors)?
    {
        return Ok(entry);
    }
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
    if let Some(entry) = id_after(input, &attrs, &ty, errors)? {
        return Ok(entry);
    }
    let mut writer = None;
    if input.peek(kw::writer) && input.peek2(Token![=]) {
        let rest = take_until(input, |input| input.peek(Token![,]));
        let help = format!("help: write `({})`", print(&rest));
        errors.at(&rest, format!("`writer` without parentheses\n{help}"));
        return Ok(Entry { attrs, id, field, ty, writer });
    }
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
        if let Ok(number) = options.fork().parse::<syn::LitInt>() {
            let of = crate::syntax::label::print_type(&ty);
            let message = format!("size of `{of}` in parentheses\nhelp: write `{of}<{number}>`");
            return Err(rejected(&options, &message));
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
        if let Ok(text) = options.fork().parse::<LitStr>()
            && let Ok(name) = text.parse::<Ident>()
        {
            options.parse::<LitStr>()?;
            let help = format!("help: remove the quotes: `writer = {name}`");
            errors.at(&text, format!("expected the name of the writer, found a string\n{help}"));
            writer = Some(name);
            take_until(&options, |_| false);
            return Ok(Entry { attrs, id, field, ty, writer });
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
    other_id_of_parameters(&id, &ty, errors);
    Ok(Entry { attrs, id, field, ty, writer })
}

/// Reports parameters that no skill finds.
fn other_id_of_parameters(id: &str, ty: &Type, errors: &mut Errors) {
    let Type::Path(path) = ty else { return };
    let Some(last) = path.path.segments.last().filter(|last| last.ident == "Parameters") else {
        return;
    };
    if id != "Parameters" && !last.arguments.is_none() {
        let help = format!("help: write `\"Parameters\": {}`", print_type(ty));
        errors.at(ty, format!("parameters with the id \"{id}\", which no skill reads\n{help}"));
    }
}

enum First {
    Id(String, Ident),
    /// One that is reported.
    Whole(Box<Entry>),
}

/// `"Id"` or `name` before the colon.
fn first(input: ParseStream<'_>, attrs: &[Attribute], errors: &mut Errors) -> syn::Result<First> {
    if input.peek(LitStr) {
        let id: LitStr = input.parse()?;
        let field = ident(&field_of_id(&id.value()), id.span());
        if input.peek(Token![=]) || input.peek(Token![=>]) {
            let (at, sign) = (input.span(), if input.peek(Token![=>]) { "=>" } else { "=" });
            let arrow = input.parse::<Option<Token![=>]>>()?;
            if arrow.is_none() {
                input.parse::<Token![=]>()?;
            }
            let help = format!("help: write `{:?}: Type`", id.value());
            errors.span(at, format!("expected `:` after the id, found `{sign}`\n{help}"));
            let ty = input.parse()?;
            return Ok(First::Whole(Box::new(Entry {
                attrs: attrs.to_vec(),
                id: id.value(),
                field,
                ty,
                writer: None,
            })));
        }
        Ok(First::Id(id.value(), field))
    } else {
        let expected = "expected an interface\nhelp: declare it as `\"Id\": Type` or `name: Type`";
        let field = name(input, expected, errors)?;
        if input.peek(Ident) && input.peek2(Token![:]) {
            let second: Ident = input.parse()?;
            if field == "optional" || field == "writes" {
                let help =
                    "help: remove it: it belongs into `depends_interfaces { .. }` of a skill";
                errors.at(&field, format!("`{field}` on a blackboard\n{help}"));
                return Ok(First::Id(plain(&second), second));
            }
            let id = format!("{field} {second}");
            let help = format!("help: write `{id:?}: Type`");
            errors.at(&field, format!("id of two words without quotes\n{help}"));
            let field = ident(&field_of_id(&id), field.span());
            input.parse::<Token![:]>()?;
            let (attrs, ty) = (attrs.to_vec(), input.parse()?);
            return Ok(First::Whole(Box::new(Entry { attrs, id, field, ty, writer: None })));
        }
        Ok(First::Id(plain(&field), field))
    }
}

/// Reads `as "Id"` or `= "Id"` after a type, which is reported.
fn id_after(
    input: ParseStream<'_>,
    attrs: &[Attribute],
    ty: &Type,
    errors: &mut Errors,
) -> syn::Result<Option<Entry>> {
    let sign = if input.peek(Token![as]) { "as" } else { "=" };
    if !(input.peek(Token![as]) || input.peek(Token![=])) || !input.peek2(LitStr) {
        return Ok(None);
    }
    let at = input.span();
    input.parse::<TokenTree>()?;
    let literal: LitStr = input.parse()?;
    let id = literal.value();
    let help = format!("help: write the id first: `{id:?}: {}`", print_type(ty));
    errors.span(at, format!("unexpected `{sign}` in a blackboard\n{help}"));
    let field = ident(&field_of_id(&id), literal.span());
    Ok(Some(Entry { attrs: attrs.to_vec(), id, field, ty: ty.clone(), writer: None }))
}
