//! Every case under `cases/`, by topic.

#[test]
fn mistakes_are_refused_with_words_that_help() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("cases/*/*.rs");
}

#[test]
fn what_is_right_compiles_without_a_warning() {
    trybuild::TestCases::new().pass("valid/*.rs");
}
