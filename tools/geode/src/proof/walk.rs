//! The calls of a function, and the stack depth at each.
//!
//! The compiler writes the size of the stack frame of a function, but not the bytes that are
//! pushed for callees. So the stack pointer is followed through the instructions in memory order;
//! after a jump or return it is at the frame size. Estimates are never too low.

use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, Register};

use super::image::{Function, Image, Place, Target};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Callee {
    Inside(Place),
    Outside(String),
    /// The target of a pointer, jump tables included.
    Pointer,
}

/// A call or a jump out of the function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The offset of the address of the callee, if there is one.
    pub at: Option<u32>,
    /// The bytes on the stack below the function's return address, including the return address of the
    /// callee.
    pub depth: u32,
    pub to: Callee,
    /// Whether it is a call, and not a jump.
    pub call: bool,
}

/// The stack usage of a function.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// The maximum number of bytes below the return address, including those for callees.
    pub deepest: u32,
    pub steps: Vec<Step>,
}

pub fn walk(image: &Image, place: Place, function: &Function) -> Result<Walk, String> {
    let section = &image.sections[place.0];
    let (start, end) = (place.1 as usize, (place.1 + function.size) as usize);
    let bytes = section.bytes.get(start..end).ok_or("exceeds its section")?;
    let instructions: Vec<Instruction> =
        Decoder::with_ip(32, bytes, u64::from(place.1), DecoderOptions::NONE).iter().collect();
    // Assembly functions have no frame size: the sum of all that they push.
    let all = || instructions.iter().filter_map(growth).filter(|grown| *grown > 0).sum();
    let frame = function.frame.map_or_else(all, i64::from);
    let mut walk = Walk::default();
    let (mut depth, mut deepest) = (0_i64, 0);
    for instruction in &instructions {
        depth += growth(instruction).ok_or_else(|| {
            format!("changes the stack pointer in an unknown way at {:#x}", instruction.ip32())
        })?;
        deepest = deepest.max(depth);
        let call =
            matches!(instruction.flow_control(), FlowControl::Call | FlowControl::IndirectCall);
        if let Some((at, to)) = callee(image, (place, end), instruction) {
            let depth = depth + if call { 4 } else { 0 };
            let depth = u32::try_from(depth).map_err(|_| "pops more than it pushes")?;
            deepest = deepest.max(depth.into());
            walk.steps.push(Step { at, depth, to, call });
        }
        match instruction.flow_control() {
            FlowControl::Return if depth < 0 => return Err("pops more than it pushes".to_owned()),
            FlowControl::Return
            | FlowControl::UnconditionalBranch
            | FlowControl::IndirectBranch
            | FlowControl::Exception => depth = frame,
            _ => {}
        }
    }
    if deepest < frame {
        return Err(format!("has a frame of {frame} bytes, but only {deepest} are visible"));
    }
    walk.deepest = u32::try_from(deepest).map_err(|error| error.to_string())?;
    Ok(walk)
}

/// Returns the target of an instruction that leaves its function.
fn callee(
    image: &Image,
    (own, end): (Place, usize),
    instruction: &Instruction,
) -> Option<(Option<u32>, Callee)> {
    match instruction.flow_control() {
        FlowControl::IndirectCall | FlowControl::IndirectBranch => Some((None, Callee::Pointer)),
        FlowControl::Call | FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch => {
            let at = instruction.next_ip32().wrapping_sub(4);
            match image.sections[own.0].references.get(&at) {
                Some(Target::Inside(place)) => {
                    // A target in the middle of a function is that function.
                    let place = image.function_at(*place).unwrap_or(*place);
                    // A jump within the function is a loop.
                    let call = instruction.flow_control() == FlowControl::Call;
                    (call || place != own).then_some((Some(at), Callee::Inside(place)))
                }
                Some(Target::Outside(name)) => Some((Some(at), Callee::Outside(name.clone()))),
                None => {
                    let target = instruction.near_branch32();
                    let inside = (own.1..u32::try_from(end).ok()?).contains(&target);
                    // A call of the next instruction reads the instruction pointer; a call of
                    // any other own instruction is recursion.
                    let local = inside
                        && (instruction.flow_control() != FlowControl::Call
                            || target == instruction.next_ip32());
                    let place = (own.0, target);
                    let place = image.function_at(place).unwrap_or(place);
                    (!local).then_some((None, Callee::Inside(place)))
                }
            }
        }
        _ => None,
    }
}

/// Returns the bytes by which an instruction grows the stack, or `None` if that is unknown.
fn growth(instruction: &Instruction) -> Option<i64> {
    let mnemonic = instruction.mnemonic();
    let moves = instruction.op_count() > 0 && instruction.op0_register() == Register::ESP;
    match instruction.flow_control() {
        FlowControl::Call if instruction.near_branch32() == instruction.next_ip32() => {
            return Some(4);
        }
        // The callee pops its return address.
        FlowControl::Call | FlowControl::IndirectCall | FlowControl::Return => return Some(0),
        _ => {}
    }
    // The immediate is sign-extended to 32 bits.
    let number = || i64::from(instruction.immediate32().cast_signed());
    let constant = || (instruction.op1_kind() != iced_x86::OpKind::Register).then(number);
    match mnemonic {
        Mnemonic::Leave | Mnemonic::Enter => None,
        Mnemonic::Pop if moves => None,
        _ if instruction.is_stack_instruction() => {
            Some(-i64::from(instruction.stack_pointer_increment()))
        }
        Mnemonic::Cmp | Mnemonic::Test => Some(0),
        Mnemonic::Sub if moves => constant(),
        Mnemonic::Add if moves => constant().map(|number| -number),
        Mnemonic::Lea if moves => {
            let plain = instruction.memory_base() == Register::ESP
                && instruction.memory_index() == Register::None;
            let by = i64::from(instruction.memory_displacement32().cast_signed());
            plain.then_some(-by)
        }
        _ if moves => None,
        _ => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::image::tests::image;

    fn walked(bytes: &[u8], frame: Option<u32>, calls: &[(u32, &str)]) -> Result<Walk, String> {
        let image = image(&[("f", bytes, calls), ("g", &[0xc3], &[])]);
        walk(&image, (0, 0), &Function { frame, ..image.functions[&(0, 0)].clone() })
    }

    #[test]
    fn counts_the_bytes_pushed_for_a_callee() {
        // push ebx; sub esp, 8; push 1; push 2; call g; add esp, 16; pop ebx; ret
        let bytes = [
            0x53, 0x83, 0xec, 8, 0x6a, 1, 0x6a, 2, 0xe8, 0xfc, 0xff, 0xff, 0xff, 0x83, 0xc4, 16,
            0x5b, 0xc3,
        ];
        let to_g = Step { at: Some(9), depth: 24, to: Callee::Inside((1, 0)), call: true };
        let walked = walked(&bytes, Some(12), &[(9, "g")]).unwrap();
        assert_eq!(walked, Walk { deepest: 24, steps: vec![to_g] });
    }

    #[test]
    fn after_a_return_the_depth_is_the_frame_size() {
        // sub esp, 8; je +4; add esp, 8; ret; call outside; ud2
        let bytes =
            [0x83, 0xec, 8, 0x74, 4, 0x83, 0xc4, 8, 0xc3, 0xe8, 0xfc, 0xff, 0xff, 0xff, 0x0f, 0x0b];
        let walked = walked(&bytes, Some(8), &[(10, "abort")]).unwrap();
        assert_eq!(walked.steps[0].depth, 12);
        assert_eq!(walked.steps[0].to, Callee::Outside("abort".to_owned()));
    }

    #[test]
    fn reading_the_instruction_pointer_is_no_call() {
        // call next; pop ebx; ret
        let walked = walked(&[0xe8, 0, 0, 0, 0, 0x5b, 0xc3], Some(0), &[]).unwrap();
        assert_eq!(walked, Walk { deepest: 4, steps: vec![] });
    }

    #[test]
    fn unknown_stack_changes_are_errors() {
        // and esp, -16
        assert!(walked(&[0x83, 0xe4, 0xf0], None, &[]).unwrap_err().contains("unknown way"));
        // pop ebx; ret
        assert!(walked(&[0x5b, 0xc3], None, &[]).unwrap_err().contains("pops more"));
        // ret, where the compiler says 8 bytes
        assert!(walked(&[0xc3], Some(8), &[]).unwrap_err().contains("only 0 are visible"));
    }
}
