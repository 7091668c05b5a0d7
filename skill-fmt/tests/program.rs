//! The program: arguments, exit status, and files that are never incomplete.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const UGLY: &str = "skill_space!{pub A on B{C}}\n";
const FORMATTED: &str = "skill_space! { pub A on B { C } }\n";
const WRONG: &str = "// first\nskill_space!{pub A  B{C}}\n";

fn program(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-skill-fmt"));
    command.current_dir(directory).args(arguments);
    command
}

fn run(directory: &Path, arguments: &[&str]) -> (i32, String, String) {
    status(&program(directory, arguments).output().unwrap())
}

fn status(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_owned()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn stdin(directory: &Path, arguments: &[&str], text: &str) -> (i32, String, String) {
    let mut command = program(directory, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    status(&child.wait_with_output().unwrap())
}

/// A package with the files.
fn package(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    directory
}

const MANIFEST: &str = "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
                        [package.metadata.skill-fmt]\nexclude = [\"templates\"]\n";

#[test]
fn all_files_of_a_package() {
    let package = package(&[
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", UGLY),
        ("src/deep/inner.rs", UGLY),
        ("src/other.rs", "fn  not_a_block( ) {}\n"),
        ("src/notes.txt", UGLY),
        ("templates/wrong.rs", WRONG),
    ]);
    let read = |name: &str| fs::read_to_string(package.path().join(name)).unwrap();

    // As Cargo calls it.
    let (code, out, _) = run(package.path(), &["skill-fmt", "--check"]);
    assert_eq!(code, 1);
    let line = |sign: &str, text: &str| format!("{sign}{text}");
    assert!(out.contains(&line("-", UGLY)) && out.contains(&line("+", FORMATTED)), "{out}");
    assert!(out.contains("--- src/deep/inner.rs"), "{out}");
    assert_eq!(read("src/lib.rs"), UGLY);

    assert_eq!(run(package.path(), &[]).0, 0);
    assert_eq!(read("src/lib.rs"), FORMATTED);
    assert_eq!(read("src/deep/inner.rs"), FORMATTED);
    assert_eq!(read("src/other.rs"), "fn  not_a_block( ) {}\n");
    assert_eq!(run(package.path(), &["--check"]), (0, String::new(), String::new()));
    let left: Vec<_> = fs::read_dir(package.path().join("src")).unwrap().collect();
    assert_eq!(left.len(), 4, "no other files are left");
}

#[test]
fn a_file_with_errors_is_left() {
    let package = package(&[("a.rs", WRONG), ("b.rs", UGLY), ("c.rs", "fn ( { skill!{} }\n")]);
    let (code, _, err) = run(package.path(), &["a.rs", "b.rs", "c.rs"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("error: expected `on BLACKBOARD` after `A`, found `B`\n"), "{err}");
    assert!(err.contains("--> a.rs:2:21\n"), "{err}");
    // A file that is not Rust is reported in the words of `rustc`.
    assert!(err.contains("--> c.rs:1:"), "{err}");
    assert_eq!(fs::read_to_string(package.path().join("a.rs")).unwrap(), WRONG);
    assert_eq!(fs::read_to_string(package.path().join("b.rs")).unwrap(), FORMATTED);
}

#[test]
fn standard_input() {
    let package = package(&[("Cargo.toml", MANIFEST), ("src/lib.rs", "")]);
    let text = format!("fn  f( ) {{ async {{}}; }}\n{UGLY}");
    let expected = format!("fn f() {{\n    async {{}};\n}}\n{FORMATTED}");
    for arguments in [&["--stdin"][..], &["-"], &["skill-fmt", "--stdin", "--edition", "2021"]] {
        let (code, out, err) = stdin(package.path(), arguments, &text);
        assert_eq!((code, &out, err.as_str()), (0, &expected, ""));
    }
    let (code, out, _) = stdin(package.path(), &["-", "--range", "2:2"], &text);
    assert_eq!((code, out), (0, format!("fn  f( ) {{ async {{}}; }}\n{FORMATTED}")));
    assert_eq!(stdin(package.path(), &["-", "--check"], &text).0, 1);
    assert_eq!(stdin(package.path(), &["-", "--check"], &expected).0, 0);
    // As with `rustfmt`, editors take 1 for an error that they show themselves.
    let (code, out, err) = stdin(package.path(), &["-"], WRONG);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("--> <stdin>:2:"), "{err}");
}

#[test]
fn wrong_arguments() {
    let package = package(&[("a.rs", UGLY), ("b.rs", UGLY), ("latin.rs", "")]);
    fs::write(package.path().join("latin.rs"), b"// skill! \xff\n").unwrap();
    for (arguments, reason) in [
        (&["--range", "3:2", "a.rs"][..], "the first before the last"),
        (&["--range", "3", "a.rs"], "expected two lines such as `10:20`"),
        (&["--range", "1:2", "a.rs", "b.rs"], "`--range` needs exactly one file"),
        (&["--stdin", "a.rs"], "cannot be used with files"),
        (&["missing.rs"], "missing.rs: neither a file nor a directory"),
        (&["latin.rs"], "latin.rs: not UTF-8: byte 10 is no part of a character"),
        (&[], "cargo metadata: could not find `Cargo.toml`"),
    ] {
        let (code, out, err) = run(package.path(), arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(reason), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let package = package(&[("real/a.rs", UGLY), ("b.rs", UGLY)]);
    let at = |name: &str| package.path().join(name);
    symlink("real/a.rs", at("link.rs")).unwrap();
    fs::set_permissions(at("real/a.rs"), fs::Permissions::from_mode(0o754)).unwrap();
    assert_eq!(run(package.path(), &["link.rs"]).0, 0);
    assert!(fs::symlink_metadata(at("link.rs")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(at("real/a.rs")).unwrap(), FORMATTED);
    assert_eq!(fs::metadata(at("real/a.rs")).unwrap().permissions().mode() & 0o777, 0o754);

    fs::set_permissions(at("b.rs"), fs::Permissions::from_mode(0o444)).unwrap();
    let (code, _, err) = run(package.path(), &["b.rs"]);
    assert_eq!((code, err.as_str()), (2, "error: b.rs: the file is read-only\n"));
    assert_eq!(fs::read_to_string(at("b.rs")).unwrap(), UGLY);
}

/// A file of which the system writes only the first bytes is not left in place of the old one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let large = format!("{UGLY}{}", "// more\n".repeat(10_000));
    let package = package(&[("a.rs", &large)]);
    // 8 blocks of 512 bytes; the signal that this sends is ignored.
    let mut command = Command::new("sh");
    command.current_dir(package.path()).args([
        "-c",
        "trap '' XFSZ; ulimit -f 8; exec \"$0\" a.rs",
        env!("CARGO_BIN_EXE_cargo-skill-fmt"),
    ]);
    let (code, _, err) = status(&command.output().unwrap());
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("File too large"), "{err}");
    assert_eq!(fs::read_to_string(package.path().join("a.rs")).unwrap(), large);
    assert_eq!(fs::read_dir(package.path()).unwrap().count(), 1, "no other file is left");
}

#[test]
fn cures_are_written_although_other_errors_are_left() {
    let wrong = "skill! {\n    pub skill Probe() {\n        start state Idle { -> FINL after 2sec; }\n    }\n}\n";
    let right = wrong.replace("FINL", "FINAL").replace("2sec", "2s");
    let package = package(&[("Cargo.toml", MANIFEST), ("src/lib.rs", wrong)]);
    let read = || fs::read_to_string(package.path().join("src/lib.rs")).unwrap();
    let (status, out, _) = run(package.path(), &["--fix", "--check"]);
    assert_eq!((status, read().as_str()), (1, wrong));
    assert!(out.contains("+        start state Idle { -> FINAL after 2s; }"), "{out}");
    let (status, _, err) = run(package.path(), &["--fix"]);
    assert_eq!((status, read()), (0, right.clone()), "{err}");
    assert!(err.contains("src/lib.rs:3: `2sec` is now `2s`: unknown unit `sec`"), "{err}");
    let other = wrong.replace("after 2sec", "after 2sec; -> FINAL after 0s");
    fs::write(package.path().join("src/lib.rs"), other).unwrap();
    let (status, _, err) = run(package.path(), &["--fix"]);
    assert_eq!((status, read()), (1, right.replace("after 2s", "after 2s; -> FINAL after 0s")));
    assert!(err.contains("error: timeout of zero"), "{err}");
}
