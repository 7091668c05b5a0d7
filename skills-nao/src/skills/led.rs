//! Lights.

use crate::interfaces::{self, light};
use skill_runtime::failure::{ReasonValue, ValueKind};
use skill_runtime::{Argument, Port, Status, skill};

/// A group of lights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Argument)]
pub enum Lights {
    /// In the chest button.
    Chest,
    /// On the left foot.
    LFoot,
    /// On the right foot.
    RFoot,
    /// Around the left eye.
    LEye,
    /// Around the right eye.
    REye,
    /// Around the left ear; only blue.
    LEar,
    /// Around the right ear; only blue.
    REar,
}

/// The reason of a failure contains the name.
impl ReasonValue for Lights {
    const KIND: ValueKind =
        ValueKind::Name(&["chest", "l_foot", "r_foot", "l_eye", "r_eye", "l_ear", "r_ear"]);
    fn bits(self) -> u32 {
        self as u32
    }
}

skill! {
    /// Changes the colour of lights.
    pub skill Led(
        /// Which.
        led: Lights,
        /// Red.
        red: f32 = 0.0 in 0.0..=1.0,
        /// Green.
        green: f32 = 0.0 in 0.0..=1.0,
        /// Blue.
        blue: f32 = 0.0 in 0.0..=1.0,
        /// In what time; 0: at once.
        time_sec: f32 = 0.0 in 0.0..=60.0,
    ) {
        depends_interfaces {
            optional chest_red: interfaces::Led = "Nao LED ChestBoard/Red",
            optional chest_green: interfaces::Led = "Nao LED ChestBoard/Green",
            optional chest_blue: interfaces::Led = "Nao LED ChestBoard/Blue",
            optional lfoot_red: interfaces::Led = "Nao LED LFoot/Red",
            optional lfoot_green: interfaces::Led = "Nao LED LFoot/Green",
            optional lfoot_blue: interfaces::Led = "Nao LED LFoot/Blue",
            optional rfoot_red: interfaces::Led = "Nao LED RFoot/Red",
            optional rfoot_green: interfaces::Led = "Nao LED RFoot/Green",
            optional rfoot_blue: interfaces::Led = "Nao LED RFoot/Blue",
            optional leye_red: interfaces::Led = "Nao LED Face/Red/Left",
            optional leye_green: interfaces::Led = "Nao LED Face/Green/Left",
            optional leye_blue: interfaces::Led = "Nao LED Face/Blue/Left",
            optional reye_red: interfaces::Led = "Nao LED Face/Red/Right",
            optional reye_green: interfaces::Led = "Nao LED Face/Green/Right",
            optional reye_blue: interfaces::Led = "Nao LED Face/Blue/Right",
            optional lear: interfaces::Led = "Nao LED Ears/Left",
            optional rear: interfaces::Led = "Nao LED Ears/Right",
        }

        start state Shine = action shine(
            self.led,
            [self.red, self.green, self.blue],
            self.time_sec
        ) {
            -> FINAL on FINAL;
            -> FAILED("no writer for {}", self.led) on FAILED;
        }
    }
}

/// Sends red, green and blue intensities to the lights; to none of them if one has no writer.
fn shine(ports: &mut LedPorts<'_>, led: Lights, colour: [f32; 3], time_sec: f32) -> Status {
    match led {
        Lights::Chest => send(
            [&mut ports.chest_red, &mut ports.chest_green, &mut ports.chest_blue],
            colour,
            time_sec,
        ),
        Lights::LFoot => send(
            [&mut ports.lfoot_red, &mut ports.lfoot_green, &mut ports.lfoot_blue],
            colour,
            time_sec,
        ),
        Lights::RFoot => send(
            [&mut ports.rfoot_red, &mut ports.rfoot_green, &mut ports.rfoot_blue],
            colour,
            time_sec,
        ),
        Lights::LEye => send(
            [&mut ports.leye_red, &mut ports.leye_green, &mut ports.leye_blue],
            colour,
            time_sec,
        ),
        Lights::REye => send(
            [&mut ports.reye_red, &mut ports.reye_green, &mut ports.reye_blue],
            colour,
            time_sec,
        ),
        Lights::LEar => send([&mut ports.lear], [colour[2]], time_sec),
        Lights::REar => send([&mut ports.rear], [colour[2]], time_sec),
    }
}

fn send<const N: usize>(
    lights: [&mut Port<'_, interfaces::Led>; N],
    intensities: [f32; N],
    time_sec: f32,
) -> Status {
    if !lights.iter().all(|light| light.has_writer()) {
        return Status::Failed;
    }
    for (light, intensity) in lights.into_iter().zip(intensities) {
        light.send(light::SetIntensity { intensity, time_sec });
    }
    Status::Final
}
