//! Faults that a debugger puts into a robot: fields with other values, writers that are gone or
//! stalled, messages that are refused.
//!
//! They are put in before the agent and the skills read the blackboard, and taken out after the
//! skills, so the writers do not notice.

use super::command::{NewFault, Refusal};
use crate::model::describe::Description;
use crate::model::view::{FaultKind, FaultView, encode};
use crate::text::suggest::did_you_mean;
use skill_runtime::Blackboard;
use skill_runtime::blackboard::{AtomicU32, BoardEntry, CellWords, InterfaceSet};
use std::sync::atomic::Ordering::{Relaxed, Release};

/// The place of the writer's number among the words of an interface.
const WRITER: usize = 1;
/// The words of an interface in front of the value that a stalled writer does not change: sequence
/// and writer are those of the moment.
const TIME: [usize; 3] = [2, 3, 4];

struct Fault {
    view: FaultView,
    /// The index of the interface on the blackboard.
    index: usize,
    /// Words of the interface, and the values that they have.
    pinned: Vec<(usize, u32)>,
}

/// The faults of a robot.
#[derive(Default)]
pub(super) struct Faults {
    all: Vec<Fault>,
    /// The words that were changed, with their values before.
    changed: Vec<(usize, usize, u32)>,
}

/// Returns the words of an interface.
fn words<B: Blackboard>(board: &B, index: usize) -> Vec<&AtomicU32> {
    let cell = u32::try_from(index).ok().and_then(|index| board.cell_words(index));
    cell.map_or_else(Vec::new, |cell| cell.words().collect())
}

impl Faults {
    /// Returns the faults for viewers.
    pub fn views(&self) -> Vec<FaultView> {
        self.all.iter().map(|fault| fault.view.clone()).collect()
    }

    /// Returns the interfaces whose messages are refused.
    pub fn refusing(&self) -> InterfaceSet {
        self.refusals().fold(InterfaceSet::NONE, |set, fault| {
            set.union(u32::try_from(fault.index).map_or(InterfaceSet::NONE, InterfaceSet::of))
        })
    }

    /// Returns the ids of these interfaces.
    pub fn refusing_ids(&self) -> Vec<String> {
        self.refusals().map(|fault| fault.view.interface.clone()).collect()
    }

    fn refusals(&self) -> impl Iterator<Item = &Fault> {
        self.all.iter().filter(|of| of.view.kind == FaultKind::RefuseMessages)
    }

    /// Adds a fault, or removes those of an interface.
    pub fn change<B: Blackboard>(
        &mut self,
        description: &Description,
        board: &B,
        new: NewFault,
    ) -> Result<(), Refusal> {
        let NewFault { interface, kind, field, value } = new;
        let Some((index, entry)) = description.interface(&interface) else {
            let near = did_you_mean(&interface, description.interfaces.iter().map(|of| of.id));
            return Err(Refusal::not_found(format!("there is no interface \"{interface}\"{near}")));
        };
        let Some(kind) = kind.kind() else {
            self.all.retain(|of| of.index != index || (field.is_some() && of.view.field != field));
            return Ok(());
        };
        let pinned = match kind {
            FaultKind::Set => set(entry, field.as_deref(), value.as_ref())?,
            FaultKind::RemoveWriter => vec![(WRITER, 0)],
            FaultKind::Stall => {
                let now = words(board, index);
                let data = CellWords::HEAD..CellWords::HEAD + entry.data_words;
                let kept = TIME.into_iter().chain(data);
                kept.filter_map(|at| Some((at, now.get(at)?.load(Relaxed)))).collect()
            }
            FaultKind::RefuseMessages => Vec::new(),
        };
        let view = FaultView { interface, kind, field, value };
        let same = |of: &Fault| {
            of.index == index && of.view.kind == view.kind && of.view.field == view.field
        };
        self.all.retain(|of| !same(of));
        self.all.push(Fault { view, index, pinned });
        Ok(())
    }

    /// Returns whether words are changed.
    pub fn are_in(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Puts the faults in.
    pub fn put_in<B: Blackboard>(&mut self, board: &B) {
        let Self { all, changed } = self;
        for fault in all.iter().filter(|fault| !fault.pinned.is_empty()) {
            let words = words(board, fault.index);
            write(&words, || {
                for (at, value) in &fault.pinned {
                    if let Some(word) = words.get(*at) {
                        changed.push((fault.index, *at, word.swap(*value, Relaxed)));
                    }
                }
            });
        }
    }

    /// Takes them out, the last first.
    pub fn take_out<B: Blackboard>(&mut self, board: &B) {
        while let Some((index, at, value)) = self.changed.pop() {
            let words = words(board, index);
            write(&words, || {
                if let Some(word) = words.get(at) {
                    word.store(value, Relaxed);
                }
            });
        }
    }
}

/// Changes words as a writer of the interface does, so that readers see the change.
fn write(words: &[&AtomicU32], change: impl FnOnce()) {
    let Some(sequence) = words.first() else { return };
    let before = sequence.load(Relaxed);
    sequence.store(before | 1, Relaxed);
    std::sync::atomic::fence(Release);
    change();
    sequence.store((before | 1).wrapping_add(1), Release);
}

/// Returns the words of a field that has another value.
fn set(
    entry: &BoardEntry,
    field: Option<&str>,
    value: Option<&serde_json::Value>,
) -> Result<Vec<(usize, u32)>, Refusal> {
    let (Some(name), Some(value)) = (field, value) else {
        return Err(Refusal::bad_request("`set` needs `field` and `value`"));
    };
    let mut at = CellWords::HEAD;
    for field in entry.interface.fields {
        if field.name == name {
            let words = encode(field.ty, value);
            let words = words.map_err(|expected| {
                Refusal::bad_request(format!("`{name}` cannot be {value}: expected {expected}"))
            })?;
            return Ok((at..).zip(words).collect());
        }
        at += field.ty.words();
    }
    let near = did_you_mean(name, entry.interface.fields.iter().map(|field| field.name));
    Err(Refusal::not_found(format!("\"{}\" has no field `{name}`{near}", entry.id)))
}
