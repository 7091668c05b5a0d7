//! The message packages of the rover and of the NAO.

use rover::agent::Collector;
use rover::skills::RoverSkills;
use skill_ros2::{Count, Package, PackageError, Type};
use skill_runtime::Agent;
use skill_studio::Description;
use skills_nao::skills::NaoSoccer;
use std::collections::BTreeSet;
use std::fs;

fn rover() -> Package {
    let description = Description::of::<RoverSkills>("rover", const { &[Collector::INFO] });
    Package::of(&description).expect("a package")
}

fn nao() -> Package {
    Package::of(&Description::of::<NaoSoccer>("nao", &[])).expect("a package")
}

fn file(package: &Package, path: &str) -> String {
    let files = package.files();
    let found = files.into_iter().find(|(of, _)| of == path);
    found.unwrap_or_else(|| panic!("no {path}")).1
}

#[test]
fn an_action_has_the_arguments_of_its_skill() {
    let package = rover();
    let action = file(&package, "action/DriveTo.action");
    let goal = action.split("---\n").next().expect("a goal");
    let hash = package.hash;
    assert_eq!(
        goal,
        format!(
            "# Drives to a place, and waits for obstacles to go away, or for data from the lidar.
# The package that the client was built with. Leave its default.
uint64 package_hash {hash}
# Ahead of where the robot was started.
# Range: -10.0..=10.0.
# [m]
float32 x_m
# To the left of where it was started.
# Range: -10.0..=10.0.
# [m]
float32 y_m
# The time limit.
# Range: 1.0..=600.0.
# [s]
float32 timeout_sec 60.0
"
        )
    );
    let grip = file(&package, "action/Grip.action");
    assert!(grip.contains("uint8 JAWS_OPEN=1\nuint8 JAWS_CLOSED=2\n"), "{grip}");
    assert!(grip.contains("uint8 jaws 2\n"), "{grip}");
    let result = file(&package, "action/Search.action");
    let result = result.split("---\n").nth(1).expect("a result").to_owned();
    assert!(result.contains("uint8 status\n"), "{result}");
    assert!(result.contains("[m]\nfloat32 distance_m\n"), "{result}");
    let any = file(&package, "action/Skill.action");
    assert!(any.contains("\nstring call\n"), "{any}");
}

#[test]
fn an_interface_has_a_message() {
    let message = file(&rover(), "msg/Gripper.msg");
    assert!(message.contains("bool has_writer\n"), "{message}");
    assert!(message.contains("uint32 JAWS_OPEN=0\nuint32 JAWS_CLOSED=1\n"), "{message}");
    assert!(message.contains("uint32 jaws\n"), "{message}");
    let all = file(&rover(), "CMakeLists.txt");
    assert!(all.contains("\"msg/EmergencyStop.msg\""), "{all}");
}

#[test]
fn groups_options_texts_and_reserved_words_have_fields() {
    let package = nao();
    let field = |action: &str, name: &str| {
        let action = package.actions.iter().find(|of| of.name == action).expect("an action");
        action.goal.iter().find(|of| of.name == name).expect("a field").clone()
    };
    let standup = field("standup", "from_field");
    assert_eq!(standup.source, "from");
    assert_eq!(field("say", "text").ty, Type::Text(256));
    let joint = field("servo", "head_yaw");
    assert_eq!((joint.ty, joint.count), (Type::Float(32), Count::Optional));
    assert!(file(&package, "action/Servo.action").contains("float32[<=1] head_yaw\n"));
}

/// Returns whether ROS allows the name of a field.
fn is_field(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(plain)
        && !name.contains("__")
        && !name.ends_with('_')
}

#[test]
fn each_name_is_one_that_ros_allows_and_is_there_once() {
    for package in [rover(), nao()] {
        let (mut names, mut types) = (BTreeSet::new(), BTreeSet::new());
        let actions = package.actions.iter().map(|of| (&of.name, &of.type_name));
        let topics = package.interfaces.iter().map(|of| (&of.name, &of.type_name));
        for (name, type_name) in actions.chain(topics) {
            assert!(is_field(name) && names.insert(name), "{name}");
            let is_type = type_name.chars().all(|c| c.is_ascii_alphanumeric());
            let is_type = is_type && type_name.starts_with(|c: char| c.is_ascii_uppercase());
            assert!(is_type && types.insert(type_name), "{type_name}");
        }
        for (path, text) in package.files().iter().filter(|(path, _)| path.contains('/')) {
            for section in text.split("---\n") {
                let mut names = BTreeSet::new();
                for line in section.lines().filter(|line| !line.starts_with('#')) {
                    let name = line.split(' ').nth(1).expect("a name");
                    let (name, is_constant) = match name.split_once('=') {
                        Some((name, _)) => (name, true),
                        None => (name, false),
                    };
                    assert!(names.insert(name), "{path}: {name} twice");
                    let lower =
                        if is_constant { name.to_ascii_lowercase() } else { name.to_owned() };
                    assert!(is_field(&lower), "{path}: {line}");
                    assert!(!is_constant || name == name.to_ascii_uppercase(), "{path}: {line}");
                }
            }
        }
    }
}

#[test]
fn the_hash_is_that_of_all_messages() {
    assert_eq!(rover().files(), rover().files());
    let hash = rover().hash;
    assert!(hash != 0 && hash != nao().hash);
    let without = Description::of::<RoverSkills>("rover", &[]);
    // Agents are not called.
    assert_eq!(Package::of(&without).expect("a package").hash, hash);
    let other = Description::of::<RoverSkills>("rover2", &[]);
    assert_ne!(Package::of(&other).expect("a package").hash, hash);
}

#[test]
fn a_folder_is_replaced_whole_and_a_foreign_one_never() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = rover().write(parent.path()).expect("written");
    assert_eq!(folder, parent.path().join("rover_skills"));
    let made =
        |path: &str| fs::metadata(folder.join(path)).expect("a file").modified().expect("a time");
    let before = made("package.xml");
    rover().write(parent.path()).expect("written");
    assert_eq!(made("package.xml"), before, "the same files are left as they are");
    fs::write(folder.join("msg/Old.msg"), "bool x\n").expect("written");
    rover().write(parent.path()).expect("written");
    assert!(!folder.join("msg/Old.msg").exists());
    for (path, text) in rover().files() {
        assert_eq!(fs::read_to_string(folder.join(path)).expect("a file"), text);
    }
    assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 1, "nothing is left beside");

    fs::write(folder.join("package.xml"), "<package/>").expect("written");
    let error = rover().write(parent.path()).expect_err("a foreign folder");
    assert!(matches!(error, PackageError::Foreign(_)), "{error}");
    assert_eq!(fs::read_to_string(folder.join("package.xml")).expect("a file"), "<package/>");
}
