use super::*;

fn rust(text: &str) -> String {
    let (guard, rest) = Guard::parse(&[text]).expect(text);
    assert!(rest.is_empty(), "{rest:?}");
    guard.to_string()
}

#[test]
fn prints_rust() {
    assert_eq!(rust("true"), "true");
    assert_eq!(rust("(>= x0 x1)"), "input.x0 >= input.x1");
    assert_eq!(rust("(not (== v0 -1))"), "!(self.v0 == -1.0)");
    assert_eq!(rust("(and (not(or true(< 1 2)))false)"), "(!(true || 1.0 < 2.0) && false)");
    assert_eq!(
        rust("(<= (% x0 -3) (- v2 (* 2 x10)))"),
        "modulo(input.x0, -3.0) <= (self.v2 - (2.0 * input.x10))"
    );
}

#[test]
fn leaves_what_follows() {
    let (_, rest) = Guard::parse(&["(==", "1", "1)", "error", "E1"]).expect("a guard");
    assert_eq!(rest, ["error", "E1"]);
}

#[test]
fn refuses() {
    let deep = "(not ".repeat(300);
    let cases = [
        ("", "the end of the line", "a guard"),
        ("maybe", "`maybe`", "a guard"),
        ("(and)", "`)`", "a guard"),
        ("(xor true true)", "`xor`", "`and`, `or`"),
        ("(< x0)", "`)`", "a term"),
        ("(< x0 1 2)", "`2`", "`)`"),
        ("(< y0 1)", "`y0`", "a term"),
        ("(< x+1 1)", "`x+1`", "a term"),
        ("(< 1.5 1)", "`1.5`", "a term"),
        ("(< (/ 1 2) 1)", "`/`", "`+`, `-`"),
        ("(not true", "the end of the line", "`)`"),
        (&deep, "`(`", "at most 256"),
    ];
    for (text, found, expected) in cases {
        let error = Guard::parse(&[text]).expect_err(text);
        assert_eq!(error.found, found, "{text}");
        assert!(error.expected.starts_with(expected), "{text}: {error}");
    }
}
