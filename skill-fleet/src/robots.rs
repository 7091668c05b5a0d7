//! The robots of a fleet, as the messages that came show them.

use crate::alarms::{Alarm, AlarmKind};
use crate::key::{Key, Topic, VERSION};
use crate::message::{Control, Membership};
use crate::name::Name;
use serde::{Deserialize, Serialize};
use skill_studio::view::{Layer, View};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The periods without a view after which a robot is silent, and the least such time.
const SILENT: (u32, Duration) = (4, Duration::from_secs(2));

/// The most robots that are gone and shown.
const LOST: usize = 1000;

/// Whether a robot is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// Its views come.
    Live,
    /// It is connected, and nothing comes.
    Silent,
    /// It is gone.
    Lost,
}

/// A robot of the fleet, as pages and tables show it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Its name in the fleet.
    pub id: String,
    /// The name of its kind: `rover`; empty if it is not known.
    pub robot: String,
    /// The version of its keys.
    pub version: u32,
    /// The hash of its description; empty if it is not known.
    pub hash: String,
    /// Whether it is there.
    pub link: Link,
    /// The time since its last view, s.
    pub seen_sec: Option<f64>,
    /// The status of its last call: `inactive`, `final`, `running` or `failed`.
    pub status: String,
    /// Its last call.
    pub call: String,
    /// The active states, outermost first: `fetch.Search`; those of the agent if no skill runs.
    pub path: Vec<String>,
    /// The time in the innermost of them, s.
    pub in_state_sec: Option<f64>,
    /// The client that has exclusive control.
    pub control: Option<String>,
    /// Its alarms.
    pub alarms: Vec<Alarm>,
    /// The address of its live page.
    pub url: Option<String>,
}

#[derive(Debug)]
struct Robot {
    /// The version that is shown.
    version: u32,
    /// The versions of the tokens; none of a robot that is gone.
    versions: BTreeSet<u32>,
    since: Instant,
    kind: String,
    membership: Option<Membership>,
    view: Option<(View, Instant)>,
    /// Why the last view cannot be read.
    unreadable: Option<String>,
    alarms: Vec<Alarm>,
    control: Control,
}

/// The robots that were seen since the start.
#[derive(Debug, Default)]
pub struct Robots {
    known: BTreeMap<Name, Robot>,
    /// The sessions of each name: two are two robots.
    sessions: BTreeMap<Name, BTreeSet<String>>,
    /// The kind and the hash of the own program.
    own: Option<(String, String)>,
}

#[derive(Deserialize)]
struct Described {
    robot: String,
    fleet: Membership,
}

#[derive(Deserialize)]
struct Alarms {
    alarms: Vec<Alarm>,
}

impl Robot {
    fn new(version: u32, now: Instant) -> Self {
        Self {
            version,
            versions: BTreeSet::from([version]),
            since: now,
            kind: String::new(),
            membership: None,
            view: None,
            unreadable: None,
            alarms: Vec::new(),
            control: Control::default(),
        }
    }

    fn link(&self, now: Instant) -> Link {
        let last = self.view.as_ref().map_or(self.since, |(_, at)| *at);
        let period = self.membership.as_ref().map_or(0.0, |of| of.period_sec);
        let period = Duration::try_from_secs_f64(period).unwrap_or_default();
        let silent = period.saturating_mul(SILENT.0).max(SILENT.1);
        match self.is_alive() {
            false => Link::Lost,
            // Views of another version are not read.
            true if self.version == VERSION && now.saturating_duration_since(last) > silent => {
                Link::Silent
            }
            true => Link::Live,
        }
    }

    fn is_alive(&self) -> bool {
        !self.versions.is_empty()
    }

    fn hash(&self) -> &str {
        self.membership.as_ref().map_or("", |of| &of.hash)
    }
}

impl Robots {
    /// Creates an empty fleet, of a viewer whose own program is a robot of this kind with a description of this hash.
    pub fn new(own: Option<(String, String)>) -> Self {
        Self { own, ..Self::default() }
    }

    /// Notes that a robot has come or gone. Returns whether its description is to be read.
    pub fn presence(&mut self, key: &Key, is_alive: bool, now: Instant) -> bool {
        if let Some(robot) = self.known.get_mut(&key.robot) {
            let mut versions = std::mem::take(&mut robot.versions);
            let was_alive = !versions.is_empty();
            if is_alive {
                versions.insert(key.version);
            } else {
                versions.remove(&key.version);
            }
            // Tokens come in any order; none hides a robot that this program reads.
            match versions.get(&VERSION).or(versions.last()).copied() {
                Some(shown) if !was_alive || shown != robot.version => {
                    *robot = Robot { versions, ..Robot::new(shown, now) };
                }
                Some(_) => robot.versions = versions,
                None => {
                    if was_alive {
                        robot.since = now;
                    }
                    self.forget_oldest();
                }
            }
        } else if is_alive {
            self.known.insert(key.robot.clone(), Robot::new(key.version, now));
        }
        is_alive && key.version == VERSION
    }

    /// Forgets the robot that is gone for the longest time, if too many are.
    fn forget_oldest(&mut self) {
        let lost = || self.known.iter().filter(|(_, robot)| !robot.is_alive());
        if lost().count() <= LOST {
            return;
        }
        let oldest = lost().min_by_key(|(_, robot)| robot.since).map(|(name, _)| name.clone());
        oldest.map(|name| self.known.remove(&name));
    }

    /// Notes that a session of a robot has come or gone.
    pub fn session(&mut self, robot: &Name, session: &str, is_alive: bool) {
        let sessions = self.sessions.entry(robot.clone()).or_default();
        if is_alive {
            sessions.insert(session.to_owned());
        } else {
            sessions.remove(session);
        }
        if sessions.is_empty() {
            self.sessions.remove(robot);
        }
    }

    /// Takes a message of a robot. Returns whether its description is to be read: it is another program.
    pub fn message(&mut self, key: &Key, payload: &[u8], now: Instant) -> bool {
        let Some(robot) = self.known.get_mut(&key.robot) else { return false };
        if robot.version != key.version {
            return false;
        }
        match key.topic {
            Topic::Description => match serde_json::from_slice::<Described>(payload) {
                Ok(Described { robot: kind, fleet }) => {
                    (robot.kind, robot.membership) = (kind, Some(fleet));
                }
                Err(error) => {
                    robot.unreadable = Some(format!("its description cannot be read: {error}"));
                }
            },
            Topic::View => match serde_json::from_slice::<View>(payload) {
                Ok(view) => {
                    let old = robot.view.replace((view, now)).map(|(view, _)| view.session);
                    robot.unreadable = None;
                    let is_new = old.is_some_and(|old| {
                        robot.view.as_ref().is_some_and(|(of, _)| of.session != old)
                    });
                    return is_new || robot.membership.is_none();
                }
                Err(error) => {
                    robot.unreadable = Some(format!("its views cannot be read: {error}"));
                    robot.view = Some((View::default(), now));
                }
            },
            Topic::Alarms => {
                if let Ok(of) = serde_json::from_slice::<Alarms>(payload) {
                    robot.alarms = of.alarms;
                }
            }
            Topic::Control => {
                if let Ok(control) = serde_json::from_slice(payload) {
                    robot.control = control;
                }
            }
            _ => {}
        }
        false
    }

    /// Forgets the robots that are gone.
    pub fn forget_lost(&mut self) {
        self.known.retain(|_, robot| robot.is_alive());
    }

    /// Returns the hash that robots of a kind should have: that of the own program, or else the most frequent one.
    fn usual(&self, kind: &str) -> Option<(&str, bool)> {
        if let Some((_, hash)) = self.own.as_ref().filter(|(own, _)| own == kind) {
            return Some((hash, true));
        }
        let mut counts = BTreeMap::<&str, usize>::new();
        for robot in self.known.values().filter(|of| of.kind == kind && of.is_alive()) {
            *counts.entry(robot.hash()).or_default() += 1;
        }
        let (hash, count) = counts.iter().max_by_key(|(_, count)| **count)?;
        // With two halves nobody knows.
        let ties = counts.values().filter(|of| *of == count).count();
        (ties == 1).then_some((*hash, false))
    }

    fn version_alarm(&self, robot: &Robot) -> Option<Alarm> {
        let text = if robot.version == VERSION {
            let (usual, is_own) = self.usual(&robot.kind)?;
            let hash = Some(robot.hash()).filter(|hash| !hash.is_empty() && *hash != usual)?;
            let of = if is_own { "this program" } else { "the others" };
            format!("another program, {hash}; that of {of} is {usual}")
        } else {
            format!("its keys have version {}, this program reads {VERSION}", robot.version)
        };
        Some(Alarm::new(AlarmKind::Version, text))
    }

    /// Returns all robots, by their names.
    pub fn rows(&self, now: Instant) -> Vec<Row> {
        self.known.iter().map(|(name, robot)| self.row(name, robot, now)).collect()
    }

    fn row(&self, name: &Name, robot: &Robot, now: Instant) -> Row {
        let link = robot.link(now);
        let seen = robot.view.as_ref();
        let seen_sec = seen.map(|(_, at)| now.saturating_duration_since(*at).as_secs_f64());
        let mut alarms = Vec::new();
        let since = now.saturating_duration_since(robot.since).as_secs();
        match link {
            Link::Lost => alarms.push(Alarm::new(AlarmKind::Lost, format!("gone for {since} s"))),
            Link::Silent => {
                let text = match seen_sec {
                    Some(sec) => format!("nothing for {sec:.0} s"),
                    None => format!("nothing since it came {since} s ago"),
                };
                alarms.push(Alarm::new(AlarmKind::Silent, text));
            }
            Link::Live => {}
        }
        if robot.is_alive() && self.sessions.get(name).is_some_and(|sessions| sessions.len() > 1) {
            let text = format!("two robots are named {name}: calls are refused, stops reach both");
            alarms.push(Alarm::new(AlarmKind::Twice, text));
        }
        alarms.extend(
            robot.unreadable.iter().map(|text| Alarm::new(AlarmKind::Unreadable, text.clone())),
        );
        alarms.extend(self.version_alarm(robot));
        alarms.extend(robot.alarms.iter().cloned());
        let unknown = View::default();
        let view = seen.map_or(&unknown, |(view, _)| view);
        let of = |layer| view.active.iter().filter(move |state| state.layer == layer);
        let runs = of(Layer::Skiller).next().is_some();
        let layer = if runs { Layer::Skiller } else { Layer::Agent };
        let entered = of(layer).next_back().and_then(|state| state.entered_sec);
        let membership = robot.membership.as_ref();
        Row {
            id: name.to_string(),
            robot: robot.kind.clone(),
            version: robot.version,
            hash: robot.hash().to_owned(),
            link,
            seen_sec,
            status: view.skiller.status.clone(),
            call: view.skiller.call.clone(),
            path: of(layer).map(|state| format!("{}.{}", state.skill, state.name)).collect(),
            in_state_sec: entered
                .map(|entered| (view.time_sec - entered).max(0.0) + seen_sec.unwrap_or_default()),
            control: robot.control.client.clone(),
            alarms,
            url: membership.and_then(|of| of.url.clone()).filter(|url| is_page(url)),
        }
    }
}

/// Returns whether a text is an address that a page may link.
fn is_page(url: &str) -> bool {
    url.starts_with("http://") || url.starts_with("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        Key::read(text).expect("a key")
    }

    fn described(hash: &str) -> Vec<u8> {
        let fleet = Membership {
            version: 1,
            id: "r".to_owned(),
            hash: hash.to_owned(),
            url: Some("javascript:alert(1)".to_owned()),
            period_sec: 0.5,
        };
        serde_json::to_vec(&serde_json::json!({ "robot": "rover", "fleet": fleet })).expect("json")
    }

    fn view(session: &str) -> Vec<u8> {
        let mut view = View { session: session.to_owned(), alive: true, ..View::default() };
        view.skiller.status = "running".to_owned();
        serde_json::to_vec(&view).expect("json")
    }

    #[test]
    fn a_robot_comes_goes_and_is_silent() {
        let (mut robots, start) = (Robots::default(), Instant::now());
        let at = |millis| start + Duration::from_millis(millis);
        assert!(robots.presence(&key("skills/1/r/alive"), true, start));
        assert!(robots.message(&key("skills/1/r/view"), &view("a"), at(0)));
        assert!(!robots.message(&key("skills/1/r/description"), &described("1"), at(0)));
        assert!(!robots.message(&key("skills/1/r/view"), &view("a"), at(100)));
        let row = |robots: &Robots, millis| robots.rows(at(millis)).remove(0);
        let first = row(&robots, 200);
        assert_eq!(
            (first.link, first.status.as_str(), &first.alarms[..]),
            (Link::Live, "running", &[][..])
        );
        assert_eq!(first.url, None, "no address of a page");
        assert_eq!(row(&robots, 2200).alarms[0].text, "nothing for 2 s");
        robots.presence(&key("skills/1/r/alive"), false, at(3000));
        assert_eq!(row(&robots, 7000).alarms[0].text, "gone for 4 s");
        // It restarts.
        assert!(robots.presence(&key("skills/1/r/alive"), true, at(8000)));
        assert_eq!(row(&robots, 8000).link, Link::Live);
        robots.presence(&key("skills/1/r/alive"), false, at(9000));
        robots.forget_lost();
        assert!(robots.rows(at(9000)).is_empty());
    }

    #[test]
    fn robots_of_other_versions_are_shown() {
        let (mut robots, now) = (Robots::default(), Instant::now());
        assert!(!robots.presence(&key("skills/2/new/alive"), true, now));
        for (name, hash) in [("a", "1"), ("b", "1"), ("c", "2")] {
            robots.presence(&key(&format!("skills/1/{name}/alive")), true, now);
            robots.message(&key(&format!("skills/1/{name}/description")), &described(hash), now);
        }
        robots.presence(&key("skills/1/old/alive"), true, now);
        robots.message(&key("skills/1/old/view"), b"{\"session\": 1}", now);
        let alarms = |robots: &Robots| {
            let rows = robots.rows(now).into_iter();
            rows.map(|row| {
                (row.id, row.alarms.into_iter().map(|of| of.text).collect::<Vec<_>>().join("; "))
            })
            .filter(|(_, text)| !text.is_empty())
            .collect::<Vec<_>>()
        };
        let found = alarms(&robots);
        let other = "another program, 2; that of the others is 1";
        assert_eq!(found[0], ("c".to_owned(), other.to_owned()));
        let new = "its keys have version 2, this program reads 1";
        assert_eq!(found[1], ("new".to_owned(), new.to_owned()));
        assert!(found[2].1.starts_with("its views cannot be read: invalid type"), "{found:?}");
        robots.own = Some(("rover".to_owned(), "2".to_owned()));
        let other = "another program, 1; that of this program is 2";
        assert_eq!(alarms(&robots)[0], ("a".to_owned(), other.to_owned()));
        // The end of the old program of a robot that has come back with another version.
        robots.presence(&key("skills/1/a/alive"), true, now);
        robots.presence(&key("skills/2/a/alive"), true, now);
        robots.presence(&key("skills/1/a/alive"), false, now);
        let a = robots.rows(now).into_iter().find(|row| row.id == "a").expect("a");
        assert_eq!((a.link, a.version), (Link::Live, 2));
    }

    #[test]
    fn a_token_of_another_version_hides_no_robot() {
        let (mut robots, now) = (Robots::default(), Instant::now());
        robots.presence(&key("skills/1/r/alive"), true, now);
        robots.message(&key("skills/1/r/view"), &view("a"), now);
        for version in [0, 2] {
            let other = key(&format!("skills/{version}/r/alive"));
            for is_alive in [true, false] {
                assert!(!robots.presence(&other, is_alive, now));
                let row = robots.rows(now).remove(0);
                assert_eq!((row.link, row.version, &*row.status), (Link::Live, 1, "running"));
            }
        }
        // It is lost with its own token only, and then what is left is shown.
        robots.presence(&key("skills/2/r/alive"), true, now);
        robots.presence(&key("skills/1/r/alive"), false, now);
        assert_eq!(robots.rows(now)[0].version, 2);
        assert!(robots.presence(&key("skills/1/r/alive"), true, now));
        robots.presence(&key("skills/2/r/alive"), false, now);
        assert_eq!((robots.rows(now)[0].link, robots.rows(now)[0].version), (Link::Live, 1));
        robots.presence(&key("skills/1/r/alive"), false, now);
        assert_eq!(robots.rows(now)[0].link, Link::Lost);
    }

    #[test]
    fn two_robots_of_one_name_are_an_alarm() {
        let (mut robots, now) = (Robots::default(), Instant::now());
        let name: Name = "r".parse().expect("a name");
        // Tokens come in any order.
        robots.session(&name, "a", true);
        robots.presence(&key("skills/1/r/alive"), true, now);
        assert_eq!(robots.rows(now)[0].alarms, []);
        robots.session(&name, "b", true);
        let text = "two robots are named r: calls are refused, stops reach both";
        assert_eq!(robots.rows(now)[0].alarms, [Alarm::new(AlarmKind::Twice, text)]);
        robots.session(&name, "a", false);
        assert_eq!(robots.rows(now)[0].alarms, []);
    }

    #[test]
    fn a_robot_that_only_has_a_token_is_silent_since_it_came() {
        let (mut robots, start) = (Robots::default(), Instant::now());
        robots.presence(&key("skills/1/r/alive"), true, start);
        let row = robots.rows(start + Duration::from_secs(3)).remove(0);
        assert_eq!(row.alarms[0].text, "nothing since it came 3 s ago");
    }

    #[test]
    fn the_robots_that_are_gone_longest_are_forgotten() {
        let (mut robots, start) = (Robots::default(), Instant::now());
        let key = |index| key(&format!("skills/1/r{index}/alive"));
        for index in 0..1002_u64 {
            robots.presence(&key(index), true, start);
            robots.presence(&key(index), false, start + Duration::from_secs(2000 - index));
        }
        let rows = robots.rows(start);
        assert_eq!(rows.len(), 1000);
        assert!(rows.iter().all(|row| row.id != "r1000" && row.id != "r1001"), "the oldest");
    }

    #[test]
    fn malformed_messages_are_shown_and_never_panic() {
        let (mut robots, now) = (Robots::default(), Instant::now());
        robots.presence(&key("skills/1/r/alive"), true, now);
        let (mut state, good) = (0x9e37_79b9_7f4a_7c15_u64, view("a"));
        for _ in 0..20_000 {
            let mut bytes = good.clone();
            for _ in 0..3 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                let [a, b, c, ..] = state.to_le_bytes();
                let at = usize::from(u16::from_le_bytes([a, b])) % bytes.len();
                bytes[at] = c;
            }
            for topic in ["view", "alarms", "control", "description"] {
                robots.message(&key(&format!("skills/1/r/{topic}")), &bytes, now);
            }
            assert_eq!(robots.rows(now).len(), 1);
        }
    }
}
