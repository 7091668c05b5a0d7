//! A blackboard as Rust: one `repr(C)` struct of cells, and the samples of it.

use super::ast::{Blackboard, Entry};
use crate::syntax::at::{no_generics, rt};
use crate::syntax::errors::UNKNOWN;
use crate::syntax::{docs, names};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

/// `Deref` of a blackboard of which an entry could not be read: that is no further error of code that uses it.
pub fn lost(board: &Ident, module: &Ident) -> TokenStream {
    let (rt, unknown) = (rt(), Ident::new(UNKNOWN, proc_macro2::Span::call_site()));
    quote! {
        impl #rt::core::ops::Deref for #board {
            type Target = #module::#unknown;
            fn deref(&self) -> &#module::#unknown { loop {} }
        }
    }
}

/// The expansion.
///
/// `is_broken`: errors are reported in it, so that what it lacks is no error of a skill space.
pub fn emit(board: &Blackboard, is_broken: bool) -> TokenStream {
    let rt = rt();
    let (vis, name) = (&board.vis, &board.name);
    let samples = format_ident!("{}Samples", name);
    let title = docs::or(&board.attrs, &format!("The blackboard `{name}`."));
    let samples_title = format!("What was read of [`{name}`].");
    let fields: Vec<_> = board.entries.iter().map(|entry| &entry.field).collect();
    let types: Vec<_> = board.entries.iter().map(|entry| &entry.ty).collect();
    let places: Vec<_> = (0..fields.len()).map(Literal::usize_unsuffixed).collect();
    let cells = board.entries.iter().map(|entry| {
        let (field, ty) = (&entry.field, &entry.ty);
        let docs = docs::or(&entry.attrs, &format!("The interface \"{}\".", entry.id));
        quote!(#docs pub #field: #rt::Cell<#ty>)
    });
    let entries = board.entries.iter().map(|entry| {
        let (id, field, ty) = (&entry.id, &entry.field, &entry.ty);
        let writer = entry.writer.as_ref().map(names::plain);
        let writer = writer.map_or(quote!(#rt::None), |writer| quote!(#rt::Some(#writer)));
        let offset = quote!(#rt::core::mem::offset_of!(Self, #field));
        quote!(#rt::BoardEntry::of::<#ty>(#id, #writer, #offset))
    });
    let (parameters, failures) = (parameters(board, &samples), failures(board, &samples));
    let provides = provides(board, &samples, is_broken);
    let ages = ages(board, &samples);
    let no_generics = no_generics(types.iter().copied());
    quote! {
        #title
        #[derive(Default)]
        #[repr(C)]
        #vis struct #name #no_generics { #(#cells),* }

        #[doc = #samples_title]
        #[doc(hidden)]
        #[derive(Clone, Debug, Default)]
        #vis struct #samples #no_generics { #(pub #fields: #rt::Sample<#types>),* }

        impl #name {
            /// A blackboard on which nobody has written yet: all words zero.
            #[must_use]
            pub const fn new() -> Self {
                Self { #(#fields: #rt::Cell::new()),* }
            }
        }

        #[diagnostic::do_not_recommend]
        impl #rt::Blackboard for #name {
            type Samples = #samples;
            const IS_BROKEN: bool = #is_broken;
            const INTERFACES: &'static [#rt::BoardEntry] = &[#(#entries),*];
            const LAYOUT: u64 = #rt::BoardEntry::layout(Self::INTERFACES);
            #[inline(always)]
            #[allow(unused_variables)]
            fn refresh(
                &self,
                samples: &mut #samples,
                result: &mut #rt::RefreshResult,
                set: #rt::InterfaceSet,
                values: #rt::InterfaceSet,
            ) {
                #(if set.contains(#places) {
                    let uses_value = values.contains(#places);
                    self.#fields.refresh(&mut samples.#fields, result, #places, uses_value);
                })*
            }
            #parameters
            #failures
            #ages
            fn claim(&self, index: u32, id: #rt::WriterId) -> #rt::Result<(), #rt::WriterTaken> {
                match index {
                    #(#places => self.#fields.claim(id),)*
                    _ => #rt::Ok(()),
                }
            }
            fn release(&self, index: u32, id: #rt::WriterId) {
                match index {
                    #(#places => self.#fields.release(id),)*
                    _ => {}
                }
            }
            fn cell_words(&self, index: u32) -> #rt::Option<#rt::CellWords<'_>> {
                match index {
                    #(#places => #rt::Some(self.#fields.words()),)*
                    _ => #rt::None,
                }
            }
        }

        #provides
    }
}

/// The interfaces that it has; each one if it has errors: what it lacks was reported, and nothing else is.
fn provides(board: &Blackboard, samples: &Ident, is_broken: bool) -> TokenStream {
    let (rt, name) = (rt(), &board.name);
    if is_broken {
        return quote! {
            impl<__I: #rt::Interface, const __ID: u64> #rt::Provides<__I, __ID> for #name {
                const INDEX: u32 = 0;
                fn cell(&self) -> &#rt::Cell<__I> { loop {} }
                fn sample(_: &#samples) -> &#rt::Sample<__I> { loop {} }
            }
        };
    }
    let all = board.entries.iter().zip(0_u32..).map(|(entry, place)| {
        let (field, ty, place) = (&entry.field, &entry.ty, Literal::u32_unsuffixed(place));
        let hash = names::interface_id(&entry.id);
        quote! {
            impl #rt::Provides<#ty, #hash> for #name {
                const INDEX: u32 = #place;
                #[inline]
                fn cell(&self) -> &#rt::Cell<#ty> { &self.#field }
                #[inline]
                fn sample(samples: &#samples) -> &#rt::Sample<#ty> { &samples.#field }
            }
        }
    });
    quote!(#(#all)*)
}

/// The time of the value of each interface, and the age from which it is stale.
fn ages(board: &Blackboard, samples: &Ident) -> TokenStream {
    let rt = rt();
    let arms = board.entries.iter().zip(0_u32..).map(|(entry, place)| {
        let (field, ty, place) = (&entry.field, &entry.ty, Literal::u32_unsuffixed(place));
        quote!(#place => match const { <#ty as #rt::Interface>::INFO.max_age_micros } {
            #rt::Some(micros) => #rt::Some((samples.#field.ages_from(), micros.saturating_add(1))),
            #rt::None => #rt::None,
        },)
    });
    quote! {
        #[allow(unused_variables)]
        fn age(samples: &#samples, index: u32) -> #rt::Option<(&#rt::Instant, u64)> {
            match index {
                #(#arms)*
                _ => #rt::None,
            }
        }
    }
}

/// The interface with this id, and its place.
fn entry_of<'a>(board: &'a Blackboard, id: &str) -> Option<(Literal, &'a Entry)> {
    let place = board.entries.iter().position(|entry| entry.id == id)?;
    Some((Literal::usize_unsuffixed(place), &board.entries[place]))
}

/// Gives access to the interface with the parameters, if there is one.
fn parameters(board: &Blackboard, samples: &Ident) -> Option<TokenStream> {
    let rt = rt();
    let (place, entry) = entry_of(board, "Parameters")?;
    let (field, ty) = (&entry.field, &entry.ty);
    Some(quote! {
        const PARAMETERS: #rt::InterfaceSet = #rt::InterfaceSet::of(#place);
        #[inline]
        fn parameters(samples: &#samples) -> #rt::ReadParameters<'_> {
            #rt::read_parameters::<#ty>(&samples.#field)
        }
        fn set_parameter(
            &self,
            key: u32,
            word: #rt::Option<u32>,
            now: #rt::Instant,
        ) -> #rt::Result<(), #rt::SetParameterError> {
            #rt::set_parameter(&self.#field, key, word, now)
        }
    })
}

/// Gives access to the interface with the failures of calls, if there is one.
fn failures(board: &Blackboard, samples: &Ident) -> Option<TokenStream> {
    let rt = rt();
    let (place, entry) = entry_of(board, "Skiller Failure")?;
    let field = &entry.field;
    Some(quote! {
        const FAILURES: #rt::InterfaceSet = #rt::InterfaceSet::of(#place);
        #[inline]
        fn failure(samples: &#samples) -> #rt::Option<(u32, [u32; 7])> {
            #rt::read_failure(&samples.#field)
        }
        fn publish_failure(&self, msgid: u32, failure: [u32; 7], now: #rt::Instant) {
            #rt::publish_failure(&self.#field, #rt::SkillerFailure { msgid, failure }, now)
        }
    })
}
