//! The vehicle at work while its sources change and its program is killed.

use crate::rig::Rig;
use rustix::process::{Pid, Signal, kill_process};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// The line of `skills.rs` that changes.
const SPEED: &str = "const AHEAD: f32 = 0.8;";

/// Copies the files of the workspace that git knows, and returns the package of the vehicle.
fn copied(to: &Path) -> Result<PathBuf> {
    let prefix = format!("--prefix={}/", to.display());
    let mut git = Command::new("git");
    git.args(["checkout-index", "--all", "--force", &prefix]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !git.current_dir(root).status()?.success() {
        return Err("git cannot copy the workspace".into());
    }
    Ok(to.join("examples/agv"))
}

/// Returns the process of the vehicle that a process has started.
fn vehicle_of(dev: Pid) -> Option<Pid> {
    fs::read_dir("/proc").ok()?.flatten().find_map(|entry| {
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // proc(5): the name in brackets, the state, the parent.
        let (name, fields) = stat.split_once('(')?.1.rsplit_once(") ")?;
        let parent: i32 = fields.split(' ').nth(1)?.parse().ok()?;
        let id = entry.file_name().to_str()?.parse().ok()?;
        (parent == dev.as_raw_nonzero().get() && name.starts_with("agv"))
            .then(|| Pid::from_raw(id))?
    })
}

/// Changes the speed again and again, and kills the program at a random time; the vehicle drives as fast as it was said
/// last, no command is out of limits, and in the end all stops in good order.
#[test]
#[ignore = "takes half an hour; run it after changes of `cargo skill dev`"]
fn a_hundred_changes_with_kills_reach_the_motors() -> Result {
    let built = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"))?;
    let built = built.join("handover");
    let cargo = |arguments: &[&str]| -> Result {
        let status = Command::new(env!("CARGO")).args(arguments).status()?;
        if status.success() { Ok(()) } else { Err(format!("{arguments:?}: {status}").into()) }
    };
    let target = built.to_str().ok_or("a path")?.to_owned();
    cargo(&["build", "--package", "robot-skill-cargo", "--target-dir", &target])?;
    let package = copied(&built.join("workspace"))?;
    let manifest = package.join("Cargo.toml");
    let manifest = manifest.to_str().ok_or("a path")?;
    cargo(&["build", "--manifest-path", manifest, "--features", "full", "--target-dir", &target])?;
    let (skills, dev) = (package.join("src/skills.rs"), built.join("debug/cargo-skill"));
    let text = fs::read_to_string(&skills)?;
    assert!(text.contains(SPEED));
    let save = |speed: f32, line: &str| {
        fs::write(&skills, text.replace(SPEED, &format!("const AHEAD: f32 = {speed:.3};{line}")))
    };
    let dev = dev.to_str().ok_or("a path")?;
    let target = format!("CARGO_TARGET_DIR={target}");
    let program =
        [&target, dev, "skill", "dev", "--manifest-path", manifest, "--features", "full", "--"];
    let mut rig = Rig::start_by(&program);
    let id = rig.id();
    let (mut random, mut slowest) = (1_u64, Duration::ZERO);
    for version in 0..100_u16 {
        let speed = 0.3 + f32::from(version) * 0.005;
        save(speed, "")?;
        let saved = Instant::now();
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        sleep(Duration::from_millis(random >> 51));
        if let Some(vehicle) = vehicle_of(id) {
            // It may be gone.
            let _ = kill_process(vehicle, Signal::KILL);
        }
        let ways = |rig: &Rig| rig.output().matches("; the one before runs").count();
        let given_way = ways(&rig);
        let (mut is_saved_again, mut asked) = (false, Instant::now());
        rig.until("it drives as fast as it is to", Duration::from_mins(4), |rig| {
            // One that was killed before it was ready gives way, until it is saved again.
            if !is_saved_again && ways(rig) > given_way {
                is_saved_again = save(speed, " // Again.").is_ok();
            }
            if asked.elapsed() > Duration::from_secs(1) {
                asked = Instant::now();
                let is_away = rig.motors.place()[0] > 0.0;
                rig.try_order(if is_away { -40.0 } else { 40.0 }, 0.0);
            }
            (rig.motors.velocity()[0] - speed).abs() < 0.001
        });
        slowest = slowest.max(saved.elapsed());
        println!("{version}: {speed:.3} m/s after {:.1} s", saved.elapsed().as_secs_f32());
    }
    let (status, output) = rig.end(Signal::TERM);
    assert_eq!(status.code(), Some(0), "{output}");
    assert!(rig.motors.have_stopped(), "{output}");
    println!("the slowest after {slowest:?}");
    Ok(())
}
