//! The parts of a relocatable object that the proof needs: the sections that are in memory on the
//! robot, and the references between them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use object::elf::{
    R_386_32, R_386_GOTOFF, R_386_GOTPC, R_386_NONE, R_386_PC32, R_386_PLT32, SHF_ALLOC,
    SHF_EXECINSTR, SHF_WRITE,
};
use object::{
    Object as _, ObjectSection as _, ObjectSymbol as _, RelocationFlags, RelocationTarget,
    SectionFlags, SectionIndex, SymbolKind,
};

/// A byte: the index of its section in [`Image::sections`], and its offset.
pub type Place = (usize, u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `.text`: instructions.
    Code,
    /// `.rodata`, and `.data.rel.ro`, which is constant after relocation.
    Constants,
    /// `.data` and `.bss`.
    Variables,
    /// `.eh_frame`, unused with `panic = "abort"`.
    Unwinding,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Inside(Place),
    Outside(String),
}

#[derive(Debug, Clone)]
pub struct Section {
    pub name: String,
    pub kind: Kind,
    pub size: u32,
    pub bytes: Vec<u8>,
    pub references: BTreeMap<u32, Target>,
}

#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub size: u32,
    /// The bytes of its stack frame, if the compiler has written them.
    pub frame: Option<u32>,
}

#[derive(Debug, Clone, Default)]
pub struct Image {
    pub sections: Vec<Section>,
    pub functions: BTreeMap<Place, Function>,
    pub symbols: BTreeMap<String, Place>,
}

impl Image {
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let file = object::File::parse(bytes).map_err(|error| error.to_string())?;
        if file.architecture() != object::Architecture::I386 {
            return Err(format!("is for {:?}, not for the Geode", file.architecture()));
        }
        let mut image = Image::default();
        let mut numbers = HashMap::new();
        for section in file.sections() {
            let name = section.name().map_err(|error| error.to_string())?.to_owned();
            if let Some(kind) = kind(section.flags(), &name) {
                let bytes = section.data().map_err(|error| error.to_string())?.to_owned();
                numbers.insert(section.index(), image.sections.len());
                let size = small(section.size())?;
                let references = BTreeMap::new();
                image.sections.push(Section { name, kind, size, bytes, references });
            }
        }
        for section in file.sections() {
            if let Some(&number) = numbers.get(&section.index()) {
                image.sections[number].references = references(&file, &section, &numbers)?;
            }
        }
        for symbol in file.symbols() {
            let section = symbol.section_index().and_then(|index| numbers.get(&index));
            let (Ok(name), Some(&section)) = (symbol.name(), section) else { continue };
            let place = (section, small(symbol.address())?);
            if symbol.kind() == SymbolKind::Text {
                let function =
                    Function { name: name.to_owned(), size: small(symbol.size())?, frame: None };
                image.functions.entry(place).or_insert(function);
            }
            if !name.is_empty() && symbol.kind() != SymbolKind::Section {
                image.symbols.insert(name.to_owned(), place);
            }
        }
        image.frames(&file, &numbers)?;
        Ok(image)
    }

    /// Reads `.stack_sizes`: an address and a LEB128 number for each function.
    fn frames(
        &mut self,
        file: &object::File<'_>,
        numbers: &HashMap<SectionIndex, usize>,
    ) -> Result<(), String> {
        let Some(section) = file.section_by_name(".stack_sizes") else { return Ok(()) };
        let bytes = section.data().map_err(|error| error.to_string())?;
        let of = references(file, &section, numbers)?;
        let mut at = 0;
        while at < bytes.len() {
            let target = of.get(&small(at as u64)?);
            at += 4;
            let (mut frame, mut shift) = (0_u32, 0);
            loop {
                let byte = *bytes.get(at).ok_or(".stack_sizes is incomplete")?;
                at += 1;
                frame |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            if let Some(Target::Inside(place)) = target
                && let Some(function) = self.functions.get_mut(place)
            {
                function.frame = Some(frame);
            }
        }
        Ok(())
    }

    /// Returns a Rust function without [`Function::frame`].
    pub fn unmeasured(&self) -> Option<&str> {
        let mut functions = self.functions.values();
        let rust = |function: &&Function| function.name.starts_with("_R");
        let function = functions.find(|function| rust(function) && function.frame.is_none())?;
        Some(&function.name)
    }

    /// Returns the bytes of the functions whose demangled names end with `name`.
    pub fn bytes_of(&self, name: &str) -> anyhow::Result<u32> {
        let functions = self.functions.values().filter(|function| {
            format!("{:#}", rustc_demangle::demangle(&function.name)).ends_with(name)
        });
        let bytes: u32 = functions.map(|function| function.size).sum();
        anyhow::ensure!(bytes > 0, "found no function {name}");
        Ok(bytes)
    }

    pub fn function_at(&self, (section, offset): Place) -> Option<Place> {
        let (&place, function) =
            self.functions.range((section, 0)..=(section, offset)).next_back()?;
        (offset < place.1 + function.size.max(1)).then_some(place)
    }

    /// Returns the names of functions and variables of other objects that this one uses.
    pub fn outside(&self) -> BTreeSet<&str> {
        let references = self.sections.iter().flat_map(|section| section.references.values());
        references
            .filter_map(|target| match target {
                Target::Outside(name) => Some(name.as_str()),
                Target::Inside(_) => None,
            })
            .collect()
    }

    /// Returns the bytes of all sections of a kind.
    pub fn size(&self, kind: Kind) -> u32 {
        self.sections.iter().filter(|section| section.kind == kind).map(|s| s.size).sum()
    }
}

fn kind(flags: SectionFlags, name: &str) -> Option<Kind> {
    let SectionFlags::Elf { sh_flags, .. } = flags else { return None };
    let has = |flag: object::elf::SectionFlags| sh_flags.0 & flag.0 != 0;
    if !has(SHF_ALLOC) {
        None
    } else if has(SHF_EXECINSTR) {
        Some(Kind::Code)
    } else if name.starts_with(".eh_frame") {
        Some(Kind::Unwinding)
    } else if has(SHF_WRITE) && !name.starts_with(".data.rel.ro") {
        Some(Kind::Variables)
    } else {
        Some(Kind::Constants)
    }
}

fn references<'a>(
    file: &object::File<'a>,
    section: &object::Section<'a, '_>,
    numbers: &HashMap<SectionIndex, usize>,
) -> Result<BTreeMap<u32, Target>, String> {
    let bytes = section.data().map_err(|error| error.to_string())?;
    let mut references = BTreeMap::new();
    for (offset, relocation) in section.relocations() {
        let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
        // A call is relative to the end of the address in it.
        let from = match r_type {
            R_386_32 | R_386_GOTOFF => 0,
            R_386_PC32 | R_386_PLT32 => 4,
            // No reference to a symbol: unused, and the table of the linker.
            R_386_NONE | R_386_GOTPC => continue,
            other => return Err(format!("has a relocation of unknown type {other}")),
        };
        let RelocationTarget::Symbol(index) = relocation.target() else {
            return Err("has a relocation without a symbol".to_owned());
        };
        let symbol = file.symbol_by_index(index).map_err(|error| error.to_string())?;
        let offset = small(offset)?;
        let target = match symbol.section_index() {
            Some(index) => {
                let start = offset as usize;
                let field = bytes.get(start..start + 4).and_then(|field| field.try_into().ok());
                let added =
                    i32::from_le_bytes(field.ok_or("has a relocation outside its section")?) + from;
                let Some(&section) = numbers.get(&index) else { continue };
                let place = small(symbol.address())?.wrapping_add_signed(added);
                Target::Inside((section, place))
            }
            None => Target::Outside(symbol.name().unwrap_or_default().to_owned()),
        };
        references.insert(offset, target);
    }
    Ok(references)
}

fn small(number: u64) -> Result<u32, String> {
    u32::try_from(number).map_err(|_| "is larger than 4 GiB".to_owned())
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// The name of a function, its bytes, and the references in them.
    type TestFunction<'a> = (&'a str, &'a [u8], &'a [(u32, &'a str)]);

    /// Returns an image of functions, each in a section of its own.
    pub fn image(functions: &[TestFunction<'_>]) -> Image {
        let mut image = Image::default();
        for (section, (name, bytes, _)) in functions.iter().enumerate() {
            let size = u32::try_from(bytes.len()).unwrap();
            image.sections.push(Section {
                name: format!(".text.{name}"),
                kind: Kind::Code,
                size,
                bytes: bytes.to_vec(),
                references: BTreeMap::new(),
            });
            let function = Function { name: (*name).to_owned(), size, frame: None };
            image.functions.insert((section, 0), function);
            image.symbols.insert((*name).to_owned(), (section, 0));
        }
        for (section, (.., calls)) in functions.iter().enumerate() {
            for (offset, name) in *calls {
                let target = image.symbols.get(*name).map_or_else(
                    || Target::Outside((*name).to_owned()),
                    |place| Target::Inside(*place),
                );
                image.sections[section].references.insert(*offset, target);
            }
        }
        image
    }

    #[test]
    fn finds_a_function_without_its_frame() {
        let mut image = image(&[("_RNvC1a1f", &[0xc3], &[]), ("__udivdi3", &[0xc3], &[])]);
        assert_eq!(image.unmeasured(), Some("_RNvC1a1f"));
        image.functions.get_mut(&(0, 0)).unwrap().frame = Some(0);
        assert_eq!(image.unmeasured(), None);
    }

    #[test]
    fn rejects_other_files() {
        assert!(Image::parse(b"#!/bin/sh").is_err());
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(Image::parse(&own).unwrap_err().contains("not for the Geode"));
    }
}
