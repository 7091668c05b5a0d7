//! Sends the control packets of a game to a robot, and checks what it reports.

use anyhow::{Context as _, ensure};
use clap::Parser;
use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;
use tool_referee::{Packet, Referee, Step, WHOLE_GAME};

/// Send the control packets of a game to a robot, and check what it reports
///
/// For example to `nao play --gamecontroller 127.0.0.1 --team 5 --player 2`. Exit status: 0 if the
/// robot reported and each report was right, 1 if it did not report, 2 if one was wrong or the game
/// could not be sent.
#[derive(Parser)]
struct Cli {
    /// The robot, or a broadcast address
    #[arg(long, default_value = "127.0.0.1:3838")]
    robot: SocketAddr,
    /// The address of this referee
    #[arg(long, default_value = "127.0.0.1")]
    ip: IpAddr,
    /// The port on which reports are received
    #[arg(long, default_value_t = 3939)]
    return_port: u16,
    /// The version of the packets
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(18..=20))]
    packets: u8,
    /// The number of the robot's team
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=254))]
    team: u8,
    /// The number of the other team
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u8).range(0..=254))]
    opponent: u8,
    /// The number of the robot in its team
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=20))]
    player: u8,
    /// The steps: a state, stop, go, penalty=CODE[,SECONDS], half=1|2, kickoff=ours|theirs|none,
    /// score=OURS:THEIRS, wait=SECONDS; a short game if there are none
    steps: Vec<Step>,
}

fn main() -> ExitCode {
    tool_support::exit(run(Cli::parse()))
}

fn run(mut cli: Cli) -> anyhow::Result<bool> {
    ensure!(cli.team != cli.opponent, "--team and --opponent are the same");
    if cli.steps.is_empty() {
        let steps = WHOLE_GAME.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        cli.steps = steps.map_err(anyhow::Error::msg)?;
    }
    let packet = Packet::new(cli.packets, cli.team, cli.opponent);
    let mut referee = Referee::new(cli.ip, cli.robot, cli.return_port, packet)
        .context("cannot open the referee's sockets")?;
    let mut count = 0_u32;
    for step in cli.steps {
        println!("{step:?}");
        step.apply(&mut referee.packet, cli.team, cli.player);
        let Step::Wait(time) = step else { continue };
        for (after, report) in referee.send_for(time)? {
            println!("  {:6.2} s  {report:?}", after.as_secs_f32());
            ensure!(
                (report.team, report.player) == (cli.team, cli.player),
                "a report of player {} of team {}",
                report.player,
                report.team
            );
            count += 1;
        }
    }
    println!("{count} reports");
    Ok(count > 0)
}
