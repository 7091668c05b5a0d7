//! Where our skills differ from Fawkes's on purpose. The list of what and why is
//! that of `skills_nao::skills`; here stands in which recorded runs it shows, and
//! how it turns the record into what is right here.

use super::record::{Case, Line, Run};

/// One row of the list.
pub struct Difference {
    /// Its columns "skill" and "here".
    pub row: (&'static str, &'static str),
    /// The recorded calls in which it shows.
    pub cases: &'static [&'static str],
    /// Turns the record of such a call into what is right here.
    pub apply: fn(&Case, &mut Run),
}

/// An argument that has another name here: skill, Fawkes's name, ours.
const RENAMED: [(&str, &str, &str); 1] = [("standup", "from_pos", "from")];

/// The call of `case` with our names of the arguments.
pub fn translated(case: &Case) -> String {
    let renamed = RENAMED.iter().filter(|(skill, ..)| case.skill() == *skill);
    renamed.fold(case.call.clone(), |call, (_, theirs, ours)| {
        call.replace(&format!("{theirs}="), &format!("{ours}="))
    })
}

/// The list.
pub const DIFFERENCES: &[Difference] = &[
    Difference {
        row: ("all", "\"no writer for naomotion\""),
        cases: &[
            "standup{} accel_x=-1.0 nowriter=naojoints",
            "standup{from_pos=\"back\"} nowriter=naomotion",
            "standup{} nowriter=naomotion",
            "getup{} nowriter=naomotion",
            "park{} nowriter=naomotion",
            "stop() nowriter=naomotion",
            "kick{leg=\"left\"} nowriter=naomotion",
            "servo{} nowriter=naostiffness",
        ],
        apply: one_wording,
    },
    Difference {
        row: ("kick", "\"no leg defined\""),
        cases: &["kick{}"],
        apply: |_, run| edit(run, |why| why.replace("No leg", "no leg")),
    },
    Difference {
        row: ("servo, standup", "the interface that is missing"),
        cases: &["standup{from_pos=\"back\"} nowriter=naomotion", "servo{} nowriter=naostiffness"],
        apply: |case, run| {
            let missing = case.without.as_deref().unwrap_or("");
            edit(run, |why| why.replace("naojoints", missing));
        },
    },
    Difference {
        row: ("standup", "an error with the place in the skill string"),
        cases: &["standup{from_pos=\"bogus\"}"],
        apply: |_, run| {
            *run = refused("column 14: expected \"front\" or \"back\"");
        },
    },
    Difference {
        row: ("standup", "the servo's reason itself, with the skill it came from"),
        cases: &[
            "standup{} accel_x=-1.0 nowriter=naojoints",
            "standup{from_pos=\"back\"} nowriter=naomotion",
            "standup{} nowriter=naomotion",
        ],
        apply: |_, run| {
            edit(run, |why| {
                let inner = why.split_once("() failed, ").map(|(_, inner)| inner);
                inner.unwrap_or(why).to_owned()
            });
        },
    },
    Difference {
        row: ("park", "the message is refused, then it fails the same way"),
        cases: &["park{} nowriter=naomotion"],
        apply: |_, run| run.lines.iter_mut().for_each(|line| line.messages.clear()),
    },
    Difference { row: ("servo", "all 22 joints given do"), cases: &[], apply: |_, _| {} },
    Difference {
        row: ("servo", "expected and actual are given"),
        cases: &["servo{head_yaw=0.5, time_sec=1} drop=1"],
        apply: |_, run| edit(run, |why| without(why, "diff: ")),
    },
    Difference {
        row: ("servo", "the first in the order of the joints"),
        cases: &[],
        apply: |_, _| {},
    },
    // None of these shows in a recorded run; the tests of the robot cover them.
    Difference { row: ("all", "\"message queue full\""), cases: &[], apply: |_, _| {} },
    Difference {
        row: ("park", "\"the joints could not be made limp\""),
        cases: &[],
        apply: |_, _| {},
    },
    Difference { row: ("standup", "\"no writer for naosensors\""), cases: &[], apply: |_, _| {} },
    Difference { row: ("standup, servo", "`from`, `tolerance_rad`"), cases: &[], apply: |_, _| {} },
    Difference { row: ("all", "ranges, such as 0.1 to 30 s"), cases: &[], apply: |_, _| {} },
    Difference {
        row: ("any", "one call"),
        cases: &["stop{}; say{text=\"two\"}"],
        apply: |_, run| {
            *run = refused("column 7: a call ends before this; one call at a time");
        },
    },
];

/// Changes all reasons.
fn edit(run: &mut Run, change: impl Fn(&str) -> String) {
    for why in run.errors.values_mut() {
        *why = change(why);
    }
}

/// "No writer for naomotion interface", "No writer for interface naomotion" and
/// "No writer for interfaces" in our words.
fn one_wording(case: &Case, run: &mut Run) {
    edit(run, |why| {
        let Some((before, after)) = why.split_once("No writer for ") else {
            return why.to_owned();
        };
        let named = after.split(' ').find(|word| !matches!(*word, "interface" | "interfaces"));
        let missing = named.or(case.without.as_deref()).unwrap_or("");
        format!("{before}no writer for {missing}")
    });
}

/// `text` without the part of it that begins with `key`, up to the next part.
fn without(text: &str, key: &str) -> String {
    let parts = text.split("  ").filter(|part| !part.starts_with(key));
    parts.collect::<Vec<_>>().join("  ")
}

/// The run of a call that is no call here.
fn refused(why: &str) -> Run {
    let line = Line {
        time_sec: 0.0,
        states: [].into(),
        status: "FAILED".to_owned(),
        messages: Vec::new(),
    };
    Run { lines: vec![line], errors: [("skiller".to_owned(), why.to_owned())].into() }
}
