//! The pages of the book and the README, so that `cargo test` compiles and runs their listings.
#![cfg_attr(not(doctest), allow(missing_docs))]

#[cfg(doctest)]
mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}
