//! A run of several robots: each has its addresses, and all have one pace.

use rover::interfaces::RoverBoard;
use rover::skills::RoverSkills;
use serde_json::{Value, json};
use skill_runtime::{Instant, MainLoop, NoTrace, ObservedPass, Skiller};
use skill_studio::live::Hub;
use skill_studio::live::server::{Options, start_run};
use skill_studio::view::{SceneView, Shape};
use skill_studio::watch::{Place, Remote, RemoteError};
use skill_studio::world::{RobotKind, WorldOf};
use skill_studio::{Description, RobotOfRun, Watching};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

const TOKEN: &str = "0123456789abcdef0123";
const NAMES: [&str; 2] = ["a", "b c"];

/// The world of both, in which each believes something.
#[allow(clippy::trivially_copy_pass_by_ref)] // as of any world
fn scene((): &()) -> SceneView {
    let shape = |believer: &'static str| Shape { believer: believer.into(), ..Shape::default() };
    let shapes = ["", NAMES[0], NAMES[1]].map(shape).to_vec();
    SceneView { shapes, ..SceneView::default() }
}

/// Runs two robots in a world where nothing happens, until `is_over`.
fn passes(
    boards: &[RoverBoard; 2],
    watching: &mut [Watching<'_, RoverSkills>],
    is_over: impl Fn() -> bool,
) {
    let mut skillers = boards.each_ref().map(|board| Skiller::<RoverSkills>::new(board).unwrap());
    let mut main_loops = [MainLoop::new(), MainLoop::new()];
    let world = WorldOf { scene: Some(scene), ..WorldOf::default() };
    let mut time = Instant::ZERO;
    while !is_over() {
        if !Watching::wait_for_run(watching, time, &mut world.of(&mut ())) {
            continue;
        }
        let all = skillers.iter_mut().zip(&mut main_loops).zip(watching.iter_mut());
        for ((skiller, main_loop), watching) in all {
            let observer = watching.observer();
            let (robot, agent, tracer) = (&mut (), &mut (), &mut NoTrace);
            let mut pass = ObservedPass { robot, agent, skiller, observer, tracer };
            main_loop.pass(time, &mut pass).unwrap();
        }
        time = time.after(Duration::from_millis(10));
    }
}

/// Calls `test` with the server of the run, and its hubs.
fn with_run(test: impl FnOnce(SocketAddr, &[Arc<Hub>]) + Send) {
    let boards: [RoverBoard; 2] = Default::default();
    let description = Description::of::<RoverSkills>("rover", &[]);
    let robots = NAMES.iter().zip(&boards).map(|(name, board)| RobotOfRun {
        name: (*name).to_owned(),
        description,
        board,
        agent: None,
    });
    let robots: Vec<_> = robots.collect();
    let mut watching = [Watching::default(), Watching::default()];
    let kind = RobotKind::Simulated { has_scene: true };
    let hubs = Watching::make_run_live(&mut watching, &robots, kind);
    let options = Options {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        allow_commands: true,
        token: Some(TOKEN.to_owned()),
        roles: Vec::new(),
        hosts: Vec::new(),
    };
    let server = start_run(hubs.clone(), &options).unwrap();
    std::thread::scope(|scope| {
        let test = scope.spawn(move || test(server.address, &hubs));
        passes(&boards, &mut watching, || test.is_finished());
    });
}

fn view(remote: &Remote, robot: &str) -> Value {
    remote.get(&format!("/robots/{robot}/api/view")).expect(robot)
}

#[test]
fn each_robot_of_a_run_has_its_addresses_and_all_have_one_pace() {
    with_run(|address, hubs| {
        let remote = &Remote::new(address.to_string(), Some(TOKEN.to_owned()));
        for (hub, name) in hubs.iter().zip(NAMES) {
            let mut seen = hub.subscribe();
            let start = std::time::Instant::now();
            while seen.borrow_and_update().scene.number == 0 {
                assert!(start.elapsed() < Duration::from_secs(20), "{name} has no world");
                std::thread::sleep(Duration::from_millis(10));
            }
            let scene = Arc::clone(&seen.borrow().scene.value);
            let believers: Vec<_> = scene.shapes.iter().map(|shape| &*shape.believer).collect();
            assert_eq!(believers, ["", name]);
        }
        let description: Value = remote.get("/robots/b%20c/api/description").unwrap();
        assert_eq!(description["run"], json!({ "name": "b c", "robots": NAMES }));
        let first: Value = remote.get("/api/description").unwrap();
        assert_eq!(first["run"]["name"], "a");
        let [a, b] = ["a", "b%20c"].map(|name| view(remote, name)["session"].clone());
        assert_ne!(a, b);
        assert_eq!(view(remote, "a")["session"], remote.get("/api/view").unwrap()["session"]);
        // Of one, so of all.
        remote.post("/robots/b%20c/api/debug", &json!({"command": "pause"})).unwrap();
        let held = ["a", "b%20c"].map(|name| view(remote, name));
        assert!(held.iter().all(|view| view["paused"] == true), "{held:?}");
        assert_eq!(held[0]["pass"], held[1]["pass"]);
        remote.post("/api/debug", &json!({"command": "step"})).unwrap();
        let next = held[0]["pass"].as_u64().unwrap() + 1;
        for name in ["a", "b%20c"] {
            let start = std::time::Instant::now();
            while view(remote, name)["pass"] != next {
                assert!(start.elapsed() < Duration::from_secs(20), "{name} does not pass");
            }
        }
        // By the address that its page has.
        let place = format!("http://{address}/?robot=b%20c#token={TOKEN}");
        let by_address = place.parse::<Place>().unwrap().remote(None).unwrap();
        assert_eq!(by_address.get("/api/view").unwrap()["session"], b);
        by_address.post("/api/stop", &json!({})).unwrap();
        // A call is for one.
        remote.post("/robots/b%20c/api/call", &json!({"call": "search{}"})).unwrap();
        remote.post("/api/debug", &json!({"command": "continue"})).unwrap();
        let start = std::time::Instant::now();
        while view(remote, "b%20c")["skiller"]["call"] != "search{}" {
            assert!(start.elapsed() < Duration::from_secs(20), "{}", view(remote, "b%20c"));
        }
        assert_eq!(view(remote, "a")["skiller"]["call"], "");
        for name in ["c", "", "a%2Fb"] {
            let refused = remote.get(&format!("/robots/{name}/api/view"));
            let is_unknown = matches!(&refused, Err(RemoteError::Refused { answer, .. })
                if answer["message"] == "there is no robot of this name"
                    && answer["help"] == "the robots are `a`, `b c`");
            assert!(is_unknown, "{name}: {refused:?}");
        }
    });
}
