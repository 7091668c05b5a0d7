//! Tokens to the AST of an interface.

use super::ast::{Bits, Capacity, Constant, Enum, Field, GroupUse, Interface, Item, Message};
use super::kw;
use super::until;
use crate::skill::{MaxAge, max_age};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::label;
use crate::syntax::names::{did_you_mean, nearest};
use crate::syntax::read::{
    FIELD, before_name, braces, declared_name, end, found_token, item_path, name, name_and_type,
    plain_attributes, typed, visibility,
};
use crate::syntax::recover::{list, parse_all, rejected, take_until};
use proc_macro2::TokenTree;
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
    let name = declared_name(input, "interface", expected, errors)?;
    let mut interface = Interface {
        attrs,
        vis,
        name,
        max_age: MaxAge::OfInterface,
        constants: Vec::new(),
        enums: Vec::new(),
        bits: Vec::new(),
        fields: Vec::new(),
        groups: Vec::new(),
        messages: Vec::new(),
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
    end(input, &interface.name, errors);
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
    } else if input.peek(Token![enum]) {
        input.parse::<Token![enum]>()?;
        let name =
            name(input, "expected a name after `enum`\nhelp: write `enum Name { A, B }`", errors)?;
        let content = braces(input, &format!("enum {name}"), errors)?;
        let is_empty = content.is_empty();
        let mut items = list(&content, errors, enum_item);
        if items.is_empty() {
            if is_empty {
                errors.at(&name, format!("enum `{name}` has no values\nhelp: add at least one"));
            }
            // Rust has no representation for an empty enum.
            items.push(Item { attrs: Vec::new(), name: name.clone(), number: None });
        }
        interface.enums.push(Enum { attrs, name, items });
    } else if input.peek(kw::max_age) {
        let keyword = input.parse::<kw::max_age>()?;
        errors.record_keyword("max_age", keyword.span);
        input.parse::<Token![=]>().map_err(|error| {
            syn::Error::new(error.span(), format!("expected `=`{}\n{AGE}", found_token(input)))
        })?;
        let time = take_until(input, |input| input.peek(Token![;]) || begins_item(input));
        let max_age = errors.ok(max_age.parse2(time));
        input.parse::<Token![;]>().map_err(|_| {
            syn::Error::new(keyword.span, format!("missing `;` after `max_age`\n{AGE}"))
        })?;
        if interface.max_age != MaxAge::OfInterface {
            errors.span(keyword.span, "`max_age` is already given\nhelp: remove one of them");
        }
        interface.max_age = max_age.unwrap_or(interface.max_age);
    } else if input.peek(kw::bits) {
        input.parse::<kw::bits>()?;
        let prefix = input.parse()?;
        input.parse::<Token![..]>()?;
        let group = item_path(input)?;
        input.parse::<Token![:]>()?;
        let ty: Type = input.parse()?;
        let text = label::print_type(&ty);
        if text.starts_with(['f', 'i']) || text == "bool" {
            let help = "help: write `u32`, of which each field of the group has a bit";
            errors.at(&ty, format!("`{text}` has no bits for the fields of a group\n{help}"));
        } else {
            interface.bits.push(Bits { attrs, prefix, group, ty });
        }
        input.parse::<Token![;]>()?;
    } else if input.peek(kw::fields) || means(input, "fields") {
        misspelt(input, "fields", errors)?;
        let content = braces(input, "fields", errors)?;
        fields(&content, errors, &mut interface.fields, &mut interface.groups);
    } else if input.peek(kw::messages) || means(input, "messages") {
        misspelt(input, "messages", errors)?;
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
    } else if input.peek(kw::flush) {
        return Err(input.error(
            "unexpected `flush`\nhelp: write it before a message: `messages { flush Stop }`",
        ));
    } else {
        return Err(input.error(unexpected_item(input)));
    }
    Ok(())
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

/// Reads a keyword; a word in its place is reported.
fn misspelt(input: ParseStream<'_>, keyword: &str, errors: &mut Errors) -> syn::Result<()> {
    let word: Ident = input.parse()?;
    if word != keyword {
        let help = format!("help: write `{keyword} {{ .. }}`");
        errors.at(&word, format!("unexpected `{word}` in an interface\n{help}"));
    }
    Ok(())
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
    let help = format!("help: write `const {name}: Type = VALUE;`");
    let missing = format!("missing type for `{name}`\n{help}");
    let ty = typed(input, &name, &missing, errors)?;
    let Some(equals) = input.parse::<Option<Token![=]>>()? else {
        let message = format!("missing value of `{name}`{}\n{help}", found_token(input));
        return Err(syn::Error::new(name.span(), message));
    };
    let value = take_until(input, |input| input.peek(Token![;]));
    if input.parse::<Option<Token![;]>>()?.is_none() {
        return Err(syn::Error::new(
            name.span(),
            format!("expected `;` after `const {name}`\nhelp: write `const {name}: Type = VALUE;`"),
        ));
    }
    parse_all::<syn::Expr>(&value, CodeKind::Value, equals.span)?;
    Ok(Constant { attrs, name, ty, value })
}

/// `NAME { fields }`, perhaps after `flush`, or before `until NAME`
fn message(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Message> {
    let attrs = plain_attributes(input, "a message", errors)?;
    let early = until::early(input, errors)?;
    let near = |word: Ident| {
        let text = word.to_string();
        let is_near = nearest(&text, ["flush"]).is_some();
        text != "flush" && text.starts_with(char::is_lowercase) && is_near
    };
    let is_misspelt = input.peek2(Ident) && input.fork().parse::<Ident>().is_ok_and(near);
    if is_misspelt {
        let word: Ident = input.parse()?;
        errors.at(
            &word,
            format!("unexpected `{word}` before a message\nhelp: did you mean `flush`?"),
        );
    }
    let flush = input.parse::<Option<kw::flush>>()?;
    if let Some(flush) = &flush {
        errors.record_keyword("flush", flush.span);
        if input.peek(kw::flush) || !input.peek(Ident) {
            let message = "expected a message after `flush`\nhelp: write `flush Stop`";
            return Err(input.error(message));
        }
    }
    let expected =
        "expected a message\nhelp: write `Name { field: Type }`, or `Name` without fields";
    let (flush, name) = (is_misspelt || flush.is_some(), name(input, expected, errors)?);
    let mut message =
        Message { attrs, flush, name, fields: Vec::new(), groups: Vec::new(), until: early };
    if input.peek(syn::token::Paren) {
        let list;
        let parentheses = parenthesized!(list in input);
        let name = &message.name;
        let message = if list.is_empty() {
            format!("unexpected `()` after message `{name}`\nhelp: remove it")
        } else {
            format!(
                "unexpected `(` after message `{name}`\nhelp: write named fields: `{name} {{ field: Type }}`"
            )
        };
        errors.span(parentheses.span.open(), message);
        take_until(&list, |_| false);
    }
    if input.peek(kw::flush) {
        let late = input.parse::<kw::flush>()?;
        let help = format!("help: write it before the name: `flush {}`", message.name);
        errors.at(&late, format!("`flush` after the message\n{help}"));
    }
    if input.peek(Token![:]) && input.peek2(syn::token::Brace) {
        let colon = input.parse::<Token![:]>()?;
        errors.at(&colon, "unexpected `:` after the name of the message\nhelp: remove it");
    }
    if input.peek(kw::until) && input.peek2(Ident) && input.peek3(syn::token::Brace) {
        let until = input.parse::<kw::until>()?;
        let ending: Ident = input.parse()?;
        let help = format!("help: write it after them: `{} {{ .. }} until {ending}`", message.name);
        errors.at(&until, format!("`until` before the fields\n{help}"));
        message.until = Some(ending);
    }
    if input.peek(syn::token::Brace) {
        let content;
        braced!(content in input);
        fields(&content, errors, &mut message.fields, &mut message.groups);
    }
    message.until = until::parse(input, &message.name, errors)?.or(message.until);
    Ok(message)
}

/// `capacity = 16` or `words = 64`
pub fn capacity(input: ParseStream<'_>) -> syn::Result<Capacity> {
    let of: fn(syn::LitInt) -> Capacity = if input.peek(kw::words) {
        input.parse::<kw::words>()?;
        Capacity::Words
    } else {
        input.parse::<kw::capacity>().map_err(|error| {
            syn::Error::new(
                error.span(),
                "expected `capacity` or `words`\nhelp: write `capacity = 16` or `words = 64`",
            )
        })?;
        Capacity::Messages
    };
    let help = "help: write `capacity = 16` or `words = 64`";
    input.parse::<Token![=]>().map_err(|error| {
        syn::Error::new(error.span(), format!("expected `=`{}\n{help}", found_token(input)))
    })?;
    let found = found_token(input);
    let number = input.parse().map_err(|error: syn::Error| {
        syn::Error::new(error.span(), format!("expected an integer literal{found}\n{help}"))
    })?;
    Ok(of(number))
}

fn enum_item(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Item> {
    let attrs = plain_attributes(input, "a value of an enum", errors)?;
    let expected = "expected a value of the enum\nhelp: write `Name`, or `Name = 3`";
    let name = name(input, expected, errors)?;
    if input.peek(syn::token::Paren) || input.peek(syn::token::Brace) {
        let data: proc_macro2::Group = input.parse()?;
        let message = format!(
            "data in value `{name}` of an enum\nhelp: remove it, and add a field to the interface for it"
        );
        errors.span(data.span_open(), message);
    }
    let number = match input.parse::<Option<Token![=]>>()? {
        None => None,
        Some(_) if input.peek(Token![-]) => {
            let sign = input.parse::<Token![-]>()?;
            let help = "help: write a number from 0 to 4294967295";
            errors.at(&sign, format!("negative number of value `{name}`\n{help}"));
            input.parse::<syn::LitInt>()?;
            None
        }
        Some(_) => Some(input.parse().map_err(|error: syn::Error| {
            let message = format!("expected an integer literal{}", found_token(input));
            syn::Error::new(error.span(), message)
        })?),
    };
    Ok(Item { attrs, name, number })
}

/// `name: Type, ..group: Type`
fn fields(
    input: ParseStream<'_>,
    errors: &mut Errors,
    fields: &mut Vec<Field>,
    groups: &mut Vec<GroupUse>,
) {
    for entry in list(input, errors, entry) {
        match entry {
            Entry::Field(field) => fields.push(field),
            Entry::Group(group) => groups.push(GroupUse { at: fields.len(), ..group }),
        }
    }
}

enum Entry {
    Field(Field),
    Group(GroupUse),
}

fn entry(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Entry> {
    let attrs = plain_attributes(input, FIELD, errors)?;
    // They may be the name of a field, too.
    if (input.peek(Token![pub]) || input.peek(Token![mut])) && !input.peek2(Token![:]) {
        let word = input.call(Ident::parse_any)?;
        if input.peek(syn::token::Paren) {
            input.parse::<TokenTree>()?;
        }
        let help = "help: remove it";
        errors.at(&word, format!("unexpected `{word}` before a field\n{help}"));
    }
    before_name(input, errors)?;
    if let Ok(dots) = input.parse::<Token![...]>() {
        let help = "help: write `..group: Type`";
        errors.at(&dots, format!("expected `..` before a field group, found `...`\n{help}"));
        return group_use(input, attrs);
    }
    if input.parse::<Option<Token![..]>>()?.is_some() {
        return group_use(input, attrs);
    }
    if input.peek(kw::flush) && input.peek2(Ident) {
        return Err(input.error("`flush` before a field\nhelp: only messages can be `flush`"));
    }
    // Fawkes has fields with names like `final`: they become raw identifiers.
    let name = input.call(Ident::parse_any).map_err(|error| {
        let message =
            format!("expected a field{}\nhelp: declare it as `name: Type`", found_token(input));
        syn::Error::new(error.span(), message)
    })?;
    if name == "self" || name == "Self" || name == "super" || name == "crate" || name == "_" {
        return Err(syn::Error::new(
            name.span(),
            format!("`{name}` cannot be the name of a field\nhelp: choose another name"),
        ));
    }
    let name = crate::syntax::names::ident(&crate::syntax::names::plain(&name), name.span());
    if let Ok(dots) = input.parse::<Token![..]>() {
        let help = format!("help: write `..{name}: Type`");
        errors.at(&dots, format!("`..` after a field group\n{help}"));
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        let use_ = GroupUse { attrs, path: name.into(), ty, at: 0, names: Vec::new() };
        return Ok(Entry::Group(use_));
    }
    let missing = |name: &Ident| {
        format!("missing type for field `{name}`\nhelp: provide a type: `{name}: Type`")
    };
    let (name, ty) = name_and_type(input, name, missing, errors)?;
    if input.peek(Token![in]) {
        let range = take_until(input, |input| input.peek(Token![,]));
        let help = "help: remove it: only arguments and parameters of a skill have a range";
        errors.at(&range, format!("range of a field\n{help}"));
    }
    if input.peek(kw::until) && input.peek2(Ident) {
        let until = take_until(input, |input| input.peek(Token![,]));
        let help = "help: write it after a message: `messages { Run until Stop, flush Stop }`";
        errors.at(&until, format!("`until` after a field\n{help}"));
    }
    if let Some(equals) = input.parse::<Option<Token![=]>>()? {
        take_until(input, |input| input.peek(Token![,]));
        let message = "unexpected value of a field\nhelp: remove it, the writer of the interface sets its fields";
        errors.at(&equals, message);
    }
    Ok(Entry::Field(Field { attrs, name, ty }))
}

/// `group: Type` after the dots.
fn group_use(input: ParseStream<'_>, attrs: Vec<Attribute>) -> syn::Result<Entry> {
    let path = item_path(input)?;
    if input.parse::<Option<Token![:]>>()?.is_none() {
        let text = label::print(&path.to_token_stream());
        let help = format!("help: give the fields their type: `..{text}: f32`");
        let message = format!("missing type for field group `{text}`\n{help}");
        return Err(syn::Error::new_spanned(&path, message));
    }
    let ty = input.parse()?;
    Ok(Entry::Group(GroupUse { attrs, path, ty, at: 0, names: Vec::new() }))
}
