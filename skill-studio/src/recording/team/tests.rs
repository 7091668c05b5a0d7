//! Clocks whose truth is known.

use super::fit::{Fit, Message, Moment, Robot};

/// Numbers as if at random, 0 to 1.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        f64::from(u32::try_from(word >> 32).unwrap()) / f64::from(u32::MAX)
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }
}

/// A robot as it really is.
#[derive(Clone, Copy)]
struct Truth {
    /// By how much its clock is ahead when the game begins, in microseconds.
    ahead_us: f64,
    fast_ppm: f64,
    period_us: f64,
    /// The time of its first pass.
    phase_us: f64,
}

impl Truth {
    fn clock_us(&self, true_us: f64) -> f64 {
        self.ahead_us + true_us * (1.0 + self.fast_ppm * 1e-6)
    }
    /// Returns the true time of its first pass from a time on.
    fn pass_us(&self, true_us: f64) -> f64 {
        let number = ((true_us - self.phase_us) / self.period_us).ceil();
        self.phase_us + number * self.period_us
    }
}

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
struct World {
    seed: u64,
    robots: usize,
    minutes: f64,
    /// The time between two passes, of each robot the same or not, in microseconds.
    period_us: [f64; 2],
    /// The delay of a message is at least, and on average above that, in microseconds.
    delay_us: [f64; 2],
    loss: f64,
    /// The times between two messages of a robot, and whether the referee is heard.
    message_sec: f64,
    referee: bool,
}

/// A game of five minutes on a good network.
const USUAL: World = World {
    seed: 0,
    robots: 5,
    minutes: 5.0,
    period_us: [10_000.0, 10_000.0],
    delay_us: [1000.0, 5000.0],
    loss: 0.1,
    message_sec: 1.0,
    referee: true,
};

/// Returns the errors of the clocks that are found, each with that which is claimed, in milliseconds.
fn errors(world: World) -> Vec<[f64; 2]> {
    let random = &mut Random(world.seed);
    let end_us = world.minutes * 60e6;
    let truths: Vec<Truth> = (0..world.robots)
        .map(|_| {
            let period_us = random.between(world.period_us[0], world.period_us[1]);
            Truth {
                ahead_us: random.between(-1e10, 1e10),
                fast_ppm: random.between(-60.0, 60.0),
                period_us,
                phase_us: random.between(0.0, period_us),
            }
        })
        .collect();
    let robot = |of: &Truth| Robot {
        middle_us: of.clock_us(end_us / 2.0),
        span_us: end_us,
        period_us: of.period_us,
    };
    let robots: Vec<Robot> = truths.iter().map(robot).collect();
    let (mut messages, mut moments) = (Vec::new(), Vec::<Moment>::new());
    for (from, sender) in truths.iter().enumerate() {
        let mut next_us = 0.0;
        while next_us < end_us {
            next_us += random.between(0.5, 1.5) * world.message_sec * 1e6;
            let sent_us = sender.pass_us(next_us);
            for (to, receiver) in truths.iter().enumerate().filter(|(to, _)| *to != from) {
                let [least, more] = world.delay_us;
                let delay_us = least - more * (1.0 - random.uniform()).ln();
                if random.uniform() < world.loss {
                    continue;
                }
                messages.push(Message {
                    from,
                    to,
                    // Whole milliseconds.
                    sent_us: (sender.clock_us(sent_us) / 1000.0).floor() * 1000.0,
                    received_us: receiver.clock_us(receiver.pass_us(sent_us + delay_us)),
                });
            }
        }
    }
    // The referee's clock is one of its own, and its packets come twice a second.
    let mut next_us = 0.0;
    while world.referee && next_us < end_us {
        next_us += 1.000_013e6 + random.between(0.0, 2000.0);
        let mut moment = Moment::new();
        for (robot, truth) in truths.iter().enumerate() {
            let mut heard_us = next_us;
            while random.uniform() < world.loss {
                heard_us += 500_000.0;
            }
            moment.push((robot, truth.clock_us(truth.pass_us(heard_us))));
        }
        moments.push(moment);
    }
    let fits = Fit::of(0, &robots, &messages, &moments).expect("all are connected");
    let ahead = |truth: &Truth| truth.clock_us(end_us / 2.0) - truths[0].clock_us(end_us / 2.0);
    let of_each = truths.iter().zip(&fits).skip(1);
    of_each
        .map(|(truth, fit)| [(fit.ahead_us - ahead(truth)) / 1000.0, fit.error_us / 1000.0])
        .collect()
}

/// Returns the greatest error and the greatest claim over games, and the share of errors that are above their claim.
fn over_games(world: World) -> (f64, f64, f64) {
    let games = (0..6).map(|seed| World { seed, ..world });
    let all: Vec<[f64; 2]> = games.flat_map(errors).collect();
    let above = all.iter().filter(|[error, claim]| error.abs() > *claim).count();
    let greatest = |at: usize| all.iter().map(|pair| pair[at].abs()).fold(0.0, f64::max);
    let share =
        f64::from(u32::try_from(above).unwrap()) / f64::from(u32::try_from(all.len()).unwrap());
    (greatest(0), greatest(1), share)
}

#[test]
fn clocks_are_found_within_five_milliseconds_and_within_their_claims() {
    let worlds = [
        ("usual", USUAL),
        ("slow network", World { delay_us: [5000.0, 40_000.0], loss: 0.3, ..USUAL }),
        ("without a referee", World { referee: false, ..USUAL }),
        ("of other periods", World { period_us: [8000.0, 20_000.0], ..USUAL }),
        ("short", World { minutes: 1.0, ..USUAL }),
        ("two robots", World { robots: 2, ..USUAL }),
        ("on one machine, whose messages come at once", World { delay_us: [50.0, 50.0], ..USUAL }),
    ];
    for (name, world) in worlds {
        let (error, claim, above) = over_games(world);
        assert!(error < 2.5, "{name}: {error} ms");
        assert!(claim < 20.0, "{name}: claims {claim} ms");
        assert!(above < 0.05, "{name}: {above} are above their claim");
    }
}

#[test]
fn a_robot_that_nothing_connects_is_named() {
    let robot = Robot { middle_us: 0.0, span_us: 1e6, period_us: 1e4 };
    let message = Message { from: 0, to: 1, sent_us: 5.0, received_us: 6.0 };
    assert_eq!(Fit::of(0, &[robot; 3], &[message], &[]), Err(2));
    assert!(Fit::of(0, &[robot; 3], &[message], &[vec![(1, 3.0), (2, 4.0)]]).is_ok());
}

#[test]
fn messages_in_one_direction_alone_have_a_great_error() {
    let robot = Robot { middle_us: 5e6, span_us: 1e7, period_us: 1e4 };
    let one = |number| Message {
        from: 0,
        to: 1,
        sent_us: f64::from(number) * 1e5,
        received_us: f64::from(number) * 1e5 + 7e6,
    };
    let messages: Vec<Message> = (0..100).map(one).collect();
    let fits = Fit::of(0, &[robot; 2], &messages, &[]).unwrap();
    assert!(fits[1].error_us > 50_000.0, "{fits:?}");
    assert!((fits[1].ahead_us - 7e6).abs() < fits[1].error_us, "{fits:?}");
}
