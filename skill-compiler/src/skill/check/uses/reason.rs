//! Reasons of failures without quotes: a plain name that is no failure.

use super::super::{Analysis, DraftValue, Target, Value, given};
use super::Names;
use crate::skill::ast::Trigger;
use crate::skill::facts::FAILURES;
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{last, plain};
use crate::syntax::types::NUMBERS;
use proc_macro2::Ident;
use syn::Type;

impl Names<'_> {
    /// Reports `FAILED(lost)`, where `lost` is not the name of a failure.
    pub(super) fn lacks_quotes(
        &self,
        analysis: &mut Analysis,
        transition: usize,
        errors: &mut Errors,
    ) {
        let of = &analysis.drafts[transition];
        let [DraftValue::Right(Value::Code(code))] = &of.values[..] else { return };
        if of.to != Some(Target::Failed) || code.half_typed {
            return;
        }
        let Ok(name) = syn::parse2::<Ident>(code.tokens.clone()) else { return };
        let text = plain(&name);
        let ty = given::type_of(&analysis.model, of.from, &text);
        let is_capital = text.starts_with(char::is_uppercase);
        let is_no_failure = match ty {
            Some(ty) => !is_failure(ty),
            None => {
                self.is_no_value(&text)
                    || self.lost.is_some() && is_capital
                    || self.kinds.contains_key(&text)
                    || self.interfaces.contains(&text)
                    || self.results.contains(&text)
            }
        };
        let is_bound = of.bound().any(|bound| plain(bound) == text);
        if is_bound || !is_no_failure || self.broken.contains(&text) {
            return;
        }
        let mut failures = analysis.drafts.iter().filter_map(|of| of.trigger.as_ref()?.failure());
        let is_other = failures.any(|why| plain(why) == text);
        let is_failure_meant = ty.is_none() && (is_other || FAILURES.contains(&&*text));
        let message = match &of.trigger {
            // Another check reports it.
            Some(Trigger::OnFailed(None, _) | Trigger::OnFinal(..)) if is_failure_meant => return,
            _ if is_other => return,
            Some(Trigger::OnFailed(Some(why), _)) if is_failure_meant => {
                let help = format!("help: write `FAILED({why})`, the name in this transition");
                format!("cannot find failure `{name}` in this scope\n{help}")
            }
            _ => {
                let ty = ty.map(label::print_type).filter(|ty| NUMBERS.contains(&&**ty));
                let number = ty.map_or(String::new(), |_| {
                    format!(", or `FAILED(\"{text} {{}}\", self.{name})` for its value")
                });
                format!(
                    "expected a string literal with the reason, found `{name}`\nhelp: write `FAILED(\"{text}\")`{number}"
                )
            }
        };
        errors.at(&name, message);
        if let [DraftValue::Right(Value::Code(code))] = &mut analysis.drafts[transition].values[..]
        {
            code.half_typed = true;
        }
    }
}

fn is_failure(ty: &Type) -> bool {
    matches!(ty, Type::Path(of) if last(&of.path) == "StoredFailure")
}
