use skill_runtime::{interface, skill};
interface! { pub Motion { fields { moving: bool } messages { Go, Stop } } }
fn look(_: &mut LookPorts<'_>, angle: f32, leg: u32) -> skill_runtime::Status { let _ = (angle, leg); skill_runtime::Status::Final }
skill! {
    pub skill Look() {
        depends_interfaces { motion: Motion }
        start state A = action look("far", true) { -> FINAL on FINAL; -> FAILED on FAILED; -> FAILED when motion.moving; }
    }
}
fn main() {}
