//! `watch --record`: robots that other programs run, recorded as often as they are seen.

use super::watched::{PERIOD, Watched, refused, server};
use crate::console::error::Error;
use crate::console::output::Output;
use crate::console::signals;
use crate::model::describe::Description;
use crate::model::view::Image;
use crate::recording::record::{Options, SeenRecorder};
use crate::text::escape::Escaped;
use crate::watch::{Remote, RemoteError};
use std::fmt::Display;
use std::process::ExitCode;
use std::time::Duration;

/// The time between two attempts to reach a robot again.
const RETRY: Duration = Duration::from_millis(500);

/// Why a robot was not seen.
struct Lost {
    reason: String,
    /// Whether it may be reached again.
    may_return: bool,
}

impl Lost {
    fn gone(error: impl Display) -> Self {
        Self { reason: error.to_string(), may_return: false }
    }
}

/// Records a robot until it is gone, or the program is ended. One that cannot be reached for a while is
/// recorded again from then on.
pub(super) fn record(
    robot: &Watched,
    known: &[Description],
    options: &Options,
    output: &Output,
) -> Result<ExitCode, Error> {
    if let Some(mut source) = robot.source()? {
        let known = robot.known(known)?;
        let description = crate::watch::described(&mut *source, &known).map_err(Error::usage)?;
        let may_return = source.returns();
        return run(description, options, output, || {
            let image = source.sample(&description);
            let image = image.map_err(|error| Lost { reason: error.in_a_line(), may_return })?;
            Ok((image, source.news()))
        });
    }
    let remote = server(&robot.place, None)?;
    let (description, _) = remote.description().map_err(refused)?;
    let (session, _) = remote.image().map_err(refused)?;
    run(description, options, output, || Ok((look(&remote, &session)?, None)))
}

fn look(remote: &Remote, session: &str) -> Result<Image, Lost> {
    match remote.image() {
        Ok((now, image)) if now == session => Ok(image),
        Ok(_) => Err(Lost::gone("the robot was started again")),
        Err(error @ RemoteError::Unreachable(_)) => {
            Err(Lost { reason: error.to_string(), may_return: true })
        }
        Err(error) => Err(Lost::gone(error)),
    }
}

fn run(
    description: Description,
    options: &Options,
    output: &Output,
    mut look: impl FnMut() -> Result<(Image, Option<String>), Lost>,
) -> Result<ExitCode, Error> {
    signals::catch()?;
    let mut recorder = SeenRecorder::new(description, options).map_err(Error::usage)?;
    let mut is_away = false;
    while !output.is_over() {
        let seen = look().and_then(|(image, news)| {
            recorder.look(&image).map_err(Lost::gone)?;
            Ok(news)
        });
        let time_sec = recorder.time().as_secs_f64();
        match seen {
            Ok(news) => {
                if std::mem::take(&mut is_away) {
                    recorder.log("seen again");
                    output.line(format_args!("seen again at {time_sec:.3} s"));
                }
                if let Some(news) = news {
                    output.line(format_args!("{time_sec:.3} s: {news}"));
                    recorder.log(news);
                }
            }
            Err(lost) => {
                if !std::mem::replace(&mut is_away, true) || !lost.may_return {
                    let reason = Escaped(&lost.reason).to_string();
                    recorder.log(format!("lost: {reason}"));
                    output.line(format_args!("recorded up to {time_sec:.3} s; lost: {reason}"));
                }
                if !lost.may_return {
                    break;
                }
                std::thread::sleep(RETRY);
            }
        }
        std::thread::sleep(PERIOD);
    }
    recorder.finish().map(|()| ExitCode::SUCCESS).map_err(Error::usage)
}
