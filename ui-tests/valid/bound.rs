//! Names in guards, of all kinds of patterns and in all places. `tests/ui.rs` compiles it with the
//! edition 2021, too.
#![deny(warnings)]

use skill_runtime::{interface, skill};

interface! { pub Camera { fields { count: u32, near_m: f32, far_m: f32 } } }

/// A value that is neither `Copy` nor `Debug`.
pub struct Cup {
    pub x_m: f32,
    pub kind: Kind,
}
pub enum Kind {
    Red(u32),
    Blue { size: u32 },
}

fn cup(camera: &Camera) -> Option<Cup> {
    let kind = if camera.near_m > 1.0 { Kind::Red(camera.count) } else { Kind::Blue { size: 3 } };
    (camera.count > 0).then_some(Cup { x_m: camera.far_m, kind })
}
fn pair(camera: &Camera) -> Result<(u32, u32), u32> {
    if camera.count > 2 { Ok((camera.count, 1)) } else { Err(camera.count) }
}

skill! {
    pub skill Measure() -> f32 {
        depends_interfaces { camera: Camera }
        start state Look {
            -> FINAL(cup.x_m) when let Some(cup) = cup(camera);
            -> FAILED("{}", e) after 1s when let Err(e) = pair(camera);
            -> FAILED after 2s;
        }
    }
}
skill! {
    pub skill Bound(limit: u32 = 3, near: Option<f32> = None) -> f32 {
        depends_skills { Measure }
        depends_interfaces { camera: Camera }
        vars { last: [u32; 2] = [0, 0] }
        always {
            -> FAILED("{} {}", a, b) when let Ok((a, b)) = pair(camera) && a + b > self.limit + 90;
            -> FAILED("{}", n) on FAILED when let n @ 5.. = camera.count;
            -> FAILED on FAILED;
        }
        start state Begin {
            precond -> Held(x)
                when let Some(Cup { x_m: x, kind: Kind::Red(_) }) = cup(camera) && x > 2.0;
            loop { self.last[0] += camera.count; }
            -> Held(near) when let Some(near) = self.near;
            -> Held(1.0)
                when let (Kind::Red(size) | Kind::Blue { size }) = cup(camera)
                    .map_or(Kind::Red(0), |cup| cup.kind) && size > 3;
            -> Held(temporary.x_m) when let Some(temporary) = &cup(camera)
                && let Kind::Blue { size: ref size @ 2.. } = temporary.kind && *size < 9;
            -> FAILED("{} of {}", first, rest) when let [first, rest] = self.last && first > rest;
            -> Begin when rising let true = camera.count > 3 && camera.count < 5;
            -> Begin when let 1 | 2 = camera.count for 1s;
            -> Held(if self.limit > 3 { far } else { 0.0 }) after 5s
                when let far = match camera.count {
                    0 => 1.0,
                    _ => camera.far_m
                };
            -> FINAL(mean) when let total = camera.near_m + camera.far_m && let mean = total / 2.0;
        }
        state Held(x_m: f32, m: u32 = 2) = Measure {} {
            -> FINAL(x_m) on FINAL(x_m) when let _unused = x_m;
            -> Held(half, n)
                on FINAL(x_m) when let half = x_m / 2.0 && self.x_m > half && let n = self.m + 1;
            -> FINAL(self.x_m) on FINAL;
            -> Held(self.x_m) on FAILED when let Ok(_) = pair(camera);
        }
    }
}
