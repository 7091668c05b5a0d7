//! A page of another crate, by the rules of the live page.

use super::rig::TOKEN;
use serde_json::{Value, json};
use skill_studio::live::server::{Options, Site, start_site};
use skill_studio::live::{Refusal, Role};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

struct Doors;

impl Site for Doors {
    fn file(&self, name: &str) -> Option<&'static str> {
        (name == "index.html").then_some("<title>doors</title>")
    }

    fn role(&self, method: &str, path: &str) -> Result<Role, Refusal> {
        match (method, path) {
            ("GET", "/api/doors") => Ok(Role::See),
            ("POST", "/api/close") => Ok(Role::Call),
            (_, "/api/close") => Err(Refusal::new(405, "wrong_method", "it has other methods")),
            _ => Err(Refusal::not_found("there is nothing at this address")),
        }
    }

    fn respond(&self, method: &str, path: &str, body: &[u8]) -> Result<Value, Refusal> {
        Ok(json!({ "method": method, "path": path, "bytes": body.len() }))
    }
}

fn request(address: SocketAddr, head: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a server");
    let length = body.len();
    let text = format!(
        "{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).expect("sent");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("text");
    response
}

#[test]
fn a_site_has_the_rules_of_the_live_page() {
    let options = Options {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        allow_commands: true,
        token: Some(TOKEN.to_owned()),
        roles: Vec::new(),
        hosts: Vec::new(),
    };
    let address = start_site(Arc::new(Doors), &options).expect("a server").address;
    let with = |head: &str| format!("{head} HTTP/1.1\r\nAuthorization: Bearer {TOKEN}");
    for (head, body, status, text) in [
        ("GET / HTTP/1.1".to_owned(), "", 200, "<title>doors</title>"),
        ("GET /page/style.css HTTP/1.1".to_owned(), "", 200, "--ink"),
        ("GET /page/none.js HTTP/1.1".to_owned(), "", 404, "not_found"),
        ("GET /api/doors HTTP/1.1".to_owned(), "", 200, "\"path\":\"/api/doors\""),
        ("GET /api/view HTTP/1.1".to_owned(), "", 404, "not_found"),
        ("GET /api/close HTTP/1.1".to_owned(), "", 405, "wrong_method"),
        ("POST /api/close HTTP/1.1".to_owned(), "{}", 401, "no_token"),
        (with("POST /api/close"), "{}", 200, "\"bytes\":2"),
        (with("POST /api/close") + "\r\nContent-Type: text/plain", "{}", 400, "bad_request"),
        (with("POST /api/close") + "\r\nOrigin: http://evil.example", "{}", 403, "foreign_origin"),
        (with("POST /api/close"), &"x".repeat(20_000), 413, "too_large"),
    ] {
        let response = request(address, &head, body);
        let is_it = response.starts_with(&format!("HTTP/1.1 {status} ")) && response.contains(text);
        assert!(is_it, "{head}: {response}");
        assert!(response.contains("content-security-policy"), "{head}");
    }
}
