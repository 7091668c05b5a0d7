//! The skills one by one, on a bench whose drivers the tests script.

use recipes::interfaces::{
    Base, Battery, Board, Camera, Dock, Elevator, Gripper, Gyro, Line, Stick, arm, base, elevator,
    gripper, side_arm,
};
use recipes::skills::{
    Calibrate, DockIn, Follow, LiftBox, Patrol, Pick, Ride, Search, Spot, Teleop,
};
use skill_runtime::Machine;
use skill_test::{Bench, Driver};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

/// A base that is at once where it is sent.
fn base(bench: &mut Bench<'static, Board>) -> Driver<'static, Base> {
    let base = bench.driver(|board| &board.base);
    base.on_message(|base, message, id| {
        (base.msgid, base.r#final) = (id.0, matches!(message, base::Message::GoTo(_)));
    });
    base
}

/// An arm that is at once where it is sent, and a gripper that closes on things with these forces, one
/// after the other.
fn hand(bench: &mut Bench<'static, Board>, forces: &'static [f32]) -> Rc<Cell<usize>> {
    let arm = bench.driver(|board| &board.arm);
    arm.on_message(|arm, message, id| {
        if let arm::Message::MoveTo(to) = message {
            (arm.msgid, arm.r#final, arm.arrived, arm.z_m) = (id.0, true, true, to.z_m);
        }
    });
    let tried = Rc::new(Cell::new(0));
    let count = tried.clone();
    let gripper = bench.driver(|board| &board.gripper);
    gripper.on_message(move |gripper, message, _| match message {
        gripper::Message::Open(_) => *gripper = Gripper { width_m: 0.1, force_n: 0.0 },
        gripper::Message::Close(_) => {
            let force_n = forces[count.get().min(forces.len() - 1)];
            *gripper = Gripper { width_m: 0.03, force_n };
            count.set(count.get() + 1);
        }
    });
    tried
}

#[test]
fn pick_tries_again() {
    let mut bench = Bench::<Board>::new();
    let tried = hand(&mut bench, &[0.0, 0.5, 8.0]);
    let mut bench = bench.with_skill(Pick { x_m: Some(0.3), y_m: Some(0.0), tries: None });
    bench.run_to_final();
    assert_eq!(tried.get(), 3);
    // The first one is no transition.
    assert_eq!(bench.entries("pick", "Attempt"), 2);
}

#[test]
fn pick_gives_up_with_the_last_reason() {
    let mut bench = Bench::<Board>::new();
    let tried = hand(&mut bench, &[0.0]);
    let mut bench = bench.with_skill(Pick { x_m: Some(0.3), y_m: Some(0.0), tries: Some(2) });
    assert_eq!(bench.run_to_failure(), "nothing gripped");
    assert_eq!(tried.get(), 2);
}

#[test]
fn docking_backs_off_and_stops_the_base() {
    let mut bench = Bench::<Board>::new();
    let base = base(&mut bench);
    let dock = bench.driver(|board| &board.dock);
    dock.set(Dock { visible: true, distance_m: 0.3, bearing_rad: 0.5, ..Dock::default() });
    let mut bench = bench.with_skill(DockIn { backoffs: Some(1) });
    bench.pass_for(SECOND);
    assert_eq!(bench.entries("dock_in", "BackOff"), 1);
    let last = |base: &Driver<'_, Base>| base.received().pop().map(|(_, message)| message);
    let Some(base::Message::Drive(back)) = last(&base) else { panic!("it drives back") };
    assert!(back.v_m_per_sec < 0.0);
    assert_eq!(bench.run_to_failure(), "askew by 0.5 rad");
    assert!(matches!(last(&base), Some(base::Message::Stop(_))));
}

#[test]
fn docking_looks_again_if_the_dock_is_out_of_sight_for_a_while() {
    let mut bench = Bench::<Board>::new();
    let _base = base(&mut bench);
    let dock = bench.driver(|board| &board.dock);
    dock.set(Dock { visible: true, distance_m: 2.0, ..Dock::default() });
    let mut bench = bench.with_skill(DockIn { backoffs: None });
    for _ in 0..10 {
        // 400 ms are too short.
        dock.update(|dock| dock.visible = !dock.visible);
        bench.pass_for(Duration::from_millis(400));
    }
    assert_eq!(bench.entries("dock_in", "Search"), 0);
    dock.update(|dock| dock.visible = false);
    bench.pass_for(SECOND);
    assert_eq!(bench.entries("dock_in", "Search"), 1);
    dock.update(|dock| dock.visible = true);
    bench.pass();
    dock.update(|dock| dock.contact = true);
    bench.pass_for(SECOND);
    dock.update(|dock| dock.charging = true);
    bench.run_to_final();
}

#[test]
fn the_patrol_goes_on_where_it_was() {
    let mut bench = Bench::<Board>::new();
    let base = bench.driver(|board| &board.base);
    let driven = Rc::new(Cell::new(0));
    let count = driven.clone();
    base.on_message(move |base, message, id| {
        let goes = matches!(message, base::Message::GoTo(_));
        // The second place is out of reach at first.
        (base.msgid, base.r#final) = (id.0, goes && count.get() != 1);
        count.set(count.get() + u32::from(goes));
    });
    let battery = bench.driver(|board| &board.battery);
    battery.set(Battery { charge: 0.8 });
    let dock = bench.driver(|board| &board.dock);
    dock.set(Dock { visible: true, contact: true, charging: true, ..Dock::default() });
    let mut bench = bench.with_skill(Patrol { rounds: Some(1) });
    bench.pass_for(SECOND);
    assert_eq!(driven.get(), 2);
    battery.set(Battery { charge: 0.1 });
    bench.pass_for(SECOND);
    assert_eq!(bench.entries("patrol", "Home"), 1);
    battery.set(Battery { charge: 0.95 });
    bench.run_to_final();
    // The second place once more, and the third: not the first.
    assert_eq!(driven.get(), 4);
}

#[test]
fn the_box_is_put_down_if_an_arm_fails() {
    for (hangs, ends) in [(false, "lift_box: Up -> FINAL"), (true, "lift_box: Down -> FAILED")] {
        let mut bench = Bench::<Board>::new();
        let left = bench.driver(|board| &board.left);
        left.on_message(move |left, message, id| {
            let side_arm::Message::MoveTo(to) = message;
            (left.msgid, left.r#final) = (id.0, !hangs || to.z_m == 0.0);
        });
        let right = bench.driver(|board| &board.right);
        right.on_message(|right, _, id| (right.msgid, right.r#final) = (id.0, true));
        let mut bench = bench.with_skill(LiftBox::default());
        bench.pass_for(6 * SECOND);
        assert_eq!(bench.transitions().last().map(String::as_str), Some(ends));
        if hangs {
            assert_eq!(bench.reason(), "too slow");
        }
    }
}

#[test]
fn the_button_must_be_pressed_anew() {
    let mut bench = Bench::<Board>::new();
    let base = base(&mut bench);
    let stick = bench.driver(|board| &board.stick);
    let held = |deadman| Stick { deadman, x: 0.0, y: 1.0 };
    stick.set(held(true));
    let mut bench = bench.with_skill(Teleop::default());
    bench.pass_for(SECOND);
    assert!(matches!(base.received()[..], [(_, base::Message::Stop(_))]));
    for deadman in [false, true] {
        stick.set(held(deadman));
        bench.pass_for(SECOND);
    }
    let drives = |(_, message): &(_, _)| matches!(message, base::Message::Drive(_));
    assert!(base.received().iter().skip(1).all(drives));
    stick.pause();
    assert_eq!(bench.run_to_failure(), "stick is stale");
    let last = base.received().pop();
    assert!(matches!(last, Some((_, base::Message::Stop(_)))), "{last:?}");
}

#[test]
fn the_elevator_is_ridden_in_two_trips() {
    let mut bench = Bench::<Board>::new();
    let elevator = bench.driver(|board| &board.elevator);
    let calls = Rc::new(Cell::new(0));
    let count = calls.clone();
    elevator.on_message(move |elevator, message, _| match message {
        elevator::Message::Call(to) => {
            elevator.floor = to.floor;
            count.set(count.get() * 10 + u32::from(to.floor));
        }
        elevator::Message::Door(door) => elevator.open = door.open,
    });
    let mut bench = bench.with_skill(Ride { from: Some(3), to: Some(7) });
    bench.run_to_final();
    assert_eq!(calls.get(), 37);
    assert!(bench.elapsed() > 2 * SECOND);
    assert_eq!(elevator.value(), Elevator { floor: 7, open: false, moving: false });
}

#[test]
fn the_search_goes_from_place_to_place() {
    let sees = |confidence| Camera { sees: true, x_m: 1.5, y_m: -0.5, confidence };
    let mut bench = Bench::<Board>::new();
    let _base = base(&mut bench);
    let camera = bench.driver(|board| &board.camera);
    camera.set(sees(0.3));
    let mut bench = bench.with_skill(Search { legs: Some(2) });
    bench.pass_for(Duration::from_millis(1500));
    camera.set(sees(0.9));
    bench.run_to_final();
    assert_eq!(bench.machine().result(), Some(&Spot { x_m: 1.5, y_m: -0.5 }));
    assert_eq!(bench.entries("search", "Next"), 1);

    let mut bench = Bench::<Board>::new();
    let _base = self::base(&mut bench);
    let _camera = bench.driver(|board| &board.camera);
    let mut bench = bench.with_skill(Search { legs: Some(2) });
    assert_eq!(bench.run_to_failure(), "not found after 2 legs");
}

#[test]
fn the_gyroscope_is_calibrated_at_rest() {
    for (rates, end) in [
        ([0.01, 0.01], Ok(0.01)),
        ([0.2, -0.2], Err("too noisy: 0.0")),
        ([0.01, 0.7], Err("robot moved")),
    ] {
        let mut bench = Bench::<Board>::new();
        let gyro = bench.driver(|board| &board.gyro);
        let mut bench = bench.with_skill(Calibrate { samples: Some(100) });
        for pass in 0..100 {
            gyro.set(Gyro { rate_rad_per_sec: rates[pass % 2] });
            bench.pass();
        }
        match end {
            Ok(bias) => assert!((bench.machine().result().unwrap() - bias).abs() < 1e-4),
            Err(reason) => assert!(bench.reason().starts_with(reason), "{}", bench.reason()),
        }
    }
}

#[test]
fn the_line_is_followed_and_its_loss_ends_at_rest() {
    let mut bench = Bench::<Board>::new();
    let line = bench.driver(|board| &board.line);
    line.set(Line { on_line: true, offset_m: 0.02 });
    let mut bench = bench.with_skill(Follow { speed: None, length_m: Some(1.0) });
    bench.run_to_final();
    assert!((4.9..5.2).contains(&bench.elapsed().as_secs_f32()), "{:?}", bench.elapsed());

    let mut bench = Bench::<Board>::new();
    let line = bench.driver(|board| &board.line);
    line.set(Line { on_line: true, offset_m: 0.02 });
    let mut bench = bench.with_skill(Follow::default());
    bench.pass_for(SECOND);
    assert!(bench.board().wheels.sample().data.v_m_per_sec > 0.19);
    line.set(Line { on_line: false, offset_m: 0.02 });
    assert_eq!(bench.run_to_failure(), "line lost for 3 s");
    assert!(bench.board().wheels.sample().data.v_m_per_sec.abs() < 1e-6);
}
