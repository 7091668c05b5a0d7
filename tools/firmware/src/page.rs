//! The table of the book.

use anyhow::Context as _;

/// The page.
pub const PATH: &str = "book/src/firmware.md";
const BEGIN: &str = "<!-- sizes: cargo xtask firmware --write -->\n";
const HEAD: &str = "\
| image | flash, bytes | RAM, bytes | stack of a pass, proved | used in the emulator |
|---|---|---|---|---|
";
const END: &str = "\n<!-- end of sizes -->";

/// By how much a figure of the page may differ, in percent: texts in the image contain paths of the machine.
const TOLERANCE: u64 = 2;

/// Returns a row of the table; the figures that are not there have no bound.
pub fn row<const N: usize>(name: &str, figures: [u64; N]) -> String {
    let mut row = format!("| {name} |");
    for place in 0..4 {
        let figure = figures.get(place).map_or(String::new(), |figure| format!(" {figure}"));
        row += &format!("{figure} |");
    }
    row
}

/// Returns the rows that are on the page.
pub fn table(page: &str) -> anyhow::Result<&str> {
    let between = || page.split_once(BEGIN)?.1.split_once(END)?.0.strip_prefix(HEAD);
    between().with_context(|| format!("{PATH} has no table of sizes"))
}

/// Returns the page with these rows.
pub fn with_table(page: &str, rows: &[String]) -> anyhow::Result<String> {
    let between = || {
        let (before, rest) = page.split_once(BEGIN)?;
        Some([before, BEGIN, HEAD, &rows.join("\n"), END, rest.split_once(END)?.1].concat())
    };
    between().with_context(|| format!("{PATH} has no place for the table of sizes"))
}

/// Returns whether the rows of the page are these, with about the same figures.
pub fn agrees(table: &str, rows: &[String]) -> bool {
    let near = |(a, b): (&str, &str)| match (a.trim().parse::<u64>(), b.trim().parse::<u64>()) {
        (Ok(a), Ok(b)) => a.abs_diff(b) * 100 <= TOLERANCE * b,
        _ => a == b,
    };
    let same = |(a, b): (&str, &String)| {
        a.split('|').count() == b.split('|').count() && a.split('|').zip(b.split('|')).all(near)
    };
    table.lines().count() == rows.len() && table.lines().zip(rows).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_read_and_compared() {
        let page = format!("a\n{BEGIN}old{END}\nb\n");
        let rows = [row("RTIC", [1000, 200, 30, 29]), row("RTIC, with texts", [2000, 200])];
        let page = with_table(&page, &rows).unwrap();
        assert!(page.starts_with("a\n") && page.ends_with("\nb\n"), "{page}");
        assert!(agrees(table(&page).unwrap(), &rows));
        let about = [row("RTIC", [1019, 200, 30, 29]), rows[1].clone()];
        assert!(agrees(table(&page).unwrap(), &about));
        let more = [row("RTIC", [1040, 200, 30, 29]), rows[1].clone()];
        assert!(!agrees(table(&page).unwrap(), &more));
        assert!(!agrees(table(&page).unwrap(), &rows[..1]));
        assert!(table("a").is_err());
    }
}
