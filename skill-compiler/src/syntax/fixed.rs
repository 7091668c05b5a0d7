//! Slips whose cure is plain, in code that does not parse: so what else is wrong in it is reported, too.

use super::at::with_content;
use super::tokens::{is_sign, is_word};
use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenStream, TokenTree};

/// Returns the code with these slips cured, and the error about each.
pub fn fixed(tokens: TokenStream) -> (TokenStream, Vec<syn::Error>) {
    let mut errors = Vec::new();
    let tokens = inside(tokens, false, &mut errors);
    (tokens, errors)
}

fn inside(tokens: TokenStream, is_fields: bool, errors: &mut Vec<syn::Error>) -> TokenStream {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let mut fixed = TokenStream::new();
    for (at, token) in all.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &all[before]);
        match token {
            TokenTree::Group(group) => {
                let is_fields =
                    group.delimiter() == Delimiter::Brace && before.is_some_and(is_type);
                let content = inside(group.stream(), is_fields, errors);
                fixed.extend([TokenTree::from(with_content(group, content))]);
            }
            TokenTree::Ident(word) => match other_words(word, before) {
                Some((cure, words)) => {
                    let message = format!("unexpected `{word}`\nhelp: write `{cure}`");
                    errors.push(syn::Error::new(word.span(), message));
                    fixed.extend(words);
                }
                None => fixed.extend([token.clone()]),
            },
            TokenTree::Punct(sign) if is_fields && is_equals(&all, at) => {
                let name = &all[at - 1];
                let help = format!("help: write `{name}: VALUE`");
                let message = format!("expected `:` after field `{name}`, found `=`\n{help}");
                errors.push(syn::Error::new(sign.span(), message));
                let mut colon = Punct::new(':', Spacing::Alone);
                colon.set_span(sign.span());
                fixed.extend([TokenTree::from(colon)]);
            }
            _ => fixed.extend([token.clone()]),
        }
    }
    fixed
}

/// The words that are meant by one of another language.
fn other_words(word: &Ident, before: Option<&TokenTree>) -> Option<(&'static str, TokenStream)> {
    let is_else = ["elif", "elseif", "elsif"].iter().any(|other| word == other)
        && matches!(before, Some(TokenTree::Group(_)));
    is_else.then(|| ("else if", quote::quote_spanned!(word.span()=> else if)))
}

/// Whether `name =` is at the beginning of an entry.
fn is_equals(all: &[TokenTree], at: usize) -> bool {
    let is_single = |at: usize| matches!(&all[at], TokenTree::Punct(sign) if sign.as_char() == '=' && sign.spacing() == Spacing::Alone);
    let begins = |at: usize| at == 0 || is_sign(&all[at - 1], ',');
    is_single(at) && at > 0 && matches!(all[at - 1], TokenTree::Ident(_)) && begins(at - 1)
}

fn is_type(token: &TokenTree) -> bool {
    let TokenTree::Ident(name) = token else { return false };
    !is_word(token, "Self") && name.to_string().starts_with(char::is_uppercase)
}
