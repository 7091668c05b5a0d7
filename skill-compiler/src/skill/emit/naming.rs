//! Names: what each part of the expansion calls things, so that the parts fit together.
//!
//! A state of depth `k` has these names in the code that steps the machine: `inside{k-1}` the
//! enum that it is a variant of, `params{k}` and `vars{k}` its parameters and variables,
//! `sub{k}_0`, .. its sub-machines, `final{k}_0`, .. whether its actions are FINAL, `activation{k}` its `Activation`, `inside{k}` the enum of
//! the states inside it.

use crate::skill::ast::{Code, MachineKind, ParamType, Trigger};
use crate::skill::check::Scope;
use crate::skill::check::{
    Again, Arg, Binding, IdeHints, Model, Place, StateId, StateInstanceId, Target, TransitionId,
};
use crate::skill::lower::Machine;
use crate::skill::lower::machine::Moment;
use crate::syntax::names::{interface_id, plain};
use crate::syntax::rust_analyzer::{never, without_span};
use crate::syntax::types::is_exact;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeSet;
use std::ops::Deref;
use syn::{Attribute, Ident, Meta, Path, Type};

/// Returns the path of the runtime after [`import_rt`]: it saves a third of the tokens.
pub fn rt() -> TokenStream {
    quote!(__rt)
}

/// Gives what the expansion uses its short name.
pub fn import_rt() -> TokenStream {
    quote!(
        use ::skill_runtime::__v1 as __rt;
    )
}

/// An index as it is in the expansion.
pub fn number(index: usize) -> Literal {
    Literal::usize_unsuffixed(index)
}

/// The outcome that a transition with this number fires.
pub fn outcome(number: usize) -> TokenStream {
    let (rt, number) = (rt(), self::number(number));
    quote!(#rt::Outcome(#number))
}

/// The position of a path.
pub fn span_of(skill: &Path) -> Span {
    skill.segments.last().map_or_else(Span::call_site, |segment| segment.ident.span())
}

/// `name1`: what belongs to the active state of a depth.
pub fn of_depth(name: &str, depth: usize) -> Ident {
    format_ident!("{name}{depth}")
}

/// The interfaces, as the state at a depth sees them.
pub fn ports_at(depth: usize) -> TokenStream {
    let activation = of_depth("activation", depth);
    quote!(__ports(cx, #activation, __running, 0, 0))
}

/// Returns the runtime's functions for the type of an argument. Without the `Option` around it,
/// which every argument may have: so an error of the type is the same everywhere.
pub fn argument_type(arg: &Arg) -> TokenStream {
    let (rt, ty) = (rt(), arg.inner.as_ref().unwrap_or(&arg.ty));
    quote!(<#ty as #rt::Argument>::OF)
}

/// The names of a skill and of its machine.
pub struct Names<'a> {
    pub model: &'a Model,
    pub machine: &'a Machine,
    pub hints: &'a IdeHints,
    /// Whether guards can be explained.
    pub why: bool,
}

impl Deref for Names<'_> {
    type Target = Model;

    fn deref(&self) -> &Model {
        self.model
    }
}

impl Names<'_> {
    /// The trait that is implemented: `Skill` or `Agent`.
    pub fn kind(&self) -> Ident {
        let name = match self.model.kind {
            MachineKind::Skill => "Skill",
            MachineKind::Agent => "Agent",
        };
        Ident::new(name, Span::call_site())
    }

    /// Returns what lets the generated code use a deprecated skill.
    pub fn allow_deprecated(&self) -> Option<TokenStream> {
        let mut markers = self.markers.iter();
        markers.any(|attr| attr.path().is_ident("deprecated")).then(|| quote!(#[allow(deprecated)]))
    }

    /// Returns the levels of Rust's lints for what the skill's own struct is not: a lint that is
    /// expected there is allowed.
    pub fn lints_elsewhere(&self) -> Vec<Attribute> {
        let lints = self.lints.iter().cloned().map(|mut attr| {
            if attr.path().is_ident("expect")
                && let Meta::List(list) = &mut attr.meta
            {
                list.path = syn::parse_quote!(allow);
            }
            attr
        });
        lints.collect()
    }

    /// `StandupState`, `StandupPorts`, ..
    pub fn of_skill(&self, what: &str) -> Ident {
        let name = plain(&self.model.name);
        Ident::new(&format!("{name}{what}"), self.model.name.span())
    }

    /// The function of a part of a state's code: `__init_Wait`.
    pub fn function(&self, what: &str, state: StateId) -> Ident {
        format_ident!("__{}_{}", what, plain(&self.states[state].key))
    }

    /// The function that sends a message that a state runs.
    pub fn send_function(&self, state: StateId, message: usize) -> Ident {
        self.function(&format!("send{message}"), state)
    }

    /// The function that calls an action of a state.
    pub fn action_function(&self, state: StateId, action: usize) -> Ident {
        self.function(&format!("action{action}"), state)
    }

    /// The function that calls a sub-skill of a state.
    pub fn call_function(&self, state: StateId, place: usize) -> Ident {
        self.function(&format!("call{place}"), state)
    }

    /// The function of the values that a transition carries to its target's parameters.
    pub fn values_function(&self, transition: TransitionId) -> Ident {
        self.transition_function("values", transition)
    }

    /// The function of the failure that a transition carries.
    pub fn reason_function(&self, transition: TransitionId) -> Ident {
        self.transition_function("reason", transition)
    }

    /// The trigger of a transition, right or not, if it has one.
    pub fn trigger(&self, transition: TransitionId) -> Option<&Trigger> {
        match self.transitions.get(&transition) {
            Some(of) => Some(&of.trigger),
            None => self.hints.transitions[&transition].trigger.as_ref(),
        }
    }

    /// The target of a transition, right or not, if it has one.
    pub fn target(&self, transition: TransitionId) -> Option<Target> {
        match self.transitions.get(&transition) {
            Some(of) => Some(of.to),
            None => self.hints.transitions[&transition].to,
        }
    }

    /// The type of the skill's result, if it has one.
    pub fn result_type(&self) -> Option<&Type> {
        match &self.result {
            Some(ParamType::Value(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The names that the values of a transition have for results of sub-skills.
    pub fn bindings(&self, transition: TransitionId) -> &[Binding] {
        match self.transitions.get(&transition) {
            Some(of) => &of.bindings,
            None => &self.hints.transitions[&transition].bindings,
        }
    }

    /// Whether the guards of a state are given the time: half-typed ones may need it, too.
    pub fn takes_clock(&self, state: StateId) -> bool {
        let mut triggers =
            self.hints.order[state].active.iter().filter_map(|number| self.trigger(*number));
        triggers.any(|trigger| matches!(trigger, Trigger::After(..)) || trigger.is_lasting())
    }

    /// Whether the transitions of a state on FAILED have a function of their own: they are checked
    /// for states inside.
    pub fn handles_inside(&self, state: StateId) -> bool {
        !self.takes_status(state) || self.machine.handlers.contains(&state)
    }

    /// Returns what decides that a transition leads to the next try of a state, if it does: nobody has
    /// written it.
    pub fn again(&self, transition: TransitionId) -> Option<Again> {
        self.transitions.get(&transition)?.again
    }

    /// Returns whether an explanation shows a transition only if it fires: one that leads to the next try
    /// in place of another one, or the limit of iterations.
    pub fn is_unwritten(&self, transition: TransitionId) -> bool {
        let in_place = matches!(self.again(transition), Some(Again::Fired(_)));
        let guard = self.trigger(transition).and_then(Trigger::guard);
        in_place || guard.is_some_and(Code::is_limited)
    }

    /// Whether a transition is one on FINAL or on FAILED.
    pub fn is_on_outcome(&self, transition: TransitionId) -> bool {
        matches!(self.trigger(transition), Some(Trigger::OnFinal(..) | Trigger::OnFailed(..)))
    }

    /// Whether a transition is one on FAILED.
    pub fn is_on_failed(&self, transition: TransitionId) -> bool {
        matches!(self.trigger(transition), Some(Trigger::OnFailed(..)))
    }

    /// Whether the guards of a state are given the result of what it runs: they may need it,
    /// too, if that is not known.
    pub fn takes_status(&self, state: StateId) -> bool {
        self.states[state].waits() || self.hints.order[state].runs_unknown
    }

    /// The entries that a state runs of which the check of its transitions needs the result: that which guards on
    /// FINAL name, and if not all of the list must be FINAL, each that has a name.
    pub fn results_for_guards(&self, state: StateId) -> BTreeSet<Place> {
        let active = self.hints.order[state].active.iter();
        let checked = active.filter(|transition| match self.trigger(**transition) {
            Some(Trigger::OnFinal(_, guard)) => {
                guard.is_some() || self.states[state].needs.is_some()
            }
            _ => false,
        });
        checked.flat_map(|transition| self.bindings(*transition)).map(|of| of.place).collect()
    }

    /// Whether a transition of a state names the result of one of its sub-skills, not only that it is
    /// FINAL.
    pub fn names_result(&self, state: StateId, place: usize) -> bool {
        let mut active = self.hints.order[state].active.iter();
        active.any(|transition| {
            let mut all = self.bindings(*transition).iter();
            all.any(|of| of.place == Place::Skill(place) && of.name != "_")
        })
    }

    /// The state that a transition leaves; those under `always` leave any.
    pub fn from(&self, transition: TransitionId) -> Option<StateId> {
        let from = self.transitions.get(&transition).map(|of| of.from);
        from.unwrap_or_else(|| self.hints.transitions[&transition].from)
    }

    fn transition_function(&self, what: &str, transition: TransitionId) -> Ident {
        let from = self.from(transition);
        let from = from.map_or("always".to_owned(), |from| plain(&self.states[from].key));
        format_ident!("__{what}_{from}_{transition}")
    }

    /// The private name of a dependency: each is resolved once, so that an unknown skill is
    /// one error, with `rustc`'s own suggestion.
    pub fn dependency(&self, skill: &Path) -> Ident {
        self.dependency_named(&self.model.dependency_key(skill))
    }

    fn dependency_named(&self, skill: &str) -> Ident {
        Ident::new(&format!("__{}{skill}", plain(&self.model.name)), Span::call_site())
    }

    /// The static of another skill. Through a function: an associated constant would make
    /// `rustc` evaluate the statics of a dependency cycle without end.
    pub fn info_of(&self, skill: &Path) -> TokenStream {
        let name = self.dependency(skill);
        quote!(#name())
    }

    /// A call without arguments of a dependency, in the code of the block. `rustc` checks at the
    /// user's token whether it is a skill, so all that needs one is one error.
    pub fn default_call(&self, skill: &Path) -> TokenStream {
        let declared = self.model.dependencies_of(skill);
        let (rt, skill) = (rt(), declared.first().map_or(skill, |of| self.model.name_in_code(*of)));
        quote!(<#skill as #rt::Skill>::new_call)
    }

    /// The machine of a sub-skill: `Select` keeps a dependency cycle from being an endless
    /// type.
    pub fn sub_machine(&self, slot: usize) -> TokenStream {
        self.sub_machine_named(&self.machine.slots[slot].key)
    }

    /// The machine of a sub-skill as it is called.
    pub fn sub_machine_of(&self, skill: &Path) -> TokenStream {
        self.sub_machine_named(&self.model.dependency_key(skill))
    }

    fn sub_machine_named(&self, skill: &str) -> TokenStream {
        let (rt, skill) = (rt(), self.dependency_named(skill));
        quote!(<__Choice as #rt::SubMachine<#skill>>)
    }

    /// The machine in a slot, as it is named.
    pub fn slot(&self, slot: usize) -> Ident {
        let of = &self.machine.slots[slot];
        format_ident!("sub{}_{}", self.machine.states[of.owner].depth, of.place)
    }

    /// The instance number of a sub-machine, above its parent's.
    pub fn offset(slot: usize) -> TokenStream {
        // The first is the one after its parent.
        if slot == 0 {
            return quote!(1);
        }
        let slot = number(slot);
        quote!(__OFFSETS[#slot])
    }

    /// The instance numbers of all sub-machines.
    pub fn offsets(&self) -> Option<TokenStream> {
        let (rt, count) = (rt(), self.machine.slots.len());
        let (all, length) = ((0..count).map(|slot| self.sub_machine(slot)), number(count));
        (count > 1)
            .then(|| quote!(const __OFFSETS: [u32; #length] = #rt::offsets([#(#all::BOUNDS),*]);))
    }

    /// The result of an action of an instance, as it is named: Running until it has ended.
    pub fn kept_result(&self, instance: StateInstanceId, action: usize) -> Ident {
        format_ident!("kept{}_{action}", self.machine.states[instance].depth)
    }

    /// Whether a message of an instance is done, as it is named.
    pub fn sent_message(&self, instance: StateInstanceId, message: usize) -> Ident {
        format_ident!("sent{}_{message}", self.machine.states[instance].depth)
    }

    /// The struct of a state's parameters.
    pub fn params_struct(&self, state: StateId) -> Ident {
        format_ident!("__Params_{}", plain(&self.states[state].key))
    }

    /// The struct of a state's variables.
    pub fn vars_struct(&self, state: StateId) -> Ident {
        format_ident!("__Vars_{}", plain(&self.states[state].key))
    }

    /// The struct of all that the code of a state sees through `self`.
    pub fn view_struct(&self, state: StateId, moment: Moment) -> Ident {
        let what = match moment {
            Moment::Around => "Around",
            Moment::Before if !self.states[state].vars.is_empty() => "Before",
            Moment::Before | Moment::Active => "Active",
        };
        format_ident!("__{}_{}", what, plain(&self.states[state].key))
    }

    /// The field of a view through which a scope is reached.
    pub fn field_path(&self, scope: Scope) -> Ident {
        match scope {
            Scope::Skill => format_ident!("__skill"),
            Scope::Params(state) => format_ident!("__params_{}", plain(&self.states[state].key)),
            Scope::Vars(state) => format_ident!("__vars_{}", plain(&self.states[state].key)),
        }
    }

    /// The struct that holds a scope.
    pub fn scope_struct(&self, scope: Scope) -> Ident {
        match scope {
            Scope::Skill => self.of_skill("Vars"),
            Scope::Params(state) => self.params_struct(state),
            Scope::Vars(state) => self.vars_struct(state),
        }
    }

    /// The type of `self` in the code of a state, `None`: in that under `always`. A view is
    /// `__Self`, see [`code`](super::code).
    pub fn this(&self, state: Option<StateId>) -> TokenStream {
        match state.filter(|state| self.machine.code[*state].view.is_some()) {
            Some(_) => quote!(__Self),
            None => {
                let vars = self.of_skill("Vars");
                quote!(#vars)
            }
        }
    }

    /// The enum that the instances inside `parent` are variants of.
    pub fn active_enum(&self, parent: Option<StateInstanceId>) -> Ident {
        let Some(parent) = parent else {
            return Ident::new("Self", Span::call_site());
        };
        let (skill, state) = (plain(&self.model.name), &self.machine.states[parent].name);
        if parent < self.states.len() {
            format_ident!("{skill}ActiveState_{}", plain(&self.states[parent].key))
        } else {
            // The same state may be instantiated at many places.
            format_ident!("{skill}ActiveState_{state}_{parent}")
        }
    }

    pub fn variant(&self, instance: StateInstanceId) -> Ident {
        let of = &self.machine.states[instance];
        let written = &self.states[of.state].name;
        if plain(written) == of.name { written.clone() } else { format_ident!("{}", of.name) }
    }

    /// The variant of an instance whose preconditions are still to be checked.
    pub fn entering_variant(&self, instance: StateInstanceId) -> Ident {
        format_ident!("__Entering_{}", self.machine.states[instance].name)
    }

    /// The path of an instance's variant.
    pub fn variant_path(&self, instance: StateInstanceId) -> TokenStream {
        let parent = self.machine.states[instance].parent;
        let (of, variant) = (self.active_enum(parent), self.variant(instance));
        quote!(#of::#variant)
    }

    /// The path of the variant while its preconditions are still to be checked.
    pub fn entering_path(&self, instance: StateInstanceId) -> TokenStream {
        let parent = self.machine.states[instance].parent;
        let (of, variant) = (self.active_enum(parent), self.entering_variant(instance));
        quote!(#of::#variant)
    }

    /// Whether a call can lack an argument that must be given.
    pub fn can_be_incomplete(&self) -> bool {
        self.args.iter().any(|arg| arg.default.is_none())
    }

    /// Whether the arguments of a call can be invalid.
    pub fn can_be_invalid(&self) -> bool {
        self.group.is_some() || self.args.iter().any(can_be_refused)
    }

    /// The fields of `__Args` that the user names: arguments, their group, parameters.
    pub fn kept_args(&self) -> impl Iterator<Item = &Ident> {
        let args = self.args.iter().map(|arg| &arg.name);
        let group = self.group.iter().map(|group| &group.name);
        args.chain(group).chain(self.params.iter().map(|param| &param.name))
    }

    /// Whether a transition carries parameters of a state, or a result.
    pub fn has_values(&self) -> bool {
        self.result.is_some() || self.states.iter().any(|state| !state.params.is_empty())
    }

    /// The values of a transition's target; `None`: nothing.
    pub fn values_path(&self, state: Option<StateId>) -> TokenStream {
        match state {
            Some(state) => {
                let name = self.params_struct(state);
                quote!(__Values::#name)
            }
            None if !self.has_values() => quote!(()),
            None => quote!(__Values::__Nothing),
        }
    }

    /// Gives the interfaces their names in a user's code.
    pub fn bind_interfaces(&self) -> TokenStream {
        if self.interfaces.is_empty() {
            return TokenStream::new();
        }
        let ports = self.of_skill("Ports");
        let variables = self.interfaces.iter().map(|interface| without_span(&interface.variable));
        never(&quote! {
            #[allow(unused_variables)]
            let #ports { #(#variables,)* .. } = __ports;
        })
    }

    /// The trait that a blackboard with an interface implements.
    pub fn interface_trait(interface: &crate::skill::check::Interface) -> Ident {
        format_ident!("Has_{}", plain(&interface.variable), span = Span::call_site())
    }

    /// Returns the bounds of a blackboard that has the skill's own interfaces.
    pub fn blackboard_bounds(&self) -> TokenStream {
        let rt = rt();
        let traits = self.interfaces.iter().map(Self::interface_trait);
        let names_failures = self.model.kind == MachineKind::Agent
            && self.transitions.keys().any(|transition| self.failure(*transition).is_some());
        let failures = names_failures.then(|| quote!(+ #rt::HasFailures));
        quote!(#rt::Blackboard #(+ #traits)* #failures)
    }

    /// The type of an interface and its id, as a blackboard provides it.
    pub fn provided(interface: &crate::skill::check::Interface) -> TokenStream {
        let (ty, id) = (&interface.ty, interface_id(&interface.id));
        quote!(#ty, #id)
    }
}

/// Whether a call can be refused for an argument: it must be given, or can be a number.
pub fn can_be_refused(arg: &Arg) -> bool {
    let ty = arg.inner.as_ref().unwrap_or(&arg.ty);
    arg.default.is_none() || arg.range.is_some() || !is_exact(ty)
}
