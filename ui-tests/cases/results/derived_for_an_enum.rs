use skill_runtime::SkillResult;

#[derive(Clone, Copy, SkillResult)]
pub enum Side {
    Left,
    Right,
}

fn main() {}
