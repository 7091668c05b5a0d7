//! `max_iterations = N;`: a limit for the loops in blocks.
//!
//! It is made of what the language has: a variable that says that a block took too many rounds,
//! which leaves the block, and a first transition under `always` that checks it. So the skill
//! fails like any other: its states are left, and trace and error have the reason.

use crate::skill::ast::{Body, Code, Reason, Skill, Target, Transition, Trigger, Var};
use crate::skill::facts::{Condition, Facts};
use crate::syntax::errors::Errors;
use crate::syntax::names::OVER_LIMIT;
use crate::syntax::read::at_least_one;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprClosure, ExprForLoop, ExprLoop, ExprWhile, Ident, Item, LitInt, LitStr,
};

/// Limits the loops of all blocks, if the skill declares a limit.
pub fn apply(skill: &mut Skill, errors: &mut Errors) {
    let Some(limit) = skill.max_iterations.take() else { return };
    if at_least_one(&limit, "max_iterations", "write `max_iterations = 10;`", errors).is_none() {
        return;
    }
    blocks(&mut skill.body, &limit, errors);
    let span = limit.span();
    let name = Ident::new(OVER_LIMIT, span);
    let (ty, init): (_, Expr) = (syn::parse_quote!(bool), syn::parse_quote!(false));
    skill.body.vars.push(Var {
        attrs: Vec::new(),
        name: name.clone(),
        ty,
        init: code(quote!(#init), Facts::of_expr(&init)),
    });
    let guard: Expr = syn::parse_quote!(self.#name);
    let text = format!("more than {} rounds of the loops in a block", limit.base10_digits());
    let over = Transition {
        attrs: vec![syn::parse_quote!(#[doc = "max_iterations"])],
        precond: None,
        implied: false,
        resume: None,
        arrow: span,
        target: Target::Failed(
            Ident::new("FAILED", span),
            Some(Reason { kind: None, text: LitStr::new(&text, span), values: Vec::new() }),
        ),
        trigger: Some(Trigger::When(code(quote!(#guard), Facts::of_expr(&guard)), Condition::Test)),
    };
    skill.body.transitions.insert(0, over);
}

fn code(tokens: TokenStream, facts: Facts) -> Code {
    Code { tokens, facts, half_typed: false }
}

/// Limits the loops in the blocks of a body and of the states in it.
fn blocks(body: &mut Body, limit: &LitInt, errors: &mut Errors) {
    for block in [&mut body.init, &mut body.loop_, &mut body.exit].into_iter().flatten() {
        limited(block, limit, errors);
    }
    for state in &mut body.states {
        blocks(&mut state.body, limit, errors);
    }
}

/// Leaves a block once its loops have taken too many rounds.
fn limited(block: &mut Code, limit: &LitInt, errors: &mut Errors) {
    let tokens = &block.tokens;
    // A syntax error has been reported already.
    let Ok(mut parsed) = syn::parse2::<Block>(quote!({ #tokens })) else { return };
    let mut loops = Loops { found: false, errors };
    loops.visit_block_mut(&mut parsed);
    if !loops.found {
        return;
    }
    let name = Ident::new(OVER_LIMIT, Span::call_site());
    let limited: Block = syn::parse_quote!({
        let mut __rounds_left: u32 = #limit;
        #[allow(unreachable_code)]
        '__limited: {
            #parsed
            return;
        }
        self.#name = true;
    });
    let statements = &limited.stmts;
    *block = Code {
        tokens: quote!(#(#statements)*),
        facts: Facts::of_block(&limited),
        half_typed: block.half_typed,
    };
}

/// Counts the rounds of loops.
struct Loops<'e> {
    found: bool,
    errors: &'e mut Errors,
}

impl Loops<'_> {
    fn count(&mut self, body: &mut Block) {
        self.found = true;
        body.stmts.insert(
            0,
            syn::parse_quote! {
                if __rounds_left == 0 { break '__limited; }
            },
        );
        body.stmts.insert(1, syn::parse_quote! { __rounds_left -= 1; });
    }
}

impl VisitMut for Loops<'_> {
    fn visit_expr_loop_mut(&mut self, of: &mut ExprLoop) {
        visit_mut::visit_expr_loop_mut(self, of);
        self.count(&mut of.body);
    }
    fn visit_expr_while_mut(&mut self, of: &mut ExprWhile) {
        visit_mut::visit_expr_while_mut(self, of);
        self.count(&mut of.body);
    }
    fn visit_expr_for_loop_mut(&mut self, of: &mut ExprForLoop) {
        visit_mut::visit_expr_for_loop_mut(self, of);
        self.count(&mut of.body);
    }
    // A closure cannot leave the block around it.
    fn visit_expr_closure_mut(&mut self, of: &mut ExprClosure) {
        let mut inside = Inside(None);
        inside.visit_expr_closure_mut(&mut of.clone());
        if let Some(span) = inside.0 {
            let message = "`max_iterations` does not apply to a loop in a closure\n\
                           help: move the loop out of the closure";
            self.errors.span(span, message);
        }
    }
    // Functions are called like any other.
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The first loop in a closure.
struct Inside(Option<Span>);

impl VisitMut for Inside {
    fn visit_expr_loop_mut(&mut self, of: &mut ExprLoop) {
        self.0.get_or_insert(of.loop_token.span);
    }
    fn visit_expr_while_mut(&mut self, of: &mut ExprWhile) {
        self.0.get_or_insert(of.while_token.span);
    }
    fn visit_expr_for_loop_mut(&mut self, of: &mut ExprForLoop) {
        self.0.get_or_insert(of.for_token.span);
    }
}
