//! The parameters of the skill: their description, and how a machine reads them.

use super::naming::{Names, import_rt, number, rt};
use super::range;
use crate::syntax::at::call as call_at;
use crate::syntax::names::plain;
use crate::syntax::{label, rust_analyzer, units};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned as _;

/// The constant of the description, if the skill has parameters.
pub fn description(names: &Names<'_>) -> Option<TokenStream> {
    let (rt, import_rt, name) = (rt(), import_rt(), &names.name);
    let type_name = plain(name);
    let allow = names.allow_deprecated();
    let params = names.params.iter().map(|param| {
        let (ty, default, docs) = (&param.ty, &param.default, &param.docs);
        let text = plain(&param.name);
        let unit = units::of_name(&text);
        let kind = param.type_name.to_uppercase();
        let kind = if kind == "BOOL" { "Bool" } else { &kind };
        let kind = Ident::new(kind, Span::call_site());
        let range = range::tokens(&rt, param.range.as_ref(), ty);
        let written = label::print(default);
        quote! {
            #rt::ParamInfo {
                name: #text,
                ty: #rt::ParamType::#kind,
                key: #rt::parameter_key(
                    #rt::skill_id(#rt::core::module_path!(), #type_name), #text,
                ),
                default: #written,
                default_word: {
                    const __DEFAULT: #ty = #default;
                    #rt::word::#ty(__DEFAULT)
                },
                range: #range,
                unit: #unit,
                docs: #docs,
            }
        }
    });
    (!names.params.is_empty()).then(|| {
        quote! {
            #allow
            impl #name {
                #[doc(hidden)]
                pub const __PARAMS: &'static [::skill_runtime::parameter::ParamInfo] =
                    { #import_rt &[#(#params),*] };
            }
        }
    })
}

/// The description in that of the skill.
pub fn in_info(names: &Names<'_>) -> TokenStream {
    let name = &names.name;
    if names.params.is_empty() { quote!(&[]) } else { quote!(#name::__PARAMS) }
}

/// The checks of the defaults.
pub fn checks(names: &Names<'_>) -> Option<TokenStream> {
    let (rt, name) = (rt(), &names.name);
    let type_name = plain(name);
    let checks = names.params.iter().enumerate().map(|(index, param)| {
        let index = number(index);
        let message = quote!(#rt::parameter_out_of_range(&#name::__PARAMS[#index], #type_name));
        call_at(param.default.span(), quote!(#rt::const_error), message)
    });
    (!names.params.is_empty()).then(|| quote!(const _: () = { #(#checks;)* };))
}

/// The fields of `__Args`.
pub fn fields(names: &Names<'_>) -> TokenStream {
    let fields = names.params.iter().map(|param| {
        let (name, ty, docs) = (&param.name, &param.ty, &param.docs);
        quote!(#[doc = #docs] pub #name: #ty,)
    });
    // Exclude the macro's own fields from completion after `self.`.
    let seen = quote!(#[doc(hidden)] pub __parameters: u32,);
    let seen = (!names.params.is_empty()).then(|| rust_analyzer::never(&seen));
    quote!(#(#fields)* #seen)
}

/// The default of a parameter.
fn default(names: &Names<'_>, index: usize) -> TokenStream {
    let (rt, skill, ty) = (rt(), &names.name, &names.params[index].ty);
    let index = number(index);
    quote! {
        <#ty as #rt::ParamValue>::of_word(const { #skill::__PARAMS[#index].default_word })
    }
}

/// The first values of these fields.
pub fn first_values(names: &Names<'_>) -> TokenStream {
    let values = names.params.iter().enumerate().map(|(index, param)| {
        let (name, default) = (&param.name, default(names, index));
        quote!(#name: #default,)
    });
    let seen = (!names.params.is_empty()).then(|| rust_analyzer::never(&quote!(__parameters: 0,)));
    quote!(#(#values)* #seen)
}

/// The same fields of a clone.
pub fn cloned(names: &Names<'_>) -> TokenStream {
    let values = names.params.iter().map(|param| {
        let name = rust_analyzer::without_span(&param.name);
        quote!(#name: self.#name,)
    });
    let seen = quote!(__parameters: self.__parameters,);
    let seen = (!names.params.is_empty()).then(|| rust_analyzer::never(&seen));
    quote!(#(#values)* #seen)
}

/// The function that copies them from the blackboard.
pub fn read(names: &Names<'_>) -> Option<TokenStream> {
    let (rt, skill) = (rt(), &names.name);
    let reads = names.params.iter().enumerate().map(|(index, param)| {
        let (name, index) = (rust_analyzer::without_span(&param.name), number(index));
        quote! {
            cx.read_parameter::<Self, _>(
                #index, const { #skill::__PARAMS[#index].limits() }, &mut __args.#name,
            );
        }
    });
    let constants = names.params.iter().enumerate().map(|(index, param)| {
        let (name, default) = (rust_analyzer::without_span(&param.name), default(names, index));
        quote!(__args.#name = #default;)
    });
    (!names.params.is_empty()).then(|| {
        quote! {
            #[inline(always)]
            fn read_parameters<__T: #rt::Tracer>(
                run: &mut #rt::States<Self>,
                cx: &mut #rt::Context<'_, __B, __T>,
            ) {
                let __args = &mut run.data.__args;
                if !cx.has_parameters() {
                    // A blackboard without parameters: the defaults are constants.
                    #(#constants)*
                } else if cx.has_new_parameters(&mut __args.__parameters) { #(#reads)* }
            }
        }
    })
}
