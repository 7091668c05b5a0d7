//! Outlines, symbols and the colors of words.

use serde_json::{Value, json};

use crate::probe::Source;
use crate::session::{Checker, Judged, Outcome};
use crate::text::{Position, Span};

/// The names of the kinds of symbols, from 1.
const KINDS: &str = "File Module Namespace Package Class Method Property Field Constructor Enum Interface \
    Function Variable Constant String Number Boolean Array Object Key Null EnumMember Struct \
    Event Operator TypeParameter";

impl Checker<'_> {
    /// Checks the type of the token at a position.
    pub fn token(&mut self, source: &Source, at: Position, kind: &str) -> Judged {
        let legend = &self.server.capabilities()["semanticTokensProvider"]["legend"];
        let names = |list: &str| -> Vec<String> {
            legend[list]
                .as_array()
                .into_iter()
                .flatten()
                .map(|name| text(name).to_owned())
                .collect()
        };
        let (types, modifiers) = (names("tokenTypes"), names("tokenModifiers"));
        let answer = self.ask("semanticTokens/full", source, at, json!({}))?;
        let numbers = answer["data"].as_array().into_iter().flatten();
        let numbers: Option<Vec<usize>> =
            numbers.map(|number| usize::try_from(number.as_u64()?).ok()).collect();
        let Some((found, bits)) = token_at(&numbers.unwrap_or_default(), at) else {
            return Ok(Outcome::new(kind == "none", "none"));
        };
        let has = |place: &usize| bits >> place & 1 == 1;
        let modifiers = (0..modifiers.len()).filter(has).map(|place| modifiers[place].as_str());
        let of_type = types.get(found).map(String::as_str);
        let found: Vec<&str> = of_type.into_iter().chain(modifiers).collect();
        let mut expected = kind.split('.');
        let is_type = expected.next() == of_type;
        Ok(Outcome::new(is_type && expected.all(|name| found.contains(&name)), found.join(".")))
    }

    /// Checks the kinds of the symbol of the workspace that a word names.
    pub fn symbol(&mut self, source: &Source, at: Position, kinds: &[String]) -> Judged {
        // `#`: not types alone, if there are any.
        let params = json!({ "query": format!("{}#", source.word(at)) });
        let answer = self.server.request("workspace/symbol", &params)?;
        let uri = self.uri(source);
        let is_here = |symbol: &&Value| {
            let location = &symbol["location"];
            text(&location["uri"]) == uri && covers(&location["range"], at)
        };
        let symbols = answer.as_array().into_iter().flatten().filter(is_here);
        let found: Vec<(&str, &str)> =
            symbols.map(|symbol| (text(&symbol["name"]), kind(symbol))).collect();
        let named = |kind: &String| found.contains(&(source.word(at), kind));
        Ok(Outcome::new(!kinds.is_empty() && kinds.iter().all(named), format!("{found:?}")))
    }

    /// Checks the kind of the outline's item whose name is at a position.
    pub fn outline(&mut self, source: &Source, at: Position, expected: Option<&str>) -> Judged {
        let answer = self.ask("documentSymbol", source, at, json!({}))?;
        let mut items: Vec<&Value> = answer.as_array().into_iter().flatten().collect();
        let mut found = None;
        while let Some(item) = items.pop() {
            items.extend(item["children"].as_array().into_iter().flatten());
            if covers(&item["selectionRange"], at) && text(&item["name"]) == source.word(at) {
                found = Some(kind(item));
            }
        }
        Ok(Outcome::new(found == expected, format!("{found:?}")))
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn covers(range: &Value, at: Position) -> bool {
    Span::read(range).is_some_and(|span| span.start <= at && at < span.end)
}

/// Returns the name of the kind of a symbol.
fn kind(symbol: &Value) -> &'static str {
    let number = symbol["kind"].as_u64().and_then(|kind| usize::try_from(kind).ok());
    number.and_then(|kind| KINDS.split(' ').nth(kind.checked_sub(1)?)).unwrap_or("unknown")
}

/// Returns the type and modifiers of the token at a position. Each token is five numbers: lines and
/// columns from the one before it, length, type, modifiers.
fn token_at(numbers: &[usize], at: Position) -> Option<(usize, usize)> {
    let (mut line, mut column) = (0, 0);
    for token in numbers.chunks_exact(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        if line == at.line && (column..column + token[2]).contains(&at.column) {
            return Some((token[3], token[4]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_relative_to_the_one_before() {
        let numbers = [2, 4, 3, 7, 0, 0, 5, 2, 8, 1, 1, 1, 1, 9, 0];
        let at = |line, column| token_at(&numbers, Position { line, column });
        assert_eq!(at(2, 6), Some((7, 0)));
        assert_eq!(at(2, 7), None);
        assert_eq!(at(2, 10), Some((8, 1)));
        assert_eq!(at(3, 1), Some((9, 0)));
    }

    #[test]
    fn kinds_are_counted_from_one() {
        assert_eq!(kind(&json!({ "kind": 23 })), "Struct");
        assert_eq!(kind(&json!({ "kind": 0 })), "unknown");
    }
}
