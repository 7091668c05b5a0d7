//! The folder: the files of the live page, those of the playground, and the module.

use anyhow::{Context as _, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use tool_support::{command, workspace};

const TARGET: &str = "wasm32-unknown-unknown";
/// The most bytes of all files, each packed on its own.
const MAX_PACKED: usize = 1_000_000;
/// Scripts, styles and data come from the page's own server alone.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'";

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
    ("<div id=\"graph\" ", concat!(include_str!("start.html"), "<div id=\"graph\" ")),
];

/// The folders of the sources that the page shows, from that of `skills-nao`.
const SOURCES: [&str; 2] = ["skills", "agents"];

pub struct Folder {
    files: usize,
    plain: usize,
    packed: usize,
}

impl Display for Folder {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { files, plain, packed } = self;
        write!(f, "{files} files, {} kB, {} kB packed", plain / 1000, packed / 1000)
    }
}

impl Folder {
    pub fn check(&self) -> anyhow::Result<()> {
        ensure!(self.packed < MAX_PACKED, "{self}; at most {} kB are wanted", MAX_PACKED / 1000);
        Ok(())
    }

    fn add(&mut self, path: &Path, content: &[u8]) -> anyhow::Result<()> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(content)?;
        self.files += 1;
        self.plain += content.len();
        self.packed += packer.finish()?.len();
        fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
    }
}

pub fn make(out: &Path) -> anyhow::Result<Folder> {
    let (root, target) = (workspace(), workspace().join("target"));
    let mut build = command::cargo(&root, &target);
    build.args(["build", "--quiet", "--package", "playground", "--lib"]);
    build.args(["--profile", "web", "--target", TARGET]);
    command::run(&mut build).with_context(|| format!("is the target {TARGET} installed?"))?;
    let module = target.join(TARGET).join("web/playground.wasm");

    let page = out.join("page");
    fs::create_dir_all(&page).with_context(|| format!("cannot create {}", page.display()))?;
    let mut folder = Folder { files: 0, plain: 0, packed: 0 };
    folder.add(&page.join("playground.wasm"), &fs::read(module)?)?;
    // The playground's files take the place of those of the page with the same names.
    let (live, own) = (root.join("skill-studio/src/live/page"), root.join("playground/page"));
    for (name, text) in files(&live)? {
        if name == "index.html" {
            folder.add(&out.join(name), index(&text)?.as_bytes())?;
        } else if !own.join(&name).exists() {
            folder.add(&page.join(name), text.as_bytes())?;
        }
    }
    for (name, text) in files(&own)? {
        folder.add(&page.join(name), text.as_bytes())?;
    }
    for part in SOURCES {
        let to = out.join("source").join(part);
        fs::create_dir_all(&to).with_context(|| format!("cannot create {}", to.display()))?;
        for (name, text) in files(&root.join("skills-nao/src").join(part))? {
            folder.add(&to.join(name), text.as_bytes())?;
        }
    }
    Ok(folder)
}

/// Returns the names and the texts of the files of a directory.
fn files(directory: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let entries = fs::read_dir(directory)
        .with_context(|| format!("cannot read {}", directory.display()))?
        .map(|entry| {
            let entry = entry?;
            Ok((
                entry.file_name().to_string_lossy().into_owned(),
                fs::read_to_string(entry.path())?,
            ))
        });
    entries.collect()
}

/// Returns the page's HTML with the playground's changes.
fn index(html: &str) -> anyhow::Result<String> {
    CHANGES.iter().try_fold(html.to_owned(), |html, (line, with)| {
        ensure!(html.matches(line).count() == 1, "the page's index.html has no line {line}");
        Ok(html.replace(line, &with.replace("POLICY", POLICY)))
    })
}
