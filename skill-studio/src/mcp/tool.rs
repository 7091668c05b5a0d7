//! Skills as tools: schemas of their arguments, and calls of arguments in JSON.

use crate::model::arguments::{ArgumentType, Literal, quoted};
use serde_json::{Map, Number, Value, json};
use skill_runtime::SkillInfo;
use skill_runtime::graph::{ArgInfo, ResultInfo};
use std::fmt::Write as _;

/// Returns the type of an argument, unless it has a name of the user's own, and whether the value may be missing.
fn type_of(argument: &ArgInfo) -> (Option<ArgumentType>, bool) {
    let (ty, is_optional) = ArgumentType::of(argument.type_name, argument.choices);
    (ty.or(argument.single.then_some(ArgumentType::Float(32))), is_optional)
}

/// Returns the name of a type in JSON.
fn name(ty: ArgumentType) -> &'static str {
    match ty {
        ArgumentType::Bool => "boolean",
        ArgumentType::Unsigned(_) | ArgumentType::Signed(_) => "integer",
        ArgumentType::Float(_) => "number",
        ArgumentType::Text(_) | ArgumentType::Choice(_) => "string",
    }
}

/// Returns the skill as a tool.
pub fn skill(skill: &SkillInfo) -> Value {
    let properties: Map<String, Value> =
        skill.arguments().map(|of| (of.name.to_owned(), property(of))).collect();
    let required: Vec<&str> = required(skill).collect();
    let mut docs = skill.docs.to_owned();
    if let Some(result) = &skill.result {
        let _ = write!(docs, "\n\nIts result: {}.", self::result(result));
    }
    let schema = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    let hints = json!({ "readOnlyHint": false, "destructiveHint": true });
    let docs = docs.trim();
    json!({ "name": skill.name, "description": docs, "inputSchema": schema, "annotations": hints })
}

/// Returns the names of the arguments without a default.
fn required(skill: &SkillInfo) -> impl Iterator<Item = &'static str> {
    skill.args.iter().filter(|of| of.default.is_none()).map(|of| of.name)
}

/// Returns the error of a call that can be read, but has no value for an argument that needs one.
pub fn missing(skills: &[&SkillInfo], call: &str) -> Option<String> {
    let (name, rest) = call.trim().split_once(['{', '('])?;
    let skill = skills.iter().find(|skill| skill.name == name.trim())?;
    // With a quote in place of each text.
    let mut values = String::new();
    let (mut quote, mut escaped) = (None, false);
    for c in rest.trim_end_matches(['}', ')']).chars() {
        match quote {
            _ if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(end) if c == end => quote = None,
            Some(_) => {}
            None => {
                quote = Some(c).filter(|c| matches!(c, '"' | '\''));
                values.push(c);
            }
        }
    }
    let mut places = skill.args.iter().map(|of| of.name);
    let given = values.split(',').map(str::trim).filter(|value| !value.is_empty());
    let given = given.filter_map(|value| match value.split_once('=') {
        Some((name, _)) => Some(name.trim()),
        None => places.next(),
    });
    let given: Vec<&str> = given.collect();
    let missing = required(skill).filter(|name| !given.contains(name));
    let missing: Vec<String> = missing.map(|name| format!("`{name}`")).collect();
    let names = missing.join(", ");
    (!missing.is_empty()).then(|| format!("skill `{}` needs {names}\n  {call}", skill.name))
}

/// Returns the schema of an argument.
fn property(argument: &ArgInfo) -> Value {
    let mut schema = Map::new();
    let (ty, is_optional) = type_of(argument);
    if let Some(ty) = ty {
        let name = name(ty);
        let name = if is_optional { json!([name, "null"]) } else { json!(name) };
        schema.insert("type".to_owned(), name);
    }
    match ty {
        Some(ArgumentType::Choice(names)) => {
            let names = names.iter().map(|name| json!(name));
            let all: Vec<Value> = names.chain(is_optional.then_some(Value::Null)).collect();
            schema.insert("enum".to_owned(), all.into());
        }
        Some(ArgumentType::Unsigned(bits)) => {
            schema.insert("minimum".to_owned(), 0.into());
            schema.insert("maximum".to_owned(), ((1_i64 << bits) - 1).into());
        }
        Some(ArgumentType::Signed(bits)) => {
            schema.insert("minimum".to_owned(), (-1_i64 << (bits - 1)).into());
            schema.insert("maximum".to_owned(), ((1_i64 << (bits - 1)) - 1).into());
        }
        Some(ArgumentType::Text(Some(most))) => {
            // Characters, of which each has one byte or more; the docs have the exact limit.
            schema.insert("maxLength".to_owned(), most.into());
        }
        _ => {}
    }
    if let Some(range) = &argument.range {
        let is_integer = ty.is_some_and(|ty| name(ty) == "integer");
        let bound = |value: f64| number(value, argument.single, is_integer);
        if let Some(low) = range.low {
            schema.insert("minimum".to_owned(), bound(low));
        }
        if let Some(high) = range.high {
            if !range.inclusive {
                schema.remove("maximum");
            }
            let name = if range.inclusive { "maximum" } else { "exclusiveMaximum" };
            schema.insert(name.to_owned(), bound(high));
        }
    }
    let mut docs = argument.docs.trim().to_owned();
    if !argument.unit.is_empty() {
        let _ = write!(docs, " Unit: {}.", argument.unit);
    }
    if let Some(ArgumentType::Text(Some(most))) = ty {
        let _ = write!(docs, " At most {most} bytes of UTF-8.");
    }
    match argument.default.map(|text| (text, default(text, ty))) {
        Some((_, Some(value))) => {
            schema.insert("default".to_owned(), value);
        }
        Some((text, None)) if text != "None" => {
            let _ = write!(docs, " Default: `{text}`.");
        }
        _ => {}
    }
    schema.insert("description".to_owned(), docs.trim().into());
    schema.into()
}

/// Returns a bound of a range: of an `f32`, the shortest number that is this one.
#[allow(clippy::cast_possible_truncation)] // both are checked
fn number(value: f64, is_single: bool, is_integer: bool) -> Value {
    if is_integer && value.fract() == 0.0 && value.abs() < 1e15 {
        return json!(value as i64);
    }
    let shortest = if is_single { (value as f32).to_string().parse().ok() } else { None };
    Number::from_f64(shortest.unwrap_or(value)).map_or(Value::Null, Value::Number)
}

/// Returns a default that is a literal or the name of a value.
fn default(text: &str, ty: Option<ArgumentType>) -> Option<Value> {
    let ty = ty?;
    Some(match (ty.literal(text)?, ty) {
        (Literal::Bool(value), _) => value.into(),
        (Literal::Integer(value), _) => value.into(),
        (Literal::Float(value), _) => value.into(),
        (Literal::Choice(index), ArgumentType::Choice(names)) => (*names.get(index)?).into(),
        (Literal::Choice(_), _) => return None,
    })
}

fn result(result: &ResultInfo) -> String {
    let field = |of: &ArgInfo| {
        let name = if of.name.is_empty() { String::new() } else { format!("{}: ", of.name) };
        let ty = if of.type_name.is_empty() { result.type_name } else { of.type_name };
        let unit = if of.unit.is_empty() { String::new() } else { format!(" ({})", of.unit) };
        format!("{name}{ty}{unit}")
    };
    result.fields.iter().map(field).collect::<Vec<_>>().join(", ")
}

/// Returns the call of a skill with these arguments, `drive_to{x_m=1, y_m=0.5}`, those of the skill in its order.
/// Whether it has them is for its parser to check.
pub fn call(skill: &SkillInfo, arguments: &Map<String, Value>) -> Result<String, String> {
    let mut call = format!("{}{{", skill.name);
    let place = |name: &str| skill.arguments().position(|of| of.name == name);
    let mut arguments: Vec<(&String, &Value)> = arguments.iter().collect();
    arguments.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    for (name, value) in arguments {
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name {
            return Err(format!("{name:?} is not the name of an argument"));
        }
        let text = match value {
            // As if it was missing: its default.
            Value::Null if place(name).is_some() => continue,
            Value::Null => "nil".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Number(value) => value.to_string(),
            Value::String(text) => quoted(text),
            Value::Array(_) | Value::Object(_) => {
                let found = if value.is_array() { "an array" } else { "an object" };
                return Err(format!(
                    "argument `{name}`: expected a number, a text, true, false or null, found {found}"
                ));
            }
        };
        let comma = if call.ends_with('{') { "" } else { ", " };
        let _ = write!(call, "{comma}{name}={text}");
    }
    call.push('}');
    Ok(call)
}
