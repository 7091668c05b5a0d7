//! Symbols in compiled code that show that it panics or allocates.

/// Functions of the C library that the compiler calls to copy and compare memory.
pub const ALLOWED_EXTERNAL: [&str; 5] = ["memcpy", "memmove", "memset", "memcmp", "bcmp"];

/// Parts of the names of functions that panic or allocate.
const FORBIDDEN: &[&str] = &[
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

/// Returns whether a function of that (mangled) name panics or allocates.
#[must_use]
pub fn is_forbidden(name: &str) -> bool {
    FORBIDDEN.iter().any(|part| name.contains(part))
}
