//! `interface!`: parse, resolve field groups, check, emit. `field_group!` is in `group`.

mod ast;
mod check;
mod emit;
mod field_list;
mod fields;
mod group;
mod info;
mod kw;
mod message;
mod parse;
mod until;

use crate::syntax::errors::Errors;
pub use group::check_syntax as check_group_syntax;
pub use group::step as with_field_group;
use proc_macro2::TokenStream;
use syn::parse::Parser as _;

/// Reports the syntax errors of one `interface!` block.
pub fn check_syntax(input: TokenStream, errors: &mut Errors) {
    let parsed =
        (|input: syn::parse::ParseStream<'_>| parse::interface(input, errors)).parse2(input);
    errors.ok(parsed);
}

/// Compiles one `interface!` block.
pub fn compile(input: &TokenStream) -> TokenStream {
    compile_with(&group::Groups::default(), input)
}

/// Compiles one `field_group!` block.
pub fn compile_group(input: &TokenStream) -> TokenStream {
    group::compile(&group::Groups::default(), input)
}

/// Compiles one `interface!` block that uses the groups in `known`.
fn compile_with(known: &group::Groups, input: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let parsed = (|input: syn::parse::ParseStream<'_>| parse::interface(input, &mut errors))
        .parse2(input.clone());
    // A name that is not declared is no further error of its module.
    let Some(mut interface) = errors.ok(parsed) else { return errors.into_module_items() };
    if let Some(call) = known.ask(group::uses(&interface), "interface", input) {
        return call;
    }
    group::resolve(&mut interface, known, &mut errors);
    let until = until::shown(&interface);
    check::check(&mut interface, &mut errors);
    let keywords = crate::syntax::rust_analyzer::keywords(&errors.words);
    if errors.lost.declaration || errors.lost.entries > 0 {
        // What is lost may be named elsewhere. A message without a field that is given to it is no message.
        let enums = interface.enums.iter().filter(|of| of.lost).map(|of| &of.name);
        let messages = interface.messages.iter().filter(|of| of.lost).map(|of| &of.name);
        let lost: TokenStream = enums.chain(messages).map(emit::lost).collect();
        interface.enums.retain(|of| !of.lost);
        interface.messages.retain(|of| !of.lost);
        let errors = errors.into_module_items();
        let expansion = emit::emit(&interface, &quote::quote!(#until #lost #errors));
        return quote::quote!(#expansion #keywords);
    }
    let expansion = emit::emit(&interface, &quote::quote!(#until));
    let errors = errors.into_tokens();
    quote::quote!(#expansion #keywords #errors)
}
