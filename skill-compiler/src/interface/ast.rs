//! An interface as written.

use proc_macro2::TokenStream;
use syn::{Attribute, Ident, Type, Visibility};

/// `pub NAME { .. }`
pub struct Interface {
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    /// Whether it comes from a description: its names and values are not the user's.
    pub described: bool,
    pub constants: Vec<Constant>,
    pub enums: Vec<Enum>,
    pub fields: Vec<Field>,
    pub messages: Vec<Message>,
    /// How many messages wait at the most.
    pub capacity: Option<Capacity>,
}

/// `const NAME: Type = value;`
pub struct Constant {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub ty: Type,
    pub value: TokenStream,
}

/// `enum NAME { A, B = 3 }`
pub struct Enum {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub items: Vec<Item>,
}

/// `A` or `B = 3`
pub struct Item {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub number: Option<syn::LitInt>,
}

/// `name: Type`
pub struct Field {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub ty: Type,
}

/// `Name { fields }`
pub struct Message {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub fields: Vec<Field>,
}

/// How much waits for the writer at the most.
pub enum Capacity {
    /// So many of the longest messages; more of the shorter ones.
    Messages(syn::LitInt),
    /// So many words: of each message two, and its own.
    Words(syn::LitInt),
}
