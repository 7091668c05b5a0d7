//! The words of a command line in its errors.

use crate::text::escape::Escaped;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};

/// Escapes what an error about the arguments quotes of them.
pub(super) fn escape(error: &mut clap::Error) {
    let escaped = |text: &str| Escaped(text).to_string();
    let styled = |text: &StyledStr| {
        // Without its styles, which are escape sequences themselves.
        let plain = text.to_string();
        let visible = escaped(&plain);
        if visible == plain { text.clone() } else { StyledStr::from(visible) }
    };
    let context: Vec<(ContextKind, ContextValue)> =
        error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in context {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(escaped(&text)),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(|text| escaped(text)).collect())
            }
            ContextValue::StyledStrs(texts) if kind == ContextKind::Suggested => {
                ContextValue::StyledStrs(texts.iter().map(styled).collect())
            }
            other => other,
        };
        error.insert(kind, value);
    }
}
