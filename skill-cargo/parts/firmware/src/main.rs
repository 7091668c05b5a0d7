//! The robot with RTIC: a task of the timer's interrupt runs the passes.
#![no_std]
#![no_main]

mod board;
mod robot;

/// The processor, as far as RTIC needs to know it; of another board, the crate of its registers.
mod device {
    /// The bits of an interrupt's priority.
    pub const NVIC_PRIO_BITS: u8 = 3;
}

#[rtic::app(device = crate::device, peripherals = false)]
mod app {
    use crate::board;
    use crate::robot::Robot;
    use core::time::Duration;
    use skill_runtime::Instant;

    #[shared]
    struct Shared {}

    #[local]
    struct Local {
        robot: Robot,
    }

    #[init]
    fn init(mut cx: init::Context) -> (Shared, Local) {
        let Ok(robot) = Robot::new() else {
            board::end(false)
        };
        board::start(&mut cx.core.SYST);
        (Shared {}, Local { robot })
    }

    #[idle]
    fn idle(_: idle::Context) -> ! {
        loop {
            cortex_m::asm::wfi();
        }
    }

    #[task(binds = SysTick, local = [robot, passes: u32 = 0])]
    fn tick(cx: tick::Context) {
        let tick::LocalResources { robot, passes, .. } = cx.local;
        let time = Instant::ZERO.after(Duration::from_secs(1) / board::RATE_HZ * *passes);
        *passes += 1;
        if let Some(succeeded) = robot.run(time) {
            board::end(succeeded);
        }
    }
}
