//! The picture in the book is what the program draws.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_picture_in_the_book_is_what_the_program_draws() {
    let drawn = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hybrid.svg");
    let output = Command::new(env!("CARGO_BIN_EXE_hybrid")).arg("--svg").arg(&drawn).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let shown = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/images/hybrid.svg");
    let [drawn, shown] = [drawn, shown].map(|file| fs::read(file).expect("a picture"));
    assert!(
        drawn == shown,
        "book/src/images/hybrid.svg is not what `cargo run -p hybrid -- --svg FILE` draws"
    );
}
