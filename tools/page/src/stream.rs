//! The trace that a robot reports, read from its stream beside a page.

use crate::program::Program;
use anyhow::Context as _;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::sync::{Arc, Mutex, PoisonError};

/// Entries by layer and number.
pub type Entries = BTreeMap<(String, u64), Value>;

/// A stream that is being read, until the program ends.
pub struct Stream(Arc<Mutex<Entries>>);

impl Stream {
    pub fn open(program: &Program) -> anyhow::Result<Self> {
        let address = format!("{}/api/events", program.origin);
        let answer = ureq::get(&address).call().with_context(|| address)?;
        let lines = BufReader::new(answer.into_body().into_reader()).lines();
        let entries = Arc::<Mutex<Entries>>::default();
        let read = Arc::clone(&entries);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let Some(data) = line.strip_prefix("data:") else { continue };
                let Ok(batch) = serde_json::from_str::<Value>(data) else { continue };
                let mut entries = read.lock().unwrap_or_else(PoisonError::into_inner);
                entries.extend(batch["trace"].as_array().into_iter().flatten().map(keyed));
            }
        });
        Ok(Self(entries))
    }

    /// Returns what has come so far.
    pub fn entries(&self) -> Entries {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Returns an entry with its key.
pub fn keyed(entry: &Value) -> ((String, u64), Value) {
    let layer = entry["layer"].as_str().unwrap_or_default().to_owned();
    ((layer, entry["number"].as_u64().unwrap_or(0)), with_numbers(entry))
}

/// Returns a value whose numbers are those of JavaScript, which has no integers.
pub fn with_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(all) => all.iter().map(with_numbers).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), with_numbers(value))).collect()
        }
        other => other.clone(),
    }
}
