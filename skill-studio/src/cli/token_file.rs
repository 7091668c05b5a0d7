//! `--token-file`: the tokens of roles.

use crate::console::error::Error;
use crate::live::Role;
use crate::text::escape::Escaped;
use std::path::PathBuf;
use std::str::FromStr;

/// A file with the token of a role: `ROLE=FILE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TokenFile {
    role: Role,
    path: PathBuf,
}

impl FromStr for TokenFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').filter(|(_, path)| !path.is_empty());
        let (role, path) =
            parts.ok_or("expected ROLE=FILE, with the role `see`, `call` or `set`")?;
        Ok(Self { role: role.parse()?, path: path.into() })
    }
}

impl TokenFile {
    /// Reads the token, without spaces and line ends around it.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be read, [`Error::Usage`] if each user of the machine can read it.
    pub(super) fn read(&self) -> Result<(Role, String), Error> {
        let text = std::fs::read_to_string(&self.path).map_err(Error::file(&self.path))?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let data = std::fs::metadata(&self.path).map_err(Error::file(&self.path))?;
            if data.permissions().mode() & 0o004 != 0 {
                let path = Escaped(self.path.display());
                return Err(Error::Usage(format!(
                    "{path}: each user of this machine can read this token\nhelp: chmod o-r {path}"
                )));
            }
        }
        Ok((self.role, text.trim().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_and_a_file() {
        let file = |role, path: &str| Ok(TokenFile { role, path: path.into() });
        assert_eq!("see=/run/see".parse(), file(Role::See, "/run/see"));
        assert_eq!("call=a=b".parse(), file(Role::Call, "a=b"));
        for (wrong, expected) in [
            ("token.txt", "expected ROLE=FILE"),
            ("see=", "expected ROLE=FILE"),
            ("root=/run/t", "`root` is no role: expected `see`, `call` or `set`"),
        ] {
            let error = wrong.parse::<TokenFile>().unwrap_err();
            assert!(error.contains(expected), "{wrong}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_each_user_can_read_is_refused() {
        use std::fs::{Permissions, set_permissions, write};
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("token");
        let file = TokenFile { role: Role::Call, path: path.clone() };
        assert!(matches!(file.read(), Err(Error::File { .. })));
        write(&path, " 0123456789abcdef\n").unwrap();
        set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        let error = file.read().unwrap_err().to_string();
        assert!(error.contains("chmod o-r"), "{error}");
        set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        assert_eq!(file.read().unwrap(), (Role::Call, "0123456789abcdef".to_owned()));
    }
}
