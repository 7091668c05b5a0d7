//! The fields of an interface or of a message, and the groups among them.

use super::ast::{Field, GroupUse};
use super::kw;
use crate::syntax::errors::{Errors, UNKNOWN};
use crate::syntax::label;
use crate::syntax::read::{FIELD, before_name, found_token, item_path, plain_attributes};
use crate::syntax::recover::{list, take_until};
use crate::syntax::typed::name_and_type;
use proc_macro2::TokenTree;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Token, Type, TypeSlice};

/// `name: Type, ..group: Type`
pub fn fields(
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
    section_inside(input, "field")?;
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
        return group_use(input, attrs, errors);
    }
    if input.parse::<Option<Token![..]>>()?.is_some() {
        return group_use(input, attrs, errors);
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
    let ahead = input.fork();
    let (name, ty) = match name_and_type(input, name.clone(), missing, errors) {
        Ok(of) => of,
        Err(error) => {
            // What uses the field has no errors of its own.
            errors.absorb(error);
            let rest = take_until(input, |input| input.peek(Token![,]));
            // It may be another field, too.
            errors.lost.entries += usize::from(rest.into_iter().count() > 1);
            let _ = ahead.parse::<Token![:]>();
            let meant = match ahead.parse::<Type>() {
                Ok(Type::Slice(TypeSlice { elem, .. })) => syn::parse_quote!([#elem; 64]),
                _ => unknown_type(errors),
            };
            (name, meant)
        }
    };
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

/// Refuses `messages { .. }`, `enum Side { .. }` and `const N: u32 = 1` in a list of `what`s.
pub fn section_inside(input: ParseStream<'_>, what: &str) -> syn::Result<()> {
    let is_section =
        (input.peek(kw::fields) || input.peek(kw::messages)) && input.peek2(syn::token::Brace);
    let is_item = (input.peek(Token![enum]) || input.peek(Token![const])) && input.peek2(Ident);
    if !is_section && !is_item {
        return Ok(());
    }
    let word = input.fork().call(Ident::parse_any)?;
    let message =
        format!("`{word}` among the {what}s\nhelp: move it out of these braces, beside `{what}s`");
    Err(syn::Error::new(word.span(), message))
}

/// The type of what is declared without one.
pub fn unknown_type(errors: &mut Errors) -> Type {
    errors.lost.declaration = true;
    unknown()
}

/// The same of a declaration that is lost already.
pub fn unknown() -> Type {
    let name = Ident::new(UNKNOWN, proc_macro2::Span::call_site());
    syn::parse_quote!(#name)
}

/// `group: Type` after the dots.
fn group_use(
    input: ParseStream<'_>,
    attrs: Vec<Attribute>,
    errors: &mut Errors,
) -> syn::Result<Entry> {
    let path = item_path(input)?;
    if input.parse::<Option<Token![:]>>()?.is_none() {
        let text = label::print(&path.to_token_stream());
        let help = format!("help: give the fields their type: `..{text}: f32`");
        let message = format!("missing type for field group `{text}`\n{help}");
        errors.at(&path, message);
        // What uses the fields has no errors of its own.
        let ty = unknown_type(errors);
        return Ok(Entry::Group(GroupUse { attrs, path, ty, at: 0, names: Vec::new() }));
    }
    let ty = input.parse()?;
    Ok(Entry::Group(GroupUse { attrs, path, ty, at: 0, names: Vec::new() }))
}
