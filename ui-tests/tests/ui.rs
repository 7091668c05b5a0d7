//! Every case under `cases/`, by topic.

#[test]
fn mistakes_are_reported_with_help() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("cases/*/*.rs");
}

#[test]
fn valid_programs_compile_without_warnings() {
    trybuild::TestCases::new().pass("valid/*.rs");
}
