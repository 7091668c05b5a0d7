//! The style: ugly blocks and what becomes of them.

use std::fs;
use std::path::{Path, PathBuf};

use skill_fmt::{FormatError, Formatter, check_same};

fn ugly() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ugly")
}

fn formatter(directory: &Path) -> Formatter {
    Formatter::new(directory.to_owned(), Some("2024".to_owned())).unwrap()
}

/// A formatter with the usual style of `rustfmt` except for `settings`, and its directory.
fn configured(settings: &str) -> (Formatter, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("rustfmt.toml"), settings).unwrap();
    (formatter(directory.path()), directory)
}

#[test]
fn ugly_blocks() {
    let formatter = configured("use_small_heuristics = \"Max\"");
    for name in ["comments", "declarations", "machine", "rust"] {
        let text = fs::read_to_string(ugly().join(name).with_extension("rs")).unwrap();
        let formatted = formatter.0.blocks(&text, None).unwrap();
        check_same(&text, &formatted).unwrap();
        assert_eq!(formatter.0.blocks(&formatted, None).unwrap(), formatted, "{name}");
        insta::assert_snapshot!(name, formatted);
    }
}

#[test]
fn the_style_of_rustfmt_toml() {
    let text = fs::read_to_string(ugly().join("machine.rs")).unwrap();
    let (formatter, _directory) = configured("max_width = 60\ntab_spaces = 2\nhard_tabs = true");
    let formatted = formatter.blocks(&text, None).unwrap();
    assert_eq!(formatter.blocks(&formatted, None).unwrap(), formatted);
    insta::assert_snapshot!("narrow_with_tabs", formatted);

    let (formatter, _directory) = configured("disable_all_formatting = true");
    assert_eq!(formatter.blocks(&text, None).unwrap(), text);
}

#[test]
fn line_ends_and_byte_order_mark_stay() {
    let (formatter, _directory) = configured("");
    let text = "\u{feff}#!/usr/bin/env run\r\nskill_space!{pub A on B{C,D}}\r\nfn  f( ) {}\r\n";
    let formatted = formatter.blocks(text, None).unwrap();
    let expected =
        "\u{feff}#!/usr/bin/env run\r\nskill_space! { pub A on B { C, D } }\r\nfn  f( ) {}\r\n";
    assert_eq!(formatted, expected);
}

#[test]
fn only_the_blocks_on_the_lines() {
    let (formatter, _directory) = configured("");
    let text = "skill_space!{pub A on B{C}}\nskill_space!{pub A on B{C}}\n\
                skill_space!{pub A on\nB{C}}\nskill_space!{pub A on B{C}}\n";
    let formatted = formatter.blocks(text, Some(&(2..=3))).unwrap();
    let one = "skill_space! { pub A on B { C } }\n";
    let expected = format!(
        "skill_space!{{pub A on B{{C}}}}\n{one}skill_space! {{\n    pub A on B {{ C }}\n}}\n\
         skill_space!{{pub A on B{{C}}}}\n"
    );
    assert_eq!(formatted, expected);
}

/// A block may begin on the line on which another one ends.
#[test]
fn blocks_on_one_line() {
    let (formatter, _directory) = configured("");
    let one = "skill_space! { /// Documented.\n pub A on B { C } }";
    let text = format!("    {}\n", [one; 12].join(" "));
    let formatted = formatter.blocks(&text, None).unwrap();
    let one = "skill_space! {\n        /// Documented.\n        pub A on B { C }\n    }";
    assert_eq!(formatted, format!("    {}\n", [one; 12].join(" ")));
}

#[test]
fn a_whole_file_as_by_rustfmt() {
    let (formatter, _directory) = configured("");
    let text = "use b::B;use a::A;\nfn  f( ){ skill_space!{pub A on B{C}} }\n";
    let expected = "use a::A;\nuse b::B;\nfn f() {\n    skill_space! { pub A on B { C } }\n}\n";
    assert_eq!(formatter.file(text).unwrap(), expected);
    assert_eq!(formatter.file(expected).unwrap(), expected);
}

#[test]
fn other_macros_of_the_same_name() {
    let (formatter, _directory) = configured("");
    let text = "macro_rules! skill { ($($x:tt)*) => {} }\nskill!{a  b}\n\
                #[rustfmt::skip]\nmod m { skill_space!{pub A on B{C}} }\n";
    assert_eq!(formatter.blocks(text, None).unwrap(), text);
}

#[test]
fn errors_are_the_compilers() {
    let (formatter, _directory) = configured("");
    let refused = |text: &str| formatter.blocks(text, None).unwrap_err();

    let text = "skill! { pub skill A(limit = 3) { start state B { -> C when; } } }";
    let FormatError::Block(mistakes) = refused(text) else { panic!("another error") };
    let found: Vec<_> =
        mistakes.iter().map(|mistake| (&text[mistake.place.clone()], &*mistake.message)).collect();
    let help = "missing type for argument `limit`\nhelp: provide a type: `limit: Type`";
    assert_eq!(found[0], ("limit", help));
    assert!(found[1].1.starts_with("missing guard after `when`"), "{found:?}");

    // As a line end of two characters it would be another one.
    let FormatError::Block(mistakes) = refused("skill! {\r\r\n}") else { panic!("another error") };
    assert_eq!(mistakes[0].message, "bare CR not allowed at the end of a line");

    // Those of a whole file are in the text as it is, not as `rustfmt` formats it.
    let ugly = format!("use  b::B;\r\n\r\n\r\n\r\nfn  f( ){{ g( ) }}\r\n{text}\r\n");
    let FormatError::Block(of_file) = formatter.file(&ugly).unwrap_err() else {
        panic!("another error")
    };
    let lines = ugly.replace("\r\n", "\n");
    let place_of = |mistake: &skill_fmt::Mistake| lines[mistake.place.clone()].to_owned();
    assert_eq!(of_file.iter().map(place_of).collect::<Vec<_>>(), ["limit", "when"]);

    // At the end of the input there is no token.
    let FormatError::Block(mistakes) = refused("skill! { }") else { panic!("another error") };
    assert_eq!(mistakes[0].place, 0..5);

    let FormatError::Rust(errors) = refused("fn f() { let = 3; skill!{} }") else {
        panic!("another error")
    };
    assert!(errors.contains("error: ") && errors.contains("--> <stdin>:1:14"), "{errors}");

    let deep = format!("skill! {{ {}{} }}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(refused(&deep), FormatError::Nesting { limit: 256 });
}

#[test]
fn a_missing_rustfmt() {
    let error = Formatter::new("/nowhere".into(), None).unwrap_err();
    assert!(matches!(error, FormatError::NoRustfmt { .. }), "{error}");
}
