//! The lidar: it sends packets with the distance of the nearest object, m, a little-endian `f32`.

use crate::interfaces::Lidar;
use skill_studio::{DriverPort, DriverResult};
use std::error::Error;
use std::io::ErrorKind;
use std::net::{SocketAddr, UdpSocket};
use std::time::Duration;

/// Opens the socket at which its packets arrive.
pub fn open(address: SocketAddr) -> Result<UdpSocket, Box<dyn Error>> {
    let bound = UdpSocket::bind(address);
    let socket = bound.map_err(|error| format!("lidar at {address}: {error}"))?;
    socket.set_read_timeout(Some(Duration::from_millis(100)))?;
    Ok(socket)
}

/// Publishes what the lidar sends.
pub fn run(socket: &UdpSocket, port: &DriverPort<Lidar>) -> DriverResult {
    let mut packet = [0; 8];
    while !port.is_over() {
        match socket.recv(&mut packet) {
            Ok(4) => {
                let nearest_m = f32::from_le_bytes([packet[0], packet[1], packet[2], packet[3]]);
                if nearest_m.is_finite() {
                    port.publish(Lidar { nearest_m });
                }
            }
            // Not one of the lidar's.
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
