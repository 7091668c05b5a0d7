//! The crates that the machines are compiled in, below `target/nested`.

use super::{Block, Error, Input, LIBRARY, Options, text};
use crate::commands::cargo;
use crate::generated::{lock, remove_dir};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Where it is.
#[derive(Debug)]
pub struct Program {
    root: PathBuf,
    target: PathBuf,
}

/// Writes a crate for each block.
pub fn write(options: &Options, blocks: &[Block], inputs: &[Vec<Input>]) -> Result<Program, Error> {
    let target = options.workspace.join("target").join("nested");
    let root = target.join("crates");
    remove_dir(&root)?;
    fs::create_dir_all(&root)?;
    let members: Vec<String> = (0..blocks.len()).map(|block| format!("\"b{block}\"")).collect();
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n[profile.dev]\ndebug = false\nincremental = false\n",
        members.join(", ")
    );
    fs::write(root.join("Cargo.toml"), manifest)?;
    lock(&options.workspace, &root)?;
    let bytes: Vec<u8> = inputs
        .iter()
        .flatten()
        .flat_map(|input| [u8::from(input.a), input.n, input.millis, u8::from(input.reset)])
        .collect();
    fs::write(root.join("inputs"), bytes)?;
    for (number, block) in blocks.iter().enumerate() {
        let package = root.join(format!("b{number}"));
        fs::create_dir_all(package.join("src"))?;
        let runtime = options.workspace.join("skill-runtime");
        let manifest = format!(
            "[package]\nname = \"b{number}\"\nedition = \"2024\"\n[dependencies]\nskill-runtime = {{ package = \"robot-skill-runtime\", path = '{}', features = [\"std\"] }}\n",
            runtime.display()
        );
        fs::write(package.join("Cargo.toml"), manifest)?;
        fs::write(package.join("src").join("main.rs"), source(block))?;
    }
    Ok(Program { root, target })
}

fn source(block: &Block) -> String {
    let names: Vec<String> = block.skills.iter().map(|skill| skill.name.clone()).collect();
    let skills: String = block
        .skills
        .iter()
        .enumerate()
        .map(|(id, skill)| text::skill(skill, id, &names[..LIBRARY]))
        .collect();
    let machines = (block.first..).zip(&names[LIBRARY..]);
    let machines: Vec<String> =
        machines.map(|(number, name)| format!("        ({number}, run::<{name}>),")).collect();
    include_str!("templates/main.rs").replace("MACHINES", &machines.join("\n")) + &skills
}

/// Compiles all of them.
pub fn build(program: &Program) -> Result<(), Error> {
    let output = cargo(&program.root, &program.target).args(["build", "--quiet"]).output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Build(String::from_utf8_lossy(&output.stderr).trim_end().to_owned()))
}

fn command(program: &Program, block: usize, inputs: usize) -> Command {
    let mut command = Command::new(program.target.join("debug").join(format!("b{block}")));
    command.arg(inputs.to_string());
    command
}

/// The hashes of each machine of a block.
pub fn hashes(
    program: &Program,
    block: usize,
    inputs: usize,
) -> Result<Vec<(usize, Vec<u64>)>, Error> {
    let output = command(program, block, inputs).output()?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(Error::Program(format!("block {block}: {}: {errors}", output.status)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| {
            let mut words = line.split(' ');
            let machine = words.next().and_then(|word| word.parse().ok());
            let hashes: Option<Vec<u64>> =
                words.map(|word| u64::from_str_radix(word, 16).ok()).collect();
            machine.zip(hashes).ok_or_else(|| Error::Program(format!("block {block}: {line}")))
        })
        .collect()
}

/// What a machine does in one pass.
pub fn details(
    program: &Program,
    block: usize,
    inputs: usize,
    machine: usize,
    at: usize,
) -> Result<Vec<u8>, Error> {
    let mut command = command(program, block, inputs);
    Ok(command.args([machine.to_string(), at.to_string()]).output()?.stdout)
}
