//! Packets by offset, and the rules of the fields once more, neither of them from the codec.
#![allow(dead_code, clippy::indexing_slicing)]

/// Returns a packet before a kick-off of team 12, in a game against team 5.
pub fn packet(version: u8) -> Vec<u8> {
    let (length, team, player) = layout(version);
    let mut bytes = vec![0; length];
    bytes[..4].copy_from_slice(b"RGme");
    bytes[4] = version;
    bytes[5] = 17; // packetNumber
    bytes[6] = 5; // playersPerTeam
    bytes[10] = 1; // state: ready
    bytes[12] = 1; // firstHalf
    bytes[13] = 12; // kickingTeam
    bytes[14..16].copy_from_slice(&600_i16.to_le_bytes());
    bytes[16..18].copy_from_slice(&(-3_i16).to_le_bytes());
    for (start, number) in [(18, 12), (18 + team, 5)] {
        bytes[start] = number;
        bytes[start + 1] = 1; // red
        bytes[start + 2] = 9; // gray
        bytes[start + 3] = 1; // goalkeeper
        bytes[start + 8..start + 10].copy_from_slice(&12_000_u16.to_le_bytes());
        for index in 5..20 {
            bytes[start + 10 + index * player] = match version {
                18 => 14,
                19 => 11,
                _ => 13,
            };
        }
    }
    bytes
}

/// Returns the bytes of a packet, of a team and of a player.
pub fn layout(version: u8) -> (usize, usize, usize) {
    match version {
        18 => (118, 50, 2),
        19 => (198, 90, 4),
        _ => (158, 70, 3),
    }
}

/// Returns whether every field of a packet has a value that its rule allows.
pub fn is_allowed(b: &[u8]) -> bool {
    if b.len() < 5 || &b[..4] != b"RGme" || !(18..=20).contains(&b[4]) {
        return false;
    }
    let (length, team, player) = layout(b[4]);
    if b.len() != length {
        return false;
    }
    let maxima = if b[4] > 18 { [2, 1, 3, 4, 6, 1] } else { [1, 1, 3, 5, 5, 1] };
    let (home, away) = (18, 18 + team);
    (1..=20).contains(&b[6])
        && b[7..13].iter().zip(maxima).all(|(byte, most)| *byte <= most)
        && (b[13] == 255 || b[13] == b[home] || b[13] == b[away])
        && b[home] != b[away]
        && [home, away].into_iter().all(|start| {
            let penalties = (0..20).map(|index| b[start + 10 + index * player]);
            b[start] != 255
                && b[start + 1] <= 9
                && b[start + 2] <= 9
                && b[start + 3] <= 20
                && penalties.into_iter().all(|code| match b[4] {
                    18 => code <= 15 && code != 12 && code != 13,
                    19 => code <= 11,
                    _ => code <= 13,
                })
        })
}

/// A generator of random numbers, the same on every machine: xorshift64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    /// Changes some bits, bytes, or the length.
    pub fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len().max(1));
            let byte = self.next().to_le_bytes()[3];
            match self.below(12) {
                0 => bytes.truncate(at),
                1 => bytes.resize(bytes.len() + 1 + self.below(120), byte),
                2..=5 if !bytes.is_empty() => bytes[at] ^= 1 << (byte % 8),
                // Small numbers are near the limits of most fields.
                6..=9 if !bytes.is_empty() => bytes[at] = byte % 24,
                _ if !bytes.is_empty() => bytes[at] = byte,
                _ => bytes.push(byte),
            }
        }
    }
}
