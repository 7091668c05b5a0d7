//! Messages of JSON-RPC, one a line.

use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::io::{self, BufRead, Read as _};

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// A kind of error of JSON-RPC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// No JSON.
    Parse = -32700,
    /// JSON that is no request.
    Request = -32600,
    /// No method of this server.
    Method = -32601,
    /// A method with parameters that it does not have.
    Params = -32602,
    /// No such resource.
    Resource = -32002,
    /// The robot did not reply.
    Robot = -32000,
}

/// An error of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub kind: Kind,
    pub message: String,
}

impl Failure {
    pub fn new(kind: Kind, message: impl Display) -> Self {
        Self { kind, message: message.to_string() }
    }
}

/// Something that has happened.
pub enum Event {
    /// A line of the client, without what it means.
    Line(Result<Vec<u8>, Failure>),
    /// The input has ended.
    End,
    /// To be sent; with the request that has ended by it, if its call ran.
    Send(Value, Option<Value>),
}

/// A message of the client.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// It gets a reply with this number or text.
    Request { id: Value, method: String, params: Map<String, Value> },
    /// An empty line, or a reply of the client to nothing.
    Nothing,
    /// It gets none.
    Notification { method: String, params: Map<String, Value> },
}

impl Message {
    /// Reads a message. The error has the number of the request, or null.
    pub fn read(line: &[u8]) -> Result<Self, (Value, Failure)> {
        let wrong = |id: Value, text: &str| (id, Failure::new(Kind::Request, text));
        if line.trim_ascii().is_empty() {
            return Ok(Self::Nothing);
        }
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| (Value::Null, Failure::new(Kind::Parse, error)))?;
        let Value::Object(mut fields) = value else {
            return Err(wrong(Value::Null, "expected a JSON object; batches are not accepted"));
        };
        let id = fields.remove("id");
        let known = id.clone().filter(|id| id.is_string() || id.is_i64() || id.is_u64());
        let shown = known.clone().unwrap_or(Value::Null);
        if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return Err(wrong(shown, "expected `\"jsonrpc\": \"2.0\"`"));
        }
        if id.is_some() && known.is_none() {
            return Err(wrong(shown, "expected a text or an integer as `id`"));
        }
        if fields.contains_key("result") || fields.contains_key("error") {
            return Ok(Self::Nothing);
        }
        let Some(Value::String(method)) = fields.remove("method") else {
            return Err(wrong(shown, "expected a text as `method`"));
        };
        let params = match fields.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => {
                let failure = Failure::new(Kind::Params, "expected an object as `params`");
                return Err((shown, failure));
            }
        };
        Ok(match known {
            Some(id) => Self::Request { id, method, params },
            None => Self::Notification { method, params },
        })
    }
}

/// Returns the reply to a request.
pub fn reply(id: &Value, result: Result<Value, Failure>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Failure { kind, message }) => {
            let error = json!({ "code": kind as i32, "message": message });
            json!({ "jsonrpc": "2.0", "id": id, "error": error })
        }
    }
}

/// Reads the next line without its end; `None` at the end of the input, and an empty one in place of one that is
/// too long, all of which is skipped.
pub fn line(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, Failure>>> {
    let mut line = Vec::new();
    let limit = u64::try_from(MAX_LINE + 1).unwrap_or(u64::MAX);
    if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') || line.len() <= MAX_LINE {
        return Ok(Some(Ok(line)));
    }
    input.skip_until(b'\n')?;
    let text = format!("a message has at most {MAX_LINE} bytes");
    Ok(Some(Err(Failure::new(Kind::Parse, text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> (Value, Kind) {
        let (id, failure) = Message::read(line.as_bytes()).unwrap_err();
        (id, failure.kind)
    }

    #[test]
    fn what_is_no_request_is_a_typed_error() {
        for (line, id, kind) in [
            ("{", json!(null), Kind::Parse),
            ("\u{0}", json!(null), Kind::Parse),
            ("[]", json!(null), Kind::Request),
            ("7", json!(null), Kind::Request),
            (r#"{"id":1,"method":"ping"}"#, json!(1), Kind::Request),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, json!(null), Kind::Request),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, json!(null), Kind::Request),
            (r#"{"jsonrpc":"2.0","id":"a","method":7}"#, json!("a"), Kind::Request),
            (r#"{"jsonrpc":"2.0","id":"a"}"#, json!("a"), Kind::Request),
            (r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":[]}"#, json!(2), Kind::Params),
        ] {
            assert_eq!(error(line), (id, kind), "{line}");
        }
        for nothing in ["", " \r\n", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#] {
            assert_eq!(Message::read(nothing.as_bytes()), Ok(Message::Nothing));
        }
        assert_eq!(Message::read(b"\xff").unwrap_err().1.kind, Kind::Parse);
        let deep = "[".repeat(100_000);
        assert_eq!(error(&deep).1, Kind::Parse);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let long = "x".repeat(3 * MAX_LINE);
        let text = format!("{{}}\n{long}\nnext\nlast");
        let mut input = text.as_bytes();
        let mut next = || line(&mut input).unwrap();
        assert_eq!(next(), Some(Ok(b"{}\n".to_vec())));
        assert_eq!(next().unwrap().unwrap_err().kind, Kind::Parse);
        assert_eq!(next(), Some(Ok(b"next\n".to_vec())));
        assert_eq!(next(), Some(Ok(b"last".to_vec())));
        assert_eq!(next(), None);
    }
}
