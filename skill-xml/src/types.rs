//! The types of a description, and the values of its constants.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A type that is no array and no enum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plain {
    Bool,
    /// `byte`, and `char`, of which C leaves open whether it has a sign.
    Byte,
    /// Its name in Rust, its least and greatest value.
    Integer(&'static str, i128, i128),
    Float,
    Double,
    Text,
}

/// All of them by name.
pub const PLAIN: [(&str, Plain); 14] = [
    ("bool", Plain::Bool),
    ("byte", Plain::Byte),
    ("char", Plain::Byte),
    ("int8", Plain::Integer("i8", i8::MIN as i128, i8::MAX as i128)),
    ("uint8", Plain::Integer("u8", 0, u8::MAX as i128)),
    ("int16", Plain::Integer("i16", i16::MIN as i128, i16::MAX as i128)),
    ("uint16", Plain::Integer("u16", 0, u16::MAX as i128)),
    ("int32", Plain::Integer("i32", i32::MIN as i128, i32::MAX as i128)),
    ("uint32", Plain::Integer("u32", 0, u32::MAX as i128)),
    ("int64", Plain::Integer("i64", i64::MIN as i128, i64::MAX as i128)),
    ("uint64", Plain::Integer("u64", 0, u64::MAX as i128)),
    ("float", Plain::Float),
    ("double", Plain::Double),
    ("string", Plain::Text),
];

/// The names that these types had before April 2010. Fawkes then gave them the widths of a
/// 64-bit processor, as the present names say; on the NAO's, a `long int` had 32 bits.
const RENAMED: [(&str, &str); 4] = [
    ("int", "int32"),
    ("unsigned int", "uint32"),
    ("long int", "int64"),
    ("unsigned long int", "uint64"),
];

impl Plain {
    /// By its name in a description, now or before 2010.
    pub fn named(name: &str) -> Option<Self> {
        let renamed = RENAMED.iter().find(|(old, _)| *old == name);
        let name = renamed.map_or(name, |(_, now)| *now);
        PLAIN.iter().find(|(known, _)| *known == name).map(|(_, plain)| *plain)
    }

    /// Returns the type in Rust; that of a text is the type of a constant.
    pub fn rust(self) -> TokenStream {
        let name = match self {
            Plain::Bool => "bool",
            Plain::Byte => "u8",
            Plain::Integer(name, ..) => name,
            Plain::Float => "f32",
            Plain::Double => "f64",
            Plain::Text => return quote!(&'static str),
        };
        let name = proc_macro2::Ident::new(name, proc_macro2::Span::call_site());
        quote!(#name)
    }

    /// The value of a constant of this type, or what it should be.
    pub fn value(self, text: &str) -> Result<TokenStream, String> {
        match self {
            Plain::Bool => match text {
                "true" | "yes" | "1" => Ok(quote!(true)),
                "false" | "no" | "0" => Ok(quote!(false)),
                _ => Err("`true` or `false`".to_owned()),
            },
            Plain::Byte => integer(text, 0, 255),
            Plain::Integer(_, least, greatest) => integer(text, least, greatest),
            Plain::Float => {
                let value = text.parse::<f32>().ok().filter(|value| value.is_finite());
                let value = value.ok_or("a number of 32 bits, as 0.5 or 1e-3")?;
                let (minus, literal) = (minus(value < 0.0), Literal::f32_unsuffixed(value.abs()));
                Ok(quote!(#minus #literal))
            }
            Plain::Double => {
                let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
                let value = value.ok_or("a number of 64 bits, as 0.5 or 1e-3")?;
                let (minus, literal) = (minus(value < 0.0), Literal::f64_unsuffixed(value.abs()));
                Ok(quote!(#minus #literal))
            }
            Plain::Text => {
                let literal = Literal::string(text);
                Ok(quote!(#literal))
            }
        }
    }
}

/// A whole number from `least` to `greatest`.
fn integer(text: &str, least: i128, greatest: i128) -> Result<TokenStream, String> {
    let value = whole(text).filter(|value| (least..=greatest).contains(value));
    let value = value.ok_or_else(|| format!("an integer from {least} to {greatest}"))?;
    let (minus, literal) = (minus(value < 0), Literal::u128_unsuffixed(value.unsigned_abs()));
    Ok(quote!(#minus #literal))
}

/// A whole number in decimal digits, perhaps with the suffix that it has in C, such as `1U`.
pub fn whole(text: &str) -> Option<i128> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if text.len() - digits.len() > "ull".len() { None } else { digits.parse().ok() }
}

fn minus(negative: bool) -> TokenStream {
    if negative { quote!(-) } else { TokenStream::new() }
}
