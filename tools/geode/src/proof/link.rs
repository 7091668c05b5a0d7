//! Links some functions of the library: the linker drops what they do not reach.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use object::{Object as _, ObjectSymbol as _, SymbolKind};
use tool_support::command;

use super::image::Image;

#[derive(Debug)]
pub struct Linker {
    archive: PathBuf,
    directory: PathBuf,
}

impl Linker {
    /// Creates a linker of `library` that writes to `directory`.
    pub fn new(library: &Path, directory: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(directory)?;
        Ok(Self { archive: library.to_owned(), directory: directory.to_owned() })
    }

    /// Links the functions and what they reach.
    pub fn link(&self, name: &str, roots: &[impl AsRef<str>]) -> anyhow::Result<Image> {
        let mut arguments = vec!["--gc-sections".to_owned()];
        arguments.extend(roots.iter().map(|root| format!("--undefined={}", root.as_ref())));
        let file = self.ld(name, &arguments)?;
        let image = Image::parse(&fs::read(&file)?)
            .map_err(anyhow::Error::msg)
            .with_context(|| file.display().to_string())?;
        match roots.iter().find(|root| !image.symbols.contains_key(root.as_ref())) {
            None => Ok(image),
            Some(root) => bail!("{} does not contain {}", self.archive.display(), root.as_ref()),
        }
    }

    pub fn exported(&self) -> anyhow::Result<Vec<String>> {
        let file = self.ld("whole", &["--whole-archive".to_owned()])?;
        let bytes = fs::read(&file)?;
        let whole =
            object::File::parse(bytes.as_slice()).with_context(|| file.display().to_string())?;
        let names = whole.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text);
        let names = names.filter_map(|symbol| symbol.name().ok().map(str::to_owned));
        Ok(names.filter(|name| name.starts_with("nao_")).collect())
    }

    fn ld(&self, name: &str, arguments: &[String]) -> anyhow::Result<PathBuf> {
        let file = self.directory.join(format!("{name}.o"));
        let mut ld = Command::new("ld");
        ld.args(["-m", "elf_i386", "-r"]).args(arguments);
        ld.arg("-o").arg(&file).arg(&self.archive);
        // It warns about the bitcode in Rust's objects, and succeeds.
        command::run(&mut ld)?;
        Ok(file)
    }
}

/// Compiles a C file for the robot's processor.
pub fn compile(source: &Path, object: &Path) -> anyhow::Result<()> {
    let mut gcc = Command::new("gcc");
    gcc.args(["-m32", "-march=pentium", "-O1", "-fno-pic", "-fomit-frame-pointer"]);
    // Each function in a section of its own can be linked and checked alone.
    gcc.args(["-ffunction-sections", "-fcf-protection=none", "-c"]).arg(source);
    command::run(gcc.arg("-o").arg(object)).map(drop)
}
