//! The states that a transition would enter again, for `Why`.

use crate::skill::ast::Resume;
use crate::skill::check::{StateInstanceId, Target, TransitionId};
use crate::skill::emit::naming::{Names, rt};
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer::without_span;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Records what a transition resumes, if it does: the states, with their parameters.
pub fn emit(names: &Names<'_>, transition: TransitionId) -> Option<TokenStream> {
    let of = names.transitions.get(&transition)?;
    let (resume, Target::State(to)) = (of.resume?, of.to) else { return None };
    // Of several instances it is not known here which is meant; the only one has the number of the
    // state.
    names.machine.states[to].remembers.filter(|_| names.instances_of(to).count() == 1)?;
    let has_view = of.from.is_some_and(|from| names.machine.code[from].view.is_some());
    let data = if has_view { quote!(self.__skill) } else { quote!(self) };
    let words = format!("{} ", resume.words());
    Some(inside(names, &data, (to, resume), &words))
}

/// Records the state that is remembered inside an instance.
fn inside(
    names: &Names<'_>,
    data: &TokenStream,
    (instance, resume): (StateInstanceId, Resume),
    before: &str,
) -> TokenStream {
    let rt = rt();
    let (field, remembered) =
        (Names::remembered_inside(instance), Names::remembered_enum(instance));
    let arms = names.machine.states[instance].children.iter().map(|child| {
        let (of, variant) = (&names.machine.states[*child], names.remembered_variant(*child));
        let holder = format_ident!("__kept{}", of.depth);
        let params = names.states[of.state].params.iter().filter(|param| !param.counts);
        let values = params.map(|param| {
            let (text, name) = (plain(&param.name), without_span(&param.name));
            quote!(__why.value(#text, #rt::MaybeDebug(&#holder.#name).value());)
        });
        let (text, held) =
            (format!("{before}{}", of.name), of.has_params.then(|| quote!((#holder))));
        let deeper = (resume == Resume::Deep && of.remembers.is_some())
            .then(|| inside(names, data, (*child, resume), ""));
        quote! {
            #remembered::#variant #held => {
                __why.begin(#text);
                #(#values)*
                #deeper
                __why.end(true);
            }
        }
    });
    let start = names.instances[instance].start.map(|start| {
        let text = format!("{before}{}, the start state", names.machine.states[start].name);
        quote!(__why.begin(#text); __why.end(true);)
    });
    quote! {
        match &#data.__remembered.#field {
            #(#arms)*
            #remembered::__Nothing => { #start }
        }
    }
}
