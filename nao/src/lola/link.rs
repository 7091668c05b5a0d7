//! The transport of sensor packets to the behavior, and of its replies.

use nao_lola::actuators::ACTUATOR_BYTES;
use nao_lola::sensors::SENSOR_BYTES;
use nao_lola::{ActuatorPacket, PacketError, SensorPacket};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;

/// The bytes from the watchdog to the behavior: whether this is the first packet of a connection,
/// and a sensor packet.
pub const FRAME_BYTES: usize = 1 + SENSOR_BYTES;
/// The bytes back: an actuator packet.
pub const REPLY_BYTES: usize = ACTUATOR_BYTES;

/// Something that came over a [`Link`].
pub enum Frame {
    /// A sensor packet, and whether it is the first one of a connection.
    Sensors { packet: Box<SensorPacket>, begins: bool },
    /// Bytes that are not a sensor packet.
    Wrong(PacketError),
    /// The end of the stream.
    End,
}

/// The source of sensor packets.
pub enum Link {
    /// The stream to the watchdog, which replies go back on.
    Watchdog(UnixStream),
    /// A file of sensor packets, one after the other.
    File { file: BufReader<File>, is_first: bool },
}

impl Link {
    /// Returns the link to the watchdog that has started this process: its standard input.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn to_watchdog() -> io::Result<Self> {
        let input = io::stdin().as_fd().try_clone_to_owned()?;
        Ok(Self::Watchdog(UnixStream::from(input)))
    }

    /// Returns the packets of a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn file(path: &std::path::Path) -> io::Result<Self> {
        Ok(Self::File { file: BufReader::new(File::open(path)?), is_first: true })
    }

    /// Waits for the next packet.
    pub fn receive(&mut self) -> Frame {
        let mut frame = [0; FRAME_BYTES];
        let read = match self {
            Self::Watchdog(stream) => stream.read_exact(&mut frame),
            Self::File { file, is_first } => {
                frame[0] = std::mem::take(is_first).into();
                file.read_exact(&mut frame[1..])
            }
        };
        if read.is_err() {
            return Frame::End;
        }
        match SensorPacket::parse(&frame[1..]) {
            Ok(packet) => Frame::Sensors { packet: Box::new(packet), begins: frame[0] != 0 },
            Err(error) => Frame::Wrong(error),
        }
    }

    /// Replies to the last packet. If the watchdog has ended, the next [`receive`](Self::receive)
    /// detects it.
    pub fn reply(&mut self, packet: &ActuatorPacket) {
        if let Self::Watchdog(stream) = self {
            let _ = stream.write_all(packet.bytes());
        }
    }
}
