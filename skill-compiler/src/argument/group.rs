//! Structs of values that are arguments: those that a skill takes in, and results.

use crate::syntax::at::rt;
use crate::syntax::docs;
use crate::syntax::errors::Errors;
use crate::syntax::types::option_inner;
use crate::syntax::{label, names, units};
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, LitStr, Token, Type};

/// `#[argument(in low..=high, unit = "rad")]`
#[derive(Default)]
struct Options {
    range: Option<crate::skill::ArgRange>,
    unit: Option<String>,
}

/// A field of the struct.
struct Field<'a> {
    name: &'a Ident,
    text: String,
    /// The type of the argument: inside an `Option` if it may be left out.
    ty: &'a Type,
    /// Its `ArgInfo`.
    info: TokenStream,
}

/// `#[derive(Arguments)]`
pub fn compile(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    if !input.generics.params.is_empty() {
        return generic(input, "Arguments");
    }
    let (rt, name) = (rt(), &input.ident);
    let mut errors = Errors::default();
    let Some(fields) = fields(&input, "Arguments", true, &mut errors) else {
        return errors.into_tokens();
    };
    let infos = fields.iter().map(|field| &field.info);
    let count = fields.len();
    let arms = fields.iter().enumerate().map(|(index, Field { name, text, ty, .. })| {
        quote! {
            #text => (<#ty as #rt::Argument>::OF.set)(&mut self.#name, __ARGS, #index, value),
        }
    });
    let writes = fields.iter().map(|Field { name, text, ty, .. }| {
        quote! { (<#ty as #rt::Argument>::OF.write)(&self.#name, #text, list)?; }
    });
    let keeps = fields.iter().map(|Field { name, ty, .. }| {
        quote! { (<#ty as #rt::Argument>::OF.keep)(&self.#name, arguments); }
    });
    let numbers = fields.iter().map(|Field { name, ty, .. }| {
        quote! { (<#ty as #rt::Argument>::OF.number)(&self.#name) }
    });
    let errors = errors.into_tokens();
    quote! {
        #errors
        const _: () = {
        // Not the one of the trait: what a derive lacks is one error.
        const __ARGS: &[#rt::ArgInfo] = &[#(#infos),*];
        #[diagnostic::do_not_recommend]
        impl #rt::ArgumentGroup for #name {
            const ARGS: &'static [#rt::ArgInfo] = __ARGS;
            // Of a struct without a field.
            #[allow(unreachable_code)]
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
                #rt::first_outside(&const { #rt::bounds::<#count>(__ARGS) }, &[#(#numbers),*])
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
        };
    }
}

/// `#[derive(SkillResult)]`
pub fn compile_result(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    if !input.generics.params.is_empty() {
        return generic(input, "SkillResult");
    }
    let (rt, name) = (rt(), &input.ident);
    let mut errors = Errors::default();
    let Some(fields) = fields(&input, "SkillResult", false, &mut errors) else {
        return errors.into_tokens();
    };
    if matches!(&input.data, Data::Struct(of) if of.fields.len() > fields.len()) {
        let (errors, none) = (errors.into_tokens(), no_fields(&input));
        return quote!(#errors #none);
    }
    let infos = fields.iter().map(|field| &field.info);
    let count = fields.len();
    let numbers = fields.iter().map(|Field { name, ty, .. }| {
        quote! { (#rt::field::<#ty>().number)(&self.#name) }
    });
    let keeps = fields.iter().map(|Field { name, ty, .. }| {
        quote! { (#rt::field::<#ty>().keep)(&self.#name, values); }
    });
    let before = |index, text: &str| format!("{}{text}=", if index == 0 { "{" } else { ", " });
    let writes = fields.iter().enumerate().map(|(index, Field { name, text, ty, .. })| {
        let before = before(index, text);
        quote! { (#rt::field::<#ty>().write)(&self.#name, #before, text)?; }
    });
    let reads = fields.iter().enumerate().map(|(index, Field { name, text, ty, .. })| {
        let before = before(index, text);
        quote! { #name: (#rt::field::<#ty>().read)(from, #before)?, }
    });
    let end = if fields.is_empty() { "{}" } else { "}" };
    let errors = errors.into_tokens();
    quote! {
        #errors
        #[diagnostic::do_not_recommend]
        impl #rt::SkillResult for #name {
            const FIELDS: &'static [#rt::ArgInfo] = &[#(#infos),*];
            fn out_of_range(&self) -> #rt::Option<(usize, f64)> {
                #rt::first_outside(&const { #rt::bounds::<#count>(Self::FIELDS) }, &[#(#numbers),*])
            }
            fn keep(&self, values: &mut #rt::CallArguments) {
                #(#keeps)*
            }
            fn write(&self, text: &mut #rt::SkillString) -> #rt::core::fmt::Result {
                #(#writes)*
                #rt::write_part(text, #end)
            }
            fn read(from: &mut #rt::ResultReader<'_>) -> #rt::Option<Self> {
                let result = #name { #(#reads)* };
                from.part(#end)?;
                #rt::Some(result)
            }
        }
    }
}

/// `impl SkillResult` for a struct whose fields cannot be those of a result, which is reported.
fn no_fields(input: &DeriveInput) -> TokenStream {
    let (rt, name) = (rt(), &input.ident);
    let (params, types, bounds) = input.generics.split_for_impl();
    quote! {
        #[diagnostic::do_not_recommend]
        impl #params #rt::SkillResult for #name #types #bounds {
            const FIELDS: &'static [#rt::ArgInfo] = &[];
            fn out_of_range(&self) -> #rt::Option<(usize, f64)> { #rt::None }
            fn keep(&self, _: &mut #rt::CallArguments) {}
            fn write(&self, _: &mut #rt::SkillString) -> #rt::core::fmt::Result { #rt::Ok(()) }
            fn read(_: &mut #rt::ResultReader<'_>) -> #rt::Option<Self> { #rt::None }
        }
    }
}

/// The error about generic parameters. What uses the struct has none of its own.
fn generic(mut input: DeriveInput, derive: &str) -> TokenStream {
    let (rt, name) = (rt(), input.ident.clone());
    let mut errors = Errors::default();
    let help = "help: remove them: each field has a type of the language";
    errors.at(&input.generics, format!("generic parameters on a struct of `{derive}`\n{help}"));
    let itself = name.clone();
    let (_, types, _) = input.generics.split_for_impl();
    let bound: syn::WherePredicate = syn::parse_quote!(#itself #types:
        #rt::core::clone::Clone + #rt::core::default::Default + #rt::core::cmp::PartialEq
            + #rt::core::fmt::Debug + 'static);
    let result = derive == "SkillResult";
    let bound = if result { syn::parse_quote!(#itself #types: 'static) } else { bound };
    input.generics.make_where_clause().predicates.push(bound);
    let (params, types, bounds) = input.generics.split_for_impl();
    let errors = errors.into_tokens();
    if result {
        let none = no_fields(&input);
        return quote!(#errors #none);
    }
    quote! {
        #errors
        #[diagnostic::do_not_recommend]
        impl #params #rt::ArgumentGroup for #name #types #bounds {
            const ARGS: &'static [#rt::ArgInfo] = &[];
            fn set_argument(
                &mut self,
                _: &str,
                _: &#rt::Value<'_>,
            ) -> #rt::Option<#rt::Result<(), #rt::ArgumentError>> {
                #rt::None
            }
            fn out_of_range(&self) -> #rt::Option<(usize, f64)> { #rt::None }
            fn write(&self, _: &mut #rt::ArgumentList<'_>) -> #rt::core::fmt::Result { #rt::Ok(()) }
            fn keep(&self, _: &mut #rt::CallArguments) {}
        }
    }
}

/// Reads the fields of the struct for which `derive` is; each an `Option` if they are optional.
fn fields<'a>(
    input: &'a DeriveInput,
    derive: &str,
    are_optional: bool,
    errors: &mut Errors,
) -> Option<Vec<Field<'a>>> {
    let Data::Struct(syn::DataStruct { fields: Fields::Named(fields), .. }) = &input.data else {
        let help = match &input.data {
            Data::Enum(_) if are_optional => "derive `Argument` for an enum",
            _ => "write `struct Name { field: Type }`",
        };
        let message = format!("`{derive}` can only be derived for structs with named fields");
        errors.at(&input.ident, format!("{message}\nhelp: {help}"));
        return None;
    };
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("argument")) {
        errors.at(attr, "`#[argument(..)]` on a struct\nhelp: write it on the fields");
    }
    let rt = rt();
    let mut all = Vec::new();
    for field in &fields.named {
        let inner = option_inner(&field.ty);
        let (Some(name), Some(ty)) =
            (&field.ident, if are_optional { inner } else { Some(&field.ty) })
        else {
            let ty = label::print_type(&field.ty);
            let help = format!("help: write `Option<{ty}>`: `None` if the argument is not given");
            errors.at(&field.ty, format!("expected an `Option`\n{help}"));
            continue;
        };
        if let Some(name) = no_value_of_result(ty).filter(|_| !are_optional) {
            let help = "help: use a number of at most 32 bits, `f64`, `bool`, an enum with `#[derive(Argument)]`, or an `Option` of one";
            errors.at(
                &field.ty,
                format!("`{name}` cannot be the type of a field of a result\n{help}"),
            );
            continue;
        }
        let mut options = errors.ok(options(&field.attrs)).unwrap_or_default();
        let single = inner.unwrap_or(ty);
        options.range = options
            .range
            .filter(|range| crate::skill::range_fits(range, single, "a field", errors));
        let (text, docs) = (names::plain(name), docs::text(&field.attrs));
        let type_name = label::print_type(&field.ty);
        let range = crate::skill::range_tokens(&rt, options.range.as_ref(), single);
        let unit = options.unit.unwrap_or_else(|| units::of_name(&text).to_owned());
        let (default, of) = if are_optional {
            (quote!(#rt::Some("None")), quote!(<#ty as #rt::Argument>::OF))
        } else {
            (quote!(#rt::None), quote!(#rt::field::<#ty>()))
        };
        let info = quote! {
            #rt::ArgInfo {
                name: #text,
                type_name: #type_name,
                choices: #of.choices,
                docs: #docs,
                default: #default,
                range: #range,
                unit: #unit,
                single: #of.single,
            }
        };
        all.push(Field { name, text, ty, info });
    }
    Some(all)
}

/// Returns the name of a type whose values are not copied.
fn no_value_of_result(ty: &Type) -> Option<String> {
    const NONE: [&str; 4] = ["String", "Text", "Vec", "Box"];
    let ty = option_inner(ty).unwrap_or(ty);
    let is_none = match ty {
        Type::Reference(_) => true,
        Type::Path(of) => NONE.contains(&&*names::last(&of.path)),
        _ => false,
    };
    is_none.then(|| label::print_type(ty))
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
                    let at = input.span();
                    let is_unit = input.parse::<syn::Ident>().is_ok_and(|name| name == "unit");
                    if !is_unit || input.parse::<Token![=]>().is_err() || !input.peek(LitStr) {
                        return Err(syn::Error::new(
                            at,
                            "expected `in LOW..=HIGH` or `unit = \"..\"`\nhelp: write `#[argument(in 0.0..=1.0, unit = \"rad\")]`",
                        ));
                    }
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
