//! Skills that run skills, down to a depth.

use crate::engines::Engine;
use std::fmt::Write as _;

/// Returns the inputs at which a level leaves its two states.
const fn letters(level: u32) -> (u32, u32) {
    (10 + 2 * level, 11 + 2 * level)
}

/// Returns the numbers that a level reports on entry of its two states.
const fn acts(level: u32) -> (u32, u32) {
    (1 + 2 * level, 2 + 2 * level)
}

/// Repeats a text for each level above the innermost. Replaces `$K` by the level, `$J` by the level
/// below, `$S` and `$G` by its inputs, and `$A` and `$B` by the numbers that it reports.
fn levels(depth: u32, text: &str) -> String {
    let each = |level: u32| {
        let ((stop, again), (run, rest)) = (letters(level), acts(level));
        text.replace("$K", &level.to_string())
            .replace("$J", &(level - 1).to_string())
            .replace("$S", &stop.to_string())
            .replace("$G", &again.to_string())
            .replace("$A", &run.to_string())
            .replace("$B", &rest.to_string())
    };
    (1..=depth).map(each).collect()
}

/// Returns the upper bound of the inputs of a depth.
pub const fn turns(depth: u32) -> u32 {
    letters(depth).1 + 2
}

/// Returns the source of a module with the type `Machine`; the skills are in the module `ours`.
pub fn module(depth: u32, engine: Engine, ours: &str) -> String {
    match engine {
        Engine::Ours => skills(depth),
        Engine::Floor => floor(depth, ours),
        _ => String::new(),
    }
}

fn skills(depth: u32) -> String {
    let levels = levels(
        depth,
        "skill! {
    pub skill L$K() {
        depends_skills { L$J }
        depends_interfaces { signals: Signals }
        start state Run = L$J {} {
            init { act($A); }
            -> Rest on FINAL;
            -> Rest on FAILED;
            -> Rest when signals.turn == $S;
        }
        state Rest { init { act($B); } -> Run when signals.turn == $G; }
    }
}
",
    );
    format!(
        "use crate::*;
skill! {{
    pub skill L0() {{
        depends_interfaces {{ signals: Signals }}
        start state A {{
            init {{ act(1); }}
            -> B when signals.turn == 0;
            -> FINAL when signals.turn == 2;
        }}
        state B {{
            init {{ act(2); }}
            -> A when signals.turn == 1;
            -> FAILED when signals.turn == 3;
        }}
    }}
}}
{levels}
pub struct Machine(<L{depth} as Skill>::Machine);
impl Engine for Machine {{
    fn new(_: u32) -> Self {{ Machine(L{depth}::default().start()) }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{ self.0.exec(&mut pass.cx) }}
}}
"
    )
}

fn floor(depth: u32, ours: &str) -> String {
    let levels = levels(
        depth,
        "pub enum L$K { Fresh, Run(L$J), Rest }
impl L$K {
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        loop {
            match self {
                L$K::Run(sub) => {
                    pass.cx.tracer.descend(1);
                    let status = sub.step(pass);
                    pass.cx.tracer.ascend(1);
                    let transition = match status {
                        Status::Final => 0,
                        Status::Failed => 1,
                        Status::Running if pass.input.turn == $S => 2,
                        Status::Running => return Status::Running,
                    };
                    pass.cx.tracer.descend(1);
                    sub.reset(pass);
                    pass.cx.tracer.ascend(1);
                    pass.took(&OURS::L$K, 0, transition);
                    act($B);
                    *self = L$K::Rest;
                    return Status::Running;
                }
                L$K::Rest => {
                    if pass.input.turn == $G {
                        pass.took(&OURS::L$K, 1, 3);
                        act($A);
                        *self = L$K::Run(L$J::Fresh);
                    }
                    return Status::Running;
                }
                L$K::Fresh => {
                    act($A);
                    if pass.input.turn == $S {
                        pass.took(&OURS::L$K, 0, 2);
                        act($B);
                        *self = L$K::Rest;
                        return Status::Running;
                    }
                    *self = L$K::Run(L$J::Fresh);
                }
            }
        }
    }
    fn reset<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) {
        if !T::ON {
            return;
        }
        if let L$K::Run(sub) = self {
            pass.cx.tracer.descend(1);
            sub.reset(pass);
            pass.cx.tracer.ascend(1);
        }
        if !matches!(self, L$K::Fresh) {
            pass.cx.record(&OURS::L$K, TraceKind::Reset);
        }
    }
}
",
    );
    let mut text = include_str!("templates/depth_floor.rs").to_owned();
    let _ = write!(
        text,
        "{levels}
pub struct Machine(L{depth});
impl Engine for Machine {{
    fn new(_: u32) -> Self {{ Machine(L{depth}::Fresh) }}
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {{ self.0.step(pass) }}
}}
"
    );
    text.replace("OURS", ours)
}

/// Returns the machine in C++: the structs of its levels, with `Root` as the outermost.
pub fn cpp(depth: u32) -> String {
    let levels = levels(
        depth,
        "struct L$K {
    enum At : uint8_t { Fresh, Run, Rest } at;
    L$J sub;
    inline Status step(const Input& input) {
        for (;;) switch (at) {
        case Run: {
            Status status = sub.step(input);
            if (status == Running && input.turn != $S) return Running;
            act($B); at = Rest; return Running;
        }
        case Rest:
            if (input.turn == $G) { act($A); at = Run; sub.at = L$J::Fresh; }
            return Running;
        case Fresh:
            act($A);
            if (input.turn == $S) { act($B); at = Rest; return Running; }
            at = Run; sub.at = L$J::Fresh;
        }
    }
};
",
    );
    format!(
        "struct L0 {{
    enum At : uint8_t {{ Fresh, A, B, Done, Bad }} at;
    inline Status step(const Input& input) {{
        for (;;) switch (at) {{
        case A:
            if (input.turn == 0) {{ act(2); at = B; }}
            else if (input.turn == 2) {{ at = Done; return Final; }}
            return Running;
        case B:
            if (input.turn == 1) {{ act(1); at = A; }}
            else if (input.turn == 3) {{ at = Bad; return Failed; }}
            return Running;
        case Done: return Final;
        case Bad: return Failed;
        case Fresh: act(1); at = A;
        }}
    }}
}};
{levels}using Root = L{depth};
"
    )
}
