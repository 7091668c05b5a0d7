//! Names: their spelling in skill strings, and the nearest one that was meant.

use proc_macro2::{Literal, Span};
use quote::ToTokens as _;
use syn::{Ident, Path};

/// Returns `TrackBall` as `track_ball`, `LShoulderPitch` as `l_shoulder_pitch`.
#[must_use]
pub fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, c) in chars.iter().enumerate() {
        if c.is_uppercase() && i > 0 {
            let after_lower = !chars[i - 1].is_uppercase() && chars[i - 1] != '_';
            let before_lower = chars.get(i + 1).is_some_and(|next| next.is_lowercase());
            if (after_lower || before_lower) && chars[i - 1] != '_' {
                out.push('_');
            }
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// `pick_up` as `PickUp`
pub fn camel(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    });
    words.collect()
}

/// `pick_up` as the type `PickUp`; `_1`, of which no type can be made so, as `X_1`.
pub fn type_name(name: &Ident) -> Ident {
    let text = plain(name);
    let camel = syn::parse_str::<Ident>(&camel(&text)).map(|camel| camel.to_string());
    Ident::new(&camel.unwrap_or_else(|_| format!("X{text}")), name.span())
}

/// `NaoQi Motion` as `naoqi_motion`: an identifier for any id.
pub fn field_of_id(id: &str) -> String {
    let mut out = String::new();
    for c in id.chars() {
        if c.is_ascii_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.ends_with('_') {
            out.push('_');
        }
    }
    let out = out.trim_matches('_').to_owned();
    if out.starts_with(|c: char| c.is_ascii_digit()) || out.is_empty() {
        format!("id_{out}")
    } else {
        out
    }
}

/// The hash of an interface's id, as the runtime's `interface_id` computes it: FNV-1a. The literal
/// spares `rustc` the evaluation of a constant wherever a type names the interface.
pub fn interface_id(id: &str) -> Literal {
    let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Literal::u64_unsuffixed(hash)
}

/// Returns `name` as an identifier, raw if it is a keyword; a keyword that cannot be raw gets a `_`, as an empty name
/// does.
#[must_use]
pub fn ident(name: &str, span: Span) -> Ident {
    if matches!(name, "self" | "Self" | "super" | "crate" | "_" | "") {
        return Ident::new(&format!("{name}_"), span);
    }
    syn::parse_str::<Ident>(name).map_or_else(
        |_| Ident::new_raw(name, span),
        |mut ident| {
            ident.set_span(span);
            ident
        },
    )
}

/// Returns an identifier without its `r#`.
pub fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map_or(text.clone(), str::to_owned)
}

/// The beginning of the name of the parameter with the number of the try of a state.
pub const TRIES: &str = "__tries_";

/// The beginning of the names of states that have none; reported.
pub const MADE_UP: &str = "__unnamed";

/// Whether the name of a state is made up.
pub fn is_made_up(name: &Ident) -> bool {
    name.to_string().starts_with(MADE_UP)
}

/// The variable that says that a block has reached the limit of iterations.
pub const OVER_LIMIT: &str = "__over_limit";

/// Returns a name for people: the number of a try is `try`, a keyword, which nothing else is called.
pub fn shown(name: &Ident) -> String {
    let name = plain(name);
    if name.starts_with(TRIES) { "try".to_owned() } else { name }
}

/// The last word of a path: the name by which a skill is called.
pub fn last(path: &Path) -> String {
    path.segments.last().map_or(String::new(), |segment| plain(&segment.ident))
}

/// The words of a path.
pub fn words(path: &Path) -> Vec<String> {
    path.segments.iter().map(|segment| plain(&segment.ident)).collect()
}

/// `a::Pick`
pub fn print_path(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

/// Returns `\nhelp: did you mean ..?` for the nearest of `names`, or nothing.
pub fn did_you_mean<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, names).map_or(String::new(), |near| format!("\nhelp: did you mean `{near}`?"))
}

/// Returns the nearest of `names`, if it differs in at most a third of its letters, and not in its only
/// one.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let allowed = length.div_ceil(3).max(1);
    names
        .into_iter()
        // Others are not compared letter by letter.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= allowed)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, near)| {
            *distance <= allowed && *distance < length.max(near.chars().count())
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, near)| near)
}

/// Returns the number of letters to change, add, remove or swap, ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_letter_is_another_name() {
        assert_eq!(nearest("x", ["y", "z"]), None);
        assert_eq!(nearest("x", ["y", "X"]), Some("X"));
        assert_eq!(nearest("x", ["y", "xs"]), Some("xs"));
        assert_eq!(nearest("ab", ["xb"]), Some("xb"));
    }

    #[test]
    fn names_become_camel_case() {
        for (name, expected) in [("pick_up", "PickUp"), ("über_weg", "ÜberWeg"), ("__a", "A")] {
            assert_eq!(camel(name), expected);
        }
    }

    #[test]
    fn each_name_becomes_a_type() {
        for (name, expected) in [("arm", "Arm"), ("_1", "X_1"), ("__", "X__"), ("self_", "Xself_")]
        {
            let name: Ident = syn::parse_str(name).unwrap();
            assert_eq!(type_name(&name), expected);
        }
    }

    #[test]
    fn names_become_snake_case() {
        for (name, expected) in [
            ("Standup", "standup"),
            ("TrackBall", "track_ball"),
            ("LShoulderPitch", "l_shoulder_pitch"),
            ("HTTPServer", "http_server"),
            ("Kick2", "kick2"),
            ("already_snake", "already_snake"),
        ] {
            assert_eq!(snake(name), expected);
        }
        assert_eq!(field_of_id("NaoQi Motion"), "naoqi_motion");
        assert_eq!(field_of_id("Nao LED: 1/2"), "nao_led_1_2");
        assert_eq!(field_of_id("9 lives"), "id_9_lives");
    }

    #[test]
    fn the_nearest_name_is_offered() {
        assert_eq!(did_you_mean("Wiat", ["Wait", "Walk"]), "\nhelp: did you mean `Wait`?");
        assert_eq!(did_you_mean("Xyz", ["Wait"]), "");
    }
}
