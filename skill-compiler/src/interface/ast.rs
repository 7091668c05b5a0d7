//! An interface as written.

use crate::skill::MaxAge;
use crate::syntax::errors::{Sections, UNKNOWN};
use crate::syntax::label::print_type;
use crate::syntax::names::plain;
use proc_macro2::TokenStream;
use syn::{Attribute, Ident, Path, Type, Visibility};

/// `pub NAME { .. }`
pub struct Interface {
    /// The sections that were read, each of which is given once.
    pub sections: Sections,
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    /// `max_age = 40ms;` or `max_age = never;`
    pub max_age: MaxAge,
    pub constants: Vec<Constant>,
    pub enums: Vec<Enum>,
    pub bits: Vec<Bits>,
    pub fields: Vec<Field>,
    /// Whether a field could not be read.
    pub lost_fields: bool,
    /// The groups among the fields.
    pub groups: Vec<GroupUse>,
    pub messages: Vec<Message>,
    /// The names after `until`, each once, also of messages that could not be read.
    pub endings: Vec<String>,
    /// The largest number of messages that wait.
    pub capacity: Option<Capacity>,
}

impl Interface {
    /// Whether an interface has a field of this type, or of one that could not be read.
    pub fn has_field(&self, field: &str, ty: &str) -> bool {
        let mut fields = self.fields.iter();
        let is_type = |of: &str| of == ty || of == UNKNOWN;
        fields.any(|each| plain(&each.name) == field && is_type(&print_type(&each.ty)))
    }
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
    /// Whether a value could not be read.
    pub lost: bool,
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

/// `Name { fields }`, `Name { fields } until Stop` or `flush Name { fields }`
pub struct Message {
    pub attrs: Vec<Attribute>,
    /// Whether it discards the queued messages before it.
    pub flush: bool,
    pub name: Ident,
    pub fields: Vec<Field>,
    /// The groups among the fields.
    pub groups: Vec<GroupUse>,
    /// The message until which it runs.
    pub until: Option<Ident>,
    /// Whether a field could not be read.
    pub lost: bool,
}

/// `..path: Type` among fields
pub struct GroupUse {
    pub attrs: Vec<Attribute>,
    pub path: Path,
    pub ty: Type,
    /// The number of fields before it.
    pub at: usize,
    /// Its fields, once the group is known.
    pub names: Vec<Ident>,
}

/// `bits PREFIX_..path: Type;`: a constant for each field of a group
pub struct Bits {
    pub attrs: Vec<Attribute>,
    pub prefix: Ident,
    pub group: Path,
    pub ty: Type,
}

/// The capacity of the queue to the writer.
pub enum Capacity {
    /// The number of the longest messages; more of shorter ones fit.
    Messages(syn::LitInt),
    /// The number of words: each message takes two, and those of its fields.
    Words(syn::LitInt),
}
