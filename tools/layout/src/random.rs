//! Diagrams of random nested skills.

use fastrand::Rng;
use skill_rules::random::{Profile, skill};
use skill_rules::skill::{Skill, Target, Transition};
use skill_studio::layout::{Arrow, Diagram, Node, Size};

pub fn diagrams(count: usize, rng: &mut Rng) -> Vec<Diagram> {
    (0..count)
        .map(|number| {
            let library = [skill("L0".to_owned(), Profile::Library, &[], rng)];
            let random = skill(format!("M{number}"), Profile::Machine, &library, rng);
            diagram(&random, rng)
        })
        .collect()
}

/// The states, FINAL, and the source of the transitions that leave every state; transitions to
/// FAILED are texts in the boxes.
fn diagram(skill: &Skill, rng: &mut Rng) -> Diagram {
    let mut diagram = Diagram::default();
    let text = |letters: usize, lines: usize| {
        #[allow(clippy::cast_precision_loss)] // short texts
        let size = (letters as f64 * 7.3 + 16.0, lines as f64 * 16.0 + 16.0);
        Size { width: size.0, height: size.1 }
    };
    for state in &skill.states {
        let failures = state.transitions.iter().filter(|of| matches!(of.target, Target::Failed(_)));
        let lines = 1 + usize::from(!state.runs.is_empty()) + failures.count();
        diagram.boxes.push(Node { parent: state.parent, text: text(rng.usize(4..30), lines) });
    }
    let (end, any) = (skill.states.len(), skill.states.len() + 1);
    diagram.boxes.push(Node { parent: None, text: text(5, 1) });
    if !skill.always.is_empty() {
        diagram.boxes.push(Node { parent: None, text: text(9, 1) });
    }
    let mut add = |from: usize, transition: &Transition, rng: &mut Rng| {
        let to = match &transition.target {
            Target::State(state) => *state,
            // Any state may be held.
            Target::Held(..) => rng.usize(..skill.states.len()),
            Target::Final(_) => end,
            Target::Failed(_) | Target::PassOn => return,
        };
        let (letters, lines) = (rng.usize(5..26), rng.usize(1..4));
        let label = Size { height: text(letters, lines).height - 16.0, ..text(letters, lines) };
        diagram.arrows.push(Arrow { from, to, label });
    };
    for (index, state) in skill.states.iter().enumerate() {
        let all = state.preconditions.iter().chain(state.leaving());
        all.for_each(|transition| add(index, transition, rng));
    }
    skill.always.iter().for_each(|transition| add(any, transition, rng));
    diagram
}
