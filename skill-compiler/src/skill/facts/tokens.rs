//! Patterns in tokens that are not an expression, and tokens of one.

use crate::syntax::at::parentheses;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprMethodCall, Ident, Path};

/// Methods of other libraries that run something, or return how far it is.
const RUNS: [&str; 12] = [
    "run",
    "start",
    "execute",
    "done",
    "is_done",
    "final",
    "is_final",
    "finished",
    "is_finished",
    "status",
    "poll",
    "success",
];

/// Returns the struct of `Walk { .. }.done()`.
pub fn asked(call: &ExprMethodCall) -> Option<&Ident> {
    let Expr::Struct(of) = &*call.receiver else { return None };
    let is_asked = RUNS.iter().any(|name| call.method == name);
    of.path.segments.last().map(|last| &last.ident).filter(|_| is_asked)
}

/// Returns the words of `Legs::Side::Right`, the enum of an interface by the type.
pub fn words_in_type(path: &Path) -> Option<Vec<Ident>> {
    let words: Vec<Ident> = path.segments.iter().map(|word| word.ident.clone()).collect();
    let is_type = |word: &Ident| {
        let text = word.to_string();
        text.starts_with(char::is_uppercase) && text.contains(char::is_lowercase) && word != "Self"
    };
    (words.len() == 3 && words[..2].iter().all(is_type)).then_some(words)
}

/// Whether an assignment operator comes first.
pub fn assigns(tokens: &[TokenTree]) -> bool {
    let mut signs = String::new();
    for token in tokens.iter().take(3) {
        let TokenTree::Punct(sign) = token else { break };
        signs.push(sign.as_char());
        if sign.spacing() == Spacing::Alone {
            break;
        }
    }
    let operators = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
    let plain = signs.starts_with('=') && !signs.starts_with("==") && !signs.starts_with("=>");
    plain || operators.iter().any(|operator| signs.starts_with(operator))
}

/// Whether the tokens after a name make it the name of a method.
pub fn is_call(rest: &[TokenTree]) -> bool {
    match rest {
        [TokenTree::Group(group), ..] => group.delimiter() == Delimiter::Parenthesis,
        [TokenTree::Punct(one), TokenTree::Punct(two), ..] => {
            (one.as_char(), two.as_char()) == (':', ':')
        }
        _ => false,
    }
}

/// Whether a field or a method follows.
pub fn begins_field(rest: &[TokenTree]) -> bool {
    matches!(rest.first(), Some(TokenTree::Punct(dot)) if dot.as_char() == '.')
}

/// The tokens after `.field.0[index]`.
pub fn after_place(mut rest: &[TokenTree]) -> &[TokenTree] {
    loop {
        rest = match rest {
            [TokenTree::Punct(dot), TokenTree::Ident(_) | TokenTree::Literal(_), after @ ..]
                if dot.as_char() == '.' && !is_call(after) =>
            {
                after
            }
            [TokenTree::Group(index), after @ ..] if index.delimiter() == Delimiter::Bracket => {
                after
            }
            _ => return rest,
        };
    }
}

/// Whether an expression begins with another one that could be a statement.
pub fn begins_with_block(expr: &Expr) -> bool {
    let first = match expr {
        Expr::Binary(of) => &of.left,
        Expr::Cast(of) => &of.expr,
        Expr::MethodCall(of) => &of.receiver,
        Expr::Field(of) => &of.base,
        Expr::Index(of) => &of.expr,
        Expr::Call(of) => &of.func,
        _ => return false,
    };
    let is_block = matches!(
        **first,
        Expr::Block(_) | Expr::Const(_) | Expr::If(_) | Expr::Match(_) | Expr::Unsafe(_)
    );
    is_block || begins_with_block(first)
}

/// Returns the tokens of an expression that is the value of a block.
pub fn in_block(expr: &Expr) -> TokenStream {
    let tokens = expr.to_token_stream();
    if begins_with_block(expr) {
        parentheses(expr.span(), tokens).to_token_stream()
    } else {
        tokens
    }
}
