//! The radio between the robots of a team, which loses, delays and repeats messages.

use super::PlayerId;
use crate::body::noise::Noise;
use core::time::Duration;
use skills_nao::team::message::LENGTH;

/// The quality of the radio.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RadioOptions {
    /// The share of messages that a mate does not receive, 0 to 1; each mate loses others.
    pub loss: f32,
    /// The longest time from sending to receiving; each mate has others, so messages may overtake.
    pub delay: Duration,
    /// The share of messages that a mate receives twice, 0 to 1.
    pub duplicates: f32,
}

impl Default for RadioOptions {
    fn default() -> RadioOptions {
        RadioOptions { loss: 0.0, delay: Duration::from_millis(50), duplicates: 0.0 }
    }
}

/// A message on its way to a mate.
#[derive(Clone, Debug)]
struct OnItsWay {
    due: Duration,
    to: PlayerId,
    packet: [u8; LENGTH],
}

/// The messages on their way.
#[derive(Clone, Debug)]
pub(super) struct Radio {
    options: RadioOptions,
    noise: Noise,
    waiting: Vec<OnItsWay>,
}

impl Radio {
    pub(super) fn new(options: RadioOptions, seed: u64) -> Radio {
        Radio { options, noise: Noise::stream(seed, 0x4ad), waiting: Vec::new() }
    }

    /// Sends a packet to a mate.
    pub(super) fn send(&mut self, to: PlayerId, packet: [u8; LENGTH], now: Duration) {
        // Always as many random numbers, so that one option does not change the others' effects.
        let is_lost = self.noise.chance(self.options.loss);
        let is_repeated = self.noise.chance(self.options.duplicates);
        for copy in [true, is_repeated] {
            let late = self.options.delay.mul_f32(self.noise.uniform());
            if copy && !is_lost {
                self.waiting.push(OnItsWay { due: now.saturating_add(late), to, packet });
            }
        }
    }

    /// Removes and returns the packets that have arrived at a player, in the order of their arrival.
    pub(super) fn arrived(&mut self, at: PlayerId, now: Duration) -> Vec<[u8; LENGTH]> {
        let is_here = |message: &mut OnItsWay| message.to == at && message.due <= now;
        let mut here: Vec<_> = self.waiting.extract_if(.., is_here).collect();
        here.sort_by_key(|message| message.due);
        here.into_iter().map(|message| message.packet).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::team::Team;

    const MATE: PlayerId = PlayerId::new(Team::Left, 2);

    /// Returns the first bytes of the packets that arrive of 200 that are sent every 10 ms.
    fn heard(options: RadioOptions) -> Vec<u8> {
        let mut radio = Radio::new(options, 1);
        let mut heard = Vec::new();
        for number in 0..220_u8 {
            let now = Duration::from_millis(10 * u64::from(number));
            if number < 200 {
                radio.send(MATE, [number; LENGTH], now);
            }
            heard.extend(radio.arrived(MATE, now).iter().map(|packet| packet[0]));
            assert!(radio.arrived(PlayerId::new(Team::Left, 3), now).is_empty());
        }
        heard
    }

    #[test]
    fn a_good_radio_keeps_the_order() {
        let options = RadioOptions { delay: Duration::ZERO, ..RadioOptions::default() };
        assert_eq!(heard(options), (0..200).collect::<Vec<_>>());
    }

    #[test]
    fn a_bad_radio_loses_repeats_and_reorders_the_same_by_a_seed() {
        let options =
            RadioOptions { loss: 0.5, delay: Duration::from_millis(100), duplicates: 0.2 };
        let all = heard(options);
        assert_eq!(all, heard(options));
        assert!((90..150).contains(&all.len()), "{}", all.len());
        let mut once = all.clone();
        once.sort_unstable();
        assert_ne!(once, all, "overtaken");
        once.dedup();
        assert!(once.len() < all.len() && (80..120).contains(&once.len()), "{}", once.len());
    }
}
