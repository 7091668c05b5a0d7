//! The publications of a member: one view of the robot in each period.

use super::options::MemberOptions;
use crate::alarms::{Alarm, AlarmKind, Overruns, alarms, missed};
use crate::error::{FleetError, zenoh as error};
use crate::key::Topic;
use crate::message::{Control, json};
use skill_studio::live::{DocumentRoute, Hub, Kind, Newest, Refusal, Watching};
use skill_studio::view::LogLine;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zenoh::bytes::Encoding;
use zenoh::pubsub::Publisher;
use zenoh::qos::{CongestionControl, Priority};
use zenoh::{Session, Wait as _};

/// The topics that are published and can be read, and the description, which is only read.
pub const READ: [Topic; 7] = [
    Topic::Description,
    Topic::View,
    Topic::Why,
    Topic::Log,
    Topic::Metrics,
    Topic::Alarms,
    Topic::Control,
];
/// The time in which a robot shows itself to who has begun to watch.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two looks at the metrics.
const METRICS: Duration = Duration::from_secs(1);

/// The data of a robot that the threads of the network read.
pub struct Shared {
    hub: Arc<Hub>,
    description: String,
    newest: Mutex<(Newest, Vec<Alarm>, Control)>,
}

impl Shared {
    pub fn new(hub: Arc<Hub>, description: String) -> Self {
        let newest = hub.subscribe().borrow().clone();
        let newest = Mutex::new((newest, Vec::new(), Control::default()));
        Self { hub, description, newest }
    }

    fn newest(&self) -> MutexGuard<'_, (Newest, Vec<Alarm>, Control)> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what is under a topic, as JSON; the metrics in the format of Prometheus.
    pub fn read(&self, topic: Topic) -> Result<String, Refusal> {
        let (newest, alarms, control) = self.newest().clone();
        Ok(match topic {
            Topic::Description => self.description.clone(),
            Topic::View => Kind::View.json(&newest),
            Topic::Why => Kind::Why.json(&newest),
            Topic::Log => {
                // Those of now: lines come without views.
                let log = self.hub.subscribe().borrow().log.clone();
                lines(log.number, log.value.iter())
            }
            Topic::Metrics => self.metrics()?,
            Topic::Alarms => alarms_json(&alarms),
            Topic::Control => json(&control),
            Topic::Alive | Topic::Call | Topic::Stop | Topic::Lease => String::new(),
        })
    }

    fn metrics(&self) -> Result<String, Refusal> {
        let document = DocumentRoute::Metrics.make(&self.hub, self.hub.capabilities);
        document.map(|document| document.text)
    }
}

/// Returns the encoding of what is under a topic.
pub fn encoding(topic: Topic) -> Encoding {
    if topic == Topic::Metrics { Encoding::TEXT_PLAIN } else { Encoding::APPLICATION_JSON }
}

fn alarms_json(alarms: &[Alarm]) -> String {
    json(&serde_json::json!({ "alarms": alarms }))
}

fn lines<'l>(number: u64, lines: impl Iterator<Item = &'l LogLine>) -> String {
    json(&serde_json::json!({ "number": number, "lines": lines.collect::<Vec<_>>() }))
}

/// The publishers of a member.
pub struct Published {
    publishers: BTreeMap<Topic, Publisher<'static>>,
    shared: Arc<Shared>,
    /// When the last view was wanted.
    begun: Option<Instant>,
    /// The hub, while a view is awaited that is newer than this number.
    sampling: Option<(Watching, u64)>,
    log: u64,
    overruns: Overruns,
    overrun: Option<Alarm>,
    start: Instant,
    measured: Option<Instant>,
}

impl Published {
    pub fn new(
        session: &Session,
        options: &MemberOptions,
        shared: Arc<Shared>,
    ) -> Result<Self, FleetError> {
        let mut publishers = BTreeMap::new();
        for topic in READ.into_iter().filter(|topic| *topic != Topic::Description) {
            // What does not fit now is replaced by the next one.
            let publisher = session
                .declare_publisher(topic.of(&options.id))
                .encoding(encoding(topic))
                .congestion_control(CongestionControl::Drop)
                .priority(Priority::DataLow);
            publishers.insert(topic, publisher.wait().map_err(error)?);
        }
        let log = shared.newest().0.log.number;
        let (overruns, overrun, start) = (Overruns::default(), None, Instant::now());
        let (begun, sampling, measured) = (None, None, None);
        Ok(Self { publishers, shared, begun, sampling, log, overruns, overrun, start, measured })
    }

    /// Returns whether a view is awaited.
    pub fn is_sampling(&self) -> bool {
        self.sampling.is_some()
    }

    /// Returns the time until the next view is due.
    pub fn left(&self, period: Duration) -> Duration {
        self.begun.map_or(Duration::ZERO, |begun| period.saturating_sub(begun.elapsed()))
    }

    /// Begins to watch the robot when a view is due, and returns the first one. So the robot makes one view in each
    /// period, not the 25 in a second that a live page gets.
    pub fn sample(&mut self, period: Duration) -> Option<Newest> {
        let Some((watching, number)) = &self.sampling else {
            if self.left(period).is_zero() {
                let watching = self.shared.hub.subscribe();
                let number = watching.borrow().view.number;
                (self.begun, self.sampling) = (Some(Instant::now()), Some((watching, number)));
            }
            return None;
        };
        let is_newer = watching.borrow().view.number > *number;
        let is_late = self.begun.is_some_and(|begun| begun.elapsed() > PATIENCE);
        if !is_newer && !is_late {
            return None;
        }
        let newest = watching.borrow().clone();
        self.sampling = None;
        let mut shared = self.shared.newest();
        shared.1 = alarms(&newest, self.shared.hub.description.interfaces);
        if !is_newer {
            let text = format!("no pass for {} s", PATIENCE.as_secs());
            shared.1.push(Alarm::new(AlarmKind::NoPass, text));
        }
        shared.0 = newest.clone();
        Some(newest)
    }

    /// Publishes the newest views, those that somebody reads.
    pub fn publish(&mut self, newest: &Newest, control: &Control) {
        if self.measured.is_none_or(|at| at.elapsed() >= METRICS) {
            self.measured = Some(Instant::now());
            let missed = self.shared.metrics().ok().and_then(|text| missed(&text));
            self.overrun = missed.and_then(|of| self.overruns.add(self.start.elapsed(), of));
        }
        let mut shared = self.shared.newest();
        shared.1.extend(self.overrun.clone());
        shared.2 = control.clone();
        drop(shared);
        let count =
            newest.log.number.saturating_sub(std::mem::replace(&mut self.log, newest.log.number));
        for (topic, publisher) in &self.publishers {
            let is_read = publisher.matching_status().wait().is_ok_and(|status| status.matching());
            if !is_read || *topic == Topic::Log && count == 0 {
                continue;
            }
            let payload = if *topic == Topic::Log {
                let log = &newest.log.value;
                let first = log.len().saturating_sub(usize::try_from(count).unwrap_or(usize::MAX));
                Ok(lines(newest.log.number, log.iter().skip(first)))
            } else {
                self.shared.read(*topic)
            };
            if let Ok(payload) = payload {
                // A network that is gone comes back.
                let _ = publisher.put(payload).wait();
            }
        }
    }
}
