//! Questions about the table, as SQL that DuckDB runs.

use std::fmt::Write as _;

/// A question about recordings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Question {
    /// The states in which robots were longest.
    LongestStates,
    /// The states that were left within 0.1 s: what flaps.
    ShortestStates,
    /// The failures by skill and reason.
    Failures,
    /// The moments of the failures, as command lines that open them.
    Moments,
    /// The calls of skills by result, with their mean time and their longest one.
    Calls,
    /// The transitions by the number of times that they were taken.
    Transitions,
    /// The transitions that were never taken.
    NeverTaken,
    /// The time from the begin of each recording to the first call of `--skill`.
    TimeTo,
    /// The messages that were sent, by interface.
    Sent,
    /// The lines of the log that contain `--text`.
    Log,
    /// The calls of each skill, their results and times, by table and by the hash of
    /// the skills.
    Versions,
    /// The recordings: robots, length, and the way in which they end.
    Files,
}

/// The details of a question.
#[derive(Clone, Copy, Debug)]
pub struct Details<'d> {
    /// The skill, of all if it is empty.
    pub skill: &'d str,
    /// The text in lines of the log.
    pub text: &'d str,
    /// The greatest number of rows of the answer.
    pub limit: u32,
    /// The name of the robot's program, for command lines.
    pub program: &'d str,
}

impl Question {
    /// Returns whether it is about skills, and so can be about one of them.
    #[must_use]
    pub const fn has_skill(self) -> bool {
        !matches!(self, Self::Sent | Self::Log | Self::Files)
    }

    /// Returns the question as SQL on tables in these files.
    #[must_use]
    pub fn sql(self, tables: &[String], details: &Details<'_>) -> String {
        let tables: Vec<String> = tables.iter().map(|table| text(table)).collect();
        let Details { skill, limit, program, .. } = details;
        let mut of_skill = String::new();
        if !skill.is_empty() && self != Self::TimeTo {
            let _ = write!(of_skill, " AND skill = {}", text(skill));
        }
        let replay = text(&format!("{program} replay "));
        let query = match self {
            Self::LongestStates => format!(
                "SELECT skill, path AS state, count(*) AS visits, round(sum(duration_sec), 2) AS all_sec, \
                 round(max(duration_sec), 2) AS longest_sec\nFROM rows\nWHERE kind = 'visit' AND duration_sec IS NOT \
                 NULL{of_skill}\nGROUP BY skill, path\nORDER BY longest_sec DESC, skill, state"
            ),
            Self::ShortestStates => format!(
                "SELECT skill, path AS state, count(*) AS visits, count(*) FILTER (duration_sec < 0.1) AS below_100_ms\n\
                 FROM rows\nWHERE kind = 'visit' AND duration_sec IS NOT NULL{of_skill}\nGROUP BY skill, path\nORDER BY \
                 below_100_ms DESC, skill, state"
            ),
            Self::Failures => format!(
                "SELECT skill, reason, count(*) AS failures, count(DISTINCT (filename, file)) AS recordings\nFROM rows\nWHERE kind = \
                 'failure'{of_skill}\nGROUP BY skill, reason\nORDER BY failures DESC, skill, reason"
            ),
            Self::Moments => format!(
                "SELECT skill, reason, robot, {replay} || '''' || replace(file, '''', '''\\''''''') || '''' || CASE WHEN \
                 robot = program THEN '' ELSE ' --robot ' || robot END || ' --at ' || round(time_sec, 2) AS command\n\
                 FROM rows\nWHERE kind = 'failure'{of_skill}\nORDER BY file, robot, time_sec"
            ),
            Self::Calls => format!(
                "SELECT skill, count(*) AS calls, count(*) FILTER (result = 'FINAL') AS final, count(*) FILTER (result = \
                 'FAILED') AS failed, count(*) FILTER (result = 'stopped') AS stopped, round(avg(duration_sec), 2) AS \
                 mean_sec, round(max(duration_sec), 2) AS longest_sec\nFROM rows\nWHERE kind = 'call' AND layer = \
                 'skiller'{of_skill}\nGROUP BY skill\nORDER BY calls DESC, skill"
            ),
            Self::Transitions => format!(
                "SELECT skill, state, target, label, count(*) AS taken\nFROM rows\nWHERE kind = 'transition'{of_skill}\n\
                 GROUP BY skill, state, target, label\nORDER BY taken DESC, skill, state, target, label"
            ),
            Self::NeverTaken => format!(
                "SELECT DISTINCT skill, coalesce(state, 'always') AS state, target, label\nFROM rows AS declared\nWHERE \
                 kind = 'declared'{of_skill} AND NOT EXISTS (\n  FROM rows AS taken\n  WHERE taken.kind = 'transition' AND \
                 taken.skills = declared.skills AND taken.program = declared.program\n    AND taken.skill = declared.skill AND \
                 taken.transition = declared.transition)\nORDER BY skill, state, target, label"
            ),
            Self::TimeTo => format!(
                "SELECT whole.file, whole.robot, round(min(called.time_sec) - any_value(whole.time_sec), 2) AS after_sec\n\
                 FROM rows AS whole LEFT JOIN rows AS called\n  ON called.filename = whole.filename AND called.file = whole.file AND called.robot = whole.robot \
                 AND called.kind = 'call' AND called.skill = {}\nWHERE whole.kind = 'file'\nGROUP BY whole.filename, \
                 whole.file, whole.robot\nORDER BY after_sec NULLS LAST, whole.file, whole.robot",
                text(skill)
            ),
            Self::Sent => "SELECT interface, message, count(*) AS sent\nFROM rows\nWHERE kind = 'sent'\nGROUP BY \
                           interface, message\nORDER BY sent DESC, interface, message"
                .to_owned(),
            Self::Log => format!(
                "SELECT file, robot, round(time_sec, 2) AS time_sec, text\nFROM rows\nWHERE kind = 'log' AND contains(text, \
                 {})\nORDER BY file, robot, time_sec",
                text(details.text)
            ),
            Self::Versions => format!(
                "SELECT skill, filename AS \"table\", skills, count(*) AS calls, round(100.0 * count(*) FILTER (result = 'FINAL') / count(*), 1) AS \
                 final_percent, round(avg(duration_sec), 2) AS mean_sec\nFROM rows\nWHERE kind = 'call' AND layer = \
                 'skiller'{of_skill}\nGROUP BY skill, filename, skills\nORDER BY skill, filename, skills"
            ),
            Self::Files => "SELECT file, robot, build, round(duration_sec, 2) AS duration_sec, text AS ending\nFROM \
                            rows\nWHERE kind = 'file'\nORDER BY file, robot"
                .to_owned(),
        };
        format!(
            "WITH rows AS (FROM read_parquet([{}], filename = true, hive_partitioning = false))\n{query}\nLIMIT {limit};",
            tables.join(", ")
        )
    }
}

/// Returns a text as SQL.
fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
