//! Writes a file as a whole or not at all.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use super::CliError;

/// Replaces a file that contains `before`. The new text is written to a temporary file in the same
/// directory, which is then renamed, so that the file is complete whenever this program is killed.
pub fn replace(path: &Path, before: &str, after: &str) -> Result<(), CliError> {
    let of_file = |error| CliError::File { path: path.to_owned(), error };
    // Keeps a symbolic link, and replaces its target.
    let target = fs::canonicalize(path).map_err(of_file)?;
    let permissions = fs::metadata(&target).map_err(of_file)?.permissions();
    if permissions.readonly() {
        return Err(CliError::ReadOnly { path: path.to_owned() });
    }
    let directory = target.parent().unwrap_or(Path::new("."));
    let mut file =
        tempfile::Builder::new().prefix(".skill-fmt-").tempfile_in(directory).map_err(of_file)?;
    file.write_all(after.as_bytes()).map_err(of_file)?;
    file.as_file().set_permissions(permissions).map_err(of_file)?;
    file.as_file().sync_all().map_err(of_file)?;
    if fs::read(&target).map_err(of_file)? != before.as_bytes() {
        return Err(CliError::Changed { path: path.to_owned() });
    }
    file.persist(&target).map_err(|error| of_file(error.error))?;
    Ok(())
}
