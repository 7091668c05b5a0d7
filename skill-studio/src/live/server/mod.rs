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
mod connections;
mod events;
mod guard;
mod routes;
mod stalling;

use super::Hub;
use crate::console::error::Error;
use guard::Guard;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

/// The shortest token, in bytes.
const MIN_TOKEN: usize = 16;

/// The options of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address on which it listens. Port 0 selects a free one.
    pub address: SocketAddr,
    /// Whether commands are allowed.
    pub allow_commands: bool,
    /// The token for commands; a random one if there is none.
    pub token: Option<String>,
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
/// [`Error::Usage`] if the address cannot be used or the token is too short.
pub fn start(hub: Arc<Hub>, options: &Options) -> Result<Server, Error> {
    let token = match &options.token {
        Some(token) if token.len() < MIN_TOKEN || !token.chars().all(|c| c.is_ascii_graphic()) => {
            let text = format!("the token needs at least {MIN_TOKEN} visible ASCII characters");
            return Err(Error::Usage(text));
        }
        Some(token) => token.clone(),
        None => random_token().map_err(Error::usage)?,
    };
    let address = options.address;
    let cannot =
        |error: std::io::Error| Error::Usage(format!("cannot listen on {address}: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(cannot)?;
    let listener = {
        let _entered = runtime.enter();
        connections::listen(address).map_err(cannot)?
    };
    let address = listener.local_addr().map_err(cannot)?;
    let token = (options.allow_commands && hub.capabilities.commands).then_some(token);
    let fragment = token.as_ref().map_or(String::new(), |token| format!("#token={token}"));
    let url = format!("http://{address}/{fragment}");
    let guard = Guard { token, hosts: options.hosts.clone() };
    let serve = move || {
        runtime.block_on(connections::serve(listener, routes::router(hub, guard)));
    };
    std::thread::Builder::new().name("server".to_owned()).spawn(serve).map_err(cannot)?;
    Ok(Server { url, address })
}

fn random_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        // A `String` can be written to.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}
