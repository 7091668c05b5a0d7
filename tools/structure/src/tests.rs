//! Small crates as text.

use std::path::Path;

use crate::measure::{Figures, measure};
use crate::modules;

fn figures(files: &[(&str, &str)]) -> Figures {
    let read = |path: &Path| {
        let file = files.iter().find(|(name, _)| Path::new(name) == path)?;
        Some(file.1.to_owned())
    };
    measure(&modules::read(Path::new(files[0].0), &read).expect("a crate"))
}

fn back(figures: &Figures) -> Vec<String> {
    figures
        .back
        .iter()
        .map(|arrow| format!("{} -> {}: {}", arrow.from, arrow.to, arrow.names))
        .collect()
}

#[test]
fn a_circle_through_a_reexport() {
    let found = figures(&[
        (
            "lib.rs",
            "mod a; mod b; mod facade; pub use facade::*; pub use crate::facade::Rename as Ab;",
        ),
        ("a.rs", "use crate::B; pub struct A; fn f() -> B { todo!() }"),
        ("b.rs", "pub struct B { of: crate::Ab }"),
        ("facade.rs", "pub use crate::b::B; pub use super::a::A as Rename;"),
    ]);
    assert_eq!((found.files, found.circles, found.largest), (4, 1, 2));
    assert_eq!(found.arrows, ["a.rs -> b.rs: B", "b.rs -> a.rs: A"]);
    assert_eq!(found.back.len(), 1);
}

#[test]
fn reexports_and_declarations_are_no_use() {
    let found = figures(&[
        ("lib.rs", "mod a; pub mod b; pub use a::A; pub use b::B; pub fn b() {}"),
        ("a.rs", "pub struct A; impl A { fn f(_: crate::B, _: crate::b::B) {} }"),
        ("b.rs", "pub struct B;"),
    ]);
    assert_eq!((found.circles, found.largest, found.back.len()), (0, 1, 0));
}

#[test]
fn a_module_and_its_children() {
    let found = figures(&[
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod x; mod y; pub struct A; fn f() { x::g(); let _ = y::Y::NEW; }"),
        ("a/x.rs", "use super::A; pub fn g() -> Option<A> { None }"),
        ("a/y.rs", "pub struct Y;"),
    ]);
    assert_eq!(found.arrows, ["a/mod.rs -> a/x.rs: g", "a/x.rs -> a/mod.rs: A"]);
    assert_eq!(found.back.len(), 1);
}

#[test]
fn folders_use_each_other_without_a_circle_of_files() {
    let found = figures(&[
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "pub mod x; pub mod y;"),
        ("a/x.rs", "use crate::b::P; pub struct X(P);"),
        ("a/y.rs", "pub struct Y;"),
        ("b/mod.rs", "mod p; mod q; pub use p::P;"),
        ("b/p.rs", "pub struct P;"),
        ("b/q.rs", "use crate::a::y as other; fn f(_: other::Y) {}"),
    ]);
    assert_eq!((found.circles, found.largest), (0, 1));
    assert_eq!(back(&found), ["b/mod.rs -> a/mod.rs: Y"]);
}

#[test]
fn tests_and_documentation_are_left_out() {
    let found = figures(&[
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        (
            "b.rs",
            "pub struct B; #[cfg(doc)] use crate::a::A; #[cfg(test)] mod tests { use crate::a::A; }",
        ),
    ]);
    assert_eq!(found.largest, 1);
}

#[test]
fn macros_patterns_and_attributes() {
    let found = figures(&[
        (
            "lib.rs",
            "extern crate self as own; #[macro_use] mod a; mod b; mod c; mod d; mod e; mod f; mod g;",
        ),
        ("a.rs", "macro_rules! make { () => { $crate::b::B } }"),
        ("b.rs", "pub struct B; fn f() { println!(\"{}\", own::c::C.x); }"),
        (
            "c.rs",
            "pub struct C; use crate::d::NONE; fn f(n: u8) { match n { NONE => {} _ => {} } }",
        ),
        ("d.rs", "pub const NONE: u8 = 0; #[serde(with = \"crate::e::f\")] struct D;"),
        ("e.rs", "pub fn f() { crate::f::made_type::g(); }"),
        ("f.rs", "interface! { pub MadeType {} } fn f(make: u8) { make!(); }"),
        ("g.rs", "macro_rules! make { () => {} } fn f() { make!(); }"),
    ]);
    assert_eq!(found.largest, 6, "{:?}", found.arrows);
}

#[test]
fn globs_that_import_each_other_end() {
    let found = figures(&[
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "pub use super::b::*; pub struct A(Unknown, B);"),
        ("b.rs", "pub use super::a::*; pub struct B(Unknown);"),
    ]);
    assert_eq!(found.largest, 1);
}
