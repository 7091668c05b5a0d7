//! The kernel's filter for packets of the referee: packets of other machines, and what is no packet
//! of a referee at all, take no room in the socket's queue, so that they cannot drown the referee's.

use socket2::{SockFilter, SockRef};
use std::io;
use std::net::{IpAddr, UdpSocket};

/// Loads a word at a fixed place: `BPF_LD | BPF_W | BPF_ABS`.
const LOAD: u16 = 0x20;
/// Compares with a number: `BPF_JMP | BPF_JEQ | BPF_K`.
const EQUAL: u16 = 0x15;
/// Ends with the number of bytes that are kept: `BPF_RET | BPF_K`.
const RETURN: u16 = 0x06;
/// The place of the network header, `SKF_NET_OFF`.
const NETWORK: u32 = 0u32.wrapping_sub(0x10_0000);
/// The places of the sender's address in the headers of IPv4 and IPv6.
const SOURCE_V4: u32 = 12;
const SOURCE_V6: u32 = 8;
/// The place of the contents: a filter of a UDP socket begins at the UDP header.
const CONTENTS: u32 = 8;
/// The first word of a control packet.
const MAGIC: u32 = u32::from_be_bytes(*b"RGme");

/// Lets only packets of a referee on this machine through.
#[expect(clippy::cast_possible_truncation, reason = "a word of an address; five words")]
pub fn attach(socket: &UdpSocket, referee: IpAddr) -> io::Result<()> {
    let words: Vec<(u32, u32)> = match referee {
        IpAddr::V4(ip) => vec![(NETWORK + SOURCE_V4, ip.to_bits())],
        IpAddr::V6(ip) => (0..4u32)
            .map(|word| (NETWORK + SOURCE_V6 + 4 * word, (ip.to_bits() >> (96 - 32 * word)) as u32))
            .collect(),
    };
    let mut program = Vec::new();
    let mut left = 2 * (words.len() as u8 + 1);
    for (place, word) in words.into_iter().chain([(CONTENTS, MAGIC)]) {
        left -= 2;
        program.push(SockFilter::new(LOAD, 0, 0, place));
        // A word that differs jumps over the rest and the end that keeps the packet.
        program.push(SockFilter::new(EQUAL, 0, left + 1, word));
    }
    program.push(SockFilter::new(RETURN, 0, 0, u32::MAX));
    program.push(SockFilter::new(RETURN, 0, 0, 0));
    SockRef::from(socket).attach_filter(&program)
}

/// Lets all packets through again.
pub fn detach(socket: &UdpSocket) -> io::Result<()> {
    SockRef::from(socket).detach_filter()
}
