//! Writes the generated parts of the book.

use std::fs;

use ui_tests::{pages, root};

fn main() -> std::io::Result<()> {
    let folder = root().join("book/generated");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("errors.md"), pages::errors())?;
    fs::write(folder.join("messages.md"), pages::messages())
}
