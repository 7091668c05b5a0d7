//! The state of a call, as views show it.

use super::View;

/// The state of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallState {
    /// The skiller has not read it yet.
    Waiting,
    /// The skill runs.
    Running,
    /// The skill has ended: the status of the skiller says how.
    Ended,
    /// It was stopped, or another skill was called, for this reason.
    Stopped(String),
}

impl View {
    /// Returns the state of the call that was sent with a message, in a view after that. `sender` is its sender, to
    /// whom the control of another one is a reason.
    #[must_use]
    pub fn call_state(&self, message: u32, sender: Option<u32>) -> CallState {
        let skiller = &self.skiller;
        if skiller.message == message {
            let runs = skiller.status == "running";
            return if runs { CallState::Running } else { CallState::Ended };
        }
        if self.waiting.is_some() {
            return CallState::Waiting;
        }
        let other = skiller.controller;
        CallState::Stopped(if other != 0 && sender.is_some_and(|sender| sender != other) {
            format!("sender {other} has exclusive control")
        } else if skiller.status == "inactive" {
            "it was stopped".to_owned()
        } else {
            format!("`{}` was called", skiller.call)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_waits_runs_ends_or_is_stopped() {
        let state = |message, status: &str, controller| {
            let mut view = View::default();
            (view.skiller.message, view.skiller.status) = (message, status.to_owned());
            (view.skiller.call, view.skiller.controller) = ("go{}".to_owned(), controller);
            view
        };
        let stopped = |reason: &str| CallState::Stopped(reason.to_owned());
        assert_eq!(state(7, "running", 0).call_state(7, Some(1)), CallState::Running);
        assert_eq!(state(7, "failed", 0).call_state(7, Some(1)), CallState::Ended);
        let mut waits = state(6, "running", 0);
        waits.waiting = Some("go{}".to_owned());
        assert_eq!(waits.call_state(7, None), CallState::Waiting);
        assert_eq!(state(0, "inactive", 0).call_state(7, None), stopped("it was stopped"));
        assert_eq!(state(8, "final", 0).call_state(7, None), stopped("`go{}` was called"));
        let other = state(8, "running", 2);
        assert_eq!(other.call_state(7, Some(1)), stopped("sender 2 has exclusive control"));
        assert_eq!(other.call_state(7, Some(2)), stopped("`go{}` was called"));
        assert_eq!(other.call_state(7, None), stopped("`go{}` was called"));
    }
}
