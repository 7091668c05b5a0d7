//! Knowledge about functions by their names.

use crate::ir::plain_path;

/// Returns the path of a symbol without its hash and generic arguments.
#[must_use]
pub fn plain(symbol: &str) -> String {
    plain_path(symbol)
}

/// The effect of a function that is not in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum External {
    /// Computes a value or copies memory.
    Harmless,
    Allocates,
    Aborts,
    Unknown,
}

/// Functions of the C library that copy or compare memory.
pub const COPIES: [&str; 5] = ["memcpy", "memmove", "memset", "memcmp", "bcmp"];

/// Functions of the C library that compute a number, for `f64`; for `f32` the name ends in `f`.
const MATHEMATICS: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmaximum_num",
    "fmin",
    "fminimum_num",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "ldexp",
    "lgamma_r",
    "log",
    "log10",
    "log1p",
    "log2",
    "modf",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "remquo",
    "rint",
    "round",
    "roundeven",
    "scalbn",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

const ALLOCATORS: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "free",
    "posix_memalign",
    "aligned_alloc",
    "memalign",
    "reallocarray",
];

/// Returns what a function without a body does.
#[must_use]
pub fn external(name: &str) -> External {
    let number = |name: &str| MATHEMATICS.contains(&name);
    if COPIES.contains(&name)
        || name == "strlen"
        || number(name)
        || name.strip_suffix('f').is_some_and(number)
    {
        External::Harmless
    } else if name.starts_with("__aeabi_") || is_compiler_builtin(name) {
        // Arithmetic that the processor lacks, from the compiler's run-time library.
        External::Harmless
    } else if ALLOCATORS.contains(&name) {
        External::Allocates
    } else if matches!(name, "abort" | "exit" | "_exit" | "quick_exit") {
        External::Aborts
    } else {
        External::Unknown
    }
}

/// Returns whether a function is one of the compiler's run-time library, such as `__udivti3`.
fn is_compiler_builtin(name: &str) -> bool {
    let Some(name) = name.strip_prefix("__") else { return false };
    let ends = ["si2", "si3", "di2", "di3", "ti2", "ti3", "sf2", "sf3", "df2", "df3", "tf2", "tf3"];
    let converts = ["float", "fix", "extend", "trunc"];
    ends.iter().any(|end| name.ends_with(end))
        || converts.iter().any(|begin| name.starts_with(begin))
        || matches!(name, "udivmoddi4" | "udivmodti4" | "udivmodsi4" | "divmoddi4" | "divmodsi4")
}

/// Returns whether a function of the standard library allocates or frees memory.
#[must_use]
pub fn allocates(path: &str) -> bool {
    const EXACT: &[&str] = &[
        "__rust_alloc",
        "__rust_alloc_zeroed",
        "__rust_dealloc",
        "__rust_realloc",
        "__rust_alloc_error_handler",
        "__rust_no_alloc_shim_is_unstable_v2",
    ];
    let last = path.rsplit("::").next().unwrap_or(path);
    EXACT.contains(&last)
        || path.starts_with("alloc::alloc::")
        || path.starts_with("alloc::raw_vec::")
        || path.starts_with("<alloc::alloc::Global as")
        || path.starts_with("<alloc::raw_vec::")
}

/// Returns whether a function of the standard library panics. `never_returns` says whether it
/// returns to its caller.
#[must_use]
pub fn panics(path: &str, never_returns: bool) -> bool {
    let begin = path.trim_start_matches('<');
    let standard = ["core::", "std::", "alloc::", "__rustc::"];
    path.contains("core::panicking::")
        || path.contains("rust_begin_unwind")
        || never_returns && standard.iter().any(|krate| begin.starts_with(krate))
}

/// Parts of the names of functions that panic or allocate.
const FAULTS: &[&str] = &[
    "panicking",
    "panic_",
    "unwrap_failed",
    "expect_failed",
    "index_fail",
    "error_fail",
    "begin_unwind",
    "__rust_alloc",
    "__rg_",
    "__rdl_",
    "alloc_error",
    "malloc",
    "5alloc5alloc",
];

/// Returns whether the function of a symbol panics or allocates, as far as the mangled name shows.
/// For objects, which contain no other information.
#[must_use]
pub fn is_fault(symbol: &str) -> bool {
    FAULTS.iter().any(|part| symbol.contains(part))
}

/// Returns the reason for which a panicking function is called.
#[must_use]
pub fn panic_text(path: &str) -> String {
    let last = path.rsplit("::").next().unwrap_or(path);
    let known = match last {
        "panic_bounds_check" => "index out of bounds",
        "unwrap_failed" if path.contains("option") => "`unwrap` of `None`",
        "unwrap_failed" => "`unwrap` of an `Err`",
        "expect_failed" => "`expect` of `None`",
        "slice_index_fail"
        | "slice_start_index_len_fail"
        | "slice_end_index_len_fail"
        | "slice_index_order_fail"
        | "do_panic" => "slice index out of bounds",
        "slice_error_fail" => "index inside a character",
        "len_mismatch_fail" => "lengths of slices differ",
        "assert_failed" | "assert_failed_inner" => "assertion",
        "panic_fmt" | "panic" | "panic_explicit" | "panic_display" | "panic_str_2015" => "`panic!`",
        _ => match last.strip_prefix("panic_const_") {
            Some(what) => return what.replace('_', " "),
            None => return format!("calls `{path}`"),
        },
    };
    known.to_owned()
}

/// Returns whether a function exists only in proofs: the blackboard of the proof calls it in place
/// of an interface.
#[must_use]
pub fn is_ignored(symbol: &str) -> bool {
    symbol.contains("skill_runtime") && plain(symbol) == "skill_runtime::proof::absent"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        assert_eq!(external("sinf"), External::Harmless);
        assert_eq!(external("fmod"), External::Harmless);
        assert_eq!(external("__udivti3"), External::Harmless);
        assert_eq!(external("malloc"), External::Allocates);
        assert_eq!(external("printf"), External::Unknown);
        assert!(allocates("__rustc::__rust_alloc"));
        assert!(allocates("alloc::raw_vec::handle_error"));
        assert!(!allocates("robot::alloc::reserve"));
        assert!(panics("core::panicking::panic_fmt", true));
        assert!(panics("core::slice::index::slice_index_fail", true));
        assert!(!panics("core::fmt::write", false));
        assert!(!panics("robot::die", true));
        assert_eq!(
            panic_text("core::panicking::panic_const::panic_const_div_by_zero"),
            "div by zero"
        );
    }
}
