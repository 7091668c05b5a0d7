//! The crates in which the skills are compiled, below `target/nested`.

use std::process::Command;

use anyhow::Context as _;
use skill_rules::skill::{MAX_RESULT, Skill};
use skill_rules::source;
use tool_support::{GeneratedCrate, command, packages, workspace};

use super::inputs::Input;
use super::{Block, LIBRARY, is_traced};

/// The generated programs, one for each block.
#[derive(Debug)]
pub struct Program {
    generated: GeneratedCrate,
    /// The number of inputs for each skill.
    inputs: usize,
}

impl Program {
    /// Writes a crate for each block, and the inputs.
    pub fn write(count: usize, blocks: &[Block], inputs: &[Vec<Input>]) -> anyhow::Result<Self> {
        let workspace = workspace();
        let target = workspace.join("target").join("nested");
        let generated = GeneratedCrate::new(&workspace, "nested/crates").building_into(target);
        generated.clean("")?;
        let members: Vec<String> = (0..blocks.len()).map(|block| format!("b{block}")).collect();
        generated.write_manifest(&format!(
            "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\
             [profile.dev]\ndebug = false\nincremental = false\npanic = \"abort\"\n"
        ))?;
        let bytes = inputs.iter().flatten().flat_map(|input| input.bytes());
        // Without inlining, the skills are compiled in half the time.
        generated
            .write(".cargo/config.toml", "[build]\nrustflags = [\"-Cno-prepopulate-passes\"]\n")?;
        generated.write("inputs", bytes.collect::<Vec<u8>>())?;
        let runtime = packages::RUNTIME.dependency(&workspace, &["why"]);
        let test = packages::TEST.dependency(&workspace, &[]);
        for (block, name) in blocks.iter().zip(&members) {
            let manifest = format!(
                "[package]\nname = \"{name}\"\nedition = \"2024\"\n[dependencies]\n{runtime}\n{test}"
            );
            generated.write(&format!("{name}/Cargo.toml"), manifest)?;
            generated.write(&format!("{name}/src/main.rs"), main_rs(block))?;
        }
        Ok(Program { generated, inputs: count })
    }

    pub fn build(&self, label: &str) -> anyhow::Result<()> {
        self.generated.build(&[], label).map(drop)
    }

    fn command(&self, block: usize) -> Command {
        let mut command = Command::new(self.generated.program("debug", &format!("b{block}")));
        command.arg(self.inputs.to_string());
        command
    }

    /// Runs a block. Returns the hashes of each machine.
    pub fn hashes(&self, block: usize) -> anyhow::Result<Vec<(usize, Vec<u64>)>> {
        let output = command::run(&mut self.command(block))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let lines = text.lines().map(|line| {
            let mut words = line.split(' ');
            let machine = words.next().and_then(|word| word.parse().ok());
            let hashes: Option<Vec<u64>> =
                words.map(|word| u64::from_str_radix(word, 16).ok()).collect();
            machine.zip(hashes).with_context(|| format!("block {block}: unexpected line {line}"))
        });
        lines.collect()
    }

    /// Returns what a machine does at one input.
    pub fn details(&self, block: usize, machine: usize, at: usize) -> anyhow::Result<String> {
        let mut command = self.command(block);
        let output = command::run(command.args([machine.to_string(), at.to_string()]))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Returns the block of a skill; of the second of a pair, that of the first.
pub fn source(block: &Block, skill: usize) -> String {
    let skill = skill - usize::from(block.skills[skill].is_second);
    let report = |state, place, shown: &[String]| {
        format!("log({skill}, {state}, {place}, &[{}]);", shown.join(", "))
    };
    let second = block.skills.get(skill + 1).filter(|next| next.is_second);
    source::pair(&block.skills[skill], second, &block.skills[..LIBRARY], &report)
}

fn main_rs(block: &Block) -> String {
    let machines = (block.first..).zip(&block.skills[LIBRARY..]);
    let machines: Vec<String> = machines
        .map(|(number, skill)| format!("        ({number}, {}),", run(number, skill)))
        .collect();
    let blocks = (0..block.skills.len()).filter(|skill| !block.skills[*skill].is_second);
    let skills: String = blocks.map(|skill| source(block, skill)).collect();
    let program = include_str!("main.rs.in").replace("MACHINES", &machines.join("\n"));
    program.replace("MAX_RESULT", &MAX_RESULT.to_string()) + &skills
}

fn run(number: usize, skill: &Skill) -> String {
    let first = skill.arguments.len();
    let variables = first..first + skill.variables;
    let variables: Vec<String> =
        variables.map(|place| format!("machine.vars().g{place}")).collect();
    let result = match skill.result {
        0 => "Vec::new()",
        1 => "machine.result().map_or(Vec::new(), |result| vec![*result])",
        _ => "machine.result().map_or(Vec::new(), |result| vec![result.x, result.y])",
    };
    let tracer = if is_traced(number) { "Log::default()" } else { "NoTrace" };
    format!(
        "|number, count, detail| run::<{}, _>(|| {tracer}, |machine| vec![{}], |machine| {result}, \
         number, count, detail)",
        skill.name,
        variables.join(", ")
    )
}
