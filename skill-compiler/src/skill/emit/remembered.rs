//! Names of what states remember when they are left, for `-> resume S`.

use super::naming::{Names, number, rt};
use crate::skill::ast::Resume;
use crate::skill::check::{StateId, StateInstanceId, TransitionInstanceId};
use crate::skill::lower::machine::{End, Remembers, TransitionInstance};
use crate::syntax::rust_analyzer::without_span;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

impl Names<'_> {
    /// Whether some state remembers the one inside it: the variables have a field `__remembered`.
    pub fn resumes(&self) -> bool {
        self.machine.states.iter().any(|of| of.remembers.is_some())
    }

    /// The instances that remember something.
    pub fn remembering(&self) -> impl Iterator<Item = (StateInstanceId, Remembers)> + '_ {
        let all = self.machine.states.iter().enumerate();
        all.filter_map(|(instance, of)| Some((instance, of.remembers?)))
    }

    /// Whether the parameters of a state are remembered by it or by the state around it.
    pub fn are_params_kept(&self, state: StateId) -> bool {
        self.instances_of(state).any(|instance| {
            let of = &self.machine.states[instance];
            let around = of.parent.and_then(|around| self.machine.states[around].remembers);
            around.is_some() || of.remembers.is_some_and(|of| of.params)
        })
    }

    /// The enum of what an instance remembers: the state inside it, with its parameters.
    pub fn remembered_enum(instance: StateInstanceId) -> Ident {
        format_ident!("__Inside{instance}")
    }

    /// The variant for a state inside.
    pub fn remembered_variant(&self, child: StateInstanceId) -> Ident {
        format_ident!("__{}", self.machine.states[child].name)
    }

    /// The field with the state inside that an instance remembers.
    pub fn remembered_inside(instance: StateInstanceId) -> Ident {
        format_ident!("inside{instance}")
    }

    /// The field with the parameters that an instance remembers, an `Option`.
    pub fn remembered_params(instance: StateInstanceId) -> Ident {
        format_ident!("params{instance}")
    }

    /// Returns the `resume` of a transition whose target remembers something.
    pub fn resume(&self, of: &TransitionInstance) -> Option<TokenStream> {
        let End::State(to) = of.to else { return None };
        self.machine.states[to].remembers?;
        let (rt, resume) = (rt(), of.resume?);
        Some(match resume {
            Resume::Shallow => quote!(#rt::Resume::Shallow),
            Resume::Deep => quote!(#rt::Resume::Deep),
        })
    }

    /// The statements that give the parameters of the target of a transition that have no value their
    /// remembered values, or their defaults.
    pub fn values_left_out(
        &self,
        transition: TransitionInstanceId,
        target: StateInstanceId,
    ) -> TokenStream {
        let of = &self.machine.transitions[transition];
        let remembers = self.machine.states[target].remembers;
        let is_kept = of.resume.is_some() && remembers.is_some_and(|remembers| remembers.params);
        let params = &self.states[self.machine.states[target].state].params;
        let values = of.defaults.iter().map(|place| {
            let default = self.defaults(target, [*place]);
            if !is_kept || params[*place].counts {
                return default;
            }
            let (rt, value) = (rt(), Self::default_value(*place));
            let kept = Self::remembered_params(target);
            let name = without_span(&params[*place].name);
            quote! {
                let #value = match &data.__remembered.#kept {
                    #rt::Some(__kept) => #rt::core::clone::Clone::clone(&__kept.#name),
                    #rt::None => { #default #value }
                };
            }
        });
        values.collect()
    }

    /// The value of the field of what states remember, of which nothing was left.
    pub fn nothing_remembered(&self) -> TokenStream {
        let rt = rt();
        let fields = self.remembering().map(|(instance, remembers)| {
            let (field, ty) = (Self::remembered_inside(instance), Self::remembered_enum(instance));
            let params = remembers.params.then(|| {
                let field = Self::remembered_params(instance);
                quote!(#field: #rt::None,)
            });
            quote!(#field: #ty::__Nothing, #params)
        });
        quote!(__Remembered { entering: #rt::None, pending: #rt::None, #(#fields)* })
    }

    /// Gives the numbers of tries among the parameters `holder` of a state their first values.
    pub fn count_anew(&self, state: StateId, holder: &Ident) -> TokenStream {
        let counts = self.states[state].params.iter().filter(|param| param.counts);
        let counts = counts.map(|param| {
            let (name, first) = (without_span(&param.name), &param.default);
            quote!(#holder.#name = #first;)
        });
        counts.collect()
    }

    /// The index of an instance as the target of an entry, with its parameters.
    pub fn entered(&self, instance: StateInstanceId, params: Option<TokenStream>) -> TokenStream {
        let index = number(instance);
        let values = match params {
            Some(params) => {
                let values = self.values_path(Some(self.machine.states[instance].state));
                quote!(#values(#params))
            }
            None => self.values_path(None),
        };
        quote!((#index, #values))
    }
}
