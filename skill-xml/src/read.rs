//! A description as Fawkes writes it: elements to what they declare. What is wrong is
//! reported and left out, the rest goes on.

use crate::element::{Element, Names, Reader, text, text_start};
use crate::escape::{escaped, truncated};
use crate::position::{Lines, Position};
use crate::types::{PLAIN, Plain, whole};
use crate::{file, limits};
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, BTreeSet};

/// A description, with the names it has in the file.
#[derive(Default)]
pub struct Description {
    pub name: String,
    pub docs: String,
    pub constants: Vec<Constant>,
    pub enums: Vec<Enum>,
    pub fields: Vec<Field>,
    pub messages: Vec<Message>,
}

pub struct Constant {
    pub name: String,
    pub docs: String,
    pub ty: Plain,
    pub value: TokenStream,
}

pub struct Enum {
    pub name: String,
    pub docs: String,
    pub items: Vec<Item>,
}

pub struct Item {
    pub name: String,
    pub docs: String,
    pub number: Option<u32>,
}

#[derive(Clone)]
pub struct Field {
    pub name: String,
    pub docs: String,
    /// `None` if it was wrong.
    pub ty: Option<FieldType>,
}

pub struct Message {
    pub name: String,
    pub docs: String,
    pub fields: Vec<Field>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct FieldType {
    pub of: Of,
    /// Of an array, or of a text in bytes.
    pub length: Option<usize>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Of {
    Plain(Plain),
    /// The enum with this name.
    Enum(String),
}

/// The description that was read, and the errors in the rest.
#[derive(Default)]
pub struct Read {
    pub description: Description,
    pub complaints: Vec<(Position, String)>,
}

/// The longest array or text.
const MAX_LENGTH: usize = 65_536;

/// Reads a description, with all that is wrong with it.
pub fn file(bytes: &[u8]) -> Read {
    let text = match file::text(bytes.to_vec()) {
        Ok(text) => text,
        Err(complaint) => {
            return Read { complaints: vec![complaint], ..Read::default() };
        }
    };
    if let Err((at, limit)) = limits::check(&text) {
        let complaint = (Lines::of(&text).position(at), limit.to_string());
        return Read { complaints: vec![complaint], ..Read::default() };
    }
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    match roxmltree::Document::parse_with_options(&text, options) {
        Ok(document) => {
            let mut reader = Reader::of(&text);
            let description = reader.interface(document.root_element());
            Read { description, complaints: reader.complaints() }
        }
        Err(error) => {
            let at = error.pos();
            let reason = error.to_string();
            let reason = reason.strip_suffix(&format!(" at {at}")).unwrap_or(&reason);
            let position = Position {
                line: usize::try_from(at.row).unwrap_or(1),
                column: usize::try_from(at.col).unwrap_or(1),
            };
            let complaint = (position, format!("not well-formed XML: {}", escaped(reason)));
            Read { complaints: vec![complaint], ..Read::default() }
        }
    }
}

/// The names that the fields of a description can refer to.
#[derive(Default)]
struct Known {
    enums: BTreeSet<String>,
    /// The fields of `<data>`.
    fields: BTreeMap<String, Field>,
}

impl Reader<'_> {
    fn interface(&mut self, root: Element<'_, '_>) -> Description {
        let mut read = Description::default();
        if root.tag_name().name() != "interface" {
            let found = truncated(root.tag_name().name());
            self.complain(
                root.range().start,
                format!("unexpected root `<{found}>`, expected `<interface name=\"..\">`"),
            );
            return read;
        }
        read.name = self.name(root, &["name"]).unwrap_or_default();
        let (mut constants, mut data, mut messages) = (Vec::new(), Vec::new(), Vec::new());
        for child in self.children(root, &["constants", "data", "message"]) {
            match child.tag_name().name() {
                "constants" => constants.push(child),
                "data" => data.push(child),
                _ => messages.push(child),
            }
        }
        self.at_most_one(&constants);
        self.at_most_one(&data);
        for child in constants.into_iter().take(1) {
            self.constants(child, &mut read);
        }
        read.docs = self.comment(root);
        let mut known = Known::default();
        known.enums.extend(read.enums.iter().map(|item| item.name.clone()));
        match data.first() {
            Some(data) => {
                let docs = self.comment(*data);
                let docs = format!("{docs}\n\n{}", read.docs);
                docs.trim().clone_into(&mut read.docs);
                read.fields = self.fields(*data, &known, &["field", "pseudomap"]);
                known
                    .fields
                    .extend(read.fields.iter().map(|each| (each.name.clone(), each.clone())));
                if !data.children().any(|child| child.has_tag_name("field")) {
                    self.complain_of(
                        *data,
                        "`<data>` has no fields\nhelp: add at least one `<field>`",
                    );
                }
                self.pseudomaps(*data, &known);
            }
            None => self.complain_of(root, "missing `<data>` with the fields\nhelp: write `<data><field name=\"..\" type=\"..\"/></data>`"),
        }
        let mut names = Names::of("message");
        for child in messages {
            let name = self.name(child, &["name"]);
            let fields = self.fields(child, &known, &["field", "ref"]);
            let docs = self.comment(child);
            if let Some(name) = name.filter(|name| names.first(self, child, name)) {
                read.messages.push(Message { name, docs, fields });
            }
        }
        read
    }

    fn at_most_one(&mut self, blocks: &[Element<'_, '_>]) {
        for more in blocks.iter().skip(1) {
            let name = more.tag_name().name();
            self.complain_of(*more, format!("duplicate `<{name}>`\nhelp: merge them"));
        }
    }

    fn constants(&mut self, constants: Element<'_, '_>, read: &mut Description) {
        let (mut names, mut enum_names) = (Names::of("constant"), Names::of("enum"));
        for child in self.children(constants, &["constant", "enum"]) {
            if child.tag_name().name() == "constant" {
                let constant = self.constant(child);
                let free = |constant: &Constant| names.first(self, child, &constant.name);
                read.constants.extend(constant.filter(free));
            } else {
                let item = self.enumeration(child);
                let free = |item: &Enum| enum_names.first(self, child, &item.name);
                read.enums.extend(item.filter(free));
            }
        }
    }

    fn constant(&mut self, element: Element<'_, '_>) -> Option<Constant> {
        let known = ["name", "type", "value"];
        let docs = self.comment(element);
        let name = self.name(element, &known);
        let ty = self.required_attribute(element, "type", &known);
        let value = self.required_attribute(element, "value", &known);
        let ((type_at, ty), (value_at, value)) = (ty?, value?);
        let Some(plain) = Plain::named(&ty) else {
            self.unknown(type_at, &ty, "is not a type for a constant", plain_names());
            return None;
        };
        match plain.value(&value) {
            Ok(value) => Some(Constant { name: name?, docs, ty: plain, value }),
            Err(expected) => {
                let (value, ty) = (truncated(&value), truncated(&ty));
                self.complain(
                    value_at,
                    format!("invalid value `{value}` for `{ty}`, expected {expected}"),
                );
                None
            }
        }
    }

    fn enumeration(&mut self, element: Element<'_, '_>) -> Option<Enum> {
        let docs = self.comment(element);
        let name = self.name(element, &["name"]);
        let mut items = Vec::new();
        let mut names = Names::of("item");
        let mut numbers: BTreeMap<u32, String> = BTreeMap::new();
        let mut next = 0_u32;
        let children = self.children(element, &["item"]);
        if children.is_empty() {
            self.complain_of(
                element,
                "`<enum>` has no items\nhelp: add at least one `<item name=\"..\">`",
            );
            return None;
        }
        for child in children {
            let docs = self.comment(child);
            let number = self.number(child);
            let name = self.name(child, &["name", "value"]);
            next = number.unwrap_or(next);
            let Some(name) = name.filter(|name| names.first(self, child, name)) else { continue };
            if let Some(other) = numbers.get(&next) {
                let shown = next.cast_signed();
                self.complain_of(
                    child,
                    format!("`{name}` and `{other}` have the same number {shown}\nhelp: give one of them another number"),
                );
            } else {
                numbers.insert(next, name.clone());
                items.push(Item { name, docs, number });
            }
            next = next.wrapping_add(1);
        }
        Some(Enum { name: name?, docs, items })
    }

    /// The number of an item, which C++ has in 32 bits with a sign.
    fn number(&mut self, item: Element<'_, '_>) -> Option<u32> {
        let (at, text) = self.optional(item, "value", &["name", "value"])?;
        let number = whole(&text).and_then(|number| i32::try_from(number).ok());
        if number.is_none() {
            let (least, greatest, text) = (i32::MIN, i32::MAX, truncated(&text));
            self.complain(
                at,
                format!(
                    "invalid number `{text}` of an item, expected an integer from {least} to {greatest}"
                ),
            );
        }
        number.map(i32::cast_unsigned)
    }

    /// The fields and refs below `<data>` or a `<message>`.
    fn fields(&mut self, parent: Element<'_, '_>, known: &Known, elements: &[&str]) -> Vec<Field> {
        let mut fields = Vec::new();
        let mut names = Names::of("field");
        for child in self.children(parent, elements) {
            let field = match child.tag_name().name() {
                "field" => self.field(child, &known.enums),
                "ref" => self.reference(child, known),
                _ => None,
            };
            let free = |field: &Field| names.first(self, child, &field.name);
            fields.extend(field.filter(free));
        }
        fields
    }

    fn field(&mut self, element: Element<'_, '_>, enums: &BTreeSet<String>) -> Option<Field> {
        let docs = self.comment(element);
        let name = self.name(element, &["name", "type", "length"]);
        let ty = self.field_type(element, enums);
        Some(Field { name: name?, docs, ty })
    }

    fn field_type(
        &mut self,
        element: Element<'_, '_>,
        enums: &BTreeSet<String>,
    ) -> Option<FieldType> {
        let known = ["name", "type", "length"];
        let length = self.optional(element, "length", &known);
        let length = match length {
            None => Ok(None),
            Some((at, text)) => {
                match whole(&text).and_then(|number| usize::try_from(number).ok()) {
                    Some(number @ 1..=MAX_LENGTH) => Ok(Some(number)),
                    _ => {
                        let text = truncated(&text);
                        let reason = format!(
                            "invalid length `{text}`, expected an integer from 1 to {MAX_LENGTH}"
                        );
                        self.complain(at, reason);
                        Err(())
                    }
                }
            }
        };
        let (at, name) = self.required_attribute(element, "type", &known)?;
        let of = if let Some(plain) = Plain::named(&name) {
            if plain == Plain::Text && length == Ok(None) {
                let reason = "missing `length` of a `string`\nhelp: add the most bytes that it holds, such as length=\"64\"";
                self.complain(at, reason);
                return None;
            }
            // Before June 2009, there was no `string`.
            let old_text = name == "char" && matches!(length, Ok(Some(2..)));
            Of::Plain(if old_text { Plain::Text } else { plain })
        } else if enums.contains(&name) {
            Of::Enum(name)
        } else {
            let names = enums.iter().map(String::as_str).chain(plain_names());
            self.unknown(at, &name, "is neither a type nor an enum of this interface", names);
            return None;
        };
        Some(FieldType { of, length: length.ok()? })
    }

    /// The field of `<data>` that a `<ref>` names.
    fn reference(&mut self, element: Element<'_, '_>, known: &Known) -> Option<Field> {
        let name = text(element).trim().to_owned();
        if name.is_empty() {
            let tag = element.tag_name().name();
            self.complain_of(element, format!("empty `<{tag}>`\nhelp: name a field of `<data>`"));
            return None;
        }
        let Some(found) = known.fields.get(&name) else {
            let names = known.fields.keys().map(String::as_str);
            self.unknown(text_start(element), &name, "is not a field of `<data>`", names);
            return None;
        };
        self.repeat(element.range().start, &found.docs).then(|| found.clone())
    }

    /// Maps from numbers to fields: checked, and then left out.
    fn pseudomaps(&mut self, data: Element<'_, '_>, fields: &Known) {
        let maps = data.children().filter(|child| child.has_tag_name("pseudomap"));
        for map in maps {
            let known = ["name", "type", "keytype"];
            self.name(map, &known);
            for (attribute, what) in [("type", "values"), ("keytype", "keys")] {
                let Some((at, name)) = self.required_attribute(map, attribute, &known) else {
                    continue;
                };
                if Plain::named(&name).is_none() {
                    self.unknown(at, &name, &format!("is not a type for {what}"), plain_names());
                }
            }
            for entry in self.children(map, &["mapref"]) {
                self.required_attribute(entry, "key", &["key"]);
                self.reference(entry, fields);
            }
        }
    }
}

/// Returns the names of the types that are no enums.
fn plain_names<'n>() -> impl Iterator<Item = &'n str> + Clone {
    PLAIN.iter().map(|(name, _)| *name)
}
