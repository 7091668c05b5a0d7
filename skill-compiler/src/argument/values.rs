//! An enum as the type of an argument: its values by name.

use crate::syntax::at::rt;
use crate::syntax::errors::Errors;
use crate::syntax::names::{plain, snake};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields, Ident};

/// `#[derive(Argument)]`
pub fn compile(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let Data::Enum(data) = &input.data else {
        errors.at(
            &input.ident,
            "`Argument` can only be derived for enums\nhelp: derive `Arguments` for a struct of arguments",
        );
        return errors.into_tokens();
    };
    let attrs = data.variants.iter().flat_map(|variant| &variant.attrs).chain(&input.attrs);
    for attr in attrs.filter(|attr| attr.path().is_ident("argument")) {
        errors.at(
            attr,
            "`#[argument(..)]` on an enum\nhelp: remove it: a value that has a name has no range",
        );
    }
    for variant in data.variants.iter().filter(|variant| !matches!(variant.fields, Fields::Unit)) {
        errors.at(
            variant,
            format!(
                "variant `{}` has fields\nhelp: remove them, the value of an argument is a name",
                variant.ident
            ),
        );
    }
    if data.variants.is_empty() {
        errors.at(
            &input.ident,
            "`Argument` cannot be derived for an empty enum\nhelp: add at least one variant",
        );
    }
    let values: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let errors = errors.into_tokens();
    let is_whole = data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit));
    // What uses the enum has no errors of its own.
    let code = if is_whole { enum_argument(&input.ident, &values) } else { unnamed(&input.ident) };
    quote!(#errors #code)
}

/// The names of the values in skill strings.
pub fn choices(values: &[&Ident]) -> Vec<String> {
    values.iter().map(|value| snake(&plain(value))).collect()
}

/// `impl Argument` for an enum whose values have no names, which is reported.
fn unnamed(name: &Ident) -> TokenStream {
    let rt = rt();
    quote! {
        #[diagnostic::do_not_recommend]
        impl #rt::Argument for #name {
            type Kind = #rt::NotANumber;
            const PLACEHOLDER: Self = loop {};
            const CHOICES: &'static [&'static str] = &[];
            fn from_value(
                _: &#rt::Value<'_>,
            ) -> #rt::Result<Self, #rt::ArgumentError> {
                #rt::Err(#rt::ArgumentError::NotOneOf(&[]))
            }
            fn raw(&self) -> #rt::RawValue {
                #rt::RawValue::Name("")
            }
            fn write(&self, text: &mut #rt::SkillString) -> #rt::core::fmt::Result {
                #rt::write_name(text, "")
            }
        }
    }
}

/// `impl Argument` for an enum.
pub fn enum_argument(name: &Ident, values: &[&Ident]) -> TokenStream {
    let rt = rt();
    let texts = choices(values);
    let Some(first) = values.first() else {
        return TokenStream::new();
    };
    quote! {
        #[diagnostic::do_not_recommend]
        impl #rt::Argument for #name {
            type Kind = #rt::NotANumber;
            const PLACEHOLDER: Self = Self::#first;
            const CHOICES: &'static [&'static str] = &[#(#texts),*];
            fn from_value(
                value: &#rt::Value<'_>,
            ) -> #rt::Result<Self, #rt::ArgumentError> {
                match value {
                    #(#rt::Value::Text(#texts) => #rt::Ok(Self::#values),)*
                    _ => #rt::Err(#rt::ArgumentError::NotOneOf(&[#(#texts),*])),
                }
            }
            fn raw(&self) -> #rt::RawValue {
                #rt::RawValue::Name(match self { #(Self::#values => #texts),* })
            }
            fn write(&self, text: &mut #rt::SkillString) -> #rt::core::fmt::Result {
                #rt::write_name(text, match self { #(Self::#values => #texts),* })
            }
        }
    }
}
