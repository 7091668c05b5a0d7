//! The example program of Tousignant, Van Wyk and Gini, "An Overview of XRobots: A
//! Hierarchical State Machine-Based Language" (SDIR VI, 2011), figures 2 and 3: a square four
//! times, a triangle four times, and so on until something is in the way.
//!
//! The states are the paper's behaviors, and two kinds of leaves more: `Drive`, and
//! `AtSquareCorner` with `AtTriangleCorner`.
//!
//! ```text
//! Root
//!   StraightLine     Drive, and what `avoid` holds
//!   Start
//!   Square           AtSquareCorner, RightCorner, and what `avoid` holds
//!   Triangle         AtTriangleCorner, TriangleCorner, and what `avoid` holds
//!   Stop
//! ```
//!
//! The printed program does not yet do what section III says. Corrected:
//!
//! | | as printed | here |
//! |---|---|---|
//! | 1 | sensors `rBumb`, `lBumb`, later `rBump`, `lBump`; actuators `rVel`, `lvel`, later `lVel`, `rvel` | fields of two interfaces |
//! | 2 | `square` declares `aviod` and uses `avoid` | `avoid` |
//! | 3 | `cornerCount`, `corner_counter`: not declared; `corner_count` of a corner is used outside it | a parameter of each state that needs it: `corners` and, in a corner, `corner` |
//! | 4 | `square` checks `tri_count` | its own `laps` |
//! | 5 | `=>`, `& &`, `UnderCondition`, `Apply behavior`; no `{` after `rightCorner(..)`, `triangleCorner(..)` and the last `Exit` | this language's syntax |
//! | 6 | `straightLine(square, corner_count)`, `straightLine(triangle, corner_counter)`: two values for three parameters | all parameters, `self.avoid` among them |
//! | 7 | `triangle(0)`, `square(0)`, `triangle(corner_counter)`: no `avoid` | `Triangle(0, 0, self.avoid)`, .. |
//! | 8 | `square(sq_count, stop)` in `rightCorner`: `stop` by name, though `start` alone is to name it | `self.avoid` |
//! | 9 | one integer goes through `straightLine`, which is to count laps, but is given corners; the text lets `nextBehavior` take an integer alone, the listing an integer and a behavior | two integers, `laps` and `corners`, and the state |
//! | 10 | counts are raised in `Exit`: parameters by value, whose change is lost when the state is left | `self.laps + 1`, `self.corners + 1` in the transition |
//! | 11 | `sq_count`, `tri_count` are raised whenever the figure is left, that is for each side | raised when all corners of the lap are driven |
//! | 12 | no transition leads to `rightCorner` or `triangleCorner`, and neither is initial | the start child `AtSquareCorner`, `AtTriangleCorner` leads there |
//! | 13 | `sq_count < 4` and `tri_count < 4` are conditions of the outer state, whose transitions come first: they always fire before a corner can be driven | in the same start child |
//! | 14 | `triangleCorner` has its targets the wrong way round: the next lap before the last corner, a side after it | a side after each corner, the next lap after the last side |
//! | 15 | bumpers are checked at the outer state, around the `avoid` instantiated in it: `stop` is entered again and again while the bumper is pressed | checked in `Drive`, `RightCorner`, `TriangleCorner`, in parallel to `avoid` |
//! | 16 | `clock > 25` of `straightLine`, likewise around `stop`, leaves it again after 25 s | in `Drive` |
//! | 17 | 250 and 25 mm/s for 7 s turn by 90 degrees with wheels 1003 mm apart, for 15 s by 120 degrees with wheels 1611 mm apart: no robot drives both | speeds from the angle, the time and the robot's wheel base |
//! | 18 | in `rightCorner` the right wheel is faster, so it turns left | meant is the right angle; both corners turn left |
//! | 19 | text: `start` sets up `triangle`; `root` holds three states | `Start` sets up `Square`, as listed; `Root` holds five |

use crate::robot::{Board, Bumpers, WHEEL_BASE_MM, Wheels};
use skill_runtime::{skill, skill_space};
use std::f32::consts::{FRAC_PI_2, PI};

/// The number of times that each figure is driven before the other's turn.
pub const LAPS: u32 = 4;
/// The corners of a square.
pub const SQUARE: u32 = 4;
/// The corners of a triangle.
pub const TRIANGLE: u32 = 3;
/// The speed of the robot's middle, on sides and in corners.
pub const SPEED_MM_PER_SEC: f32 = 100.0;
/// The time that a side takes.
pub const SIDE_SEC: f32 = 25.0;
/// The time that a corner takes.
pub const CORNER_SEC: f32 = 2.0;

/// Returns by how much the left wheel is slower than the middle, and the right one faster, to
/// turn left by `angle_rad` in [`CORNER_SEC`].
const fn slower_mm_per_sec(angle_rad: f32) -> f32 {
    angle_rad / CORNER_SEC * WHEEL_BASE_MM / 2.0
}

const RIGHT_CORNER_MM_PER_SEC: f32 = slower_mm_per_sec(FRAC_PI_2);
const TRIANGLE_CORNER_MM_PER_SEC: f32 = slower_mm_per_sec(2.0 * PI / 3.0);

fn hit(bumpers: &Bumpers) -> bool {
    bumpers.left || bumpers.right
}

skill_space! {
    /// The program as the skill of a robot: it can be called, watched, stepped and recorded.
    pub XRobots on Board { Root }
}

skill! {
    /// Drives squares and triangles until it hits something.
    pub skill Root() {
        depends_interfaces { bumpers: Bumpers, writes wheels: Wheels }

        /// A side, and then on to `next`: by reference, so at its own place.
        // Laps and corners, where one integer was to be both (9).
        state StraightLine(
            next: ref state(u32, u32, state()),
            avoid: state(),
            laps: u32,
            corners: u32,
        ) {
            init {
                wheels.left_mm_per_sec = SPEED_MM_PER_SEC;
                wheels.right_mm_per_sec = SPEED_MM_PER_SEC;
            }
            // Around `avoid`, these transitions would be checked in it too: it would be entered again
            // and again (15), and left after a while (16).
            start state Drive {
                -> self.avoid when hit(bumpers);
                -> self.next(self.laps, self.corners, self.avoid) after SIDE_SEC;
            }
        }

        /// The only place where `Stop` is named.
        // The text has it set up the triangle (19).
        start state Start { -> Square(0, 0, Stop) otherwise; }

        /// Drives squares; counts completed laps, and corners of the current one.
        state Square(laps: u32, corners: u32, avoid: state()) {
            // Nothing led to the corner (12); around it, these transitions would be checked first and
            // drive a side at once (13).
            start state AtSquareCorner {
                // Counted at each side (11), in `exit`, and lost (10).
                -> Square(self.laps + 1, 0, self.avoid) when self.corners == SQUARE;
                // It checked `tri_count` (4) and passed no `avoid` (7).
                -> Triangle(0, 0, self.avoid) when self.laps == LAPS;
                -> RightCorner(self.corners + 1) otherwise;
            }
            // Each corner has its count, from whoever leads here (3).
            state RightCorner(corner: u32) {
                init {
                    // To the left (18), by 90 degrees (17).
                    wheels.left_mm_per_sec = SPEED_MM_PER_SEC - RIGHT_CORNER_MM_PER_SEC;
                    wheels.right_mm_per_sec = SPEED_MM_PER_SEC + RIGHT_CORNER_MM_PER_SEC;
                }
                -> self.avoid when hit(bumpers);
                // It passed two values (6), and `stop` to the next lap (8).
                -> StraightLine(Square, self.avoid, self.laps, self.corner) after CORNER_SEC;
            }
        }

        /// Drives triangles; counts completed laps, and corners of the current one.
        state Triangle(laps: u32, corners: u32, avoid: state()) {
            start state AtTriangleCorner {
                -> Triangle(self.laps + 1, 0, self.avoid) when self.corners == TRIANGLE;
                -> Square(0, 0, self.avoid) when self.laps == LAPS;
                -> TriangleCorner(self.corners + 1) otherwise;
            }
            state TriangleCorner(corner: u32) {
                init {
                    wheels.left_mm_per_sec = SPEED_MM_PER_SEC - TRIANGLE_CORNER_MM_PER_SEC;
                    wheels.right_mm_per_sec = SPEED_MM_PER_SEC + TRIANGLE_CORNER_MM_PER_SEC;
                }
                -> self.avoid when hit(bumpers);
                // Its targets were the wrong way round (14).
                -> StraightLine(Triangle, self.avoid, self.laps, self.corner) after CORNER_SEC;
            }
        }

        /// The behavior that is passed along as `avoid`: it stops permanently.
        #[allow(skill::dead_end)]
        state Stop {
            init {
                wheels.left_mm_per_sec = 0.0;
                wheels.right_mm_per_sec = 0.0;
            }
        }
    }
}
