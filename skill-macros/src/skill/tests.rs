//! Expansions as snapshots: a fixed set of skills, whole and half typed.
//!
//! After a change: `INSTA_UPDATE=always cargo test -p skill-macros`, then read every
//! difference.

use proc_macro2::TokenStream;

/// A skill with what most skills have.
const WHOLE: &str = r#"
    /// Blinks.
    pub skill Blink(times: u32 = 3 in 1..=9) {
        depends_skills { Wait }
        depends_interfaces { led: Led = "Chest" (max_age = 40ms) }
        vars { done: u32 = 0 }
        always { -> FAILED("the light of {} is stale", self.times) when led.stale(); }
        start state On {
            precond -> FAILED("no light") when !led.has_writer();
            init { led.send(led::TurnOn {}); }
            -> Off after 500ms;
        }
        state Off = Wait { time_sec: 0.5 } {
            exit { self.done += 1; }
            -> On on FINAL;
            -> FAILED on FAILED;
            /// enough
            -> FINAL when self.done == self.times;
        }
    }
"#;

/// What is half typed, each in a skill that is whole otherwise.
const HALF_TYPED: [(&str, &str); 7] = [
    ("guard", "start state A { -> B when led. ; -> FINAL after 1s; } state B { -> A after 1s; }"),
    ("target", "start state A { -> ; -> FINAL after 1s; } state B { -> A after 1s; }"),
    ("semicolon", "start state A { -> B after 1s -> FINAL after 2s; } state B { -> A after 1s; }"),
    ("word", "sta start state A { ini -> B after 1s; } state B { -> FINAL after 1s; }"),
    ("block", "start state A { init { led. } -> B after 1s; } state B { -> FINAL after 1s; }"),
    ("runs", "start state A = { -> B after 1s; } state B { -> FINAL after 1s; }"),
    (
        "argument",
        "depends_skills { Wait } start state A = Wait { ti } { -> FINAL on FINAL; -> FAILED on FAILED; }",
    ),
];

fn half_typed(body: &str) -> String {
    format!("pub skill Probe() {{ depends_interfaces {{ led: Led }} {body} }}")
}

fn expansion(skill: &str) -> TokenStream {
    super::compile(skill.parse().expect("tokens"))
}

/// The expansion as formatted Rust: also a proof that it is syntactically Rust.
fn printed(skill: &str) -> String {
    let file = syn::parse2(expansion(skill)).expect("an expansion is always Rust");
    prettyplease::unparse(&file)
}

#[test]
fn a_whole_skill() {
    insta::assert_snapshot!("whole", printed(WHOLE));
}

#[test]
fn half_typed_skills() {
    for (name, body) in HALF_TYPED {
        insta::assert_snapshot!(format!("half_typed_{name}"), printed(&half_typed(body)));
    }
}

#[test]
fn two_expansions_are_the_same_tokens() {
    let half = HALF_TYPED.map(|(_, body)| half_typed(body));
    for skill in half.iter().map(String::as_str).chain([WHOLE]) {
        assert_eq!(expansion(skill).to_string(), expansion(skill).to_string());
    }
}

/// Cut off anywhere, or with any token left out, a skill expands to Rust: the macro
/// never panics and never gives up on the rest.
#[test]
fn no_broken_skill_breaks_the_macro() {
    let tokens: Vec<_> = WHOLE.parse::<TokenStream>().expect("tokens").into_iter().collect();
    let body_at = tokens.len() - 1;
    let proc_macro2::TokenTree::Group(body) = &tokens[body_at] else { panic!("the body is last") };
    let inside: Vec<_> = body.stream().into_iter().collect();
    for left_out in 0..inside.len() {
        for cut in [false, true] {
            let rest = if cut { &inside[left_out..left_out] } else { &inside[left_out + 1..] };
            let stream: TokenStream = inside[..left_out].iter().chain(rest).cloned().collect();
            let mut tokens = tokens.clone();
            tokens[body_at] = proc_macro2::Group::new(body.delimiter(), stream).into();
            let expansion = super::compile(tokens.into_iter().collect());
            let file: syn::File = syn::parse2(expansion).expect("an expansion is always Rust");
            assert!(file.items.len() > 4, "the skill's types are there");
        }
    }
}
