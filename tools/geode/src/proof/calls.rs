//! The call graph: the functions that a function reaches, and the maximum stack depth.

use std::collections::{BTreeMap, BTreeSet};

use super::image::{Image, Place, Target};
use super::walk::{Callee, Walk, walk};

#[derive(Debug)]
pub struct Calls<'a> {
    image: &'a Image,
    walks: BTreeMap<Place, Result<Walk, String>>,
    /// The functions that pointers may point to: those whose address is used other than in a
    /// call or a jump.
    pointed: BTreeSet<Place>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Depth {
    /// The bytes from its own return address on.
    pub bytes: u32,
    pub path: Vec<String>,
    /// Functions of other objects that are called; their stack is not included.
    pub outside: BTreeSet<String>,
}

impl<'a> Calls<'a> {
    pub fn of(image: &'a Image) -> Self {
        let walks: BTreeMap<_, _> = image
            .functions
            .iter()
            .map(|(place, function)| (*place, walk(image, *place, function)))
            .collect();
        let calls: BTreeSet<_> = walks
            .iter()
            .filter_map(|(place, walk)| Some((place.0, walk.as_ref().ok()?)))
            .flat_map(|(section, walk)| walk.steps.iter().map(move |step| (section, step.at)))
            .collect();
        let mut pointed = BTreeSet::new();
        for (number, section) in image.sections.iter().enumerate() {
            if section.kind == super::image::Kind::Unwinding {
                continue;
            }
            for (at, target) in &section.references {
                if let Target::Inside(place) = target
                    && image.functions.contains_key(place)
                    && !calls.contains(&(number, Some(*at)))
                {
                    pointed.insert(*place);
                }
            }
        }
        Self { image, walks, pointed }
    }

    /// Returns the functions that pointers may point to.
    pub fn pointed(&self) -> impl Iterator<Item = String> {
        self.pointed.iter().map(|place| self.name(*place))
    }

    /// Returns the deepest call chain of the function of that name.
    pub fn deepest(&self, root: &str) -> Result<Depth, String> {
        let place = self.image.symbols.get(root).ok_or_else(|| format!("{root} does not exist"))?;
        Search { calls: self, known: BTreeMap::new(), chain: Vec::new() }.from(*place)
    }

    fn name(&self, place: Place) -> String {
        self.image.functions.get(&place).map_or_else(
            || format!("{:#x} of {}", place.1, self.image.sections[place.0].name),
            |function| format!("{:#}", rustc_demangle::demangle(&function.name)),
        )
    }

    /// Returns the functions that a step of the function at `from` may lead to.
    fn targets(&self, from: Place, to: &Callee, call: bool) -> Result<Vec<Place>, String> {
        match to {
            Callee::Inside(place) => Ok(vec![*place]),
            Callee::Outside(_) => Ok(Vec::new()),
            Callee::Pointer if call && self.pointed.is_empty() => {
                Err(format!("{} calls an unknown function by a pointer", self.name(from)))
            }
            // Without a function whose address is used, an indirect jump uses a jump table and
            // stays in its own function.
            Callee::Pointer => Ok(self.pointed.iter().copied().collect()),
        }
    }
}

struct Search<'a> {
    calls: &'a Calls<'a>,
    known: BTreeMap<Place, Depth>,
    chain: Vec<Place>,
}

impl Search<'_> {
    fn from(&mut self, place: Place) -> Result<Depth, String> {
        if let Some(depth) = self.known.get(&place) {
            return Ok(depth.clone());
        }
        let name = self.calls.name(place);
        if let Some(start) = self.chain.iter().position(|other| *other == place) {
            let cycle = self.chain[start..].iter().map(|place| self.calls.name(*place));
            let cycle: Vec<_> = cycle.chain([name]).collect();
            return Err(format!("recursion: {}", cycle.join(" -> ")));
        }
        let walk =
            self.calls.walks.get(&place).ok_or_else(|| format!("{name} is not a function"))?;
        let walk = walk.as_ref().map_err(|why| format!("{name} {why}"))?;
        self.chain.push(place);
        let mut deepest = Depth { bytes: walk.deepest, path: Vec::new(), outside: BTreeSet::new() };
        for step in &walk.steps {
            if let Callee::Outside(name) = &step.to {
                deepest.outside.insert(name.clone());
            }
            for target in self.calls.targets(place, &step.to, step.call)? {
                // `step.depth` includes the callee's return address already.
                let mut below = self.from(target)?;
                deepest.outside.append(&mut below.outside);
                let bytes = step.depth + below.bytes - RETURN_ADDRESS;
                if bytes > deepest.bytes {
                    (deepest.bytes, deepest.path) = (bytes, below.path);
                }
            }
        }
        self.chain.pop();
        deepest.bytes += RETURN_ADDRESS;
        deepest.path.insert(0, name);
        self.known.insert(place, deepest.clone());
        Ok(deepest)
    }
}

/// The bytes of a return address.
const RETURN_ADDRESS: u32 = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::image::tests::image;

    const CALL: [u8; 6] = [0xe8, 0xfc, 0xff, 0xff, 0xff, 0xc3];
    /// sub esp, 8; call; add esp, 8; ret
    const DEEP: [u8; 12] = [0x83, 0xec, 8, 0xe8, 0xfc, 0xff, 0xff, 0xff, 0x83, 0xc4, 8, 0xc3];

    #[test]
    fn finds_the_deepest_chain() {
        let image = image(&[
            (
                "root",
                &[0xe8, 0xfc, 0xff, 0xff, 0xff, 0xe8, 0xfc, 0xff, 0xff, 0xff, 0xc3],
                &[(1, "flat"), (6, "deep")],
            ),
            ("flat", &CALL, &[(1, "leaf")]),
            ("deep", &DEEP, &[(4, "memcpy")]),
            ("leaf", &[0xc3], &[]),
        ]);
        let depth = Calls::of(&image).deepest("root").unwrap();
        // Two return addresses, 8 bytes, and the return address of memcpy.
        assert_eq!(depth.bytes, 4 + 4 + 8 + 4);
        assert_eq!(depth.path, ["root", "deep"]);
        assert_eq!(depth.outside, BTreeSet::from(["memcpy".to_owned()]));
    }

    #[test]
    fn recursion_is_an_error_with_its_cycle() {
        let image = image(&[
            ("root", &CALL, &[(1, "a")]),
            ("a", &CALL, &[(1, "b")]),
            ("b", &CALL, &[(1, "a")]),
        ]);
        let error = Calls::of(&image).deepest("root").unwrap_err();
        assert_eq!(error, "recursion: a -> b -> a");
    }

    #[test]
    fn a_pointer_may_point_to_any_function_with_an_address() {
        // mov eax, offset leaf; call eax; ret
        let bytes = [0xb8, 0, 0, 0, 0, 0xff, 0xd0, 0xc3];
        let known = image(&[("root", &bytes, &[(1, "leaf")]), ("leaf", &[0x53, 0x5b, 0xc3], &[])]);
        let depth = Calls::of(&known).deepest("root").unwrap();
        assert_eq!((depth.bytes, depth.path.last().unwrap().as_str()), (4 + 4 + 4, "leaf"));
        let unknown = image(&[("root", &bytes, &[])]);
        assert!(Calls::of(&unknown).deepest("root").unwrap_err().contains("by a pointer"));
    }

    #[test]
    fn a_jump_table_stays_in_its_function() {
        // jmp eax
        let image = image(&[("root", &[0xff, 0xe0], &[]), ("other", &DEEP, &[(4, "abort")])]);
        assert_eq!(Calls::of(&image).deepest("root").unwrap().bytes, 4);
    }
}
