//! `start state NAME = runs? { .. }`

use super::slips::Place;
use super::{
    before_body, calls, edge, flow, items, kw, misplaced, mistaken, params, runs, state_name,
    transition, tries,
};
use crate::skill::ast::{Body, Needs, State, Transition, Tries, Trigger};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{self, did_you_mean, nearest, plain};
use crate::syntax::read::{self, attributes};
use proc_macro2::Span;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, Token, braced, parenthesized};

/// Parses a state with its body.
pub fn state(
    input: ParseStream<'_>,
    mut attrs: Vec<Attribute>,
    errors: &mut Errors,
) -> syn::Result<State> {
    let start = if input.peek(kw::start) {
        let span = input.parse::<kw::start>()?.span;
        errors.record_keyword("start", span);
        read::twice(input, "start", errors);
        attrs.extend(attributes_after_start(input, errors)?);
        Some(span)
    } else if items::means_start(input) {
        let word = input.parse::<Ident>()?;
        let near = did_you_mean(&word.to_string(), ["start"]);
        let help = if near.is_empty() { "\nhelp: write `start state`" } else { &near };
        errors.at(&word, format!("expected `start`, found `{word}`{help}"));
        Some(word.span())
    } else if items::means_end(input) {
        let word = input.call(Ident::parse_any)?;
        errors.at(&word, format!("unexpected `{word}` before `state`\nhelp: remove it; a transition to `FINAL` ends the skill: `-> FINAL when GUARD;`"));
        None
    } else {
        None
    };
    if items::is_resume_before_state(input) {
        let word = input.parse::<Ident>()?;
        let help = "help: remove it; the transition that leads back resumes the state: `-> resume STATE ..`";
        errors.at(&word, format!("unexpected `resume` before `state`\n{help}"));
    }
    let first = tries::is_first(input).then(|| tries::head(input, errors)).transpose()?;
    let word = input.span();
    keyword(input, start.is_some(), errors)?;
    let (start, name) = named(input, (start, word), errors)?;
    let mut state = State {
        attrs,
        start,
        name,
        params: Vec::new(),
        lost_param: false,
        runs: Vec::new(),
        needs: Needs::All,
        lost_runs: false,
        passes_failure: None,
        tries: None,
        broken: false,
        body: Body::default(),
    };
    params(input, &mut state, errors)?;
    if input.peek(Token![?]) && input.peek2(Token![=]) {
        let question = input.parse::<Token![?]>()?;
        let name = &state.name;
        let help =
            format!("help: write it before the body: `state {name} = Skill {{ .. }}? {{ .. }}`");
        errors.at(&question, format!("`?` after the name of the state\n{help}"));
        state.passes_failure = Some(question.span());
    }
    tries_before(input, first, &mut state, errors)?;
    let misplaced = runs(input, &mut state, errors)?;
    tries_after(input, &mut state, errors)?;
    before_body::check(input, &mut state, errors);
    if input.peek(syn::token::Brace) {
        let content;
        braced!(content in input);
        body(&content, &mut state, errors);
    } else {
        state.broken = true;
        if !items::begins_item(input)
            && let Ok(word) = input.fork().parse::<Ident>()
        {
            errors.record_unknown("after_state", word);
        }
        if !state.lost_runs && !names::is_made_up(&state.name) {
            let name = &state.name;
            let help = format!("help: write its transitions in braces: `state {name} {{ .. }}`");
            errors.at(name, format!("expected `{{ .. }}` after `state {name}`\n{help}"));
        }
        let _ = input.parse::<Token![;]>();
    }
    tries::after_body(input, &mut state, errors)?;
    if let Some(question) = input.parse::<Option<Token![?]>>()? {
        let name = &state.name;
        let help =
            format!("help: write it before the body: `state {name} = Skill {{ .. }}? {{ .. }}`");
        errors.at(&question, format!("`?` after the body of the state\n{help}"));
        state.passes_failure = Some(question.span());
    }
    // A misplaced `?` is no further error beside the transition that is in its place.
    let is_handled = |of: &Transition| matches!(of.trigger, Some(Trigger::OnFailed(_, None)));
    if misplaced && state.body.transitions.iter().any(is_handled) {
        state.passes_failure = None;
    }
    Ok(state)
}

/// The attributes in `start #[..] state`, which are reported.
fn attributes_after_start(
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> syn::Result<Vec<Attribute>> {
    let attrs = attributes(input, errors)?;
    for attr in &attrs {
        let text = label::print(&attr.to_token_stream());
        let help = format!("help: write it before: `{text} start state NAME`");
        errors.at(attr, format!("attribute after `start`\n{help}"));
    }
    Ok(attrs)
}

/// `(name: Type, ..)`
fn params(input: ParseStream<'_>, state: &mut State, errors: &mut Errors) -> syn::Result<()> {
    if calls::is_list(input) {
        let (at, name) = (input.span(), &state.name);
        let help = format!("help: write it after `=`: `state {name} = Skill {{ .. }} {{ .. }}`");
        errors.span(at, format!("sub-skill in the parameters of the state\n{help}"));
        let runs = runs::after(input, at, errors);
        (state.runs, state.needs, state.lost_runs) = (runs.all, runs.needs, runs.lost);
    } else if input.peek(syn::token::Paren) {
        let list;
        parenthesized!(list in input);
        (state.params, state.lost_param) = params::list(&list, errors);
    } else if let Some(list) = mistaken::angle_brackets(input, &state.name, errors)? {
        let parse = |input: ParseStream<'_>| Ok(params::list(input, errors));
        (state.params, state.lost_param) = parse.parse2(list)?;
    }
    Ok(())
}

/// `= Sub { .. }?`; returns whether the `?` is misplaced.
fn runs(input: ParseStream<'_>, state: &mut State, errors: &mut Errors) -> syn::Result<bool> {
    let mut misplaced = false;
    if let Some(equals) = equals(input, &state.name, errors)? {
        let runs = runs::after(input, equals, errors);
        misplaced = runs.question.is_some();
        (state.runs, state.needs, state.lost_runs, state.passes_failure) =
            (runs.all, runs.needs, runs.lost, runs.question.or(state.passes_failure));
    }
    if let Some(question) = input.parse::<Option<Token![?]>>()? {
        if state.runs.is_empty() && !state.lost_runs {
            errors.at(
                &question,
                "`?` in a state that runs no sub-skill\nhelp: write `state NAME = Skill { .. }? { .. }`, or remove it",
            );
        } else {
            state.passes_failure = Some(question.span());
        }
    }
    Ok(misplaced)
}

/// `tries COUNT` before what the state runs; what is out of place is reported: `first` before `state`,
/// and parameters after it.
fn tries_before(
    input: ParseStream<'_>,
    first: Option<Tries>,
    state: &mut State,
    errors: &mut Errors,
) -> syn::Result<()> {
    if let Some(tries) = first {
        let name = &state.name;
        let help = format!("help: write it after the name: `state {name} tries N {{ .. }}`");
        errors.at(&tries.word, format!("`{}` before `state`\n{help}", tries.word));
        state.tries = Some(tries);
    } else if tries::begins(input) {
        state.tries = Some(tries::head(input, errors)?);
    }
    if state.tries.is_some() && input.peek(syn::token::Paren) {
        let name = &state.name;
        let help = format!("help: write them after the name: `state {name}(..) tries N`");
        errors.span(input.span(), format!("parameters after `tries`\n{help}"));
        params(input, state, errors)?;
    }
    Ok(())
}

/// `tries COUNT` after what the state runs; one before that, or a second one, is reported.
fn tries_after(input: ParseStream<'_>, state: &mut State, errors: &mut Errors) -> syn::Result<()> {
    let runs = !state.runs.is_empty() || state.lost_runs;
    if let Some(tries) = state.tries.as_ref().filter(|_| runs) {
        let message = format!(
            "`{}` before what the state runs\nhelp: write it before the body: `state {} = Skill {{ .. }} tries N {{ .. }}`",
            tries.word, state.name
        );
        errors.at(&tries.word, message);
    }
    while tries::begins(input) || tries::is_number_first(input) {
        let next = tries::head(input, errors)?;
        match &state.tries {
            Some(first) => errors.repeated(
                &next.word,
                first.word.span(),
                "`tries` specified more than once\nhelp: remove one of them",
            ),
            None => state.tries = Some(next),
        }
    }
    Ok(())
}

/// `state`; what is in its place is reported.
fn keyword(input: ParseStream<'_>, started: bool, errors: &mut Errors) -> syn::Result<()> {
    if let Some(word) = input.parse::<Option<kw::state>>()? {
        errors.record_keyword("state", word.span);
        read::twice(input, "state", errors);
        return Ok(());
    }
    let word = input.fork().parse::<Ident>()?;
    if input.peek2(Ident) {
        input.parse::<Ident>()?;
        errors.at(&word, format!("expected `state`, found `{word}`"));
    } else {
        let message = if started {
            format!("missing `state` after `start`\nhelp: write `start state {word}`")
        } else {
            format!("missing `state` before `{word}`\nhelp: write `state {word}`")
        };
        errors.at(&word, message);
    }
    Ok(())
}

/// The name of a state. `state start A` is reported.
fn named(
    input: ParseStream<'_>,
    (start, word): (Option<Span>, Span),
    errors: &mut Errors,
) -> syn::Result<(Option<Span>, Ident)> {
    if let Some(name) = state_name::literal(input, errors) {
        return Ok((start, name));
    }
    if state_name::is_missing(input) {
        errors.lost_state = true;
        return Ok((start, state_name::missing(input, word, errors)));
    }
    let name = read::name(input, "expected a name after `state`", errors)
        .inspect_err(|_| errors.lost_state = true)?;
    // Raw only where it must be: `r#Try` is `Try`.
    let name = state_name::whole(input, names::ident(&plain(&name), name.span()), errors);
    if name == "start" && input.peek(Ident) {
        let next = input.parse::<Ident>()?;
        let message = format!("`start` after `state`\nhelp: write `start state {next}`");
        errors.at(&name, message);
        return Ok((Some(name.span()), next));
    }
    Ok((start, name))
}

/// `=` before what a state runs; what is in its place is reported.
fn equals(input: ParseStream<'_>, name: &Ident, errors: &mut Errors) -> syn::Result<Option<Span>> {
    if let Some(arrow) = before_body::arrow(input, name, errors) {
        return Ok(Some(arrow));
    }
    if input.peek(Token![:]) && input.peek2(syn::token::Brace) {
        let message = "unexpected `:` after the name of the state\nhelp: remove it";
        errors.at(&input.parse::<Token![:]>()?, message);
        return Ok(None);
    }
    if let Some(colon) = input.parse::<Option<Token![:]>>()? {
        let message = format!(
            "expected `=` before what the state runs, found `:`\nhelp: write `state {name} = Skill {{ .. }} {{ .. }}`"
        );
        errors.at(&colon, message);
        return Ok(Some(colon.span));
    }
    if let Some(double) = input.parse::<Option<Token![==]>>()? {
        let help = format!("help: write `state {name} = ..`");
        errors.at(&double, format!("expected `=` before what the state runs, found `==`\n{help}"));
        return Ok(Some(double.spans[0]));
    }
    if input.peek(Token![=>]) {
        let arrow = input.parse::<Token![=>]>()?;
        let is_body = input.peek(syn::token::Brace);
        let message = if is_body {
            "unexpected `=>` after the name of the state\nhelp: remove it".to_owned()
        } else {
            format!(
                "expected `=` before what the state runs, found `=>`\nhelp: write `state {name} = ..`"
            )
        };
        errors.at(&arrow, message);
        return Ok((!is_body).then_some(arrow.spans[0]));
    }
    let sign = input.parse::<Option<Token![=]>>()?.map(|equals| equals.span);
    if sign.is_some() || items::begins_item(input) || tries::begins(input) {
        return Ok(sign);
    }
    let Ok(word) = input.fork().parse::<Ident>() else { return Ok(None) };
    if is_run_without_equals(input) {
        let message = format!(
            "missing `=` before what the state runs\nhelp: write `state {name} = {word} ..`"
        );
        errors.at(&word, message);
        return Ok(Some(word.span()));
    }
    if let Some((word, skill)) = misplaced::word_before_skill(input)
        && is_run_after_word(input)
    {
        let help = format!("help: write `state {name} = {} ..`", names::print_path(&skill));
        let message = format!("expected `=` before what the state runs, found `{word}`\n{help}");
        errors.at(&word, message);
        return Ok(Some(input.parse::<Ident>()?.span()));
    }
    if input.peek2(syn::token::Brace) {
        let near = did_you_mean(&word.to_string(), ["tries"]);
        let help = if near.is_empty() { "\nhelp: remove it" } else { &near };
        errors.at(&word, format!("unexpected `{word}` after the name of the state{help}"));
        errors.record_unknown("after_state", word);
        input.parse::<Ident>()?;
    }
    Ok(None)
}

/// Whether `Skill { .. }` and a body follow, or an action.
fn is_run_without_equals(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let is_action = input.peek(kw::action) && input.peek2(Ident);
    let is_path = ahead.call(syn::Path::parse_mod_style).is_ok() && ahead.peek(syn::token::Brace);
    let _ = ahead.parse::<proc_macro2::TokenTree>();
    is_action || is_path && (ahead.peek(Token![?]) || ahead.peek(syn::token::Brace))
}

/// The same after another word.
fn is_run_after_word(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.call(Ident::parse_any).is_ok() && is_run_without_equals(&ahead)
}

/// Reads what is in the braces.
fn body(content: ParseStream<'_>, parent: &mut State, errors: &mut Errors) {
    while !content.is_empty() {
        if let Err(error) = item(content, parent, errors) {
            errors.absorb(error);
            items::skip_item(content);
        }
    }
}

fn item(input: ParseStream<'_>, parent: &mut State, errors: &mut Errors) -> syn::Result<()> {
    let body = &mut parent.body;
    let attrs = attributes(input, errors)?;
    if let Some(attr) = attrs.first().filter(|_| input.is_empty()) {
        errors.at(
            attr,
            "nothing follows that this could document\nhelp: remove it, or write it as `// text`",
        );
        return Ok(());
    }
    if items::comment(input, errors)? || mistaken::equation(input, errors)? {
        return Ok(());
    }
    source_before_arrow(input, errors)?;
    if calls::is_call(input, errors) || runs::is_action(input) {
        return sub_skill_inside(input, parent, errors);
    }
    if edge::begins(input) {
        parent.broken |= !transition::transition(input, attrs, &mut body.transitions, errors);
        return Ok(());
    }
    if items::begins_state(input) || items::state_is_meant(input) {
        body.states.push(state(input, attrs, errors)?);
        return Ok(());
    }
    let before = errors.count();
    section(input, parent, errors)?;
    // What is meant may have documentation.
    if let Some(attr) = attrs.first().filter(|_| errors.count() == before) {
        errors.at(attr, "unexpected attribute in a state\nhelp: doc comments are allowed on transitions and states");
    }
    Ok(())
}

/// Reads `vars`, `flow` or a block.
fn section(input: ParseStream<'_>, parent: &mut State, errors: &mut Errors) -> syn::Result<()> {
    if let Some(content) = mistaken::always(input, errors)? {
        body(&content, parent, errors);
        return Ok(());
    }
    let body = &mut parent.body;
    let means_vars = misplaced::section_meant(input) == Some("vars");
    if let Some(word) = input.fork().parse::<Ident>().ok().filter(|_| means_vars) {
        errors.record_unknown(Place::State.keywords(), word.clone());
        let help = "help: write `vars { .. }`";
        errors.at(&word, format!("unexpected `{word}` in a state\n{help}"));
    }
    if means_vars || input.peek(kw::vars) && read::section_follows(input) {
        return items::vars(input, "vars", (&mut body.vars, &mut body.sections), errors);
    }
    if input.peek(kw::flow) && read::section_follows(input) {
        let word = input.parse::<kw::flow>()?.span;
        errors.record_keyword("flow", word);
        body.sections.begin("flow", word, errors);
        let content = read::braces(input, "flow", errors)?;
        body.flow.get_or_insert_default().extend(flow::equations(&content, errors));
        return Ok(());
    }
    let (place, word) = if input.peek(kw::init) {
        (&mut body.init, "init")
    } else if input.peek(Token![loop]) {
        (&mut body.loop_, "loop")
    } else if input.peek(kw::exit) {
        (&mut body.exit, "exit")
    } else {
        items::unexpected(input, Place::State, errors);
        parent.broken = true;
        return Ok(());
    };
    let at = input.call(Ident::parse_any)?.span();
    errors.record_keyword(word, at);
    body.sections.begin(word, at, errors);
    let block = items::block(input, word, errors)?;
    *place = match (place.take(), block) {
        (Some(first), Some(second)) => Some(items::both(&first, &second)),
        (first, block) => first.or(block),
    };
    Ok(())
}

/// The words with which an item of a state begins.
const WORDS: [&str; 8] = ["init", "loop", "exit", "precond", "vars", "flow", "start", "state"];

/// Reports the source in `A -> B after 1s;`, and passes over it.
fn source_before_arrow(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
    let ahead = input.fork();
    let Ok(source) = ahead.parse::<Ident>() else { return Ok(()) };
    let begins = ahead.peek(Token![->]) && !input.peek(kw::precond);
    let _ = ahead.parse::<Token![->]>();
    let Ok(target) = ahead.call(Ident::parse_any) else { return Ok(()) };
    if ahead.peek(syn::token::Paren) {
        let _ = ahead.parse::<proc_macro2::TokenTree>();
    }
    // Half a keyword is one that is being typed.
    let is_keyword = nearest(&source.to_string(), WORDS).is_some();
    if begins && !is_keyword && edge::trigger_follows(&ahead) {
        errors.record_unknown(Place::State.keywords(), source.clone());
        let help = if source == "resume" {
            format!("help: write `-> resume {target} ..`")
        } else if ["precondition", "pre", "require", "requires"].iter().any(|word| source == word) {
            format!("help: write `precond -> {target} ..`")
        } else {
            format!("help: remove it: the source is the state around: `-> {target} ..`")
        };
        errors.at(&source, format!("unexpected `{source}` before a transition\n{help}"));
        input.parse::<Ident>()?;
    }
    Ok(())
}

/// Reads a sub-skill in the body of a state, which is reported.
fn sub_skill_inside(
    input: ParseStream<'_>,
    parent: &mut State,
    errors: &mut Errors,
) -> syn::Result<()> {
    let at = input.span();
    if misplaced::run_before_skill(input).is_some() {
        input.call(Ident::parse_any)?;
    }
    let skill = input.fork().parse::<Ident>()?;
    let name = &parent.name;
    let (what, run) = if runs::is_action(input) {
        ("action", "action function(..)".to_owned())
    } else {
        ("sub-skill", format!("{skill} {{ .. }}"))
    };
    let message = format!(
        "{what} in the body of the state\nhelp: write it before the body: `state {name} = {run} {{ .. }}`"
    );
    errors.span(at, message);
    let runs = runs::after(input, at, errors);
    parent.runs.extend(runs.all);
    if matches!(parent.needs, Needs::All) {
        parent.needs = runs.needs;
    }
    parent.lost_runs |= runs.lost;
    if let Ok(question) = input.parse::<Token![?]>() {
        parent.passes_failure = Some(question.span);
    }
    let _ = input.parse::<Token![;]>();
    Ok(())
}
