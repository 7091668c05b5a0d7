//! Tests that the work is linear in the size of a description, and bounded.

use crate::limits::Limit;
use crate::tests::{expansion, said};
use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write as _;

/// Returns `count` pieces, each made of its number.
fn pieces(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

/// A description with constants, fields and messages.
fn description(constants: &str, data: &str, messages: &str) -> String {
    format!(
        "<interface name=\"Big\"><constants>{constants}</constants>\n\
         <data><field name=\"first\" type=\"bool\">A field.</field>{data}</data>{messages}</interface>"
    )
}

/// A field with a name, a type and what is in it.
fn field(name: &str, ty: &str, inside: &str) -> String {
    format!("<field name=\"{name}\" type=\"{ty}\">{inside}</field>\n")
}

/// A way to make a description large, with a size at which it is.
type Growth = (&'static str, usize, fn(usize) -> String);

const GROWTHS: [Growth; 21] = [
    ("fields", 500, |n| description("", &pieces(n, |i| field(&format!("f{i}"), "float", "x")), "")),
    ("fields with colliding names", 250, |n| {
        let name = |i: usize| format!("a{}b", "_".repeat(1 + i % 100)) + &"_".repeat(1 + i / 100);
        description("", &pieces(n, |i| field(&name(i), "float", "")), "")
    }),
    ("fields with one name", 1000, |n| description("", &pieces(n, |_| field("a", "bool", "")), "")),
    ("fields of unknown types", 1000, |n| {
        let unknown = |i| field(&format!("f{i}"), &format!("SomeUnknownType{i}"), "");
        description("", &pieces(n, unknown), "")
    }),
    ("enums, and fields of unknown types", 250, |n| {
        let an_enum = |i| format!("<enum name=\"SomeLongName{i}\"><item name=\"A\"/></enum>");
        let unknown = |i| field(&format!("f{i}"), &format!("SomeLongNaem{i}"), "");
        description(&pieces(n, an_enum), &pieces(n, unknown), "")
    }),
    ("messages", 250, |n| {
        let message = |i| format!("<message name=\"Go{i}\"><ref>first</ref></message>\n");
        description("", "", &pieces(n, message))
    }),
    ("messages with one name", 1000, |n| {
        description("", "", &pieces(n, |_| "<message name=\"Go\"/>".into()))
    }),
    ("references", 250, |n| {
        let references = pieces(n, |i| format!("<ref>f{i}</ref>"));
        let message = format!("<message name=\"Go\">{references}</message>");
        description("", &pieces(n, |i| field(&format!("f{i}"), "float", "x")), &message)
    }),
    ("unknown references", 500, |n| {
        let references = pieces(n, |i| format!("<ref>unknown{i}</ref>"));
        let message = format!("<message name=\"Go\">{references}</message>");
        description("", &pieces(n, |i| field(&format!("unknwon{i}"), "float", "")), &message)
    }),
    ("items", 500, |n| {
        let items = pieces(n, |i| format!("<item name=\"ITEM_{i}\"/>\n"));
        description(&format!("<enum name=\"E\">{items}</enum>"), "", "")
    }),
    ("items with one number", 1000, |n| {
        let items = pieces(n, |i| format!("<item name=\"ITEM_{i}\" value=\"1\"/>\n"));
        description(&format!("<enum name=\"E\">{items}</enum>"), "", "")
    }),
    ("enums", 100, |n| {
        let an_enum = |i| format!("<enum name=\"E{i}Enum\"><item name=\"A\"/></enum>");
        description(&pieces(n, an_enum), "", "")
    }),
    ("constants", 500, |n| {
        let constant = |i| format!("<constant name=\"C{i}\" type=\"uint32\" value=\"{i}\"/>\n");
        description(&pieces(n, constant), "", "")
    }),
    ("attributes", 200, |n| {
        let attributes = pieces(29, |i| format!("a{i}=\"x\" "));
        let field = |i| format!("<field {attributes} name=\"f{i}\" type=\"bool\"/>");
        description("", &pieces(n, field), "")
    }),
    ("a long attribute", 20_000, |n| {
        let long = "x ".repeat(n);
        description(
            "",
            &format!("<field name=\"{long}\" type=\"{long}\" {0}=\"\"/>", "y".repeat(n)),
            "",
        )
    }),
    ("comments", 5000, |n| description("", &"<!-- x -->".repeat(n), "")),
    ("comment elements", 500, |n| description("", &"<comment>Text.</comment>".repeat(n), "")),
    ("one text", 50_000, |n| {
        description("", &field("f", "bool", &"some words\n".repeat(n / 10)), "")
    }),
    ("one line of errors", 500, |n| description("", &"<feild/>".repeat(n), "")),
    ("nested elements", 30, |n| {
        let nested = "<b>".repeat(50) + &"</b>".repeat(50);
        description("", &pieces(n, |i| field(&format!("f{i}"), "bool", &nested)), "")
    }),
    ("references to entities", 2000, |n| {
        let entities = pieces(60, |i| format!("<!ENTITY e{i} \"some text\">"));
        let text = pieces(n, |i| format!("&e{};", i % 60));
        format!("<!DOCTYPE i [{entities}]>") + &description("", &field("f", "bool", &text), "")
    }),
];

/// Returns the least time of this thread, in microseconds, that expanding a description takes.
fn time(file: &str) -> i64 {
    let now = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        now.tv_sec * 1_000_000 + now.tv_nsec / 1000
    };
    let run = |_| {
        let start = now();
        let _ = expansion(file.as_bytes());
        now() - start
    };
    (0..2).map(run).min().unwrap_or(0)
}

#[test]
fn twice_the_description_is_twice_the_work() {
    let mut report = String::new();
    for (name, size, grown) in GROWTHS {
        let (small, large) = (grown(size / 2), grown(2 * size));
        // Linear work takes 4 times as long, quadratic work 16 times.
        let (before, after) = (time(&small), time(&large));
        let allowed = 7 * before * i64::try_from(large.len()).unwrap()
            / i64::try_from(4 * small.len()).unwrap();
        if after > allowed.max(4000) {
            let _ = writeln!(report, "{name}: {before} us, then {after} us");
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn what_no_real_description_has_is_refused() {
    let expands = |value: &str, count: usize| {
        let declared = format!("<!DOCTYPE i [<!ENTITY a '{value}'>]>\n");
        declared + &description("", &field("f", "bool", &"&a;".repeat(count)), "")
    };
    let bomb = |end: &str| {
        let levels = pieces(8, |level| {
            let name = |level| char::from(b'a' + u8::try_from(level).unwrap());
            let tenfold = format!("&{};", name(level)).repeat(10);
            format!("<!ENTITY {} \"{tenfold}\">", name(level + 1))
        });
        format!("<!DOCTYPE i [<!ENTITY a \"text\">{levels}]>\n<interface name=\"A\"{end}")
    };
    for (file, place, limit) in [
        (" ".repeat(Limit::Bytes.max() + 1), "1:1048577", Limit::Bytes),
        (description("", &"<field/>\n".repeat(20_000), ""), "16382:1", Limit::Elements),
        ("<b>\n".repeat(50_000), "65:1", Limit::Nesting),
        (
            "<interface ".to_owned() + &pieces(90_000, |i| format!("a{i}='' ")),
            "1:229",
            Limit::Attributes,
        ),
        (pieces(1000, |i| format!("<b xmlns:a{i} = ''>")), "1:292", Limit::Namespaces),
        (
            format!("<!DOCTYPE i [\n{}]><i/>", pieces(1000, |i| format!("<!ENTITY % e{i} 'x'>\n"))),
            "66:1",
            Limit::Entities,
        ),
        (expands(&"x".repeat(60_000), 12_000), "3:134", Limit::Expansion),
        (expands("<b c=\">\"/> ", 100_000), "3:286058", Limit::Expansion),
        (bomb(">&i;</interface>"), "2:21", Limit::Expansion),
        (bomb(" year=\"&i;\"/>"), "2:27", Limit::Expansion),
        (description("", &field(&"x".repeat(129), "bool", ""), ""), "2:68", Limit::Name),
    ] {
        assert_eq!(said(file.as_bytes()), [format!("{place}: {limit}")]);
        assert!(!expansion(file.as_bytes()).is_empty());
    }
    let docs = field("long", "bool", &"x".repeat(60_000));
    let messages = pieces(500, |i| format!("<message name=\"M{i}\"><ref>long</ref></message>"));
    let repeated = said(description("", &docs, &messages).as_bytes());
    assert_eq!(repeated, [format!("3:783: {}", Limit::Repeated)]);
    let many = said(description("", &"<feild/>\n".repeat(1000), "").as_bytes());
    assert_eq!((many.len(), many[64].as_str()), (65, "66:1: 936 more errors"));
}

#[test]
fn what_real_descriptions_have_is_not_refused() {
    let file = "<!DOCTYPE interface [<!ELEMENT interface ANY> <!-- ' --> <!ENTITY rad 'radians'>\n\
                <!ENTITY also PUBLIC \"x\" \"y>\">]>\
                <interface name=\"A\" xmlns:xsi='http://example.org/a>b'>\
                <data><field name='a' type='float'>In &rad; &lt; 3 <![CDATA[<b>]]></field></data>\
                </interface>";
    assert_eq!(said(file.as_bytes()), [""; 0]);
    let long = field(&"x".repeat(128), "bool", &("<b>".repeat(60) + &"</b>".repeat(60)));
    assert_eq!(said(description("", &long, "").as_bytes()), [""; 0]);
    // A quote in the document type does not hide the text after it.
    for hiding in
        ["<!ELEMENT i '>", "<!ENTITY b SYSTEM '<!--'>", "<!ENTITY b PUBLIC 'x' '> <!-- '>"]
    {
        let bomb = format!(
            "<!DOCTYPE i [{hiding}<!ENTITY a '{}'>]><interface name='A'>{}</interface>",
            "x".repeat(60_000),
            "&a;".repeat(100)
        );
        assert!(said(bomb.as_bytes())[0].ends_with(&Limit::Expansion.to_string()), "{hiding}");
    }
}

#[test]
fn what_is_not_visible_is_shown_as_escapes() {
    let data = field("a\u{202e}", "b\u{9b}31m", "") + &field("b", "&#10;", "");
    let message = "<message name=\"M\"><ref>a\nb\u{2066}</ref></message>";
    for said in said(description("", &data, message).as_bytes()) {
        let first =
            said.split("\nhelp").next().unwrap_or("").split(", expected").next().unwrap_or("");
        assert!(
            !first.chars().any(|c| c.is_control() || "\u{202e}\u{2066}".contains(c)),
            "{said:?}"
        );
        assert!(
            said.contains("\\u{") || said.contains("\\n") || said.contains("empty"),
            "{said:?}"
        );
    }
    for said in said("<interface name=\"A\"><\u{9b}/>\u{1b}".as_bytes()) {
        assert!(!said.contains(char::is_control), "{said:?}");
    }
}
