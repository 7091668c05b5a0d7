//! Tokens to the AST of an interface.

use super::ast::{Bits, Constant, Enum, Interface, Item};
use super::field_list::{fields, unknown_type};
use super::kw;
use super::message::{capacity, message};
use crate::skill::{MaxAge, max_age};
use crate::syntax::errors::{Errors, Sections};
use crate::syntax::explain::CodeKind;
use crate::syntax::label;
use crate::syntax::names::{did_you_mean, nearest};
use crate::syntax::read::{
    braces, declared_name, end, found_token, item_path, name, plain_attributes, visibility,
};
use crate::syntax::recover::{begins_attribute, list, parse_all, rejected, take_until};
use crate::syntax::typed::typed;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Ident, Token, Type, braced, bracketed, parenthesized};

const AGE: &str = "help: write `max_age = 100ms;`, or `max_age = never;`";

/// `/// docs  pub NAME { items }`
pub fn interface(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Interface> {
    let attrs = plain_attributes(input, "an interface", errors)?;
    let vis = visibility(input, errors)?;
    let expected = "expected an interface\nhelp: write `pub NAME { fields { .. } }`";
    if begins_item(input) && input.peek2(syn::token::Brace) {
        let help = "help: write `pub NAME { fields { .. } }`";
        let message = format!("missing name of the interface\n{help}");
        return Err(rejected(input, &message));
    }
    let name = declared_name(input, "interface", expected, errors)?;
    let mut interface = Interface {
        sections: Sections::default(),
        attrs,
        vis,
        name,
        max_age: MaxAge::OfInterface,
        constants: Vec::new(),
        enums: Vec::new(),
        bits: Vec::new(),
        fields: Vec::new(),
        lost_fields: false,
        groups: Vec::new(),
        messages: Vec::new(),
        endings: Vec::new(),
        capacity: None,
    };
    let mut params: Vec<Ident> = Vec::new();
    if input.peek(Token![<]) {
        let generics = input.parse::<syn::Generics>()?;
        let help = "help: remove them: each field has a type of the language";
        errors.at(&generics, format!("generic parameters on an interface\n{help}"));
        params.extend(generics.type_params().map(|param| param.ident.clone()));
    }
    let content = braces(input, &interface.name.to_string(), errors)?;
    while !content.is_empty() {
        if let Err(error) = item(&content, &mut interface, errors) {
            errors.absorb(error);
            errors.lost.declaration = true;
            interface.lost_fields = true;
            // What is in its braces is a part of it.
            take_until(&content, |input| begins_item(input) || input.peek(syn::token::Brace));
            if content.peek(syn::token::Brace) {
                content.parse::<TokenTree>()?;
            }
        }
    }
    let messages = interface.messages.iter_mut().flat_map(|message| &mut message.fields);
    for field in messages.chain(&mut interface.fields) {
        let is_param =
            |param: &Ident| matches!(&field.ty, Type::Path(ty) if ty.path.is_ident(param));
        if params.iter().any(is_param) {
            // Any type does.
            field.ty = syn::parse_quote!(f32);
        }
    }
    end(input, "interface", &interface.name, errors);
    Ok(interface)
}

fn begins_item(input: ParseStream<'_>) -> bool {
    input.peek(Token![enum])
        || input.peek(Token![const])
        || input.peek(kw::bits)
        || input.peek(kw::fields)
        || input.peek(kw::messages)
        || input.peek(kw::max_age)
}

fn item(input: ParseStream<'_>, interface: &mut Interface, errors: &mut Errors) -> syn::Result<()> {
    let attrs = plain_attributes(input, "an item of an interface", errors)?;
    if input.peek(Token![const]) {
        interface.constants.push(constant(input, attrs, errors)?);
    } else if input.peek(Token![enum]) || means_enum(input) {
        interface.enums.push(enumeration(input, attrs, errors)?);
    } else if input.peek(kw::max_age) {
        let keyword = input.parse::<kw::max_age>()?;
        errors.record_keyword("max_age", keyword.span);
        interface.sections.begin("max_age", keyword.span, errors);
        let sign = input.parse::<Token![=]>().map_err(|error| {
            syn::Error::new(error.span(), format!("expected `=`{}\n{AGE}", found_token(input)))
        })?;
        let time = take_until(input, |input| {
            input.peek(Token![;])
                || input.peek(Token![,])
                || input.peek(Token![#])
                || begins_item(input)
        });
        let max_age = errors.ok((|input: ParseStream<'_>| max_age(input, sign.span)).parse2(time));
        if let Ok(comma) = input.parse::<Token![,]>() {
            errors.at(&comma, format!("expected `;` after `max_age`, found `,`\n{AGE}"));
        } else {
            input.parse::<Token![;]>().map_err(|_| {
                syn::Error::new(keyword.span, format!("missing `;` after `max_age`\n{AGE}"))
            })?;
        }
        interface.max_age = max_age.unwrap_or(interface.max_age);
    } else if input.peek(kw::bits) {
        interface.bits.push(bits(input, attrs, errors)?);
    } else if input.peek(kw::fields) || means(input, "fields") {
        if let Some(word) = misspelt(input, "fields { .. }", errors)? {
            interface.sections.begin("fields", word, errors);
        }
        let content = braces(input, "fields", errors)?;
        let before = errors.lost.entries;
        fields(&content, errors, &mut interface.fields, &mut interface.groups);
        interface.lost_fields |= errors.lost.entries > before;
    } else if input.peek(kw::messages) || means(input, "messages") {
        if let Some(word) = misspelt(input, "messages { .. }", errors)? {
            interface.sections.begin("messages", word, errors);
        }
        if input.peek(kw::capacity) || input.peek(kw::words) {
            let options = take_until(input, |input| input.peek(syn::token::Brace));
            let help = format!("help: write `messages ({}) {{ .. }}`", label::print(&options));
            errors.at(&options, format!("options of `messages` without parentheses\n{help}"));
        }
        if input.peek(syn::token::Paren)
            || input.peek(syn::token::Bracket) && input.peek2(syn::token::Brace)
        {
            let options;
            if input.peek(syn::token::Bracket) {
                let brackets = bracketed!(options in input);
                let help = "help: write `messages (capacity = 4) { .. }`";
                errors.span(
                    brackets.span.open(),
                    format!("expected `(` after `messages`, found `[`\n{help}"),
                );
            } else {
                parenthesized!(options in input);
            }
            interface.capacity = errors.ok(capacity(&options));
            if interface.capacity.is_some() && !options.is_empty() {
                let message = format!(
                    "expected `)` after the size of the queue{}\nhelp: remove what is after it: a queue has one size, `capacity` or `words`",
                    found_token(&options)
                );
                errors.absorb(rejected(&options, &message));
            }
            take_until(&options, |_| false);
        }
        let content = braces(input, "messages", errors)?;
        interface.messages.extend(list(&content, errors, message));
    } else if input.peek(Ident) && input.peek2(Token![:]) && !input.peek2(Token![::]) {
        errors.span(input.span(), unexpected_item(input));
        let parse = |input: ParseStream<'_>| {
            fields(input, errors, &mut interface.fields, &mut interface.groups);
            Ok(())
        };
        let list = take_until(input, begins_item);
        parse.parse2(list)?;
    } else if input.peek(syn::token::Brace) {
        let (at, unexpected) = (input.span(), unexpected_item(input));
        let content;
        braced!(content in input);
        let holds_messages = holds_messages(&content);
        let keyword = if holds_messages { "messages" } else { "fields" };
        errors.span(at, format!("{unexpected}\nhelp: write `{keyword} {{ .. }}`"));
        if holds_messages {
            interface.messages.extend(list(&content, errors, message));
        } else {
            fields(&content, errors, &mut interface.fields, &mut interface.groups);
        }
    } else if input.peek(kw::flush) {
        return Err(input.error(
            "unexpected `flush`\nhelp: write it before a message: `messages { flush Stop }`",
        ));
    } else {
        return Err(input.error(unexpected_item(input)));
    }
    Ok(())
}

/// `bits PREFIX_..group: u32;`
fn bits(input: ParseStream<'_>, attrs: Vec<Attribute>, errors: &mut Errors) -> syn::Result<Bits> {
    const HELP: &str = "help: write `bits PREFIX_..group: u32;`";
    let keyword = input.parse::<kw::bits>()?;
    let expected = |what: &str| {
        let found = found_token(input);
        syn::Error::new(input.span(), format!("expected {what}{found}\n{HELP}"))
    };
    let prefix = input.parse().map_err(|_| {
        let name = "the beginning of the constants' names after `bits`";
        expected(name)
    })?;
    input.parse::<Token![..]>().map_err(|_| expected("`..` and a field group"))?;
    let group = item_path(input)?;
    let mut ty: Type = syn::parse_quote!(u32);
    if input.parse::<Token![:]>().is_ok() {
        let given: Type = input.parse().map_err(|_| expected("a type"))?;
        let text = label::print_type(&given);
        if text.starts_with(['f', 'i']) || text == "bool" {
            let help = "help: write `u32`, of which each field of the group has a bit";
            errors.at(&given, format!("`{text}` has no bits for the fields of a group\n{help}"));
        } else {
            ty = given;
        }
    } else {
        let text = label::print(&group.to_token_stream());
        let help = format!("help: write `bits {prefix}..{text}: u32;`");
        errors.at(&group, format!("missing type of the bits of `{text}`\n{help}"));
        take_until(input, |input| input.peek(Token![;]) || begins_item(input));
    }
    if input.parse::<Token![;]>().is_err() {
        errors.span(keyword.span, format!("missing `;` after `bits`\n{HELP}"));
    }
    Ok(Bits { attrs, prefix, group, ty })
}

/// Whether another word is in the place of a keyword before braces: `topic { rpm: f32 }`.
fn means(input: ParseStream<'_>, keyword: &str) -> bool {
    let Ok(word) = input.fork().parse::<Ident>() else { return false };
    let words: &[&str] = match keyword {
        "fields" => &["topic", "topics", "data", "members", "state", "inputs", "values"],
        _ => &["service", "services", "command", "commands", "actions", "msgs", "events"],
    };
    let is_meant =
        words.iter().any(|other| word == other) || nearest(&word.to_string(), [keyword]).is_some();
    is_meant && (input.peek2(syn::token::Brace) || input.peek2(syn::token::Paren))
}

/// Whether another word is in the place of `enum`: `enumeration Side { .. }`.
fn means_enum(input: ParseStream<'_>) -> bool {
    let Ok(word) = input.fork().parse::<Ident>() else { return false };
    let is_meant = word.to_string().to_lowercase().starts_with("enum");
    is_meant && input.peek2(Ident) && input.peek3(syn::token::Brace)
}

/// Reads the keyword with which an item begins, and returns its place; a word in its place is reported.
fn misspelt(input: ParseStream<'_>, item: &str, errors: &mut Errors) -> syn::Result<Option<Span>> {
    let word = Ident::parse_any(input)?;
    if item.starts_with(&format!("{word} ")) {
        return Ok(Some(word.span()));
    }
    let help = format!("help: write `{item}`");
    errors.at(&word, format!("unexpected `{word}` in an interface\n{help}"));
    Ok(None)
}

/// Whether braces without a keyword hold messages, whose names begin with a capital letter.
fn holds_messages(input: ParseStream<'_>) -> bool {
    let is_capital = |word: Ident| word.to_string().starts_with(char::is_uppercase);
    input.peek(kw::flush) || input.fork().parse::<Ident>().is_ok_and(is_capital)
}

/// The message about something that is no item of an interface.
fn unexpected_item(input: ParseStream<'_>) -> String {
    const ITEMS: [&str; 6] = ["fields", "messages", "enum", "const", "bits", "max_age"];
    let found = found_token(input);
    let found = found.trim_start_matches(", found ");
    let word = found.trim_matches('`');
    let help = match did_you_mean(word, ITEMS) {
        near if !near.is_empty() => near,
        _ if input.peek(Ident) && input.peek2(Token![:]) => {
            "\nhelp: write fields as `fields { name: Type }`".to_owned()
        }
        _ if input.peek(Token![;]) || input.peek(Token![,]) => "\nhelp: remove it".to_owned(),
        _ if matches!(word, "struct" | "fn" | "type" | "use" | "impl") => {
            "\nhelp: move Rust items out of the macro".to_owned()
        }
        _ => String::new(),
    };
    format!(
        "unexpected {found} in an interface, expected one of `fields {{ .. }}`, `messages {{ .. }}`, `enum`, `const`{help}"
    )
}

/// `enum Name { A, B }`
fn enumeration(
    input: ParseStream<'_>,
    attrs: Vec<Attribute>,
    errors: &mut Errors,
) -> syn::Result<Enum> {
    const ITEM: &str = "enum Name { A, B }";
    misspelt(input, ITEM, errors)?;
    if (input.peek(syn::Ident::peek_any) && input.peek2(Ident))
        && let Ok(word) = input.call(Ident::parse_any)
    {
        errors.at(&word, format!("unexpected `{word}` after `enum`\nhelp: remove it"));
    }
    let expected = format!("expected a name after `enum`\nhelp: write `{ITEM}`");
    let name = name(input, &expected, errors)?;
    if input.peek(Token![:]) && input.peek2(Ident) {
        let ty = take_until(input, |input| input.peek(syn::token::Brace));
        let help = "help: remove it: it is stored as `u32`";
        errors.at(&ty, format!("type of enum `{name}`\n{help}"));
    }
    let content = braces(input, &format!("enum {name}"), errors)?;
    let (is_empty, before) = (content.is_empty(), errors.lost.entries);
    let items = list(&content, errors, enum_item);
    if is_empty {
        errors.at(&name, format!("enum `{name}` has no values\nhelp: add at least one"));
    }
    let lost = is_empty || errors.lost.entries > before;
    errors.lost.declaration |= lost;
    Ok(Enum { attrs, name, items, lost })
}

/// `const NAME: Type = VALUE;`
fn constant(
    input: ParseStream<'_>,
    attrs: Vec<Attribute>,
    errors: &mut Errors,
) -> syn::Result<Constant> {
    input.parse::<Token![const]>()?;
    let name = name(
        input,
        "expected a name after `const`\nhelp: write `const NAME: Type = VALUE;`",
        errors,
    )?;
    match typed_constant(input, &name, errors) {
        Ok((ty, value)) => Ok(Constant { attrs, name, ty, value }),
        Err(error) => {
            errors.absorb(error);
            take_until(input, |input| input.peek(Token![;]) || begins_item(input));
            input.parse::<Option<Token![;]>>()?;
            let ty = unknown_type(errors);
            let value = ty.to_token_stream();
            Ok(Constant { attrs, name, ty, value })
        }
    }
}

/// `: Type = VALUE;` after the name of a constant.
fn typed_constant(
    input: ParseStream<'_>,
    name: &Ident,
    errors: &mut Errors,
) -> syn::Result<(Type, TokenStream)> {
    let help = format!("help: write `const {name}: Type = VALUE;`");
    let missing = format!("missing type for `{name}`\n{help}");
    let ty = typed(input, name, &missing, errors)?;
    let (at, found) = (input.span(), found_token(input));
    let equals = input.parse::<Option<Token![=]>>()?;
    if equals.is_none() && (input.is_empty() || input.peek(Token![;]) || begins_item(input)) {
        let message = format!("missing value of `{name}`{found}\n{help}");
        return Err(syn::Error::new(name.span(), message));
    }
    let ends_with_comma = |input: ParseStream<'_>| {
        let after = input.fork();
        after.parse::<Token![,]>().is_ok()
            && (after.is_empty() || after.peek(Token![#]) || begins_item(&after))
    };
    let is_end = |input: ParseStream<'_>| {
        input.peek(Token![;])
            || begins_item(input)
            || begins_attribute(input)
            || ends_with_comma(input)
    };
    let value = take_until(input, is_end);
    if equals.is_none() {
        let (ty, value) = (label::print_type(&ty), label::print(&value));
        let help = format!("help: write `const {name}: {ty} = {value};`");
        errors.span(at, format!("expected `=`{found}\n{help}"));
    }
    if input.parse::<Option<Token![;]>>()?.is_none() {
        let _ = input.parse::<Token![,]>();
        errors.at(
            name,
            format!("expected `;` after `const {name}`\nhelp: write `const {name}: Type = VALUE;`"),
        );
    }
    parse_all::<syn::Expr>(&value, CodeKind::Value, at)?;
    Ok((ty, value))
}

fn enum_item(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Item> {
    let attrs = plain_attributes(input, "a value of an enum", errors)?;
    let expected = "expected a value of the enum\nhelp: write `Name`, or `Name = 3`";
    let name = match input.fork().parse::<syn::LitInt>() {
        Ok(number) if number.suffix().starts_with(|first: char| first.is_ascii_uppercase()) => {
            input.parse::<syn::LitInt>()?;
            let help = "help: begin its name with a letter";
            errors.at(&number, format!("`{number}` is not a name\n{help}"));
            crate::syntax::names::ident(number.suffix(), number.span())
        }
        _ => name(input, expected, errors)?,
    };
    if input.peek(syn::token::Paren) || input.peek(syn::token::Brace) {
        let data: proc_macro2::Group = input.parse()?;
        let message = format!(
            "data in value `{name}` of an enum\nhelp: remove it, and add a field to the interface for it"
        );
        errors.span(data.span_open(), message);
    }
    let colon = input.span();
    if input.peek(Token![:]) && input.peek2(syn::LitInt) && input.parse::<Token![:]>().is_ok() {
        let number: syn::LitInt = input.parse()?;
        let help = format!("help: write `{name} = {number}`");
        errors.span(colon, format!("expected `=` after value `{name}`, found `:`\n{help}"));
        return Ok(Item { attrs, name, number: Some(number) });
    }
    let number = match input.parse::<Option<Token![=]>>()? {
        None if input.peek(syn::LitInt) => {
            let number: syn::LitInt = input.parse()?;
            let help = format!("help: write `{name} = {number}`");
            errors.at(
                &number,
                format!("expected `=` after value `{name}`, found `{number}`\n{help}"),
            );
            Some(number)
        }
        None => None,
        Some(_) if input.peek(Token![-]) => {
            let sign = input.parse::<Token![-]>()?;
            let help = "help: write a number from 0 to 4294967295";
            errors.at(&sign, format!("negative number of value `{name}`\n{help}"));
            take_until(input, |input| input.peek(Token![,]));
            None
        }
        Some(_) => match input.parse() {
            Ok(number) => Some(number),
            Err(error) => {
                let message = format!("expected an integer literal{}", found_token(input));
                errors.span(error.span(), message);
                take_until(input, |input| input.peek(Token![,]));
                None
            }
        },
    };
    Ok(Item { attrs, name, number })
}
