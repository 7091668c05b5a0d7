//! Outer states with a ring of states inside each. Each state reports a number of its own on entry,
//! an outer one another on exit, too.

use crate::engines::Engine;
use std::fmt::Write as _;

const GROUPS: u32 = 4;
const INNER: u32 = 10;

/// Returns the input at which the state at `place` within a group is left.
const fn letter(group: u32, place: u32) -> u32 {
    group * INNER + place * 7 % INNER
}

/// Returns the inputs at which a group is left for the next, and for the one before.
const fn leaving(group: u32) -> (u32, u32) {
    (GROUPS * INNER + 2 * group, GROUPS * INNER + 2 * group + 1)
}

/// Returns the upper bound of the inputs: at the one below, nothing happens.
pub const fn turns() -> u32 {
    leaving(GROUPS).0 + 1
}

/// Returns the inputs of a cycle: through each group, and from its middle to the next.
pub fn cycle() -> Vec<u32> {
    let of_group = |group| {
        let inside = (0..INNER / 2).map(move |place| letter(group, place));
        inside.chain([leaving(group).0])
    };
    (0..GROUPS).flat_map(of_group).collect()
}

/// Returns the source of a module with the type `Machine`; the skill is in the module `ours`.
pub fn module(engine: Engine, ours: &str) -> String {
    match engine {
        Engine::Ours => skill(),
        _ => floor(ours),
    }
}

/// The numbers of a group: those that it reports on entry and exit.
const fn acts(group: u32) -> (u32, u32) {
    (100 + group, 200 + group)
}

fn skill() -> String {
    let mut states = String::new();
    for group in 0..GROUPS {
        let ((next, before), (entry, exit)) = (leaving(group), acts(group));
        let start = if group == 0 { "start " } else { "" };
        let _ = write!(
            states,
            "        {start}state G{group} {{
            init {{ act({entry}); }}
            exit {{ act({exit}); }}
            -> G{} when signals.turn == {next};
            -> G{} when signals.turn == {before};
",
            (group + 1) % GROUPS,
            (group + GROUPS - 1) % GROUPS
        );
        for place in 0..INNER {
            let start = if place == 0 { "start " } else { "" };
            let _ = writeln!(
                states,
                "            {start}state S{group}_{place} {{ init {{ act({}); }} \
                 -> S{group}_{} when signals.turn == {}; }}",
                group * INNER + place + 1,
                (place + 1) % INNER,
                letter(group, place)
            );
        }
        states.push_str("        }\n");
    }
    format!(
        "use crate::*;
skill! {{
    pub skill Groups() {{
        depends_interfaces {{ signals: Signals }}
{states}    }}
}}
pub struct Machine(<Groups as Skill>::Machine);
impl Engine for Machine {{
    fn new(_: u32) -> Self {{ Machine(Groups::default().start()) }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{ self.0.exec(&mut pass.cx) }}
}}
"
    )
}

fn floor(ours: &str) -> String {
    let (mut enums, mut arms) = (String::new(), String::new());
    for group in 0..GROUPS {
        let ((next, before), (_, exit)) = (leaving(group), acts(group));
        // States and transitions are numbered with the outer ones before those inside.
        let (state, transition) = (group * (INNER + 1), group * (INNER + 2));
        let mut leave = |turn: u32, to: u32, transition: u32| {
            let _ = writeln!(
                arms,
                "            Machine::G{group}(inside) if turn == {turn} => {{
                act({exit});
                pass.took(INFO, {state} + 1 + *inside as u16, {transition});
                act({});
                act({});
                *self = Machine::G{to}(G{to}::S0);
            }}",
                acts(to).0,
                to * INNER + 1
            );
        };
        leave(next, (group + 1) % GROUPS, transition);
        leave(before, (group + GROUPS - 1) % GROUPS, transition + 1);
        let _ = writeln!(arms, "            Machine::G{group}(inside) => match inside {{");
        let mut names = String::new();
        for place in 0..INNER {
            let after = (place + 1) % INNER;
            let _ = write!(names, "S{place}, ");
            let _ = writeln!(
                arms,
                "                G{group}::S{place} => if turn == {} {{
                    pass.took(INFO, {}, {});
                    act({});
                    *inside = G{group}::S{after};
                }}",
                letter(group, place),
                state + 1 + place,
                transition + 2 + place,
                group * INNER + after + 1
            );
        }
        arms.push_str("            },\n");
        let _ = writeln!(enums, "#[derive(Clone, Copy)]\npub enum G{group} {{ {names} }}");
    }
    let variants: Vec<String> = (0..GROUPS).map(|group| format!("G{group}(G{group})")).collect();
    let variants = variants.join(", ");
    format!(
        "use crate::*;
static INFO: &SkillInfo = &{ours}::Groups;
{enums}
pub enum Machine {{ {variants} }}
impl Engine for Machine {{
    fn new(_: u32) -> Self {{ act({}); act(1); Machine::G0(G0::S0) }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{
        let turn = pass.input.turn;
        match self {{
{arms}        }}
        Status::Running
    }}
}}
",
        acts(0).0
    )
}
