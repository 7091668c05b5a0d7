use super::*;

const CASE: &str = "\
fsm sub
  start Only
  state Only
  trans Only FINAL cond true
end
fsm top
  start go-on
  limit 7
  state wait
  state go-on skill sub,sub FINAL wait
  state one skill sub one FAILED
  default wait (== x2 (% v0 2))
  trans go-on one both (< x0 -1) error E
  trans wait go-on timeout 2
  trans wait FAILED timeout 3
  trans one wait timeout 0
  trans one FINAL precond false
  trans FINAL wait cond true
  on go-on init set v1 -4
  on go-on init inc v1
  on wait exit copy v0 x2
end
trace
1 2
! reset
! stall
-3 4 5
";

const EXPECTED: &str = include_str!("translate_expected.rs.in");

fn program() -> Program {
    Program::parse(CASE).expect("well-formed")
}

fn translated() -> String {
    let program = program();
    let fields = input_fields([&program].into_iter());
    case("example.fsm", &program, &fields).expect("translatable")
}

#[test]
fn writes_this() {
    assert_eq!(translated(), EXPECTED);
}

#[test]
fn needs_a_start_state() {
    let text = CASE.replace("start Only", "start FINAL");
    let program = Program::parse(&text).expect("well-formed");
    let error = case("a.fsm", &program, &BTreeSet::new()).expect_err("no start");
    assert_eq!(error.to_string(), "machine `sub` starts in FINAL or FAILED, which a skill cannot");
}

#[test]
fn needs_a_transition() {
    for limit in [0, 1] {
        let text = format!("fsm t\n start A\n state A\n limit {limit}\nend\ntrace\n1");
        let program = Program::parse(&text).expect("well-formed");
        let error = case("a.fsm", &program, &BTreeSet::new()).expect_err("no transition");
        let expected =
            format!("machine `t` with `limit {limit}` takes no transition, a skill at least one");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn support_has_the_fields_that_are_used() {
    let text = support(&input_fields([&program()].into_iter()));
    assert!(text.contains("pub Input { fields { x0: f64, x2: f64 } }"));
    assert!(text.contains("Input { x0: at(0), x2: at(1), ..Input::default() }"));
    let none = input_fields(std::iter::empty());
    assert_eq!(Vec::from_iter(none), [0]);
}

#[test]
fn strings_and_comments_are_escaped() {
    let text = "fsm a\"\\{}\n start S\n state S\nend\ntrace\n1";
    let program = Program::parse(text).expect("well-formed");
    let found = case("b\n.fsm", &program, &input_fields([&program].into_iter()));
    let found = found.expect("translatable");
    assert!(found.contains(r#"hook('i', "a\"\\{}", "S");"#), "{found}");
    assert!(found.contains(r#"/// fsm a\"\\{} of b\n.fsm"#), "{found}");
    parse(&found);
}

/// Checks that the text is Rust, with any tokens inside macros.
fn parse(text: &str) {
    syn::parse_file(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
}

/// Checks that the guards of a skill are expressions and its blocks are blocks. Returns their
/// number.
fn check_skill(tokens: proc_macro2::TokenStream) -> usize {
    use proc_macro2::{Delimiter, TokenTree};
    let mut checked = 0;
    let mut previous = String::new();
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            match (previous.as_str(), group.delimiter()) {
                ("init" | "loop" | "exit", Delimiter::Brace) => {
                    syn::parse2::<syn::Block>(group.clone().into_token_stream()).expect("a block");
                    checked += 1;
                }
                ("guard", Delimiter::Parenthesis) => {
                    let call = format!("guard{group}");
                    let call: syn::ExprCall = syn::parse_str(&call).expect("a call");
                    assert_eq!(call.args.len(), 3);
                    checked += 1;
                }
                _ => checked += check_skill(group.stream()),
            }
        }
        previous = token.to_string();
    }
    checked
}

trait IntoTokenStream {
    fn into_token_stream(self) -> proc_macro2::TokenStream;
}

impl IntoTokenStream for proc_macro2::Group {
    fn into_token_stream(self) -> proc_macro2::TokenStream {
        proc_macro2::TokenTree::Group(self).into()
    }
}

#[test]
fn all_cases_are_rust() {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/fsmt");
    let cases = crate::read_cases(&directory, "").expect("well-formed");
    let fields = input_fields(cases.iter().map(|case| &case.program));
    parse(&support(&fields));
    let mut checked = 0;
    for found in &cases {
        let text = case(&found.name, &found.program, &fields).expect("translatable");
        let file = syn::parse_file(&text).expect("Rust");
        for item in file.items {
            if let syn::Item::Macro(skill) = item {
                checked += check_skill(skill.mac.tokens);
            }
        }
    }
    assert!(checked > 3 * 965, "{checked}");
    parse(&inline(&cases).expect("translatable"));
}
