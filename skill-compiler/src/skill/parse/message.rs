//! `VAR.send(MESSAGE)`: a message that a state runs.

use super::items;
use crate::skill::ast::{Code, Message};
use crate::skill::facts::Facts;
use crate::syntax::at::with_content;
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::label;
use crate::syntax::names::{did_you_mean, last, plain, snake};
use crate::syntax::recover::{MISSING, take_to, take_until};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Expr, Path, Token};

/// Whether a message is next: a name and a dot.
pub fn begins(input: ParseStream<'_>) -> bool {
    (input.peek(Ident::peek_any)) && input.peek2(Token![.]) && !input.peek2(Token![..])
}

/// Parses one. What is half typed is kept for the IDE.
pub fn parse(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Message> {
    let port = input.fork().call(Ident::parse_any)?;
    let tokens = take(input);
    let before = errors.count();
    if let Some((at, message)) =
        path(&port, &tokens, errors).or_else(|| slip(&port, &tokens, errors))
    {
        errors.at(&at, message);
    }
    let (tokens, half_typed) = if errors.count() == before {
        with_message(tokens, errors)
    } else {
        with_message(tokens, &mut Errors::default())
    };
    let is_wrong = errors.count() > before;
    let mut quiet = Errors::default();
    let errors = if is_wrong { &mut quiet } else { errors };
    let parsed = items::parsed::<Expr>(tokens, CodeKind::Value, port.span(), errors);
    let Some((mut whole, expr)) = parsed else {
        if is_wrong {
            let facts = Facts::default();
            let whole = Code { tokens: port.to_token_stream(), facts, half_typed: true };
            return Ok(Message { port, whole, head: Facts::default(), value: Facts::default() });
        }
        return Err(syn::Error::new(
            port.span(),
            format!("{EXPECTED}\nhelp: {}", cure(&port, errors)),
        ));
    };
    whole.half_typed |= is_wrong || half_typed;
    let value = match &expr {
        Expr::MethodCall(call) => call.args.first().map(Facts::of_expr).unwrap_or_default(),
        _ => Facts::default(),
    };
    let head = head(&port, &whole);
    Ok(Message { port, whole, head, value })
}

const EXPECTED: &str = "expected a message";

/// Completes the message in the parentheses by itself, and returns whether it is half typed: a
/// placeholder at the end of all tokens would not be in it.
fn with_message(tokens: TokenStream, errors: &mut Errors) -> (TokenStream, bool) {
    let mut half_typed = false;
    let tokens = tokens.into_iter().enumerate().map(|(place, token)| match token {
        TokenTree::Group(group) if place == MESSAGE && !group.stream().is_empty() => {
            let span = group.span_close();
            match items::code::<Expr>(group.stream(), CodeKind::Value, span, errors) {
                Some(message) => {
                    half_typed |= message.half_typed;
                    with_content(&group, message.tokens).into()
                }
                None => TokenTree::Group(group),
            }
        }
        token => token,
    });
    (tokens.collect(), half_typed)
}

/// The place of the parentheses in `VAR.send(..)`.
const MESSAGE: usize = 3;

/// Returns the facts of `VAR.send` alone.
fn head(port: &Ident, whole: &Code) -> Facts {
    let mut members = whole.facts.members.iter();
    let send = members.find(|used| used.owner == *port && used.name == "send");
    Facts { members: send.cloned().into_iter().collect(), ..Facts::default() }
}

/// Takes `VAR.NAME(..)`, `VAR.NAME`, `VAR.`, `VAR.NAME { .. }` and what is called on it.
fn take(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    let mut next = |input: ParseStream<'_>| tokens.extend(input.parse::<TokenTree>());
    next(input);
    while input.peek(Token![.]) {
        next(input);
        if !input.peek(Ident::peek_any) || items::begins_state(input) {
            break;
        }
        let name = input.fork().call(Ident::parse_any);
        next(input);
        let is_type = name.is_ok_and(|name| name.to_string().starts_with(char::is_uppercase));
        if input.peek(syn::token::Paren)
            || is_type && input.peek(syn::token::Brace) && !is_body(input)
        {
            next(input);
        }
    }
    tokens
}

/// Whether braces are the body of a state: it begins as one, and no other braces follow.
fn is_body(input: ParseStream<'_>) -> bool {
    fn begins_item(input: ParseStream<'_>) -> syn::Result<bool> {
        let content;
        syn::braced!(content in input);
        let is_end = input.is_empty() || !input.peek(Token![?]) && !input.peek(syn::token::Brace);
        Ok(items::begins_item(&content) || content.is_empty() && is_end)
    }
    begins_item(&input.fork()).unwrap_or(false)
}

/// Returns the error about `module.Skill { .. }`, and its place.
fn path(module: &Ident, tokens: &TokenStream, errors: &Errors) -> Option<(TokenTree, String)> {
    let mut rest = tokens.clone().into_iter().skip(1);
    let (dot, name) = (rest.next()?, rest.next()?);
    let meant = format!("{module} :: {name}");
    let is_skill = errors.words.skills.iter().any(|path| path.to_string() == meant);
    is_skill.then(|| {
        let message = format!(
            "expected `::` in the path of a skill, found `.`\nhelp: write `{module}::{name}`"
        );
        (dot, message)
    })
}

/// Returns the error about tokens that are not `VAR.send(MESSAGE)`, and its place.
fn slip(port: &Ident, tokens: &TokenStream, errors: &Errors) -> Option<(TokenTree, String)> {
    let mut rest = tokens.clone().into_iter().skip(2);
    // Only a dot is reported as any code that is not complete.
    let name = rest.next()?;
    let text = match &name {
        TokenTree::Ident(name) => plain(name),
        _ => return None,
    };
    let group = rest.next();
    if port == "self" {
        let message = format!(
            "{EXPECTED}, found a field of `self`\nhelp: interfaces are named without `self`: `{text}.send(..)`"
        );
        return Some((port.clone().into(), message));
    }
    if text.starts_with(char::is_uppercase) {
        let fields = match group {
            Some(TokenTree::Group(_)) => " { .. }",
            _ => "",
        };
        let module = module(port, errors);
        let message = format!(
            "{EXPECTED}, found `{port}.{text}`\nhelp: write `{port}.send({module}::{text}{fields})`"
        );
        return Some((name, message));
    }
    if text != "send" {
        let near = did_you_mean(&text, ["send"]);
        let sent = match &group {
            Some(TokenTree::Group(list)) => message_in(port, &list.stream(), errors),
            _ => None,
        };
        let message = match sent {
            Some(sent) => format!(
                "cannot find method `{text}` of interface `{port}`\nhelp: write `{port}.send({sent})`"
            ),
            None if near.is_empty() => {
                format!("{EXPECTED}, found `{port}.{text}`\nhelp: {}", cure(port, errors))
            }
            None => format!("{EXPECTED}, found `{port}.{text}`{near}"),
        };
        return (text != MISSING).then_some((name, message));
    }
    let Some(TokenTree::Group(list)) = group else {
        return Some((name, format!("missing message\nhelp: {}", cure(port, errors))));
    };
    let mut tokens = list.stream().into_iter();
    let is_comma =
        |token: TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    if tokens.by_ref().any(is_comma) && tokens.next().is_some() {
        let message = format!(
            "`send` takes one message\nhelp: list them: `({port}.send(..), {port}.send(..))`"
        );
        return Some((name, message));
    }
    if list.stream().is_empty() {
        return Some((list.into(), format!("missing message\nhelp: {}", cure(port, errors))));
    }
    rest.next()?;
    let at = rest.next()?;
    let text = at.to_token_stream();
    let message = format!(
        "unexpected `{text}` after the message\nhelp: remove it: the entry is FINAL when the message is done"
    );
    Some((at, message))
}

/// Returns the error about `horn <- Beep { .. }`, and passes over it.
pub fn by_sign(input: ParseStream<'_>, errors: &Errors) -> Option<syn::Error> {
    let ahead = input.fork();
    let port = ahead.parse::<Ident>().ok()?;
    let at = ahead.span();
    let sign = take_until(&ahead, |input| input.peek(syn::Ident));
    let is_sign = |token: TokenTree| matches!(token, TokenTree::Punct(sign) if "<-!>=~".contains(sign.as_char()));
    let name =
        ahead.parse::<Ident>().ok().filter(|name| plain(name).starts_with(char::is_uppercase))?;
    let fields = if ahead.peek(syn::token::Brace) && items::braces_follow(&ahead) {
        ahead.parse::<TokenTree>().ok()?;
        " { .. }"
    } else {
        ""
    };
    let text = sign.to_string().replace(' ', "");
    if text.len() < 2 && text != "!"
        || !sign.into_iter().all(is_sign)
        || !plain(&port).starts_with(char::is_lowercase)
    {
        return None;
    }
    take_to(input, &ahead);
    let module = module(&port, errors);
    let help = format!("help: write `{port}.send({module}::{name}{fields})`");
    Some(syn::Error::new(
        at,
        format!("expected `.send(..)` after `{port}`, found `{text}`\n{help}"),
    ))
}

/// Returns the error about `send(..)`, and passes over it.
pub fn without_interface(input: ParseStream<'_>) -> syn::Error {
    let at = input.span();
    let _ = input.parse::<TokenTree>();
    let _ = input.parse::<TokenTree>();
    syn::Error::new(at, "missing interface before `send`\nhelp: write `VAR.send(MESSAGE)`")
}

/// Returns the error about `action VAR.send(..)` if `.send` is next, and passes over it.
pub fn after_action(input: ParseStream<'_>, word: Span, port: &Path) -> Option<syn::Error> {
    let ahead = input.fork();
    ahead.parse::<Token![.]>().ok()?;
    ahead.parse::<Ident>().ok().filter(|name| name == "send")?;
    take_until(input, |input| input.peek(syn::token::Paren));
    let _ = input.parse::<TokenTree>();
    let name = last(port);
    let message = format!("`action` before a message\nhelp: write `{name}.send(..)`");
    Some(syn::Error::new(word, message))
}

/// Returns the message in the parentheses of a method that is not `send`, with its module.
fn message_in(port: &Ident, list: &TokenStream, errors: &Errors) -> Option<String> {
    let path = match syn::parse2::<Expr>(list.clone()).ok()? {
        Expr::Path(of) => of.path,
        Expr::Struct(of) => of.path,
        _ => return None,
    };
    let is_message = last(&path).starts_with(char::is_uppercase);
    let module = path.get_ident().map_or(String::new(), |_| module(port, errors) + "::");
    is_message.then(|| module + &label::print(list))
}

/// Returns the path of the module with the messages of an interface.
fn module(port: &Ident, errors: &Errors) -> String {
    let name = plain(port);
    errors.modules.get(&name).cloned().unwrap_or_else(|| snake(&name))
}

fn cure(port: &Ident, errors: &Errors) -> String {
    format!("write `{port}.send({}::MESSAGE)`", module(port, errors))
}
