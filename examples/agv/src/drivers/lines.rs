//! Serial ports that are read line by line.

use serial2::SerialPort;
use std::error::Error;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

/// A serial port that is read line by line.
pub struct Lines {
    port: SerialPort,
    read: Vec<u8>,
}

impl Lines {
    /// Opens a serial port.
    pub fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        let opened = SerialPort::open(path, 115_200);
        let mut port = opened.map_err(|error| format!("{}: {error}", path.display()))?;
        port.set_read_timeout(Duration::from_millis(5))?;
        port.set_write_timeout(Duration::from_millis(100))?;
        Ok(Self { port, read: Vec::new() })
    }

    /// Returns the numbers of the newest line that has come, if it has as many.
    pub fn numbers<const N: usize>(&mut self) -> io::Result<Option<[f32; N]>> {
        let mut buffer = [0; 256];
        match self.port.read(&mut buffer) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(length) => self.read.extend_from_slice(buffer.get(..length).unwrap_or_default()),
            Err(error) if error.kind() == ErrorKind::TimedOut => return Ok(None),
            Err(error) => return Err(error),
        }
        let Some(end) = self.read.iter().rposition(|byte| *byte == b'\n') else {
            // No line is that long.
            self.read.truncate(256);
            return Ok(None);
        };
        let lines: Vec<u8> = self.read.drain(..=end).collect();
        let text = String::from_utf8_lossy(&lines);
        let line = text.lines().next_back().unwrap_or_default();
        let numbers: Result<Vec<f32>, _> = line.split_whitespace().map(str::parse).collect();
        let numbers = numbers.ok().filter(|all| all.iter().all(|number| number.is_finite()));
        Ok(numbers.and_then(|numbers| numbers.try_into().ok()))
    }

    /// Writes a line.
    pub fn write(&mut self, line: &str) -> io::Result<()> {
        self.port.write_all(format!("{line}\n").as_bytes())
    }
}
