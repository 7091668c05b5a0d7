//! Types after names, as users write them.

use super::errors::Errors;
use super::explain::found_token;
use super::names::plain;
use super::recover::{take_to, take_until};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::visit::Visit;
use syn::{Ident, Token, Type, TypeTraitObject};

/// `: Type` after a name. Of an entry without a type, only the name is known.
pub fn typed(
    input: ParseStream<'_>,
    name: &Ident,
    missing: &str,
    errors: &mut Errors,
) -> syn::Result<Type> {
    if let Some(ty) = without_colon(input, name, errors) {
        return Ok(ty);
    }
    if input.parse::<Option<Token![:]>>()?.is_none() || input.is_empty() || input.peek(Token![,]) {
        errors.broken.insert(plain(name));
        return Err(syn::Error::new(name.span(), missing));
    }
    if holds_state(input) {
        let at = input.span();
        errors.broken.insert(plain(name));
        take_until(input, |input| input.peek(Token![,]));
        let help =
            format!("help: give it to a parameter of a state: `state NAME({name}: ref state())`");
        return Err(syn::Error::new(
            at,
            format!("only a parameter of a state can hold a state\n{help}"),
        ));
    }
    if let Some(array) = array_with_comma(input, errors) {
        return Ok(array);
    }
    let ty = input.parse().map_err(|error: syn::Error| {
        let found = found_token(input);
        syn::Error::new(error.span(), format!("expected a type for `{name}`{found}"))
    });
    let ty = ty.and_then(one_type).and_then(sized).and_then(own_types).inspect_err(|_| {
        errors.broken.insert(plain(name));
    })?;
    let ty = text_meant(ty, errors);
    Ok(array_after(input, ty, errors))
}

/// Reads `[Type, 4]`, which is reported.
fn array_with_comma(input: ParseStream<'_>, errors: &mut Errors) -> Option<Type> {
    let parts = |input: ParseStream<'_>| {
        Ok((input.parse::<Type>()?, input.parse::<Token![,]>()?, input.parse::<syn::Expr>()?))
    };
    if !input.peek(syn::token::Bracket) {
        return None;
    }
    let group: proc_macro2::Group = input.fork().parse().ok()?;
    let (element, comma, length) = syn::parse::Parser::parse2(parts, group.stream()).ok()?;
    let array = syn::parse2(quote::quote!([#element; #length])).ok()?;
    input.parse::<proc_macro2::Group>().ok()?;
    let help = format!("help: write `{}`", super::label::print_type(&array));
    errors.at(&comma, format!("expected `;` before the length of an array, found `,`\n{help}"));
    Some(array)
}

/// Returns `Text<32>` for `string<32>`, which is reported.
fn text_meant(ty: Type, errors: &mut Errors) -> Type {
    let Type::Path(path) = &ty else { return ty };
    let Some(of) = path.path.segments.last() else { return ty };
    let syn::PathArguments::AngleBracketed(list) = &of.arguments else { return ty };
    if !["string", "str", "text"].iter().any(|name| of.ident == name) {
        return ty;
    }
    let meant: Type = syn::parse_quote!(Text #list);
    let help = format!("help: write `{}`", super::label::print_type(&meant));
    errors.at(&of.ident, format!("`{}` is not a type of the language\n{help}", of.ident));
    syn::parse_quote!(::skill_runtime::Text #list)
}

/// Refuses `float64`, `int` and other types of C, Python or ROS.
pub fn own_types(ty: Type) -> syn::Result<Type> {
    struct Foreign(Option<syn::Error>);
    impl<'ast> Visit<'ast> for Foreign {
        fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
            let word = ty.path.get_ident().filter(|_| ty.qself.is_none());
            if let Some((word, cure)) = word.and_then(|word| Some((word, foreign_type(word)?))) {
                let message = format!("`{word}` is not a type of the language\nhelp: {cure}");
                self.0.get_or_insert_with(|| syn::Error::new(word.span(), message));
            }
            syn::visit::visit_type_path(self, ty);
        }
    }
    let mut foreign = Foreign(None);
    foreign.visit_type(&ty);
    foreign.0.map_or(Ok(ty), Err)
}

/// Returns the cure of a type of another language.
fn foreign_type(word: &Ident) -> Option<String> {
    let text = word.to_string();
    if text == "string" {
        return Some("write how many bytes it has at most: `Text<32>`".to_owned());
    }
    if text.starts_with(char::is_uppercase) {
        return None;
    }
    let meant = super::label::print_type(&super::types::meant(word)?);
    (meant != text).then(|| format!("write `{meant}`"))
}

/// Refuses a type without a size: a slice, or `str`.
fn sized(ty: Type) -> syn::Result<Type> {
    let help = match &ty {
        Type::Slice(of) => {
            let of = super::label::print_type(&of.elem);
            format!(
                "an argument is one value, `{of}`; of a field or a variable, write how many there are: `[{of}; 4]`"
            )
        }
        Type::Path(of) if of.path.is_ident("str") => {
            "write how many bytes it has at most: `Text<16>`".to_owned()
        }
        _ => return Ok(ty),
    };
    let name = super::label::print_type(&ty);
    Err(syn::Error::new_spanned(ty, format!("`{name}` has no fixed size\nhelp: {help}")))
}

/// Whether `state(..)` or `ref state(..)` follows.
fn holds_state(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let is_ref = ahead.parse::<Option<Token![ref]>>().is_ok_and(|word| word.is_some());
    let is_state = ahead.call(Ident::parse_any).is_ok_and(|word| word == "state");
    is_state && (is_ref || ahead.peek(syn::token::Paren))
}

/// Reads `[4]` after a type, which is reported.
fn array_after(input: ParseStream<'_>, ty: Type, errors: &mut Errors) -> Type {
    if !input.peek(syn::token::Bracket) {
        return ty;
    }
    let Ok(TokenTree::Group(length)) = input.parse::<TokenTree>() else { return ty };
    let inside = length.stream();
    let is_open = inside.is_empty();
    let inside = if is_open { quote::quote!(4) } else { inside };
    let how_many = if is_open { ", with how many there are" } else { "" };
    let help = format!(
        "help: write `[{}; {}]`{how_many}",
        super::label::print_type(&ty),
        super::label::print(&inside)
    );
    let what = if is_open { "brackets" } else { "length" };
    errors.at(&length, format!("{what} after the type of an array\n{help}"));
    syn::parse2(quote::quote!([#ty; #inside])).unwrap_or(ty)
}

/// The type in `name Type` and in `name:: Type`, which is reported.
fn without_colon(input: ParseStream<'_>, name: &Ident, errors: &mut Errors) -> Option<Type> {
    let ahead = input.fork();
    let double = ahead.parse::<Option<Token![::]>>().ok()?;
    let word = ahead.parse::<Ident>().ok()?;
    let ty = super::types::meant(&word)?;
    if !(ends_declaration(&ahead) || ahead.peek(syn::token::Paren)) {
        return None;
    }
    take_to(input, &ahead);
    let help = format!("help: write `{name}: {}`", super::label::print_type(&ty));
    match double {
        Some(colons) => {
            errors.at(&colons, format!("expected `:` after `{name}`, found `::`\n{help}"));
        }
        None => errors.at(&word, format!("missing `:` before the type of `{name}`\n{help}")),
    }
    Some(ty)
}

/// Whether a declaration with a type may end here, or go on with its value.
fn ends_declaration(input: ParseStream<'_>) -> bool {
    input.peek(Token![;])
        || input.is_empty()
        || input.peek(Token![=])
        || input.peek(Token![,])
        || input.peek(Token![in])
}

/// Returns a type, unless it has bounds without `dyn`, which `syn` reads as those of a trait object.
pub fn one_type(ty: Type) -> syn::Result<Type> {
    struct Bounds(Option<TokenStream>);
    impl<'ast> Visit<'ast> for Bounds {
        fn visit_type_trait_object(&mut self, object: &'ast TypeTraitObject) {
            if object.dyn_token.is_none() {
                self.0.get_or_insert_with(|| object.to_token_stream());
            }
        }
    }
    let mut bounds = Bounds(None);
    bounds.visit_type(&ty);
    match bounds.0 {
        None => Ok(ty),
        Some(at) => {
            Err(syn::Error::new_spanned(at, "expected a type, found bounds\nhelp: remove `+`"))
        }
    }
}

/// `: Type` after a name, or `f32 x` in place of both, as other languages declare it. Returns the name,
/// too. `missing` is the error about a name without a type.
pub fn name_and_type(
    input: ParseStream<'_>,
    name: Ident,
    missing: impl FnOnce(&Ident) -> String,
    errors: &mut Errors,
) -> syn::Result<(Ident, Type)> {
    if let Some(of) = type_first(input, &name, errors) {
        return Ok(of);
    }
    let ty = typed(input, &name, &missing(&name), errors)?;
    Ok((name, ty))
}

/// Returns the name and the type of `f32 x`; reported.
pub fn type_first(
    input: ParseStream<'_>,
    first: &Ident,
    errors: &mut Errors,
) -> Option<(Ident, Type)> {
    let text = plain(first);
    let mut ty = super::types::meant(first)?;
    let ahead = input.fork();
    let name: Ident = ahead.parse().ok()?;
    // Of `Speed f32`, the first is the name.
    if text.starts_with(char::is_uppercase) && super::types::is_number(&name) {
        return None;
    }
    let length: Option<proc_macro2::Group> =
        if ahead.peek(syn::token::Bracket) { ahead.parse().ok() } else { None };
    if !ends_declaration(&ahead) {
        return None;
    }
    if let Some(length) = length.map(|length| length.stream()) {
        ty = syn::parse2(quote::quote!([#ty; #length])).ok()?;
    }
    take_to(input, &ahead);
    let text = super::label::print_type(&ty);
    errors.at(first, format!("unexpected type before the name\nhelp: write `{name}: {text}`"));
    Some((name, ty))
}
