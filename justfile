# `just NAME`, where just is installed; each line works without it.

# A simulated robot stands up.
run:
    cargo run --release

# What must hold after any change.
test *arguments:
    cargo test {{arguments}}

# The other checks: names, `--lane fast|deep|nightly`, `--list`.
check *arguments:
    cargo xtask check {{arguments}}

# Formats Rust and the blocks of the macros.
fmt:
    cargo fmt --all
    cargo run --quiet -p robot-skill-fmt

# The book, in a browser.
book:
    cargo xtask pages
    mdbook serve book --open

# All that CI does.
ci *lane:
    .ci/run {{lane}}
