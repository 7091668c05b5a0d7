//! Places: what an assignment changes, what a borrow borrows, what a field of a message is.

use crate::syntax::names::plain;
use proc_macro2::{Ident, Literal};
use syn::{BinOp, Expr, ExprLit, Lit, Member};

/// The methods of arrays, slices and texts that change what they are called on.
const MUTATES: [&str; 26] = [
    "as_mut",
    "as_mut_slice",
    "chunks_exact_mut",
    "chunks_mut",
    "clear",
    "clone_from_slice",
    "copy_from_slice",
    "copy_within",
    "each_mut",
    "fill",
    "fill_with",
    "first_mut",
    "get_mut",
    "iter_mut",
    "last_mut",
    "push",
    "push_str",
    "reverse",
    "rotate_left",
    "rotate_right",
    "sort",
    "sort_by",
    "sort_unstable",
    "sort_unstable_by",
    "swap",
    "truncate",
];

/// Whether a method of an array or a text changes it.
pub fn mutates(method: &Ident) -> bool {
    MUTATES.iter().any(|name| method == name)
}

/// Returns the first field of a struct expression that is a literal text.
pub fn literal_text(expr: &Expr) -> Option<Box<Literal>> {
    let Expr::Struct(of) = expr else { return None };
    of.fields.iter().find_map(|field| match &field.expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(Box::new(text.token())),
        _ => None,
    })
}

/// The name that an expression is, if it is a single word.
pub fn name_of(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// The plain name that a place begins with.
pub fn owner(place: &Expr) -> Option<String> {
    match place {
        Expr::Field(field) => owner(&field.base),
        Expr::Index(index) => owner(&index.expr),
        Expr::Paren(inner) => owner(&inner.expr),
        place => name_of(place).map(plain),
    }
}

/// The field of `self` that a place is or lies in.
pub fn root(place: &Expr) -> Option<&Ident> {
    match place {
        Expr::Field(field) => match (&field.member, name_of(&field.base)) {
            (Member::Named(name), Some(owner)) if owner == "self" => Some(name),
            _ => root(&field.base),
        },
        Expr::Index(index) => root(&index.expr),
        _ => None,
    }
}

/// Whether `&mut place` borrows a field of `self`, or an element of it.
pub fn borrows_field(place: &Expr) -> bool {
    match place {
        Expr::Field(field) => name_of(&field.base).is_some_and(|owner| owner == "self"),
        Expr::Index(index) => borrows_field(&index.expr),
        _ => false,
    }
}

pub fn is_assignment(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}
