// What the random functions use, and what runs them.

#![allow(warnings)]
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub static SINK: AtomicU64 = AtomicU64::new(0);

pub struct Memory {
    pub narrow: u8,
    pub short: i16,
    pub word: u32,
    pub wide: i64,
}

/// Notices that a function is in a state in which it was before: it never ends, since nothing else
/// matters. The state is compared with one from before, which is replaced after 1, 2, 4, .. rounds.
pub struct Watch {
    left: u32,
    saved: (u32, [u64; 10]),
    age: u32,
    limit: u32,
    is_endless: bool,
}

impl Watch {
    fn new(left: u32) -> Self {
        Self { left, saved: (0, [0; 10]), age: 0, limit: 1, is_endless: false }
    }

    #[inline(always)]
    pub fn tick(&mut self, place: u32, state: [u64; 10]) -> bool {
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        if self.saved == (place, state) {
            self.is_endless = true;
            self.left = 0;
            return true;
        }
        self.age += 1;
        if self.age == self.limit {
            self.saved = (place, state);
            self.age = 0;
            self.limit = self.limit.saturating_mul(2);
        }
        false
    }
}

#[cfg(not(run))]
macro_rules! tick {
    ($($any:tt)*) => {};
}
#[cfg(run)]
macro_rules! tick {
    ($w:ident, $place:expr, $state:expr) => {
        if $w.tick($place, $state) {
            return 1;
        }
    };
}

pub type Program = fn(i64, u64, f64, &[u8], &mut Memory, &mut Watch) -> u64;

/// As `skill_runtime::proof::Roots`.
#[repr(C)]
pub struct Roots {
    kind: &'static str,
    path: &'static str,
    file: &'static str,
    function: Program,
}

const WHOLE: [i64; 30] = [
    0, 1, 2, 7, 20, 100, 127, 128, 200, 254, 255, 256, 300, 1000, 32767, 32768, 40000, 65535, 65536,
    70000, 200_000, i32::MAX as i64, i32::MAX as i64 + 1, u32::MAX as i64, u32::MAX as i64 + 5, -1,
    -300, -70000, i64::MAX, i64::MIN,
];
const REAL: [f64; 6] = [0.0, 1.5, -3.0, 1e300, f64::INFINITY, f64::NAN];

/// Prints a line for each function: its number, an input with which it never ends, and one with
/// which it did not end within the limit.
#[cfg(run)]
fn main() {
    let limit: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    for (name, program) in PROGRAMS {
        let (mut endless, mut long) = (None, None);
        for (index, whole) in WHOLE.into_iter().enumerate() {
            let other = WHOLE[(index * 7 + 3) % WHOLE.len()] as u64;
            let real = REAL[index % REAL.len()];
            let data = vec![3_u8; [0, 1, 5, 300, 70000][index % 5]];
            let mut memory = Memory { narrow: 0, short: 0, word: 0, wide: 0 };
            let mut watch = Watch::new(limit);
            SINK.fetch_add(
                program(whole, other, real, &data, &mut memory, &mut watch),
                Relaxed,
            );
            let input = || Some(format!("{whole}/{other}/{real}/{}", data.len()));
            if watch.is_endless {
                endless = input();
                break;
            } else if watch.left == 0 {
                long = input();
            }
        }
        let text = |input: Option<String>| input.unwrap_or("-".to_owned());
        println!("{name} {} {}", text(endless), text(long));
    }
}
