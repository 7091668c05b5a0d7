//! Expressions that `rustc` can certainly evaluate in a `const`.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{BinOp, Expr, Lit, Path, UnOp};

/// An expression that is a constant.
pub struct Constant {
    pub tokens: TokenStream,
    /// Whether it is a number with a sign, or a calculation; otherwise it is the name of a constant.
    pub is_number: bool,
}

/// Returns a constant, or the one in `Some(..)`. Names in capitals are those of constants.
pub fn constant(tokens: &TokenStream) -> Option<Constant> {
    let expr: Expr = syn::parse2(tokens.clone()).ok()?;
    let inner = match &expr {
        Expr::Call(call) if call.args.len() == 1 && is_some(&call.func) => &call.args[0],
        _ => &expr,
    };
    let tokens = inner.to_token_stream();
    is_constant(inner).then(|| Constant { tokens, is_number: !matches!(inner, Expr::Path(_)) })
}

/// Returns the value of a number with a sign.
pub fn literal(tokens: &TokenStream) -> Option<f64> {
    fn value(expr: &Expr) -> Option<f64> {
        match expr {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Int(number) => number.base10_parse().ok(),
                Lit::Float(number) => number.base10_parse().ok(),
                _ => None,
            },
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                value(&unary.expr).map(|value| -value)
            }
            Expr::Group(inner) => value(&inner.expr),
            Expr::Paren(inner) => value(&inner.expr),
            _ => None,
        }
    }
    value(&syn::parse2(tokens.clone()).ok()?)
}

/// Whether tokens are a number that is not an integer.
pub fn is_float(tokens: &TokenStream) -> bool {
    is_literal(tokens, |lit| matches!(lit, Lit::Float(_)))
}

/// Whether tokens are an integer without a type.
pub fn is_integer(tokens: &TokenStream) -> bool {
    is_literal(tokens, |lit| matches!(lit, Lit::Int(number) if number.suffix().is_empty()))
}

/// Whether tokens are a number, perhaps with a sign.
pub fn is_number(tokens: &TokenStream) -> bool {
    is_literal(tokens, |lit| matches!(lit, Lit::Int(_) | Lit::Float(_)))
}

/// Whether tokens are such a literal, perhaps with a sign.
fn is_literal(tokens: &TokenStream, is: fn(&Lit) -> bool) -> bool {
    fn number(expr: &Expr, is: fn(&Lit) -> bool) -> bool {
        match expr {
            Expr::Lit(lit) => is(&lit.lit),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => number(&unary.expr, is),
            _ => false,
        }
    }
    syn::parse2(tokens.clone()).is_ok_and(|expr| number(&expr, is))
}

fn is_some(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Some"))
}

fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => matches!(lit.lit, Lit::Int(_) | Lit::Float(_)),
        Expr::Path(path) => path.qself.is_none() && is_constant_name(&path.path),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_constant(&unary.expr),
        Expr::Binary(binary) => {
            let calculates = matches!(
                binary.op,
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
            );
            calculates && is_constant(&binary.left) && is_constant(&binary.right)
        }
        Expr::Paren(inner) => is_constant(&inner.expr),
        Expr::Group(inner) => is_constant(&inner.expr),
        Expr::Cast(cast) => is_constant(&cast.expr),
        _ => false,
    }
}

fn is_constant_name(path: &Path) -> bool {
    let first = path.segments.first().is_some_and(|first| first.ident != "Self");
    let last = path.segments.last();
    first
        && last.is_some_and(|last| {
            let name = last.ident.to_string();
            name.contains(char::is_uppercase) && !name.contains(char::is_lowercase)
        })
}
