//! The files of the folder: those of the live page, with another source of what it shows.

use crate::live::page::FILES;

/// Scripts, styles and data come from the page's own server alone.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// The files that the live page does not have, or has with another content.
const OWN: [(&str, &str); 5] = [
    ("play.css", include_str!("page/play.css")),
    ("play.js", include_str!("page/play.js")),
    ("source.js", include_str!("page/source.js")),
    ("tour.js", include_str!("page/tour.js")),
    ("worker.js", include_str!("page/worker.js")),
];

/// The lines of the page that the playground changes.
const CHANGES: [(&str, &str); 4] = [
    (
        "<meta name=\"color-scheme\" content=\"light dark\">",
        "<meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"POLICY\">",
    ),
    (
        "<link rel=\"stylesheet\" href=\"page/style.css\">",
        "<link rel=\"stylesheet\" href=\"page/style.css\">\n\
         <link rel=\"stylesheet\" href=\"page/play.css\">",
    ),
    (
        "<script type=\"module\" src=\"page/main.js\"></script>",
        "<script type=\"module\" src=\"page/main.js\"></script>\n\
         <script type=\"module\" src=\"page/play.js\"></script>",
    ),
    ("<div id=\"graph\" ", concat!(include_str!("page/start.html"), "<div id=\"graph\" ")),
];

/// Returns the path and the text of each file.
///
/// # Errors
/// The line that the page does not have any more.
pub(crate) fn all() -> Result<Vec<(String, String)>, String> {
    let is_own = |name: &str| OWN.iter().any(|(own, _)| *own == name);
    let mut all = Vec::new();
    for (name, text) in FILES.iter().filter(|(name, _)| !is_own(name)).chain(&OWN) {
        all.push(match *name {
            "index.html" => ((*name).to_owned(), index(text)?),
            name => (format!("page/{name}"), (*text).to_owned()),
        });
    }
    Ok(all)
}

/// Returns the page's HTML with the playground's changes.
fn index(html: &str) -> Result<String, String> {
    CHANGES.iter().try_fold(html.to_owned(), |html, (line, with)| {
        if html.matches(line).count() != 1 {
            return Err(format!("the page's index.html has no line {line}"));
        }
        Ok(html.replace(line, &with.replace("POLICY", POLICY)))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_file_is_there_once_and_the_page_has_its_changes() {
        let all = super::all().expect("the lines that change");
        let mut names: Vec<_> = all.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        let (_, index) = all.iter().find(|(name, _)| name == "index.html").expect("a page");
        for part in ["Content-Security-Policy", "page/play.js", "id=\"start-picture\""] {
            assert!(index.contains(part), "{part}");
        }
        let is_there = |link: &str| names.contains(&link);
        let mut links = index.split('"').filter(|text| text.starts_with("page/"));
        assert!(links.all(is_there), "{names:?}");
    }
}
