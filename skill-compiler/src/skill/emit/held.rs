//! Names of what states hold besides their variables: defaults of parameters, and memories of
//! guards.

use super::naming::{Names, ports_at, rt};
use crate::skill::ast::Trigger;
use crate::skill::check::{StateId, StateInstanceId, TransitionId};
use crate::skill::lower::machine::{Memory, Moment};
use crate::syntax::rust_analyzer::without_span;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

impl Names<'_> {
    /// The function of the default of a state's parameter.
    pub fn default_function(&self, state: StateId, param: usize) -> Ident {
        self.function(&format!("default{param}"), state)
    }

    /// The variable with the value of that default.
    pub fn default_value(param: usize) -> Ident {
        format_ident!("__default{param}")
    }

    /// The statements that evaluate defaults of the parameters of an instance, around which all
    /// states are opened.
    pub fn defaults(
        &self,
        instance: StateInstanceId,
        params: impl IntoIterator<Item = usize>,
    ) -> TokenStream {
        let of = &self.machine.states[instance];
        let ports = ports_at((of.depth - 1).max(1));
        let defaults = params.into_iter().map(|param| {
            let (value, function) =
                (Self::default_value(param), self.default_function(of.state, param));
            let on = self.receiver(Some(instance), Moment::Around);
            quote!(let #value = #on.#function(&#ports);)
        });
        defaults.collect()
    }

    /// The parameters of a start state, of which [`defaults`](Self::defaults) has evaluated all.
    pub fn default_params(&self, state: StateId) -> TokenStream {
        let ty = self.params_struct(state);
        let fields = self.states[state].params.iter().enumerate().map(|(place, param)| {
            let (name, value) = (without_span(&param.name), Self::default_value(place));
            quote!(#name: #value)
        });
        quote!(#ty { #(#fields),* })
    }

    /// The memories of the guards of a state, or of those under `always`: half-typed ones have one,
    /// too.
    pub fn memories(&self, state: Option<StateId>) -> Vec<(TransitionId, Memory)> {
        let order = match state {
            Some(state) => &self.hints.order[state].active,
            None => &self.hints.always,
        };
        let memory = |number: &TransitionId| match self.trigger(*number)? {
            Trigger::Remembers(_, memory) if self.again(*number).is_none() => {
                Some((*number, Memory::of(memory)))
            }
            _ => None,
        };
        order.iter().filter_map(memory).collect()
    }

    /// The memories of the guards of an active instance, which are those of its state.
    pub fn instance_memories(&self, instance: StateInstanceId) -> TokenStream {
        let of = &self.machine.states[instance];
        let memories = self.memories(Some(of.state)).into_iter().map(|(number, memory)| {
            match of.memories.iter().position(|(own, _)| *own == number) {
                Some(place) => {
                    let memory = self.instance_memory(instance, place);
                    quote!(, &*#memory)
                }
                None => {
                    let first = Self::new_memory(memory);
                    quote!(, &#first)
                }
            }
        });
        memories.collect()
    }

    /// The further parameters of the function that checks these guards.
    pub fn memory_params(&self, state: Option<StateId>) -> TokenStream {
        let rt = rt();
        let memories = self.memories(state).into_iter().enumerate().map(|(place, (_, memory))| {
            let (name, ty) = (Self::memory(place), Self::memory_type(memory));
            quote!(, #name: &#ty)
        });
        let now = state.is_none() && self.always_lasts();
        let now = now.then(|| quote!(, __now: #rt::Instant));
        quote!(#(#memories)* #now)
    }

    /// Whether a guard under `always` must hold for a time.
    pub fn always_lasts(&self) -> bool {
        self.memories(None).iter().any(|(_, memory)| *memory != Memory::Rising)
    }

    /// The memory of a guard in the code that checks it.
    pub fn memory(place: usize) -> Ident {
        format_ident!("__memory{place}")
    }

    pub fn memory_type(memory: Memory) -> TokenStream {
        let rt = rt();
        match memory {
            Memory::Rising => quote!(#rt::Rising),
            Memory::Lasting { rising } => quote!(#rt::Lasting<#rising>),
        }
    }

    /// The first value of a memory.
    pub fn new_memory(memory: Memory) -> TokenStream {
        let ty = Self::memory_type(memory);
        quote!(<#ty>::NEW)
    }

    /// The memory of a guard of an active instance.
    pub fn instance_memory(&self, instance: StateInstanceId, place: usize) -> Ident {
        format_ident!("memory{}_{place}", self.machine.states[instance].depth)
    }
}
