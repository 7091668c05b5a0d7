//! Code that keeps its lines, moved to another indentation.

use crate::lexemes::Lexemes;
use crate::style::Style;
use crate::text::{Place, indent_of};

/// Returns the text at `place` with its own line breaks. The leftmost line is moved to the level,
/// or one level deeper if it is neither a statement nor begins with a closing bracket; the other
/// lines keep their indentation relative to it. Lines that begin in a literal or a doc comment are
/// unchanged.
pub fn reindented(
    text: &str,
    place: &Place,
    level: usize,
    is_statements: bool,
    style: &Style,
) -> String {
    let code = &text[place.clone()];
    let lexemes = Lexemes::of(code).unwrap_or_default();
    let is_fixed = |at: usize| {
        let token = lexemes.tokens.partition_point(|token| token.place.end <= at);
        lexemes.tokens.get(token).is_some_and(|token| token.place.start < at)
    };
    // The lines after the first, each with its offset.
    let mut at = 0;
    let mut lines: Vec<(&str, bool)> = Vec::new();
    for line in code.split('\n') {
        lines.push((line, is_fixed(at)));
        at += line.len() + 1;
    }
    let first = text[..place.start].rsplit('\n').next().unwrap_or("");
    let movable = lines[1..].iter().filter(|(line, is_fixed)| !is_fixed && !line.trim().is_empty());
    let indents = movable.map(|(line, _)| (style.width(indent_of(line)), line.trim_start()));
    let on_own_line = (is_statements && first.trim().is_empty())
        .then(|| (style.width(indent_of(first)), lines[0].0));
    let Some((least, leftmost)) =
        on_own_line.into_iter().chain(indents).min_by_key(|(columns, _)| *columns)
    else {
        return code.to_owned();
    };
    let is_deeper = !is_statements && !leftmost.starts_with([')', ']', '}']);
    let target = (level + usize::from(is_deeper)) * style.tab_spaces;
    let mut out = String::new();
    for (index, (line, is_fixed)) in lines.iter().enumerate() {
        let ends_in_token = lines.get(index + 1).is_some_and(|(_, is_fixed)| *is_fixed);
        let line = if ends_in_token { line } else { line.trim_end() };
        if index > 0 {
            out.push('\n');
        }
        if index == 0 || *is_fixed || line.is_empty() {
            out.push_str(line);
            continue;
        }
        let indent = indent_of(line);
        out.push_str(&style.columns(style.width(indent) - least + target));
        out.push_str(&line[indent.len()..]);
    }
    out
}
