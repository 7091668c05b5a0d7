//! The call: a struct with an `Option` for each argument, and `impl Skill`.

use super::naming::{Names, argument_type, can_be_refused, number as index_of, rt};
use crate::skill::ast::MachineKind;
use crate::skill::check::Arg;
use crate::syntax::at::rt as rt_from_user;
use crate::syntax::constant::is_number;
use crate::syntax::derives::{self, Checked};
use crate::syntax::errors::unknown_of;
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer::body;
use crate::syntax::types::{is_exact, is_plain};
use crate::syntax::{docs, label};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

/// The struct, and access to the arguments of a group.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (vis, name) = (&names.vis, &names.name);
    let docs = docs::or(&names.attrs, &format!("The skill `{name}`."));
    let fields = names.args.iter().map(|arg| {
        let (text, name, ty) = (documentation(arg), &arg.name, field_type(arg));
        quote!(#[doc = #text] pub #name: #ty)
    });
    let group = names.group.as_ref().map(|group| {
        let (field, ty) = (&group.name, &group.ty);
        let text = if group.docs.is_empty() {
            format!("The arguments of `{field}`.")
        } else {
            group.docs.clone()
        };
        quote!(#[doc = #text] pub #field: #ty,)
    });
    let allow = names.allow_deprecated();
    let group_of = names.group.as_ref().map(|group| {
        let field = &group.name;
        (group.ty.to_token_stream(), quote!(&self.#field), quote!(&mut self.#field))
    });
    // An argument that could not be read is no further error of a call that gives it.
    let lost = || (unknown(names), quote!(loop {}), quote!(loop {}));
    let target = group_of.or_else(|| names.lost_args.then(lost));
    let access = target.map(|target| seen_through(&quote!(#name), target, allow.as_ref()));
    let (lints, markers) = (&names.lints, &names.markers);
    let derive =
        (!checked_traits(names)).then(|| quote!(#[derive(Clone, PartialEq, Debug, Default)]));
    // With generics, even none, `rustc` does not propose one for each unknown type. They make the
    // item as long as the block in messages about it.
    let may_be_unknown = names.args.iter().any(|arg| !is_plain(&arg.ty));
    let generics = may_be_unknown.then(|| quote!(<>));
    quote! {
        #docs
        #(#lints)*
        #(#markers)*
        #derive
        #vis struct #name #generics { #(#fields,)* #group }
        #access
    }
}

/// Returns the type of what could not be read of the skill.
pub fn unknown(names: &Names<'_>) -> TokenStream {
    unknown_of(names.first.as_ref().unwrap_or(&names.name)).into_token_stream()
}

/// `Deref` and `DerefMut` of a struct: the type of the target, and the two ways to it.
pub fn seen_through(
    of: &TokenStream,
    (ty, get, get_mut): (TokenStream, TokenStream, TokenStream),
    allow: Option<&TokenStream>,
) -> TokenStream {
    let rt = rt_from_user();
    quote! {
        #allow
        impl #rt::core::ops::Deref for #of {
            type Target = #ty;
            #[inline]
            fn deref(&self) -> &#ty { #get }
        }
        #allow
        impl #rt::core::ops::DerefMut for #of {
            #[inline]
            fn deref_mut(&mut self) -> &mut #ty { #get_mut }
        }
    }
}

/// Returns the fields of the call for `derives`.
fn checked<'a>(names: &'a Names<'_>) -> Vec<Checked<'a>> {
    let rt = rt();
    let args = names.args.iter().map(|arg| {
        let ty = arg.inner.as_ref().unwrap_or(&arg.ty);
        Checked::new(&rt, &arg.name, ty, "ValueOf").in_option()
    });
    let group =
        names.group.iter().map(|group| Checked::new(&rt, &group.name, &group.ty, "StructOf"));
    args.chain(group).collect()
}

/// Whether the type of an argument may be wrong, so that the call cannot derive its traits.
fn checked_traits(names: &Names<'_>) -> bool {
    derives::needed(&checked(names))
}

/// The traits of the call if it cannot derive them.
pub fn traits(names: &Names<'_>) -> Option<TokenStream> {
    let (rt, name, fields) = (rt(), &names.name, checked(names));
    derives::needed(&fields).then(|| {
        let all = [derives::clone, derives::partial_eq, derives::debug, derives::default];
        all.iter().map(|each| each(&rt, name, &fields)).collect()
    })
}

/// The field of an argument: an `Option`, unless it is one already.
fn field_type(arg: &Arg) -> TokenStream {
    let (rt, ty) = (rt_from_user(), &arg.ty);
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

/// `impl Skill` or `impl Agent`, with the constant `bounds`.
pub fn implementation(names: &Names<'_>, bounds: &TokenStream) -> TokenStream {
    let (rt, name, kind) = (rt(), &names.name, names.kind());
    let problem = problem(names);
    let text = (names.model.kind == MachineKind::Skill).then(|| {
        let (set, write, result) = (set_argument(names), write_arguments(names), result(names));
        quote!(#result #set #write)
    });
    let with_result = names.result_type().map(|ty| {
        quote! {
            #[diagnostic::do_not_recommend]
            impl #rt::WithResult for #name {
                type Result = <#name as #rt::Skill>::Output;
                const OF: #rt::ResultOf<Self::Result> = #rt::result::<#ty>();
            }
        }
    });
    quote! {
        #[diagnostic::do_not_recommend]
        impl #rt::#kind for #name {
            type Machine = #rt::Run<__ActiveState>;
            const INFO: &'static #rt::SkillInfo = &#name;
            #bounds
            #text
            #problem
        }
        #with_result
    }
}

/// The type of the result, and its functions.
fn result(names: &Names<'_>) -> TokenStream {
    let rt = rt();
    match names.result_type() {
        Some(ty) => quote! {
            type Output = #ty;
            const RESULT: #rt::Option<#rt::ResultOf<Self::Output>> =
                #rt::Some(<Self as #rt::WithResult>::OF);
        },
        None => quote!(
            type Output = ();
        ),
    }
}

/// `write_arguments`: writes the arguments that are given.
fn write_arguments(names: &Names<'_>) -> Option<TokenStream> {
    let rt = rt();
    if names.args.is_empty() && names.group.is_none() {
        return None;
    }
    let writes = names.args.iter().map(|arg| {
        let (field, text, of) = (&arg.name, plain(&arg.name), argument_type(arg));
        quote!((#of.write)(&self.#field, #text, list))
    });
    let group = names.group.as_ref().map(|group| {
        let (field, ty) = (&group.name, &group.ty);
        quote!((<#ty as #rt::ArgumentGroup>::OF.write)(&self.#field, list))
    });
    let mut writes: Vec<_> = writes.chain(group).collect();
    let last = writes.pop();
    let keeps = names.args.iter().map(|arg| {
        let (field, of) = (&arg.name, argument_type(arg));
        quote!((#of.keep)(&self.#field, arguments);)
    });
    let keep_group = names.group.as_ref().map(|group| {
        let (field, ty) = (&group.name, &group.ty);
        quote!((<#ty as #rt::ArgumentGroup>::OF.keep)(&self.#field, arguments);)
    });
    Some(quote! {
        fn keep_arguments(&self, arguments: &mut #rt::CallArguments) {
            #(#keeps)*
            #keep_group
        }
        fn write_arguments(
            &self,
            list: &mut #rt::ArgumentList<'_>,
        ) -> #rt::core::fmt::Result {
            #(#writes?;)*
            #last
        }
    })
}

/// `set_argument`: sets an argument by name; a skill without arguments has the default.
fn set_argument(names: &Names<'_>) -> Option<TokenStream> {
    let (rt, skill) = (rt(), &names.name);
    if names.args.is_empty() && names.group.is_none() {
        return None;
    }
    let arms = names.args.iter().enumerate().map(|(index, arg)| {
        let (field, text, of) = (&arg.name, plain(&arg.name), argument_type(arg));
        quote! {
            #text => (#of.set)(&mut self.#field, #skill.args, #index, value),
        }
    });
    let unknown = quote!(#rt::Err(#rt::ArgumentError::Unknown(&#skill)));
    let otherwise = match &names.group {
        None => unknown,
        Some(group) => {
            let (field, ty) = (&group.name, &group.ty);
            quote! {
                (<#ty as #rt::ArgumentGroup>::OF.set)(&mut self.#field, name, value).unwrap_or(#unknown)
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

/// `check_arguments`: the first argument that is missing, outside its range, or not a finite number.
fn problem(names: &Names<'_>) -> Option<TokenStream> {
    let rt = rt();
    let checks = names.args.iter().enumerate().filter(|(_, arg)| can_be_refused(arg));
    let checks = checks.map(|(index, arg)| {
        let (field, of) = (&arg.name, argument_type(arg));
        let value = quote!((#of.number)(&self.#field));
        // With a default and without a range, only a number is checked.
        let only_numbers = arg.default.is_some() && arg.range.is_none();
        check(names, index, &quote!(self.#field.is_some()), (&value, only_numbers))
    });
    let group = check_group(names, &quote!(self));
    let defaults = computed_defaults(names);
    names.can_be_invalid().then(|| {
        // Not every computed default needs all arguments.
        let unused = defaults.as_ref().map(|_| quote!(#[allow(unused_variables)]));
        quote! {
            #unused
            fn check_arguments(&self) -> #rt::Option<#rt::InvalidCall> {
                #(#checks)*
                #group
                #defaults
                #rt::None
            }
        }
    })
}

/// Returns from the check with the reason why the argument at an index is invalid, if it is. Whether it
/// is `given` and the number that it is are expressions; `only_numbers`: what is none is valid.
fn check(
    names: &Names<'_>,
    index: usize,
    given: &TokenStream,
    (value, only_numbers): (&TokenStream, bool),
) -> TokenStream {
    let (rt, skill, index) = (rt(), &names.name, index_of(index));
    let is_number = only_numbers.then(|| quote!(#value.is_some() &&));
    quote! {
        if #is_number let #rt::Some(invalid) = #rt::problem_of(&#skill, #index, #given, #value) {
            return #rt::Some(invalid);
        }
    }
}

/// The same of the first argument of a group that is outside its range; the group is a field of `holder`.
fn check_group(names: &Names<'_>, holder: &TokenStream) -> Option<TokenStream> {
    let (rt, group) = (rt(), names.group.as_ref()?);
    let (field, ty, first) = (&group.name, &group.ty, index_of(names.args.len()));
    Some(quote! {
        if let #rt::Some((index, value)) = (<#ty as #rt::ArgumentGroup>::OF.out_of_range)(&#holder.#field) {
            return #rt::Some(#rt::InvalidCall::out_of_range(#first + index as u16, value));
        }
    })
}

/// The checks of the arguments in two parts: whether one is missing that must be given, of a call, and
/// whether one is outside its range, of the variables that are made of it.
pub fn checks(names: &Names<'_>) -> TokenStream {
    let (rt, skill, data) = (rt(), &names.name, names.of_skill("Vars"));
    let required = names.args.iter().filter(|arg| arg.default.is_none()).map(|arg| &arg.name);
    let incomplete = names.can_be_incomplete().then(|| {
        quote! {
            #[inline(always)]
            fn is_incomplete(call: &#skill) -> bool { #(call.#required.is_none())||* }
        }
    });
    let limited =
        |arg: &Arg| arg.range.is_some() || !is_exact(arg.inner.as_ref().unwrap_or(&arg.ty));
    let checks = names.args.iter().enumerate().filter(|(_, arg)| limited(arg));
    let checks = checks.map(|(index, arg)| {
        let (field, of) = (&arg.name, argument_type(arg));
        let number = if arg.inner.is_some() { quote!(number) } else { quote!(number_of) };
        let value = quote!((#of.#number)(&vars.__args.#field));
        check(names, index, &quote!(true), (&value, arg.range.is_none()))
    });
    let group = check_group(names, &quote!(vars.__args));
    let checks: TokenStream = checks.chain(group).collect();
    let range = (!checks.is_empty()).then(|| {
        let body = body(&quote!(#checks #rt::None));
        quote! {
            const HAS_LIMITS: bool = true;
            #[inline]
            fn check_vars(vars: &#data) -> #rt::Option<#rt::InvalidCall> { #body }
        }
    });
    quote!(#incomplete #range)
}

/// The checks of defaults that are computed when the skill is called. `rustc` checks those that
/// are literals.
fn computed_defaults(names: &Names<'_>) -> Option<TokenStream> {
    let rt = rt();
    let computed = |arg: &Arg| {
        let default = arg.default.as_ref()?;
        let known = is_number(default) || matches!(label::print(default).as_str(), "None");
        (arg.range.is_some() && !known).then_some(())
    };
    let checks = names.args.iter().enumerate().filter_map(|(index, arg)| {
        computed(arg)?;
        let (name, of) = (&arg.name, argument_type(arg));
        let value = if arg.inner.is_some() { quote!(#name) } else { quote!(#rt::Some(#name)) };
        Some(check(names, index, &quote!(true), (&quote!((#of.number)(&#value)), false)))
    });
    let checks: Vec<_> = checks.collect();
    (!checks.is_empty()).then(|| {
        let values = super::data::argument_values(names);
        quote! {
            let __call = #rt::core::clone::Clone::clone(self);
            #(#values)*
            #(#checks)*
        }
    })
}
