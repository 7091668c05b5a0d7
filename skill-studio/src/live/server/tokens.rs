//! The tokens of clients, each with its role.

use crate::console::error::Error;
use crate::live::Role;
use std::fmt::Write as _;

/// The shortest token, in bytes.
const MIN_TOKEN: usize = 16;

/// The tokens of a server.
#[derive(Clone, Debug, Default)]
pub struct Tokens(Vec<(Role, String)>);

impl Tokens {
    /// Adds a token.
    ///
    /// # Errors
    /// [`Error::Usage`] if it is too short, no visible ASCII, or that of another role.
    pub fn add(&mut self, role: Role, token: String) -> Result<(), Error> {
        if token.len() < MIN_TOKEN || !token.chars().all(|c| c.is_ascii_graphic()) {
            let text = format!(
                "the token of the role `{role}` needs at least {MIN_TOKEN} visible ASCII characters"
            );
            return Err(Error::Usage(text));
        }
        if let Some(other) = self.role_of(&token).filter(|other| *other != role) {
            let text = format!(
                "the roles `{other}` and `{role}` have the same token\nhelp: give each role one of its own"
            );
            return Err(Error::Usage(text));
        }
        self.0.push((role, token));
        Ok(())
    }

    /// Returns the role of a token, in the same time for each wrong one.
    pub fn role_of(&self, given: &str) -> Option<Role> {
        let differs = |token: &String| {
            let bits =
                given.bytes().zip(token.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
            given.len() != token.len() || bits != 0
        };
        // Each is compared.
        let roles = self.0.iter().filter(|(_, token)| !differs(token)).map(|(role, _)| *role);
        roles.max()
    }

    /// Returns whether one of the tokens is for a role, or a greater one.
    pub fn allow(&self, role: Role) -> bool {
        self.0.iter().any(|(of, _)| *of >= role)
    }

    /// Returns whether reading needs a token: there is one for it.
    pub fn guard_reading(&self) -> bool {
        self.0.iter().any(|(of, _)| *of == Role::See)
    }
}

/// Returns a token that nobody can guess.
///
/// # Errors
/// If the system has no random numbers.
pub fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        // A `String` can be written to.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}
