//! The robot from its right side, drawn with Braille characters: 2 x 4 dots each.

use nao_sim::body::Robot;
use skills_nao::joint::Joint;

/// The width of a drawing, in characters.
const COLUMNS: usize = 56;
/// The height of a drawing, in lines.
pub const ROWS: usize = 15;
const DOTS_PER_M: f32 = 100.0;

/// A place in the plane of the drawing, in m: forward and up.
type Point = [f32; 2];

/// Returns the place at a distance from `from`; at the angle 0 it is below, and a positive angle turns
/// it backward, as the pitch of a leg does.
fn below([x, z]: Point, length_m: f32, angle_rad: f32) -> Point {
    [x - length_m * angle_rad.sin(), z - length_m * angle_rad.cos()]
}

/// Returns the lines from joint to joint, with the hips at the origin.
///
/// The lengths are those of the NAO. Only pitch is drawn, of the right arm and leg.
fn skeleton(robot: &Robot) -> Vec<[Point; 2]> {
    let pitch = robot.sensors().angle_y;
    let hip = [0.0, 0.0];
    let shoulder = below(hip, -0.185, pitch);
    let neck = below(hip, -0.211, pitch);
    let head = below(neck, -0.09, pitch + robot.joint(Joint::HeadPitch));
    let thigh = pitch + robot.joint(Joint::RHipPitch);
    let knee = below(hip, 0.1, thigh);
    let shank = thigh + robot.joint(Joint::RKneePitch);
    let ankle = below(knee, 0.103, shank);
    let foot = shank + robot.joint(Joint::RAnklePitch);
    let sole = below(ankle, 0.045, foot);
    let forward = foot - std::f32::consts::FRAC_PI_2;
    let (heel, toe) = (below(sole, -0.05, forward), below(sole, 0.1, forward));
    let arm = pitch + robot.joint(Joint::RShoulderPitch) - std::f32::consts::FRAC_PI_2;
    let elbow = below(shoulder, 0.105, arm);
    let bend = robot.joint(Joint::RElbowRoll).abs() * robot.joint(Joint::RElbowYaw).sin().abs();
    let hand = below(elbow, 0.114, arm - bend);
    let body = [[hip, neck], [neck, head], [hip, knee], [knee, ankle], [ankle, sole], [heel, toe]];
    body.into_iter().chain([[shoulder, elbow], [elbow, hand]]).collect()
}

/// Draws the robot above the ground, in [`ROWS`] lines.
pub fn draw(robot: &Robot) -> String {
    let lines = skeleton(robot);
    let ground = lines.iter().flatten().map(|[_, z]| *z).fold(0.0, f32::min);
    let (width, height) = (2 * COLUMNS, 4 * ROWS);
    let mut dots = vec![false; width * height];
    let mut dot = |x: f32, row: f32| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // saturates; out of range is not drawn
        let (x, row) = (x.round() as usize, row.round() as usize);
        if x < width && row < height {
            dots[row * width + x] = true;
        }
    };
    #[allow(clippy::cast_precision_loss)] // small
    let (center, floor) = (width as f32 / 2.0, height as f32 - 1.0);
    for [from, to] in &lines {
        for step in 0..=40_u8 {
            let part = f32::from(step) / 40.0;
            let [x, z] = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
            dot(center + x * DOTS_PER_M, floor - (z - ground) * DOTS_PER_M);
        }
    }
    let mut text = String::new();
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            // The bits of a Braille character, by row of its left and right dots.
            let bits = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
            let character =
                (0..8).filter(|at| dots[(4 * row + at / 2) * width + 2 * column + at % 2]);
            let code = character.fold(0x2800, |code, at| code | bits[at / 2][at % 2]);
            text.push(char::from_u32(code).unwrap_or(' '));
        }
        text.push('\n');
    }
    text
}
