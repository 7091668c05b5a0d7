//! Prints tokens as one normalised line: the label of a transition, the default of an
//! argument. Depends on the tokens alone, so it never varies with `rustc`.

use super::names::TRIES;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The context before a token.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Nothing, an opening bracket, a binary operator, `,`, `;`: what comes next begins an operand.
    Open,
    /// A word or literal, or a closing bracket: an operand is complete.
    Operand,
    /// A prefix operator, `.` or `::`: what comes next is glued to it.
    Glue,
}

/// The line.
pub fn print(tokens: &TokenStream) -> String {
    let mut out = String::new();
    print_into(tokens.clone(), 0, &mut out);
    out
}

/// A type: its `<` and `>` are brackets, not comparisons.
pub fn print_type(ty: &syn::Type) -> String {
    let mut out = String::new();
    print_into(quote::quote!(#ty), 1, &mut out);
    out
}

/// `generics` is the number of open `<`: inside one, every `<` is a bracket.
fn print_into(tokens: TokenStream, mut generics: u32, out: &mut String) {
    let mut before = Before::Open;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) => {
                if before == Before::Operand {
                    out.push(' ');
                }
                let word = ident.to_string();
                out.push_str(if word.starts_with(TRIES) { "try" } else { &word });
                let opens = matches!(
                    &*word,
                    "return" | "in" | "if" | "else" | "match" | "as" | "mut" | "let" | "move"
                );
                before = if opens { Before::Open } else { Before::Operand };
                if opens && tokens.peek().is_some() {
                    out.push(' ');
                }
            }
            TokenTree::Literal(literal) => {
                if before == Before::Operand {
                    out.push(' ');
                }
                out.push_str(&literal.to_string());
                before = Before::Operand;
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace if group.stream().is_empty() => ("{", "}"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                if group.delimiter() == Delimiter::Brace && before == Before::Operand {
                    out.push(' ');
                }
                out.push_str(open);
                print_into(group.stream(), 0, out);
                out.push_str(close);
                before = Before::Operand;
            }
            TokenTree::Punct(first) => {
                let mut op = String::from(first.as_char());
                let mut spacing = first.spacing();
                while spacing == Spacing::Joint {
                    let Some(TokenTree::Punct(next)) = tokens.peek() else {
                        break;
                    };
                    let longer = format!("{op}{}", next.as_char());
                    if !OPERATORS.contains(&longer.as_str()) {
                        break;
                    }
                    spacing = next.spacing();
                    op = longer;
                    tokens.next();
                }
                before = operator(&op, before, &mut generics, out);
            }
        }
    }
    let end = out.trim_end().len();
    out.truncate(end);
}

const OPERATORS: [&str; 22] = [
    "::", "..", "...", "..=", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

/// Prints an operator and returns the context of the next token.
fn operator(op: &str, before: Before, generics: &mut u32, out: &mut String) -> Before {
    match op {
        "." | "::" | ".." | "..=" | "?" | "'" | "#" | "$" => {
            out.push_str(op);
            if op == "?" { Before::Operand } else { Before::Glue }
        }
        "," | ";" => {
            out.push_str(op);
            out.push(' ');
            Before::Open
        }
        // Also after `..`, which is no `..=` then.
        "=" => {
            out.push_str(" = ");
            Before::Open
        }
        ":" => {
            out.push_str(": ");
            Before::Open
        }
        "<" if out.ends_with("::") || *generics > 0 => {
            *generics += 1;
            out.push('<');
            Before::Glue
        }
        ">" if *generics > 0 => {
            *generics -= 1;
            out.push('>');
            Before::Operand
        }
        // A macro call: `matches!(..)`.
        "!" if before == Before::Operand => {
            out.push('!');
            Before::Operand
        }
        _ if before != Before::Operand => {
            // A prefix: `-x`, `!x`, `&x`, `*x`, `|x| ..`.
            out.push_str(op);
            Before::Glue
        }
        _ => {
            out.push(' ');
            out.push_str(op);
            out.push(' ');
            Before::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_no_blanks_inside() {
        let ty: syn::Type = syn::parse_quote!(Option<Vec<[f32; 3]>>);
        assert_eq!(print_type(&ty), "Option<Vec<[f32; 3]>>");
        let ty: syn::Type = syn::parse_quote!(&'static str);
        assert_eq!(print_type(&ty), "&'static str");
    }

    #[test]
    fn labels_read_as_a_person_would_write_them() {
        for line in [
            "self.from.is_none() && !lying(naosensors)",
            "naohw.accel_x >= -35.0 && naohw.accel_x <= 35.0",
            "self.from == Some(Side::Front) || lying_on_front(&naosensors)",
            "(a + b) * -c < d[1]",
            "a.iter().any(|x| *x > 2)",
            "matches!(self.x, Some(1..=5))",
            "x as f32 > 3.0",
            "v.get::<f32>(1, 2)",
            "if a { 1 } else { 2 } == 1",
            "2.0 * self.time_sec",
            "Side::Back",
            "self.n > 1 && let Some(d) = deviation(self.n) && let Spot { x, .. } = d",
            "let n @ 1.. = f() && let [a, 0] | [0, a] = g(&n)",
        ] {
            let tokens: TokenStream = line.parse().unwrap();
            let printed = print(&tokens);
            assert_eq!(printed.replace(' ', ""), line.replace(' ', ""), "nothing is lost");
            let again: TokenStream = printed.parse().unwrap();
            assert_eq!(print(&again), printed, "printing is stable");
        }
        let open: TokenStream = "let 1.. = n".parse().unwrap();
        assert_eq!(print(&open), "let 1.. = n");
        let spread: TokenStream = "self . x<- 1 . 0 && ! a . b ( c ,d )".parse().unwrap();
        assert_eq!(print(&spread), "self.x < -1.0 && !a.b(c, d)");
    }
}
