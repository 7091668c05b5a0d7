//! Exclusive control of a robot as a lease, without a network and without a clock.

use crate::name::Name;
use std::time::Duration;

/// The shortest and the longest lease.
pub const RANGE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));
/// The length of a lease whose client does not say another.
pub const DEFAULT: Duration = Duration::from_secs(5);

/// The client with control, and until when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    /// The client.
    pub client: Name,
    /// The end of the lease unless it is renewed, by the clock of the calls.
    pub until: Duration,
}

/// Control of a robot, which at most one client has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lease {
    holder: Option<Holder>,
}

/// The reason why a lease is not taken, renewed or given back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeaseError {
    /// Another client has it.
    Held(Holder),
    /// Nobody has it.
    Free,
}

impl Lease {
    /// Returns the client that has control now.
    pub fn holder(&self, now: Duration) -> Option<&Holder> {
        self.holder.as_ref().filter(|holder| now < holder.until)
    }

    /// Checks that no client but this one has control.
    ///
    /// # Errors
    /// [`LeaseError::Held`].
    pub fn check(&self, client: Option<&Name>, now: Duration) -> Result<(), LeaseError> {
        match self.holder(now) {
            Some(holder) if Some(&holder.client) != client => Err(LeaseError::Held(holder.clone())),
            _ => Ok(()),
        }
    }

    /// Gives control to a client for a time. One that has it already renews it. Returns whether it is new.
    ///
    /// # Errors
    /// [`LeaseError::Held`].
    pub fn take(
        &mut self,
        client: &Name,
        now: Duration,
        length: Duration,
    ) -> Result<bool, LeaseError> {
        self.check(Some(client), now)?;
        let is_new = self.holder(now).is_none();
        let length = length.clamp(RANGE.0, RANGE.1);
        self.holder = Some(Holder { client: client.clone(), until: now.saturating_add(length) });
        Ok(is_new)
    }

    /// Renews the lease of the client that has it.
    ///
    /// # Errors
    /// [`LeaseError::Held`], or [`LeaseError::Free`] if it has ended.
    pub fn renew(
        &mut self,
        client: &Name,
        now: Duration,
        length: Duration,
    ) -> Result<(), LeaseError> {
        if self.holder(now).is_none() {
            return Err(LeaseError::Free);
        }
        self.take(client, now, length).map(drop)
    }

    /// Ends the lease of the client that has it.
    ///
    /// # Errors
    /// [`LeaseError::Held`], or [`LeaseError::Free`].
    pub fn release(&mut self, client: &Name, now: Duration) -> Result<(), LeaseError> {
        self.check(Some(client), now)?;
        self.holder(now).ok_or(LeaseError::Free)?;
        self.holder = None;
        Ok(())
    }

    /// Ends the lease of a client that is gone. Returns whether it had one.
    pub fn lose(&mut self, client: &Name) -> bool {
        self.holder.take_if(|holder| holder.client == *client).is_some()
    }

    /// Ends a lease that was not renewed, and returns its client.
    pub fn expire(&mut self, now: Duration) -> Option<Name> {
        self.holder.take_if(|holder| now >= holder.until).map(|holder| holder.client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A step of a random trace: numbers of xorshift.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % bound
        }
    }

    /// The predicate: a client is in control if its last grant has not ended by time, release or loss; at most one is.
    #[test]
    fn at_most_one_client_is_in_control_in_any_trace() {
        let names = ["a", "b", "c"].map(|name| name.parse::<Name>().expect("a name"));
        let mut denied = [0_u32; 3];
        for seed in 1..=2000 {
            let (mut random, mut lease) =
                (Random(0x9e37_79b9_7f4a_7c15 ^ (seed << 20)), Lease::default());
            let mut now = Duration::ZERO;
            // The ends of the grants, kept by another rule: a map of all clients.
            let mut grants = BTreeMap::<Name, Duration>::new();
            for _ in 0..60 {
                now += Duration::from_millis(random.below(3000));
                let client = &names[usize::try_from(random.below(3)).expect("small")];
                let length = Duration::from_millis(1000 + random.below(5000));
                let is_free = grants.iter().all(|(other, until)| other == client || now >= *until);
                let has_it = grants.get(client).is_some_and(|until| now < *until);
                match random.below(6) {
                    0 | 1 => match lease.take(client, now, length) {
                        Ok(is_new) => {
                            assert!(is_free);
                            assert_eq!(is_new, !has_it);
                            grants.insert(client.clone(), now + length);
                        }
                        Err(error) => {
                            denied[0] += 1;
                            assert!(!is_free, "{error:?}");
                        }
                    },
                    2 => match lease.renew(client, now, length) {
                        Ok(()) => {
                            assert!(has_it);
                            grants.insert(client.clone(), now + length);
                        }
                        Err(_) => {
                            denied[1] += 1;
                            assert!(!has_it);
                        }
                    },
                    3 => match lease.release(client, now) {
                        Ok(()) => assert!(grants.remove(client).is_some_and(|until| now < until)),
                        Err(_) => {
                            denied[2] += 1;
                            assert!(!has_it);
                        }
                    },
                    4 => {
                        lease.lose(client);
                        grants.remove(client);
                    }
                    _ => drop(lease.expire(now)),
                }
                let live: Vec<_> = grants.iter().filter(|(_, until)| now < **until).collect();
                assert!(live.len() <= 1, "{live:?}");
                let holder = lease.holder(now).map(|holder| (&holder.client, &holder.until));
                assert_eq!(holder, live.first().copied());
                for name in &names {
                    let may_call = live.iter().all(|(holder, _)| *holder == name);
                    assert_eq!(lease.check(Some(name), now).is_ok(), may_call);
                }
                assert_eq!(lease.check(None, now).is_ok(), live.is_empty());
            }
        }
        assert!(denied.iter().all(|count| *count > 100), "{denied:?}");
    }
}
