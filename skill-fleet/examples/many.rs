//! Several simulated rovers in one program, each with a session of its own: for `cargo xtask fleet`.
//!
//! Arguments: the first number, the count, the period in seconds, the endpoint of the router, empty for peers. Lines on standard input:
//! `join`, `leave`, `drive`, `halt`, `report`, and the end of the file ends it. `report` prints JSON since the last one: the passes, the CPU
//! time of the robots' threads, and how late and how long passes were. After `drive`, each robot drives there and back, until `halt`: then it
//! ends the last way. `stopped ID NANOSECONDS` is printed at the end of a
//! skill, by the clock of the machine.
#![allow(clippy::print_stdout)] // that is its interface

use rover::agent::Collector;
use rover::interfaces::RoverBoard;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use rustix::time::{ClockId, clock_gettime};
use skill_fleet::{Member, MemberOptions, Network};
use skill_runtime::{Agent, NoTrace, Stages, Tick};
use skill_studio::live::{Command, NewCall, SENDER};
use skill_studio::{Description, Session};
use std::error::Error;
use std::io::BufRead as _;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Notes when passes begin and end.
struct Timed {
    simulator: Simulator<'static>,
    began: Instant,
    times: Arc<Mutex<Times>>,
}

/// The passes of all robots since the last report.
#[derive(Default)]
struct Times {
    took_nanos: Vec<u64>,
    between_nanos: Vec<u64>,
    cpu: Duration,
}

fn nanos(of: Duration) -> u64 {
    u64::try_from(of.as_nanos()).unwrap_or(u64::MAX)
}

impl Stages for Timed {
    fn sensor(&mut self, now: Tick) {
        let began = Instant::now();
        let between = nanos(began - self.began);
        self.times.lock().unwrap_or_else(PoisonError::into_inner).between_nanos.push(between);
        self.began = began;
        self.simulator.sensor(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.simulator.world_model(now);
    }
    fn act(&mut self, now: Tick) {
        self.simulator.act(now);
        let took = nanos(self.began.elapsed());
        self.times.lock().unwrap_or_else(PoisonError::into_inner).took_nanos.push(took);
    }
}

/// Returns the CPU time of this thread.
fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The orders for all robots.
#[derive(Default)]
struct Orders {
    joined: AtomicBool,
    drives: AtomicBool,
    is_over: AtomicBool,
}

fn robot(options: &MemberOptions, orders: &Orders, times: &Arc<Mutex<Times>>) {
    let description = Description::of::<RoverSkills>("rover", const { &[Collector::INFO] });
    let board: &RoverBoard = Box::leak(Box::default());
    let simulator = Simulator::new(board).expect("a new board");
    let timed = Timed { simulator, began: Instant::now(), times: Arc::clone(times) };
    let mut session: Session<'_, RoverSkills, _> =
        Session::new(board, timed).expect("a new board").in_realtime(true);
    let hub = session.make_live(description);
    let (mut member, mut runs, mut used, mut way) = (None, false, cpu(), 0_u32);
    let (id, mut called) = (options.id.to_string(), None);
    while !orders.is_over.load(Relaxed) {
        match (orders.joined.load(Relaxed), &member) {
            (true, None) => {
                let joined = Member::start(Arc::clone(&hub), options.clone());
                member = Some(joined.expect("the network was given"));
            }
            // In another thread: a session takes a while to end.
            (false, Some(_)) => {
                let member = member.take();
                thread::spawn(move || drop(member));
            }
            _ => {}
        }
        session.pass(&mut NoTrace);
        let now = cpu();
        times.lock().unwrap_or_else(PoisonError::into_inner).cpu += now.saturating_sub(used);
        used = now;
        let is_running = session.doing().starts_with("running ");
        // One that was called is running in the next pass.
        if !is_running && !runs && orders.drives.load(Relaxed) {
            let x_m = if way.is_multiple_of(2) { 9.0 } else { -9.0 };
            let new = NewCall { call: format!("drive_to{{x_m={x_m:.1}, y_m=0.0}}"), lease: false };
            way += 1;
            // Another client may have control.
            // One that nobody awaits is withdrawn.
            drop(std::mem::replace(&mut called, hub.send(SENDER, Command::Call(new)).ok()));
        }
        if std::mem::replace(&mut runs, is_running) && !is_running {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            println!("stopped {id} {}", now.as_nanos());
        }
    }
}

/// Returns the value, µs, below which so many percent of them are.
#[allow(clippy::cast_precision_loss)] // of times
fn percentile(nanos: &mut [u64], percent: usize) -> f64 {
    nanos.sort_unstable();
    nanos.get(nanos.len().saturating_sub(1) * percent / 100).map_or(0.0, |of| *of as f64 / 1000.0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let [first, count, period, endpoint] = &words[..] else {
        return Err("expected the first number, the count, the period and the endpoint".into());
    };
    let (first, count) = (first.parse::<u32>()?, count.parse::<u32>()?);
    let period = Duration::try_from_secs_f64(period.parse()?)?;
    let (orders, times) = (Arc::<Orders>::default(), Arc::<Mutex<Times>>::default());
    let mut robots = Vec::new();
    for number in first..first + count {
        let connect = Some(endpoint.clone()).filter(|of| !of.is_empty());
        let network = Network { zenoh: None, connect: connect.into_iter().collect() };
        let id = format!("rover-{number:02}").parse()?;
        let url = Some(format!("http://127.0.0.1:{}/", 9000 + number));
        let options = MemberOptions { network, id, period, url };
        let (orders, times) = (Arc::clone(&orders), Arc::clone(&times));
        robots.push(thread::spawn(move || robot(&options, &orders, &times)));
        // Their passes are not at one time.
        thread::sleep(Duration::from_micros(1300));
    }
    for line in std::io::stdin().lock().lines() {
        match line?.trim() {
            "join" => orders.joined.store(true, Relaxed),
            "leave" => orders.joined.store(false, Relaxed),
            "drive" => orders.drives.store(true, Relaxed),
            "halt" => orders.drives.store(false, Relaxed),
            "report" => {
                let mut times =
                    std::mem::take(&mut *times.lock().unwrap_or_else(PoisonError::into_inner));
                let passes = times.took_nanos.len().max(1);
                let report = serde_json::json!({
                    "passes": passes,
                    "cpu_ns": nanos(times.cpu),
                    "took_median_us": percentile(&mut times.took_nanos, 50),
                    "took_99_us": percentile(&mut times.took_nanos, 99),
                    "between_median_us": percentile(&mut times.between_nanos, 50),
                    "between_99_us": percentile(&mut times.between_nanos, 99),
                });
                println!("report {report}");
            }
            other => return Err(format!("`{other}` is no order").into()),
        }
    }
    orders.is_over.store(true, Relaxed);
    for robot in robots {
        // One that has panicked has said so.
        drop(robot.join());
    }
    Ok(())
}
