//! Finds instructions that the Geode does not have.
//!
//! The Geode LX has the instructions of a Pentium with CMOV, MMX and 3DNow!. It has no SSE, and
//! traps on the multi-byte NOP, with which gas and some compilers fill gaps.

use iced_x86::{Code, CpuidFeature, Decoder, DecoderOptions, Instruction, Mnemonic, Register};

use super::image::{Image, Kind};

/// The features of the Geode LX.
const FEATURES: &[CpuidFeature] = &[
    CpuidFeature::INTEL8086,
    CpuidFeature::INTEL186,
    CpuidFeature::INTEL286,
    CpuidFeature::INTEL386,
    CpuidFeature::INTEL486,
    CpuidFeature::FPU,
    CpuidFeature::FPU287,
    CpuidFeature::FPU387,
    CpuidFeature::CPUID,
    CpuidFeature::CX8,
    CpuidFeature::TSC,
    CpuidFeature::CMOV,
    CpuidFeature::MMX,
    CpuidFeature::D3NOW,
    CpuidFeature::D3NOWEXT,
    // Older processors execute it as a NOP.
    CpuidFeature::PAUSE,
];

#[derive(Debug, Clone, Default)]
pub struct Verdict {
    pub instructions: usize,
    /// The foreign instructions, each with its function and address.
    pub faults: Vec<String>,
}

pub fn check(image: &Image) -> Verdict {
    let mut verdict = Verdict::default();
    for (number, section) in image.sections.iter().enumerate() {
        if section.kind != Kind::Code {
            continue;
        }
        // The whole section, since the padding between functions may be executed.
        // Where the operand of BSF is not 0, LLVM writes it as TZCNT, which is BSF with a prefix that
        // older processors ignore. It writes no other TZCNT without BMI1.
        let options = DecoderOptions::NO_MPFX_0FBC;
        for instruction in Decoder::with_ip(32, &section.bytes, 0, options) {
            verdict.instructions += 1;
            if let Some(reason) = foreign(&instruction) {
                let offset = instruction.ip32();
                let function = image.function_at((number, offset));
                let function = function.and_then(|place| image.functions.get(&place));
                let name = function.map_or(&section.name, |function| &function.name);
                let name = rustc_demangle::demangle(name);
                verdict.faults.push(format!("{reason} at {offset:#x} in the section of {name:#}"));
            }
        }
    }
    verdict
}

/// Returns the reason why the Geode cannot execute an instruction.
fn foreign(instruction: &Instruction) -> Option<String> {
    let mnemonic = instruction.mnemonic();
    let vector = |register: Register| register.is_vector_register();
    if instruction.code() == Code::INVALID {
        Some("an invalid instruction".to_owned())
    } else if matches!(mnemonic, Mnemonic::Endbr32 | Mnemonic::Endbr64) {
        Some("ENDBR32".to_owned())
    } else if mnemonic == Mnemonic::Nop && instruction.op_count() > 0 {
        Some("a NOP of several bytes (0F 1F)".to_owned())
    } else if (0..instruction.op_count()).any(|operand| vector(instruction.op_register(operand))) {
        Some(format!("an SSE register ({mnemonic:?})"))
    } else {
        let lacks = |feature: &&CpuidFeature| !FEATURES.contains(feature);
        let lacking = instruction.cpuid_features().iter().find(lacks)?;
        Some(format!("{mnemonic:?}, which needs {lacking:?},"))
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::proof::image::tests::image;

    fn faults(bytes: &[u8]) -> Vec<String> {
        check(&image(&[("planted", bytes, &[])])).faults
    }

    #[test]
    fn own_instructions_are_no_fault() {
        let clean: &[&[u8]] = &[
            &[0x90],                   // nop
            &[0xf3, 0x90],             // pause
            &[0x66, 0x90],             // xchg ax, ax
            &[0x0f, 0x44, 0xc1],       // cmove eax, ecx
            &[0xf0, 0x0f, 0xc7, 0x0e], // lock cmpxchg8b [esi]
            &[0x0f, 0xfe, 0xc1],       // paddd mm0, mm1
            &[0x0f, 0x0f, 0xc1, 0x9e], // pfadd mm0, mm1
            &[0xdb, 0xf1],             // fcomi st, st(1)
            &[0x0f, 0x0b],             // ud2
            &[0xf3, 0x0f, 0xbc, 0xc1], // rep bsf eax, ecx
        ];
        for bytes in clean {
            assert_eq!(faults(bytes), Vec::<String>::new(), "{bytes:x?}");
        }
    }

    #[test]
    fn finds_foreign_instructions() {
        for (bytes, what) in [
            (&[0x0f, 0x58, 0xc1][..], "SSE register"), // addps xmm0, xmm1
            (&[0x66, 0x0f, 0x6f, 0x06], "SSE register"), // movdqa xmm0, [esi]
            (&[0x0f, 0x1f, 0x00], "0F 1F"),            // nop [eax]
            (&[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00], "0F 1F"), // nop word [eax+eax]
            (&[0xf3, 0x0f, 0x1e, 0xfb], "ENDBR32"),
            (&[0x0f, 0xae, 0xf0], "Mfence"),
            (&[0xdd, 0x08], "Fisttp"),
            (&[0xf3, 0x0f, 0xb8, 0xc1], "Popcnt"),
            (&[0xc5, 0xf0, 0x58, 0xc1], "invalid instruction"), // vaddps
            (&[0x0f, 0xff], "invalid instruction"),             // cut
        ] {
            let faults = faults(bytes);
            assert!(
                faults.first().is_some_and(|fault| fault.contains(what)),
                "{bytes:x?}: {faults:?}"
            );
        }
    }

    #[test]
    fn a_fault_has_its_address() {
        let faults = faults(&[0x90, 0x90, 0x0f, 0x58, 0xc1]);
        assert_eq!(faults, ["an SSE register (Addps) at 0x2 in the section of planted"]);
    }
}
