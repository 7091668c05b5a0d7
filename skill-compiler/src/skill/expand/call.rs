//! The call: a struct with an `Option` for each argument, and `impl Skill`.

use super::{rt, rt_from_outside};
use crate::skill::ast::Level;
use crate::skill::model::{Arg, Model};
use crate::syntax::{docs, label, names};
use proc_macro2::TokenStream;
use quote::quote;

/// The struct, and access to the arguments it takes in.
pub fn expand(model: &Model) -> TokenStream {
    let (rt, vis, name) = (rt_from_outside(), &model.vis, &model.name);
    let docs = docs::or(&model.attrs, &format!("The skill `{name}`."));
    let fields = model.args.iter().map(|arg| {
        let (text, name, ty) = (documentation(arg), &arg.name, field_type(arg));
        quote!(#[doc = #text] pub #name: #ty)
    });
    let group = model.group.as_ref().map(|group| {
        let (field, ty) = (&group.name, &group.ty);
        let text = if group.docs.is_empty() {
            format!("The arguments of `{field}`.")
        } else {
            group.docs.clone()
        };
        quote!(#[doc = #text] pub #field: #ty,)
    });
    let access = model.group.as_ref().map(|group| {
        let (field, ty) = (&group.name, &group.ty);
        quote! {
            impl #rt::core::ops::Deref for #name {
                type Target = #ty;
                #[inline]
                fn deref(&self) -> &#ty { &self.#field }
            }
            impl #rt::core::ops::DerefMut for #name {
                #[inline]
                fn deref_mut(&mut self) -> &mut #ty { &mut self.#field }
            }
        }
    });
    let lints = &model.lints;
    quote! {
        #docs
        #(#lints)*
        #[derive(Clone, PartialEq, Debug, Default)]
        #vis struct #name { #(#fields,)* #group }
        #access
    }
}

/// The field of an argument: an `Option`, unless it is one already.
fn field_type(arg: &Arg) -> TokenStream {
    let (rt, ty) = (rt_from_outside(), &arg.ty);
    if arg.inner.is_some() { quote!(#ty) } else { quote!(#rt::Option<#ty>) }
}

/// The documentation of an argument, with its default and range.
fn documentation(arg: &Arg) -> String {
    let mut text = arg.docs.clone();
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    match &arg.default {
        Some(default) => text.push_str(&format!("Default: `{}`", label::print(default))),
        None => text.push_str("Must be given"),
    }
    if let Some(range) = &arg.range {
        text.push_str(&format!(", in `{}`", label::print(&range.tokens)));
    }
    text.push('.');
    text
}

/// `impl Skill`, or `impl Agent`.
pub fn implementation(model: &Model) -> TokenStream {
    let (rt, name, level) = (rt(), &model.name, super::level(model));
    let (facts, problem) = (super::facts::expand(model), problem(model));
    let text = (model.level == Level::Skill).then(|| {
        let (set, write) = (set_argument(model), write_arguments(model));
        quote!(#set #write)
    });
    quote! {
        impl #rt::#level for #name {
            type Machine = #rt::Run<__ActiveState>;
            const INFO: &'static #rt::SkillInfo = &#name;
            #facts
            #text
            #problem
        }
    }
}

/// Writes the arguments that are given.
fn write_arguments(model: &Model) -> Option<TokenStream> {
    let rt = rt();
    if model.args.is_empty() && model.group.is_none() {
        return None;
    }
    let writes = model.args.iter().map(|arg| {
        let (field, text, of) = (&arg.name, names::plain(&arg.name), of_type(arg));
        quote!((#of.write)(&self.#field, #text, list)?;)
    });
    let group = model.group.as_ref().map(|group| {
        let (field, ty) = (&group.name, &group.ty);
        quote!((#rt::group::<#ty>().write)(&self.#field, list)?;)
    });
    Some(quote! {
        fn write_arguments(
            &self,
            list: &mut #rt::ArgumentList<'_, '_>,
        ) -> #rt::core::fmt::Result {
            #(#writes)*
            #group
            #rt::Ok(())
        }
    })
}

/// Sets an argument by name; a skill without arguments knows none.
fn set_argument(model: &Model) -> Option<TokenStream> {
    let (rt, skill) = (rt(), &model.name);
    if model.args.is_empty() && model.group.is_none() {
        return None;
    }
    let arms = model.args.iter().enumerate().map(|(index, arg)| {
        let (field, text, of) = (&arg.name, names::plain(&arg.name), of_type(arg));
        quote! {
            #text => (#of.set)(&mut self.#field, #skill.args, #index, value),
        }
    });
    let unknown = quote!(#rt::Err(#rt::ArgumentError::Unknown(&#skill)));
    let otherwise = match &model.group {
        None => unknown,
        Some(group) => {
            let (field, ty) = (&group.name, &group.ty);
            quote! {
                (#rt::group::<#ty>().set)(&mut self.#field, name, value).unwrap_or(#unknown)
            }
        }
    };
    Some(quote! {
        fn set_argument(
            &mut self,
            name: &str,
            value: &#rt::Value<'_>,
        ) -> #rt::Result<(), #rt::ArgumentError> {
            match name { #(#arms)* _ => #otherwise }
        }
    })
}

/// What the runtime does with an argument of its type. Without the `Option` around it,
/// which every argument may have: so an error of the type is the same everywhere.
pub fn of_type(arg: &Arg) -> TokenStream {
    let (rt, ty) = (rt(), arg.inner.as_ref().unwrap_or(&arg.ty));
    quote!(#rt::argument::<#ty>())
}

/// Whether a call can have a problem: an argument that must be given, or has a range.
pub fn can_be_refused(model: &Model) -> bool {
    model.args.iter().any(asks) || model.group.is_some()
}

/// Whether an argument can be refused.
fn asks(arg: &Arg) -> bool {
    arg.default.is_none() || arg.range.is_some()
}

/// The first argument that is missing or outside its range.
fn problem(model: &Model) -> Option<TokenStream> {
    let (rt, skill) = (rt(), &model.name);
    let checks = model.args.iter().enumerate().filter(|(_, arg)| asks(arg));
    let checks = checks.map(|(index, arg)| {
        let (field, of) = (&arg.name, of_type(arg));
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        quote! {
            if let #rt::Some(failure) = #rt::problem_of(
                &#skill, #index, self.#field.is_some(), (#of.number)(&self.#field),
            ) {
                return #rt::Some(failure);
            }
        }
    });
    let group = model.group.as_ref().map(|group| {
        let (field, ty) = (&group.name, &group.ty);
        let first = u16::try_from(model.args.len()).unwrap_or(u16::MAX);
        quote! {
            if let #rt::Some((index, value)) =
                (#rt::group::<#ty>().out_of_range)(&self.#field)
            {
                return #rt::Some(#rt::Failure::new(
                    &#skill, #rt::Cause::ArgumentOutOfRange(#first + index as u16), (value as f32,),
                ));
            }
        }
    });
    can_be_refused(model).then(|| {
        quote! {
            fn problem(&self) -> #rt::Option<#rt::Failure> {
                #(#checks)*
                #group
                #rt::None
            }
        }
    })
}

/// The value of an argument with its default, in the order of declaration.
pub fn resolve(model: &Model) -> TokenStream {
    let rt = rt();
    let steps = model.args.iter().map(|arg| {
        let (name, ty) = (&arg.name, &arg.ty);
        let otherwise = match &arg.default {
            Some(default) => quote!(#default),
            None if arg.inner.is_some() => quote!(#rt::None),
            None => {
                let of = of_type(arg);
                quote!((#of.placeholder)())
            }
        };
        let given = if arg.inner.is_some() {
            quote!(__given @ #rt::Some(_) => __given)
        } else {
            quote!(#rt::Some(__given) => __given)
        };
        quote! {
            let #name: #ty = match __call.#name {
                #given,
                #rt::None => #otherwise,
            };
        }
    });
    let names = model.args.iter().map(|arg| &arg.name);
    let group = model.group.as_ref().map(|group| &group.name);
    let group_field = group.map(|name| quote!(#name: __call.#name,));
    quote! { #(#steps)* __Args { #(#names,)* #group_field } }
}
