//! Types of the user.

use super::errors::Errors;
use super::label::print_type;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, Ident, PathArguments, Type, TypeReference};

/// `T` of `Option<T>`.
pub fn option_inner(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(list) if last.ident == "Option" => match list.args.first()? {
            GenericArgument::Type(inner) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// The types of numbers.
pub const NUMBERS: [&str; 10] =
    ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64"];

/// Whether a word is the type of a number.
pub fn is_number(word: &Ident) -> bool {
    NUMBERS.iter().any(|name| word == name)
}

/// Returns the type that a word means where one could be: one of the language, one of the user, or what
/// other languages call `int`.
pub fn meant(word: &Ident) -> Option<Type> {
    let own = word.to_string();
    let text = match &*own {
        "int" | "int32" | "int32_t" | "integer" => "i32",
        "int8" | "int8_t" => "i8",
        "int16" | "int16_t" | "short" => "i16",
        "uint16" | "uint16_t" => "u16",
        "uint" | "uint32" | "uint32_t" | "unsigned" => "u32",
        "int64" | "int64_t" | "long" => "i64",
        "uint64" | "uint64_t" => "u64",
        "uint8" | "uint8_t" | "byte" => "u8",
        "float" | "float32" => "f32",
        "double" | "float64" => "f64",
        "boolean" | "bool" => "bool",
        _ if is_number(word) || own.starts_with(char::is_uppercase) => &own,
        _ => return None,
    };
    let ty = Ident::new(text, word.span());
    Some(syn::parse_quote!(#ty))
}

/// Whether a type is an integer, all of whose values are numbers of an `f64`, or `bool`.
pub fn is_exact(ty: &Type) -> bool {
    const EXACT: [&str; 7] = ["bool", "u8", "u16", "u32", "i8", "i16", "i32"];
    let Type::Path(path) = ty else { return false };
    path.qself.is_none() && EXACT.iter().any(|name| path.path.is_ident(name))
}

/// Whether a type is a floating-point number.
pub fn is_floating(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.qself.is_none() && ["f32", "f64"].iter().any(|name| path.path.is_ident(name))
}

/// Whether a type is one of the language itself: a number, `bool`, `Text`, or an `Option` or an
/// array of one.
pub fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_plain(&array.elem),
        Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "Text" => true,
            Some(last) if last.ident == "Option" => option_inner(ty).is_some_and(is_plain),
            Some(last) => last.ident == "bool" || NUMBERS.iter().any(|name| last.ident == name),
            None => false,
        },
        _ => false,
    }
}

/// Returns whether a type that must be an interface is one of the language itself, and reports it.
pub fn is_value_type(ty: &Type, errors: &mut Errors) -> bool {
    let is_plain = is_plain(ty);
    if is_plain {
        let name = print_type(ty);
        errors.at(
            ty,
            format!("expected an interface, found `{name}`\nhelp: name what is declared with `interface! {{ .. }}`"),
        );
    }
    is_plain
}

/// Returns the type of one interface of `[Type; 2]`, which is reported.
pub fn one_interface(name: &syn::Ident, ty: Type, errors: &mut Errors) -> Type {
    let Type::Array(array) = &ty else { return ty };
    if is_plain(&ty) {
        return ty;
    }
    let elem = print_type(&array.elem);
    errors.at(
        &ty,
        format!("unexpected array of interfaces\nhelp: declare each: `{name}_0: {elem}, {name}_1: {elem}`"),
    );
    (*array.elem).clone()
}

/// Gives references without a lifetime one, where none may be left out: a reference is an error of
/// its own.
pub fn name_lifetimes(ty: &mut Type) {
    struct Named;
    impl VisitMut for Named {
        fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
            let here = || syn::Lifetime::new("'static", reference.and_token.span);
            reference.lifetime = Some(reference.lifetime.take().unwrap_or_else(here));
            visit_mut::visit_type_reference_mut(self, reference);
        }
    }
    Named.visit_type_mut(ty);
}

/// Whether a type is a number, or may be one.
pub fn can_have_range(ty: &Type) -> bool {
    !is_plain(ty) || NUMBERS.contains(&&*print_type(ty))
}

/// The error of a range on a type that is no number. `what` has the range: `an argument`.
pub fn range_on(what: &str, ty: &Type) -> String {
    let name = print_type(ty);
    format!("a range on {what} of type `{name}`\nhelp: only numbers have ranges: remove `in ..`")
}
