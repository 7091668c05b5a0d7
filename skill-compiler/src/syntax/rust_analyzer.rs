//! Everything that an expansion contains for rust-analyzer, and the only file of the
//! compiler that names it.
//!
//! rust-analyzer sets `cfg(rust_analyzer)` for the crates of the workspace that it analyzes
//! (<https://github.com/rust-lang/rust-analyzer/pull/15528>). A procedural macro itself is
//! built without it (<https://github.com/rust-lang/rust-analyzer/issues/18069>), so it cannot
//! know who expands it: one expansion serves both, and its `cfg` attributes choose.
//!
//! The rules that hold for every expansion:
//!
//! - **The tokens before the cursor are the same whether the line is complete or not.** For a
//!   completion the macro is expanded twice, as the file is and with a made-up word at the
//!   cursor, and the two results are laid side by side
//!   (<https://github.com/rust-lang/rust-analyzer/issues/13731>). The user's code therefore
//!   comes first in the expansion, and the attributes of [`visible`] are equally long.
//! - **Each token of the user is visible once.** rust-analyzer looks at every place of the
//!   expansion that bears a token's span; a second place is a second reference
//!   (<https://github.com/rust-lang/rust-analyzer/issues/16357>). Where code is needed twice,
//!   [`two_copies`] shows one copy to each reader; further mentions go [`without_span`].
//! - **What is incomplete is still there.** rust-analyzer does not recover inside a
//!   function-like macro, the macro must
//!   (<https://github.com/rust-lang/rust-analyzer/issues/7402>): half-typed code is shown to
//!   rust-analyzer alone.

#[cfg(test)]
mod tests;

use crate::syntax::errors::Words;
use crate::syntax::names;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::cell::Cell;
use syn::Ident;

thread_local! {
    /// Whether this thread makes an expansion for people.
    static FOR_PEOPLE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `compile`, whose expansion is what `rustc` sees of the usual one: without the items and
/// statements of [`only`], and without the attributes that choose.
pub fn for_people<T>(compile: impl FnOnce() -> T) -> T {
    /// Ends also if `compile` panics.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            FOR_PEOPLE.set(false);
        }
    }
    FOR_PEOPLE.set(true);
    let _end = End;
    compile()
}

/// An item or statement that only rust-analyzer sees.
pub fn only(item: &TokenStream) -> TokenStream {
    if FOR_PEOPLE.get() { TokenStream::new() } else { quote!(#[cfg(rust_analyzer)] #item) }
}

/// An item or statement that only `rustc` sees.
pub fn never(item: &TokenStream) -> TokenStream {
    if FOR_PEOPLE.get() { item.clone() } else { quote!(#[cfg(not(rust_analyzer))] #item) }
}

/// A piece of the user's code: half-typed code is for rust-analyzer alone.
///
/// Complete code has an attribute that always holds and is as long. Without it, completing
/// a line would move all tokens after it.
pub fn visible(half_typed: bool, code: &TokenStream) -> TokenStream {
    match (FOR_PEOPLE.get(), half_typed) {
        (true, true) => TokenStream::new(),
        (true, false) => code.clone(),
        (false, true) => quote!(#[cfg(all(rust_analyzer, any(rust_analyzer)))] #code),
        (false, false) => quote!(#[cfg(any(rust_analyzer, not(rust_analyzer)))] #code),
    }
}

/// A function with the user's code in it; `instead` is what `rustc` gets if the code is half
/// typed.
pub fn function(half_typed: bool, function: &TokenStream, instead: &TokenStream) -> TokenStream {
    let function = visible(half_typed, function);
    let instead = half_typed.then(|| never(instead));
    quote!(#function #instead)
}

/// The two copies of code that contains `self.x`: to rust-analyzer, each name is a field of
/// `self`, found through [`see_through`]; to `rustc`, the way to it is written out.
///
/// `cfg` alone does not hide the second copy: rust-analyzer descends into tokens before it
/// looks at `cfg`s. As the input of a macro that expands to nothing they are gone.
pub fn two_copies(shown: &TokenStream, compiled: &TokenStream) -> TokenStream {
    let shown = only(&quote!(const _: () = { #shown };));
    let compiled = rustc(&quote!(const _: () = { #compiled };));
    quote!(#shown #compiled)
}

/// Code that only `rustc` sees, also if it has tokens of the user.
pub fn rustc(code: &TokenStream) -> TokenStream {
    if FOR_PEOPLE.get() { code.clone() } else { quote!(__rustc! { #code }) }
}

/// The macro that [`two_copies`] and [`rustc`] use.
pub fn two_copies_macro() -> TokenStream {
    if FOR_PEOPLE.get() {
        return TokenStream::new();
    }
    let nothing = only(&quote!(
        macro_rules! __rustc {
            ($($tokens:tt)*) => {};
        }
    ));
    let all = never(&quote!(
        macro_rules! __rustc { ($($tokens:tt)*) => { $($tokens)* }; }
    ));
    quote!(#nothing #all)
}

/// Lets `self.` offer all that a state sees: each of `layers` is seen through the one
/// before it, the first through `view`.
pub fn see_through(view: &TokenStream, layers: &[TokenStream]) -> TokenStream {
    let Some(target) = layers.first() else { return TokenStream::new() };
    let deref = only(&quote! {
        impl __rt::core::ops::Deref for #view {
            type Target = #target;
            fn deref(&self) -> &#target { loop {} }
        }
    });
    let deref_mut = only(&quote! {
        impl __rt::core::ops::DerefMut for #view {
            fn deref_mut(&mut self) -> &mut #target { loop {} }
        }
    });
    quote!(#deref #deref_mut)
}

/// One thing that the bare name of an interface means in all guards and blocks. To `rustc`
/// it is a variable of each function, of which rust-analyzer would rename one alone.
pub fn interface(variable: &Ident, port: &TokenStream) -> TokenStream {
    only(&quote!(static #variable: &'static mut #port = loop {};))
}

/// The body of a function that only `rustc` sees: rust-analyzer has less to read, and lacks the
/// fields and methods that the body uses.
pub fn body(compiled: &TokenStream) -> TokenStream {
    if FOR_PEOPLE.get() {
        return compiled.clone();
    }
    let (compiled, shown) = (never(&quote!(return { #compiled };)), only(&quote!(loop {})));
    quote!(#compiled #shown)
}

/// The functions of the user's code, methods of `of` to `rustc`.
///
/// To rust-analyzer they are functions of another type, so that it does not offer them after
/// `self.`; hence their `self` has its type written.
pub fn methods(of: &TokenStream, functions: &TokenStream) -> TokenStream {
    let (compiled, shown) = (
        never(&quote!(type __Code = #of;)),
        only(&quote!(
            struct __Code;
        )),
    );
    quote! {
        #compiled
        #shown
        impl __Code { #functions }
    }
}

/// The same for the code of a view, to rust-analyzer alone: there the view is `__Self`.
pub fn methods_of_view(view: &Ident, functions: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            type __Self = #view<'static>;
            impl __Code { #functions }
        };
    }
}

/// The names after `self.` that are in no code: left sides of equations, targets.
pub fn fields(function: &Ident, this: &TokenStream, names: &[Ident]) -> TokenStream {
    if names.is_empty() {
        return TokenStream::new();
    }
    only(&quote!(fn #function(self: &#this) { #(let _ = &self.#names;)* }))
}

/// Names in the user's code once more, as fields of `holder`. To a rename the argument of a running
/// skill and that of a call are two fields, and so are an interface in a skill and in a helper
/// function: a name that means both renames both.
pub fn other_meanings(what: &str, holder: &TokenStream, uses: &[&Ident]) -> TokenStream {
    if uses.is_empty() {
        return TokenStream::new();
    }
    let function = Ident::new(&format!("__{what}"), Span::call_site());
    only(&quote!(fn #function(of: &#holder) { #(of.#uses;)* }))
}

/// The words of a skill once each, where they resolve to what they mean: words of the
/// language to their documentation, targets to the enum of states, skills and interfaces to
/// their types. Hover and completion of broken items need nothing else.
pub fn words(states: &Ident, words: &Words) -> TokenStream {
    let keywords = uses(words);
    let states = without_span(states);
    let all = |targets: &[Result<Ident, Span>]| {
        let targets = targets.iter().map(|target| {
            let target = target.clone().unwrap_or_else(|span| Ident::new("__missing", span));
            quote!(let _ = #states::#target;)
        });
        targets.collect::<TokenStream>()
    };
    // The keywords at the same place are constants of every type there.
    let (targets, resumed) = (all(&words.targets), all(&words.resumed));
    let (skills, types, functions) = (&words.skills, &words.types, &words.functions);
    only(&quote! {
        #[allow(unused)]
        fn __words() {
            #keywords
            { use ::skill_runtime::keywords::BeforeTarget as _; #targets }
            { use ::skill_runtime::keywords::AfterResume as _; #resumed }
            #(let _: ::core::option::Option<#types>;)*
            #(let _: ::core::option::Option<#skills>;)*
            #(let _ = #functions;)*
        }
    })
}

/// The keywords of a macro without any other words.
pub fn keywords(words: &Words) -> TokenStream {
    let keywords = uses(words);
    if keywords.is_empty() {
        return keywords;
    }
    let words = only(&quote!(fn __words() { #keywords }));
    quote! {
        #[allow(unexpected_cfgs)]
        const _: () = { #words };
    }
}

fn uses(words: &Words) -> TokenStream {
    let keywords = words.keywords.iter().map(|(place, word)| {
        let place = Ident::new(place, Span::call_site());
        quote!(use ::skill_runtime::keywords::#place::#word as _;)
    });
    keywords.collect()
}

/// A type alias whose constant argument `rustc` computes. rust-analyzer gets one without
/// the computation: it evaluates only simple constant arguments, and may stumble
/// (<https://github.com/rust-lang/rust-analyzer/issues/20568>).
pub fn alias(name: &Ident, compiled: &TokenStream, shown: &TokenStream) -> TokenStream {
    let compiled = never(&quote!(type #name = #compiled;));
    let shown = only(&quote!(type #name = #shown;));
    quote!(#compiled #shown)
}

/// The expansion of another skill of a header. To `rustc` an error in it is the same as in the first
/// one, at the same place, so it is reported once; to rust-analyzer only its name is in the block.
pub fn another(name: &Ident, expansion: TokenStream) -> TokenStream {
    if FOR_PEOPLE.get() {
        return expansion;
    }
    let shown = without_spans_but(&names::plain(name), expansion.clone());
    // The `cfg` of an item is checked with the lint levels of what is around the item.
    let around = names::ident(&format!("__skill_each_{}", names::plain(name)), Span::call_site());
    quote! {
        #[allow(unexpected_cfgs, non_snake_case)]
        #[macro_use]
        mod #around {
            #[cfg(not(rust_analyzer))]
            macro_rules! __skill_each {
                ({ $($compiled:tt)* } { $($shown:tt)* }) => { $($compiled)* };
            }
            #[cfg(rust_analyzer)]
            macro_rules! __skill_each {
                ({ $($compiled:tt)* } { $($shown:tt)* }) => { $($shown)* };
            }
        }
        __skill_each! { { #expansion } { #shown } }
    }
}

/// A name of the user that rust-analyzer does not look at.
pub fn without_span(name: &Ident) -> Ident {
    names::ident(&names::plain(name), Span::call_site())
}

/// Tokens of the user that rust-analyzer does not look at.
pub fn without_spans(tokens: &impl ToTokens) -> TokenStream {
    without_spans_but("", tokens.to_token_stream())
}

/// The same, where the words that begin with `name` keep their place; empty: all are moved.
fn without_spans_but(name: &str, tokens: TokenStream) -> TokenStream {
    let is_kept = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if !name.is_empty() && names::plain(word).starts_with(name));
    let tokens = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), without_spans_but(name, group.stream())).into();
        }
        if !is_kept(&token) {
            token.set_span(Span::call_site());
        }
        token
    });
    tokens.collect()
}
