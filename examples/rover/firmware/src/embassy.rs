//! The rover with Embassy: a task with a ticker runs the passes.
#![no_std]
#![no_main]

mod board;
mod clock;
mod robot;
#[cfg(feature = "stack")]
mod stack;

use core::time::Duration;
use embassy_executor::Spawner;
use embassy_time::Ticker;
use robot::Robot;
use skill_runtime::Instant;

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let (Ok(mut robot), Some(mut core)) = (Robot::new(), cortex_m::Peripherals::take()) else {
        board::end(false)
    };
    board::start(&mut core.SYST);
    let mut passes = Ticker::every(embassy_time::Duration::from_ticks(1));
    let start = embassy_time::Instant::now();
    loop {
        let micros = start.elapsed().as_micros();
        if let Some(succeeded) = robot.run(Instant::ZERO.after(Duration::from_micros(micros))) {
            board::end(succeeded);
        }
        passes.next().await;
    }
}
