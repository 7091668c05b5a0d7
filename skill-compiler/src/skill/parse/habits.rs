//! Expressions that parse, but are habits of other languages, or of other places.

use super::misplaced;
use crate::skill::facts::{ELAPSED, Facts, is_elapsed};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::label;
use crate::syntax::names::did_you_mean;
use crate::syntax::units;
use quote::ToTokens as _;
use syn::visit::{self, Visit};
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprLit, ExprMethodCall, ExprPath, ExprReturn, ExprStruct,
    Item, Lit, Stmt,
};

/// Names of what `self.elapsed()` is meant by.
const CLOCKS: [&str; 9] = [
    "time",
    "now",
    "seconds",
    "age",
    "duration",
    "elapsed_sec",
    "elapsed_secs",
    "elapsed_s",
    "elapsed_time",
];

/// Looks for habits in code, and reports them.
pub struct Habits<'e> {
    kind: CodeKind,
    errors: &'e mut Errors,
    /// The number of loops around.
    loops: u32,
}

impl<'e> Habits<'e> {
    /// Returns a visitor of code of this kind.
    pub fn new(kind: CodeKind, errors: &'e mut Errors) -> Self {
        Self { kind, errors, loops: 0 }
    }

    /// Looks through a block; `pass` alone makes an empty one in other languages.
    pub fn block(&mut self, block: &Block) {
        match &block.stmts[..] {
            [Stmt::Expr(expr, _)] if is_word(expr, "pass") => {
                self.errors.at(expr, "unexpected `pass` in a block\nhelp: remove the block");
            }
            _ => self.visit_block(block),
        }
    }

    fn method(&mut self, call: &ExprMethodCall) {
        let name = call.method.to_string();
        let is_self = is_word(&call.receiver, "self");
        let edge = match &*name {
            "rising" => Some("rising GUARD"),
            "falling" => Some("rising !GUARD"),
            _ => None,
        };
        if let Some(cure) = edge.filter(|_| self.kind == CodeKind::Trigger && call.args.is_empty())
        {
            let message = format!("`{name}` is a word before a guard\nhelp: write `when {cure}`");
            self.errors.at(&call.method, message);
        } else if is_self && name == ELAPSED {
            if let Some(argument) = call.args.first() {
                let help = "help: write `self.elapsed()`";
                self.errors.at(argument, format!("`elapsed` has no arguments\n{help}"));
            }
        } else if name == "is_of"
            && let Some(Expr::Path(skill)) = call.args.first()
            && call.turbofish.is_none()
        {
            let skill = label::print(&skill.to_token_stream()).replace(' ', "");
            let receiver = label::print(&call.receiver.to_token_stream());
            let help = format!("help: write `{receiver}.is_of::<{skill}>()`");
            self.errors.at(&call.args, format!("skill as an argument of `is_of`\n{help}"));
        } else if is_self && (name == "resume" || name == "deep") {
            let state = call.args.first().map(|state| label::print(&state.to_token_stream()));
            let state = state.unwrap_or_else(|| "STATE".to_owned());
            let words = if name == "deep" { "resume deep" } else { "resume" };
            let help = format!("help: write a transition: `-> {words} {state} when GUARD;`");
            self.errors.at(&call.method, format!("code cannot resume a state\n{help}"));
        } else if is_self {
            let near = !did_you_mean(&name, [ELAPSED]).is_empty();
            if call.args.is_empty() && (near || CLOCKS.contains(&&*name)) {
                let help =
                    "help: write `self.elapsed()` for the seconds since the state was entered";
                self.errors
                    .at(&call.method, format!("cannot find method `{name}` of `self`\n{help}"));
            }
        } else if is_elapsed(&call.receiver) && name.starts_with("as_") {
            let help = format!("help: remove `.{name}()`");
            self.errors.at(
                &call.method,
                format!("`self.elapsed()` is a number of seconds already\n{help}"),
            );
        }
    }

    fn compared(&mut self, of: &ExprBinary) {
        let nothing = |expr: &Expr| {
            ["nil", "null", "nullptr", "NULL"].into_iter().find(|word| is_word(expr, word))
        };
        let (value, word) = match (nothing(&of.left), nothing(&of.right)) {
            (None, Some(word)) => (&of.left, word),
            (Some(word), None) => (&of.right, word),
            _ => return,
        };
        let at = if nothing(&of.left).is_some() { &of.left } else { &of.right };
        let not = if matches!(of.op, BinOp::Eq(_)) { "!" } else { "" };
        let interface = match &**value {
            Expr::Field(field) => label::print(&field.base.to_token_stream()),
            value => label::print(&value.to_token_stream()),
        };
        let value = label::print(&value.to_token_stream());
        let help = if interface == value {
            format!(
                "help: write `{not}{value}.has_writer()` for an interface, `.is_some()` for an `Option`"
            )
        } else if interface == "self" {
            format!("help: write `{not}{value}.is_some()` for an `Option`")
        } else {
            format!(
                "help: write `{not}{interface}.has_writer()` for an interface, `{not}{value}.is_some()` for an `Option`"
            )
        };
        self.errors.at(at, format!("cannot find value `{word}`\n{help}"));
    }
}

impl<'ast> Visit<'ast> for Habits<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Await(of) => {
                let help = "help: remove `.await`, and wait in a state: `-> NEXT when GUARD;`";
                let message = format!("`await` in code that does not wait\n{help}");
                self.errors.at(&of.await_token, message);
                return;
            }
            Expr::Assign(assign) if self.kind == CodeKind::Trigger => {
                let left = label::print(&assign.left.to_token_stream());
                let is_action =
                    matches!(&*assign.left, Expr::Binary(of) if matches!(of.op, BinOp::Div(_)));
                if is_action {
                    let help = "help: move statements into `init { .. }` of the target or `exit { .. }` of this state";
                    self.errors.at(
                        &assign.eq_token,
                        format!("unexpected assignment, a transition has no action\n{help}"),
                    );
                    return;
                }
                let help = match *assign.left {
                    Expr::Call(_) | Expr::Tuple(_) | Expr::Struct(_) => {
                        // The values of the transition use the names.
                        self.errors.broken.extend(Facts::of_expr(&assign.left).names);
                        format!("`let {left} = VALUE` to bind names")
                    }
                    _ => "`==` to compare".to_owned(),
                };
                self.errors
                    .at(&assign.eq_token, format!("a guard cannot assign\nhelp: write {help}"));
            }
            Expr::Assign(assign) if is_elapsed(&assign.left) => {
                let help = "help: enter the state once more: `-> STATE when GUARD;`";
                self.errors.at(&assign.left, format!("cannot assign to `self.elapsed()`\n{help}"));
            }
            Expr::Try(of) if self.kind != CodeKind::Value => {
                let help = "help: remove it; whether a message was refused is `interface.refused()` in a guard";
                self.errors
                    .at(&of.question_token, format!("`?` where nothing can be returned\n{help}"));
            }
            Expr::Return(ExprReturn { expr: Some(value), .. })
                if self.kind == CodeKind::Block
                    && matches!(**value, Expr::Lit(_) | Expr::Path(_) | Expr::Struct(_)) =>
            {
                let value = label::print(&value.to_token_stream());
                let cure = if value.contains("ail") { "-> FAILED" } else { "-> FINAL" };
                let help = format!("help: write a transition: `{cure} when GUARD;`");
                self.errors.at(expr, format!("a block has no value to return\n{help}"));
            }
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) => {
                self.endless(expr);
                self.loops += 1;
                visit::visit_expr(self, expr);
                self.loops -= 1;
                return;
            }
            Expr::Break(_) | Expr::Continue(_)
                if self.kind == CodeKind::Block && self.loops == 0 =>
            {
                let word = if matches!(expr, Expr::Break(_)) { "break" } else { "continue" };
                let help = "help: a block of a state runs once in each pass: write `return`, or leave the state by a transition";
                self.errors.at(expr, format!("`{word}` outside of a loop\n{help}"));
            }
            Expr::Field(of) if is_word(&of.base, "Self") => {
                let name = label::print(&of.member.to_token_stream());
                let help = format!("help: write `self.{name}`");
                self.errors.at(&of.base, format!("expected `self`, found `Self`\n{help}"));
                self.errors.broken.insert(name);
            }
            Expr::Path(path) => self.foreign(path),
            Expr::Struct(of) if self.kind == CodeKind::Block && self.section(of) => return,
            Expr::MethodCall(call) => self.method(call),
            Expr::Binary(of) if matches!(of.op, BinOp::Eq(_) | BinOp::Ne(_)) => self.compared(of),
            Expr::Lit(ExprLit { lit, .. }) => self.unit(lit),
            // What returns from these is not the code.
            Expr::Closure(_) | Expr::Async(_) | Expr::TryBlock(_) => return,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Expr(Expr::Assign(assign), Some(_)) if is_der(&assign.left) => {
                let help =
                    "help: move it into a block of its own: `flow { der(self.VARIABLE) = RATE; }`";
                self.errors.at(&assign.left, format!("equation outside of `flow`\n{help}"));
            }
            Stmt::Expr(Expr::Assign(assign), Some(_)) if !is_elapsed(&assign.left) => {
                self.visit_expr(&assign.left);
                self.visit_expr(&assign.right);
            }
            _ => visit::visit_stmt(self, statement),
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

impl Habits<'_> {
    /// Reports a loop that nothing ends: what it reads does not change within a pass.
    fn endless(&mut self, expr: &Expr) {
        let is_endless = match expr {
            Expr::Loop(of) => !contains(|visit| visit.visit_block(&of.body), is_way_out),
            Expr::While(of) => {
                of.body.stmts.is_empty() && !contains(|visit| visit.visit_expr(&of.cond), is_call)
            }
            _ => false,
        };
        if is_endless && self.kind == CodeKind::Block {
            let help = "help: wait in the state: a transition is checked once in each pass: `-> STATE when GUARD;`";
            self.errors.at(expr, format!("a loop that nothing ends\n{help}"));
        }
    }

    /// Reports a section in a block, which parses: as a struct.
    fn section(&mut self, of: &ExprStruct) -> bool {
        let Some(word) = of.path.get_ident() else { return false };
        if !misplaced::DECLARE.iter().any(|other| word == other) {
            return false;
        }
        let help = "help: move it out of the block";
        self.errors.at(word, format!("`{word}` in a block\n{help}"));
        self.errors.broken.extend(misplaced::declared(of.fields.to_token_stream()));
        true
    }

    /// Reports a value of another language.
    fn foreign(&mut self, path: &ExprPath) {
        let Some(word) = path.path.get_ident() else { return };
        if word == "crate" || word == "super" {
            let help = format!("help: write the path of a value: `{word}::NAME`");
            self.errors.at(word, format!("expected a value, found `{word}`\n{help}"));
        }
        let cure = match &*word.to_string() {
            "True" => "true",
            "False" => "false",
            "null" | "nullptr" | "nil" if self.kind != CodeKind::Trigger => "None",
            _ => return,
        };
        self.errors.at(word, format!("cannot find value `{word}`\nhelp: write `{cure}`"));
    }

    /// Reports `2s` where only a number can be.
    fn unit(&mut self, lit: &Lit) {
        let Some(seconds) = units::seconds(lit) else { return };
        let help = format!("help: write the number of seconds: `{seconds:?}`");
        self.errors.span(lit.span(), format!("unit of a time in an expression\n{help}"));
    }
}

/// Whether there is such an expression, or a macro that may be one.
fn contains(look: impl FnOnce(&mut Find), is_it: fn(&Expr) -> bool) -> bool {
    let mut find = Find { is_it, found: false };
    look(&mut find);
    find.found
}

struct Find {
    is_it: fn(&Expr) -> bool,
    found: bool,
}

impl<'ast> Visit<'ast> for Find {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.found |= (self.is_it)(expr);
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.found = true;
    }
}

fn is_way_out(expr: &Expr) -> bool {
    matches!(expr, Expr::Break(_) | Expr::Return(_) | Expr::Try(_))
}

fn is_call(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(_) | Expr::MethodCall(_))
}

fn is_der(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(call) if is_word(&call.func, "der"))
}

fn is_word(expr: &Expr, word: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident(word))
}
