//! The tables in Markdown, for the documentation.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use super::measured::Measured;
use super::sizes::{Part, Size};

pub fn print(measured: &Measured, out: &mut impl Write) -> anyhow::Result<()> {
    code(measured, out)?;
    state(measured, out)?;
    stack(measured, out)?;
    instructions(measured, out)?;
    Ok(())
}

fn code(measured: &Measured, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "\n| bytes of | a tick: `.text` | `.rodata` | library: `.text` | `.rodata` |")?;
    writeln!(out, "|---|--:|--:|--:|--:|")?;
    let size = |sizes: &BTreeMap<Part, Size>, part| sizes.get(&part).copied().unwrap_or_default();
    for part in Part::all() {
        let (tick, whole) = (size(&measured.tick, part), size(&measured.whole, part));
        row(part.name(), tick, whole, out)?;
    }
    let sum = |sizes: &BTreeMap<Part, Size>| {
        sizes.values().fold(Size::default(), |sum, size| Size {
            code: sum.code + size.code,
            constants: sum.constants + size.constants,
        })
    };
    let (tick, whole) = (sum(&measured.tick), sum(&measured.whole));
    row("all", tick, whole, out)?;
    let (tick, whole) = (tick.all(), whole.all());
    writeln!(out, "| `.text` and `.rodata` | {tick} | | {whole} | |")?;
    let (unwinding, refresh) = (measured.unwinding, measured.refresh);
    writeln!(
        out,
        "\n\"A tick\" is all that `nao_behaviour_tick` reaches: six skills, engine, blackboard. \
         Inlined code counts where it was inlined. The snapshot of the blackboard has {refresh} \
         bytes of it. \
         `.data.rel.ro` counts as `.rodata`. The library's {unwinding} bytes of `.eh_frame` \
         are not counted: nothing unwinds."
    )?;
    Ok(())
}

fn row(name: &str, tick: Size, whole: Size, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "| {name} | {} | {} | {} | {} |",
        tick.code, tick.constants, whole.code, whole.constants
    )?;
    Ok(())
}

fn state(measured: &Measured, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "\n| state | bytes |\n|---|--:|")?;
    for skill in super::sizes::SKILLS {
        writeln!(
            out,
            "| machine of {skill}, its sub-skills' included | {} |",
            measured.state(skill)?
        )?;
    }
    for (name, what) in [
        ("space", "machine of any skill of the space"),
        ("snapshot", "snapshot of the blackboard"),
        ("skiller", "skiller, with that machine and the snapshot"),
        ("trace", "trace of 32 entries"),
        ("blackboard", "blackboard"),
        ("debug", "debug interface"),
        ("shared", "shared memory: blackboard, heartbeats, header, debug interface"),
        ("behaviour", "`NaoBehaviour`: skiller, trace, heartbeat"),
        ("host", "`NaoHost`"),
        ("engine", "`NaoEngine`: the shared memory and both"),
    ] {
        writeln!(out, "| {what} | {} |", measured.state(name)?)?;
    }
    writeln!(out, "| blackboard and skiller | {} |", measured.bounded_state()?)?;
    writeln!(out, "| static (`.data`, `.bss`) | {} |", measured.variables)?;
    Ok(())
}

fn stack(measured: &Measured, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "\n| stack of | bytes | deepest in |\n|---|--:|---|")?;
    let mut outside = BTreeSet::new();
    for (root, depth) in &measured.depths {
        let last = depth.path.last().map_or("", |name| name.as_str());
        let (bytes, below) = (depth.bytes, depth.path.len().saturating_sub(1));
        writeln!(out, "| `{root}` | {bytes} | `{last}`, {below} below |")?;
        outside.extend(depth.outside.iter().map(|name| format!("`{name}`")));
    }
    let outside: Vec<_> = outside.into_iter().collect();
    writeln!(out, "\nThe C library's {} come on top.", outside.join(", "))?;
    Ok(())
}

fn instructions(measured: &Measured, out: &mut impl Write) -> anyhow::Result<()> {
    let counted = &measured.instructions;
    writeln!(out, "\n| instructions of one `exec`, with the trace on | |\n|---|--:|")?;
    for (what, count) in [
        ("`standup` in `Wait`: nothing happens", counted.resident),
        ("`standup` in `Getup`, whose `getup` waits: the deepest chain", counted.deepest),
        ("one transition, of a skill of two states", counted.transition),
        ("apart from these, the snapshot for `standup` when all has changed", counted.snapshot),
        ("the same when nothing has changed", counted.unchanged),
        ("a step of the skiller with snapshot and clock: nothing happens", counted.steps.step),
        ("the same, and its publication in the debug interface", counted.steps.publish),
        ("such a step on this machine", counted.native_steps.step),
        ("the same, and its publication", counted.native_steps.publish),
    ] {
        writeln!(out, "| {what} | {count} |")?;
    }
    Ok(())
}
