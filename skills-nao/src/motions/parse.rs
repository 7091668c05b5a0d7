//! Reads the files of motions at compile time: a wrong file does not compile.

use super::{JOINTS, Keyframe};

/// The first line that is not a comment.
const HEADER: &[u8] = b"time_ms,HeadYaw,HeadPitch,\
    LShoulderPitch,LShoulderRoll,LElbowYaw,LElbowRoll,\
    LHipYawPitch,LHipRoll,LHipPitch,LKneePitch,LAnklePitch,LAnkleRoll,\
    RHipRoll,RHipPitch,RKneePitch,RAnklePitch,RAnkleRoll,\
    RShoulderPitch,RShoulderRoll,RElbowYaw,RElbowRoll\n";

/// Returns where the keyframes begin: after the comments and the header.
const fn body(text: &[u8]) -> usize {
    let mut place = 0;
    while text[place] == b'#' {
        while text[place] != b'\n' {
            place += 1;
        }
        place += 1;
    }
    let mut of_header = 0;
    while of_header < HEADER.len() {
        assert!(text[place] == HEADER[of_header], "the columns are not those of `JOINTS`");
        of_header += 1;
        place += 1;
    }
    place
}

/// Returns the number of keyframes.
pub(super) const fn rows(text: &str) -> usize {
    let text = text.as_bytes();
    let (mut place, mut rows) = (body(text), 0);
    while place < text.len() {
        rows += (text[place] == b'\n') as usize;
        place += 1;
    }
    rows
}

/// Returns an integer, and the place after the separator that follows it.
const fn integer(text: &[u8], start: usize, separator: u8) -> (i16, usize) {
    let is_negative = text[start] == b'-';
    let mut place = start + is_negative as usize;
    assert!(text[place].is_ascii_digit(), "expected an integer");
    let mut value: i16 = 0;
    while text[place] != separator {
        assert!(text[place].is_ascii_digit(), "expected an integer");
        value = value * 10 + (text[place] - b'0') as i16;
        place += 1;
    }
    (if is_negative { -value } else { value }, place + 1)
}

/// Returns the keyframes of a file.
pub(super) const fn parse<const ROWS: usize>(text: &str) -> [Keyframe; ROWS] {
    let text = text.as_bytes();
    let mut keyframes = [Keyframe { time_ms: 0, angles_mrad: [0; JOINTS.len()] }; ROWS];
    let (mut place, mut row) = (body(text), 0);
    while row < ROWS {
        let (time_ms, mut next) = integer(text, place, b',');
        assert!(time_ms > 0, "a keyframe needs time");
        keyframes[row].time_ms = time_ms.unsigned_abs();
        let mut joint = 0;
        while joint < JOINTS.len() {
            let separator = if joint + 1 < JOINTS.len() { b',' } else { b'\n' };
            (keyframes[row].angles_mrad[joint], next) = integer(text, next, separator);
            joint += 1;
        }
        place = next;
        row += 1;
    }
    assert!(ROWS > 0 && place == text.len(), "not all of the file are keyframes");
    keyframes
}

/// Returns keyframes with left and right exchanged.
pub(super) const fn mirrored<const ROWS: usize>(
    mut keyframes: [Keyframe; ROWS],
) -> [Keyframe; ROWS] {
    let mut row = 0;
    while row < ROWS {
        let angles = keyframes[row].angles_mrad;
        let mut joint = 0;
        while joint < JOINTS.len() {
            let (other, sign) = MIRROR[joint];
            keyframes[row].angles_mrad[joint] = sign * angles[other];
            joint += 1;
        }
        row += 1;
    }
    keyframes
}

/// The joint on the other side of each, and the sign of its angle there. Yaw and roll change
/// their signs; the yaw of the hips is a pitch as well, of both.
const MIRROR: [(usize, i16); JOINTS.len()] = [
    (0, -1),
    (1, 1),
    (17, 1),
    (18, -1),
    (19, -1),
    (20, -1),
    (6, 1),
    (12, -1),
    (13, 1),
    (14, 1),
    (15, 1),
    (16, -1),
    (7, -1),
    (8, 1),
    (9, 1),
    (10, 1),
    (11, -1),
    (2, 1),
    (3, -1),
    (4, -1),
    (5, -1),
];
