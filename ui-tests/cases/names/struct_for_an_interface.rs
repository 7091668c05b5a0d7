use skill_runtime::skill;

#[derive(Clone, Copy, Default)]
pub struct Ball {
    pub x: f32,
    pub y: f32,
}

skill! {
    pub skill Approach() {
        depends_interfaces { ball: Ball }
        start state Go {
            -> FINAL when ball.x < 0.1;
            -> FAILED after 10s;
        }
    }
}

fn main() {}
