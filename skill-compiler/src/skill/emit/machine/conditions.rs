//! The variants of a machine without an active state: before it begins, and at its end.

use crate::skill::ast::MachineKind;
use crate::skill::emit::naming::{Names, rt};
use proc_macro2::TokenStream;
use quote::quote;

pub struct ConditionTexts {
    /// The variants of the outermost enum.
    pub variants: TokenStream,
    /// The items of `impl ActiveState` that concern them.
    pub items: TokenStream,
}

/// Prints the conditions; `arms` give the index of the innermost active state.
pub fn emit(names: &Names<'_>, arms: &TokenStream) -> ConditionTexts {
    let (rt, name) = (rt(), quote!(Self));
    // Only where it can occur: so it adds nothing to the code of other skills.
    let invalid = |text: TokenStream| names.can_be_incomplete().then_some(text);
    let variant = invalid(quote!(__InvalidCall(#rt::InvalidCall),));
    let is = invalid(quote! {
        #name::__InvalidCall(call) => return #rt::Err(#rt::Inactive::InvalidCall(*call)),
    });
    let finds = invalid(quote!(#name::__InvalidCall(_) => #rt::Condition::INVALID_CALL,));
    let finds_result =
        names.result.is_some().then(|| quote!(#name::__Finished(_) => #rt::Condition::FINISHED,));
    let invalid_call = invalid(quote! {
        #[inline]
        fn refused(call: #rt::InvalidCall) -> Self { #name::__InvalidCall(call) }
        #[inline]
        fn invalid_call(&self) -> #rt::Option<&#rt::InvalidCall> {
            match self { #name::__InvalidCall(call) => #rt::Some(call), _ => #rt::None }
        }
    });
    let ResultTexts { variant: finished, is: is_finished, items: result } = result(names);
    let items = quote! {
        #result
        #[inline]
        fn active(&self) -> #rt::Result<u16, #rt::Inactive> {
            #rt::Ok(match self {
                #arms
                #name::__NotStarted => return #rt::Err(#rt::Inactive::NotStarted),
                #is
                #name::__Final => return #rt::Err(#rt::Inactive::Final),
                #name::__Failed => return #rt::Err(#rt::Inactive::Failed),
                #is_finished
            })
        }
        #[inline]
        fn condition(&self) -> #rt::Condition {
            match self {
                #finds
                #name::__NotStarted => #rt::Condition::NOT_STARTED,
                #name::__Final => #rt::Condition::FINAL,
                #name::__Failed => #rt::Condition::FAILED,
                #finds_result
                _ => #rt::Condition::ACTIVE,
            }
        }
        #[inline]
        fn is_not_started(&self) -> bool {
            match self { #name::__NotStarted => true, _ => false }
        }
        #invalid_call
        #[inline]
        fn outside(place: #rt::Inactive) -> Self {
            match place {
                #rt::Inactive::NotStarted => #name::__NotStarted,
                #rt::Inactive::Final => #name::__Final,
                _ => #name::__Failed,
            }
        }
    };
    ConditionTexts { variants: quote!(#variant __NotStarted, __Final, __Failed, #finished), items }
}

/// Returns the patterns of all conditions.
pub fn patterns(names: &Names<'_>) -> TokenStream {
    let invalid = names.can_be_incomplete().then(|| quote!(| Self::__InvalidCall(_)));
    let finished = names.result.is_some().then(|| quote!(| Self::__Finished(_)));
    quote!(Self::__NotStarted | Self::__Final | Self::__Failed #invalid #finished)
}

/// The text of FINAL with a result; all but the type is empty for a skill without one.
struct ResultTexts {
    variant: Option<TokenStream>,
    is: Option<TokenStream>,
    items: TokenStream,
}

fn result(names: &Names<'_>) -> ResultTexts {
    let (rt, skill) = (rt(), &names.name);
    let output = match names.model.kind {
        MachineKind::Skill => quote!(<#skill as #rt::Skill>::Output),
        MachineKind::Agent => quote!(()),
    };
    let output_type = quote!(type Output = #output;);
    if names.result.is_none() {
        return ResultTexts { variant: None, is: None, items: output_type };
    }
    let is = quote!(__ActiveState::__Finished(_) => return #rt::Err(#rt::Inactive::Final),);
    let items = quote! {
        #output_type
        const RESULT: #rt::Option<#rt::ResultOf<Self::Output>> = <#skill as #rt::Skill>::RESULT;
        fn result(&self) -> #rt::Option<&Self::Output> {
            match self {
                __ActiveState::__Finished(result) => #rt::Some(result),
                _ => #rt::None,
            }
        }
        fn finished(result: Self::Output) -> Self { __ActiveState::__Finished(result) }
        #[inline]
        fn transition_result(values: Self::Values) -> #rt::Option<Self::Output> {
            match values {
                __Values::__Result(result) => #rt::Some(result),
                _ => #rt::None,
            }
        }
    };
    ResultTexts { variant: Some(quote!(__Finished(#output),)), is: Some(is), items }
}
