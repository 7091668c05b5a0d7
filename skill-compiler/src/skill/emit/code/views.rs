//! Views: the types of `self` in the code of states that have parameters or variables, or lie
//! in one that has. A view refers to all that the code names.

use crate::skill::check::Scope;
use crate::skill::check::StateId;
use crate::skill::emit::naming::{Names, rt};
use crate::skill::facts::ELAPSED;
use crate::skill::lower::machine::{Moment, View};
use crate::syntax::at::with_content;
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;
use std::collections::BTreeMap;

/// The views of a state, if it needs any. They come after all code: what they hold follows
/// from it.
pub fn emit(names: &Names<'_>, state: StateId) -> TokenStream {
    let Some(View { active, before, around, visible, visible_before, visible_around, .. }) =
        &names.machine.code[state].view
    else {
        return TokenStream::new();
    };
    let at = view(names, state, Moment::Active, active, visible);
    let before =
        before.as_ref().map(|before| view(names, state, Moment::Before, before, visible_before));
    let around =
        around.as_ref().map(|around| view(names, state, Moment::Around, around, visible_around));
    quote!(#at #before #around)
}

fn view(
    names: &Names<'_>,
    state: StateId,
    moment: Moment,
    scopes: &[Scope],
    visible: &[Scope],
) -> TokenStream {
    let (name, skill) = (names.view_struct(state, moment), names.of_skill("Vars"));
    let fields = scopes.iter().map(|scope| {
        let (field, ty) = (names.field_path(*scope), names.scope_struct(*scope));
        match scope {
            Scope::Params(owner) if !names.states[*owner].has_mut_params() => {
                quote!(#field: &'a #ty)
            }
            Scope::Skill | Scope::Params(_) | Scope::Vars(_) => quote!(#field: &'a mut #ty),
        }
    });
    let layers: Vec<TokenStream> = visible
        .iter()
        .map(|scope| {
            let layer = names.scope_struct(*scope);
            quote!(#layer)
        })
        .collect();
    let see_through = rust_analyzer::see_through(&quote!(#name<'_>), &layers);
    // Exclude held states from completion after `self.`.
    let skill = quote!(__skill: &'a mut #skill);
    let rt = rt();
    // The instance at its own place has the number of the state.
    let clock = moment == Moment::Active && names.machine.states[state].uses_elapsed;
    let elapsed = clock.then(|| {
        let body = rust_analyzer::body(&quote!(self.__clock.seconds()));
        rust_analyzer::never(&quote! {
            impl #name<'_> {
                #[inline]
                fn elapsed(&self) -> f32 { #body }
            }
        })
    });
    let clock = clock.then(|| quote!(__clock: #rt::Clock));
    let held = std::iter::once(skill).chain(fields).chain(clock);
    let held = held.map(|field| rust_analyzer::never(&field));
    quote! {
        struct #name<'a> { #(#held),* }
        #see_through
        #elapsed
    }
}

/// `tokens` with the way to each name written after `self.`: `self.__params_Turn.angle`; the view
/// itself is `Self`.
pub fn qualify_self(names: &Names<'_>, state: StateId, tokens: TokenStream) -> TokenStream {
    match &names.machine.code[state].view {
        Some(view) => qualify(names, &view.paths, tokens),
        None => tokens,
    }
}

fn qualify(names: &Names<'_>, paths: &BTreeMap<String, Scope>, tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(mut token) = tokens.next() {
        // A variable may have the name of the method.
        let is_call = matches!(tokens.peek(), Some(TokenTree::Group(group))
            if group.delimiter() == Delimiter::Parenthesis);
        if let TokenTree::Group(group) = &token {
            let inside = qualify(names, paths, group.stream());
            token = with_content(group, inside).into();
        }
        if let TokenTree::Ident(name) = &token
            && name == "__Self"
        {
            token = Ident::new("Self", name.span()).into();
        }
        if let TokenTree::Ident(name) = &token
            && follows_self(&out)
            && !(is_call && name == ELAPSED)
            && let Some(scope) = paths.get(&plain(name))
        {
            let field: Ident = names.field_path(*scope);
            out.extend(quote!(#field.));
        }
        out.push(token);
    }
    out.into_iter().collect()
}

/// Whether `tokens` end in `self.`.
fn follows_self(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [.., TokenTree::Ident(word), TokenTree::Punct(dot)]
        if word == "self" && dot.as_char() == '.')
}
