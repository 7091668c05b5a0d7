//! Codes and trace entries as text for C.

use crate::abi::{
    Code, TRACE_CALLED, TRACE_ENTERED, TRACE_FAILED, TRACE_LIMIT, TRACE_NO_WRITER, TRACE_PARAMETER,
    TRACE_REFUSED, TRACE_RESET, TRACE_RESULT, TRACE_STALE, TRACE_STOPPED, TRACE_TIME_WENT_BACK,
    TRACE_TRANSITION, TraceEntry,
};
use core::ffi::CStr;
use core::fmt::{self, Write as _};
use skill_runtime::SkillSpace;

/// Returns the meaning of a code.
pub fn result(code: Code) -> &'static CStr {
    const TEXTS: [&CStr; 21] = [
        c"success",
        c"a pointer is null",
        c"a pointer is not aligned",
        c"the memory is too small",
        c"the program was built with another header",
        c"the shared memory has another version",
        c"the shared memory has no host yet",
        c"another process is the writer",
        c"not a living host, behaviour or engine",
        c"the text is too long, or not UTF-8",
        c"the call cannot be run",
        c"the host has not begun a new cycle",
        c"control was taken away or given again",
        c"another process has replaced this one",
        c"the other side is in the middle of writing",
        c"the host has not given control yet",
        c"the agent or another process has exclusive control of the skiller",
        c"another thread uses the same object",
        c"the time is before that of the last cycle",
        c"a value of the sensors is invalid",
        c"the library has no agent",
    ];
    TEXTS.get(code as usize).unwrap_or(&c"no such code")
}

/// Writes into a buffer with a final 0, and truncates text that does not fit.
struct Buffer<'a> {
    text: &'a mut [u8],
    len: usize,
}

impl fmt::Write for Buffer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            let mut bytes = [0; 4];
            let bytes = c.encode_utf8(&mut bytes).as_bytes();
            let end = self.len + bytes.len();
            if end >= self.text.len() {
                return Err(fmt::Error);
            }
            self.text[self.len..end].copy_from_slice(bytes);
            self.len = end;
        }
        Ok(())
    }
}

/// Writes `t=12.500 standup#0: Wait -> FINAL`, truncated to the buffer, with a final 0.
pub fn trace_line<S: SkillSpace>(entry: &TraceEntry, text: &mut [u8]) {
    let mut buffer = Buffer { text, len: 0 };
    let _ = line::<S>(entry, &mut buffer);
    let len = buffer.len;
    if let Some(end) = text.get_mut(len) {
        *end = 0;
    }
}

fn line<S: SkillSpace>(entry: &TraceEntry, out: &mut Buffer<'_>) -> fmt::Result {
    let millis = entry.time().as_micros() / 1000;
    write!(out, "t={}.{:03} ", millis / 1000, millis % 1000)?;
    let Some(skill) = S::SKILLS.get(entry.skill as usize) else {
        return out.write_str("?");
    };
    let graph = &skill.graph;
    let transition = graph.transitions.get(entry.transition as usize);
    let name = |state: u32| u16::try_from(state).map_or("?", |state| graph.state_name(state));
    let interface = || u16::try_from(entry.transition).map_or("?", |at| skill.interface_name(at));
    write!(out, "{}#{}: ", skill.name, entry.instance)?;
    match (entry.kind, transition) {
        (TRACE_TRANSITION, Some(transition)) => {
            let to = graph.state_name(transition.to);
            write!(out, "{} -> {to} \"{}\"", name(entry.from), transition.label)
        }
        (TRACE_FAILED, Some(transition)) if transition.reason.is_some() => {
            out.write_str("failed: ")?;
            transition.write_reason(out, |out, _, _| out.write_str(".."))
        }
        (TRACE_FAILED, _) => out.write_str("failed: see the status"),
        (TRACE_LIMIT, Some(transition)) => {
            write!(out, "too many transitions at \"{}\"", transition.label)
        }
        (TRACE_RESET, _) => out.write_str("reset"),
        (TRACE_RESULT, _) => out.write_str("has a result"),
        (TRACE_TIME_WENT_BACK, _) => out.write_str("the time went back"),
        (TRACE_CALLED, _) => out.write_str("called"),
        (TRACE_ENTERED, _) => write!(out, "starts in {}", name(entry.from)),
        (TRACE_REFUSED, _) => write!(out, "a message to {} was refused", interface()),
        (TRACE_STOPPED, _) => write!(out, "a message to {} was ended", interface()),
        (TRACE_PARAMETER, _) => {
            let parameter = skill.params.get(entry.transition as usize);
            write!(out, "the parameter {} has another value", parameter.map_or("?", |one| one.name))
        }
        (TRACE_NO_WRITER, _) => write!(out, "failed: no writer for {}", interface()),
        (TRACE_STALE, _) => write!(out, "failed: {} is stale", interface()),
        _ => out.write_str("?"),
    }
}
