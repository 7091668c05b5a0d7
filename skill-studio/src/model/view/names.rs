//! The names that trace entries in the debug interface refer to.

use crate::model::describe::Description;
use skill_runtime::SkillKey;
use skill_runtime::debug::{DebugNames, DebugValueKind};
use skill_runtime::failure::{MAX_VALUES, ValueKind};
use std::sync::Mutex;

pub struct Names<'d>(pub &'d Description);

/// The kinds of the values of a reason, with their names.
type Kinds = ([DebugValueKind; MAX_VALUES], &'static [ValueKind; MAX_VALUES]);

/// The kinds that have occurred. A failure refers to them permanently.
static KNOWN: Mutex<Vec<Kinds>> = Mutex::new(Vec::new());
/// The most that are kept; a program has fewer reasons, a corrupted memory can have more.
const MAX_KNOWN: usize = 4096;

impl DebugNames for Names<'_> {
    fn message(&self, skill: SkillKey, interface: u16, hash: u32) -> &'static str {
        let of = self.0.by_key(skill).and_then(|of| of.interfaces.get(usize::from(interface)));
        let entry = of.and_then(|of| self.0.interface(of.id));
        let messages = entry.map_or(&[][..], |(_, entry)| entry.interface.messages);
        let mut names = messages.iter().map(|message| message.name);
        names.find(|name| Self::hash(&[name]) == hash).unwrap_or("?")
    }

    fn kinds(&self, kinds: [DebugValueKind; MAX_VALUES]) -> &'static [ValueKind; MAX_VALUES] {
        let unnamed = || ().kinds(kinds);
        if !kinds.iter().any(|kind| matches!(kind, DebugValueKind::Name(_))) {
            return unnamed();
        }
        let Ok(mut known) = KNOWN.lock() else { return unnamed() };
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == kinds) {
            return found;
        }
        if known.len() >= MAX_KNOWN {
            return unnamed();
        }
        let mut named = *unnamed();
        for (value, kind) in named.iter_mut().zip(kinds) {
            if let DebugValueKind::Name(hash) = kind {
                *value = ValueKind::Name(self.list(hash));
            }
        }
        let named = Box::leak(Box::new(named));
        known.push((kinds, named));
        named
    }
}

impl Names<'_> {
    /// Returns the list of names with this hash: the messages of an interface, or the values of an
    /// enum.
    fn list(&self, hash: u32) -> &'static [&'static str] {
        let interfaces = self.0.interfaces.iter().map(|entry| entry.interface);
        let lists = interfaces.flat_map(|of| {
            let messages = of.messages.iter().map(|message| message.name).collect::<Vec<_>>();
            let enums = of.enums.iter();
            let values = enums.map(|of| of.values.iter().map(|value| value.text).collect());
            std::iter::once(messages).chain(values).collect::<Vec<_>>()
        });
        let is_wanted = |list: &Vec<&'static str>| {
            Self::hash(list) & DebugValueKind::NAME_HASH == hash & DebugValueKind::NAME_HASH
        };
        lists.into_iter().find(is_wanted).map_or(&[], |list| list.leak())
    }
}
