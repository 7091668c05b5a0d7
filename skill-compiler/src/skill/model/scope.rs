//! What `self.x` means in a state: its own parameters and variables, those of the states
//! around it, or the skill's.

use super::{EdgeId, Model, StateId};
use crate::skill::ast::{Code, Runs, Trigger};
use crate::syntax::names::plain;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::BTreeSet;

/// Whose name it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The skill's.
    Skill,
    /// A parameter of a state.
    Params(StateId),
    /// A variable of a state.
    Vars(StateId),
}

impl Model {
    /// Whether a state or one around it has parameters or variables: then `self` is more
    /// than the skill's.
    pub fn has_levels(&self, state: StateId) -> bool {
        self.around(Some(state)).any(|state| {
            !self.states[state].params.is_empty() || !self.states[state].vars.is_empty()
        })
    }

    /// Whose `name` is, seen from `state`.
    pub fn level(&self, state: StateId, name: &str) -> Option<Level> {
        for around in self.around(Some(state)) {
            let of = &self.states[around];
            if of.params.iter().any(|param| plain(&param.name) == name) {
                return Some(Level::Params(around));
            }
            if of.vars.iter().any(|var| plain(&var.name) == name) {
                return Some(Level::Vars(around));
            }
        }
        let args = self.args.iter().map(|arg| &arg.name);
        let group = self.group.iter().map(|group| &group.name);
        let vars = self.vars.iter().chain(&self.continuous).map(|var| &var.name);
        let mut all = args.chain(group).chain(vars);
        all.any(|known| plain(known) == name).then_some(Level::Skill)
    }

    /// The levels that the code of a state names, the skill's aside.
    pub fn used(&self, state: StateId) -> BTreeSet<Level> {
        let mut used = BTreeSet::new();
        for tokens in self.code_of(state) {
            for (_, level) in self.names_in(state, tokens) {
                used.insert(level);
            }
        }
        // What is passed on is named without code.
        let passed = self.edges_of(state).flat_map(|edge| &self.edges[edge].values);
        used.extend(passed.filter_map(|value| match value {
            super::Value::Held((owner, _), _) => Some(Level::Params(*owner)),
            _ => None,
        }));
        used.remove(&Level::Skill);
        used
    }

    /// All transitions of a state, as they are written.
    pub fn edges_of(&self, state: StateId) -> impl Iterator<Item = EdgeId> + '_ {
        let of = &self.states[state];
        of.preconds.iter().chain(&of.on_final).chain(&of.on_failed).chain(&of.plain).copied()
    }

    /// The names behind `self.` in `tokens`, with whose they are.
    pub fn names_in(&self, state: StateId, tokens: &TokenStream) -> Vec<(Ident, Level)> {
        let mut names = Vec::new();
        each_name(tokens.clone(), &mut |name| {
            names.extend(self.level(state, &plain(name)).map(|level| (name.clone(), level)));
        });
        names
    }

    /// All code that stands in a state, the states inside it aside.
    pub fn code_of(&self, state: StateId) -> Vec<&TokenStream> {
        let of = &self.states[state];
        let blocks = [&of.init, &of.loop_, &of.exit].into_iter().flatten();
        let mut code: Vec<&TokenStream> = blocks.map(|block| &block.tokens).collect();
        code.extend(of.flow.iter().map(|(_, rate)| &rate.tokens));
        code.extend(of.vars.iter().map(|var| &var.init));
        match &of.runs {
            Runs::Nothing | Runs::Unknown => {}
            Runs::Skills(calls) => {
                let values = calls.iter().flat_map(|call| &call.args);
                code.extend(values.filter_map(|arg| Some(&arg.value.as_ref()?.tokens)));
            }
            Runs::Action(action) => code.extend(action.args.iter().map(|arg| &arg.tokens)),
        }
        code.extend(self.edges_of(state).flat_map(|edge| self.code_of_edge(edge)));
        code
    }

    /// All code that stands in a transition.
    pub fn code_of_edge(&self, edge: EdgeId) -> impl Iterator<Item = &TokenStream> {
        let edge = &self.edges[edge];
        let trigger = match &edge.trigger {
            Trigger::When(tokens)
            | Trigger::Crossing(Code { tokens, .. })
            | Trigger::After(tokens, None)
            | Trigger::HalfTyped(tokens)
            | Trigger::HalfTypedTime(tokens) => Some(tokens),
            _ => None,
        };
        let values = edge.values.iter().filter_map(|value| match value {
            super::Value::Code(Code { tokens, .. }) => Some(tokens),
            _ => None,
        });
        let reason = edge.reason.iter().flat_map(|reason| &reason.values);
        trigger.into_iter().chain(values).chain(reason.map(|value| &value.tokens))
    }

    /// `tokens` with the way to each name put behind `self.`: `self.__in_Turn.angle`.
    pub fn with_ways(&self, state: StateId, tokens: TokenStream) -> TokenStream {
        let mut out: Vec<TokenTree> = Vec::new();
        for mut token in tokens {
            if let TokenTree::Group(group) = &token {
                let inside = self.with_ways(state, group.stream());
                let mut mended = proc_macro2::Group::new(group.delimiter(), inside);
                mended.set_span(group.span());
                token = mended.into();
            }
            if let TokenTree::Ident(name) = &token
                && behind_self(&out)
                && let Some(level) = self.level(state, &plain(name))
            {
                let way = self.way(level);
                out.extend(quote!(#way.));
            }
            out.push(token);
        }
        out.into_iter().collect()
    }

    /// The field through which a level is reached.
    pub fn way(&self, level: Level) -> Ident {
        match level {
            Level::Skill => format_ident!("__skill"),
            Level::Params(state) => format_ident!("__in_{}", plain(&self.states[state].name)),
            Level::Vars(state) => format_ident!("__vars_{}", plain(&self.states[state].name)),
        }
    }
}

/// Whether `self.` stands last.
fn behind_self(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [.., TokenTree::Ident(word), TokenTree::Punct(dot)]
        if word == "self" && dot.as_char() == '.')
}

/// All names behind `self.`.
pub fn each_name(tokens: TokenStream, found: &mut impl FnMut(&Ident)) {
    let mut before: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Group(group) => each_name(group.stream(), found),
            TokenTree::Ident(name) if behind_self(&before) => found(name),
            _ => {}
        }
        before.push(token);
    }
}
