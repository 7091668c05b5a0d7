//! An interface as Rust: a module with its types, and the interface itself beside it.

use super::ast::{Capacity, Enum, Field, GroupUse, Interface, Message};
use super::fields::{SMALL, blank, bytes_if_copy, checked, fallback, fields, traits, words};
use super::info;
use crate::syntax::at::const_error;
use crate::syntax::at::rt;
use crate::syntax::errors::UNKNOWN;
use crate::syntax::{docs, label, names};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeSet;
use syn::{Ident, Type};

/// The default capacity of a message queue.
const CAPACITY: usize = 16;

/// The expansion; `more` is in the module besides.
pub fn emit(interface: &Interface, more: &TokenStream) -> TokenStream {
    let (vis, name) = (&interface.vis, &interface.name);
    let module = names::ident(&names::snake(&names::plain(name)), name.span());
    let title = format!("Enums, constants and messages of [`{name}`].");
    let constants = interface.constants.iter().map(|constant| {
        let (name, ty, value) = (&constant.name, &constant.ty, &constant.value);
        let docs = docs::or(&constant.attrs, &format!("The constant `{name}`."));
        quote!(#docs pub const #name: #ty = #value;)
    });
    let enums = interface.enums.iter().map(enumeration);
    let own: BTreeSet<&Ident> = interface.enums.iter().map(|item| &item.name).collect();
    let messages = interface.messages.iter().map(|each| message(interface, each, &own));
    let all = message_enum(interface);
    let data = data(interface);
    quote! {
        #[doc = #title]
        #vis mod #module {
            #[allow(unused_imports)]
            use super::*;
            #(#constants)*
            #(#enums)*
            #(#messages)*
            #all
            #data
            #more
        }
        #[doc(inline)]
        #[allow(unused_imports)]
        #vis use #module::#name;
    }
}

/// A type that could not be read whole: its name alone, also as a function or a value.
pub fn lost(name: &Ident) -> TokenStream {
    let unknown = Ident::new(UNKNOWN, proc_macro2::Span::call_site());
    quote! {
        pub type #name = #unknown;
        #[allow(non_upper_case_globals)]
        pub const #name: #unknown = #unknown;
    }
}

/// An enum, which is also an argument and a number of a reason.
fn enumeration(item: &Enum) -> TokenStream {
    let (rt, name) = (rt(), &item.name);
    let title = docs::or(&item.attrs, &format!("The enum `{name}`."));
    let mut next = 0_u32;
    let mut numbers = Vec::new();
    for value in &item.items {
        next = value.number.as_ref().and_then(|number| number.base10_parse().ok()).unwrap_or(next);
        numbers.push(next);
        next = next.wrapping_add(1);
    }
    let values: Vec<_> = item.items.iter().map(|value| &value.name).collect();
    let variants = item.items.iter().zip(&numbers).map(|(value, number)| {
        let name = &value.name;
        let number = proc_macro2::Literal::u32_unsuffixed(*number);
        let docs = docs::or(&value.attrs, &format!("`{name}`."));
        quote!(#docs #name = #number)
    });
    let argument = crate::argument::enum_argument(name, &values);
    let (first, texts) = (values.first(), crate::argument::choices(&values));
    let default = first.map(|first| {
        quote! {
            impl #rt::core::default::Default for #name {
                fn default() -> Self { Self::#first }
            }
        }
    });
    let info = info::enumeration(item, &numbers, &texts);
    let places = (0_u32..).zip(&values).map(|(place, value)| quote!(Self::#value => #place));
    quote! {
        #title
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u32)]
        pub enum #name { #(#variants),* }
        #default
        #[diagnostic::do_not_recommend]
        impl #rt::Words for #name {
            const LEN: usize = 1;
            const TYPE: #rt::FieldType = #rt::FieldType::Enum(&#info);
            #[inline]
            fn put(&self, to: &mut #rt::Encoder<'_>) { to.put(*self as u32); }
            #[inline]
            fn take(from: &mut #rt::Decoder<'_>) -> #rt::Option<Self> {
                match from.take() {
                    #(#numbers => #rt::Some(Self::#values),)*
                    _ => #rt::None,
                }
            }
        }
        #[diagnostic::do_not_recommend]
        impl #rt::ReasonValue for #name {
            const KIND: #rt::ValueKind = #rt::ValueKind::Name(&[#(#texts),*]);
            #[inline]
            fn bits(self) -> u32 { match self { #(#places),* } }
        }
        #argument
    }
}

/// The name of the enum of all messages: `Message`, unless the user calls a type of the interface so.
fn enum_of_messages(interface: &Interface) -> Ident {
    let types = interface.enums.iter().map(|item| &item.name);
    let mut types = types.chain(interface.messages.iter().map(|message| &message.name));
    let is_taken = interface.name == "Message" || types.any(|name| name == "Message");
    let name = if is_taken { "__Message" } else { "Message" };
    Ident::new(name, proc_macro2::Span::call_site())
}

fn message(of: &Interface, message: &Message, enums: &BTreeSet<&Ident>) -> TokenStream {
    let (rt, name, all) = (rt(), &message.name, enum_of_messages(of));
    let docs = docs::or(&message.attrs, &format!("The message `{name}`."));
    let checked = checked(&message.fields, enums);
    let (body, words) = (fields(&message.fields), words(name, &checked));
    let (derive, traits) = traits(name, &checked);
    let groups = group_methods(name, &message.fields, &message.groups, true);
    // A unit struct can be written both `Stop` and `Stop {}`.
    let body = if message.fields.is_empty() { quote!(;) } else { quote!({ #body }) };
    quote! {
        #docs
        #derive
        pub struct #name #body
        #traits
        #words
        #groups
        impl #rt::core::convert::From<#name> for #all {
            #[inline]
            fn from(message: #name) -> Self { #all::#name(message) }
        }
    }
}

/// The methods of a struct that uses groups: all values of a group as an array, if they have
/// one type. A message of one group can be made of such an array.
fn group_methods(
    name: &Ident,
    fields: &[Field],
    groups: &[GroupUse],
    message: bool,
) -> TokenStream {
    let rt = rt();
    let methods = groups.iter().filter_map(|group| {
        let ty = label::print_type(&group.ty);
        let in_group: BTreeSet<&Ident> = group.names.iter().collect();
        let other = |f: &&Field| in_group.contains(&f.name) && label::print_type(&f.ty) != ty;
        if fields.iter().any(|field| other(&field)) {
            return None;
        }
        let title = names::plain(&group.path.segments.last()?.ident);
        let (get, set) = (format_ident!("{title}"), format_ident!("set_{title}"));
        let (members, ty, count) = (&group.names, &group.ty, group.names.len());
        let (get_docs, set_docs) = (
            format!("Returns the fields of the group `{title}`, in the order of the group."),
            format!("Sets the fields of the group `{title}`, in the order of the group."),
        );
        let make = (message && groups.len() == 1).then(|| {
            let make = format_ident!("from_{title}");
            let docs = format!("Makes the message of the fields of the group `{title}`.");
            let rest: Vec<_> = fields.iter().filter(|f| !in_group.contains(&f.name)).collect();
            let (rest, types): (Vec<_>, Vec<_>) = rest.iter().map(|f| (&f.name, &f.ty)).unzip();
            let values = Ident::new("values", proc_macro2::Span::mixed_site());
            quote! {
                #[doc = #docs]
                #[must_use]
                #[inline]
                #[allow(clippy::too_many_arguments)]
                pub fn #make(#values: [#ty; #count], #(#rest: #types),*) -> Self {
                    let [#(#members),*] = #values;
                    Self { #(#members,)* #(#rest),* }
                }
            }
        });
        Some(quote! {
            #[doc = #get_docs]
            #[must_use]
            #[inline]
            pub fn #get(&self) -> [#ty; #count] {
                [#(#rt::core::clone::Clone::clone(&self.#members)),*]
            }
            #[doc = #set_docs]
            #[inline]
            pub fn #set(&mut self, values: [#ty; #count]) {
                [#(self.#members),*] = values;
            }
            #make
        })
    });
    let methods: TokenStream = methods.collect();
    if methods.is_empty() { methods } else { quote!(impl #name { #methods }) }
}

/// The enum of all messages.
fn message_enum(interface: &Interface) -> TokenStream {
    let (rt, all) = (rt(), enum_of_messages(interface));
    let title = format!("The messages that the writer of [`{}`] takes.", interface.name);
    let names: Vec<_> = interface.messages.iter().map(|message| &message.name).collect();
    let variants = names.iter().map(|name| {
        let docs = format!("[`{name}`]");
        quote!(#[doc = #docs] #name(#name))
    });
    let numbers: Vec<u32> = (1..).take(names.len()).collect();
    let put = if names.is_empty() {
        quote!(match *self {})
    } else {
        quote!(match self { #(Self::#names(message) => { to.put(#numbers); #rt::Words::put(message, to) })* })
    };
    quote! {
        #[doc = #title]
        #[allow(non_camel_case_types)]
        #[derive(Clone, PartialEq, Debug)]
        pub enum #all { #(#variants),* }
        #[diagnostic::do_not_recommend]
        impl #rt::Words for #all {
            const LEN: usize = 1 + #rt::longest(&[#(<#names as #rt::Words>::LEN),*]);
            #[allow(unused_variables)]
            fn put(&self, to: &mut #rt::Encoder<'_>) { #put }
            fn take(from: &mut #rt::Decoder<'_>) -> #rt::Option<Self> {
                match from.take() {
                    #(#numbers => <#names as #rt::Words>::take(from).map(Self::#names),)*
                    _ => #rt::None,
                }
            }
        }
    }
}

/// `done`, of an interface with a result of its last message, and the items of `impl Interface`.
fn done(interface: &Interface) -> Option<(TokenStream, TokenStream)> {
    let (rt, name) = (rt(), &interface.name);
    let has = |field: &str, ty: &str| interface.has_field(field, ty);
    (has("msgid", "u32") && has("final", "bool")).then(|| {
        let method = quote! {
            #[diagnostic::do_not_recommend]
            impl #rt::ReportsDone for #name {}
            impl #name {
                /// Whether the message `id` was the last one handled, and it is final.
                #[must_use]
                pub fn done(&self, id: #rt::MessageId) -> bool {
                    id != #rt::MessageId::NONE && self.msgid == id.0 && self.r#final
                }
            }
        };
        let items = quote! {
            const REPORTS_DONE: bool = true;
            #[inline]
            fn is_done(&self, id: #rt::MessageId) -> bool { self.done(id) }
        };
        (method, items)
    })
}

/// `Deref` of an interface of which a field could not be read: that is no further error of code that uses it.
fn lost_fields(interface: &Interface) -> Option<TokenStream> {
    let (rt, name) = (rt(), &interface.name);
    let unknown = Ident::new(UNKNOWN, proc_macro2::Span::call_site());
    interface.lost_fields.then(|| {
        quote! {
            impl #rt::core::ops::Deref for #name {
                type Target = #unknown;
                fn deref(&self) -> &#unknown { loop {} }
            }
        }
    })
}

/// The interface's own struct.
fn data(interface: &Interface) -> TokenStream {
    let (rt, name, all) = (rt(), &interface.name, enum_of_messages(interface));
    let docs = docs::or(&interface.attrs, &format!("The interface `{name}`."));
    let enums: BTreeSet<&Ident> = interface.enums.iter().map(|item| &item.name).collect();
    let checked = checked(&interface.fields, &enums);
    let (body, words) = (fields(&interface.fields), words(name, &checked));
    let (derive, traits) = traits(name, &checked);
    let groups = group_methods(name, &interface.fields, &interface.groups, false);
    let names = interface.fields.iter().map(|field| &field.name);
    let fallback = fallback(&checked);
    let blank = checked.iter().map(|field| blank(field.ty, field.of.is_some()));
    let text = names::plain(name);
    let layout = layout(interface);
    let info = info::interface(interface);
    let messages: Vec<_> = interface.messages.iter().map(|message| &message.name).collect();
    let message_names = messages.iter().map(|name| names::plain(name));
    let indices = (0_u32..).take(messages.len());
    let flushes = interface.messages.iter().filter(|message| message.flush);
    let flushes: Vec<_> = flushes.map(|message| &message.name).collect();
    let flushes = (!flushes.is_empty()).then(|| {
        quote! {
            #[inline]
            fn flushes(message: &#all) -> bool {
                #rt::core::matches!(message, #(#all::#flushes(_))|*)
            }
        }
    });
    let running = super::until::items(interface, &all);
    let (ring, ring_check) = (ring(interface), ring_check(interface));
    let lost = lost_fields(interface);
    let (done, is_done) = done(interface).unzip();
    let word = quote!(#rt::AtomicU32);
    let bytes = interface.fields.iter().try_fold(0_usize, |sum, field| {
        Some(sum.saturating_add(bytes_if_copy(&field.ty, &enums)?))
    });
    let copied = bytes.is_some_and(|bytes| bytes > SMALL);
    let copy = copied.then(|| quote!(#[derive(Copy)]));
    let fields: Vec<_> = interface.fields.iter().map(|field| &field.name).collect();
    let update = copied.then(|| {
        quote! {
            #[inline(always)]
            fn update(
                &mut self,
                from: &mut #rt::Decoder<'_>,
                is_whole: impl #rt::core::ops::FnOnce() -> bool,
            ) -> bool {
                #rt::update_in_place(
                    self,
                    from,
                    #[inline(always)]
                    |data, from| true #(&& #rt::Words::read(&mut data.#fields, from))*,
                    is_whole,
                )
            }
        }
    });
    quote! {
        #docs
        #derive
        #copy
        pub struct #name { #body }
        #traits
        impl #rt::core::default::Default for #name {
            fn default() -> Self {
                #fallback
                Self { #(#names: #blank),* }
            }
        }
        #words
        #groups
        #ring_check
        #lost
        #done
        #[allow(clippy::declare_interior_mutable_const)]
        #[diagnostic::do_not_recommend]
        impl #rt::Interface for #name {
            const NAME: &'static str = #text;
            const INFO: &'static #rt::InterfaceInfo = &#info;
            const LAYOUT: u64 = #rt::fnv(0xcbf2_9ce4_8422_2325, #layout);
            type Message = #all;
            #update
            const MESSAGES: &'static [&'static str] = &[#(#message_names),*];
            #[inline]
            fn message_index(message: &#all) -> u32 {
                match *message { #(#all::#messages(_) => #indices),* }
            }
            #flushes
            #is_done
            #running
            type Data = [#word; <#name as #rt::Words>::LEN];
            type Ring = [#word; #ring];
            const NEW_DATA: Self::Data = [const { #word::new(0) }; <#name as #rt::Words>::LEN];
            const NEW_RING: Self::Ring = [const { #word::new(0) }; #ring];
        }
    }
}

/// The check that the longest message fits into a queue of the declared number of words.
fn ring_check(interface: &Interface) -> Option<TokenStream> {
    let (rt, all) = (rt(), enum_of_messages(interface));
    let Some(Capacity::Words(words)) = &interface.capacity else { return None };
    let fits = quote!(#rt::fits(#words, <#all as #rt::Words>::LEN));
    Some(const_error(words.span(), quote!(#rt::too_few_words(#fits))))
}

/// The number of words in the ring of the queue.
fn ring(interface: &Interface) -> TokenStream {
    let (rt, all) = (rt(), enum_of_messages(interface));
    let messages = match &interface.capacity {
        _ if interface.messages.is_empty() => return quote!(0),
        Some(Capacity::Words(words)) => return quote!(#words),
        Some(Capacity::Messages(messages)) => messages.base10_parse().unwrap_or(CAPACITY),
        None => CAPACITY,
    };
    quote!(#rt::room(#messages, <#all as #rt::Words>::LEN))
}

/// `skill_runtime::Text<8>` as `Text<8>`: the way to a type is not its layout.
fn without_paths(ty: &Type) -> Type {
    match ty {
        Type::Array(array) => {
            let mut array = array.clone();
            *array.elem = without_paths(&array.elem);
            Type::Array(array)
        }
        Type::Path(path) if path.qself.is_none() => {
            let mut path = path.clone();
            path.path.leading_colon = None;
            path.path.segments = path.path.segments.into_iter().rev().take(1).collect();
            Type::Path(path)
        }
        _ => ty.clone(),
    }
}

/// All names and types in order: what the layout hash is made of.
fn layout(interface: &Interface) -> String {
    use std::fmt::Write as _;
    let mut text = names::plain(&interface.name);
    let all = |fields: &[Field], text: &mut String| {
        for field in fields {
            let ty = label::print_type(&without_paths(&field.ty));
            let _ = write!(text, "{}:{ty};", names::plain(&field.name));
        }
    };
    for item in &interface.enums {
        let _ = write!(text, "enum {}(", item.name);
        for value in &item.items {
            let number = value.number.as_ref().map_or(String::new(), ToString::to_string);
            let _ = write!(text, "{}={number};", value.name);
        }
        text.push(')');
    }
    all(&interface.fields, &mut text);
    for message in &interface.messages {
        let _ = write!(text, "{}(", message.name);
        all(&message.fields, &mut text);
        text.push(')');
    }
    text
}
