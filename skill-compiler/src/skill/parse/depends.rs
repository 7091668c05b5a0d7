//! `depends_interfaces { v: Type = "Id" }`.

use super::options::{self, Options};
use super::{each, generics, kw, slips};
use crate::skill::ast::{EachList, Interface};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{did_you_mean, ident, plain, print_path, snake, type_name};
use crate::syntax::read::{attributes, before_name, found_token, name};
use crate::syntax::recover::{list, take_until};
use crate::syntax::typed::one_type;
use proc_macro2::TokenTree;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Token, Type, parenthesized};

const BEFORE: &str = "type before the name of an interface";

/// The interfaces between the braces.
pub fn interfaces(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Interface> {
    let before = errors.lost.entries;
    let all = list(input, errors, interface);
    errors.lost.interfaces |= errors.lost.entries > before;
    all
}

fn interface(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Interface> {
    let attrs = attributes(input, errors)?;
    if input.peek(LitStr) && !input.peek2(Token![:]) && !input.peek2(Token![as]) {
        let help =
            "help: write the ids of several skills in brackets: `v: Type = [\"Left\", \"Right\"]`";
        return Err(input.error(format!("an id without an interface\n{help}")));
    }
    let (mut optional, mut writes) = (None, false);
    colon_after_keyword(input, errors)?;
    before_name(input, errors)?;
    while input.peek(Ident::peek_any) && input.peek2(Ident) && !input.peek2(Token![:]) {
        let word = input.call(Ident::parse_any)?;
        let is_keyword = syn::parse_str::<Ident>(&word.to_string()).is_err();
        match &*word.to_string() {
            twice @ ("optional" | "writes")
                if if twice == "writes" { writes } else { optional.is_some() } =>
            {
                let help = "help: remove one of them";
                errors.at(&word, format!("unexpected `{twice}` after `{twice}`\n{help}"));
                continue;
            }
            "optional" => optional = Some(word.span()),
            "writes" => writes = true,
            other => {
                if !is_keyword {
                    errors.record_unknown("in_interfaces", word.clone());
                }
                if other == "keeps_running" {
                    let help = "help: write it after the type: `v: Type (keeps_running)`";
                    errors.at(&word, format!("`keeps_running` before an interface\n{help}"));
                    continue;
                }
                let near = match other {
                    "mut" | "write" | "out" | "output" | "publishes" | "publish" | "publisher" => {
                        "\nhelp: did you mean `writes`?".into()
                    }
                    "in" | "input" | "read" | "reads" | "ref" | "subscribes" | "subscribe"
                    | "subscriber" => {
                        "\nhelp: remove it, an interface is read unless it is `writes`".into()
                    }
                    "opt" | "option" | "maybe" => "\nhelp: did you mean `optional`?".into(),
                    _ => did_you_mean(other, ["optional", "writes"]),
                };
                if near.is_empty() && other.starts_with(char::is_uppercase) {
                    let name: Ident = input.parse()?;
                    errors.broken.insert(plain(&name));
                    let help = format!("help: write `{name}: {word}`");
                    return Err(syn::Error::new(word.span(), format!("{BEFORE}\n{help}")));
                }
                if near.is_empty() {
                    // `motion Motion`: the colon is missing.
                    return Err(missing_type(&word, errors));
                }
                errors.at(&word, format!("unexpected `{word}` before an interface{near}"));
                // So that assignments are no further errors.
                writes |= near.contains("`writes`?");
                optional = optional.or(near.contains("`optional`?").then(|| word.span()));
                continue;
            }
        }
        errors.record_keyword(&word.to_string(), word.span());
    }
    type_before_name(input, errors)?;
    let expected = "expected an interface\nhelp: declare it as `variable: Type = \"Id\"`";
    let variable = name(input, expected, errors)?;
    if let Some(mark) = input.parse::<Option<Token![?]>>()? {
        let help = format!("help: write `optional {variable}: Type`");
        errors.at(&mark, format!("unexpected `?` after the interface `{variable}`\n{help}"));
        optional = optional.or(Some(mark.span));
    }
    let keyword = keyword_after_colon(input, &variable, errors)?;
    if let Some(word) = &keyword {
        writes |= word == "writes";
        optional = optional.or((word == "optional").then(|| word.span()));
    }
    let interface = rest(input, (&variable, keyword.is_some()), errors);
    if interface.is_err() {
        errors.broken.insert(plain(&variable));
    }
    let Rest { ty, id, list, options } = interface?;
    let Options { max_age, keeps_running } = options;
    if let Some(word) = keyword_after_type(input, &variable, &ty, errors) {
        writes |= word == "writes";
        optional = optional.or((word == "optional").then(|| word.span()));
    }
    let (ty, is_optional) = slips::interface_type(&variable, ty, list.is_some(), errors);
    let optional = optional.or(is_optional.then(|| variable.span()));
    if let Type::Path(of) = &ty {
        let mut module = of.path.clone();
        if let Some(last) = module.segments.last_mut() {
            last.ident = ident(&snake(&plain(&last.ident)), last.ident.span());
        }
        errors.modules.insert(plain(&variable), print_path(&module));
    }
    Ok(Interface { attrs, optional, writes, variable, ty, id, list, max_age, keeps_running })
}

/// Reports `Light: light`.
fn type_before_name(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    let ahead = input.fork();
    let Ok(ty) = ahead.parse::<Ident>() else { return Ok(()) };
    let is_colon = ahead.parse::<Token![:]>().is_ok();
    match ahead.parse::<Ident>() {
        Ok(name) if is_colon && ty != name && snake(&plain(&ty)) == plain(&name) => {
            errors.broken.insert(plain(&name));
            let help = format!("help: write `{name}: {ty}`");
            Err(syn::Error::new(ty.span(), format!("{BEFORE}\n{help}")))
        }
        _ => Ok(()),
    }
}

/// Reports the colon in `optional: light: Light`.
fn colon_after_keyword(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    let ahead = input.fork();
    let word = ahead.parse::<Ident>().ok().filter(|word| word == "optional" || word == "writes");
    let colon = ahead.parse::<Token![:]>().is_ok();
    let (Some(word), true) = (word, colon && ahead.peek(Ident) && ahead.peek2(Token![:])) else {
        return Ok(());
    };
    input.parse::<Ident>()?;
    let colon = input.parse::<Token![:]>()?;
    let Ok(variable) = input.fork().parse::<Ident>() else { return Ok(()) };
    let help = format!("help: remove it: `{word} {variable}: Type`");
    errors.at(&colon, format!("unexpected `:` after `{word}`\n{help}"));
    Ok(())
}

/// Reports `light: Light writes`, and reads the keyword.
fn keyword_after_type(
    input: ParseStream<'_>,
    variable: &Ident,
    ty: &Type,
    errors: &mut Errors,
) -> Option<Ident> {
    let ahead = input.fork();
    let word = ahead.parse::<Ident>().ok()?;
    let is_next = ahead.parse::<Ident>().is_ok() && ahead.peek(Token![:]);
    if word != "writes" && word != "optional" || is_next {
        return None;
    }
    let ty = label::print_type(ty);
    let help = format!("help: write it before the variable: `{word} {variable}: {ty}`");
    errors.at(&word, format!("`{word}` after the type\n{help}"));
    input.parse().ok()
}

/// Reports `light: writes Light`, and reads the keyword.
fn keyword_after_colon(
    input: ParseStream<'_>,
    variable: &Ident,
    errors: &mut Errors,
) -> syn::Result<Option<Ident>> {
    let ahead = input.fork();
    let colon = ahead.parse::<Option<Token![:]>>()?;
    let word = ahead.fork().parse::<Ident>().ok();
    let word = word.filter(|word| word == "writes" || word == "optional");
    let (Some(_), Some(word)) = (colon, word) else { return Ok(None) };
    if !ahead.peek2(Ident) {
        return Ok(None);
    }
    let help = format!("help: write it before the variable: `{word} {variable}: Type`");
    errors.at(&word, format!("`{word}` after the colon\n{help}"));
    input.parse::<Token![:]>()?;
    input.parse::<Ident>().map(Some)
}

/// Returns the name of the module of an interface, if that is all there is: types begin with an upper case letter.
fn module(ty: &Type) -> Option<&Ident> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.get_ident().filter(|_| path.qself.is_none())?;
    let is_lower = name.to_string().starts_with(|first: char| first.is_ascii_lowercase());
    (is_lower && crate::syntax::types::meant(name).is_none()).then_some(name)
}

/// The rest after the variable of an interface.
struct Rest {
    ty: Type,
    id: Option<LitStr>,
    list: Option<EachList<LitStr>>,
    options: Options,
}

/// Reads `(max_age = 100ms, keeps_running)` after an interface, which may be missing.
fn bracketed_options(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Options> {
    let mut options = Options::NONE;
    if input.peek(syn::token::Paren) {
        let inside;
        parenthesized!(inside in input);
        let shown = label::print(&inside.fork().parse()?);
        options = options::options(&inside, errors)?;
        if input.peek(syn::token::Paren) {
            let more = input.parse::<proc_macro2::Group>()?;
            let cure = format!("({shown}, {})", label::print(&more.stream()));
            errors.span(
                more.span_open(),
                format!("options in parentheses of their own\nhelp: write `{cure}`"),
            );
        }
    } else if input.peek(syn::token::Brace) {
        let group = input.parse::<proc_macro2::Group>()?;
        let cure = label::print(&group.stream());
        errors.span(group.span_open(), format!("options in braces\nhelp: write `({cure})`"));
    }
    Ok(options)
}

/// `: Type = "Id" (max_age = 40ms, keeps_running)`
fn rest(
    input: ParseStream<'_>,
    (variable, is_after_colon): (&Ident, bool),
    errors: &mut Errors,
) -> syn::Result<Rest> {
    if !input.peek(Token![:]) && !is_after_colon {
        errors.record_unknown("in_interfaces", variable.clone());
        let text = plain(variable);
        if matches!(&*text, "max_age" | "keeps_running") {
            let rest = take_until(input, |input| input.peek(Token![,]));
            let option = label::print(&quote::quote!(#variable #rest));
            let help = format!("help: write it in parentheses after the interface: `({option})`");
            return Err(syn::Error::new(
                variable.span(),
                format!("`{text}` beside an interface\n{help}"),
            ));
        }
        if text.starts_with(char::is_uppercase) {
            errors.broken.insert(snake(&text));
            return Err(missing_variable(variable));
        }
        return Err(missing_type(variable, errors));
    }
    if !is_after_colon {
        input.parse::<Token![:]>()?;
    }
    if input.peek(Token![&]) {
        let message = "unexpected reference to an interface\nhelp: write the type of the interface: `variable: Type`";
        errors.at(&input.parse::<Token![&]>()?, message);
        input.parse::<Option<Token![mut]>>()?;
    }
    let ty: Type = one_of_list(input, variable, errors).unwrap_or_else(|| input.parse()).map_err(
        |error: syn::Error| {
            let message =
                format!("expected the type of interface `{variable}`{}", found_token(input));
            syn::Error::new(error.span(), message)
        },
    )?;
    let mut ty = one_type(ty)?;
    if let Some(module) = module(&ty) {
        let name = type_name(module);
        let help = format!("help: write the type: `{variable}: {name}`");
        errors.at(module, format!("`{module}` is not the type of an interface\n{help}"));
        ty = syn::parse_quote!(#name);
    }
    errors.words.types.push(ty.clone());
    if input.peek(Token![:]) && input.peek2(LitStr) {
        let (colon, id) = (input.parse::<Token![:]>()?, input.parse::<LitStr>()?);
        let help = format!("help: write `{variable}: Type = {:?}`", id.value());
        errors
            .at(&colon, format!("expected `=` before the id of the interface, found `:`\n{help}"));
        return Ok(Rest { ty, id: Some(id), list: None, options: Options::NONE });
    }
    let equals = before_id(input, variable, &ty, errors)?;
    let mut list = match equals {
        Some(_) if input.peek(syn::token::Bracket) || input.peek(syn::token::Paren) => {
            if input.peek(syn::token::Paren) {
                let help = format!("help: write `{variable}: Type = [{}]`", each::IDS.1);
                errors.span(input.span(), format!("ids in parentheses\n{help}"));
            }
            Some(each::list(input, each::IDS, errors, |input, errors| {
                each::id(input, variable, errors)
            })?)
        }
        _ => None,
    };
    let id = match (&list, equals) {
        (Some(list), _) => list.all.first().cloned(),
        (None, Some(_)) if generics::is_parameter(input, errors) => {
            input.parse::<TokenTree>()?;
            None
        }
        (None, Some(_)) => Some(each::id(input, variable, errors)?),
        (None, None) => None,
    };
    list = list.or_else(|| each::joined_ids(input, variable, id.as_ref(), errors));
    if input.peek(kw::max_age) || input.peek(kw::keeps_running) {
        let word: Ident = input.fork().parse()?;
        let limit = take_until(input, |input| input.peek(Token![,]));
        let cure = label::print(&limit);
        errors.at(&limit, format!("`{word}` without parentheses\nhelp: write `({cure})`"));
        return Ok(Rest { ty, id, list, options: Options::NONE });
    }
    if input.peek(Ident) && input.fork().parse::<Ident>().is_ok_and(|word| word == "until") {
        let until = take_until(input, |input| input.peek(Token![,]));
        let help = "help: remove it: the interface says what ends a message";
        errors.at(&until, format!("`until` in `depends_interfaces`\n{help}"));
    }
    let options = bracketed_options(input, errors)?;
    let mut id = id;
    if input.peek(Token![=]) && input.peek2(LitStr) {
        let equals = input.parse::<Token![=]>()?;
        let late = input.parse::<LitStr>()?;
        let help = format!(
            "help: write it before them: `{variable}: {} = {:?} (..)`",
            label::print_type(&ty),
            late.value()
        );
        errors.at(&quote::quote!(#equals #late), format!("id after the options\n{help}"));
        id = id.or(Some(late));
    }
    Ok(Rest { ty, id, list, options })
}

/// Reads `=` before an id; a missing one is reported.
fn before_id(
    input: ParseStream<'_>,
    variable: &Ident,
    ty: &Type,
    errors: &mut Errors,
) -> syn::Result<Option<Token![=]>> {
    if !input.peek(LitStr) || input.peek2(Token![:]) {
        return input.parse();
    }
    let (at, id, ty) = (input.span(), input.fork().parse::<LitStr>()?, label::print_type(ty));
    let id = format!("{:?}", id.value());
    let help = format!("help: write `{variable}: {ty} = {id}`");
    errors.span(at, format!("expected `=` before the id of the interface, found `{id}`\n{help}"));
    Ok(Some(Token![=](at)))
}

/// The first type of `[A, B]`, which is reported.
fn one_of_list(
    input: ParseStream<'_>,
    variable: &Ident,
    errors: &mut Errors,
) -> Option<syn::Result<Type>> {
    let Ok(TokenTree::Group(group)) = input.fork().parse::<TokenTree>() else { return None };
    let types = Punctuated::<Type, Token![,]>::parse_terminated.parse2(group.stream()).ok()?;
    let first = types.first().filter(|_| types.len() > 1)?.clone();
    let help = format!("help: write `{variable}: {} = [..]`", label::print_type(&first));
    let message = "list of types, but all skills of a block have the same interfaces";
    errors.span(group.span(), format!("{message}\n{help}"));
    Some(input.parse::<TokenTree>().map(|_| first))
}

fn missing_variable(ty: &Ident) -> syn::Error {
    let variable = snake(&plain(ty));
    let message = format!(
        "missing variable for interface `{ty}`\nhelp: declare it as `{variable}: {ty} = \"Id\"`"
    );
    syn::Error::new(ty.span(), message)
}

fn missing_type(variable: &Ident, errors: &mut Errors) -> syn::Error {
    errors.broken.insert(plain(variable));
    let message = format!(
        "missing type for interface `{variable}`\nhelp: provide a type: `{variable}: Type = \"Id\"`"
    );
    syn::Error::new(variable.span(), message)
}
