//! Facts of pieces of code.

use super::*;

fn summary(facts: &Facts) -> String {
    let fields = facts
        .fields
        .iter()
        .map(|field| format!("self.{}{}", field.name, if field.is_changed { "!" } else { "" }));
    let members = facts.members.iter().map(|used| {
        format!(
            "{}.{}{}",
            used.owner,
            used.name,
            if used.change == Some(Change::Assigned) { "!" } else { "" }
        )
    });
    let names = facts.names.iter().cloned();
    let refusal = facts.checks_refusal.then(|| "refused?".to_owned());
    fields.chain(members).chain(names).chain(refusal).collect::<Vec<_>>().join(" ")
}

#[test]
fn facts_of_expressions() {
    for (code, expected) in [
        ("self.x + self.y", "self.x self.y"),
        ("self.x.y[0].z", "self.x"),
        ("self.x == 1 && motion.stale()", "self.x motion.stale"),
        ("lying(sensors) || sensors.z > 1.0", "sensors.z lying sensors"),
        ("self.check(self.n)", "self.n"),
        ("self.list.iter().any(|x| *x > self.n)", "self.list self.n x"),
        ("motion.refused()", "motion.refused refused?"),
        ("matches!(self.x, Some(1..=5))", "self.x Some"),
        ("matches!(self.x, A | B)", "self.x A B"),
        ("foreign!(self.x = 1; motion.speed += 2)", "self.x! motion.speed!"),
        ("foreign!(a => &mut self.x, b => &mut self.x.y)", "self.x! self.x a b"),
        ("{ self.x = self.y; }", "self.x! self.y"),
        ("{ self.x.y[self.i] += 1; }", "self.x! self.i"),
        ("{ motion.speed = 1.0; motion.pose.x = 1.0; }", "motion.speed! motion.pose!"),
        ("f(&mut self.x, &mut self.x.y, &self.z)", "self.x! self.x self.z f"),
        ("f(&mut self.x[0])", "self.x! f"),
        ("motion.send(Go {})", "motion.send"),
    ] {
        let expr: Expr = syn::parse_str(code).expect(code);
        assert_eq!(summary(&Facts::of_expr(&expr)), expected, "{code}");
    }
}

#[test]
fn parts_of_guards() {
    use Condition::{All, Any, Literal, Test};
    for (guard, expected) in [
        ("true", Literal(true)),
        ("(a)", Test),
        ("a && b && (c && d)", All(vec![Test; 4])),
        ("a || b && c", Any(vec![Test, All(vec![Test; 2])])),
        ("!(a && b)", Test),
        ("a && false", All(vec![Test, Literal(false)])),
    ] {
        let expr: Expr = syn::parse_str(guard).expect(guard);
        assert_eq!(Condition::of(&expr), expected, "{guard}");
    }
}

#[test]
fn values_of_guards() {
    for (guard, expected) in [
        ("a", None),
        ("a && true", None),
        ("a && false", Some(false)),
        ("a || (b && false)", None),
        ("a || b || true", Some(true)),
        ("true && true", Some(true)),
        ("false || false && a", Some(false)),
    ] {
        let expr: Expr = syn::parse_str(guard).expect(guard);
        assert_eq!(Condition::of(&expr).value(), expected, "{guard}");
    }
}

#[test]
fn lets_of_guards() {
    for (guard, expected) in [
        ("a > 1", None),
        ("let Some(x) = f()", Some("x")),
        ("a && let Spot { x, y: (b, _), .. } = f(&a) && let None = c && b > x", Some("x b")),
        (
            "let A(x) | B(x) = f() && let n @ 1.. = x && x == (if let Some(z) = n { z } else { 1 })",
            Some("x n"),
        ),
    ] {
        let expr: Expr = syn::parse_str(guard).expect(guard);
        let names = lets::names(&expr);
        let names = names.map(|all| all.iter().map(plain).collect::<Vec<_>>().join(" "));
        assert_eq!(names.as_deref(), expected, "{guard}");
        assert!(lets::misplaced(&expr).is_none(), "{guard}");
    }
    for (guard, message) in [
        ("a || let Some(x) = f()", "beside `||`"),
        ("let Some(x) = f() || a", "beside `||`"),
        ("a && (b || let Some(x) = f())", "beside `||`"),
        ("!(let Some(x) = f())", "inside `!`"),
        ("a && (let Some(x) = f())", "without parentheses"),
        ("let Some(x) = g(let y = f()) && a", "without parentheses"),
        ("f(|x| if x || let 1 = x { true } else { false })", "beside `||`"),
    ] {
        let expr: Expr = syn::parse_str(guard).expect(guard);
        let (_, found) = lets::misplaced(&expr).expect(guard);
        assert!(found.contains(message), "{guard}: {found}");
    }
}
