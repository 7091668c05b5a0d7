//! What a program that calls some of the library's functions gets: the linker drops what
//! they do not reach.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::{Object as _, ObjectSymbol as _, SymbolKind};

use super::image::Image;
use crate::nao::Error;
use crate::nao::build::run;

/// A linker of one library.
#[derive(Debug)]
pub struct Linker {
    archive: PathBuf,
    directory: PathBuf,
}

impl Linker {
    /// Links from `library` into `directory`.
    pub fn new(library: &Path, directory: &Path) -> Result<Self, Error> {
        fs::create_dir_all(directory)?;
        Ok(Self { archive: library.to_owned(), directory: directory.to_owned() })
    }

    /// Links what the functions reach.
    pub fn link(&self, name: &str, roots: &[impl AsRef<str>]) -> Result<Image, Error> {
        let mut arguments = vec!["--gc-sections".to_owned()];
        arguments.extend(roots.iter().map(|root| format!("--undefined={}", root.as_ref())));
        let file = self.ld(name, &arguments)?;
        let image = Image::parse(&fs::read(&file)?)
            .map_err(|what| Error::Object(format!("{} {what}", file.display())))?;
        match roots.iter().find(|root| !image.symbols.contains_key(root.as_ref())) {
            None => Ok(image),
            Some(root) => {
                let archive = self.archive.display();
                Err(Error::Object(format!("{} is not in {archive}", root.as_ref())))
            }
        }
    }

    /// The functions that C sees.
    pub fn exported(&self) -> Result<Vec<String>, Error> {
        let file = self.ld("whole", &["--whole-archive".to_owned()])?;
        let bytes = fs::read(&file)?;
        let whole = object::File::parse(bytes.as_slice())
            .map_err(|error| Error::Object(format!("{} {error}", file.display())))?;
        let names = whole.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text);
        let names = names.filter_map(|symbol| symbol.name().ok().map(str::to_owned));
        Ok(names.filter(|name| name.starts_with("nao_")).collect())
    }

    fn ld(&self, name: &str, arguments: &[String]) -> Result<PathBuf, Error> {
        let file = self.directory.join(format!("{name}.o"));
        let mut ld = Command::new("ld");
        ld.args(["-m", "elf_i386", "-r"]).args(arguments);
        ld.arg("-o").arg(&file).arg(&self.archive);
        // It stumbles over the bitcode that Rust's objects carry, and says so, and goes on.
        let output = ld.output()?;
        if output.status.success() {
            Ok(file)
        } else {
            let words = String::from_utf8_lossy(&output.stderr);
            Err(Error::Failed(format!("{ld:?} failed: {}\n{words}", output.status)))
        }
    }
}

/// Compiles a C file for the robot's processor.
pub fn compile(source: &Path, object: &Path) -> Result<(), Error> {
    let mut gcc = Command::new("gcc");
    gcc.args(["-m32", "-march=pentium", "-O1", "-fno-pic", "-fomit-frame-pointer"]);
    // So that each function is linked, and judged, for itself.
    gcc.args(["-ffunction-sections", "-fcf-protection=none", "-c"]).arg(source);
    run(gcc.arg("-o").arg(object))
}
