//! Skills and agents with one fault each, which `cargo skill-proof` must find, and some without.
//!
//! The names state the expected finding, which `tests/proof.rs` checks.
#![allow(missing_docs, clippy::all, clippy::pedantic, unconditional_recursion, dead_code)]

use core::fmt::Write as _;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    MessageId, Status, Text, agent, blackboard, f32_from_u32, interface, skill, skill_space,
};

interface! {
    pub Eyes {
        fields { ball: bool, x: f32, seen: u32, list: [u32; 4] }
        messages (capacity = 4) { Look { at: f32, word: Text<16> } }
    }
}
blackboard! { pub Body { eyes: Eyes, "Skiller": SkillerInterface } }
skill_space! { pub Robot on Body { Sound, Nothing } }

static LINE: AtomicU32 = AtomicU32::new(0);

/// Declares a skill whose `init` block is this code.
macro_rules! planted {
    ($name:ident, $self:ident, $eyes:ident => $code:block) => {
        skill! {
            pub skill $name(at: u32 = 1) {
                depends_interfaces { eyes: Eyes }
                vars { n: u32 = 0, list: [u32; 4] = [0; 4] }
                start state Go {
                    init { let $self = &mut *self; let $eyes = &mut *eyes; $code }
                    -> FINAL when self.n > 3;
                }
            }
        }
    };
}

// Without a fault: the bounds of these loops are visible, and the index is checked.
planted!(Sound, me, eyes => {
    for n in &mut me.list { *n = n.wrapping_add(eyes.seen); }
    for n in 0..me.at { me.n = me.n.wrapping_add(n ^ eyes.seen); }
    let mut rest = eyes.seen;
    while rest > 9 { rest /= 10; me.n ^= rest; }
    if let Some(n) = me.list.get(me.at as usize) { me.n ^= n; }
    let mut i = 0_u8;
    while i < eyes.seen as u8 { LINE.store(me.n, Relaxed); i = i.wrapping_add(1); }
    let mut i = 200_u8;
    while i32::from(i) < 255 - 7 { LINE.store(me.n, Relaxed); i = i.wrapping_add(7); }
    let mut i = eyes.seen as i32;
    while i > -5 { LINE.store(me.n, Relaxed); i = i.saturating_sub(3); }
});
planted!(SoundRange, me, eyes => { for n in 0..=eyes.seen { me.n = me.n.wrapping_mul(3) ^ n; } });
planted!(SoundRangeOfBytes, me, eyes => {
    for n in eyes.list[0] as u8..=eyes.seen as u8 { me.n = me.n.wrapping_mul(3) ^ u32::from(n); }
});
planted!(SoundDivision, me, eyes => {
    let mut n = eyes.seen;
    loop { n /= 2; me.n = me.n.wrapping_mul(3) ^ n; if n == 0 { break; } }
});
planted!(SoundBits, me, eyes => {
    let mut n = eyes.seen | 1;
    loop { n &= n.wrapping_sub(1); me.n = me.n.wrapping_mul(3) ^ n; if n == 0 { break; } }
});
planted!(SoundLabels, me, eyes => {
    'rows: for row in 0..eyes.seen {
        for n in 0..=me.at {
            if LINE.load(Relaxed) == row { continue 'rows; }
            if n == row { break 'rows; }
            me.n = me.n.wrapping_mul(3) ^ n;
        }
    }
});
planted!(Nothing, me, eyes => { me.n = eyes.seen; });

planted!(PanicByIndex, me, eyes => { me.n = me.list[eyes.seen as usize]; });
planted!(PanicBySlice, me, eyes => { me.n = me.list[eyes.seen as usize..].len() as u32; });
planted!(PanicByUnwrap, me, eyes => { me.n = *me.list.get(eyes.seen as usize).unwrap(); });
planted!(PanicByExpect, me, eyes => { me.n = u32::try_from(eyes.x as i32).expect("positive"); });
planted!(PanicByDivision, me, eyes => { me.n = me.at / eyes.seen; });
planted!(PanicByOverflow, me, eyes => { me.n = me.at + eyes.seen; });
planted!(PanicByMacro, me, eyes => { if eyes.ball { panic!("no ball, {}", me.n) } });
planted!(PanicByAssertion, me, eyes => { assert_ne!(eyes.seen, me.at); });
planted!(PanicByFloatText, me, eyes => {
    let mut word = Text::<16>::new();
    let _ = write!(word, "{}", eyes.x);
    me.n = word.len() as u32;
});
planted!(PanicByHelper, me, eyes => { me.n = helper(&me.list, eyes.seen); });
planted!(AllocationByBox, me, eyes => {
    me.n = *std::hint::black_box(Box::new(eyes.seen));
});
planted!(AllocationByVec, me, eyes => {
    let all: Vec<u32> = me.list.iter().map(|n| n ^ eyes.seen).collect();
    me.n = std::hint::black_box(all).len() as u32;
});
planted!(AllocationByHelper, me, eyes => { me.n = format!("{}", eyes.ball).len() as u32; });
planted!(RecursionByHelper, me, eyes => { me.n = ackermann(me.at, eyes.seen); });
planted!(RecursionByTwo, me, eyes => { me.n = even(me.at, &me.list) ^ eyes.seen; });
planted!(LoopForever, me, eyes => { forever(me.n ^ eyes.seen); });
// The step is 0 at the last number.
planted!(LoopByInclusive, me, eyes => {
    let mut n = 0_u32;
    while n <= eyes.seen { LINE.store(me.n, Relaxed); n = n.wrapping_add((n != eyes.seen).into()); }
});
planted!(LoopOnLine, me, eyes => { while LINE.load(Relaxed) == me.n {} me.n = eyes.seen; });
planted!(LoopByHelper, me, eyes => { me.n = collatz(eyes.seen); });
planted!(LoopOverBound, me, eyes => {
    let mut n = me.at;
    while n != eyes.seen { n = n.wrapping_add(2); LINE.store(n, Relaxed); }
});
// Counters narrower than their bounds: each wraps before it is there.
planted!(LoopNarrow, me, eyes => {
    let mut i = 0_u8;
    while u32::from(i) < eyes.seen { LINE.store(me.n, Relaxed); i = i.wrapping_add(1); }
});
planted!(LoopNarrowSigned, me, eyes => {
    let mut i = 0_i16;
    while i32::from(i) < eyes.seen as i32 { LINE.store(me.n, Relaxed); i = i.wrapping_add(1); }
});
planted!(LoopNarrowByThree, me, eyes => {
    let mut i = 0_u8;
    while i < eyes.seen as u8 { LINE.store(me.n, Relaxed); i = i.wrapping_add(3); }
});
planted!(LoopNarrowUnequal, me, eyes => {
    let mut i = 0_u16;
    while u32::from(i) != eyes.seen { LINE.store(me.n, Relaxed); i = i.wrapping_add(1); }
});
planted!(LoopNarrowToSize, me, eyes => {
    let mut i = 0_u32;
    while (i as usize) < eyes.x as usize { LINE.store(me.n, Relaxed); i = i.wrapping_add(1 << 24); }
});
planted!(LoopNarrowDown, me, eyes => {
    let mut i = eyes.seen as i8;
    while i32::from(i) > me.at as i32 { LINE.store(me.n, Relaxed); i = i.wrapping_sub(1); }
});
planted!(LoopToGreatest, me, eyes => {
    let mut i = me.at;
    while i <= eyes.seen { LINE.store(me.n, Relaxed); i = i.wrapping_add(1); }
});
planted!(LoopSaturating, me, eyes => {
    let mut i = me.at;
    while i <= eyes.seen { LINE.store(me.n, Relaxed); i = i.saturating_add(1); }
});
planted!(LoopReset, me, eyes => {
    let mut i = 0_u32;
    while i < eyes.seen { i += 1; if LINE.load(Relaxed) == me.n { i = 0; } }
});
planted!(LoopOfFloats, me, eyes => {
    let mut x = 0.0_f32;
    while x < eyes.x { LINE.store(me.n, Relaxed); x += 0.1; }
});
planted!(LoopInMemory, me, eyes => {
    me.list[0] = 0;
    while me.list[0] < eyes.seen { me.list[0] += 1; me.list[me.at as usize & 3] = me.n; }
});
planted!(StackByArray, me, eyes => {
    let large = std::hint::black_box([0_u8; 64 << 20]);
    me.n = u32::from(large[(eyes.seen & 0xff_ffff) as usize]);
});
planted!(StackByHelpers, me, eyes => { me.n = outer(eyes.seen); });
planted!(AbortByHelper, me, eyes => { if eyes.ball { std::process::abort() } me.n = 1; });
planted!(PointerFromOutside, me, eyes => { me.n = hook()(eyes.seen); });
planted!(ExternOfC, me, eyes => { me.n = eyes.seen.wrapping_add(std::process::id()); });
planted!(AssemblyByHelper, me, eyes => { me.n = assembly(eyes.seen); });
planted!(RoundingByCast, me, eyes => { me.n = u32::from((eyes.seen as f32) * 0.1 > 1e6); });
planted!(WideNumber, me, eyes => { me.n = u32::from(f32_from_u32(eyes.seen) * 0.1 > 1e6); });

// The compiler of skills refuses it in a block.
fn forever(n: u32) {
    loop {
        LINE.fetch_add(n, Relaxed);
    }
}

#[inline(never)]
fn helper(list: &[u32], at: u32) -> u32 {
    list[at as usize]
}
#[inline(never)]
fn ackermann(m: u32, n: u32) -> u32 {
    match (m, n) {
        (0, n) => n.wrapping_add(1),
        (m, 0) => ackermann(m.wrapping_sub(1), 1),
        (m, n) => ackermann(m.wrapping_sub(1), ackermann(m, n.wrapping_sub(1))),
    }
}
#[inline(never)]
fn even(n: u32, list: &[u32; 4]) -> u32 {
    LINE.fetch_add(1, Relaxed);
    if n == 0 { list[0] } else { odd(n.wrapping_sub(2), list) ^ 1 }
}
#[inline(never)]
fn odd(n: u32, list: &[u32; 4]) -> u32 {
    LINE.fetch_sub(1, Relaxed);
    if n == 1 { list[1] } else { even(n.wrapping_sub(1), list) ^ 2 }
}
fn collatz(mut n: u32) -> u32 {
    let mut steps = 0_u32;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { n.wrapping_mul(3).wrapping_add(1) };
        steps = steps.wrapping_add(1);
    }
    steps
}
#[inline(never)]
fn outer(n: u32) -> u32 {
    let large = std::hint::black_box([n; 10 << 10]);
    deeper(large[(n & 0xff) as usize]) ^ large[1]
}
#[inline(never)]
fn deeper(n: u32) -> u32 {
    let large = std::hint::black_box([n; 10 << 10]);
    large[(n & 0xff) as usize]
}
fn hook() -> fn(u32) -> u32 {
    static HOOKS: std::sync::Mutex<Option<fn(u32) -> u32>> = std::sync::Mutex::new(None);
    match HOOKS.try_lock() {
        Ok(hook) => hook.unwrap_or(|n| n),
        Err(_) => |n| n,
    }
}
fn assembly(n: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: it does nothing.
    #[allow(unsafe_code)]
    unsafe {
        core::arch::asm!("nop")
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: it does nothing.
    #[allow(unsafe_code)]
    unsafe {
        core::arch::asm!("nop")
    }
    n
}

// The fault in a guard.
skill! {
    pub skill PanicInGuard() {
        depends_interfaces { eyes: Eyes }
        start state Go { -> FINAL when eyes.list[eyes.seen as usize] == 3; }
    }
}
// The fault in the argument of a sub-skill, and in the sub-skill.
skill! {
    pub skill PanicInArgument() {
        depends_skills { Nothing }
        depends_interfaces { eyes: Eyes }
        start state Go = Nothing { at: eyes.list[eyes.seen as usize] } {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}
skill! {
    #[allow(skill::unused_interface)]
    pub skill PanicInSubSkill() {
        depends_skills { PanicByIndex }
        depends_interfaces { eyes: Eyes }
        start state Go = PanicByIndex {} {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}
fn squint(ports: &mut PanicInActionPorts<'_>) -> Status {
    if ports.eyes.list[ports.eyes.seen as usize] > 1 { Status::Final } else { Status::Running }
}
skill! {
    pub skill PanicInAction() {
        depends_interfaces { eyes: Eyes }
        start state Go = action squint() {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}
// The fault in an `exit` block, which only a reset runs.
skill! {
    pub skill PanicInExit() {
        depends_interfaces { eyes: Eyes }
        vars { n: u32 = 0 }
        start state Go {
            exit { self.n = eyes.list[eyes.seen as usize]; }
            -> FINAL when self.n > 3;
        }
    }
}

// The fault in what a hybrid skill integrates, which the engine calls.
skill! {
    #[allow(skill::never_final)]
    pub skill LoopInFlow() {
        depends_interfaces { eyes: Eyes }
        continuous { x: f32 = 0.0 }
        start state Swing {
            flow {
                der(self.x) = {
                    let mut i = 0_u8;
                    while u32::from(i) < eyes.seen {
                        LINE.store(1, Relaxed);
                        i = i.wrapping_add(1);
                    }
                    1.0
                };
            }
            -> FAILED when crossing self.x > 3.0;
        }
    }
}
skill! {
    pub skill LoopInGuard() {
        depends_interfaces { eyes: Eyes }
        start state Go {
            -> FINAL
                when {
                    let mut i = 0_u8;
                    while u32::from(i) < eyes.seen {
                        LINE.store(1, Relaxed);
                        i = i.wrapping_add(1);
                    }
                    eyes.ball
                };
        }
    }
}
skill! {
    pub skill LoopAroundEngine() {
        depends_interfaces { eyes: Eyes }
        start state Go {
            init { while !eyes.stale() {} }
            -> FINAL otherwise;
        }
    }
}
skill! {
    pub skill LoopAroundSending() {
        depends_interfaces { eyes: Eyes }
        start state Go {
            init {
                let mut last = MessageId::NONE;
                while eyes.handled() == last {
                    last = eyes.send(crate::eyes::Look { at: 0.0, word: Text::new() }).id();
                }
            }
            -> FINAL otherwise;
        }
    }
}
skill! {
    pub skill LoopInTimeout() {
        depends_interfaces { eyes: Eyes }
        start state Go {
            -> FINAL
                after {
                    let mut i = 0_u8;
                    while u32::from(i) < eyes.seen {
                        LINE.store(1, Relaxed);
                        i = i.wrapping_add(1);
                    }
                    1.0
                };
        }
    }
}
skill! {
    pub skill LoopInArgument() {
        depends_skills { Nothing }
        depends_interfaces { eyes: Eyes }
        start state Go = Nothing {
            at: {
                while LINE.load(Relaxed) == eyes.seen {}
                1
            }
        } {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

// Private skills, in a module and in a function.
mod inner {
    use super::*;
    skill! {
        skill PanicInPrivate() {
            depends_interfaces { eyes: Eyes }
            start state Go { -> FINAL when eyes.list[eyes.seen as usize] == 3; }
        }
    }
}
fn unused() {
    skill! {
        skill PanicInFunction() {
            depends_interfaces { eyes: Eyes }
            start state Go { -> FINAL when eyes.list[eyes.seen as usize] == 3; }
        }
    }
}

agent! {
    pub agent SoundAgent() {
        depends_skills { Sound }
        depends_interfaces { eyes: Eyes }
        start state Watch { -> Run when eyes.ball; }
        state Run = Sound { at: eyes.seen } {
            -> Watch on FINAL;
            -> Watch on FAILED;
        }
    }
}
agent! {
    pub agent PanicInAgent() {
        depends_skills { Nothing }
        depends_interfaces { eyes: Eyes }
        start state Watch { -> Run when eyes.list[eyes.seen as usize] == 3; }
        state Run = Nothing {} {
            -> Watch on FINAL;
            -> Watch on FAILED;
        }
    }
}
agent! {
    pub agent AllocationInAgent() {
        depends_skills { Nothing }
        depends_interfaces { eyes: Eyes }
        vars { _n: usize = 0 }
        start state Watch {
            init { self._n = std::hint::black_box(vec![eyes.seen; 7]).len(); }
            -> Run when eyes.ball;
        }
        state Run = Nothing {} {
            -> Watch on FINAL;
            -> Watch on FAILED;
        }
    }
}

fn main() {}
