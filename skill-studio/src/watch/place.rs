//! The place of a robot.

use super::remote::Remote;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The rate of a serial port whose place has none, baud.
const DEFAULT_BAUD: u32 = 115_200;

/// The place where a robot can be watched: `shm:/NAME`, `serial:PATH`, `HOST:PORT`, or `HOST:PORT/?robot=NAME` for a
/// robot of a run of several, as its page has it in its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A shared memory, by its name as of `shm_open`, or the path of a file.
    SharedMemory(String),
    /// A serial port, on which a microcontroller sends its memory.
    Serial {
        /// The path of the device.
        path: String,
        /// The rate, baud.
        baud: u32,
    },
    /// The server of a live page.
    Server {
        /// The host and the port.
        host: String,
        /// The name of the robot in a run of several; `None` is the first one.
        robot: Option<String>,
        /// The token for commands, if it was part of the address.
        token: Option<String>,
    },
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(name) = text.strip_prefix("shm:") {
            return match name.strip_prefix('/') {
                Some(rest) if !rest.is_empty() => Ok(Self::SharedMemory(name.to_owned())),
                _ => Err("expected `shm:/NAME`, or `shm:` and the path of a file".to_owned()),
            };
        }
        if let Some(port) = text.strip_prefix("serial:") {
            let (path, baud) = match port.rsplit_once('@') {
                Some((path, baud)) => (path, baud.parse().ok().filter(|baud| *baud > 0)),
                None => (port, Some(DEFAULT_BAUD)),
            };
            return match baud {
                Some(baud) if !path.is_empty() => Ok(Self::Serial { path: path.to_owned(), baud }),
                _ => Err(
                    "expected `serial:PATH` or `serial:PATH@BAUD`, as `serial:/dev/ttyACM0@115200`"
                        .to_owned(),
                ),
            };
        }
        // As it is printed, too.
        let address = text.strip_prefix("http://").unwrap_or(text);
        let (address, token) = match address.split_once("#token=") {
            Some((address, token)) => (address, Some(token.to_owned())),
            None => (address, None),
        };
        let (host, robot) = match address.split_once("/?robot=") {
            Some((host, name)) => {
                let name = percent_decode_str(name).decode_utf8();
                let name = name.map_err(|_| "the name of the robot is not UTF-8".to_owned())?;
                (host, Some(name.into_owned()))
            }
            None => (address.trim_end_matches('/'), None),
        };
        let port = host.rsplit_once(':').filter(|(name, _)| !name.is_empty());
        if port.is_some_and(|(_, port)| port.parse::<u16>().is_ok_and(|port| port > 0)) {
            return Ok(Self::Server { host: host.to_owned(), robot, token });
        }
        Err("expected `HOST:PORT`, `HOST:PORT/?robot=NAME`, `shm:/NAME` or `serial:PATH`"
            .to_owned())
    }
}

impl Place {
    /// Returns a client for the server of a live page, with the token of the address or else this one. `None` for a
    /// shared memory and a serial port, which take no commands.
    #[must_use]
    pub fn remote(&self, token: Option<&str>) -> Option<Remote> {
        match self {
            Self::SharedMemory(_) | Self::Serial { .. } => None,
            Self::Server { host, robot, token: own } => {
                let token = own.as_deref().or(token).map(str::to_owned);
                let remote = Remote::new(host.clone(), token);
                Some(match robot {
                    Some(name) => remote.of_robot(name),
                    None => remote,
                })
            }
        }
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::SharedMemory(name) => write!(f, "shm:{name}"),
            Self::Serial { path, baud } => write!(f, "serial:{path}@{baud}"),
            Self::Server { host, robot: None, .. } => f.write_str(host),
            Self::Server { host, robot: Some(name), .. } => {
                write!(f, "{host}/?robot={}", utf8_percent_encode(name, NON_ALPHANUMERIC))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let server = |host: &str, robot: Option<&str>, token: Option<&str>| Place::Server {
            host: host.to_owned(),
            robot: robot.map(str::to_owned),
            token: token.map(str::to_owned),
        };
        assert_eq!("localhost:7700".parse(), Ok(server("localhost:7700", None, None)));
        assert_eq!("http://127.0.0.1:7700/".parse(), Ok(server("127.0.0.1:7700", None, None)));
        let with_token = "http://127.0.0.1:7700/#token=abc".parse();
        assert_eq!(with_token, Ok(server("127.0.0.1:7700", None, Some("abc"))));
        for (text, robot, token) in [
            ("localhost:7700/?robot=1.3", "1.3", None),
            ("http://localhost:7700/?robot=b%20c#token=abc", "b c", Some("abc")),
        ] {
            let place = server("localhost:7700", Some(robot), token);
            assert_eq!(text.parse(), Ok(place.clone()));
            assert_eq!(place.to_string().parse(), Ok(server("localhost:7700", Some(robot), None)));
        }
        assert_eq!("shm:/nao".parse(), Ok(Place::SharedMemory("/nao".to_owned())));
        let serial = |path: &str, baud| Place::Serial { path: path.to_owned(), baud };
        for (text, place) in [
            ("serial:/dev/ttyACM0", serial("/dev/ttyACM0", 115_200)),
            ("serial:/dev/tty@1@57600", serial("/dev/tty@1", 57600)),
        ] {
            assert_eq!(text.parse(), Ok(place.clone()));
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for wrong in [
            "",
            "serial:",
            "serial:@9600",
            "serial:/dev/ttyACM0@",
            "serial:/dev/ttyACM0@0",
            "serial:/dev/ttyACM0@fast",
            "shm:",
            "shm:nao",
            "shm:/",
            "localhost",
            "localhost:0",
            ":80",
            "a:b",
            "localhost/?robot=a",
            "a:1/?robot=%ff",
            "a:1/?name=b",
        ] {
            assert!(wrong.parse::<Place>().is_err(), "{wrong}");
        }
    }
}
