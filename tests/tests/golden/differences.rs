//! Intended differences of our skills from Fawkes's. The list with the reasons is in
//! `skills_nao::skills`; this module lists which of them recorded runs show, and converts the
//! record into the expected run.

use super::record::{Case, Field, Line, Run};

/// One row of the list.
pub struct Difference {
    /// Its columns "skill" and "here".
    pub row: (&'static str, &'static str),
    /// The recorded calls in which it shows.
    pub cases: &'static [&'static str],
    /// Converts the record of such a call into the expected run.
    pub apply: fn(&Case, &mut Run),
}

/// A skill that has another name here: Fawkes's, ours.
const SKILLS: [(&str, &str); 2] = [("naostrafe", "strafe"), ("naoled", "led")];

/// An argument that has another name here: skill, Fawkes's name, ours.
const ARGUMENTS: [(&str, &str, &str); 7] = [
    ("standup", "from_pos=", "from="),
    ("turn", "angle=", "angle_rad="),
    ("relgoto", "x=", "x_m="),
    ("relgoto", "y=", "y_m="),
    ("relgoto", "phi=", "phi_rad="),
    ("relgoto", "dist=", "dist_m="),
    ("goto", "{x=1,y=1}", "{x_m=1,y_m=1}"),
];

/// Returns the call of `case` with our names of skills and arguments.
pub fn translated(case: &Case) -> String {
    let renamed = ARGUMENTS.iter().filter(|(skill, ..)| case.skill() == *skill);
    let call =
        renamed.fold(case.call.clone(), |call, (_, theirs, ours)| call.replace(theirs, ours));
    call.replacen(case.skill(), skill(case), 1)
}

/// Returns our name of the skill that `case` calls.
pub fn skill(case: &Case) -> &str {
    let renamed = SKILLS.iter().find(|(theirs, _)| case.skill() == *theirs);
    renamed.map_or(case.skill(), |(_, ours)| ours)
}

/// Returns the record of `case` with our names of skills.
pub fn renamed(case: &Case) -> Run {
    let mut run = case.run.clone();
    for (theirs, ours) in SKILLS {
        for line in &mut run.lines {
            line.states = std::mem::take(&mut line.states)
                .into_iter()
                .map(|(skill, state)| (skill.replace(theirs, ours), state))
                .collect();
        }
        run.errors = std::mem::take(&mut run.errors)
            .into_iter()
            .map(|(skill, why)| (skill.replace(theirs, ours), why))
            .collect();
    }
    run
}

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
            "naostrafe(0.3) nowriter=naomotion",
            "relgoto{x=1,y=1} nowriter=navigator",
            "turn{} nowriter=navigator",
            "say{text=\"x\"} nowriter=speechsynth",
        ],
        apply: one_wording,
    },
    Difference {
        row: ("relgoto", "what it needs instead"),
        cases: &["relgoto{}"],
        apply: |_, run| edit(run, |_| "give x_m and y_m, or phi_rad and dist_m".to_owned()),
    },
    Difference {
        row: ("goto, intercept_ball", "its own machine sends them"),
        cases: &["goto{x=1,y=1}"],
        apply: |_, run| {
            run.lines.iter_mut().for_each(|line| drop(line.states.remove("relgoto")));
        },
    },
    Difference {
        row: ("say", "\"argument `text` is missing\""),
        cases: &["say{}"],
        apply: |_, run| {
            run.lines[0].states.clear();
            edit(run, |_| "argument `text` is missing".to_owned());
        },
    },
    Difference {
        row: ("walk, led", "state machines like all others"),
        cases: &[
            "walk{x=0.5}",
            "walk{} nowriter=naomotion",
            "naoled{led=\"chest\", red=1, time_sec=0.5}",
            "naoled{led=\"l_eye\", red=1}",
            "naoled{led=\"l_foot\"} nowriter=lfootled_blue",
        ],
        apply: |case, run| {
            let skill = skill(case).to_owned();
            for line in &mut run.lines {
                line.states.insert(skill.clone(), line.status.clone());
                if line.status == "FAILED" {
                    let lights = ["l_eye", "l_foot"].iter().find(|led| case.call.contains(**led));
                    let why = match lights {
                        Some(lights) => format!("no writer for {lights}"),
                        None => "no writer for naomotion".to_owned(),
                    };
                    run.errors.insert(skill.clone(), why);
                }
            }
        },
    },
    Difference {
        row: ("walk", "`WalkVelocity`; `speed` is 1 if not given"),
        cases: &["walk{x=0.5}"],
        apply: |_, run| {
            for message in run.lines.iter_mut().flat_map(|line| &mut line.messages) {
                "WalkVelocity".clone_into(&mut message.name);
                message.fields[3] = Field::Number(1.0);
            }
        },
    },
    Difference {
        row: ("walk", "a call by places works, and 2 is outside the range"),
        cases: &["walk(1,2,3,4)"],
        apply: |_, run| *run = refused("column 8: must lie in -1.0..=1.0"),
    },
    Difference {
        row: ("led", "intensity first, then time"),
        cases: &["naoled{led=\"chest\", red=1, time_sec=0.5}"],
        apply: |_, run| {
            for message in run.lines.iter_mut().flat_map(|line| &mut line.messages) {
                message.fields.swap(0, 1);
            }
        },
    },
    Difference {
        row: ("led", "an error that names those there are"),
        cases: &["naoled{led=\"nose\", red=1}"],
        apply: |_, run| {
            *run = refused(
                "column 9: expected \"chest\" or \"l_foot\" or \"r_foot\" or \"l_eye\" or \"r_eye\" or \"l_ear\" or \"r_ear\"",
            );
        },
    },
    Difference {
        row: ("strafe", "`WalkSideways` has a distance alone"),
        cases: &["naostrafe(0.3)"],
        apply: |_, run| {
            for message in run.lines.iter_mut().flat_map(|line| &mut line.messages) {
                message.fields.truncate(1);
            }
        },
    },
    Difference {
        row: ("turn", "`velocity_rad_per_sec`, 0 if not given: as the navigator likes"),
        cases: &["turn{angle=1.0}"],
        apply: |_, run| run.lines[0].messages[0].fields[1] = Field::Number(0.0),
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
        row: ("standup, beckon", "the servo's reason itself, with the skill it came from"),
        cases: &[
            "standup{} accel_x=-1.0 nowriter=naojoints",
            "standup{from_pos=\"back\"} nowriter=naomotion",
            "standup{} nowriter=naomotion",
            "beckon{} drop=1",
        ],
        apply: |_, run| {
            edit(run, |why| {
                let inner = why.split_once("() failed, ").map(|(_, inner)| inner);
                inner.unwrap_or(why).to_owned()
            });
        },
    },
    Difference {
        row: ("standup", "standup itself reports it"),
        cases: &["standup{from_pos=\"back\"} nowriter=naomotion", "standup{} nowriter=naomotion"],
        apply: |_, run| {
            for skill in ["servo", "getup"] {
                run.errors.remove(skill);
                run.lines.iter_mut().for_each(|line| drop(line.states.remove(skill)));
            }
        },
    },
    Difference {
        row: ("standup", "FINAL once it has been upright for 0.3 s after the motion, else FAILED"),
        cases: &["standup{from_pos=\"front\"} accel_x=0", "standup{from_pos=\"back\"}"],
        apply: |_, run| judged(run, "FINAL", None),
    },
    Difference {
        row: ("standup", "FINAL once it has been upright for 0.3 s after the motion, else FAILED"),
        cases: &["standup{} accel_x=-1.0", "standup{} accel_x=1.0"],
        apply: |_, run| judged(run, "FAILED", Some("it still lies")),
    },
    Difference {
        row: (
            "standup",
            "FINAL once it has been upright for 0.3 s after that, with a knee that is not bent, else FAILED",
        ),
        cases: &["standup{} accel_x=0"],
        apply: |_, run| judged(run, "FINAL", None),
    },
    Difference {
        row: ("park, strafe", "the message is refused, then it fails the same way"),
        cases: &["park{} nowriter=naomotion", "naostrafe(0.3) nowriter=naomotion"],
        apply: |_, run| run.lines.iter_mut().for_each(|line| line.messages.clear()),
    },
    Difference {
        row: ("servo", "expected and actual are given"),
        cases: &["servo{head_yaw=0.5, time_sec=1} drop=1", "beckon{} drop=1"],
        apply: |_, run| edit(run, |why| without(why, "diff: ")),
    },
    Difference {
        row: ("servo", "the first in the order of the joints"),
        cases: &["beckon{} drop=1"],
        apply: |_, run| {
            edit(run, |why| {
                why.replace("l_elbow_roll", "l_shoulder_pitch").replace("-0.500000", "-0.900000")
            });
        },
    },
    Difference {
        row: ("any", "one call"),
        cases: &["stop{}; say{text=\"two\"}", "say{text=\"a\",wait=true}; kick{}"],
        apply: |case, run| {
            let column = case.call.find(';').map_or(0, |place| place + 1);
            *run =
                refused(&format!("column {column}: a call ends before this; one call at a time"));
        },
    },
];

/// The posture is judged after the motion.
fn judged(run: &mut Run, status: &str, why: Option<&str>) {
    let Some(mut end) = run.lines.pop() else { return };
    let mut motion_over = end.clone();
    motion_over.states.insert("standup".to_owned(), "CHECK".to_owned());
    "RUNNING".clone_into(&mut motion_over.status);
    end.time_sec += 0.3;
    end.states.insert("standup".to_owned(), status.to_owned());
    status.clone_into(&mut end.status);
    run.lines.extend([motion_over, end]);
    run.errors.extend(why.map(|why| ("standup".to_owned(), why.to_owned())));
}

fn edit(run: &mut Run, change: impl Fn(&str) -> String) {
    for why in run.errors.values_mut() {
        *why = change(why);
    }
}

/// "No writer for naomotion interface", "No writer for interface naomotion", "No writer for
/// interfaces" and "Navigator failure" in our words.
fn one_wording(case: &Case, run: &mut Run) {
    let missing = case.without.as_deref().unwrap_or("");
    edit(run, |why| {
        let Some((before, after)) = why.split_once("No writer for ") else {
            return format!("no writer for {missing}");
        };
        let named = after.split(' ').find(|word| !matches!(*word, "interface" | "interfaces"));
        let missing = named.or(case.without.as_deref()).unwrap_or("");
        format!("{before}no writer for {missing}")
    });
}

/// Returns `text` without the part of it that begins with `key`, up to the next part.
fn without(text: &str, key: &str) -> String {
    let parts = text.split("  ").filter(|part| !part.starts_with(key));
    parts.collect::<Vec<_>>().join("  ")
}

/// Returns the run of a call that our engine refuses.
fn refused(why: &str) -> Run {
    let line = Line {
        time_sec: 0.0,
        states: [].into(),
        status: "FAILED".to_owned(),
        messages: Vec::new(),
    };
    Run { lines: vec![line], errors: [("skiller".to_owned(), why.to_owned())].into() }
}
