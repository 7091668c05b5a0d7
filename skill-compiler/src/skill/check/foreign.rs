//! Code that `rustc` would report in terms of types that the user did not write: messages of other
//! libraries, a failure that is compared, a message in place of its number.

use super::{Analysis, Interface, State};
use crate::skill::ast::Code;
use crate::skill::facts::{ELAPSED, Facts, words_in_type};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{last, plain, snake};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use std::collections::BTreeSet;
use syn::parse::Parser as _;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprMethodCall, Lit, Member, Path, Type};

/// Methods with which other libraries send messages.
const SEND: [&str; 12] = [
    "publish",
    "pub",
    "post",
    "emit",
    "command",
    "dispatch",
    "send_message",
    "send_msg",
    "sendMessage",
    "send_goal",
    "notify",
    "transmit",
];

/// Methods that any value may have.
const ANY: [&str; 13] = [
    "clone",
    "borrow",
    "borrow_mut",
    "to_owned",
    "into",
    "try_into",
    "as_ref",
    "type_id",
    "eq",
    "ne",
    "cmp",
    "hash",
    "fmt",
];

/// The parts of a skill that the checks must know.
#[derive(Clone, Default)]
pub struct Known {
    /// Interfaces, their types, and whether the skill writes them.
    interfaces: Vec<(String, String, bool)>,
    /// Variables with the number of a message.
    ids: BTreeSet<String>,
    /// The sub-skill of the state, if it is one.
    skill: Option<String>,
    /// The skills in lists, each with its name in the block.
    listed: Vec<(String, String)>,
    /// Names of skills that are not known.
    lost: BTreeSet<String>,
}

impl Known {
    pub fn of(analysis: &Analysis, state: Option<&State>, broken: &BTreeSet<String>) -> Self {
        let of =
            |each: &Interface| (plain(&each.variable), label::print_type(&each.ty), each.writes);
        let vars = analysis.vars.iter().chain(state.into_iter().flat_map(|state| &state.vars));
        let is_id = |ty: &Type| matches!(ty, Type::Path(of) if last(&of.path) == "MessageId");
        let ids = vars.filter(|var| is_id(&var.ty)).map(|var| plain(&var.name));
        let skills: Vec<String> =
            state.into_iter().flat_map(State::calls).map(|call| last(&call.skill)).collect();
        let skill = skills.first().filter(|_| skills.len() == 1).cloned();
        let listed = analysis.listed().map(|(key, of)| (last(of), last(key)));
        let listed = listed.filter(|(of, key)| of != key);
        Self {
            interfaces: analysis.interfaces.iter().map(of).collect(),
            ids: ids.collect(),
            skill,
            listed: listed.collect(),
            lost: broken
                .iter()
                .filter(|name| name.starts_with(char::is_uppercase))
                .cloned()
                .collect(),
        }
    }

    /// Returns whether something is wrong in code; `failure` is the name of a failure in it.
    pub fn check(&self, code: &Code, failure: Option<&Ident>, errors: &mut Errors) -> bool {
        if names_in_path(&code.tokens, &|word| self.lost.contains(word)) {
            return true;
        }
        let failure = failure.map(plain);
        if !self.is_suspect(&code.tokens, &code.facts, failure.as_deref()) {
            return false;
        }
        let before = errors.count();
        let mut look =
            Look { known: self, bound: &code.facts.bound, failure, in_send: false, errors };
        if let Ok(expr) = syn::parse2::<Expr>(code.tokens.clone()) {
            look.visit_expr(&expr);
        } else if let Ok(all) = Block::parse_within.parse2(code.tokens.clone()) {
            for statement in &all {
                look.visit_stmt(statement);
            }
        }
        errors.count() > before
    }

    /// Returns the module of the interface that a variable is, if it has another name, which no interface has.
    fn module_of(&self, variable: &Ident) -> Option<String> {
        let all = self.interfaces.iter().map(|(name, ty, _)| (name, snake(ty)));
        let is_module = all.clone().any(|(_, module)| *variable == module);
        let (_, module) = all.clone().find(|(name, _)| *variable == **name)?;
        (!is_module && !module.contains([' ', ':', '<'])).then_some(module)
    }

    /// Whether a word is there that may be wrong, so that the code is parsed again.
    fn is_suspect(&self, tokens: &TokenStream, facts: &Facts, failure: Option<&str>) -> bool {
        let is_port = |owner: &Ident| self.interfaces.iter().any(|(name, ..)| owner == name);
        let is_call = facts.members.iter().any(|used| {
            is_port(&used.owner) && used.is_method && (used.name == "send" || is_send(&used.name))
        });
        let names_failure = failure.is_some_and(|why| {
            facts.names.contains(why) || facts.members.iter().any(|used| used.owner == why)
        });
        is_call || names_failure || self.names_type(tokens) || calls_self(tokens)
    }

    /// Whether `Arm::` is there, the type or the variable of an interface.
    fn names_type(&self, tokens: &TokenStream) -> bool {
        let is_of = |word: &str| {
            self.interfaces.iter().any(|(variable, ty, _)| word == ty || word == variable)
        };
        names_in_path(tokens, &is_of)
    }
}

/// Whether a word that `is` so is there with `::` after it.
fn names_in_path(tokens: &TokenStream, is: &dyn Fn(&str) -> bool) -> bool {
    let mut before = None;
    tokens.clone().into_iter().any(|token| {
        let found = match &token {
            TokenTree::Group(group) => names_in_path(&group.stream(), is),
            TokenTree::Punct(sign) => sign.as_char() == ':' && before.take().is_some(),
            _ => false,
        };
        before = match token {
            TokenTree::Ident(word) => is(&plain(&word)).then_some(()),
            _ => None,
        };
        found
    })
}

/// Whether a method of `self` is called that is not its own.
fn calls_self(tokens: &TokenStream) -> bool {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_call = |four: &[TokenTree]| {
        matches!(four, [TokenTree::Ident(own), TokenTree::Punct(_), TokenTree::Ident(name), TokenTree::Group(list)]
            if own == "self" && name != ELAPSED && list.delimiter() == Delimiter::Parenthesis)
    };
    all.windows(4).any(is_call)
        || all
            .iter()
            .any(|token| matches!(token, TokenTree::Group(group) if calls_self(&group.stream())))
}

fn is_send(method: &Ident) -> bool {
    let text = plain(method);
    SEND.contains(&&*text) || text.starts_with(char::is_uppercase)
}

struct Look<'a> {
    known: &'a Known,
    bound: &'a BTreeSet<String>,
    failure: Option<String>,
    /// Whether it is in what is sent.
    in_send: bool,
    errors: &'a mut Errors,
}

impl<'ast> Visit<'ast> for Look<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::MethodCall(call) => {
                self.method(call);
                if self.sent(expr).is_some() {
                    let before = std::mem::replace(&mut self.in_send, true);
                    visit::visit_expr(self, expr);
                    self.in_send = before;
                    return;
                }
            }
            Expr::Assign(assign) => {
                if let Expr::Field(field) = &*assign.left
                    && let (Expr::Path(own), Member::Named(name)) = (&*field.base, &field.member)
                    && own.path.is_ident("self")
                    && self.known.ids.contains(&plain(name))
                    && let Some(send) = self.sent(&assign.right)
                {
                    let message = "expected the number of the message, found what `send` returns\nhelp: write `.id()` after it: `VAR.send(..).id()`";
                    self.errors.at(&send.method, message);
                }
            }
            Expr::Binary(of) if matches!(of.op, BinOp::Eq(_) | BinOp::Ne(_)) => {
                let kind = match (self.is_failure(&of.left), self.is_failure(&of.right)) {
                    (true, _) => &of.right,
                    (_, true) => &of.left,
                    _ => return visit::visit_expr(self, expr),
                };
                if let (Expr::Path(path), Some(why)) = (&**kind, &self.failure)
                    && is_kind(&path.path)
                {
                    let not = if matches!(of.op, BinOp::Ne(_)) { "!" } else { "" };
                    let kind = label::print(&path.to_token_stream()).replace(' ', "");
                    let help = format!("help: write `{not}{why}.is({kind})`");
                    self.errors
                        .at(&of.op, format!("a failure is not compared with its kind\n{help}"));
                }
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let [ty, item, ..] = &path.segments.iter().collect::<Vec<_>>()[..] else { return };
        let name = plain(&ty.ident);
        if let Some((_, key)) = self.known.listed.iter().find(|(of, _)| *of == name)
            && is_kind(path)
        {
            let help = format!("help: write `{key}::{}`", item.ident);
            self.errors.at(&ty.ident, format!("`{name}` is `{key}` in this block\n{help}"));
            return;
        }
        let mut interfaces = self.known.interfaces.iter();
        let name = item.ident.to_string();
        // Constants and functions of a type have other names.
        let is_type = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        let is_alone = path.leading_colon.is_none() && path.segments.len() == 2;
        if let Some(module) =
            self.known.module_of(&ty.ident).filter(|_| is_type && is_alone && self.in_send)
        {
            let variable = &ty.ident;
            let message = format!(
                "`{variable}` is an interface, its messages are in `{module}`\nhelp: write `{module}::{}`",
                item.ident
            );
            self.errors.at(variable, message);
            return;
        }
        let is_interface =
            path.leading_colon.is_none() && interfaces.any(|(_, of, _)| ty.ident == of);
        if is_interface && is_type && words_in_type(path).is_none() {
            let words: Vec<Ident> = path.segments.iter().map(|word| word.ident.clone()).collect();
            in_type(&words, self.errors);
        }
    }
}

/// Reports paths such as `Legs::Side::Right`, and returns whether there are any.
pub fn in_types(facts: &Facts, errors: &mut Errors) -> bool {
    facts.effects.in_types.iter().for_each(|path| in_type(path, errors));
    !facts.effects.in_types.is_empty()
}

/// Reports the words of a path into the type of an interface.
fn in_type(path: &[Ident], errors: &mut Errors) {
    let [ty, items @ ..] = path else { return };
    let module = snake(&plain(ty));
    let items: Vec<String> = items.iter().map(Ident::to_string).collect();
    let help = format!("help: write `{module}::{}`", items.join("::"));
    errors.at(ty, format!("messages and enums of `{ty}` are in the module `{module}`\n{help}"));
}

impl Look<'_> {
    fn method(&mut self, call: &ExprMethodCall) {
        let method = call.method.to_string();
        if matches!(&*method, "unwrap" | "expect") && self.sent(&call.receiver).is_some() {
            let message = format!(
                "`{method}` of a message that is sent\nhelp: write `.id()` for its number; whether it was refused is `VAR.refused()` in a guard"
            );
            return self.errors.at(&call.method, message);
        }
        if self.is_failure(&call.receiver) {
            return self.failure(call, &method);
        }
        let is_own = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self"));
        if is_own && method != ELAPSED && !ANY.contains(&&*method) {
            let help = match &*method {
                "refused" => "help: write it of an interface: `INTERFACE.refused()`".to_owned(),
                _ => format!("help: write a function, and give it what it needs: `{method}(..)`"),
            };
            let message = format!(
                "cannot find method `{method}` of `self`, which has arguments and variables alone\n{help}"
            );
            return self.errors.at(&call.method, message);
        }
        let Some((name, ty, writes)) = self.interface(&call.receiver) else { return };
        if !is_send(&call.method) {
            return;
        }
        let argument = call.args.first().map(|of| label::print(&of.to_token_stream()));
        let argument = argument.unwrap_or_else(|| {
            let module = snake(ty);
            let is_message = method.starts_with(char::is_uppercase);
            format!("{module}::{}", if is_message { &*method } else { "MESSAGE" })
        });
        let help = if *writes {
            format!("help: assign its fields: `{name}.FIELD = VALUE`")
        } else if method.starts_with(char::is_uppercase) && !call.args.is_empty() {
            format!("help: write `{name}.send({}::{method} {{ .. }})`", snake(ty))
        } else {
            format!("help: write `{name}.send({argument})`")
        };
        self.errors.at(
            &call.method,
            format!("cannot find method `{method}` of interface `{name}`\n{help}"),
        );
    }

    /// A method of a failure.
    fn failure(&mut self, call: &ExprMethodCall, method: &str) {
        let Some(why) = self.failure.clone() else { return };
        let skill = self.known.skill.as_deref().unwrap_or("Skill");
        match call.args.first() {
            Some(Expr::Lit(of)) if method == "is" => {
                let kind = match &of.lit {
                    Lit::Str(text) if syn::parse_str::<Ident>(&text.value()).is_ok() => {
                        snake(&text.value()).to_uppercase()
                    }
                    _ => "KIND".to_owned(),
                };
                let help = format!(
                    "help: a kind is a constant of the skill: write `{why}.is({skill}::{kind})`"
                );
                self.errors.at(of, format!("expected a kind of failure, found a literal\n{help}"));
            }
            Some(Expr::Path(of)) if method == "is" && is_word(&of.path) => {
                let kind = last(&of.path);
                let help =
                    format!("help: a kind is a constant of the skill: write `{skill}::{kind}`");
                self.errors.at(of, format!("cannot find kind `{kind}` in this scope\n{help}"));
            }
            None if method == "is" && call.turbofish.is_some() => {
                let of = call.turbofish.as_ref().map(|of| label::print(&of.to_token_stream()));
                let of = of.unwrap_or_default();
                let help = format!(
                    "help: write `{why}.is_of{of}()`, or `{why}.is({skill}::KIND)` for one kind"
                );
                self.errors.at(&call.method, format!("missing kind of the failure\n{help}"));
            }
            None if method == "kind" => {
                let help = format!("help: ask for one kind: `{why}.is({skill}::KIND)`");
                self.errors
                    .at(&call.method, format!("cannot find method `kind` of a failure\n{help}"));
            }
            _ => {}
        }
    }

    /// Returns the `send` of a message, if that is what an expression is.
    fn sent<'e>(&self, expr: &'e Expr) -> Option<&'e ExprMethodCall> {
        let Expr::MethodCall(call) = expr else { return None };
        let is_send = call.method == "send" && self.interface(&call.receiver).is_some();
        is_send.then_some(call)
    }

    fn interface(&self, expr: &Expr) -> Option<&(String, String, bool)> {
        let Expr::Path(path) = expr else { return None };
        let name = plain(path.path.get_ident()?);
        let mut all = self.known.interfaces.iter();
        all.find(|(variable, ..)| *variable == name && !self.bound.contains(&name))
    }

    fn is_failure(&self, expr: &Expr) -> bool {
        let Some(why) = &self.failure else { return false };
        matches!(expr, Expr::Path(path) if path.path.is_ident(why))
    }
}

/// Whether a path is `KIND`.
fn is_word(path: &Path) -> bool {
    path.get_ident().is_some_and(|word| *word == plain(word).to_uppercase())
}

/// Whether a path is `Skill::KIND`.
fn is_kind(path: &Path) -> bool {
    path.segments.len() > 1 && last(path) == last(path).to_uppercase()
}
