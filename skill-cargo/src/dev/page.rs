//! The address and the token of the live page, which stay when a program takes the place of another: a page that is
//! open goes on.

use std::env;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};

/// The variable in which a robot finds the token of its page.
pub const TOKEN: &str = "SKILL_STUDIO_TOKEN";

/// Returns the arguments of `start`, with a port that is free now if there is a page without one.
pub fn with_port(arguments: &[String]) -> Vec<String> {
    arguments.iter().map(|argument| fixed(argument).unwrap_or_else(|| argument.clone())).collect()
}

/// Returns the argument with a port, if it needs one. What cannot be used is for the robot to say.
fn fixed(argument: &str) -> Option<String> {
    let address: SocketAddr = match argument.strip_prefix("--gui")? {
        "" => (Ipv4Addr::LOCALHOST, 0).into(),
        address => address.strip_prefix('=')?.parse().ok()?,
    };
    let listener = (address.port() == 0).then(|| TcpListener::bind(address).ok())??;
    Some(format!("--gui={}", listener.local_addr().ok()?))
}

/// Returns a token for the programs, if they need one and nobody gives it.
pub fn token(arguments: &[String]) -> Option<String> {
    let commands = arguments.iter().any(|argument| argument == "--allow-commands");
    let mut bytes = [0_u8; 16];
    (commands && env::var_os(TOKEN).is_none() && getrandom::fill(&mut bytes).is_ok())
        .then(|| format!("{:032x}", u128::from_ne_bytes(bytes)))
}
