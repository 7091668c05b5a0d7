//! Units, from names and from documentation.

use super::docs;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// Endings of names that give a unit.
const ENDINGS: [(&str, &str); 16] = [
    ("_sec", "s"),
    ("_ms", "ms"),
    ("_per_sec", "1/s"),
    ("_rad_per_sec", "rad/s"),
    ("_deg_per_sec", "deg/s"),
    ("_m_per_sec", "m/s"),
    ("_mm_per_sec", "mm/s"),
    ("_kg_per_sec", "kg/s"),
    ("_percent_per_sec", "%/s"),
    ("_rad", "rad"),
    ("_deg", "deg"),
    ("_m", "m"),
    ("_mm", "mm"),
    ("_kg", "kg"),
    ("_percent", "%"),
    ("_hz", "Hz"),
];

/// Units that documentation may name: "Distance of the nearest echo, m."
const UNITS: [&str; 36] = [
    "m", "cm", "mm", "km", "rad", "deg", "s", "ms", "us", "ns", "min", "h", "kg", "g", "N", "Nm",
    "V", "A", "mA", "W", "Hz", "kHz", "K", "°C", "%", "px", "Pa", "lx", "dB", "m/s", "mm/s",
    "rad/s", "deg/s", "m/s²", "rad/s²", "1/s",
];

/// Returns the unit that the name `name` ends with: `s` for `time_sec`.
pub fn of_name(name: &str) -> &'static str {
    let longest =
        ENDINGS.iter().filter(|(end, _)| name.ends_with(end)).max_by_key(|(end, _)| end.len());
    longest.map_or("", |(_, unit)| unit)
}

/// Returns the unit of a field: from `#[unit = ".."]`, else from its name, else from the
/// first sentence of a paragraph of its documentation, where it follows a comma or "in".
pub fn of_field(name: &str, attrs: &[Attribute]) -> String {
    let given = attrs.iter().find_map(|attr| match &attr.meta {
        Meta::NameValue(meta) if meta.path.is_ident("unit") => match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(unit), .. }) => Some(unit.value()),
            _ => None,
        },
        _ => None,
    });
    let by_name = || Some(of_name(name).to_owned()).filter(|unit| !unit.is_empty());
    given.or_else(by_name).unwrap_or_else(|| of_text(&docs::text(attrs)).to_owned())
}

fn of_text(text: &str) -> &'static str {
    let unit = text.split("\n\n").find_map(|paragraph| {
        let end = paragraph.find([';', '(', ':']).unwrap_or(paragraph.len());
        let sentence = paragraph[..end].split(". ").next()?.trim().trim_end_matches('.');
        let (before, last) = sentence.rsplit_once([' ', '\n'])?;
        let named = before.ends_with(',') || before.ends_with(" in");
        UNITS.into_iter().find(|unit| named && *unit == last)
    });
    unit.unwrap_or("")
}

/// The seconds of `500ms`.
pub fn seconds(literal: &Lit) -> Option<f64> {
    let (digits, unit) = match literal {
        Lit::Int(number) => (number.base10_digits(), number.suffix()),
        Lit::Float(number) => (number.base10_digits(), number.suffix()),
        _ => return None,
    };
    let factor = match unit {
        "s" | "sec" => 1.0,
        "ms" => 1e-3,
        "us" => 1e-6,
        "min" => 60.0,
        _ => return None,
    };
    digits.parse::<f64>().ok().map(|number| number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn a_unit_comes_from_the_attribute_then_the_name_then_the_documentation() {
        let docs: Attribute = parse_quote!(#[doc = " Angle, rad."]);
        let unit: Attribute = parse_quote!(#[unit = "deg"]);
        assert_eq!(of_field("time_ms", &[docs.clone(), unit]), "deg");
        assert_eq!(of_field("time_ms", std::slice::from_ref(&docs)), "ms");
        assert_eq!(of_field("turn_rad_per_sec", &[]), "rad/s");
        for (name, unit) in [
            ("rate_per_sec", "1/s"),
            ("turn_deg_per_sec", "deg/s"),
            ("feed_mm_per_sec", "mm/s"),
            ("flow_kg_per_sec", "kg/s"),
            ("fill_percent_per_sec", "%/s"),
            ("time_sec", "s"),
        ] {
            assert_eq!(of_field(name, &[]), unit, "{name}");
        }
        assert_eq!(of_field("yaw", &[docs]), "rad");
        assert_eq!(of_field("yaw", &[]), "");
    }

    #[test]
    fn documentation_names_a_unit_at_the_end_of_a_sentence() {
        for (text, unit) in [
            ("How far, m; negative: backward.", "m"),
            ("Accelerometer, forward axis, g. Lying on the back: negative.", "g"),
            ("Turn rate about the forward axis, rad/s.", "rad/s"),
            ("The hip.\n\nAngle in rad", "rad"),
            ("Accelerometer, raw (56 per g).", ""),
            ("The opening, 0 to 1.", ""),
            ("The letter m.", ""),
            ("m", ""),
        ] {
            assert_eq!(of_text(text), unit, "{text}");
        }
    }
}
