//! The values that a condition names.

use crate::model::describe::Description;
use crate::model::view::board;
use skill_runtime::SkillInfo;
use skill_runtime::blackboard::{BoardEntry, CellWords, FieldType};
use std::collections::BTreeMap;

/// A field of an interface that a condition names.
struct Named {
    /// As it is written: `ball.distance_m`.
    text: String,
    entry: &'static BoardEntry,
    /// The first word of its value on the blackboard.
    word: usize,
    ty: FieldType,
}

/// The fields that the conditions of a robot's transitions name.
pub(super) struct Conditions {
    /// By the name of the skill and the index of the transition.
    fields: BTreeMap<&'static str, BTreeMap<u16, Vec<Named>>>,
}

impl Conditions {
    pub fn of(description: &Description) -> Self {
        let mut fields = BTreeMap::<_, BTreeMap<_, _>>::new();
        for skill in description.all {
            for (index, transition) in (0..).zip(skill.graph.transitions) {
                let named = named(description, skill, transition.label);
                if !named.is_empty() {
                    fields.entry(skill.name).or_default().insert(index, named);
                }
            }
        }
        Self { fields }
    }

    /// Returns the words of the blackboard that are needed.
    pub fn words(&self) -> impl Iterator<Item = usize> + '_ {
        self.fields.values().flat_map(BTreeMap::values).flatten().flat_map(|of| {
            let head = of.entry.offset..of.entry.offset + CellWords::HEAD;
            head.chain(of.word..of.word + of.ty.words())
        })
    }

    /// Returns the values at a transition; those without a writer are left out.
    pub fn values(&self, skill: &str, transition: u16, board: &[u32]) -> Option<String> {
        let named = self.fields.get(skill)?.get(&transition)?;
        let values: Vec<String> = named.iter().filter_map(|of| of.read(board)).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }
}

impl Named {
    fn read(&self, words: &[u32]) -> Option<String> {
        if !board::Words::of(words, self.entry)?.has_writer() {
            return None;
        }
        let value = words.get(self.word..self.word + self.ty.words())?;
        let value = board::value(self.ty, &mut value.iter().copied())?;
        Some(format!("{} = {value}", self.text))
    }
}

/// Returns the fields of interfaces that a condition names, each once.
fn named(description: &Description, skill: &SkillInfo, condition: &str) -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    for word in condition.split(|c| !is_name(c)) {
        let mut parts = word.split('.');
        let (Some(variable), Some(field)) = (parts.next(), parts.next()) else { continue };
        let text = format!("{variable}.{field}");
        let Some(used) = skill.interfaces.iter().find(|of| of.variable == variable) else {
            continue;
        };
        let Some(entry) = description.interfaces.iter().find(|of| of.id == used.id) else {
            continue;
        };
        let found = board::fields(entry).find(|(of, _)| of.name == field);
        if let Some((of, word)) = found.filter(|_| all.iter().all(|other| other.text != text)) {
            all.push(Named { text, entry, word, ty: of.ty });
        }
    }
    all
}
