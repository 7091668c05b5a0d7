//! The packets at a socket.

use std::io;
use std::net::{SocketAddr, UdpSocket};

/// The largest number of packets that are taken in one pass, so that a flood does not stop the robot.
const MOST: usize = 256;
/// Longer than any packet, so that a packet that is too long is detected, not truncated.
const BUFFER: usize = 1024;

/// Takes the packets that have arrived at a socket that does not block, each with its sender.
pub fn arrived(socket: &UdpSocket) -> Vec<(Vec<u8>, SocketAddr)> {
    let mut packets = Vec::new();
    let mut buffer = [0; BUFFER];
    for _ in 0..MOST {
        match socket.recv_from(&mut buffer) {
            Ok((length, from)) => {
                packets.push((buffer.get(..length).unwrap_or_default().to_vec(), from));
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            // The error of an earlier packet of ours that did not arrive.
            Err(_) => {}
        }
    }
    packets
}
