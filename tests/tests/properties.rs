//! Properties of every machine and every input.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, TestRunner};
use skill_runtime::graph::{StateKind, Trigger};
use skill_runtime::{Cause, SkillInfo, Status, StoredFailure, TraceKind};

#[path = "properties/drive.rs"]
mod drive;
#[path = "properties/machines.rs"]
#[allow(missing_docs)] // documented by their skills
mod machines;
#[path = "properties/strings.rs"]
mod strings;

use drive::{Pass, Shape, Traced, inputs, newest, shapes};
use machines::{Block, Ran};

/// Failing cases are not kept in files; each gets a test of its own.
fn config() -> Config {
    Config { failure_persistence: None, ..Config::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn exit_follows_init_and_one_state_is_active(shape in shapes(), inputs in inputs()) {
        let mut active = BTreeMap::new();
        for pass in shape.run(&inputs) {
            for ran in &pass.ran {
                follow(&mut active, ran)?;
            }
            let top = active.get(&1).copied();
            if pass.status == Status::Running && !pass.reset && !entry_is_pending(&pass) {
                prop_assert_eq!(top, Some(pass.state.as_str()));
            } else {
                prop_assert!(active.is_empty(), "{:?} in {:?}", active, pass);
            }
        }
    }

    #[test]
    fn transitions_follow_the_graph(shape in shapes(), inputs in inputs()) {
        let mut states = BTreeMap::new();
        for pass in shape.run(&inputs) {
            for Traced { entry, .. } in &pass.trace {
                let graph = &entry.event.skill.graph;
                let state = states.entry(entry.instance).or_insert(graph.start);
                match entry.event.kind {
                    TraceKind::Transition { from, transition } => {
                        let transition = &graph.transitions[usize::from(transition)];
                        prop_assert_eq!(from, *state);
                        prop_assert!(graph.leaves(transition, from), "{:?} does not leave {}", transition, from);
                        *state = transition.to;
                    }
                    TraceKind::Failed(StoredFailure { cause: Cause::NoWriter(_), .. }) => {
                        let end = graph.states.len() - 1;
                        *state = u16::try_from(end).expect("a few");
                    }
                    TraceKind::Failed(_) => {
                        let kind = &graph.states[usize::from(*state)].kind;
                        let refused = *state == graph.start;
                        prop_assert!(matches!(kind, StateKind::Failed) || refused);
                    }
                    TraceKind::Limit { transition } => {
                        prop_assert!(graph.leaves(&graph.transitions[usize::from(transition)], *state));
                    }
                    TraceKind::Entered { state: start } => prop_assert_eq!(start, *state),
                    TraceKind::Reset => *state = graph.start,
                    _ => {}
                }
            }
            let graph = &shape.info().graph;
            let top = states.get(&0).copied().unwrap_or(graph.start);
            prop_assert_eq!(graph.state_name(top), &pass.state);
        }
    }

    #[test]
    fn an_exec_takes_at_most_max_transitions(shape in shapes(), inputs in inputs()) {
        for pass in shape.run(&inputs) {
            let mut counts = BTreeMap::new();
            for Traced { entry, .. } in &pass.trace {
                let count = counts.entry(entry.instance).or_insert(0);
                let max = entry.event.skill.max_transitions;
                match entry.event.kind {
                    TraceKind::Transition { .. } => *count += 1,
                    TraceKind::Limit { .. } => prop_assert_eq!(*count, max, "too early"),
                    _ => {}
                }
                prop_assert!(*count <= max, "{} of {}", count, max);
            }
        }
    }

    #[test]
    fn an_end_stays_until_reset(shape in shapes(), inputs in inputs()) {
        let mut last: Option<Pass> = None;
        for pass in shape.run(&inputs) {
            let ended = last.filter(|last| last.status != Status::Running);
            if let (Some(ended), false) = (ended, pass.reset) {
                prop_assert_eq!(&pass.ran, &[]);
                prop_assert_eq!(&pass.trace, &[]);
                prop_assert_eq!((pass.status, &pass.state), (ended.status, &ended.state));
                prop_assert_eq!(&pass.failure, &ended.failure);
            }
            prop_assert_eq!(pass.failure.is_some(), pass.status == Status::Failed);
            last = Some(pass);
        }
    }

    #[test]
    fn a_reset_leaves_nothing(shape in shapes(), inputs in inputs()) {
        let passes = shape.run(&inputs);
        let starts = inputs.iter().enumerate().filter(|(_, (_, input))| input.reset);
        for (reset, _) in starts {
            let fresh = shape.run(&inputs[reset + 1..]);
            prop_assert_eq!(&passes[reset + 1..], &fresh[..], "after pass {}", reset);
        }
    }

    #[test]
    fn a_failure_reaches_the_parent_in_the_same_exec(shape in shapes(), inputs in inputs()) {
        let tree = tree(shape.info());
        for pass in shape.run(&inputs) {
            for (place, Traced { entry, .. }) in pass.trace.iter().enumerate() {
                let TraceKind::Failed(failure) = entry.event.kind else { continue };
                let Some(parent) = tree[entry.instance as usize].parent else {
                    prop_assert_eq!(pass.failure, Some(failure.of(entry.event.skill)));
                    prop_assert_eq!(pass.status, Status::Failed);
                    continue;
                };
                let mut next = pass.trace[place + 1..].iter().map(|traced| traced.entry);
                let answer = next.find(|next| next.instance == parent);
                let answer = answer.map(|answer| (answer.event.skill, answer.event.kind));
                let Some((skill, TraceKind::Transition { transition, .. })) = answer else {
                    prop_assert!(matches!(answer, Some((_, TraceKind::Limit { .. }))), "{:?}", pass);
                    continue;
                };
                let transition = &skill.graph.transitions[usize::from(transition)];
                let always = transition.from.is_none();
                prop_assert!(transition.trigger == Trigger::OnFailed || always, "{:?}", transition);
                let target = &skill.graph.states[usize::from(transition.to)].kind;
                if matches!(target, StateKind::Failed) && transition.reason.is_none() && !always {
                    let passed_on = next.find(|next| next.instance == parent);
                    let passed_on = passed_on.map(|entry| entry.event.kind);
                    prop_assert_eq!(passed_on, Some(TraceKind::Failed(failure)));
                }
            }
        }
    }

    #[test]
    fn sub_skills_leave_in_order_after_their_parent(shape in shapes(), inputs in inputs()) {
        let mut active: BTreeMap<u32, &str> = BTreeMap::new();
        for pass in shape.run(&inputs) {
            for (place, ran) in pass.ran.iter().enumerate() {
                let below: Vec<u32> =
                    active.keys().copied().filter(|id| is_below(*id, ran.id)).collect();
                match ran.block {
                    Block::Init => prop_assert_eq!(below, [], "outlive their parent"),
                    Block::Loop => {}
                    Block::Exit => {
                        let exits = pass.ran[place + 1..].iter().map(|ran| ran.id);
                        let exits: Vec<u32> = exits.take(below.len()).collect();
                        let mut expected = below;
                        expected.sort_by_key(u32::to_string);
                        prop_assert_eq!(exits, expected);
                    }
                }
                follow(&mut active, ran)?;
            }
        }
    }

    #[test]
    fn sub_skills_are_reset_when_their_parent_has_left(shape in shapes(), inputs in inputs()) {
        let tree = tree(shape.info());
        let mut active = BTreeMap::new();
        for pass in shape.run(&inputs) {
            let mut ran = pass.ran.iter();
            for Traced { entry, blocks, .. } in &pass.trace {
                while pass.ran.len() - ran.len() < *blocks {
                    follow(&mut active, ran.next().expect("so many ran"))?;
                }
                let parent = tree[entry.instance as usize].parent;
                if let (TraceKind::Reset, Some(parent)) = (entry.event.kind, parent) {
                    let parent = tree[parent as usize].id;
                    prop_assert!(!active.contains_key(&parent), "{} is active", parent);
                }
            }
            ran.try_for_each(|ran| follow(&mut active, ran))?;
        }
    }

    #[test]
    fn a_trace_ring_keeps_the_newest(shape in shapes(), inputs in inputs()) {
        let passes = shape.run(&inputs);
        let all: Vec<_> = passes.iter().flat_map(|pass| &pass.trace).map(|one| one.entry).collect();
        let count = u32::try_from(all.len()).expect("a few");
        let last = |n: usize| all[all.len().saturating_sub(n)..].to_vec();
        prop_assert_eq!(newest::<1>(&passes), (count, last(1)));
        prop_assert_eq!(newest::<7>(&passes), (count, last(7)));
        prop_assert_eq!(newest::<64>(&passes), (count, last(64)));
    }

    #[test]
    fn instances_are_numbered_as_the_skill_says(shape in shapes(), inputs in inputs()) {
        let tree = tree(shape.info());
        prop_assert_eq!(tree.len(), shape.info().instances() as usize);
        for (number, node) in (0..).zip(&tree) {
            prop_assert_eq!(shape.info().instance(number), Some((node.skill, node.depth)));
        }
        prop_assert_eq!(shape.info().instance(shape.info().instances()), None);
        for pass in shape.run(&inputs) {
            for Traced { entry, depth, .. } in pass.trace {
                let instance = shape.info().instance(entry.instance);
                prop_assert_eq!(instance, Some((entry.event.skill, depth)));
            }
        }
    }
}

#[test]
fn the_inputs_reach_everything() {
    let mut runner = TestRunner::deterministic();
    let mut taken = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for shape in [Shape::Hop, Shape::Timer, Shape::Chain, Shape::Crew, Shape::Doer] {
        for _ in 0..2000 {
            let inputs = inputs().new_tree(&mut runner).expect("inputs").current();
            for pass in shape.run(&inputs) {
                for Traced { entry, .. } in &pass.trace {
                    let skill = entry.event.skill.name;
                    match entry.event.kind {
                        TraceKind::Transition { transition, .. } => {
                            _ = taken.insert((skill, transition));
                        }
                        TraceKind::Limit { .. } => _ = seen.insert((skill, "limit")),
                        TraceKind::Failed(StoredFailure {
                            cause: Cause::Transition(_), ..
                        }) => {}
                        TraceKind::Failed(StoredFailure { cause: Cause::NoWriter(_), .. }) => {
                            _ = seen.insert((skill, "no writer"));
                        }
                        TraceKind::Failed(_) => _ = seen.insert((skill, "refused")),
                        TraceKind::Reset => _ = seen.insert((skill, "reset")),
                        _ => {}
                    }
                }
                if entry_is_pending(&pass) {
                    seen.insert((shape.info().name, "pending entry"));
                }
            }
        }
        let name = shape.info().name;
        for (transition, info) in (0..).zip(shape.info().graph.transitions) {
            assert!(taken.contains(&(name, transition)), "{name} never takes {info:?}");
        }
        assert!(seen.contains(&(name, "reset")), "{name} is never reset");
    }
    for expected in [
        ("hop", "limit"),
        ("hop", "pending entry"),
        ("hop", "no writer"),
        ("timer", "no writer"),
        ("crew", "no writer"),
        ("chain", "no writer"),
        ("timer", "refused"),
        ("chain", "limit"),
        ("crew", "limit"),
        ("doer", "limit"),
    ] {
        assert!(seen.contains(&expected), "{expected:?} is not among {seen:?}");
    }
}

/// Updates the active state of each machine: `init` needs none, the others need theirs.
fn follow<'a>(active: &mut BTreeMap<u32, &'a str>, ran: &Ran) -> Result<(), TestCaseError>
where
    Ran: 'a,
{
    let before = match ran.block {
        Block::Init => active.insert(ran.id, ran.state),
        Block::Loop => active.get(&ran.id).copied(),
        Block::Exit => active.remove(&ran.id),
    };
    let expected = (ran.block != Block::Init).then_some(ran.state);
    prop_assert_eq!(before, expected, "{:?}", ran);
    Ok(())
}

/// Returns whether the limit stopped the top machine before an `init`.
fn entry_is_pending(pass: &Pass) -> bool {
    let own = pass.trace.iter().rfind(|traced| traced.entry.instance == 0);
    let event = own.map(|traced| traced.entry.event);
    event.is_some_and(|event| match event.kind {
        TraceKind::Limit { transition } => {
            event.skill.graph.transitions[usize::from(transition)].trigger == Trigger::Precondition
        }
        _ => false,
    })
}

/// Returns whether machine `id` is a sub-skill of `of`, at any depth.
fn is_below(id: u32, of: u32) -> bool {
    id != of && id.to_string().starts_with(&of.to_string())
}

/// A machine of a skill.
struct Node {
    skill: &'static SkillInfo,
    depth: usize,
    parent: Option<u32>,
    /// The id of the machine in the log of blocks.
    id: u32,
}

/// Returns all machines of a skill in preorder.
fn tree(top: &'static SkillInfo) -> Vec<Node> {
    fn grow(node: Node, tree: &mut Vec<Node>) {
        let Node { skill, depth, id, .. } = node;
        let parent = Some(u32::try_from(tree.len()).expect("a few"));
        tree.push(node);
        for (slot, sub) in (1..).zip(skill.graph.sub_skills()) {
            grow(Node { skill: sub.skill, depth: depth + 1, parent, id: 10 * id + slot }, tree);
        }
    }
    let mut tree = Vec::new();
    grow(Node { skill: top, depth: 0, parent: None, id: 1 }, &mut tree);
    tree
}
