//! Access to active states: what they hold gets its names, guards are checked.

use super::naming::{Names, number, of_depth, ports_at, rt};
use crate::skill::check::{Place, Scope, StateInstanceId, may_run};
use crate::skill::lower::machine::{Check, Moment, Receiver};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

impl Names<'_> {
    /// Returns the value that the code of an instance is called on; `None`: that under
    /// `always`.
    pub fn receiver(&self, instance: Option<StateInstanceId>, moment: Moment) -> TokenStream {
        let Some(of) = instance.map(|instance| &self.machine.states[instance]) else {
            return quote!(data);
        };
        let Receiver::View { active, before, around } = &of.receiver else {
            return quote!(data);
        };
        let scopes = match moment {
            Moment::Around => around,
            Moment::Before => before,
            Moment::Active => active,
        };
        let fields = scopes.iter().map(|(scope, depth)| {
            let field = self.field_path(*scope);
            let value = match scope {
                // A scope that is not active here was reported.
                _ if *depth == 0 => quote!(loop {}),
                Scope::Params(owner) if self.states[*owner].has_mut_params() => {
                    let params = of_depth("params", *depth);
                    quote!(&mut *#params)
                }
                Scope::Params(_) | Scope::Skill => {
                    let params = of_depth("params", *depth);
                    quote!(&*#params)
                }
                Scope::Vars(_) => {
                    let vars = of_depth("vars", *depth);
                    quote!(&mut *#vars)
                }
            };
            quote!(#field: #value)
        });
        let name = self.view_struct(of.state, moment);
        // That of preconditions may be the same struct.
        let is_active = name == self.view_struct(of.state, Moment::Active);
        let clock = (is_active && of.uses_elapsed).then(|| {
            let activation = of_depth("activation", of.depth);
            quote!(, __clock: #activation.clock(cx.now))
        });
        quote!(#name { __skill: &mut *data #(, #fields)* #clock })
    }

    /// Checks guards: the number of the first transition that fires.
    pub fn check(&self, check: Check, status: &TokenStream) -> TokenStream {
        let functions = ["__always", "transitions", "failed", "__always_failed"];
        self.check_by(check, status, functions, None)
    }

    /// Has the guards of a check explained in `__why`.
    pub fn why_check(&self, check: Check, status: &TokenStream) -> TokenStream {
        let why = quote!(, __why);
        let functions = ["__why_always", "why_transitions", "why_failed", "__why_always_failed"];
        self.check_by(check, status, functions, Some(&why))
    }

    fn check_by(
        &self,
        check: Check,
        status: &TokenStream,
        [always, transitions, failed, always_failed]: [&str; 4],
        more: Option<&TokenStream>,
    ) -> TokenStream {
        match check {
            Check::Always(outermost) => {
                let (number, ports) = (number(outermost), ports_at(1));
                let always = Ident::new(always, Span::call_site());
                let memories = (0..self.memories(None).len()).map(Self::memory);
                let now = self.always_lasts().then(|| quote!(, cx.now.time));
                quote!(data.#always(&#ports, #number #(, &data.#memories)* #now #more))
            }
            Check::Own(instance) => {
                let of = &self.machine.states[instance];
                let on = self.receiver(Some(instance), Moment::Active);
                let (function, ports) = (self.function(transitions, of.state), ports_at(of.depth));
                let activation = of_depth("activation", of.depth);
                let clock = self.takes_clock(of.state).then(|| quote!(, #activation.clock(cx.now)));
                let status = self.takes_status(of.state).then(|| quote!(, #status));
                let results =
                    self.results_for_guards(of.state).into_iter().filter_map(|place| match place {
                        Place::Skill(place) => {
                            let slot = *of.slots.get(place)?;
                            let (rt, sub) = (rt(), self.slot(slot));
                            Some(if self.names_result(of.state, place) {
                                let machine = self.sub_machine(slot);
                                quote!(, #machine::result(&*#sub))
                            } else {
                                quote!(, #rt::SubExec::<__B>::is_final(&*#sub).then_some(&()))
                            })
                        }
                        Place::Action(place) => {
                            let (rt, kept) = (rt(), self.kept_result(instance, place));
                            Some(quote!(, (*#kept == #rt::Status::Final).then_some(&())))
                        }
                        Place::Message(place) => {
                            let sent = self.sent_message(instance, place);
                            Some(quote!(, #sent.is_done().then_some(&())))
                        }
                    });
                let results: TokenStream = results.collect();
                let memories = self.instance_memories(instance);
                let failure = self.failure_argument(Some(of.state));
                quote!(#on.#function(&#ports #clock #status #results #memories #failure #more))
            }
            Check::Handler { by, .. } => {
                let of = &self.machine.states[by];
                let on = self.receiver(Some(by), Moment::Active);
                let (function, ports) = (self.function(failed, of.state), ports_at(of.depth));
                let failure = self.failure_argument(Some(of.state));
                quote!(#on.#function(&#ports #failure #more))
            }
            Check::AlwaysHandler { top, .. } => {
                let (number, ports) = (number(top), ports_at(1));
                let function = Ident::new(always_failed, Span::call_site());
                let failure = self.failure_argument(None);
                quote!(data.#function(&#ports, #number #failure #more))
            }
        }
    }

    /// The fields of an instance's variant, with the names that they have in code: `params`,
    /// `vars`, `sub0`, .., `kept0`, .., `sent0`, .., `inside`.
    pub fn fields(&self, instance: StateInstanceId) -> Vec<(Ident, Ident)> {
        let of = &self.machine.states[instance];
        let depth = of.depth;
        let field = |name: &str| Ident::new(name, Span::call_site());
        let mut fields = Vec::new();
        if of.has_params {
            fields.push((field("params"), of_depth("params", depth)));
        }
        if of.has_vars {
            fields.push((field("vars"), of_depth("vars", depth)));
        }
        for slot in &of.slots {
            let place = self.machine.slots[*slot].place;
            fields.push((format_ident!("sub{place}"), self.slot(*slot)));
        }
        for action in 0..of.kept_results {
            fields.push((format_ident!("kept{action}"), self.kept_result(instance, action)));
        }
        for message in 0..of.kept_messages() {
            fields.push((format_ident!("sent{message}"), self.sent_message(instance, message)));
        }
        if of.keeps_failure {
            fields.push((field("failed"), of_depth("failed", depth)));
        }
        for place in 0..of.memories.len() {
            let memory = self.instance_memory(instance, place);
            fields.push((format_ident!("memory{place}"), memory));
        }
        if !of.children.is_empty() {
            fields.push((field("inside"), of_depth("inside", depth)));
        }
        fields
    }

    /// The pattern of an instance that gives what it holds its names.
    pub fn pattern(&self, instance: StateInstanceId) -> TokenStream {
        let path = self.variant_path(instance);
        let (fields, names): (Vec<Ident>, Vec<Ident>) = self.fields(instance).into_iter().unzip();
        if fields.is_empty() { path } else { quote!(#path { #(#fields: #names),* }) }
    }

    /// The places of the interfaces of which a machine notes which messages run.
    pub fn noted(&self) -> Vec<usize> {
        let all = self.interfaces.iter().enumerate();
        all.filter(|(_, of)| may_run(self.model, of)).map(|(place, _)| place).collect()
    }

    /// The way to what runs of an interface.
    pub fn running(&self, place: usize) -> TokenStream {
        let before = self.noted().into_iter().take_while(|noted| *noted != place);
        let pairs = before.map(|_| quote!(.1));
        quote!(#(#pairs)* .0)
    }

    /// Opens up a run: its enum, its variables and its activations.
    pub fn open_run(&self) -> TokenStream {
        let rt = rt();
        let activations = (1..=self.machine.depth).map(|depth| of_depth("activation", depth));
        quote! {
            let #rt::States {
                phase: inside0, data, levels: [#(#activations),*], refusals: __refusals,
                running: __running, ..
            } = run;
        }
    }

    /// Opens up the states around an instance, outermost first, as far as they hold anything. One
    /// that is not active returns `otherwise`.
    pub fn open_around(&self, instance: StateInstanceId, otherwise: &TokenStream) -> TokenStream {
        let Some(parent) = self.machine.states[instance].parent else { return TokenStream::new() };
        self.open_state(parent, otherwise)
    }

    /// Opens up an instance, and first those around it.
    pub fn open_state(&self, instance: StateInstanceId, otherwise: &TokenStream) -> TokenStream {
        let around = self.open_around(instance, otherwise);
        if self.fields(instance).is_empty() {
            return around;
        }
        let (inside, pattern) =
            (of_depth("inside", self.machine.states[instance].depth - 1), self.pattern(instance));
        quote!(#around let #pattern = &mut *#inside else { return #otherwise; };)
    }

    /// Opens up an instance whose preconditions are still to be checked, and those around it.
    pub fn open_entering(&self, instance: StateInstanceId, otherwise: &TokenStream) -> TokenStream {
        let (around, of) = (self.open_around(instance, otherwise), &self.machine.states[instance]);
        if !of.has_params {
            return around;
        }
        let (inside, path) = (of_depth("inside", of.depth - 1), self.entering_path(instance));
        let params = of_depth("params", of.depth);
        quote! {
            #around
            let #path { params: #params } = &mut *#inside else { return #otherwise; };
        }
    }
}
