//! A list of calls, checked and run in simulation before the robot runs the first one.

use super::call::End;
use crate::running::session::{Outcome, Session};
use serde::{Deserialize, Serialize};
use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, NoTrace, SkillSpace, Stages};
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The greatest number of calls in a plan.
pub const MAX_CALLS: usize = 64;
/// The wall-clock time for a simulation.
const SIMULATION: Duration = Duration::from_secs(60);

/// The end of a call in simulation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rehearsal {
    /// Whether it was FINAL.
    pub is_final: bool,
    /// Its result, or the reason of its failure.
    pub text: String,
    /// The robot's time that it took.
    pub took_sec: f64,
}

/// Runs calls one after the other, until one is not FINAL.
pub fn rehearse<S: SkillSpace, R: Stages, A: AgentStage>(
    session: &mut Session<'_, S, R, A>,
    calls: &[String],
    timeout: Duration,
) -> Vec<Rehearsal>
where
    S::Board: HasSkiller,
{
    let mut ends = Vec::new();
    for call in calls {
        let (outcome, took) = session.call(call, timeout, &mut NoTrace);
        let is_final = matches!(outcome, Outcome::Final(_));
        let text = match &outcome {
            Outcome::Final(result) => result.clone(),
            other => other.reason().unwrap_or_default().to_owned(),
        };
        ends.push(Rehearsal { is_final, text, took_sec: took.as_secs_f64() });
        if !is_final {
            break;
        }
    }
    ends
}

/// Has another process of this program simulate the calls: each plan begins with a new robot.
pub fn simulate(calls: &[String]) -> Result<Vec<Rehearsal>, String> {
    let lost = |what: &str| format!("the simulation {what}");
    let program = std::env::current_exe().map_err(|error| lost(&error.to_string()))?;
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).arg("--rehearse");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| lost(&error.to_string()))?;
    let input = serde_json::to_vec(calls).unwrap_or_default();
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (Some(mut stdin), Some(mut stdout)) = (stdin, stdout) else {
        return Err(lost("has no pipes"));
    };
    // A program that has ended reads nothing; its output says so.
    let _ = stdin.write_all(&input);
    drop(stdin);
    let read = thread::spawn(move || {
        let mut text = Vec::new();
        stdout.read_to_end(&mut text).map(|_| text)
    });
    let start = Instant::now();
    while !read.is_finished() {
        if start.elapsed() > SIMULATION {
            let _ = child.kill();
            let _ = child.wait();
            return Err(lost("took longer than 60 s"));
        }
        thread::sleep(Duration::from_millis(10));
    }
    let _ = child.wait();
    let text = read.join().map_err(|_| lost("was lost"))?;
    let text = text.map_err(|error| lost(&error.to_string()))?;
    serde_json::from_slice(&text).map_err(|_| lost("ended without a result"))
}

/// Returns the lines of a simulation, and whether all calls were FINAL.
pub fn lines(calls: &[String], ends: &[Rehearsal]) -> (Vec<String>, bool) {
    let line = |(call, end): (&String, &Rehearsal)| {
        let status = if end.is_final { "final" } else { "failed" };
        let line = End { call: call.clone(), status, text: end.text.clone() }.line();
        format!("{line} (after {:.1} s)", end.took_sec)
    };
    let is_good = ends.len() == calls.len() && ends.iter().all(|end| end.is_final);
    (calls.iter().zip(ends).map(line).collect(), is_good)
}
