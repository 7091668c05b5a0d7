//! Guards, also with memory: `when GUARD`, `when rising GUARD`, `when GUARD for TIME`.

use super::{items, kw, time};
use crate::skill::ast::{Code, Memory, Time, Trigger};
use crate::skill::facts::{Condition, Facts, lets};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::label;
use crate::syntax::names::{did_you_mean, plain};
use crate::syntax::tokens;
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{ParseStream, Parser as _};
use syn::token::And as BitAnd;
use syn::{BinOp, Expr, ExprBinary, Pat, Token};

/// `rising GUARD for TIME` after `when`; `rest` takes the tokens of the trigger.
pub fn when(
    input: ParseStream<'_>,
    when: Span,
    rest: impl Fn(ParseStream<'_>) -> TokenStream,
    errors: &mut Errors,
) -> Option<Trigger> {
    let rising = input.peek(kw::rising) && !input.peek2(Token![.]);
    let rising = if rising { input.parse::<kw::rising>().ok() } else { None };
    let (keyword, what) = match &rising {
        Some(word) => (word.span, "when rising"),
        None => (when, "when"),
    };
    if rising.is_some() {
        errors.record_keyword("rising", keyword);
    }
    if input.peek(Token![for]) && !input.peek2(Token![<]) {
        let (at, tokens) = (input.span(), rest(input));
        let time = tokens.into_iter().nth(1).map_or("TIME".to_owned(), |time| time.to_string());
        let help = format!("help: write it last: `when GUARD for {time}`");
        errors.span(at, format!("`for` before the guard\n{help}"));
        return None;
    }
    if input.peek(kw::otherwise) && (input.peek2(Token![;]) || input.peek2(Token![->])) {
        let word = input.parse::<kw::otherwise>().ok()?;
        let help = "help: write `otherwise` without `when`";
        errors.at(&word, format!("`otherwise` is not a guard\n{help}"));
        return None;
    }
    let time = input.fork().parse::<syn::Lit>().ok().filter(|_| input.peek2(Token![;]));
    if let Some(time) = time.filter(|time| !time::suffix(time).is_empty()) {
        rest(input);
        let text = quote::ToTokens::to_token_stream(&time);
        let help = format!("help: write `after {text}`");
        errors.at(&time, format!("expected a guard, found a time\n{help}"));
        return None;
    }
    let mut taken = rest(input);
    while let Some(semicolon) = inside_lets(&taken, input) {
        errors.span(
            semicolon,
            "expected `&&` after a `let` of the guard, found `;`\nhelp: write `&&`",
        );
        let _ = input.parse::<Token![;]>();
        let part = rest(input);
        taken = quote::quote!(#taken && #part);
    }
    let taken = without_rising(taken, errors);
    let (guard, lasts) = time::split(taken);
    let guard = parse(guard, keyword, what, errors);
    let time = lasts.map(|(word, tokens)| {
        errors.record_keyword("for", word);
        time::lasting(tokens, word, errors)
    });
    let (guard, expr) = guard?;
    let rising = rising.is_some();
    Some(match time {
        None if !rising => Trigger::When(guard, Condition::of(&expr)),
        None => Trigger::Remembers(guard, Memory { rising, time: None }),
        // One that is wrong is reported; the guard is checked.
        Some(time) => {
            let time = Some(time.unwrap_or_else(Time::broken));
            Trigger::Remembers(guard, Memory { rising, time })
        }
    })
}

/// Reports and removes `rising` at the end of a guard.
fn without_rising(taken: TokenStream, errors: &mut Errors) -> TokenStream {
    let all: Vec<TokenTree> = taken.into_iter().collect();
    if let [before @ .., last, TokenTree::Ident(word)] = &all[..]
        && !matches!(last, TokenTree::Punct(_))
        && (word == "rising" || word == "falling")
    {
        let guard = label::print(&all[..all.len() - 1].iter().cloned().collect());
        let not = if word == "falling" { "!" } else { "" };
        let help = format!("help: write it before: `when rising {not}{guard}`");
        errors.at(word, format!("`{word}` after the guard\n{help}"));
        return before.iter().chain([last]).cloned().collect();
    }
    all.into_iter().collect()
}

/// Returns the `;` between a guard with `let` and another part of it.
fn inside_lets(taken: &TokenStream, input: ParseStream<'_>) -> Option<Span> {
    let is_let = |token: TokenTree| matches!(token, TokenTree::Ident(word) if word == "let");
    if !taken.clone().into_iter().any(is_let) {
        return None;
    }
    let ahead = input.fork();
    let semicolon = ahead.parse::<Token![;]>().ok()?;
    if items::begins_item(&ahead) {
        return None;
    }
    let part = ahead.parse::<Expr>().ok()?;
    let is_part = matches!(part, Expr::Binary(_) | Expr::Unary(_) | Expr::MethodCall(_));
    (is_part && ahead.peek(Token![;])).then_some(semicolon.span)
}

/// Returns the pattern of a `let` that ends, or goes on with another part of the guard, without a value.
fn let_without_value(all: &[TokenTree]) -> Option<TokenStream> {
    let is_sign =
        |token: &TokenTree, char| matches!(token, TokenTree::Punct(sign) if sign.as_char() == char);
    let mut parts = all.split(|token| matches!(token, TokenTree::Ident(word) if word == "let"));
    parts.next();
    parts.find_map(|part| {
        let is_end = |two: &[TokenTree]| two.iter().all(|sign| is_sign(sign, '&'));
        let end = part.windows(2).position(is_end).unwrap_or(part.len());
        let pattern = part.get(..end).filter(|of| !of.is_empty())?;
        let has_value = pattern.iter().any(|sign| is_sign(sign, '='));
        (!has_value).then(|| pattern.iter().cloned().collect())
    })
}

/// A guard: an expression, kept as the tokens it was written with.
pub fn parse(
    tokens: TokenStream,
    keyword: Span,
    trigger: &str,
    errors: &mut Errors,
) -> Option<(Code, Expr)> {
    let mut all: Vec<TokenTree> = tokens.into_iter().collect();
    without_if(&mut all, errors);
    single_equals(&mut all, errors);
    let tokens: TokenStream = all.iter().cloned().collect();
    if is_misplaced(&all, trigger, errors) {
        return None;
    }
    for two in all.windows(2) {
        if let [TokenTree::Punct(first), TokenTree::Punct(second)] = two
            && (first.as_char(), first.spacing(), second.as_char()) == ('<', Spacing::Joint, '-')
        {
            let message =
                "`<-` is a single token\nhelp: write `< -` to compare with a negative value";
            errors.span(second.span(), message);
            return None;
        }
    }
    if let [TokenTree::Ident(word), TokenTree::Ident(_), ..] = &all[..] {
        let near = match &*word.to_string() {
            "rise" | "raising" | "rises" | "edge" | "rising_edge" => {
                "\nhelp: did you mean `rising`?".to_owned()
            }
            "fall" | "falls" | "falling_edge" => "\nhelp: write `when rising !GUARD`".to_owned(),
            word => did_you_mean(word, ["crossing", "rising"]),
        };
        if !near.is_empty() && trigger == "when" {
            errors.at(word, format!("expected a guard, an expression of type `bool`{near}"));
            return None;
        }
    }
    if is_operator(&all, errors) {
        return None;
    }
    if tokens.is_empty() {
        errors.span(
            keyword,
            format!("missing guard after `{trigger}`\nhelp: write an expression of type `bool`"),
        );
        return None;
    }
    if let Some(pattern) = let_without_value(&all) {
        let text = label::print(&pattern);
        let help = format!("help: write `let {text} = VALUE`");
        errors.at(&pattern, format!("missing `=` and a value after `let {text}`\n{help}"));
        if let Ok(pattern) = Pat::parse_multi.parse2(pattern) {
            errors.broken.extend(lets::bound(&pattern).iter().map(plain));
        }
        return None;
    }
    if trigger == "when crossing"
        && let Ok(Expr::Assign(assign)) = syn::parse2(tokens.clone())
    {
        let help = "help: write `<=` or `>=` to compare";
        errors.at(&assign.eq_token, format!("a crossing cannot assign\n{help}"));
        return None;
    }
    let (mut guard, expr) = items::parsed::<Expr>(tokens, CodeKind::Trigger, keyword, errors)?;
    equal_operands(&expr, errors);
    if let Some((at, message)) = lets::misplaced(&expr) {
        errors.at(&at.let_token, message);
        errors.broken.extend(lets::bound(&at.pat).iter().map(plain));
        return None;
    }
    if let Some(and) = single_and(&expr).filter(|_| trigger.starts_with("when")) {
        let help = "help: write `&&` before another part of the guard";
        errors.at(&and, format!("`&` after a `let`\n{help}"));
        guard.half_typed = true;
    }
    guard.facts.effects.lets = lets::names(&expr);
    if guard.facts.effects.lets.is_some() {
        if let Some(at) = guard.facts.returns.first() {
            let help = "help: write what follows it as another part of the guard";
            errors.span(*at, format!("`return` in a guard with `let`\n{help}"));
            return None;
        }
        if trigger == "when crossing" {
            let help = "help: write the value where it is used, in the guard and in the target";
            errors.at(&expr, format!("`let` in a crossing, whose moment is searched for\n{help}"));
            return None;
        }
    }
    if !guard.facts.returns.is_empty() {
        // `return` gives the value of the guard.
        guard.tokens = quote::quote!((|| -> bool { #guard })());
        guard.facts.effects.begins_with_block = false;
    }
    Some((guard, expr))
}

/// Reports comparisons of a value with itself among the parts of a guard.
fn equal_operands(expr: &Expr, errors: &mut Errors) {
    let (left, op, right) = match expr {
        Expr::Paren(inner) => return equal_operands(&inner.expr, errors),
        Expr::Binary(ExprBinary { left, op, right, .. }) => (left, op, right),
        _ => return,
    };
    match op {
        BinOp::And(_) | BinOp::Or(_) => {
            equal_operands(left, errors);
            equal_operands(right, errors);
        }
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
            if let Some(text) = place(left).filter(|left| place(right).as_ref() == Some(left)) {
                let nan = if matches!(op, BinOp::Ne(_)) { ", or write `.is_nan()`" } else { "" };
                let help = format!("help: compare with another value{nan}");
                errors.at(op, format!("`{text}` compared with itself\n{help}"));
            }
        }
        _ => {}
    }
}

/// Returns the text of an expression that two equal ones read the same value with.
fn place(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Paren(inner) => return place(&inner.expr),
        Expr::Path(_) | Expr::Lit(_) => {}
        Expr::Field(field) => drop(place(&field.base)?),
        Expr::Index(index) => drop((place(&index.expr)?, place(&index.index)?)),
        _ => return None,
    }
    Some(label::print(&expr.to_token_stream()))
}

/// Reports and removes `if` before a guard that is not all of an `if` expression.
fn without_if(all: &mut Vec<TokenTree>, errors: &mut Errors) {
    let is_block = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    if let [TokenTree::Ident(word), _, ..] = &all[..]
        && word == "if"
        && !all.iter().any(is_block)
    {
        let guard = label::print(&all[1..].iter().cloned().collect());
        errors.at(word, format!("unexpected `if` before a guard\nhelp: write `when {guard}`"));
        all.remove(0);
    }
}

/// Reports `==` after the pattern of a `let`, and makes it `=`.
fn single_equals(all: &mut Vec<TokenTree>, errors: &mut Errors) {
    let sign = |token: Option<&TokenTree>| match token {
        Some(TokenTree::Punct(sign)) => Some((sign.as_char(), sign.spacing())),
        _ => None,
    };
    let mut place = 0;
    while place < all.len() {
        let is_let = matches!(&all[place], TokenTree::Ident(word) if word == "let");
        place += 1;
        if !is_let {
            continue;
        }
        // `..=` in the pattern ends with one, too.
        let is_equals = |at: &usize| {
            let joined = matches!(sign(all.get(at - 1)), Some((_, Spacing::Joint)));
            matches!(sign(all.get(*at)), Some(('=', _))) && !joined
        };
        let Some(at) = (place..all.len()).find(is_equals) else { continue };
        let is_double = matches!(sign(all.get(at)), Some((_, Spacing::Joint)))
            && matches!(sign(all.get(at + 1)), Some(('=', _)));
        if is_double {
            let pattern = label::print(&all[place..at].iter().cloned().collect());
            let signs: TokenStream = all[at..=at + 1].iter().cloned().collect();
            let help = format!("help: write `let {pattern} = ..`");
            errors.at(&signs, format!("expected `=` after the pattern, found `==`\n{help}"));
            all.remove(at);
        }
        place = at;
    }
}

/// Returns `&` beside a name that the `let` before it binds: `&&` is meant.
fn single_and(expr: &Expr) -> Option<BitAnd> {
    let mut before = Vec::new();
    for part in lets::parts(expr)? {
        let Expr::Let(of) = part else { continue };
        let names: Vec<String> = lets::bound(&of.pat).iter().map(plain).collect();
        let mut value = &*of.expr;
        while let Expr::Binary(ExprBinary { left, op, right, .. }) = value {
            let used = Facts::of_expr(right);
            let is_bound = |name: &String| used.names_interface(name) && !before.contains(name);
            match op {
                BinOp::BitAnd(and) if names.iter().any(is_bound) => return Some(*and),
                _ => value = left,
            }
        }
        before.extend(names);
    }
    None
}

/// Reports `rising`, `falling` and `for` where a guard cannot have them;
/// `trigger` is what the guard follows.
fn is_misplaced(all: &[TokenTree], trigger: &str, errors: &mut Errors) -> bool {
    let ends = match all.get(1) {
        Some(TokenTree::Punct(sign)) => !matches!(sign.as_char(), '!' | '-' | '&' | '*'),
        Some(_) => false,
        None => true,
    };
    if let Some(TokenTree::Ident(word)) = all.first()
        && !ends
    {
        let message = match &*word.to_string() {
            "falling" => "expected a guard, found `falling`\nhelp: write `when rising !GUARD`".to_owned(),
            found @ ("rising" | "crossing") if trigger == "when rising" => {
                format!("unexpected `{found}` after `rising`\nhelp: remove one of them")
            }
            "crossing" if trigger == "when" => "`crossing` beside another trigger\nhelp: lead to a state with a transition of its own: `-> TARGET when crossing GUARD;`".to_owned(),
            "rising" => "`rising` beside another trigger\nhelp: lead to a state with a transition of its own: `-> TARGET when rising GUARD;`".to_owned(),
            _ => String::new(),
        };
        if !message.is_empty() {
            errors.at(word, message);
            return true;
        }
    }
    let in_group = all.iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream().into_iter().take(2).collect::<Vec<_>>()),
        _ => None,
    });
    let after_sign = all.windows(3).filter(|three| matches!(three[0], TokenTree::Punct(_)));
    for two in in_group.chain(after_sign.map(|three| three[1..].to_vec())) {
        if let [TokenTree::Ident(word), TokenTree::Ident(next)] = &two[..]
            && word == "rising"
            && next != "as"
        {
            errors.at(word, "`rising` inside a guard\nhelp: it is about all of the guard: write `when rising GUARD`");
            return true;
        }
    }
    let after = tokens::word_after_value(all, "after");
    if let Some(word) = after.filter(|_| trigger == "when rising") {
        let help = "help: write `when rising GUARD for TIME`";
        errors.at(word, format!("expected `for` before a time, found `after`\n{help}"));
        return true;
    }
    if let (_, Some((word, _))) = time::split(all.iter().cloned().collect()) {
        let help = match trigger {
            "when crossing" => "a crossing is a moment: remove `for`, or `crossing`",
            _ => "lead to a state with a transition of its own: `-> TARGET when GUARD for TIME;`",
        };
        errors.span(word, format!("`for` beside another trigger\nhelp: {help}"));
        return true;
    }
    false
}

/// Reports `VALUE is PATTERN`, of whose names code has no errors of its own.
fn is_operator(all: &[TokenTree], errors: &mut Errors) -> bool {
    let is_word = |at: &usize| matches!(&all[*at], TokenTree::Ident(word) if word == "is");
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if "&|".contains(sign.as_char()));
    let Some(at) = (1..all.len().saturating_sub(1)).find(is_word) else { return false };
    let begin = all[..at].iter().rposition(is_end).map_or(0, |before| before + 1);
    let end = all[at..].iter().position(is_end).map_or(all.len(), |after| at + after);
    let (value, pattern) = (&all[begin..at], &all[at + 1..end]);
    let is_value = value.last().is_some_and(|last| !matches!(last, TokenTree::Punct(_)));
    let is_pattern = matches!(pattern.first(), Some(TokenTree::Ident(_) | TokenTree::Literal(_)));
    if !is_value || !is_pattern {
        return false;
    }
    let printed = |tokens: &[TokenTree]| label::print(&tokens.iter().cloned().collect());
    let help = format!("help: write `let {} = {}`, or `==`", printed(pattern), printed(value));
    errors.at(&all[at], format!("`is` is not an operator\n{help}"));
    let groups = pattern.iter().filter_map(|token| match token {
        TokenTree::Group(inside) => Some(inside.stream()),
        _ => None,
    });
    errors.broken.extend(groups.flatten().filter_map(|token| match token {
        TokenTree::Ident(name) => Some(plain(&name)),
        _ => None,
    }));
    true
}
