//! The functions that a tick must not reach: panics, allocation, and all functions of other
//! objects except plain copies.

use skill_proof::{COPIES, is_fault};

use super::image::Image;

/// Returns the faults in an image, from which the linker has dropped what is not reached.
pub fn faults(image: &Image) -> Vec<String> {
    let outside = image.outside().into_iter().filter(|name| !COPIES.contains(name));
    let contained = image.symbols.keys().filter(|name| is_fault(name));
    let contained = contained.map(|name| format!("contains {:#}", rustc_demangle::demangle(name)));
    outside.map(|name| format!("uses {name}")).chain(contained).collect()
}

#[cfg(test)]
mod tests {
    use super::faults;
    use crate::proof::image::tests::image;

    #[test]
    fn copying_is_no_fault() {
        let image = image(&[("nao_tick", &[0xe8, 0, 0, 0, 0, 0xc3], &[(1, "memcpy")])]);
        assert_eq!(faults(&image), Vec::<String>::new());
    }

    #[test]
    fn panics_and_allocation_are_faults() {
        for name in ["abort", "malloc", "__rust_alloc"] {
            let image = image(&[("nao_tick", &[0xe8, 0, 0, 0, 0, 0xc3], &[(1, name)])]);
            assert_eq!(faults(&image), [format!("uses {name}")]);
        }
        for name in ["_ZN4core9panicking5panic17h0123456789abcdefE", "__rust_alloc"] {
            assert_eq!(faults(&image(&[(name, &[0xc3], &[])])).len(), 1, "{name}");
        }
    }
}
