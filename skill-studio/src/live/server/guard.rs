//! The rules of reading and of commands.

use super::tokens::Tokens;
use crate::live::{MIN_CLIENT, Refusal, Role, SENDER};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use std::net::{IpAddr, SocketAddr};

/// The rules of a server.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The tokens. Reading needs one if there is one for it.
    pub tokens: Tokens,
    /// The hosts that are allowed: `NAME` with each port, or `NAME:PORT`.
    pub hosts: Vec<String>,
    /// The other origins whose pages may read.
    pub origins: Vec<String>,
}

/// The cure of a request without a token.
const TOKEN_HELP: &str = "give the token that the robot's program has printed, or that of your role: \
                          --token TOKEN, or SKILL_STUDIO_TOKEN in the environment";

/// The header with the number of a client.
const CLIENT: HeaderName = HeaderName::from_static("skill-client");

/// Returns the only value of a header as text.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

/// Returns the token of a request.
fn token(headers: &HeaderMap) -> Option<&str> {
    text(headers, AUTHORIZATION)?.strip_prefix("Bearer ").map(str::trim)
}

/// Returns the name and the port of a host; that of HTTP if there is none.
fn parts(host: &str) -> Option<(&str, u16)> {
    match host.rsplit_once(':') {
        // The colon is one of an IPv6 address.
        Some(_) if host.ends_with(']') => Some((host, 80)),
        Some((name, port)) => Some((name, port.parse().ok()?)),
        None => Some((host, 80)),
    }
}

/// Returns whether a host is the address of a connection.
fn is_local(host: &str, local: SocketAddr) -> bool {
    let Some((name, port)) = parts(host) else { return false };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_address =
        address.parse::<IpAddr>().is_ok_and(|of| of.to_canonical() == local.ip().to_canonical());
    port == local.port() && (is_address || name.eq_ignore_ascii_case("localhost"))
}

/// Returns whether a host is the one that is allowed.
fn is_allowed(host: &str, allowed: &str) -> bool {
    let name = parts(host).map_or(host, |(name, _)| name);
    host.eq_ignore_ascii_case(allowed) || name.eq_ignore_ascii_case(allowed)
}

impl Guard {
    /// Checks that a request is meant for this server, and does not come from a page of another
    /// one. `local` is the address to which its client has connected.
    ///
    /// # Errors
    /// `foreign_host` for a host that is neither that address, nor `localhost` with its port, nor
    /// allowed: a page can point a name of its own to this machine. `foreign_origin` for a page of
    /// another origin.
    pub fn check_origin(&self, headers: &HeaderMap, local: SocketAddr) -> Result<(), Refusal> {
        let host = text(headers, HOST).unwrap_or_default();
        if !is_local(host, local) && !self.hosts.iter().any(|of| is_allowed(host, of)) {
            let local = SocketAddr::new(local.ip().to_canonical(), local.port());
            let message = format!(
                "a request is for {local} or localhost:{}, not `{host}`; start the program with \
                 --allow-host NAME to allow another name",
                local.port()
            );
            return Err(Refusal::new(403, "foreign_host", message));
        }
        let own = headers.get_all(ORIGIN).iter().all(|origin| {
            origin.to_str().is_ok_and(|origin| {
                let is_own = origin.strip_prefix("http://") == Some(host);
                is_own || self.origins.iter().any(|of| of == origin)
            })
        });
        if !own {
            let message = "requests from pages of other origins are refused";
            return Err(Refusal::new(403, "foreign_origin", message));
        }
        Ok(())
    }

    /// Returns the sender of a command: each client that names itself is one of its own.
    ///
    /// # Errors
    /// `bad_request` if the number is not one of a client.
    pub fn sender(headers: &HeaderMap) -> Result<u32, Refusal> {
        if !headers.contains_key(CLIENT) {
            return Ok(SENDER);
        }
        let number = text(headers, CLIENT).and_then(|number| number.parse().ok());
        number.filter(|number| *number >= MIN_CLIENT).ok_or_else(|| {
            let range = format!("{MIN_CLIENT} to {}", u32::MAX);
            Refusal::bad_request(format!("`Skill-Client` is a random number, {range}"))
        })
    }

    /// Returns the role of the client that sends a request: that of its token, and [`Role::See`] if it has
    /// none that is known. It is the role that the request `needs`, or a greater one.
    ///
    /// # Errors
    /// `read_only` if nobody has it, `no_token`, `wrong_token`; `wrong_role` if its token is for less. Each has
    /// the role as `needs`.
    pub fn role(&self, headers: &HeaderMap, needs: Role) -> Result<Role, Refusal> {
        let role = token(headers).and_then(|given| self.tokens.role_of(given));
        if needs == Role::See && !self.tokens.guard_reading() {
            return Ok(role.unwrap_or_default());
        }
        let refused = |status, error, message: &str| {
            Err(Refusal::new(status, error, message).with("needs", needs.name()))
        };
        if !self.tokens.allow(Role::Call) && needs > Role::See {
            let message = "commands are not allowed; start the program with --allow-commands";
            return refused(403, "read_only", message);
        }
        if !self.tokens.allow(needs) {
            let message = format!(
                "nobody may send this; start the program with a token for it: --token-file {needs}=FILE"
            );
            return refused(403, "read_only", &message);
        }
        let with_help = |refusal: Refusal| refusal.with("help", TOKEN_HELP);
        if !headers.contains_key(AUTHORIZATION) {
            let message = format!(
                "this needs the header `Authorization: Bearer TOKEN`, with a token of the role `{needs}`"
            );
            return refused(401, "no_token", &message).map_err(with_help);
        }
        match role {
            Some(role) if role >= needs => Ok(role),
            Some(role) => {
                let message = format!(
                    "the token has the role `{role}`, this needs one of the role `{needs}`"
                );
                refused(403, "wrong_role", &message).map_err(|of| of.with("role", role.name()))
            }
            None => refused(401, "wrong_token", "the token is another one").map_err(with_help),
        }
    }

    /// Checks that the body of a command is not one of another kind, as that of each form of a page is.
    ///
    /// # Errors
    /// `bad_request` if it says that it is not JSON.
    pub fn check_media(headers: &HeaderMap) -> Result<(), Refusal> {
        let is_json = |media: &HeaderValue| {
            let media = media.to_str().ok().and_then(|of| of.split(';').next());
            media.is_some_and(|of| of.trim().eq_ignore_ascii_case("application/json"))
        };
        if !headers.get_all(CONTENT_TYPE).iter().all(is_json) {
            let message = "commands have the header `Content-Type: application/json`";
            return Err(Refusal::bad_request(message));
        }
        Ok(())
    }
}
