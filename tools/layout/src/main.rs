//! Draws all skills and agents of the NAO and random nested skills: no two boxes or labels overlap,
//! no arrow runs through a box or label that is not its own, crossings are not more than Graphviz
//! has, and no skill is too wide.

mod check;
mod crossings;
mod graphviz;
mod random;

use anyhow::Context as _;
use clap::Parser;
use fastrand::Rng;
use skill_runtime::{Agent as _, SkillSpace as _};
use skill_studio::graph::{GraphDrawing, View};
use skill_studio::layout::{Direction, lay_out};
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::skills::NaoSoccer;
use std::process::ExitCode;
use tool_support::Progress;

/// Check the drawings of skills, and compare them with Graphviz's
#[derive(Parser)]
#[command(bin_name = "cargo xtask layout")]
struct Options {
    /// The number of random nested skills
    #[arg(long, default_value_t = 200)]
    machines: usize,
    /// The seed of the random skills
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a line for each drawing
    #[arg(long)]
    verbose: bool,
}

/// The widest drawing of a skill, in pixels.
const MAX_WIDTH: f64 = 1600.0;
/// The most crossings in all, as a multiple of Graphviz's.
const MAX_RATIO: f64 = 1.1;

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

fn run(options: &Options) -> anyhow::Result<bool> {
    let skills = NaoSoccer::SKILLS.iter().map(|&skill| (skill, false));
    let skills = skills.chain([Naojoystick::INFO, Striker::INFO].map(|agent| (agent, true)));
    let shipped: Vec<_> = skills
        .clone()
        .map(|(skill, endless)| {
            let drawn = GraphDrawing::with(skill, &View { endless, ..View::default() });
            (skill.name.to_owned(), drawn.diagram, drawn.drawing)
        })
        .collect();
    // With the graphs of sub-skills inside, and turned: as wide as they need.
    let directions = [Direction::Down, Direction::Right];
    let open = skills.flat_map(|skill| directions.map(|direction| (skill, direction)));
    let open = open.map(|((skill, endless), direction)| {
        let open = (1..skill.instances()).collect();
        let view = View { direction, open, endless, ..View::default() };
        let drawn = GraphDrawing::with(skill, &view);
        (format!("{} {direction:?}, open", skill.name), drawn.diagram, drawn.drawing)
    });
    let open: Vec<_> = open.collect();
    let mut rng = Rng::with_seed(options.seed);
    let random = random::diagrams(options.machines, &mut rng);
    let random = random.into_iter().enumerate().map(|(number, diagram)| {
        let drawing = lay_out(&diagram);
        (format!("random {number}"), diagram, drawing)
    });
    let drawings = shipped.len() + open.len() + options.machines;
    let progress = Progress::bar("drawing", drawings as u64);
    let (mut ours, mut theirs, mut faults) = (0, 0, Vec::new());
    let count = shipped.len();
    for (place, (name, diagram, drawing)) in
        shipped.into_iter().chain(open).chain(random).enumerate()
    {
        faults.extend(
            check::faults(&diagram, &drawing).into_iter().map(|fault| format!("{name}: {fault}")),
        );
        if place < count && drawing.size.width > MAX_WIDTH {
            faults.push(format!("{name}: {:.0} pixels wide", drawing.size.width));
        }
        let graphviz = graphviz::curves(&diagram).with_context(|| format!("Graphviz on {name}"))?;
        let (of_ours, of_theirs) =
            (crossings::count(&crossings::curves(&drawing)), crossings::count(&graphviz));
        if options.verbose {
            let size = drawing.size;
            println!(
                "{name}: {:.0} x {:.0}, {of_ours} crossings, Graphviz {of_theirs}",
                size.width, size.height
            );
        }
        (ours, theirs) = (ours + of_ours, theirs + of_theirs);
        progress.advance();
    }
    let holds = faults.is_empty() && f64::from(ours) <= MAX_RATIO * f64::from(theirs);
    progress.finish(holds);
    for fault in faults.iter().take(20) {
        println!("{fault}");
    }
    println!("{drawings} drawings, {} faults, {ours} crossings; Graphviz {theirs}", faults.len());
    Ok(holds)
}
