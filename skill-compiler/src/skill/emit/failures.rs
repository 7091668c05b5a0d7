//! Failures that transitions name, and the kinds of those of the skill.

use super::naming::{Names, number, rt};
use crate::skill::ast::Trigger;
use crate::skill::check::{StateId, TransitionId};
use crate::syntax::names::plain;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};
use std::collections::BTreeMap;

impl Names<'_> {
    /// The name that a transition has for a failure.
    pub fn failure(&self, transition: TransitionId) -> Option<&Ident> {
        self.trigger(transition).and_then(Trigger::failure)
    }

    /// Whether a transition of a state has a name for a failure.
    pub fn names_failure(&self, state: StateId) -> bool {
        let active = self.hints.order[state].active.iter();
        active.copied().any(|transition| self.failure(transition).is_some())
    }

    /// Whether the guards of a state on FAILED, or of those under `always`, are given the failure.
    pub fn takes_failure(&self, state: Option<StateId>) -> bool {
        let all = state.map_or(&self.hints.always, |state| &self.hints.order[state].active);
        all.iter().any(|transition| {
            matches!(self.trigger(*transition), Some(Trigger::OnFailed(Some(_), Some(_))))
        })
    }

    /// The parameter with the failure.
    pub fn failure_param(&self, state: Option<StateId>) -> Option<TokenStream> {
        let rt = rt();
        self.takes_failure(state).then(|| quote!(, __failure: #rt::Option<#rt::StoredFailure>))
    }

    /// The argument for that parameter, in a check.
    pub fn failure_argument(&self, state: Option<StateId>) -> Option<TokenStream> {
        self.takes_failure(state).then(|| quote!(, failure.stored))
    }
}

/// The kinds of failures of the skill, as constants of its call.
pub fn kinds(names: &Names<'_>) -> TokenStream {
    let (rt, name, vis, type_name) = (rt(), &names.name, &names.vis, plain(&names.name));
    let mut kinds: BTreeMap<String, (&Ident, Vec<TokenStream>)> = BTreeMap::new();
    // Also those of transitions that are wrong or could not be read, or of states that nothing holds.
    let right = names.transitions.values().filter_map(|of| of.reason.as_ref());
    let wrong = names.hints.transitions.values().filter_map(|of| of.reason.as_ref());
    let known = right.chain(wrong).filter_map(|reason| reason.kind.as_ref());
    for kind in known.chain(&names.hints.words.kinds) {
        kinds.entry(plain(kind)).or_insert_with(|| (kind, Vec::new()));
    }
    for (index, of) in names.transition_instances.iter().enumerate() {
        let reason = names.transitions[&of.transition].reason.as_ref();
        let kind = reason.and_then(|reason| reason.kind.as_ref());
        if let Some((_, all)) = kind.and_then(|kind| kinds.get_mut(&plain(kind))) {
            all.push(number(index).to_token_stream());
        }
    }
    let kinds = kinds.into_iter().map(|(text, (kind, all))| {
        let docs = format!("The failures `{text}` of [`{type_name}`].");
        quote! {
            #[doc = #docs]
            #vis const #kind: #rt::FailureKind = #rt::FailureKind::new(
                #rt::skill_id(#rt::core::module_path!(), #type_name), &[#(#all),*],
            );
        }
    });
    let kinds: Vec<TokenStream> = kinds.collect();
    if kinds.is_empty() { TokenStream::new() } else { quote!(impl #name { #(#kinds)* }) }
}
