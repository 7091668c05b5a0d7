//! Facts about the user's code, computed once from its expressions: the fields of `self` and the members of other names that it uses, and for a guard its
//! parts joined by `&&` and `||`.
//!
//! The input of a macro call is parsed as a list of expressions. If that fails, its tokens are
//! searched for the same patterns.

mod condition;
pub mod lets;
mod places;
#[cfg(test)]
mod tests;
mod tokens;

use crate::syntax::names::plain;
pub use condition::Condition;
use places::{borrows_field, is_assignment, literal_text, mutates, name_of, owner, root};
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Item, Macro, Member, PatIdent, Path, Stmt, Token};
use tokens::{after_place, assigns, begins_field, is_call};
pub use tokens::{in_block, words_in_type};

/// Names by which a failure is meant.
pub const FAILURES: [&str; 6] = ["why", "failure", "reason", "error", "err", "cause"];

/// The method of `self` with the seconds since the state was entered.
pub const ELAPSED: &str = "elapsed";

/// `self`, and words that are meant so.
pub const SELF: [&str; 8] = ["self", "this", "slef", "sefl", "sel", "sef", "slf", "selff"];

/// Whether an expression is `self.elapsed()`.
pub fn is_elapsed(expr: &Expr) -> bool {
    matches!(expr, Expr::MethodCall(call) if call.method == ELAPSED
        && matches!(&*call.receiver, Expr::Path(of) if of.path.is_ident("self")))
}

/// The facts of one piece of code.
#[derive(Clone, Default, Debug)]
pub struct Facts {
    /// The fields `self.name`, in order of appearance.
    pub fields: Vec<Field>,
    /// The fields and methods `owner.name` of a plain name, in order of appearance.
    pub members: Vec<MemberUse>,
    /// Plain names that are used as a whole.
    pub names: BTreeSet<String>,
    /// Those of them that are values, not functions that are called, in order of appearance.
    pub values: Vec<Ident>,
    /// The names that patterns in the code bind.
    pub bound: BTreeSet<String>,
    /// `return` outside of closures.
    pub returns: Vec<Span>,
    /// The method names of `self.elapsed()`, in order of appearance.
    pub elapsed: Vec<Ident>,
    /// A method or function `refused` is named.
    pub checks_refusal: bool,
    /// Its further effects.
    pub effects: Box<Effects>,
}

/// The effects of code, inside and outside of it, and what has none.
#[derive(Clone, Default, Debug)]
pub struct Effects {
    /// The names that `let` binds in a guard, which the values of its transition see, too; `None`
    /// without a `let`.
    pub lets: Option<Vec<Ident>>,
    /// The plain names of which a part may be written to: assigned, borrowed as mutable, or a method
    /// of it called.
    pub changed: BTreeSet<String>,
    /// The fields of `self` of which methods are called.
    pub called: BTreeSet<String>,
    /// The names in statements such as `Walk { .. };` and `walk(..);`, and in `Walk { .. }.done()`.
    pub statements: Vec<Ident>,
    /// Plain names that are assigned as a whole.
    pub assigned: Vec<Ident>,
    /// The fields of statements that are but a field: `self.n;`.
    pub idle: Vec<Ident>,
    /// The words of paths such as `Legs::Side::Right`.
    pub in_types: Vec<Vec<Ident>>,
    /// It is an expression that begins with another one that could be a statement: `{ .. } && ..`.
    pub begins_with_block: bool,
}

/// A use of `self.name`.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: Ident,
    /// It, or a field or element of it, is assigned, or it is borrowed as mutable.
    pub is_changed: bool,
    /// It, or a field or element of it, is the left side of `=`. That of `+=` is read, too: it may
    /// be a counter that only traces show.
    pub is_assigned: bool,
}

/// A use of `owner.name`.
#[derive(Clone, Debug)]
pub struct MemberUse {
    pub owner: Ident,
    pub name: Ident,
    /// It is called.
    pub is_method: bool,
    /// The number of arguments of a call.
    pub arguments: usize,
    /// A literal text as a field of a struct that is an argument.
    pub text: Option<Box<Literal>>,
    /// It is in the input of a macro, which may declare the name.
    pub in_macro: bool,
    /// It, or a field or element of it, is changed.
    pub change: Option<Change>,
}

/// A way in which a member is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Assigned,
    /// As mutable.
    Borrowed,
}

impl Facts {
    /// Returns the facts of an expression.
    pub fn of_expr(expr: &Expr) -> Self {
        let mut facts = Self::default();
        facts.visit_expr(expr);
        facts.effects.begins_with_block = tokens::begins_with_block(expr);
        facts
    }

    /// Returns the facts of a block's statements.
    pub fn of_block(block: &Block) -> Self {
        let mut facts = Self::default();
        facts.visit_block(block);
        facts
    }

    /// Returns whether the code uses one of some plain names.
    pub fn uses_any(&self, names: &BTreeSet<String>) -> bool {
        !names.is_disjoint(&self.names)
            || self.members.iter().any(|used| names.contains(&plain(&used.owner)))
    }

    /// Returns whether the code checks if the interface `variable` refused a message.
    pub fn checks_refused(&self, variable: &str) -> bool {
        let mut members = self.members.iter();
        members
            .any(|used| plain(&used.owner) == variable && used.is_method && used.name == "refused")
    }

    /// Returns whether the code names the interface `variable`, so that it can send a message.
    pub fn names_interface(&self, variable: &str) -> bool {
        self.names.contains(variable)
            || self.members.iter().any(|used| plain(&used.owner) == variable)
    }

    /// Records that a place is written to, by `=` if it `is_assigned`.
    fn change(&mut self, place: &Expr, is_assigned: bool) {
        let before = self.fields.len();
        let members = self.members.len();
        self.effects.changed.extend(owner(place));
        self.visit_expr(place);
        // The field of `self` that the place is in, if any, comes first.
        if root(place).is_some()
            && let Some(field) = self.fields.get_mut(before)
        {
            field.is_changed = true;
            field.is_assigned = is_assigned;
        }
        if let Some(member) = self.member_of(place, members) {
            member.change = Some(Change::Assigned);
        }
    }

    /// Returns the use of `owner.name` that a place is or lies in, the first of those from `first` on.
    fn member_of(&mut self, place: &Expr, first: usize) -> Option<&mut MemberUse> {
        let owner = owner(place)?;
        let member = self.members.get_mut(first)?;
        (!member.is_method && plain(&member.owner) == owner).then_some(member)
    }

    fn member(&mut self, base: &Expr, name: &Ident, is_method: bool) {
        self.checks_refusal |= name == "refused";
        match name_of(base) {
            Some(owner) if owner == "self" => {
                if !is_method {
                    let name = name.clone();
                    self.fields.push(Field { name, is_changed: false, is_assigned: false });
                } else if name == ELAPSED {
                    self.elapsed.push(name.clone());
                }
            }
            Some(owner) => {
                let (owner, name) = (owner.clone(), name.clone());
                self.members.push(MemberUse {
                    owner,
                    name,
                    is_method,
                    arguments: 0,
                    text: None,
                    in_macro: false,
                    change: None,
                });
            }
            None => {
                if is_method {
                    self.effects.changed.extend(owner(base));
                    self.effects.called.extend(root(base).map(plain));
                }
                self.visit_expr(base);
            }
        }
    }

    /// Searches tokens that are not an expression.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (place, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(word) => self.word(word, &tokens[..place], &tokens[place + 1..]),
                _ => {}
            }
        }
    }

    fn word(&mut self, word: &Ident, before: &[TokenTree], after: &[TokenTree]) {
        self.checks_refusal |= word == "refused";
        let is_member =
            matches!(before.last(), Some(TokenTree::Punct(dot)) if dot.as_char() == '.');
        if is_member || word == "mut" {
            return;
        }
        let [TokenTree::Punct(dot), TokenTree::Ident(name), rest @ ..] = after else {
            self.names.insert(plain(word));
            return;
        };
        if dot.as_char() != '.' {
            self.names.insert(plain(word));
            return;
        }
        let borrowed = matches!(before, [.., TokenTree::Punct(and), TokenTree::Ident(word)]
            if and.as_char() == '&' && word == "mut");
        if word != "self" {
            let after = after_place(rest);
            if borrowed || assigns(after) || begins_field(after) {
                self.effects.changed.insert(plain(word));
            }
            let (owner, name) = (word.clone(), name.clone());
            let is_method = is_call(rest);
            let change = match (assigns(rest), borrowed) {
                (true, _) => Some(Change::Assigned),
                (_, true) => Some(Change::Borrowed),
                _ => None,
            };
            self.members.push(MemberUse {
                owner,
                name,
                is_method,
                arguments: 1,
                text: None,
                in_macro: true,
                change,
            });
        } else if !is_call(rest) {
            let is_changed = assigns(after_place(rest)) || borrowed && !begins_field(rest);
            if begins_field(after_place(rest)) {
                self.effects.called.insert(plain(name));
            }
            self.fields.push(Field { name: name.clone(), is_changed, is_assigned: false });
        } else if name == ELAPSED {
            self.elapsed.push(name.clone());
        }
    }
}

impl<'ast> Visit<'ast> for Facts {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(assign) => {
                if let Expr::Path(of) = &*assign.left {
                    self.effects.assigned.extend(of.path.get_ident().cloned());
                }
                self.change(&assign.left, true);
                self.visit_expr(&assign.right);
            }
            Expr::Binary(binary) if is_assignment(&binary.op) => {
                self.change(&binary.left, false);
                self.visit_expr(&binary.right);
            }
            Expr::Reference(reference) if reference.mutability.is_some() => {
                let (before, members) = (self.fields.len(), self.members.len());
                self.effects.changed.extend(owner(&reference.expr));
                self.visit_expr(&reference.expr);
                if let Some(member) = self.member_of(&reference.expr, members) {
                    member.change = Some(Change::Borrowed);
                }
                if borrows_field(&reference.expr)
                    && let Some(field) = self.fields.get_mut(before)
                {
                    field.is_changed = true;
                }
            }
            Expr::Field(field) => match &field.member {
                Member::Named(name) => self.member(&field.base, name, false),
                Member::Unnamed(_) => self.visit_expr(&field.base),
            },
            Expr::MethodCall(call) => {
                let members = self.members.len();
                self.effects.statements.extend(tokens::asked(call).cloned());
                self.member(&call.receiver, &call.method, true);
                if let Some(member) = self.members.get_mut(members) {
                    member.arguments = call.args.len();
                    member.text = call.args.iter().find_map(literal_text);
                }
                if mutates(&call.method)
                    && let Some(member) = self.member_of(&call.receiver, members)
                {
                    member.change = Some(Change::Borrowed);
                }
                call.args.iter().for_each(|arg| self.visit_expr(arg));
            }
            Expr::Path(path) => {
                self.visit_path(&path.path);
                self.checks_refusal |=
                    path.path.segments.last().is_some_and(|last| last.ident == "refused");
                if let Some(name) = path.path.get_ident() {
                    self.names.insert(plain(name));
                    self.values.push(name.clone());
                }
            }
            Expr::Call(call) => {
                let values = self.values.len();
                self.visit_expr(&call.func);
                self.values.truncate(values);
                call.args.iter().for_each(|arg| self.visit_expr(arg));
            }
            Expr::Return(of) => {
                self.returns.push(of.return_token.span);
                of.expr.iter().for_each(|value| self.visit_expr(value));
            }
            Expr::Closure(closure) => {
                let returns = self.returns.len();
                visit::visit_expr_closure(self, closure);
                self.returns.truncate(returns);
            }
            Expr::Verbatim(tokens) => self.tokens(tokens.clone()),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let built = match statement {
            Stmt::Expr(Expr::Struct(of), Some(_)) => Some(&of.path),
            Stmt::Expr(Expr::Call(call), Some(_)) => match &*call.func {
                Expr::Path(of) => Some(&of.path),
                _ => None,
            },
            // As other libraries start what they run.
            Stmt::Expr(Expr::MethodCall(call), Some(_)) => match &*call.receiver {
                Expr::Struct(of) => Some(&of.path),
                _ => None,
            },
            _ => None,
        };
        if let Some(of) = built {
            self.effects.statements.extend(of.segments.last().map(|last| last.ident.clone()));
        }
        if let Stmt::Expr(Expr::Field(of), Some(_)) = statement
            && let Member::Named(name) = &of.member
        {
            self.effects.idle.push(name.clone());
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        self.effects.in_types.extend(words_in_type(path));
        visit::visit_path(self, path);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.bound.insert(plain(&pattern.ident));
        visit::visit_pat_ident(self, pattern);
    }

    // `return` inside an item does not leave the block.
    fn visit_item(&mut self, item: &'ast Item) {
        let returns = self.returns.len();
        visit::visit_item(self, item);
        self.returns.truncate(returns);
        let name = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Static(item) => Some(&item.ident),
            _ => None,
        };
        self.bound.extend(name.map(plain));
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        let list = Punctuated::<Expr, Token![,]>::parse_terminated;
        match list.parse2(called.tokens.clone()) {
            Ok(list) => list.iter().for_each(|expr| self.facts_of(expr)),
            Err(_) => self.tokens(called.tokens.clone()),
        }
    }
}

impl Facts {
    /// Adds the facts of an expression that does not live as long as the code.
    fn facts_of(&mut self, expr: &Expr) {
        let Facts {
            fields,
            members,
            names,
            values,
            bound,
            returns,
            elapsed,
            checks_refusal,
            effects,
        } = Facts::of_expr(expr);
        self.elapsed.extend(elapsed);
        self.fields.extend(fields);
        self.members.extend(members.into_iter().map(|of| MemberUse { in_macro: true, ..of }));
        self.names.extend(names);
        self.values.extend(values);
        self.bound.extend(bound);
        self.returns.extend(returns);
        self.effects.statements.extend(effects.statements);
        self.checks_refusal |= checks_refusal;
        self.effects.changed.extend(effects.changed);
        self.effects.called.extend(effects.called);
        self.effects.assigned.extend(effects.assigned);
        self.effects.idle.extend(effects.idle);
        self.effects.in_types.extend(effects.in_types);
    }
}
