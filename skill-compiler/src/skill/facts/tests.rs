//! Facts of pieces of code.

use super::*;

fn summary(facts: &Facts) -> String {
    let fields = facts
        .fields
        .iter()
        .map(|field| format!("self.{}{}", field.name, if field.is_changed { "!" } else { "" }));
    let members = facts.members.iter().map(|used| {
        format!("{}.{}{}", used.owner, used.name, if used.is_assigned { "!" } else { "" })
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
        ("{ motion.speed = 1.0; motion.pose.x = 1.0; }", "motion.speed! motion.pose"),
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
