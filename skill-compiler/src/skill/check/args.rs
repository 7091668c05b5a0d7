//! Arguments and variables: `self.x` must mean one thing.

use super::names::Taken;
use super::{Arg, Group};
use crate::skill::ast;
use crate::syntax::docs;
use crate::syntax::errors::Errors;
use crate::syntax::types::{name_lifetimes, option_inner};

/// Checks the argument list.
pub fn check(args: Vec<ast::Arg>, errors: &mut Errors) -> (Vec<Arg>, Option<Group>) {
    let mut taken = Taken::default();
    let mut named = Vec::new();
    let mut group: Option<Group> = None;
    for arg in args {
        match arg {
            ast::Arg::Named(mut arg) => {
                name_lifetimes(&mut arg.ty);
                only_docs(&arg.attrs, errors);
                if taken.take(&arg.name, "argument", errors) {
                    named.push(Arg {
                        docs: docs::text(&arg.attrs),
                        inner: option_inner(&arg.ty).cloned(),
                        name: arg.name,
                        ty: arg.ty,
                        default: arg.default,
                        range: arg.range,
                    });
                }
            }
            ast::Arg::Group(arg) => {
                only_docs(&arg.attrs, errors);
                if let Some(first) = &group {
                    errors.at(
                        &arg.name,
                        format!(
                            "more than one struct of arguments\nhelp: a skill takes in one, here `{}`",
                            first.name
                        ),
                    );
                } else if taken.take(&arg.name, "argument", errors) {
                    group =
                        Some(Group { docs: docs::text(&arg.attrs), name: arg.name, ty: arg.ty });
                }
            }
        }
    }
    (named, group)
}

/// The names of the arguments.
pub fn taken(args: &[Arg], group: Option<&Group>) -> Taken {
    let (mut taken, mut quiet) = (Taken::default(), Errors::default());
    for name in args.iter().map(|arg| &arg.name).chain(group.map(|group| &group.name)) {
        taken.take(name, "argument", &mut quiet);
    }
    taken
}

/// Checks the variables against each other and what is taken.
pub fn check_vars(vars: Vec<ast::Var>, taken: &mut Taken, errors: &mut Errors) -> Vec<ast::Var> {
    let mut kept = Vec::new();
    for var in vars {
        only_docs(&var.attrs, errors);
        if taken.take(&var.name, "variable", errors) {
            kept.push(var);
        }
    }
    kept
}

/// Reports attributes that are not documentation.
pub fn only_docs(attrs: &[syn::Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| !attr.path().is_ident("doc")) {
        errors.at(attr, "unexpected attribute\nhelp: only doc comments are allowed here");
    }
}
