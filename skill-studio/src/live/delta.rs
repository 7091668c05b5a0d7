//! Changes of JSON values, which viewers get instead of whole views.
//!
//! A change is `[VALUE]`, which replaces what was there, or an object with the changes of the fields of
//! an object, or of the elements of an array by index. All other fields and elements stay.

use serde_json::{Map, Value};

/// Returns the change that makes `new` of `old`, or `None` if they are equal.
pub fn between(old: &Value, new: &Value) -> Option<Value> {
    if old == new {
        return None;
    }
    let changes = match (old, new) {
        (Value::Object(old), Value::Object(new)) => of_objects(old, new),
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let pairs = old.iter().zip(new).enumerate();
            let changes = pairs
                .filter_map(|(index, (old, new))| Some((index.to_string(), between(old, new)?)));
            Some(changes.collect())
        }
        _ => None,
    };
    Some(changes.map_or_else(|| whole(new.clone()), Value::Object))
}

/// Returns the changes of the fields of an object, or `None` if one is gone.
fn of_objects(old: &Map<String, Value>, new: &Map<String, Value>) -> Option<Map<String, Value>> {
    if old.keys().any(|name| !new.contains_key(name)) {
        return None;
    }
    let changes = new.iter().filter_map(|(name, new)| {
        let change = match old.get(name) {
            Some(old) => between(old, new)?,
            None => whole(new.clone()),
        };
        Some((name.clone(), change))
    });
    Some(changes.collect())
}

/// Returns the change to `value`, whatever was there.
pub fn whole(value: Value) -> Value {
    Value::Array(vec![value])
}

/// Makes a change of a value.
///
/// # Errors
/// If the change does not fit the value: it was made of another one.
#[cfg(feature = "remote")]
pub fn apply(to: &mut Value, change: Value) -> Result<(), String> {
    match (change, to) {
        (Value::Array(mut all), to) if all.len() == 1 => {
            *to = all.remove(0);
            Ok(())
        }
        (Value::Object(changes), Value::Object(fields)) => {
            changes.into_iter().try_for_each(|(name, change)| {
                apply(fields.entry(name).or_insert(Value::Null), change)
            })
        }
        (Value::Object(changes), Value::Array(elements)) => {
            changes.into_iter().try_for_each(|(index, change)| {
                let element = index.parse().ok().and_then(|index: usize| elements.get_mut(index));
                apply(element.ok_or_else(|| format!("no element {index}"))?, change)
            })
        }
        (change, _) => Err(format!("`{change}` is no change of what is there")),
    }
}

#[cfg(all(test, feature = "remote"))]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_has_only_what_differs() {
        for (old, new, change) in [
            (json!({"a": 1, "b": 2}), json!({"a": 1, "b": 3}), json!({"b": [3]})),
            (json!({"a": 1}), json!({"a": 1, "b": []}), json!({"b": [[]]})),
            (json!({"a": 1, "b": 2}), json!({"a": 1}), json!([{"a": 1}])),
            (json!([1, [2, 3]]), json!([1, [2, 4]]), json!({"1": {"1": [4]}})),
            (json!([1]), json!([1, 2]), json!([[1, 2]])),
            (json!(null), json!([1]), json!([[1]])),
            (json!([1]), json!({"0": 1}), json!([{"0": 1}])),
        ] {
            assert_eq!(between(&old, &new), Some(change), "{old} {new}");
        }
        assert_eq!(between(&json!({"a": [1]}), &json!({"a": [1]})), None);
    }

    /// Returns a random value of few different ones, so that parts are often equal.
    fn random(next: &mut impl FnMut() -> u64, depth: u32) -> Value {
        let size = next() % 4;
        match next() % if depth == 0 { 3 } else { 5 } {
            0 => Value::Null,
            1 => json!(next() % 3),
            2 => json!(["a", "b"][(next() % 2) as usize]),
            3 => (0..size).map(|_| random(next, depth - 1)).collect(),
            _ => {
                let fields = (0..size).map(|index| (format!("{index}"), random(next, depth - 1)));
                Value::Object(fields.collect())
            }
        }
    }

    #[test]
    fn a_change_makes_the_new_value_of_the_old_one() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        };
        for _ in 0..20_000 {
            let (mut old, new) = (random(&mut next, 3), random(&mut next, 3));
            let text = format!("{old} {new}");
            if let Some(change) = between(&old, &new) {
                apply(&mut old, change).expect("a change of it");
            }
            assert_eq!(old, new, "{text}");
        }
    }

    #[test]
    fn a_change_of_something_else_is_an_error() {
        for (mut value, change) in [
            (json!(1), json!({"a": [1]})),
            (json!([1]), json!({"1": [1]})),
            (json!([1]), json!({"a": [1]})),
            (json!({}), json!([1, 2])),
            (json!({}), json!(3)),
        ] {
            assert!(apply(&mut value, change.clone()).is_err(), "{value} {change}");
        }
    }
}
