//! The checked model as Rust: one file for each part of the output.
//!
//! | file | makes |
//! |---|---|
//! | `ide` | what an IDE needs to see of each of the user's words |
//! | `call` | the skill's struct, its arguments, `impl Skill` |
//! | `facts` | the constants that a user can assert |
//! | `info` | the `static` that describes it, and the checks over it |
//! | `states` | the public enum of states |
//! | `ports` | the struct of its interfaces |
//! | `data` | what the user's code works on: variables, arguments, parameters of states |
//! | `view` | what `self` is in the code of a state |
//! | `code` | the user's code: guards, blocks, values |
//! | `phases` | the enums of the states with what each holds |
//! | `machine` | `impl StateMachine`, and the names that all parts of it share |
//! | `step` | `exec`: the match that steps, and asks the edges |
//! | `take` | how a transition is taken |
//! | `hybrid` | how variables flow while time passes |
//! | `enter`, `leave` | how states are entered and left |

mod call;
mod code;
mod data;
mod enter;
mod facts;
mod hybrid;
mod ide;
mod info;
mod leave;
mod machine;
mod phases;
mod ports;
mod states;
mod step;
mod take;
mod view;

pub use info::{range as range_tokens, unit_of};

use super::ast::Level;
use super::model::{Model, StateId};
use crate::syntax::errors::Seen;
use crate::syntax::names::{last, plain};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Path};

/// The expansion of a skill.
pub fn expand(model: &Model, seen: &Seen) -> TokenStream {
    let ide = ide::expand(model, seen);
    let dependencies = dependencies(model);
    let call = call::expand(model);
    let info = info::expand(model);
    let states = states::expand(model);
    let ports = ports::expand(model);
    let checks = info::checks(model);
    let call_impl = call::implementation(model);
    let (data, code) = (data::expand(model), code::expand(model));
    let (phases, machine) = (phases::expand(model), machine::expand(model));
    let lints = &model.lints;
    let warnings = warnings(model);
    let bring_rt = bring_rt();
    // The user's code comes first: for completion the tokens in front of the cursor
    // must be the same whether the line is complete or not.
    quote! {
        #(#lints)*
        #[allow(
            dead_code, non_camel_case_types, non_upper_case_globals, non_snake_case,
            unreachable_pub, private_interfaces, private_bounds, unused_mut, unused_parens,
            unexpected_cfgs,
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction
        )]
        const _: () = {
            #bring_rt
            #ide
            #data
            #code
            #phases
            #machine
            #call_impl
            #warnings
            #checks
        };
        #dependencies
        #call
        #info
        #states
        #ports
    }
}

/// What the expansion uses, as the user's module names it.
fn rt_from_outside() -> TokenStream {
    quote!(::skill_runtime::__v1)
}

/// What the expansion uses, where [`bring_rt`] stands: a third of the tokens.
fn rt() -> TokenStream {
    quote!(__rt)
}

/// Gives what the expansion uses its short name.
fn bring_rt() -> TokenStream {
    quote!(
        use ::skill_runtime::__v1 as __rt;
    )
}

/// The trait that it implements.
fn level(model: &Model) -> Ident {
    let name = match model.level {
        Level::Skill => "Skill",
        Level::Agent => "Agent",
    };
    Ident::new(name, Span::call_site())
}

/// Where a path stands.
fn span_of(skill: &Path) -> Span {
    skill.segments.last().map_or_else(Span::call_site, |segment| segment.ident.span())
}

/// The private name of a dependency: each is resolved once, so that an unknown
/// skill is one error, with `rustc`'s own suggestion.
fn dependency(model: &Model, skill: &Path) -> Ident {
    Ident::new(&format!("__{}{}", plain(&model.name), last(skill)), Span::call_site())
}

/// A call without arguments of a dependency. `rustc` asks at the user's token whether it
/// is a skill, and all that asks is one error.
fn blank(model: &Model, skill: &Path) -> TokenStream {
    let entry = model.skills.iter().find(|entry| last(entry) == last(skill)).unwrap_or(skill);
    let rt = rt();
    quote!(#rt::default_call::<#entry>())
}

/// `type __StandupServo = path::Servo;`, and a function of that name for its description.
fn dependencies(model: &Model) -> TokenStream {
    let (rt, bring_rt) = (rt(), bring_rt());
    let names: Vec<Ident> = model.skills.iter().map(|skill| dependency(model, skill)).collect();
    let (skills, blank) = (&model.skills, model.skills.iter().map(|skill| blank(model, skill)));
    quote! {
        #(
            #[doc(hidden)]
            #[allow(dead_code, non_camel_case_types)]
            type #names = #skills;
            #[doc(hidden)]
            #[allow(non_snake_case, unused_imports)]
            const fn #names() -> &'static ::skill_runtime::SkillInfo {
                #bring_rt
                let _ = #blank;
                use #rt::InvalidSkill as _;
                #names::__info()
            }
        )*
    }
}

/// What must be warned of: stable Rust lets a macro warn by the use of something
/// deprecated.
fn warnings(model: &Model) -> TokenStream {
    let warnings = model.warnings.iter().map(|(at, message)| {
        quote_spanned! {at.span()=>
            const _: () = {
                #[deprecated(note = #message)]
                const SKILL: () = ();
                SKILL
            };
        }
    });
    quote!(#(#warnings)*)
}

/// `StandupState`, `StandupPorts`, `StandupMachine`, ..
fn named(model: &Model, what: &str) -> Ident {
    let name = plain(&model.name);
    Ident::new(&format!("{name}{what}"), model.name.span())
}

/// The function of a state's block or edges: `init_Wait`.
fn function(what: &str, model: &Model, state: StateId) -> Ident {
    format_ident!("__{}_{}", what, plain(&model.states[state].name))
}

/// The index of an edge or arc as it stands in the expansion.
fn index(edge: usize) -> TokenStream {
    let index = proc_macro2::Literal::usize_unsuffixed(edge);
    quote!(#index)
}

/// A node's index in the graph, as it stands in the expansion.
fn number(state: usize) -> TokenStream {
    let number = proc_macro2::Literal::usize_unsuffixed(state);
    quote!(#number)
}
