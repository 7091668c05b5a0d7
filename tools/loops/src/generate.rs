//! Random functions with loops.
//!
//! Each has one to four variables: numbers of every width, also in an array and in a reference.
//! A loop tests one of them, mostly, and changes it, mostly. All that may matter for whether it ends
//! is random: the width of the counter and of the comparison, the sign, the step, the beginning, the
//! bound, jumps, resets, loops in loops.

use std::fmt::Write as _;

use fastrand::Rng;

/// A type of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Type {
    name: &'static str,
    bits: u32,
    is_float: bool,
}

const fn integer(name: &'static str, bits: u32) -> Type {
    Type { name, bits, is_float: false }
}

const TYPES: [Type; 11] = [
    integer("u8", 8),
    integer("i8", 8),
    integer("u16", 16),
    integer("i16", 16),
    integer("u32", 32),
    integer("i32", 32),
    integer("u64", 64),
    integer("i64", 64),
    integer("usize", 64),
    Type { name: "f32", bits: 32, is_float: true },
    Type { name: "f64", bits: 64, is_float: true },
];

/// The fields of `Memory` in `harness.rs`.
const FIELDS: [(&str, usize); 4] = [("narrow", 0), ("short", 3), ("word", 4), ("wide", 7)];

#[derive(Debug, Clone)]
struct Variable {
    /// As it is written and read: `v0`, `list[1]`, `memory.word`.
    text: String,
    ty: Type,
    /// Whether a `for` loop assigns it.
    is_fixed: bool,
}

/// Returns a function with the name `p{number}`, which returns from the first `tick!` that requests it.
pub fn program(number: usize, rng: &mut Rng) -> String {
    let mut of = Generator { rng, out: String::new(), variables: Vec::new(), ticks: 0, depth: 1 };
    of.declare();
    of.repeat();
    if of.chance(20) {
        of.repeat();
    }
    let body = of.out.replace("STATE", &of.state());
    format!(
        "pub fn p{number}(a: i64, b: u64, x: f64, data: &[u8], memory: &mut Memory, w: &mut Watch) \
         -> u64 {{\n{body}    0\n}}\n"
    )
}

struct Generator<'r> {
    rng: &'r mut Rng,
    out: String,
    variables: Vec<Variable>,
    ticks: u32,
    depth: usize,
}

impl Generator<'_> {
    fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(0..100) < percent
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.rng.usize(0..of.len())]
    }

    fn line(&mut self, text: &str) {
        let indent = self.depth * 4;
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    /// All variables as an array of numbers: the state of the function.
    fn state(&self) -> String {
        let number = |of: &Variable| {
            let text = &of.text;
            if of.ty.is_float {
                format!("{text}.to_bits() as u64")
            } else {
                format!("{text} as u64")
            }
        };
        let mut all: Vec<_> = self.variables.iter().map(number).collect();
        all.resize(10, "0".to_owned());
        format!("[{}]", all.join(", "))
    }

    fn declare(&mut self) {
        for index in 0..self.rng.usize(1..=4) {
            let mut ty = self.one(&TYPES);
            if ty.is_float && self.chance(60) {
                ty = TYPES[self.rng.usize(0..9)];
            }
            let text = match self.rng.u32(0..100) {
                0..8 => {
                    let (field, of) = self.one(&FIELDS);
                    ty = TYPES[of];
                    format!("memory.{field}")
                }
                8..14 => {
                    self.line(&format!("let mut list{index} = [0 as {0}; 3];", ty.name));
                    format!("list{index}[1]")
                }
                14..18 => {
                    self.line(&format!("let mut pair{index} = (0_u8, 0 as {0});", ty.name));
                    format!("pair{index}.1")
                }
                _ => {
                    self.line(&format!("let mut v{index} = 0 as {0};", ty.name));
                    format!("v{index}")
                }
            };
            if self.variables.iter().all(|of| of.text != text) {
                self.variables.push(Variable { text, ty, is_fixed: false });
            }
        }
        for index in 0..self.variables.len() {
            self.begin(index);
        }
    }

    /// Assigns a value that does not depend on others.
    fn begin(&mut self, index: usize) {
        let Variable { text, ty, is_fixed } = self.variables[index].clone();
        if is_fixed {
            return;
        }
        let value = match self.rng.u32(0..100) {
            0..45 => "0".to_owned(),
            45..65 => self.number(ty),
            65..80 => format!("{}::MAX", ty.name),
            80..85 => format!("{}::MIN", ty.name),
            _ => self.argument(),
        };
        let value = if value.contains("::") { value } else { format!("({value}) as {}", ty.name) };
        self.line(&format!("{text} = {value};"));
    }

    fn argument(&mut self) -> String {
        let of = ["a", "a", "b", "b", "x", "data.len()"];
        self.one(&of).to_owned()
    }

    /// Returns a number near the limits of some type.
    fn number(&mut self, ty: Type) -> String {
        let near = self.rng.i64(-3..=3);
        let limit = 1_i64 << self.one(&[3, 7, 8, 15, 16, 31, 32, 62]).min(ty.bits);
        let number = match self.rng.u32(0..10) {
            0..5 => self.rng.i64(1..=20),
            5 => -self.rng.i64(1..=20),
            6 => -limit + near,
            _ => limit + near,
        };
        format!("{number}_i64")
    }

    /// Returns the amount of a step, also such that wrap soon.
    fn amount(&mut self, ty: Type) -> u64 {
        match self.rng.u32(0..100) {
            0..55 => 1,
            55..80 => self.rng.u64(2..=12),
            80..85 => 0,
            85..92 => self.rng.u64(1..=5) << (ty.bits - 8),
            92..96 => (1 << (ty.bits - 8)) + 1,
            _ => 1 << (ty.bits - 1),
        }
    }

    fn any(&mut self) -> usize {
        self.rng.usize(0..self.variables.len())
    }

    /// Returns a comparison of a variable.
    fn comparison(&mut self, index: usize, predicate: &str) -> String {
        let Variable { text, ty, .. } = self.variables[index].clone();
        let cast = match self.rng.u32(0..100) {
            0..50 => ty,
            50..85 if !ty.is_float => {
                let wider: Vec<_> =
                    TYPES.into_iter().filter(|other| other.bits > ty.bits).collect();
                if wider.is_empty() { ty } else { self.one(&wider) }
            }
            _ => self.one(&TYPES),
        };
        let name = cast.name;
        let bound = match self.rng.u32(0..100) {
            0..55 => self.argument(),
            55..80 => self.number(cast),
            80..90 => {
                let other = self.any();
                self.variables[other].text.clone()
            }
            _ => "data.len()".to_owned(),
        };
        let mut left = format!("({text} as {name})");
        if !cast.is_float && self.chance(12) {
            let by = self.amount(cast);
            let _ = write!(left, ".wrapping_add({by}_u64 as {name})");
        }
        format!("{left} {predicate} (({bound}) as {name})")
    }

    fn predicate(&mut self) -> &'static str {
        self.one(&["<", "<", "<", "<=", "<=", ">", ">", ">=", "!=", "!=", "=="])
    }

    fn condition(&mut self) -> String {
        let (index, predicate) = (self.any(), self.predicate());
        self.comparison(index, predicate)
    }

    /// Changes a variable; up or down, if that is not left to chance.
    fn change(&mut self, index: usize, up: Option<bool>) {
        let Variable { text, ty, is_fixed } = self.variables[index].clone();
        if is_fixed {
            return;
        }
        let up = up.unwrap_or_else(|| self.rng.bool());
        let (amount, name) = (self.amount(ty), ty.name);
        let new = if ty.is_float {
            match (self.rng.u32(0..6), up) {
                (0..3, true) => format!("{text} + {}", self.one(&["0.1", "1.0", "1e6"])),
                (3, true) if self.chance(50) => format!("{text} + x as {name}"),
                (0..3, false) => format!("{text} - {}", self.one(&["0.1", "1.0", "1e6"])),
                (3, true) => format!("{text} * 2.0"),
                (3, false) => format!("{text} * 0.5"),
                (4, _) => format!("{text}.sqrt()"),
                _ => format!("({text} as i32 + 1) as {name}"),
            }
        } else {
            let operation = if up { "add" } else { "sub" };
            let sign = if up { "+" } else { "-" };
            let other = self.any();
            let other = self.variables[other].text.clone();
            match self.rng.u32(0..100) {
                0..45 => format!("{text}.wrapping_{operation}({amount}_u64 as {name})"),
                45..60 => format!("{text} {sign} ({amount}_u64 as {name})"),
                60..68 => format!("{text}.saturating_{operation}({amount}_u64 as {name})"),
                68..74 => format!("{text} >> {}", self.rng.u32(0..4)),
                74..80 => format!("{text} / {}", self.rng.u32(1..6)),
                80..83 => format!("{text} & {text}.wrapping_sub(1)"),
                83..86 => format!("{text}.wrapping_mul(3)"),
                86..89 => format!("{text}.rotate_left(1)"),
                89..92 => format!("{text} ^ 1"),
                92..95 => format!("{text}.wrapping_{operation}({other} as {name})"),
                95..97 => {
                    let condition = self.condition();
                    format!("{text}.wrapping_{operation}(({condition}) as {name})")
                }
                _ => {
                    let condition = self.condition();
                    format!(
                        "if {condition} {{ {text}.wrapping_{operation}(1) }} else {{ \
                         {text}.wrapping_{operation}({amount}_u64 as {name}) }}"
                    )
                }
            }
        };
        self.line(&format!("{text} = {new};"));
    }

    /// Something that is no part of the counting, mostly.
    fn extra(&mut self) {
        match self.rng.u32(0..100) {
            0..55 => {
                let index = self.any();
                let text = self.variables[index].text.clone();
                self.line(&format!("SINK.store({text} as u64, Relaxed);"));
            }
            55..70 => {
                let index = self.any();
                self.change(index, None);
            }
            70..80 => {
                let (index, condition) = (self.any(), self.condition());
                self.line(&format!("if {condition} {{"));
                self.depth += 1;
                if self.chance(40) {
                    self.begin(index);
                } else {
                    self.change(index, None);
                }
                self.depth -= 1;
                self.line("}");
            }
            80..90 => {
                let (condition, jump) = (self.condition(), self.one(&["continue", "break"]));
                self.line(&format!("if {condition} {{ {jump}; }}"));
            }
            _ if self.depth < 4 => self.repeat(),
            _ => {}
        }
    }

    fn repeat(&mut self) {
        if self.chance(18) {
            return self.repeat_for();
        }
        let (index, predicate) = (self.any(), self.predicate());
        if self.chance(60) {
            self.begin(index);
        }
        let mut condition = self.comparison(index, predicate);
        if self.chance(15) {
            let other = self.condition();
            let and = if self.chance(60) { "&&" } else { "||" };
            condition = format!("{condition} {and} {other}");
        }
        let up = match predicate {
            "<" | "<=" => Some(self.chance(92)),
            ">" | ">=" => Some(self.chance(8)),
            _ => None,
        };
        let is_while = self.chance(70);
        self.line(&if is_while { format!("while {condition} {{") } else { "loop {".to_owned() });
        self.depth += 1;
        self.tick();
        let is_first = self.rng.bool();
        if !is_while && is_first {
            self.line(&format!("if !({condition}) {{ break; }}"));
        }
        for _ in 0..self.rng.u32(0..3) {
            self.extra();
        }
        if self.chance(95) {
            self.change(index, up);
        }
        if self.chance(25) {
            self.extra();
        }
        if !is_while && !is_first {
            self.line(&format!("if !({condition}) {{ break; }}"));
        }
        self.depth -= 1;
        self.line("}");
    }

    /// A `for` loop. Its number is a variable of its own, from which the state of the iterator
    /// follows: the limits are arguments.
    fn repeat_for(&mut self) {
        if self.variables.len() >= 9 {
            return;
        }
        let ty = TYPES[self.rng.usize(0..9)];
        let text = format!("f{}", self.variables.len());
        let (low, high) = match self.rng.u32(0..4) {
            0 => ("0".to_owned(), "data.len()".to_owned()),
            1 => (self.rng.u32(0..9).to_string(), self.argument()),
            _ => ("0".to_owned(), self.argument()),
        };
        let name = ty.name;
        let range = format!("(({low}) as {name}..({high}) as {name})");
        let range = match self.rng.u32(0..5) {
            0 => format!("{range}.step_by({})", self.rng.u32(1..5)),
            1 => format!("{range}.rev()"),
            2 => range.replace("..", "..="),
            _ => range,
        };
        // Declared before all loops, so that it is part of each state.
        self.out.insert_str(0, &format!("    let mut {text} = 0 as {name};\n"));
        self.line(&format!("for at in {range} {{"));
        self.depth += 1;
        self.line(&format!("{text} = at;"));
        self.variables.push(Variable { text: text.clone(), ty, is_fixed: true });
        self.tick();
        for _ in 0..self.rng.u32(1..3) {
            self.extra();
        }
        self.depth -= 1;
        self.line("}");
        self.line(&format!("{text} = 0;"));
    }

    fn tick(&mut self) {
        self.ticks += 1;
        self.line(&format!("tick!(w, {}, STATE);", self.ticks));
    }
}
