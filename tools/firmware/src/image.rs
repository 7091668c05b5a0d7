//! The images: how they are built, run and measured.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::process::Process;
use anyhow::{Context as _, bail, ensure};
use defmt_decoder::{DecodeError, Table};
use object::{Object as _, ObjectSection as _, SectionFlags, elf};
use skill_proof::{Selection, Workspace};
use tool_support::{command, workspace};

const PACKAGE: &str = "rover-firmware";
const TARGET: &str = "thumbv7em-none-eabihf";
/// The first address of the memory that is not flash: `examples/rover/firmware/memory.x`.
const RAM: u64 = 0x2000_0000;
/// A Cortex-M4F whose clock counts instructions, 128 ns each, so that each run is the same.
const EMULATOR: &str = "qemu-system-arm -machine mps2-an386 -nographic -monitor none \
    -semihosting-config enable=on,target=native";
/// It does not wait while the processor sleeps.
const QUICK: &str = "-serial none -icount shift=7,sleep=off";
/// A second takes a second, and the serial port is a pseudo terminal.
const WATCHED: &str = "-serial pty -icount shift=7,sleep=on";

/// The runtime of an image's tasks.
#[derive(Clone, Copy)]
pub enum Runtime {
    Rtic,
    Embassy,
}

/// An image that was built.
pub struct Image {
    path: PathBuf,
    elf: Vec<u8>,
    /// The bytes of code, constants and initial values.
    pub flash: u64,
    /// The bytes of static variables.
    pub ram: u64,
}

impl Runtime {
    pub const ALL: [Self; 2] = [Self::Rtic, Self::Embassy];

    pub fn name(self) -> &'static str {
        match self {
            Self::Rtic => "RTIC",
            Self::Embassy => "Embassy",
        }
    }

    fn feature(self) -> String {
        self.name().to_lowercase()
    }

    fn program(self) -> String {
        format!("rover-{}", self.feature())
    }

    /// Returns the bytes of stack that a pass needs at most.
    pub fn bound(self) -> anyhow::Result<u64> {
        let function = format!("{}::robot::Robot::pass", self.program().replace('-', "_"));
        let proofs = Workspace::read(Selection {
            packages: vec![PACKAGE.to_owned()],
            programs: vec![self.program()],
            functions: vec![function.clone()],
            features: vec![self.feature(), "stack".to_owned()],
            target: Some(TARGET.to_owned()),
            manifest_path: Some(workspace().join("Cargo.toml")),
            ..Selection::default()
        })?;
        let package = proofs.packages.first().context("there is no package")?;
        let proofs = proofs.prove(package)?;
        let proof = proofs.iter().find(|proof| proof.path == function);
        let proof = proof.with_context(|| format!("there is no function `{function}`"))?;
        ensure!(proof.findings.is_empty(), "{function}: {:#?}", proof.texts());
        ensure!(proof.stack.is_bound, "the stack of `{function}` has no bound");
        Ok(proof.stack.bytes)
    }
}

impl Image {
    /// Builds the image with these features besides its own.
    pub fn build(runtime: Runtime, features: &[&str]) -> anyhow::Result<Self> {
        let target = workspace().join("target");
        let features = [&[runtime.feature().as_str()], features].concat().join(",");
        let mut cargo = command::cargo(&workspace(), &target);
        cargo.args(["build", "--quiet", "--profile", "robot", "--target", TARGET]);
        cargo.args(["--package", PACKAGE, "--bin", &runtime.program(), "--features", &features]);
        command::run(&mut cargo)?;
        let built = target.join(TARGET).join("robot").join(runtime.program());
        let elf = fs::read(&built).with_context(|| format!("cannot read {}", built.display()))?;
        // Cargo has the next image at the same path.
        let copies = target.join("firmware");
        fs::create_dir_all(&copies)?;
        let path = copies.join(format!("{}.elf", features.replace(',', "-")));
        fs::write(&path, &elf)?;
        let (mut flash, mut ram) = (0, 0);
        for section in object::File::parse(&*elf)?.sections() {
            let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
            if sh_flags & u64::from(elf::SHF_ALLOC) == 0 {
                continue;
            }
            ram += if section.address() >= RAM { section.size() } else { 0 };
            flash += section.file_range().map_or(0, |(_, size)| size);
        }
        Ok(Self { path, elf, flash, ram })
    }

    /// Returns the emulator that runs the image.
    fn emulator(&self, options: &str) -> Command {
        let words = [EMULATOR, options, "-kernel"].map(|words| words.split(' '));
        let mut words = words.into_iter().flatten().filter(|word| !word.is_empty());
        let mut emulator = Command::new(words.next().unwrap_or_default());
        emulator.args(words).arg(&self.path);
        emulator
    }

    /// Starts the image in real time. Returns the emulator, and the path of the image's serial port.
    pub fn start(&self) -> anyhow::Result<(Process, String)> {
        let mut emulator = self.emulator(WATCHED);
        emulator.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut emulator = Process::start(&mut emulator)?;
        let line = emulator.line("/dev/")?;
        let port = line.split(' ').find(|word| word.starts_with("/dev/"));
        let port = port.with_context(|| format!("no path of a port: {line}"))?.to_owned();
        Ok((emulator, port))
    }

    /// Runs the image, and returns what it has logged.
    pub fn log(&self) -> anyhow::Result<Vec<String>> {
        let emulator = self.emulator(QUICK);
        let mut limited = Command::new("timeout");
        limited.arg("60").arg(emulator.get_program()).args(emulator.get_args());
        let output = command::output(&mut limited)?;
        let table =
            Table::parse(&self.elf)?.context("the image has no table of defmt's strings")?;
        let mut decoder = table.new_stream_decoder();
        decoder.received(&output.stdout);
        let mut lines = Vec::new();
        loop {
            match decoder.decode() {
                Ok(frame) => lines.push(frame.display_message().to_string()),
                Err(DecodeError::UnexpectedEof) => break,
                Err(DecodeError::Malformed) => bail!("a frame is malformed after {lines:#?}"),
            }
        }
        let status = output.status;
        ensure!(status.success(), "the image has failed ({status}): {lines:#?}");
        Ok(lines)
    }

    /// Runs the image, and returns the most bytes of stack that a pass has used.
    pub fn stack_used(&self) -> anyhow::Result<u64> {
        let log = self.log()?;
        let used = log.iter().find_map(|line| line.strip_suffix(" bytes of stack used"));
        used.and_then(|used| used.parse().ok()).context("the image does not log its stack")
    }
}
