//! Tokens to the AST of the parts of a robot; each name once.

use super::ast::{Part, RobotParts};
use crate::syntax::errors::Errors;
use crate::syntax::names::{plain, print_path, snake};
use crate::syntax::read::{
    braces, declared_name, end, found_token, item_path, list_in_braces, name, plain_attributes,
    visibility,
};
use crate::syntax::recover::{list, take_to, take_until};
use proc_macro2::Group;
use std::cell::RefCell;
use syn::parse::{ParseStream, Parser as _};
use syn::{Ident, Path, Token};

mod kw {
    syn::custom_keyword!(with);
}

/// `/// docs  pub NAME { parts }`
pub fn parts(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<RobotParts> {
    let expected = "expected a robot of parts\nhelp: write `pub NAME { part: Space, .. }`";
    let attrs = plain_attributes(input, "a robot of parts", errors)?;
    let vis = visibility(input, errors)?;
    let name = declared_name(input, "robot", expected, errors)?;
    let content = braces(input, &name.to_string(), errors)?;
    let inside = list_in_braces(&content, errors);
    let mut parts: Vec<Part> = Vec::new();
    let before = RefCell::new(None);
    let entry = |input: ParseStream<'_>, errors: &mut Errors| {
        let part = part(input, before.borrow().as_ref(), errors)?;
        *before.borrow_mut() =
            part.agent.is_none().then(|| (part.name.clone(), part.space.clone()));
        Ok(part)
    };
    for part in list(inside.as_ref().unwrap_or(&content), errors, entry) {
        // As the names of robots in a recording.
        let key = |of: &Part| plain(&of.name).replace('_', "");
        match parts.iter().find(|other| key(other) == key(&part)) {
            None => parts.push(part),
            Some(other) => {
                let message = format!(
                    "the name of part `{}` is that of `{}` but for `_`\nhelp: use another name",
                    part.name, other.name
                );
                let twice = format!("duplicate part `{}`\nhelp: use another name", part.name);
                let message = if part.name == other.name { twice } else { message };
                errors.repeated(&part.name, other.name.span(), message);
            }
        }
    }
    if parts.is_empty() && errors.count() == 0 {
        errors.at(
            &name,
            format!("robot `{name}` has no parts\nhelp: list them: `{name} {{ part: Space, .. }}`"),
        );
    }
    end(input, "robot_parts", &name, errors);
    Ok(RobotParts { attrs, vis, name, parts })
}

/// `name: Space with Agent`; `before` is the part before it, if that has no agent.
fn part(
    input: ParseStream<'_>,
    before: Option<&(Ident, Path)>,
    errors: &mut Errors,
) -> syn::Result<Part> {
    let attrs = plain_attributes(input, "a part of a robot", errors)?;
    let expected =
        "expected a part\nhelp: declare it as `name: Space`, or `name: Space with Agent`";
    let name = name(input, expected, errors)?;
    if input.parse::<Option<Token![:]>>()?.is_none() {
        return Err(input.error(missing(&name, before, &found_token(input))));
    }
    let space = path(input, "the skill space")?;
    let agent = match input.parse::<Option<kw::with>>()? {
        Some(_) => Some(path(input, "an agent")?),
        None => agent_by_sign(input, (&name, &space), errors),
    };
    while input.peek(kw::with) {
        let word = input.parse::<kw::with>()?;
        let _ = path(input, "an agent");
        let help = format!("help: a part has one agent: write `{name}: SPACE with AGENT`");
        errors.at(&word, format!("unexpected second `with`\n{help}"));
    }
    Ok(Part { attrs, name, space, agent })
}

/// Reads `+ Agent` or `(Agent)` after the space, which is reported.
fn agent_by_sign(
    input: ParseStream<'_>,
    (part, space): (&Ident, &Path),
    errors: &mut Errors,
) -> Option<Path> {
    let ahead = input.fork();
    let signs = take_until(&ahead, |input| {
        input.peek(Ident) || input.peek(Token![,]) || input.peek(syn::token::Paren)
    });
    // `and Agent`
    if ahead.peek2(Ident) {
        ahead.parse::<Ident>().ok()?;
    }
    let agent = match ahead.parse::<Group>() {
        Ok(list) => Path::parse_mod_style.parse2(list.stream()).ok()?,
        Err(_) => ahead.call(Path::parse_mod_style).ok()?,
    };
    let is_end = ahead.is_empty() || ahead.peek(Token![,]);
    if !is_end || signs.into_iter().count() > 2 {
        return None;
    }
    let (found, at) = (found_token(input), input.span());
    let (space, shown) = (print_path(space), print_path(&agent));
    let help = format!("help: write `{part}: {space} with {shown}`");
    errors.span(at, format!("expected `with` before the agent{found}\n{help}"));
    take_to(input, &ahead);
    Some(agent)
}

/// The error of a part without a space.
fn missing(name: &Ident, before: Option<&(Ident, Path)>, found: &str) -> String {
    let text = plain(name);
    let help = if text == "with" {
        "remove the `,` before `with`".to_owned()
    } else if text.starts_with(char::is_uppercase) {
        let agent = before.map_or(String::new(), |(part, space)| {
            let space = print_path(space);
            format!("; for the agent of the part before, write `{part}: {space} with {text}`")
        });
        format!("give the part a name: `{}: {text}`{agent}", snake(&text))
    } else {
        format!("write the skill space of the part: `{text}: Space`")
    };
    format!("expected `:` after `{text}`{found}\nhelp: {help}")
}

fn path(input: ParseStream<'_>, what: &str) -> syn::Result<Path> {
    input.fork().call(Path::parse_mod_style).map_err(|of| {
        let found = found_token(input);
        syn::Error::new(
            of.span(),
            format!(
                "expected the path of {what}{found}\nhelp: name it as in `Left` or `skills::Left`"
            ),
        )
    })?;
    item_path(input)
}
