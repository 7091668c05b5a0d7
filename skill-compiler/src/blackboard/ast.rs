//! The AST of `blackboard!`.

use syn::{Attribute, Ident, Type, Visibility};

/// A blackboard as written.
pub struct Blackboard {
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    pub entries: Vec<Entry>,
}

/// `"Id": Type` or `name: Type`, perhaps with `(writer = NAME)`
pub struct Entry {
    pub attrs: Vec<Attribute>,
    pub id: String,
    pub field: Ident,
    pub ty: Type,
    /// Its writer, if declared.
    pub writer: Option<Ident>,
}
