//! A recorded blackboard on that of this program, if they are not the same: interfaces and fields are
//! matched by their names.

use crate::model::describe::Description;
use crate::model::view::board::fields;
use skill_runtime::blackboard::{BoardEntry, CellWords, FieldType, PARAMETERS_ID};

/// The words of a recorded blackboard, in the order of this program's.
#[derive(Clone, Debug)]
pub(super) struct Matched {
    /// The first word in the recording, that of this program, and the number.
    copies: Vec<(usize, usize, usize)>,
    words: Vec<u32>,
    /// The fields that this program has and the recording does not, in words.
    pub missing: Vec<String>,
}

impl Matched {
    pub fn new(recorded: &Description, own: &Description) -> Self {
        let words = own.interfaces.iter().map(|entry| entry.offset + entry.words).max();
        let words = vec![0; words.unwrap_or(0)];
        let mut matched = Self { copies: Vec::new(), words, missing: Vec::new() };
        for to in own.interfaces {
            match recorded.interface(to.id) {
                Some((_, from)) => matched.add(from, to),
                None => matched.missing.push(format!("interface `{}`", to.id)),
            }
        }
        matched
    }

    /// Returns the words of the recorded blackboard where this program has them; 0 for those that
    /// are missing.
    pub fn of(&mut self, recorded: &[u32]) -> &[u32] {
        for (from, to, count) in &self.copies {
            let from = recorded.get(*from..from + count);
            if let (Some(from), Some(to)) = (from, self.words.get_mut(*to..to + count)) {
                to.copy_from_slice(from);
            }
        }
        &self.words
    }

    fn add(&mut self, from: &BoardEntry, to: &BoardEntry) {
        let queue = CellWords::HEAD + to.data_words;
        let of_queue = CellWords::HEAD + from.data_words;
        self.copies.push((from.offset, to.offset, CellWords::HEAD));
        if to.id == PARAMETERS_ID {
            // A list, of which the end is empty.
            let count = from.data_words.min(to.data_words);
            let (from, to) = (from.offset + CellWords::HEAD, to.offset + CellWords::HEAD);
            self.copies.push((from, to, count));
        } else {
            for (field, place) in fields(to) {
                let of_name = fields(from).find(|(of, _)| of.name == field.name);
                match of_name {
                    Some((of, of_place)) if is_same(of.ty, field.ty) => {
                        self.copies.push((of_place, place, field.ty.words()));
                    }
                    Some((of, _)) => self.missing.push(format!(
                        "field `{}` of `{}`, which was {} instead of {}",
                        field.name, to.id, of.type_name, field.type_name
                    )),
                    None => self.missing.push(format!("field `{}` of `{}`", field.name, to.id)),
                }
            }
        }
        let same_messages = from.interface.messages.len() == to.interface.messages.len()
            && from.interface.messages.iter().zip(to.interface.messages).all(|(of, message)| {
                (of.name, of.number) == (message.name, message.number)
                    && of.fields.len() == message.fields.len()
                    && of
                        .fields
                        .iter()
                        .zip(message.fields)
                        .all(|(of, field)| of.name == field.name && is_same(of.ty, field.ty))
            });
        let count = to.words - queue;
        if same_messages && from.words - of_queue == count {
            self.copies.push((from.offset + of_queue, to.offset + queue, count));
        } else {
            self.missing.push(format!("the messages to `{}` that waited", to.id));
        }
    }
}

/// Returns whether the words of two types mean the same. Those of enums are matched by their numbers.
fn is_same(one: FieldType, other: FieldType) -> bool {
    match (one, other) {
        (FieldType::Enum(one), FieldType::Enum(other)) => {
            let same = |value: &skill_runtime::blackboard::EnumValue| {
                other.value(value.number).is_some_and(|of| of.name == value.name)
            };
            one.values.iter().all(same)
        }
        (FieldType::Array(one, count), FieldType::Array(other, of)) => {
            count == of && is_same(*one, *other)
        }
        _ => one == other,
    }
}

/// Returns the parameters whose defaults are others than in the recorded program, in words.
pub(super) fn changed_defaults(recorded: &Description, own: &Description) -> Vec<String> {
    let mut changed = Vec::new();
    for skill in own.all {
        let Some(before) = recorded.find(skill.name) else { continue };
        for param in skill.params {
            let of = before.params.iter().find(|of| of.name == param.name);
            if let Some(of) = of.filter(|of| of.default_word != param.default_word) {
                let (skill, name) = (skill.name, param.name);
                let (default, recorded) = (param.default, of.default);
                changed.push(format!("`{skill}.{name}`: {default}, recorded {recorded}"));
            }
        }
    }
    changed
}
