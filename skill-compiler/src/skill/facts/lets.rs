//! Guards with `let`: parts joined by `&&`, each of which sees the names that those before it bind.

use super::Facts;
use crate::syntax::names::plain;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprLet, Pat, PatGuard, PatIdent, UnOp};

/// Returns the parts of a guard that are joined by `&&`, if one of them is a `let`.
pub fn parts(guard: &Expr) -> Option<Vec<&Expr>> {
    let mut parts = Vec::new();
    split(guard, &mut parts);
    parts.iter().any(|part| matches!(part, Expr::Let(_))).then_some(parts)
}

fn split<'a>(expr: &'a Expr, parts: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            split(&binary.left, parts);
            split(&binary.right, parts);
        }
        Expr::Group(group) => split(&group.expr, parts),
        part => parts.push(part),
    }
}

/// Returns the names that `let` binds in a guard; `None` if it has none.
pub fn names(guard: &Expr) -> Option<Vec<Ident>> {
    Some(parts(guard)?.into_iter().flat_map(bound_by).collect())
}

/// Returns the names that a part of a guard binds.
pub fn bound_by(part: &Expr) -> Vec<Ident> {
    match part {
        Expr::Let(of) => bound(&of.pat),
        _ => Vec::new(),
    }
}

/// Returns whether parts of a guard use a name of one before them; `None` if none does, and none
/// binds the name again.
pub fn is_used(name: &str, parts: &[&Expr]) -> Option<bool> {
    parts.iter().find_map(|part| {
        let value = if let Expr::Let(of) = part { &of.expr } else { *part };
        if Facts::of_expr(value).names_interface(name) {
            return Some(true);
        }
        bound_by(part).iter().any(|bound| plain(bound) == name).then_some(false)
    })
}

/// Returns whether a guard consists of `let` whose patterns match every value.
pub fn always_match(guard: &Expr) -> bool {
    fn matches_all(pattern: &Pat) -> bool {
        match pattern {
            Pat::Ident(of) => {
                of.subpat.is_none() && !plain(&of.ident).starts_with(char::is_uppercase)
            }
            Pat::Wild(_) => true,
            Pat::Paren(of) => matches_all(&of.pat),
            Pat::Reference(of) => matches_all(&of.pat),
            Pat::Tuple(of) => {
                of.elems.iter().all(|each| matches_all(each) || matches!(each, Pat::Rest(_)))
            }
            Pat::Type(of) => matches_all(&of.pat),
            _ => false,
        }
    }
    let all = |parts: Vec<&Expr>| {
        parts.iter().all(|part| matches!(part, Expr::Let(of) if matches_all(&of.pat)))
    };
    parts(guard).is_some_and(all)
}

/// Returns the names that a pattern binds.
pub fn bound(pattern: &Pat) -> Vec<Ident> {
    struct Bound(Vec<Ident>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
            // One in capitals is a constant, or a variant without fields.
            let name = plain(&pattern.ident);
            let is_known = self.0.iter().any(|other| plain(other) == name);
            if !name.starts_with(char::is_uppercase) && !is_known {
                self.0.push(pattern.ident.clone());
            }
            visit::visit_pat_ident(self, pattern);
        }
    }
    let mut bound = Bound(Vec::new());
    bound.visit_pat(pattern);
    bound.0
}

/// Returns a `let` that is neither alone nor beside `&&`, and the message about it.
pub fn misplaced(guard: &Expr) -> Option<(ExprLet, &'static str)> {
    let mut search = Search { found: None, message: INSIDE };
    search.condition(guard);
    search.found
}

const OR: &str = "a name bound beside `||` may have no value\nhelp: write two transitions";
const NOT: &str = "a name bound inside `!` has no value\nhelp: write `!matches!(VALUE, PATTERN)`";
const INSIDE: &str = "`let` inside an expression\nhelp: join it to the other parts of the guard with `&&`, without parentheses";

/// Searches for the first `let` that is not a condition of its own.
struct Search {
    found: Option<(ExprLet, &'static str)>,
    /// The message about one that is found.
    message: &'static str,
}

impl Search {
    /// Looks at what may be after `if`.
    fn condition(&mut self, condition: &Expr) {
        let mut parts = Vec::new();
        split(condition, &mut parts);
        for part in parts {
            match part {
                Expr::Let(of) => self.visit_expr(&of.expr),
                other => self.visit_expr(other),
            }
        }
    }

    fn inside(&mut self, message: &'static str, visit: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.message, message);
        visit(self);
        self.message = around;
    }
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Let(of) => {
                self.found.get_or_insert((of.clone(), self.message));
            }
            Expr::If(of) => {
                self.condition(&of.cond);
                self.visit_block(&of.then_branch);
                of.else_branch.iter().for_each(|(_, other)| self.visit_expr(other));
            }
            Expr::While(of) => {
                self.condition(&of.cond);
                self.visit_block(&of.body);
            }
            Expr::Binary(of) if matches!(of.op, BinOp::Or(_)) => {
                self.inside(OR, |search| visit::visit_expr(search, expr));
            }
            Expr::Unary(of) if matches!(of.op, UnOp::Not(_)) => {
                self.inside(NOT, |search| visit::visit_expr(search, expr));
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_pat_guard(&mut self, of: &'ast PatGuard) {
        self.condition(&of.guard);
    }
}
