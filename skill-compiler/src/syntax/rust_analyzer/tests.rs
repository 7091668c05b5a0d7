//! The rules that every expansion keeps for rust-analyzer.

use proc_macro2::{Delimiter, LineColumn, TokenStream, TokenTree};
use std::collections::BTreeMap;

/// The word that rust-analyzer puts where the cursor is.
const CURSOR: &str = "cursor";

/// Lines that are being typed; `|` is the cursor.
const LINES: [(&str, &str); 21] = [
    (
        "a guard",
        "start state A { -> B when led.| ; -> FINAL after 1s; } state B { -> A after 1s; }",
    ),
    (
        "a value of a guard with `let`",
        "start state A { -> B(spot) when let Some(spot) = led.| ; } state B(n: u32) { -> FINAL after 1s; }",
    ),
    (
        "a guard after `let`",
        "start state A { -> FINAL when self.time_sec > 1.0 && let Some(spot) = find(led) && spot.| ; }",
    ),
    (
        "a value with names of the guard",
        "start state A { -> B(spot.0, |) when let Some(spot) = find(led) && spot > 1; } state B(n: u32, m: u32 = 0) { -> FINAL after 1s; }",
    ),
    (
        "a first value before `let`",
        "start state A { -> B(|) when let Some(spot) = find(led); } state B(n: u32) { -> FINAL after 1s; }",
    ),
    (
        "a number before `let`",
        "start state A { -> FAILED(\"{}\", spot.|) when let Some(spot) = find(led); -> FINAL after 1s; }",
    ),
    ("a block", "start state A { init { led.| } -> B after 1s; } state B { -> FINAL after 1s; }"),
    (
        "a statement",
        "start state A { exit { let x = 1; led.| } -> B after 1s; } state B { -> FINAL after 1s; }",
    ),
    ("a time", "start state A { -> B after self.| ; } state B { -> FINAL after 1s; }"),
    ("a value", "start state A { -> B(self.|) after 1s; } state B(n: u32) { -> FINAL after 1s; }"),
    (
        "a second value",
        "start state A { -> B(1, C) after 1s; } state B(n: u32, next: state()) { -> B(self.n, |) after 1s; -> self.next after 1s; } state C { -> FINAL after 1s; }",
    ),
    (
        "an argument",
        "depends_skills { Wait } start state A = Wait { | } { -> FINAL on FINAL; -> FAILED on FAILED; }",
    ),
    (
        "a number of tries",
        "start state A tries self.| via B { -> FAILED after 1s; -> FINAL after 2s; } state B { -> A after 1s; }",
    ),
    (
        "a guard in a state that is tried again",
        "start state A tries self.n { -> FAILED when self.| ; -> FINAL after 2s; }",
    ),
    (
        "a guard of a resume",
        "start state A { -> resume B when self.| ; -> FINAL after 1s; } state B(n: u32 = 1) { -> A after 1s; start state C {} }",
    ),
    (
        "a time of a resume",
        "start state A { -> resume deep B after self.| ; -> FINAL after 1s; } state B { -> A after 1s; start state C(n: u32 = 1) { start state D {} } }",
    ),
    (
        "a value of a resume",
        "start state A { -> resume B(self.|) after 2s; -> FINAL after 1s; } state B(n: f32 = 1.0) { -> A after 1s; start state C {} }",
    ),
    (
        "an argument in a list",
        "depends_skills { Wait } start state A = (action f(1), Wait { | }, action g()) { -> FINAL on FINAL; -> FAILED on FAILED; }",
    ),
    (
        "an argument of an action",
        "depends_skills { Wait } start state A = (Wait {}, action f(self.|), Wait {}) { -> FINAL on FINAL; -> FAILED on FAILED; }",
    ),
    (
        "a rate",
        "continuous { x: f32 = 0.0 } start state A { flow { der(self.x) = self.| } -> FINAL when self.x > 1.0; }",
    ),
    (
        "a crossing",
        "continuous { x: f32 = 0.0 } start state A { flow { der(self.x) = 1.0; } -> FINAL when crossing self.| ; }",
    ),
];

fn expansion(body: &str) -> TokenStream {
    let skill = format!(
        "pub skill Probe(time_sec: f32 = 1.0) {{ depends_interfaces {{ led: Led }} {body} }}"
    );
    // With all parts that an expansion may have.
    crate::skill(skill.parse().expect("tokens"), crate::Options { why: true })
}

/// All tokens, brackets included.
fn flat(tokens: TokenStream, all: &mut Vec<(String, LineColumn)>) {
    for token in tokens {
        let at = token.span().start();
        if let TokenTree::Group(group) = token {
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::Brace => ("{", "}"),
                Delimiter::None => ("", ""),
            };
            all.push((open.to_owned(), at));
            flat(group.stream(), all);
            all.push((close.to_owned(), at));
        } else {
            all.push((token.to_string(), at));
        }
    }
}

/// Returns the index in the expansion of the word that is being typed: in user code, after the
/// words that are mentioned before it.
fn cursor(tokens: &[(String, LineColumn)]) -> usize {
    let words_end = tokens.iter().position(|(word, _)| word == "__Args").expect("the arguments");
    let found = tokens[words_end..].iter().position(|(word, _)| word == CURSOR);
    words_end + found.expect("the word at the cursor is in the expansion")
}

#[test]
fn what_is_before_the_cursor_does_not_depend_on_whether_the_line_is_complete() {
    for (what, line) in LINES {
        let (mut as_typed, mut completed) = (Vec::new(), Vec::new());
        flat(expansion(&line.replace('|', "")), &mut as_typed);
        flat(expansion(&line.replace('|', CURSOR)), &mut completed);
        let end = cursor(&completed);
        // The attributes of half-typed and of complete code are equally long.
        let letters = |tokens: &[(String, LineColumn)]| -> usize {
            tokens.iter().map(|(token, _)| token.len()).sum()
        };
        assert_eq!(letters(&as_typed[..end]), letters(&completed[..end]), "{what}");
        let differ = |place: &usize| as_typed[*place].0 != completed[*place].0;
        for place in (0..end).filter(differ) {
            let pair = [as_typed[place].0.as_str(), completed[place].0.as_str()];
            let known = matches!(pair, ["all" | "any", "any" | "not"]);
            assert!(known, "{what}: {pair:?}");
        }
    }
}

/// Whether rust-analyzer sees what this `cfg` is on.
fn holds(condition: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    let parts =
        tokens.split(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','));
    let mut parts = parts.map(|part| match part {
        [TokenTree::Ident(word)] => word == "rust_analyzer",
        [TokenTree::Ident(word), TokenTree::Group(inside)] => {
            let inside = inside.stream();
            match word.to_string().as_str() {
                "not" => !holds(inside),
                "any" => any(inside),
                _ => holds(inside),
            }
        }
        _ => panic!("an unknown condition"),
    });
    parts.all(|part| part)
}

fn any(conditions: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = conditions.into_iter().collect();
    let parts =
        tokens.split(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','));
    parts.map(|part| part.iter().cloned().collect::<TokenStream>()).any(holds)
}

/// Returns the part of an expansion that rust-analyzer sees.
fn visible(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut out, mut place) = (Vec::new(), 0);
    while place < tokens.len() {
        match &tokens[place..] {
            [TokenTree::Punct(hash), TokenTree::Group(attribute), ..] if hash.as_char() == '#' => {
                let inside: Vec<TokenTree> = attribute.stream().into_iter().collect();
                let hidden = matches!(&inside[..], [TokenTree::Ident(word), TokenTree::Group(condition)]
                    if word == "cfg" && !holds(condition.stream()));
                place = if hidden { end_of_item(&tokens, place + 2) } else { place + 2 };
            }
            // It expands to nothing.
            [TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Group(_), ..]
                if word == "__rustc" =>
            {
                place += 3;
            }
            [TokenTree::Group(group), ..] => {
                let inside = visible(group.stream());
                let mut shown = proc_macro2::Group::new(group.delimiter(), inside);
                shown.set_span(group.span());
                out.push(shown.into());
                place += 1;
            }
            _ => {
                out.push(tokens[place].clone());
                place += 1;
            }
        }
    }
    out.into_iter().collect()
}

/// The end of the item, statement or field that begins at a place, its further attributes included.
fn end_of_item(tokens: &[TokenTree], mut place: usize) -> usize {
    while matches!(&tokens[place], TokenTree::Punct(hash) if hash.as_char() == '#') {
        place += 2;
    }
    let to_semicolon = matches!(&tokens[place], TokenTree::Ident(word)
        if ["let", "const", "static", "type", "use", "return"].iter().any(|begin| word == begin));
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(sign) if to_semicolon => sign.as_char() == ';',
        // A field has no braces.
        TokenTree::Punct(sign) => sign.as_char() == ',',
        TokenTree::Group(group) => !to_semicolon && group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    tokens[place..].iter().position(ends).map_or(tokens.len(), |end| place + end + 1)
}

/// Code of the user in every place where there can be some; each `u_` word is in it once.
const CODE: &str = "pub skill Once(time_sec: f32 = 1.0) {
    depends_skills { Wait }
    depends_interfaces { led: Led }
    continuous { x: f32 = u_continuous }
    vars { done: u32 = u_variable }
    always { -> Stop when led.u_always(); }
    start state Begin { -> Side(u_value, Stop) when u_guard(self.done); }
    state Side(corner: u32, next: state()) {
        vars { steps: u32 = corner + u_state_variable }
        precond -> FAILED(\"{}\", u_reason(self.corner)) when u_precondition(self.corner);
        init { u_init(self.steps); }
        flow { der(self.x) = u_rate(self.steps); }
        -> self.next when crossing u_crossing(self.x) > 1.0;
        -> FINAL after u_time(self.corner);
        start state Calls = Wait { time_sec: u_argument(self.corner) } {
            loop { u_loop(self.steps); }
            exit { u_exit(self.steps); }
            -> Acts on FINAL;
            -> FAILED on FAILED;
        }
        state Acts = action u_action(u_action_argument(self.steps)) tries u_count(self.steps) {
            -> FAILED when u_again(self.steps);
            -> Calls on FINAL;
            -> FAILED on FAILED;
        }
    }
    state Stop { -> FINAL after 1s; }
}";

#[test]
fn each_token_of_the_users_code_is_visible_once() {
    let expansion = crate::skill(CODE.parse().expect("tokens"), crate::Options { why: true });
    let (mut seen, mut compiled) = (BTreeMap::new(), Vec::new());
    let mut tokens = Vec::new();
    flat(visible(expansion.clone()), &mut tokens);
    for (word, at) in tokens {
        *seen.entry((word, (at.line, at.column))).or_insert(0) += 1;
    }
    flat(expansion, &mut compiled);
    let users = seen.iter().filter(|((word, _), _)| word.starts_with("u_"));
    let users: Vec<_> = users.map(|((word, _), times)| (word.as_str(), *times)).collect();
    assert_eq!(users.len(), CODE.matches("u_").count(), "{users:?}");
    assert!(users.iter().all(|(_, times)| *times == 1), "{users:?}");
    let copies = compiled.iter().filter(|(word, _)| word == "u_init").count();
    assert_eq!(copies, 2, "one copy for each reader");
}
