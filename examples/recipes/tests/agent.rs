//! The agent, with the skills that it calls.

use recipes::agent::{Deliver, DeliverState};
use recipes::interfaces::{Battery, Board, Dock};
use recipes::skills::Skills;
use skill_test::Bench;
use std::num::NonZeroU32;
use std::time::Duration;

#[test]
fn each_failure_leads_to_a_rest() {
    let mut bench = Bench::<Board>::new();
    let battery = bench.driver(|board| &board.battery);
    battery.set(Battery { charge: 0.1 });
    let base = bench.driver(|board| &board.base);
    base.on_message(|base, _, id| (base.msgid, base.r#final) = (id.0, true));
    let dock = bench.driver(|board| &board.dock);
    dock.set(Dock { visible: true, contact: true, ..Dock::default() });
    let mut bench = bench.with_skiller::<Skills>().with_agent(Deliver::default(), NonZeroU32::MIN);
    // Contact, but no charge, in each of three tries.
    bench.pass_for(Duration::from_secs(15));
    assert_eq!(bench.entries("deliver", "Rest"), 1);
    dock.update(|dock| dock.charging = true);
    bench.pass_for(Duration::from_secs(6));
    assert_eq!(bench.entries("deliver", "Charge"), 2);
    assert_eq!(bench.state(), DeliverState::Fill);
    battery.set(Battery { charge: 0.95 });
    bench.pass_for(Duration::from_secs(1));
    // Without a camera, nothing is found.
    assert!(bench.entries("deliver", "Find") > 0);
    assert_eq!(bench.entries("deliver", "Rest"), 2);
}
