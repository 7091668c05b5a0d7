//! The devices of the vehicle, simulated on ptys and a socket.

use rustix::fs::{OFlags, fcntl_setfl};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::net::UdpSocket;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Returns the side of the device, which never blocks, and the path of the program's side.
fn pty() -> (File, PathBuf) {
    let device = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&device).unwrap();
    unlockpt(&device).unwrap();
    let mut mode = tcgetattr(&device).unwrap();
    mode.make_raw();
    tcsetattr(&device, OptionalActions::Now, &mode).unwrap();
    fcntl_setfl(&device, OFlags::NONBLOCK).unwrap();
    let path = ptsname(&device, Vec::new()).unwrap().into_string().unwrap();
    (File::from(device), path.into())
}

/// The controller of the motors. It stops 200 ms after the last line.
pub struct Motors {
    pub path: PathBuf,
    /// The place and the heading; the velocity ahead and of turning.
    state: Arc<Mutex<([f32; 3], [f32; 2])>>,
    is_unplugged: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Motors {
    pub fn start() -> Motors {
        let (device, path) = pty();
        let state = Arc::default();
        let is_unplugged = Arc::<AtomicBool>::default();
        let thread = thread::spawn({
            let (state, is_unplugged) = (Arc::clone(&state), Arc::clone(&is_unplugged));
            move || run_motors(device, &state, &is_unplugged)
        });
        Motors { path, state, is_unplugged, thread: Some(thread) }
    }

    pub fn place(&self) -> [f32; 3] {
        self.state.lock().unwrap().0
    }

    pub fn velocity(&self) -> [f32; 2] {
        self.state.lock().unwrap().1
    }

    pub fn have_stopped(&self) -> bool {
        self.velocity().iter().all(|speed| speed.abs() < 1e-6)
    }

    /// Closes the device.
    pub fn unplug(&mut self) {
        self.is_unplugged.store(true, Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

fn run_motors(mut device: File, state: &Mutex<([f32; 3], [f32; 2])>, is_unplugged: &AtomicBool) {
    const STEP: Duration = Duration::from_millis(10);
    let (mut read, mut commanded) = (Vec::new(), Instant::now());
    while !is_unplugged.load(Relaxed) {
        thread::sleep(STEP);
        let mut buffer = [0; 1024];
        if let Ok(length) = device.read(&mut buffer) {
            read.extend_from_slice(&buffer[..length]);
        }
        let mut state = state.lock().unwrap();
        while let Some(end) = read.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = read.drain(..=end).collect();
            let line = String::from_utf8(line).unwrap();
            let numbers: Vec<f32> =
                line.split_whitespace().map(|word| word.parse().unwrap()).collect();
            // It is seen by whoever looks at the state: the lock is poisoned.
            assert!(
                matches!(numbers[..], [ahead, turn] if ahead.abs() <= 0.8 && turn.abs() <= 1.5),
                "a command out of limits: {line}"
            );
            state.1 = numbers.try_into().unwrap();
            commanded = Instant::now();
        }
        if commanded.elapsed() > Duration::from_millis(200) {
            state.1 = [0.0; 2];
        }
        let ([x, y, heading], [ahead, turn]) = *state;
        let seconds = STEP.as_secs_f32();
        let (sin, cos) = heading.sin_cos();
        state.0 = [x + ahead * cos * seconds, y + ahead * sin * seconds, heading + turn * seconds];
        let [x, y, heading] = state.0;
        // Before the program opens its side, nothing arrives.
        let _ = device.write_all(format!("{x:.4} {y:.4} {heading:.4}\n").as_bytes());
    }
}

/// The gauge of the battery.
pub struct Battery {
    pub path: PathBuf,
    percent: Arc<Mutex<f32>>,
}

impl Battery {
    pub fn start() -> Battery {
        let (mut device, path) = pty();
        let percent = Arc::new(Mutex::new(90.0));
        let sent = Arc::clone(&percent);
        thread::spawn(move || {
            loop {
                let percent = *sent.lock().unwrap();
                let _ = device.write_all(format!("{percent}\n").as_bytes());
                thread::sleep(Duration::from_millis(100));
            }
        });
        Battery { path, percent }
    }

    pub fn set(&self, percent: f32) {
        *self.percent.lock().unwrap() = percent;
    }
}

/// The lidar.
pub struct Lidar {
    pub address: String,
    stalls: Arc<AtomicBool>,
}

impl Lidar {
    pub fn start() -> Lidar {
        let (socket, to) = (UdpSocket::bind("127.0.0.1:0").unwrap(), super::free_port());
        let (address, stalls) = (format!("127.0.0.1:{to}"), Arc::<AtomicBool>::default());
        let (target, is_stalled) = (address.clone(), Arc::clone(&stalls));
        thread::spawn(move || {
            loop {
                if !is_stalled.load(Relaxed) {
                    let _ = socket.send_to(&5_f32.to_le_bytes(), &target);
                }
                thread::sleep(Duration::from_millis(20));
            }
        });
        Lidar { address, stalls }
    }

    pub fn stall(&self, stalls: bool) {
        self.stalls.store(stalls, Relaxed);
    }
}
