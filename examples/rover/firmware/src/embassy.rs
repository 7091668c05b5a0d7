//! The rover with Embassy: a task with a ticker runs the passes.
#![no_std]
#![no_main]

mod board;
mod clock;
mod robot;
#[cfg(feature = "stack")]
mod stack;
#[cfg(feature = "watch")]
mod uart;
#[cfg(feature = "watch")]
mod watch;

use core::time::Duration;
use embassy_executor::Spawner;
use embassy_time::Ticker;
use robot::Robot;
use skill_runtime::Instant;

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    let (Some(mut core), Ok(passes)) = (cortex_m::Peripherals::take(), passes()) else {
        board::end(false)
    };
    board::start(&mut core.SYST);
    spawner.spawn(passes);
}

#[embassy_executor::task]
async fn passes() {
    let Ok(mut robot) = Robot::new() else { board::end(false) };
    let mut ticker = Ticker::every(embassy_time::Duration::from_hz(board::RATE_HZ.into()));
    let start = embassy_time::Instant::now();
    loop {
        let time = Duration::from_micros(start.elapsed().as_micros());
        if let Some(succeeded) = robot.run(Instant::ZERO.after(time)) {
            board::end(succeeded);
        }
        ticker.next().await;
    }
}
