//! Skills as tools of language models: a server of the [Model Context Protocol](https://modelcontextprotocol.io) on
//! standard input and output, for a robot that another program runs.
//!
//! Imports `text`, `console`, `model` and `watch`. The messages are few: a framework would be more code.

mod call;
mod message;
mod plan;
mod printer;
mod read;
mod server;
mod tool;
mod work;

pub use plan::{Rehearsal, rehearse};
pub use server::{Server, serve};

use serde_json::{Value, json};

/// Returns the result of a tool.
fn result(text: &str, structured: Option<Value>, is_error: bool) -> Value {
    let mut result = json!({ "content": [{ "type": "text", "text": text }], "isError": is_error });
    if let Some(structured) = structured {
        result["structuredContent"] = structured;
    }
    result
}
