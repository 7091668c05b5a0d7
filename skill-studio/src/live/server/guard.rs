//! The rules of reading and of commands.

use crate::live::Refusal;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName};
use std::net::IpAddr;

/// The rules of a server.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The token for commands; `None` if there are none.
    pub token: Option<String>,
}

/// Returns the only value of a header as text.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

impl Guard {
    /// Checks that a request is meant for this server, and does not come from a page of another
    /// one.
    ///
    /// # Errors
    /// `foreign_host` for a host name that is not `localhost`: a page can point a name of its own to
    /// this machine. `foreign_origin` for a page of another origin.
    pub fn check_origin(headers: &HeaderMap) -> Result<(), Refusal> {
        let host = text(headers, HOST).unwrap_or_default();
        let name = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
        let name = name.map_or(host, |(name, _)| name);
        let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        if !is_address && name != "localhost" {
            let message = "the host of a request must be an IP address or localhost";
            return Err(Refusal::new(403, "foreign_host", message));
        }
        let own = headers.get_all(ORIGIN).iter().all(|origin| {
            origin.to_str().is_ok_and(|origin| origin.strip_prefix("http://") == Some(host))
        });
        if !own {
            let message = "requests from pages of other origins are refused";
            return Err(Refusal::new(403, "foreign_origin", message));
        }
        Ok(())
    }

    /// Checks that a request may command.
    ///
    /// # Errors
    /// `read_only`, `no_token`, `wrong_token`; `bad_request` if it is not JSON, which no form of a
    /// page is.
    pub fn check_command(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(token) = &self.token else {
            let message = "commands are not allowed; start the program with --allow-commands";
            return Err(Refusal::new(403, "read_only", message));
        };
        let Some(given) = text(headers, AUTHORIZATION) else {
            let message = "commands need the header `Authorization: Bearer TOKEN`";
            return Err(Refusal::new(401, "no_token", message));
        };
        let given = given.strip_prefix("Bearer ").unwrap_or_default().trim();
        // In the same time for each wrong token.
        let differs = given.bytes().zip(token.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
        if given.len() != token.len() || differs != 0 {
            return Err(Refusal::new(401, "wrong_token", "the token is another one"));
        }
        let media = text(headers, CONTENT_TYPE).map(|of| of.split(';').next().unwrap_or(of).trim());
        if media.is_some_and(|media| media != "application/json") {
            return Err(Refusal::bad_request("commands are application/json"));
        }
        Ok(())
    }
}
