//! A joystick.

use skill_runtime::interface;

interface! {
    /// A joystick with force feedback; Fawkes's `JoystickInterface`. Button n is bit n - 1.
    pub Joystick {
        /// Button 1.
        const BUTTON_1: u32 = 1;
        /// Button 2.
        const BUTTON_2: u32 = 1 << 1;
        /// Button 3.
        const BUTTON_3: u32 = 1 << 2;
        /// Button 4.
        const BUTTON_4: u32 = 1 << 3;
        /// Button 5.
        const BUTTON_5: u32 = 1 << 4;
        /// Button 6.
        const BUTTON_6: u32 = 1 << 5;
        /// Button 7.
        const BUTTON_7: u32 = 1 << 6;
        /// Button 8.
        const BUTTON_8: u32 = 1 << 7;
        /// Button 9.
        const BUTTON_9: u32 = 1 << 8;
        /// Button 10.
        const BUTTON_10: u32 = 1 << 9;
        /// Button 11.
        const BUTTON_11: u32 = 1 << 10;
        /// Button 12.
        const BUTTON_12: u32 = 1 << 11;
        /// Button 13.
        const BUTTON_13: u32 = 1 << 12;
        /// Button 14.
        const BUTTON_14: u32 = 1 << 13;
        /// Button 15.
        const BUTTON_15: u32 = 1 << 14;
        /// Button 16.
        const BUTTON_16: u32 = 1 << 15;
        /// Button 17.
        const BUTTON_17: u32 = 1 << 16;
        /// Button 18.
        const BUTTON_18: u32 = 1 << 17;
        /// Button 19.
        const BUTTON_19: u32 = 1 << 18;
        /// Button 20.
        const BUTTON_20: u32 = 1 << 19;
        /// Button 21.
        const BUTTON_21: u32 = 1 << 20;
        /// Button 22.
        const BUTTON_22: u32 = 1 << 21;
        /// Button 23.
        const BUTTON_23: u32 = 1 << 22;
        /// Button 24.
        const BUTTON_24: u32 = 1 << 23;
        /// Button 25.
        const BUTTON_25: u32 = 1 << 24;
        /// Button 26.
        const BUTTON_26: u32 = 1 << 25;
        /// Button 27.
        const BUTTON_27: u32 = 1 << 26;
        /// Button 28.
        const BUTTON_28: u32 = 1 << 27;
        /// Button 29.
        const BUTTON_29: u32 = 1 << 28;
        /// Button 30.
        const BUTTON_30: u32 = 1 << 29;
        /// Button 31.
        const BUTTON_31: u32 = 1 << 30;
        /// Button 32.
        const BUTTON_32: u32 = 1 << 31;
        /// Effect: rumbling.
        const JFF_RUMBLE: u8 = 1;
        /// Effect: a periodic force.
        const JFF_PERIODIC: u8 = 2;
        /// Effect: a ramp.
        const JFF_RAMP: u8 = 4;
        /// Effect: a spring.
        const JFF_SPRING: u8 = 8;
        /// Effect: friction.
        const JFF_FRICTION: u8 = 16;
        /// Effect: a damper.
        const JFF_DAMPER: u8 = 32;
        /// Effect: inertia.
        const JFF_INERTIA: u8 = 64;
        /// Effect: a constant force.
        const JFF_CONSTANT: u8 = 128;
        /// A direction.
        enum Direction {
            /// Towards the player.
            Down,
            /// To the left.
            Left,
            /// Away from the player.
            Up,
            /// To the right.
            Right,
        }
        fields {
            /// The number of axes.
            num_axes: u8,
            /// The number of buttons.
            num_buttons: u8,
            /// The supported effects: the sum of `JFF_..` constants.
            supported_ff_effects: u8,
            /// The buttons that are pressed: `BUTTON_..`, added up.
            pressed_buttons: u32,
            /// The axes, -1 to 1; forward and left are positive.
            axis: [f32; 8],
            /// The effects that run.
            ff_effects: u8,
        }
        messages (words = 32) {
            /// Rumbles.
            StartRumble {
                /// The duration, ms.
                length: u16,
                /// After how long, ms.
                delay: u16,
                /// The direction.
                direction: Direction,
                /// The intensity of the strong motor, 0 to 65535.
                strong_magnitude: u16,
                /// The intensity of the weak motor, 0 to 65535.
                weak_magnitude: u16,
            },
            /// Stops rumbling.
            StopRumble,
            /// Stops all effects.
            StopAll,
        }
    }
}
