//! The header of a skill or agent, and the items directly in it.

use super::slips::{self, Place};
use super::{
    args, budget, dependencies, depends, each, edge, generics, heads, items, kw, misplaced,
    mistaken, state, transition,
};
use crate::skill::ast::{Body, MachineKind, Others, Skill};
use crate::syntax::errors::{Errors, RESULT, Sections, unknown_of};
use crate::syntax::label;
use crate::syntax::names::{nearest, plain};
use crate::syntax::read::{self, attributes, found_token, name};
use crate::syntax::recover::{self, take_until};
use crate::syntax::typed;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseBuffer, ParseStream, Parser as _};
use syn::{Ident, LitInt, Token, Type, Visibility, braced, parenthesized};

/// `/// docs  pub skill NAME(args) -> Result { items }`
pub fn skill(kind: MachineKind, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Skill> {
    let attrs = attributes(input, errors)?;
    let vis = read::visibility(input, errors)?;
    let word = kind.word();
    if input.is_empty() && !matches!(vis, Visibility::Inherited) {
        let message = format!("expected `{word} NAME(arguments) {{ .. }}`");
        return Err(syn::Error::new_spanned(&vis, message));
    }
    let found = match kind {
        MachineKind::Skill if input.peek(kw::skill) => input.parse::<kw::skill>()?.span,
        MachineKind::Agent if input.peek(kw::agent) => input.parse::<kw::agent>()?.span,
        _ => keyword_is_meant(word, input, errors)?,
    };
    errors.record_keyword(word, found);
    let help = format!("help: write `{word} NAME(arguments) {{ .. }}`");
    if input.is_empty() {
        return Err(syn::Error::new(found, format!("missing name of the {word}\n{help}")));
    }
    let vis = heads::visibility(input, (vis, word), errors)?;
    read::twice(input, word, errors);
    let expected = format!("expected a name after `{word}`\n{help}");
    let each::Header { name, others, rest } = if input.peek(syn::token::Bracket)
        || (input.peek(syn::token::Paren) || input.peek(syn::token::Brace))
            && input.peek2(syn::token::Paren)
    {
        each::header(input, word, errors)?
    } else if let Some(header) = each::without_brackets(input, word, errors) {
        header
    } else {
        let name = name(input, &expected, errors)?;
        each::Header { name, others: Others::default(), rest: TokenStream::new() }
    };
    heads::second_name(input, word, errors);
    let mut skill = Skill {
        kind,
        attrs,
        vis,
        name,
        others,
        args: Vec::new(),
        params: Vec::new(),
        result: None,
        depends_skills: Vec::new(),
        depends_interfaces: Vec::new(),
        max_transitions: None,
        max_iterations: None,
        continuous: Vec::new(),
        body: Body::default(),
    };
    if input.peek(Token![<]) {
        let rest = generics::read(&skill.name, word, input, errors)?;
        let parse = |input: ParseStream<'_>| after_name(&mut skill, input, errors);
        parse.parse2(rest)?;
    } else if !rest.is_empty() {
        let after = input.parse::<TokenStream>()?;
        let parse = |input: ParseStream<'_>| after_name(&mut skill, input, errors);
        parse.parse2(quote::quote!(#rest #after))?;
    } else {
        after_name(&mut skill, input, errors)?;
    }
    Ok(skill)
}

/// `(args) -> Result { items }`
fn after_name(skill: &mut Skill, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    let word = skill.kind.word();
    skill.result = heads::result_first(input, &skill.name, word, errors);
    if let Some(list) = heads::arguments(input, &skill.name, word, errors) {
        let parse = |input: ParseStream<'_>| Ok(args::list(input, errors));
        skill.args = parse.parse2(list)?;
    } else {
        arguments(skill, input, errors)?;
    }
    let before = errors.count();
    result_of(skill, input, errors)?;
    where_clause(word, input, errors);
    body(skill, input, before, errors)
}

/// `(args)`
fn arguments(skill: &mut Skill, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    let word = skill.kind.word();
    heads::after_name(input, word, errors);
    if input.peek(syn::token::Paren) {
        let list;
        parenthesized!(list in input);
        skill.args = args::list(&list, errors);
    } else if (input.peek(syn::token::Brace) || input.peek(syn::token::Bracket))
        && (input.peek2(syn::token::Brace) || input.peek2(Token![->]))
    {
        let group: proc_macro2::Group = input.parse()?;
        let (name, list) = (&skill.name, label::print(&group.stream()));
        let message =
            format!("arguments of {word} `{name}` in other brackets\nhelp: write `{name}({list})`");
        errors.span(group.span_open(), message);
        let parse = |input: ParseStream<'_>| Ok(args::list(input, errors));
        skill.args = parse.parse2(group.stream())?;
    } else if !input.is_empty() {
        let name = &skill.name;
        let all = match &skill.others.names[..] {
            [] => name.to_string(),
            others => {
                let all: Vec<_> = [name].into_iter().chain(others).map(Ident::to_string).collect();
                format!("[{}]", all.join(", "))
            }
        };
        let help = format!("help: write `{all}()` if it takes none");
        errors.at(name, format!("missing arguments of {word} `{name}`\n{help}"));
    }
    Ok(())
}

/// `-> Result`
fn result_of(skill: &mut Skill, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    let word = skill.kind.word();
    let sign = found_token(input);
    let colon = heads::colon(input, errors)?;
    if let Some(at) = colon {
        let name = &skill.name;
        let sign = if sign.contains('=') { "=>" } else { ":" };
        let message = format!(
            "expected `->` before the type of the result, found `{sign}`\nhelp: write `{word} {name}(..) -> Type`"
        );
        errors.span(at, message);
    }
    let arrow = input.parse::<Option<Token![->]>>()?.map(|arrow| arrow.spans[0]);
    if let Some(at) = colon.or(arrow) {
        let result = errors.ok(result(input, at));
        errors.words.types.extend(result.clone());
        skill.result = Some(result.unwrap_or_else(|| {
            // What names the result has no error of its own.
            errors.broken.insert(RESULT.to_owned());
            unknown_of(&skill.name)
        }));
        heads::colon(input, errors)?;
    }
    Ok(())
}

/// `{ items }`; `before` is the number of errors before the result.
fn body(
    skill: &mut Skill,
    input: ParseStream<'_>,
    before: usize,
    errors: &mut Errors,
) -> syn::Result<()> {
    let word = skill.kind.word();
    if items::begins_item(input) {
        let message = format!(
            "expected `{{` before the items of the {word}\nhelp: write `{{` before them, and `}}` at the end"
        );
        errors.span(input.span(), message);
        self::items(input, skill, errors);
        budget::apply(skill, errors);
        return Ok(());
    }
    heads::before_body(input, word, errors);
    if input.peek(syn::token::Brace) {
        let content;
        braced!(content in input);
        self::items(&content, skill, errors);
        budget::apply(skill, errors);
    } else {
        errors.lost_state = true;
        // `-> ` is the beginning of both.
        if errors.count() == before {
            let message = format!(
                "missing body of the {word}\nhelp: add `{{ .. }}` with its states after the arguments"
            );
            errors.at(&skill.name, message);
        }
    }
    Ok(())
}

/// Reads what is in place of the keyword `skill` or `agent`, if a name with a body follows.
fn keyword_is_meant(word: &str, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Span> {
    let expected = format!("expected `{word} NAME(arguments) {{ .. }}`{}", found_token(input));
    if input.is_empty() {
        return Err(syn::Error::new(input.span(), expected));
    }
    let error = input.error(expected);
    let ahead = input.fork();
    let first = ahead.call(Ident::parse_any);
    // The rest may not be a skill at all.
    errors.lost_state = true;
    let begins_arguments = |input: ParseStream<'_>| {
        input.peek(syn::token::Paren) || input.peek(Token![<]) || input.peek(syn::token::Brace)
    };
    // Without a body it is none in any case.
    let has_body =
        input.cursor().token_stream().into_iter().any(
            |token| matches!(token, TokenTree::Group(of) if of.delimiter() == Delimiter::Brace),
        );
    if has_body && first.is_ok_and(|first| first != "state" && first != "start") {
        let named = ahead.fork();
        if named.parse::<Ident>().is_ok() && begins_arguments(&named) {
            errors.absorb(error);
            return Ok(input.call(Ident::parse_any)?.span());
        }
        if begins_arguments(&ahead) {
            errors.absorb(syn::Error::new(
                error.span(),
                format!("missing `{word}` before the name\nhelp: write `{word} NAME(arguments) {{ .. }}`"),
            ));
            return Ok(input.span());
        }
    }
    Err(error)
}

/// Reads and reports `where ..`, or `tries N`, before the body.
fn where_clause(word: &str, input: ParseStream<'_>, errors: &mut Errors) {
    if input.peek(kw::tries) {
        let at = input.span();
        take_until(input, |input| input.peek(syn::token::Brace));
        let help = "help: write it after the name of a state: `state A tries 3 { .. }`";
        errors.span(at, format!("`tries` on a {word}\n{help}"));
    }
    if input.peek(Token![where]) {
        let clause = take_until(input, |input| input.peek(syn::token::Brace));
        errors.at(&clause, format!("`where` clause on a {word}\nhelp: remove it"));
    }
}

/// The type of the result, after `->`.
fn result(input: ParseStream<'_>, arrow: Span) -> syn::Result<Type> {
    let is_sign = |input: ParseStream<'_>| {
        input.peek(Token![=>]) || input.peek(Token![:]) && input.peek2(syn::token::Brace)
    };
    let tokens = take_until(input, |input| {
        input.peek(syn::token::Brace) || input.peek(Token![where]) || is_sign(input)
    });
    syn::parse2(tokens).and_then(typed::one_type).map_err(|_| {
        let message =
            "expected the type of the result\nhelp: write it after `->`, or remove the arrow";
        syn::Error::new(arrow, message)
    })
}

/// The keywords of the sections of a skill.
const SECTIONS: [&str; 8] = [
    "depends_skills",
    "depends_interfaces",
    "params",
    "vars",
    "continuous",
    "max_transitions",
    "max_iterations",
    "always",
];

/// The items of a skill.
fn items(input: ParseStream<'_>, skill: &mut Skill, errors: &mut Errors) {
    while !input.is_empty() {
        if let Err(error) = skill_item(input, skill, errors) {
            errors.absorb(error);
            items::skip_item(input);
        }
    }
}

fn skill_item(input: ParseStream<'_>, skill: &mut Skill, errors: &mut Errors) -> syn::Result<()> {
    let attrs = attributes(input, errors)?;
    let documented = attrs.first().cloned();
    if items::comment(input, errors)? {
        return Ok(());
    }
    if let Some(states) = heads::states(input, errors)? {
        let parse = |input: ParseStream<'_>| {
            self::items(input, skill, errors);
            Ok(())
        };
        return parse.parse2(states);
    }
    let misspelt = misspelt_section(input, errors);
    let is = |word: &str| misspelt.as_deref() == Some(word);
    let undocumented = |what: &str, errors: &mut Errors| {
        if let Some(attr) = &documented {
            errors.at(attr, format!("unexpected attribute on {what}\nhelp: doc comments are allowed on skills, states, transitions, arguments and variables"));
        }
    };
    if input.peek(kw::depends_skills) || is("depends_skills") {
        undocumented("`depends_skills`", errors);
        keyword("depends_skills", input, &mut skill.body.sections, errors)?;
        let content = section(input, "depends_skills", errors)?;
        skill.depends_skills.extend(dependencies::skills(&content, errors));
    } else if input.peek(kw::depends_interfaces) || is("depends_interfaces") {
        undocumented("`depends_interfaces`", errors);
        keyword("depends_interfaces", input, &mut skill.body.sections, errors)?;
        let content = section(input, "depends_interfaces", errors)?;
        skill.depends_interfaces.extend(depends::interfaces(&content, errors));
    } else if input.peek(kw::max_transitions) || is("max_transitions") {
        undocumented("`max_transitions`", errors);
        keyword("max_transitions", input, &mut skill.body.sections, errors)?;
        skill.max_transitions = Some(limit(input, "max_transitions", errors)?);
    } else if input.peek(kw::max_iterations) || is("max_iterations") {
        undocumented("`max_iterations`", errors);
        keyword("max_iterations", input, &mut skill.body.sections, errors)?;
        skill.max_iterations = Some(limit(input, "max_iterations", errors)?);
    } else if input.peek(kw::always) || is("always") {
        undocumented("`always`", errors);
        keyword("always", input, &mut skill.body.sections, errors)?;
        if edge::begins(input) {
            let help = "help: write it in braces: `always { -> TARGET when GUARD; }`";
            errors.span(input.span(), format!("transition of `always` without braces\n{help}"));
            transition::transition(input, Vec::new(), &mut skill.body.transitions, errors);
            return Ok(());
        }
        let content = section(input, "always", errors)?;
        while !content.is_empty() {
            let attrs = attributes(&content, errors)?;
            if !edge::begins(&content) {
                errors.lost.always |= content.peek(kw::on);
                items::unexpected(&content, Place::Always, errors);
                continue;
            }
            transition::transition(&content, attrs, &mut skill.body.transitions, errors);
        }
    } else if is("params") || input.peek(kw::params) && read::section_follows(input) {
        undocumented("`params`", errors);
        keyword("params", input, &mut skill.body.sections, errors)?;
        let content = section(input, "params", errors)?;
        skill.params.extend(recover::list(&content, errors, args::param));
    } else if is("arguments") {
        keyword("arguments", input, &mut skill.body.sections, errors)?;
        let content = section(input, "arguments", errors)?;
        skill.args.extend(args::list(&content, errors));
    } else if input.peek(kw::vars) || is("vars") {
        undocumented("`vars`", errors);
        let Body { vars, sections, .. } = &mut skill.body;
        items::vars(input, "vars", (vars, sections), errors)?;
    } else if input.peek(kw::continuous) || is("continuous") {
        undocumented("`continuous`", errors);
        let list = (&mut skill.continuous, &mut skill.body.sections);
        items::vars(input, "continuous", list, errors)?;
    } else if items::begins_state(input) || items::state_is_meant(input) {
        skill.body.states.push(state::state(input, attrs, errors)?);
    } else {
        // It may be a section whose keyword is missing.
        errors.lost_section |= input.peek(syn::token::Brace) || slips::means_section(input);
        errors.lost.names |= input.peek(syn::token::Brace) || input.peek2(syn::token::Brace);
        errors.lost_section |= errors.lost.names;
        errors.broken.extend(input.fork().parse::<Ident>().map(|word| plain(&word)));
        // Or a state whose beginning is another word.
        let ahead = input.fork();
        take_until(&ahead, |input| input.peek(Token![;]) || input.peek(syn::token::Brace));
        errors.lost_state |= ahead.peek(syn::token::Brace);
        items::unexpected(input, Place::Skill, errors);
    }
    Ok(())
}

/// Reads a keyword; a word in its place was reported.
fn keyword(
    word: &'static str,
    input: ParseStream<'_>,
    sections: &mut Sections,
    errors: &mut Errors,
) -> syn::Result<()> {
    let found: Ident = input.parse()?;
    if found == word {
        errors.record_keyword(word, found.span());
        sections.begin(word, found.span(), errors);
    }
    while input.fork().parse::<Ident>().is_ok_and(|next| next == word) {
        let again: Ident = input.parse()?;
        errors.at(&again, format!("unexpected `{word}` after `{word}`\nhelp: remove one of them"));
    }
    Ok(())
}

/// Reports a section whose keyword is misspelt, and returns the keyword.
fn misspelt_section(input: ParseStream<'_>, errors: &mut Errors) -> Option<String> {
    let word = input.fork().parse::<Ident>().ok()?;
    let text = word.to_string();
    if let Some(section) = misplaced::section_meant(input) {
        errors.record_unknown(Place::Skill.keywords(), word.clone());
        let help = match &*text {
            "interface" | "interfaces" => "name interfaces in `depends_interfaces { name: Type = \"Id\" }`; `interface! { .. }` declares one outside of the skill".to_owned(),
            _ if section == "arguments" => {
                "write arguments in the parentheses after the name of the skill".to_owned()
            }
            _ => format!("write `{section} {{ .. }}`"),
        };
        errors.at(&word, format!("unexpected `{text}` in a skill\nhelp: {help}"));
        return Some(section.to_owned());
    }
    let near = nearest(&text, SECTIONS)?;
    let is_limit = near.starts_with("max");
    let is_section = if is_limit { input.peek2(Token![=]) } else { read::section_follows(input) };
    if text == near || !is_section {
        return None;
    }
    errors.record_unknown(Place::Skill.keywords(), word.clone());
    errors.at(&word, format!("unexpected `{text}` in a skill\nhelp: did you mean `{near}`?"));
    Some(near.to_owned())
}

/// The braces after a keyword.
fn section<'a>(
    input: ParseStream<'a>,
    word: &str,
    errors: &mut Errors,
) -> syn::Result<ParseBuffer<'a>> {
    if (input.peek(Token![:]) || input.peek(Token![=])) && !input.peek2(syn::token::Brace) {
        // The names in this section are unknown.
        errors.lost_section = true;
        let message = format!("expected `{{ .. }}` after `{word}`\nhelp: write `{word} {{ .. }}`");
        return Err(input.error(message));
    }
    mistaken::empty_parentheses(input, word, errors)?;
    read::braces(input, word, errors)
}

/// `= N;` after the keyword of a limit.
fn limit(input: ParseStream<'_>, word: &str, errors: &mut Errors) -> syn::Result<LitInt> {
    let help = format!("help: write `{word} = 10;`");
    if input.parse::<Option<Token![=]>>()?.is_none() {
        let message = format!("expected `=` after `{word}`{}\n{help}", found_token(input));
        if !input.peek(Token![:]) {
            return Err(input.error(message));
        }
        errors.absorb(input.error(message));
        input.parse::<Token![:]>()?;
    }
    let found = found_token(input);
    if !input.peek(LitInt) {
        return Err(input.error(format!("expected an integer literal{found}\n{help}")));
    }
    let mut number: LitInt = input.parse()?;
    if matches!(number.suffix(), "s" | "ms" | "us" | "min") {
        let help = format!("help: write `{word} = {};`", number.base10_digits());
        errors.at(&number, format!("expected a number, found a time\n{help}"));
        number = LitInt::new(number.base10_digits(), number.span());
    }
    if input.parse::<Token![;]>().is_err() {
        errors.at(&number, format!("expected `;` after `{word} = {number}`"));
    }
    Ok(number)
}
