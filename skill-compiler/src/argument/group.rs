//! A struct whose fields a skill takes in as arguments.

use crate::syntax::docs;
use crate::syntax::errors::Errors;
use crate::syntax::types::option_inner;
use crate::syntax::{label, names, units};
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{Attribute, Data, DeriveInput, Fields, LitStr, Token};

/// `#[argument(in low..=high, unit = "rad")]`
#[derive(Default)]
struct Options {
    range: Option<crate::skill::ArgRange>,
    unit: Option<String>,
}

/// `#[derive(Arguments)]`
pub fn compile(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let rt = quote!(::skill_runtime::__v1);
    let mut errors = Errors::default();
    let name = &input.ident;
    let Data::Struct(syn::DataStruct { fields: Fields::Named(fields), .. }) = &input.data else {
        errors.at(name, "`Arguments` can only be derived for structs with named fields");
        return errors.into_tokens();
    };
    let mut infos = Vec::new();
    let mut arms = Vec::new();
    let mut numbers = Vec::new();
    let mut writes = Vec::new();
    let mut keeps = Vec::new();
    for (index, field) in fields.named.iter().enumerate() {
        let (Some(ident), Some(inner)) = (&field.ident, option_inner(&field.ty)) else {
            errors.at(
                &field.ty,
                "expected an `Option`\nhelp: make the field `None` if the argument is not given",
            );
            continue;
        };
        let options = errors.ok(options(&field.attrs)).unwrap_or_default();
        let (text, docs) = (names::plain(ident), docs::text(&field.attrs));
        let type_name = label::print_type(&field.ty);
        let range = crate::skill::range_tokens(&rt, options.range.as_ref(), inner);
        let unit = options.unit.unwrap_or_else(|| units::of_name(&text).to_owned());
        infos.push(quote! {
            #rt::ArgInfo {
                name: #text,
                type_name: #type_name,
                choices: #rt::argument::<#inner>().choices,
                docs: #docs,
                default: #rt::Some("None"),
                range: #range,
                unit: #unit,
                single: #rt::argument::<#inner>().single,
            }
        });
        arms.push(quote! {
            #text => (#rt::argument::<#inner>().set)(&mut self.#ident, Self::ARGS, #index, value),
        });
        writes.push(quote! { (#rt::argument::<#inner>().write)(&self.#ident, #text, list)?; });
        keeps.push(quote! { (#rt::argument::<#inner>().keep)(&self.#ident, arguments); });
        numbers.push(quote! { (#rt::argument::<#inner>().number)(&self.#ident) });
    }
    let errors = errors.into_tokens();
    quote! {
        #errors
        impl #rt::ArgumentGroup for #name {
            const ARGS: &'static [#rt::ArgInfo] = &[#(#infos),*];
            fn set_argument(
                &mut self,
                name: &str,
                value: &#rt::Value<'_>,
            ) -> #rt::Option<#rt::Result<(), #rt::ArgumentError>> {
                #rt::Some(match name {
                    #(#arms)*
                    _ => return #rt::None,
                })
            }
            // Large, and called only when a skill begins.
            #[inline(never)]
            fn out_of_range(&self) -> #rt::Option<(usize, f64)> {
                #rt::first_outside(Self::ARGS, &[#(#numbers),*])
            }
            fn write(
                &self,
                list: &mut #rt::ArgumentList<'_>,
            ) -> #rt::core::fmt::Result {
                #(#writes)*
                #rt::Ok(())
            }
            fn keep(&self, arguments: &mut #rt::CallArguments) {
                #(#keeps)*
            }
        }
    }
}

fn options(attrs: &[Attribute]) -> syn::Result<Options> {
    let mut options = Options::default();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("argument")) {
        attr.parse_args_with(|input: syn::parse::ParseStream<'_>| {
            while !input.is_empty() {
                if let Some(keyword) = input.parse::<Option<Token![in]>>()? {
                    let tokens =
                        crate::syntax::recover::take_until(input, |input| input.peek(Token![,]));
                    options.range = Some(crate::skill::parse_range(tokens, keyword.span())?);
                } else {
                    let name: syn::Ident = input.parse()?;
                    if name != "unit" {
                        return Err(syn::Error::new(
                            name.span(),
                            "expected `in LOW..=HIGH` or `unit = \"..\"`",
                        ));
                    }
                    input.parse::<Token![=]>()?;
                    options.unit = Some(input.parse::<LitStr>()?.value());
                }
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        })?;
    }
    Ok(options)
}
