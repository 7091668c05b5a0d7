//! Field groups: fields that several interfaces and messages share are written once.
//!
//! One macro call cannot see another, so `field_group!` makes a `macro_rules!` macro that
//! passes the fields on. An interface that names a group it does not know yet expands to a
//! call of that group's macro, with itself as the argument. The group calls `step`, which
//! adds the fields to what the interface knows and compiles it again.

use super::ast::{Field, GroupUse, Interface};
use crate::syntax::errors::Errors;
use crate::syntax::names::{plain, type_name};
use crate::syntax::read::{
    FIELD, braces, declared_name, end, item_path, plain_attributes, visibility,
};
use crate::syntax::recover::{list, take_until};
use crate::syntax::{docs, label};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, Path, Token, Visibility, braced, parenthesized, parse_quote};

/// A field of a group: its type is given where the group is used.
#[derive(Clone)]
pub struct GroupField {
    attrs: Vec<Attribute>,
    name: Ident,
}

impl ToTokens for GroupField {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (attrs, name) = (&self.attrs, &self.name);
        tokens.extend(quote!(#(#attrs)* #name,));
    }
}

/// The groups whose fields are known so far, by the path under which they are used.
#[derive(Default)]
pub struct Groups(Vec<(Path, Vec<GroupField>)>);

impl Groups {
    fn get(&self, path: &Path) -> Option<&[GroupField]> {
        let text = label::print(&path.to_token_stream());
        let same = |(known, _): &&(Path, _)| label::print(&known.to_token_stream()) == text;
        self.0.iter().find(same).map(|(_, fields)| &**fields)
    }

    /// The call of a group's macro that compiles `input` again with one more group known,
    /// if one of `uses` is not known yet.
    pub fn ask<'a>(
        &self,
        mut uses: impl Iterator<Item = &'a Path>,
        kind: &str,
        input: &TokenStream,
    ) -> Option<TokenStream> {
        let path = uses.find(|path| self.get(path).is_none())?;
        let known = self.0.iter().map(|(path, fields)| quote!((#path { #(#fields)* })));
        let kind = format_ident!("{kind}");
        Some(quote!(#path! { #kind { #(#known)* #path } { #input } }))
    }
}

/// The uses of groups in an interface.
pub fn uses(interface: &Interface) -> impl Iterator<Item = &Path> {
    let fields = interface.groups.iter().map(|group| &group.path);
    let messages = interface.messages.iter().flat_map(|message| &message.groups);
    let bits = interface.bits.iter().map(|bits| &bits.group);
    fields.chain(messages.map(|group| &group.path)).chain(bits)
}

/// Puts the fields of the groups where the groups are used.
pub fn resolve(interface: &mut Interface, known: &Groups, errors: &mut Errors) {
    once(&mut interface.groups, errors);
    place(&mut interface.fields, &mut interface.groups, known, errors);
    for message in &mut interface.messages {
        once(&mut message.groups, errors);
        place(&mut message.fields, &mut message.groups, known, errors);
    }
    for bits in &interface.bits {
        for (index, field) in known.get(&bits.group).unwrap_or_default().iter().enumerate() {
            let name = format!("{}{}", bits.prefix, plain(&field.name).to_uppercase());
            let index = proc_macro2::Literal::usize_unsuffixed(index);
            interface.constants.push(super::ast::Constant {
                attrs: joined(&bits.attrs, &field.attrs),
                name: Ident::new(&name, bits.prefix.span()),
                ty: bits.ty.clone(),
                value: quote!(1 << #index),
            });
        }
    }
}

/// Leaves out a group that is used again in one list; reported.
fn once(uses: &mut Vec<GroupUse>, errors: &mut Errors) {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    uses.retain(|group| {
        let path = label::print(&group.path.to_token_stream());
        let Some(first) = seen.get(&path) else {
            seen.insert(path, group.path.span());
            return true;
        };
        let message = format!("duplicate field group `{path}`\nhelp: remove one of them");
        errors.repeated(&group.path, *first, message);
        false
    });
}

/// A field that is written itself keeps its place and type; a group gives the others.
fn place(fields: &mut Vec<Field>, uses: &mut [GroupUse], known: &Groups, errors: &mut Errors) {
    let mut placed: BTreeSet<String> = fields.iter().map(|field| plain(&field.name)).collect();
    let own = placed.clone();
    let mut written = core::mem::take(fields).into_iter().enumerate().peekable();
    for group in uses {
        while let Some((_, field)) = written.next_if(|(at, _)| *at < group.at) {
            fields.push(field);
        }
        let mut twice = Vec::new();
        for field in known.get(&group.path).unwrap_or_default() {
            let name = plain(&field.name);
            group.names.push(field.name.clone());
            if own.contains(&name) {
                continue;
            }
            if !placed.insert(name.clone()) {
                twice.push(format!("`{name}`"));
                continue;
            }
            let attrs = joined(&field.attrs, &group.attrs);
            fields.push(Field { attrs, name: field.name.clone(), ty: group.ty.clone() });
        }
        if !twice.is_empty() {
            let s = if twice.len() > 1 { "s" } else { "" };
            let names = twice.join(", ");
            let message = format!(
                "duplicate field{s} {names}, which another group has too\nhelp: use one of the groups"
            );
            errors.at(&group.path, message);
        }
    }
    fields.extend(written.map(|(_, field)| field));
}

/// The attributes of both, with a blank line between two doc comments.
fn joined(first: &[Attribute], second: &[Attribute]) -> Vec<Attribute> {
    let blank: Option<Attribute> = (docs::only(first).next().is_some()
        && docs::only(second).next().is_some())
    .then(|| parse_quote!(#[doc = ""]));
    first.iter().cloned().chain(blank).chain(second.iter().cloned()).collect()
}

/// `/// docs  pub NAME { a, /// docs  b, ..other }`
struct Declaration {
    attrs: Vec<Attribute>,
    vis: Visibility,
    name: Ident,
    entries: Vec<Entry>,
}

enum Entry {
    Field(GroupField),
    Group(Path),
}

fn declaration(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Declaration> {
    let attrs = plain_attributes(input, "a field group", errors)?;
    let vis = visibility(input, errors)?;
    let expected = "expected a field group\nhelp: write `pub NAME { field, .. }`";
    let name = declared_name(input, "field group", expected, errors)?;
    let content = braces(input, &name.to_string(), errors)?;
    let entries = list(&content, errors, entry);
    end(input, "field_group", &name, errors);
    Ok(Declaration { attrs, vis, name, entries })
}

fn entry(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Entry> {
    let attrs = plain_attributes(input, FIELD, errors)?;
    if input.parse::<Option<Token![..]>>()?.is_some() {
        return Ok(Entry::Group(item_path(input)?));
    }
    let name = input.call(Ident::parse_any)?;
    let name = crate::syntax::names::ident(&plain(&name), name.span());
    if input.peek(Token![:]) {
        let ty = take_until(input, |input| input.peek(Token![,]));
        let help = "help: give it where the group is placed: `..GROUP: Type`";
        errors.at(&ty, format!("type of a field in a field group\n{help}"));
    }
    Ok(Entry::Field(GroupField { attrs, name }))
}

/// Reports the syntax errors of one `field_group!` block.
pub fn check_syntax(input: TokenStream, errors: &mut Errors) {
    let parsed = (|input: ParseStream<'_>| declaration(input, errors)).parse2(input);
    errors.ok(parsed);
}

/// Compiles one `field_group!` block, with the groups that are `known`.
pub fn compile(known: &Groups, input: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let parsed = (|input: ParseStream<'_>| declaration(input, &mut errors)).parse2(input.clone());
    let Some(declaration) = errors.ok(parsed) else { return errors.into_module_items() };
    let uses = declaration.entries.iter().filter_map(|entry| match entry {
        Entry::Group(path) => Some(path),
        Entry::Field(_) => None,
    });
    if let Some(call) = known.ask(uses, "field_group", input) {
        return call;
    }
    let mut fields: Vec<GroupField> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for entry in &declaration.entries {
        let more = match entry {
            Entry::Field(field) => core::slice::from_ref(field),
            Entry::Group(path) => known.get(path).unwrap_or_default(),
        };
        for field in more {
            if names.insert(plain(&field.name)) {
                fields.push(field.clone());
                continue;
            }
            let message = format!("duplicate field `{}`\nhelp: remove one of them", field.name);
            match entry {
                Entry::Field(field) => errors.at(&field.name, message),
                Entry::Group(path) => errors.at(path, message),
            }
        }
    }
    let (vis, name) = (&declaration.vis, &declaration.name);
    let export = matches!(vis, Visibility::Public(_)).then(|| quote!(#[macro_export]));
    let hidden = format_ident!("__{}_group", plain(name), span = name.span());
    let title = docs::or(&declaration.attrs, &format!("The field group `{name}`."));
    let errors = errors.into_tokens();
    quote! {
        #title
        #export
        #[allow(unused_macros)]
        macro_rules! #hidden {
            ($($rest:tt)*) => {
                ::skill_runtime::__v1::with_field_group! { { #(#fields)* } $($rest)* }
            };
        }
        #[doc(inline)]
        #[allow(unused_imports)]
        #vis use #hidden as #name;
        #errors
    }
}

/// Goes on with what a group's macro was called with, now that its fields are known:
/// `{ fields } interface { (group { fields }).. path } { input }`, the same with
/// `field_group`, or `{ fields } each callback`.
pub fn step(input: TokenStream) -> TokenStream {
    (|input: ParseStream<'_>| {
        let content;
        braced!(content in input);
        let fields = group_fields(&content)?;
        let kind: Ident = input.parse().map_err(|error| {
            let message = "expected `each MACRO`: a field group is used in `interface!`, or passed \
                           to a macro";
            syn::Error::new(error.span(), message)
        })?;
        if kind == "each" {
            let callback = input.call(Path::parse_mod_style)?;
            return Ok(each(&fields, &callback));
        }
        let state;
        braced!(state in input);
        let mut known = Groups::default();
        while state.peek(syn::token::Paren) {
            let group;
            parenthesized!(group in state);
            let path = group.call(Path::parse_mod_style)?;
            let content;
            braced!(content in group);
            known.0.push((path, group_fields(&content)?));
        }
        known.0.push((state.call(Path::parse_mod_style)?, fields));
        let TokenTree::Group(again) = input.parse()? else {
            return Err(input.error("expected what uses the group"));
        };
        Ok(if kind == "field_group" {
            compile(&known, &again.stream())
        } else {
            super::compile_with(&known, &again.stream())
        })
    })
    .parse2(input)
    .unwrap_or_else(syn::Error::into_compile_error)
}

/// `callback! { /// docs  head_yaw HeadYaw, .. }`
fn each(fields: &[GroupField], callback: &Path) -> TokenStream {
    let entries = fields.iter().map(|GroupField { attrs, name }| {
        let camel = type_name(name);
        quote!(#(#attrs)* #name #camel,)
    });
    quote!(#callback! { #(#entries)* })
}

fn group_fields(input: ParseStream<'_>) -> syn::Result<Vec<GroupField>> {
    let fields = input.parse_terminated(|input| entry(input, &mut Errors::default()), Token![,])?;
    Ok(fields
        .into_iter()
        .filter_map(|entry| match entry {
            Entry::Field(field) => Some(field),
            Entry::Group(_) => None,
        })
        .collect())
}
