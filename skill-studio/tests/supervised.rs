//! A robot that is real, whose driver never returns, ends: with its supervisor, and at a signal. This program is
//! the robot, too, if it gets the arguments of one.

use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{blackboard, interface, skill, skill_space};
use skill_studio::Drivers;
use skill_studio::cli::{Robot, Setup};
use std::env;
use std::error::Error;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

interface! { pub Motor { fields { turns: u32 } } }
blackboard! { pub Board { motor: Motor, "Skiller": SkillerInterface } }
skill! {
    /// Waits for a turn.
    pub skill Wait() {
        depends_interfaces { motor: Motor }
        start state Still { -> FINAL when motor.turns > 0; }
    }
}
skill_space! { pub Skills on Board { Wait } }

/// The place in which the robot is stuck.
const PLACE: &str = "STUCK_IN";

fn make(setup: &Setup<'_, Board, skill_studio::cli::NoOptions>) -> Result<Drivers, Box<dyn Error>> {
    if env::var(PLACE)? == "the start" {
        println!("stuck");
        forever();
    }
    let mut drivers = setup.drivers();
    if env::var(PLACE)? == "a call" {
        drivers.start("the motor", setup.board.motor.writer()?, |port| {
            println!("stuck");
            while !port.is_over() {
                port.publish(Motor::default());
                thread::sleep(Duration::from_millis(10));
            }
            eprintln!("error: the motor is off");
            Ok(())
        });
        return Ok(drivers);
    }
    drivers.start("the motor", setup.board.motor.writer()?, |_| {
        println!("stuck");
        forever()
    });
    Ok(drivers)
}

fn forever() -> ! {
    loop {
        thread::park();
    }
}

/// Starts the robot, and waits until it is stuck.
fn start(place: &str) -> Result<Child, Box<dyn Error>> {
    let mut robot = Command::new(env::current_exe()?);
    match place {
        "a call" => robot.args(["run", "wait{}"]),
        _ => robot.args(["start", "--supervised"]),
    };
    robot.env(PLACE, place);
    let mut robot =
        robot.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut lines = BufReader::new(robot.stdout.take().ok_or("no output")?).lines();
    lines
        .find(|line| line.as_ref().is_ok_and(|line| line == "stuck"))
        .ok_or("it is not stuck")??;
    Ok(robot)
}

/// Waits for the end of the robot, which is a failure with a line of standard error.
fn failed(mut robot: Child, expected: &str) -> Result<(), Box<dyn Error>> {
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = robot.try_wait()? {
            break status;
        }
        if begin.elapsed() > Duration::from_secs(15) {
            robot.kill()?;
            return Err(format!("it has not ended; expected: {expected}").into());
        }
        thread::sleep(Duration::from_millis(10));
    };
    let mut printed = String::new();
    robot.stderr.take().ok_or("no output")?.read_to_string(&mut printed)?;
    assert!(printed.contains(expected), "{printed}");
    assert!(!status.success(), "{printed}");
    Ok(())
}

fn check() -> Result<(), Box<dyn Error>> {
    let of_driver =
        "ERROR stuck drivers: the driver of the motor has not returned within 5 s; its device may";
    // The supervisor is gone.
    let (mut driver, mut begin) = (start("a driver")?, start("the start")?);
    drop((driver.stdin.take(), begin.stdin.take()));
    failed(driver, of_driver)?;
    failed(begin, "error: the robot has not ended within 7 s after its supervisor")?;
    #[cfg(unix)]
    {
        for (place, expected) in [("a driver", of_driver), ("a call", "error: the motor is off")] {
            let robot = start(place)?;
            let id = rustix::process::Pid::from_child(&robot);
            rustix::process::kill_process(id, rustix::process::Signal::TERM)?;
            failed(robot, expected)?;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    if env::var_os(PLACE).is_some() {
        return Robot::<Skills, _, _, _>::real("stuck", make).main();
    }
    match check() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
