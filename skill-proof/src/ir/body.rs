//! The body of a function: blocks of instructions.

use std::collections::HashMap;

use super::text::name;

/// The blocks of a function. The first one is where it begins.
#[derive(Debug, Default)]
pub struct Body<'a> {
    pub blocks: Vec<Block<'a>>,
    /// The place of the instruction that computes each local value: block and instruction.
    pub values: HashMap<&'a str, (usize, usize)>,
    /// Whether a block jumps to a label that was not found.
    pub is_cut: bool,
}

/// A block: its instructions are run one after the other.
#[derive(Debug, Default)]
pub struct Block<'a> {
    pub label: &'a str,
    pub instructions: Vec<Instruction<'a>>,
    pub terminator: Terminator<'a>,
    /// The blocks that may follow, by index.
    pub successors: Vec<usize>,
}

/// An instruction as text.
#[derive(Debug, Clone, Copy)]
pub struct Instruction<'a> {
    /// The name of the value that it computes, without `%`.
    pub result: Option<&'a str>,
    /// The text after ` = `, without metadata.
    pub text: &'a str,
    /// The number of the metadata with its source location.
    pub location: Option<u32>,
}

/// The end of a block.
#[derive(Debug, Clone, Copy, Default)]
pub enum Terminator<'a> {
    /// A jump that depends on this value; the first successor follows if it is true.
    Branch(&'a str),
    /// Any other terminator.
    #[default]
    Other,
}

/// The target of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callee<'a> {
    /// A function of this name.
    Symbol(&'a str),
    /// The target of a pointer.
    Pointer,
    /// The text of inline assembly.
    Assembly(&'a str),
}

impl<'a> Body<'a> {
    /// Reads the lines between the braces of a function.
    pub fn parse(text: &'a str) -> Self {
        let mut body = Self::default();
        let mut targets: Vec<Vec<&'a str>> = Vec::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            if let Some(label) = label(line) {
                body.blocks.push(Block { label, ..Block::default() });
                targets.push(Vec::new());
                continue;
            }
            if body.blocks.is_empty() {
                // The first block may have no label.
                body.blocks.push(Block::default());
                targets.push(Vec::new());
            }
            let (Some(block), Some(targets)) = (body.blocks.last_mut(), targets.last_mut()) else {
                continue;
            };
            let instruction = Instruction::parse(line.trim_start());
            targets.extend(labels(line));
            if instruction.text.starts_with("br i1 ") {
                let condition = instruction.text["br i1 ".len()..].split(',').next();
                block.terminator = Terminator::Branch(condition.unwrap_or_default());
            }
            // Its cases follow, one in each line.
            if instruction.text.starts_with("switch ") && !line.contains(']') {
                for case in lines.by_ref() {
                    targets.extend(labels(case));
                    if case.trim_start().starts_with(']') {
                        break;
                    }
                }
            }
            block.instructions.push(instruction);
        }
        let index: HashMap<&str, usize> =
            body.blocks.iter().enumerate().map(|(index, block)| (block.label, index)).collect();
        for (number, targets) in targets.iter().enumerate() {
            let block = &mut body.blocks[number];
            block.successors =
                targets.iter().filter_map(|label| index.get(label).copied()).collect();
            body.is_cut |= block.successors.len() < targets.len();
            for (place, instruction) in block.instructions.iter().enumerate() {
                if let Some(result) = instruction.result {
                    body.values.insert(result, (number, place));
                }
            }
        }
        body
    }

    /// Returns the instruction that computes a local value, with the index of its block.
    #[must_use]
    pub fn definition(&self, value: &str) -> Option<(usize, &Instruction<'a>)> {
        let (block, place) = *self.values.get(value)?;
        Some((block, &self.blocks[block].instructions[place]))
    }

    /// Returns the instructions of all blocks, in order.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction<'a>> {
        self.blocks.iter().flat_map(|block| &block.instructions)
    }
}

impl<'a> Instruction<'a> {
    fn parse(line: &'a str) -> Self {
        let location = line.rsplit_once("!dbg !").and_then(|(_, number)| {
            let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
            number[..end].parse().ok()
        });
        let line = line.split_once(", !").map_or(line, |(line, _)| line);
        let value = name(line).filter(|_| line.starts_with('%'));
        let assigned = value.and_then(|(name, rest)| Some((name, rest.strip_prefix(" = ")?)));
        let (result, text) = assigned.map_or((None, line), |(name, text)| (Some(name), text));
        Self { result, text, location }
    }

    /// Returns the target of the instruction if it is a call.
    #[must_use]
    pub fn callee(&self) -> Option<Callee<'a>> {
        let text = ["tail ", "musttail ", "notail "]
            .iter()
            .find_map(|kind| self.text.strip_prefix(kind))
            .unwrap_or(self.text);
        let after =
            ["call ", "invoke ", "callbr "].iter().find_map(|kind| text.strip_prefix(kind))?;
        // The callee follows the return type and its attributes.
        let at = after.find(['@', '%']).unwrap_or(after.len());
        if let Some(assembly) = after[..at].find("asm ") {
            return Some(Callee::Assembly(&after[assembly..]));
        }
        let symbol = after[at..].strip_prefix('@').and_then(|_| name(&after[at..]));
        Some(symbol.map_or(Callee::Pointer, |(symbol, _)| Callee::Symbol(symbol)))
    }

    /// Returns the bits of a whole number that becomes an `f32`, alone or in a vector, if an `f32`
    /// cannot hold them all.
    #[must_use]
    pub fn wide_to_f32(&self) -> Option<u32> {
        let (operation, operands) = self.text.split_once(' ')?;
        let (from, to) = operands.rsplit_once(" to ")?;
        if !matches!(operation, "sitofp" | "uitofp") || !to.contains("float") {
            return None;
        }
        let mut words = from.split([' ', '<', '>']);
        let bits = words.find_map(|word| word.strip_prefix('i')?.parse::<u32>().ok())?;
        // One of them is the sign.
        let magnitude = bits - u32::from(operation == "sitofp");
        (magnitude > f32::MANTISSA_DIGITS).then_some(bits)
    }
}

/// Returns the label of a line that begins a block.
fn label(line: &str) -> Option<&str> {
    if line.starts_with(' ') {
        return None;
    }
    if let Some(quoted) = line.strip_prefix('"') {
        return quoted.split_once("\":").map(|(label, _)| label);
    }
    line.split_once(':').map(|(label, _)| label)
}

/// Returns the labels that a line names as targets.
fn labels(line: &str) -> impl Iterator<Item = &str> {
    line.split("label ").skip(1).filter_map(|label| name(label).map(|(label, _)| label))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"start:
  %a = tail call noundef range(i8 0, 3) i8 @f(ptr %x) #3, !dbg !12
  switch i8 %a, label %"b c" [
    i8 0, label %last
    i8 1, label %start
  ], !dbg !4

"b c": ; preds = %start
  call void asm sideeffect "", "r"(ptr %x), !dbg !5
  %b = call i32 %hook(i32 1)
  br i1 %c, label %last, label %start
last:
  ret void
"#;

    #[test]
    fn reads_blocks_and_calls() {
        let body = Body::parse(TEXT);
        let successors: Vec<_> = body.blocks.iter().map(|block| &block.successors[..]).collect();
        assert_eq!(successors, [&[1, 2, 0][..], &[2, 0], &[]]);
        let callees: Vec<_> = body.instructions().filter_map(Instruction::callee).collect();
        assert_eq!(callees[0], Callee::Symbol("f"));
        assert!(matches!(callees[1], Callee::Assembly(_)));
        assert_eq!(callees[2], Callee::Pointer);
        let (block, a) = body.definition("a").unwrap();
        assert_eq!((block, a.location), (0, Some(12)));
        assert!(matches!(body.blocks[1].terminator, Terminator::Branch("%c")));
    }

    #[test]
    fn conversions_that_lose_bits() {
        let bits = |text| Instruction::parse(text).wide_to_f32();
        assert_eq!(bits("%a = sitofp i32 %b to float, !dbg !7"), Some(32));
        assert_eq!(bits("%a = uitofp nneg i64 %b to float"), Some(64));
        assert_eq!(bits("%a = uitofp <4 x i32> %b to <4 x float>"), Some(32));
        assert_eq!(bits("%a = sitofp i25 %b to float"), None, "24 bits and the sign");
        assert_eq!(bits("%a = uitofp i25 %b to float"), Some(25));
        assert_eq!(bits("%a = uitofp i16 %b to float"), None);
        assert_eq!(bits("%a = sitofp i32 %b to double"), None);
        assert_eq!(bits("%a = fptrunc double %b to float"), None);
    }
}
