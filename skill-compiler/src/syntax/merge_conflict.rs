//! The markers of a merge conflict.

use proc_macro2::{Span, TokenStream, TokenTree};

/// Returns the error about the first marker of a merge conflict, seven `<`. What is between the
/// markers has two versions, of which any error would follow.
pub fn find(tokens: &TokenStream) -> Option<syn::Error> {
    let mut count = 0;
    let mut first = Span::call_site();
    for token in tokens.clone() {
        let is_less = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '<');
        if is_less && count == 0 {
            first = token.span();
        }
        count = if is_less { count + 1 } else { 0 };
        if count == 7 {
            let message = "unexpected marker of a merge conflict\nhelp: resolve the conflict, and remove `<<<<<<<`, `=======` and `>>>>>>>`";
            return Some(syn::Error::new(first, message));
        }
        if let TokenTree::Group(group) = &token
            && let Some(error) = find(&group.stream())
        {
            return Some(error);
        }
    }
    None
}
