//! The page and the HTTP interface of a robot.
//!
//! It listens on the loopback address unless another is given. Every client that reaches it can
//! read; commands need a program that allows them, and the token that it prints. Requests for
//! another host name and from other origins are refused, so no page of a browser can read or
//! command.
//!
//! The number of connections is limited, and so is the time that each may take; idle and stalled
//! clients make way for others.

mod confirmed;
pub(crate) mod connections;
mod events;
pub(crate) mod guard;
mod routes;
mod site;
mod stalling;
pub(crate) mod tokens;

use super::{Hub, Role};
use crate::console::error::Error;
use connections::Listening;
use guard::Guard;
pub use site::Site;
use std::net::SocketAddr;
use std::sync::Arc;
use tokens::Tokens;

/// The options of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address on which it listens. Port 0 selects a free one.
    pub address: SocketAddr,
    /// Whether commands are allowed.
    pub allow_commands: bool,
    /// The token for all commands; a random one if there is none, and none in `roles` for commands.
    pub token: Option<String>,
    /// The tokens of roles. With one for [`Role::See`], reading needs a token, too.
    pub roles: Vec<(Role, String)>,
    /// The hosts that requests may be for, beside the address of their connection and `localhost`:
    /// `NAME` with each port, or `NAME:PORT`.
    pub hosts: Vec<String>,
}

/// A running server. It ends with the program.
#[derive(Clone, Debug)]
pub struct Server {
    /// The address of the page, with the token if commands are allowed.
    pub url: String,
    /// The address on which it listens.
    pub address: SocketAddr,
}

/// Starts a server for the robot of `hub`, in a thread of its own.
///
/// # Errors
/// [`Error::Usage`] if the address cannot be used, or a token is too short, that of two roles, or one for
/// commands that are not allowed.
pub fn start(hub: Arc<Hub>, options: &Options) -> Result<Server, Error> {
    start_run(vec![hub], options)
}

/// Starts a server for the robots of a run: each at `/robots/NAME/api/..`, the first one at `/api/..`, too.
///
/// # Errors
/// As [`start`], and if there is no robot.
pub fn start_run(hubs: Vec<Arc<Hub>>, options: &Options) -> Result<Server, Error> {
    let Some(first) = hubs.first() else {
        return Err(Error::Usage("there is no robot to show".to_owned()));
    };
    let takes_commands = first.capabilities.commands;
    serve(options, takes_commands, |guard| routes::router(hubs, guard))
}

/// Starts a server for a page of another crate, in a thread of its own, by the rules of the live page.
///
/// # Errors
/// As [`start`].
pub fn start_site(site: Arc<dyn Site>, options: &Options) -> Result<Server, Error> {
    serve(options, true, |guard| site::router(site, guard))
}

/// Starts a server with the requests that `router` serves.
fn serve(
    options: &Options,
    takes_commands: bool,
    router: impl FnOnce(Guard) -> axum::Router,
) -> Result<Server, Error> {
    let (tokens, token) = tokens_of(takes_commands, options)?;
    let listening = Listening::at(options.address)?;
    let address = listening.address;
    let fragment = token.as_ref().map_or(String::new(), |token| format!("#token={token}"));
    let url = format!("http://{address}/{fragment}");
    let guard = Guard { tokens, hosts: options.hosts.clone(), origins: Vec::new() };
    listening.serve("server", router(guard))?;
    Ok(Server { url, address })
}

/// Returns the tokens of a server, and the one that is part of the address that it prints.
fn tokens_of(takes_commands: bool, options: &Options) -> Result<(Tokens, Option<String>), Error> {
    let mut tokens = Tokens::default();
    for (role, token) in &options.roles {
        if *role > Role::See && !options.allow_commands {
            let text = format!(
                "a token of the role `{role}` is for commands\nhelp: allow them with --allow-commands"
            );
            return Err(Error::Usage(text));
        }
        tokens.add(*role, token.clone())?;
    }
    let mut printed = options.token.clone();
    if printed.is_none() && !tokens.allow(Role::Call) {
        printed = Some(tokens::random().map_err(Error::usage)?);
    }
    if let Some(token) = &printed {
        // Too short a token is an error where nobody can use it, too.
        let mut with_all = tokens.clone();
        with_all.add(Role::Set, token.clone())?;
        if options.allow_commands && takes_commands {
            return Ok((with_all, printed));
        }
    }
    Ok((tokens, None))
}
