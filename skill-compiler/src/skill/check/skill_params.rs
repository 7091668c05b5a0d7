//! Parameters of a skill: `params { wait_sec: f32 = 12.5 in 1.0..=30.0 }`.

use super::names::Taken;
use super::{SkillParam, args};
use crate::skill::ast::{NamedArg, SkillParamEntry};
use crate::syntax::docs;
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::plain;

/// The types of parameters: those with one word on the blackboard.
const TYPES: [&str; 8] = ["bool", "u8", "u16", "u32", "i8", "i16", "i32", "f32"];

/// Checks the parameters against each other and what is taken.
pub fn check(
    params: Vec<SkillParamEntry>,
    taken: &mut Taken,
    errors: &mut Errors,
) -> Vec<SkillParam> {
    let mut kept = Vec::new();
    for SkillParamEntry(mut param) in params {
        args::only_docs(&param.attrs, errors);
        args::check_range(&mut param, "a parameter", errors);
        let NamedArg { attrs, name, ty, default, range } = param;
        let is_free = taken.take(&name, "parameter", errors);
        let text = label::print_type(&ty);
        if !TYPES.contains(&&*text) {
            let cure = match &*text {
                "f64" => "use `f32`".to_owned(),
                "u64" | "usize" => "use `u32`".to_owned(),
                "i64" | "isize" => "use `i32`".to_owned(),
                _ => format!("use one of `{}`", TYPES.join("`, `")),
            };
            errors.at(&ty, format!("`{text}` cannot be the type of a parameter\nhelp: {cure}"));
            errors.broken.insert(plain(&name));
            continue;
        }
        let Some(default) = default.filter(|_| is_free) else {
            errors.broken.insert(plain(&name));
            continue;
        };
        kept.push(SkillParam {
            docs: docs::text(&attrs),
            name,
            ty,
            type_name: text,
            default,
            range,
        });
    }
    kept
}
