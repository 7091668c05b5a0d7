//! The errors of malformed descriptions; no input makes the reader panic.

use crate::{build, call, expand, file, read};
use syn::parse::Parser as _;

/// Descriptions of each kind, which are well-formed.
const GOOD: [&[u8]; 5] = [
    include_bytes!("../tests/interfaces/GripperArmInterface.xml"),
    include_bytes!("../tests/interfaces/OddNamesInterface.xml"),
    include_bytes!("../tests/interfaces/LatinInterface.xml"),
    include_bytes!("../tests/interfaces/BareInterface.xml"),
    include_bytes!("../tests/interfaces/FormerTypesInterface.xml"),
];

/// Returns the errors of a file.
pub fn said(bytes: &[u8]) -> Vec<String> {
    let read = read::file(bytes);
    read.complaints.iter().map(|(position, reason)| format!("{position}: {reason}")).collect()
}

/// The expansion of a file.
pub fn expansion(bytes: &[u8]) -> String {
    let call = call::call.parse_str("\"folder/Some File.xml\"").expect("a call");
    let (description, stem) = (read::file(bytes).description, file::stem("a/Some File.xml"));
    expand(build::interface(description, call, &stem).0).to_string()
}

#[test]
fn well_formed_descriptions_are_read_without_a_word() {
    for file in GOOD {
        assert_eq!(said(file), [""; 0]);
        assert!(!expansion(file).contains("compile_error"), "{}", expansion(file));
    }
}

/// A description with `data` and other elements.
fn with(data: &str, more: &str) -> String {
    format!("<interface name=\"P\">\n<data>\n{data}\n</data>\n{more}\n</interface>")
}

/// Checks the errors of a field.
#[test]
fn fields_are_checked() {
    for (field, reason) in [
        (
            r#"<field name="a" type="flaot"/>"#,
            "3:23: `flaot` is neither a type nor an enum of this interface\nhelp: did you mean `float`?",
        ),
        (
            r#"<field name="a" type="Pose"/>"#,
            "3:23: `Pose` is neither a type nor an enum of this interface, expected one of bool, byte, char, int8, uint8, int16, uint16, int32, uint32, int64, uint64, float, double, string",
        ),
        (
            r#"<field name="a" type="string"/>"#,
            "3:23: missing `length` of a `string`\nhelp: add the most bytes that it holds, such as length=\"64\"",
        ),
        (
            r#"<field name="a" type="float" length="0"/>"#,
            "3:38: invalid length `0`, expected an integer from 1 to 65536",
        ),
        (
            r#"<field name="a" type="string" length="65537"/>"#,
            "3:39: invalid length `65537`, expected an integer from 1 to 65536",
        ),
        (
            r#"<field name="a" type="float" length="-1"/>"#,
            "3:38: invalid length `-1`, expected an integer from 1 to 65536",
        ),
        (
            r#"<field name="a" type="float" length="three"/>"#,
            "3:38: invalid length `three`, expected an integer from 1 to 65536",
        ),
        (
            r#"<field name="a" type="float" lenght="3"/>"#,
            "3:30: unknown attribute `lenght`\nhelp: did you mean `length`?",
        ),
        (
            r#"<field nmae="a" type="float"/>"#,
            "3:8: unknown attribute `nmae`\nhelp: did you mean `name`?",
        ),
        (r#"<field type="float"/>"#, "3:1: missing `name` of `<field>`\nhelp: add name=\"..\""),
        (
            r#"<field name="" type="float"/>"#,
            "3:14: empty `name` of `<field>`\nhelp: write `name=\"..\"`",
        ),
        (r#"<field name="a"/>"#, "3:1: missing `type` of `<field>`\nhelp: add type=\"..\""),
        (
            r#"<field name="1st" type="float"/>"#,
            "3:14: invalid name `1st`\nhelp: use a letter or `_`, then letters, digits and `_`",
        ),
        (
            r#"<field name="a b" type="float"/>"#,
            "3:14: invalid name `a b`\nhelp: use a letter or `_`, then letters, digits and `_`",
        ),
        (
            r#"<field name="größe" type="float"/>"#,
            "3:14: invalid name `größe`\nhelp: use a letter or `_`, then letters, digits and `_`",
        ),
        (
            r#"<field name="_" type="float"/>"#,
            "3:14: invalid name `_`\nhelp: use a letter or `_`, then letters, digits and `_`",
        ),
        (
            r#"<field name="a" type="float">é<ref>a</ref></field>"#,
            "3:31: unexpected `<ref>` in `<field>`\nhelp: is `</field>` missing?",
        ),
        (
            r#"<feild name="a" type="float"/>"#,
            "3:1: unexpected `<feild>` in `<data>`\nhelp: did you mean `<field>`?",
        ),
        (
            r"<unit/>",
            "3:1: unexpected `<unit>` in `<data>`, expected one of `<comment>`, `<field>`, `<pseudomap>`",
        ),
        (
            r#"<field name="z" type="bool"/>"#,
            "3:14: duplicate field `z`, first declared in line 2\nhelp: rename one of them",
        ),
        (
            r#"<pseudomap name="m" type="float" keytype="uint23"><mapref key="1">z</mapref></pseudomap>"#,
            "3:43: `uint23` is not a type for keys\nhelp: did you mean `uint32`?",
        ),
        (
            r#"<pseudomap name="m" type="float" keytype="uint32"><mapref>z</mapref></pseudomap>"#,
            "3:51: missing `key` of `<mapref>`\nhelp: add key=\"..\"",
        ),
        (
            r#"<pseudomap name="m" type="float" keytype="uint32"><mapref key="1">y</mapref></pseudomap>"#,
            "3:67: `y` is not a field of `<data>`, expected one of z",
        ),
    ] {
        let file = with(field, "").replace("<data>", "<data><field name=\"z\" type=\"bool\"/>");
        assert_eq!(said(file.as_bytes()), [reason], "{field}");
    }
}

#[test]
fn constants_and_enums_are_checked() {
    for (element, reason) in [
        (
            r#"<constant name="A" type="uint8" value="256"/>"#,
            "5:52: invalid value `256` for `uint8`, expected an integer from 0 to 255",
        ),
        (
            r#"<constant name="A" type="uint8" value="-1"/>"#,
            "5:52: invalid value `-1` for `uint8`, expected an integer from 0 to 255",
        ),
        (
            r#"<constant name="A" type="byte" value="256"/>"#,
            "5:51: invalid value `256` for `byte`, expected an integer from 0 to 255",
        ),
        (
            r#"<constant name="A" type="int64" value="9223372036854775808"/>"#,
            "5:52: invalid value `9223372036854775808` for `int64`, expected an integer from -9223372036854775808 to 9223372036854775807",
        ),
        (
            r#"<constant name="A" type="int32" value="1.5"/>"#,
            "5:52: invalid value `1.5` for `int32`, expected an integer from -2147483648 to 2147483647",
        ),
        (
            r#"<constant name="A" type="float" value="fast"/>"#,
            "5:52: invalid value `fast` for `float`, expected a number of 32 bits, as 0.5 or 1e-3",
        ),
        (
            r#"<constant name="A" type="float" value="1e39"/>"#,
            "5:52: invalid value `1e39` for `float`, expected a number of 32 bits, as 0.5 or 1e-3",
        ),
        (
            r#"<constant name="A" type="double" value="inf"/>"#,
            "5:53: invalid value `inf` for `double`, expected a number of 64 bits, as 0.5 or 1e-3",
        ),
        (
            r#"<constant name="A" type="bool" value="maybe"/>"#,
            "5:51: invalid value `maybe` for `bool`, expected `true` or `false`",
        ),
        (
            r#"<constant name="A" type="Mode" value="1"/>"#,
            "5:38: `Mode` is not a type for a constant, expected one of bool, byte, char, int8, uint8, int16, uint16, int32, uint32, int64, uint64, float, double, string",
        ),
        (
            r#"<constant name="A" type="uint8"/>"#,
            "5:13: missing `value` of `<constant>`\nhelp: add value=\"..\"",
        ),
        (
            r#"<constant type="uint8" value="1"/>"#,
            "5:13: missing `name` of `<constant>`\nhelp: add name=\"..\"",
        ),
        (
            r#"<constant name="A" type="bool" value="1"/><constant name="A" type="bool" value="1"/>"#,
            "5:71: duplicate constant `A`, first declared in line 5\nhelp: rename one of them",
        ),
        (
            r#"<enum name="E"/>"#,
            "5:13: `<enum>` has no items\nhelp: add at least one `<item name=\"..\">`",
        ),
        (
            r#"<enum><item name="A"/></enum>"#,
            "5:13: missing `name` of `<enum>`\nhelp: add name=\"..\"",
        ),
        (
            r#"<enum name="E"><item/></enum>"#,
            "5:28: missing `name` of `<item>`\nhelp: add name=\"..\"",
        ),
        (
            r#"<enum name="E"><item name="A"/><item name="A"/></enum>"#,
            "5:56: duplicate item `A`, first declared in line 5\nhelp: rename one of them",
        ),
        (
            r#"<enum name="E"><item name="A" value="x"/></enum>"#,
            "5:50: invalid number `x` of an item, expected an integer from -2147483648 to 2147483647",
        ),
        (
            r#"<enum name="E"><item name="A" value="2147483648"/></enum>"#,
            "5:50: invalid number `2147483648` of an item, expected an integer from -2147483648 to 2147483647",
        ),
        (
            r#"<enum name="E"><item name="A" value="1"/><item name="B" value="1"/></enum>"#,
            "5:54: `B` and `A` have the same number 1\nhelp: give one of them another number",
        ),
        (
            r#"<enum name="E"><item name="A"/></enum><enum name="E"><item name="A"/></enum>"#,
            "5:63: duplicate enum `E`, first declared in line 5\nhelp: rename one of them",
        ),
        (r"</constants><constants>", "5:25: duplicate `<constants>`\nhelp: merge them"),
    ] {
        let constants = format!("<constants>\u{20}{element}</constants>");
        let file = with(r#"<field name="z" type="bool"/>"#, &constants);
        assert_eq!(said(file.as_bytes()), [reason], "{element}");
    }
}

#[test]
fn messages_and_the_whole_are_checked() {
    let field = r#"<field name="zoom" type="float"/>"#;
    for (file, reason) in [
        (
            with(field, r#"<message name="M"><ref>zom</ref></message>"#),
            "5:24: `zom` is not a field of `<data>`\nhelp: did you mean `zoom`?",
        ),
        (
            with(field, r#"<message name="M"><ref/></message>"#),
            "5:19: empty `<ref>`\nhelp: name a field of `<data>`",
        ),
        (
            with(field, r#"<message name="M"><ref>zoom</ref><ref>zoom</ref></message>"#),
            "5:39: duplicate field `zoom`, first declared in line 5\nhelp: rename one of them",
        ),
        (with(field, "<message/>"), "5:1: missing `name` of `<message>`\nhelp: add name=\"..\""),
        (
            with(field, r#"<message name="M"/><message name="M"/>"#),
            "5:35: duplicate message `M`, first declared in line 5\nhelp: rename one of them",
        ),
        (
            with(field, r#"<message name="M"><data/></message>"#),
            "5:19: unexpected `<data>` in `<message>`, expected one of `<comment>`, `<field>`, `<ref>`",
        ),
        (with(field, "<data/>"), "5:1: duplicate `<data>`\nhelp: merge them"),
        (with("", ""), "2:1: `<data>` has no fields\nhelp: add at least one `<field>`"),
        (
            r#"<interface name="P"/>"#.into(),
            "1:1: missing `<data>` with the fields\nhelp: write `<data><field name=\"..\" type=\"..\"/></data>`",
        ),
        (
            with(field, "").replace(" name=\"P\"", ""),
            "1:1: missing `name` of `<interface>`\nhelp: add name=\"..\"",
        ),
        (
            "<!-- é -->\n<skill/>".into(),
            "2:1: unexpected root `<skill>`, expected `<interface name=\"..\">`",
        ),
        (
            with(field, "<message>"),
            "6:1: not well-formed XML: expected 'message' tag, not 'interface'",
        ),
        (with(field, "&nbsp;"), "5:1: not well-formed XML: unknown entity reference 'nbsp'"),
        (String::new(), "1:1: not well-formed XML: the document does not have a root node"),
    ] {
        assert_eq!(said(file.as_bytes()), [reason], "{file}");
    }
    assert_eq!(
        said(b"<interface>\n <!-- \xc3\xa9 \xff"),
        [
            "2:9: byte 0xff is not valid UTF-8\nhelp: save the file as UTF-8, or declare encoding=\"ISO-8859-1\""
        ]
    );
}

#[test]
fn all_that_is_wrong_is_said_at_once() {
    let file = r#"<interface>
        <constants><constant name="A" type="uint8" value="x"/></constants>
        <data>
            <field name="a" type="bol"/>
            <field name="a" type="bool"/>
        </data>
        <message name="M"><ref>a</ref><ref>b</ref></message>
    </interface>"#;
    let places: Vec<String> =
        said(file.as_bytes()).iter().map(|said| said.chars().take(4).collect()).collect();
    assert_eq!(places, ["1:1:", "2:59", "4:35", "5:26", "7:44"]);
    assert!(expansion(file.as_bytes()).contains("pub struct SomeFile"), "the rest is there");
}

/// The expansion of what is cut off or changed is Rust, and the same each time.
#[test]
fn no_file_breaks_the_macro() {
    let mut seed = 1_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap_or(0) % below
    };
    for file in GOOD {
        for end in (0..file.len()).step_by(7) {
            let _ = said(&file[..end]);
        }
        for round in 0..160 {
            let mut bytes = file.to_vec();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match round % 4 {
                    0 => bytes[at] = b"<>&\"'/_ 0aZ\xff"[random(12)],
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, b"<>&\"'/_ 0aZ\xff"[random(12)]),
                    _ => {
                        let from = random(bytes.len());
                        let piece = bytes[from..(from + 20).min(bytes.len())].to_vec();
                        bytes.splice(at..at, piece);
                    }
                }
            }
            let rust = expansion(&bytes);
            assert!(syn::parse_str::<syn::File>(&rust).is_ok(), "{rust}");
            assert_eq!(rust, expansion(&bytes));
        }
    }
}
