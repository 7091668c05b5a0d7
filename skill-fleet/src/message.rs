//! The payloads that robots and clients send: JSON.

use crate::lease::{self, Holder, LeaseError};
use crate::name::Name;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use skill_studio::live::Refusal;
use std::time::Duration;

/// The largest payload of a command, in bytes.
const MAX: usize = 16 * 1024;

/// A call of a skill.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallRequest {
    /// The skill string.
    pub call: String,
    /// The client; one without a name has never control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<Name>,
    /// Whether the answer comes when the skill has ended, instead of when it was called.
    #[serde(default)]
    pub wait: bool,
}

/// A change of control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeaseAction {
    /// Takes control, or renews it.
    Take,
    /// Renews control that has not ended.
    Renew,
    /// Gives control back.
    Release,
}

/// A request for control.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaseRequest {
    /// The client.
    pub client: Name,
    /// The change.
    pub action: LeaseAction,
    /// The time after which control ends unless it is renewed, s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_sec: Option<f64>,
}

impl LeaseRequest {
    /// Returns the length of the lease.
    ///
    /// # Errors
    /// `bad_request` with the range.
    pub fn length(&self) -> Result<Duration, Refusal> {
        let Some(sec) = self.lease_sec else { return Ok(lease::DEFAULT) };
        let length = Duration::try_from_secs_f64(sec).ok();
        length.filter(|of| (lease::RANGE.0..=lease::RANGE.1).contains(of)).ok_or_else(|| {
            let (least, most) = (lease::RANGE.0.as_secs(), lease::RANGE.1.as_secs());
            Refusal::bad_request(format!("`lease_sec` is {sec}; expected {least} to {most}"))
        })
    }
}

/// The client with exclusive control, as a robot publishes it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Control {
    /// The client; `None` if the robot obeys all.
    pub client: Option<String>,
    /// The time until control ends unless it is renewed, s.
    #[serde(default)]
    pub left_sec: f64,
    /// The sender that has control in the views of the robot: another one than a client of the fleet is its live page
    /// or its agent.
    #[serde(default)]
    pub controller: u32,
}

/// The fields that a fleet adds to the description of a robot.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Membership {
    /// The version of the keys.
    pub version: u32,
    /// The name of the robot in the fleet.
    pub id: String,
    /// The hash of the description: robots with another one run another program.
    pub hash: String,
    /// The address of its live page.
    #[serde(default)]
    pub url: Option<String>,
    /// The time between two views, s.
    pub period_sec: f64,
}

/// Reads the payload of a command.
///
/// # Errors
/// `bad_request` or `too_large`.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    if bytes.len() > MAX {
        let message = format!("the payload has {} bytes; expected at most {MAX}", bytes.len());
        return Err(Refusal::new(413, "too_large", message));
    }
    // A struct could be read from a list, too.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(Refusal::bad_request("expected a JSON object"));
    }
    serde_json::from_slice(bytes).map_err(|error| Refusal::bad_request(error.to_string()))
}

/// Returns a value as JSON. All that are sent are maps with texts as keys.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The kind of an error of a call that was given to the robot, and whose end is not known.
pub const UNKNOWN_END: &str = "unknown_end";

/// The kinds of refusals of this version.
const KINDS: [&str; 13] = [
    "bad_call",
    "bad_request",
    "controlled",
    "gone",
    "no_skiller",
    "not_found",
    "not_held",
    "not_here",
    "not_running",
    "too_large",
    "too_many",
    "twice",
    UNKNOWN_END,
];

/// Reads the refusal of a robot.
pub fn refusal(bytes: &[u8]) -> Refusal {
    let Ok(mut more) = serde_json::from_slice::<Map<String, Value>>(bytes) else {
        return Refusal::new(502, "unreadable", String::from_utf8_lossy(bytes));
    };
    let message = more.remove("message").and_then(|text| Some(text.as_str()?.to_owned()));
    let kind = more.remove("error");
    let kind = KINDS.into_iter().find(|of| kind.as_ref().is_some_and(|kind| kind == of));
    let mut refusal = Refusal::new(400, kind.unwrap_or("refused"), message.unwrap_or_default());
    refusal.more = more;
    refusal
}

/// Returns the refusal of a call while two robots have one name: both would carry it out.
pub fn twice(robot: &Name) -> Refusal {
    let message = format!("two robots are named `{robot}`");
    Refusal::new(409, "twice", message).with("help", "end one of them; a stop reaches both")
}

/// Returns the refusal of a client without control.
pub fn not_in_control(robot: &Name, error: &LeaseError, now: Duration) -> Refusal {
    match error {
        LeaseError::Held(Holder { client, until }) => {
            let left_sec = until.saturating_sub(now).as_secs_f64();
            let message = format!("the client `{client}` has exclusive control of `{robot}`");
            let help = "wait until it gives control back, or until its lease ends; a stop is never refused";
            Refusal::new(409, "controlled", message)
                .with("client", client.as_str())
                .with("left_sec", left_sec)
                .with("help", help)
        }
        LeaseError::Free => {
            let message =
                format!("no client of the fleet has control of `{robot}`: the lease has ended");
            Refusal::new(409, "not_held", message).with("help", "take it again")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_or_refused() {
        let call: CallRequest = read(br#"{"call": "stop{}", "client": "alice"}"#).expect("a call");
        assert_eq!((call.call.as_str(), call.wait), ("stop{}", false));
        for (bytes, text) in [
            (&b""[..], "expected a JSON object"),
            (b"[\"stop{}\"]", "expected a JSON object"),
            (b"{\"call\": 1}", "invalid type: integer `1`, expected a string at line 1 column 10"),
            (b"{\"call\": \"a\", \"x\": 1}", "unknown field `x`"),
            (b"{\"call\": \"a\", \"client\": \"a/b\"}", "`/` in the name `a/b`"),
            (b"{\"call\": \"\xff\"}", "invalid unicode"),
        ] {
            let error = read::<CallRequest>(bytes).expect_err("none").message;
            assert!(error.starts_with(text), "{error}");
        }
        let large = read::<CallRequest>(&vec![b'{'; MAX + 1]).expect_err("none");
        assert_eq!(large.error, "too_large");
    }

    #[test]
    fn a_lease_has_a_length_within_its_range() {
        let of = |lease_sec| LeaseRequest {
            client: "a".parse().expect("a name"),
            action: LeaseAction::Take,
            lease_sec,
        };
        assert_eq!(of(None).length(), Ok(lease::DEFAULT));
        assert_eq!(of(Some(2.5)).length(), Ok(Duration::from_millis(2500)));
        for sec in [0.0, -1.0, 61.0, f64::NAN, f64::INFINITY] {
            let error = of(Some(sec)).length().expect_err("out of range").message;
            assert_eq!(error, format!("`lease_sec` is {sec}; expected 1 to 60"));
        }
    }

    /// Bytes of others never panic, whatever they are: random ones, and corrupted requests.
    #[test]
    fn malformed_payloads_are_errors() {
        let seeds: [&[u8]; 3] = [
            br#"{"call": "drive_to{x_m=1.0}", "client": "alice", "wait": true}"#,
            br#"{"client": "bob", "action": "take", "lease_sec": 5.0}"#,
            br#"{"error": "controlled", "message": "no", "client": "bob"}"#,
        ];
        let (mut state, mut refused) = (0x2545_f491_4f6c_dd1d_u64, 0);
        let mut random = |bound: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % u64::try_from(bound).expect("small")).expect("small")
        };
        for _ in 0..20_000 {
            let mut bytes = seeds[random(3)].to_vec();
            for _ in 0..=random(4) {
                let at = random(bytes.len());
                bytes[at] = u8::try_from(random(256)).expect("a byte");
            }
            bytes.truncate(1 + random(bytes.len()));
            refused += u32::from(read::<CallRequest>(&bytes).is_err());
            refused += u32::from(read::<LeaseRequest>(&bytes).is_err());
            let _ = refusal(&bytes);
        }
        assert!(refused > 30_000, "{refused}");
    }
}
