//! The fields of the league, as data.

use crate::interfaces::referee::Division;

/// The measures of a field with its goals, from outer edge to outer edge of the lines. The origin is
/// the center, x points at the opponents' goal, y to the left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pitch {
    /// Half the length: the goal lines.
    pub half_length_m: f32,
    /// Half the width: the side lines.
    pub half_width_m: f32,
    /// The radius of the center circle, and the distance that opponents keep from the ball of a free
    /// kick.
    pub circle_m: f32,
    /// Half the width of a goal.
    pub goal_half_width_m: f32,
    /// The depth of a penalty area.
    pub area_depth_m: f32,
    /// Half the width of a penalty area.
    pub area_half_width_m: f32,
    /// The depth of a goal area, and half its width.
    pub goal_area_m: (f32, f32),
    /// The distance of a penalty mark from its goal line.
    pub mark_m: f32,
    /// The width of the carpet beyond the lines, at least.
    pub border_m: f32,
}

impl Pitch {
    /// The Standard Platform League of 2008: teams' configurations of 2009 and later rule books.
    pub const SPL_2008: Self = Self {
        half_length_m: 3.0,
        half_width_m: 2.0,
        circle_m: 0.6,
        goal_half_width_m: 0.7,
        area_depth_m: 0.6,
        area_half_width_m: 1.1,
        // Its penalty area.
        goal_area_m: (0.6, 1.1),
        mark_m: 1.8,
        border_m: 0.7,
    };
    /// The small robots of 2026. Its measures and those of the other divisions are the rule book's.
    pub const SMALL: Self = Self {
        half_length_m: 4.5,
        half_width_m: 3.0,
        circle_m: 0.75,
        goal_half_width_m: 0.9,
        area_depth_m: 2.0,
        area_half_width_m: 2.0,
        goal_area_m: (1.0, 1.5),
        mark_m: 1.5,
        border_m: 1.0,
    };
    /// The middle-sized robots of 2026.
    pub const MIDDLE: Self = Self {
        half_length_m: 7.0,
        half_width_m: 4.5,
        circle_m: 1.5,
        goal_half_width_m: 1.2,
        area_depth_m: 3.0,
        area_half_width_m: 3.0,
        goal_area_m: (1.0, 2.0),
        mark_m: 2.0,
        border_m: 1.0,
    };
    /// The large robots of 2026.
    pub const LARGE: Self = Self {
        half_length_m: 11.0,
        half_width_m: 7.0,
        circle_m: 2.0,
        goal_half_width_m: 1.3,
        area_depth_m: 3.5,
        area_half_width_m: 3.5,
        goal_area_m: (1.0, 2.5),
        mark_m: 2.5,
        border_m: 1.0,
    };

    /// Returns the field of a division.
    #[must_use]
    pub const fn of(division: Division) -> &'static Self {
        match division {
            Division::None => &Self::SPL_2008,
            Division::Small => &Self::SMALL,
            Division::Middle => &Self::MIDDLE,
            Division::Large => &Self::LARGE,
        }
    }

    /// Returns whether a point is in our goal area, or at most so far beside it, m.
    #[must_use]
    pub fn is_in_goal_area(&self, x_m: f32, y_m: f32, beside_m: f32) -> bool {
        let (depth_m, half_width_m) = self.goal_area_m;
        x_m < depth_m - self.half_length_m + beside_m && y_m.abs() < half_width_m + beside_m
    }

    /// Returns the distance of the penalty marks from the center.
    #[must_use]
    pub fn mark_x_m(&self) -> f32 {
        self.half_length_m - self.mark_m
    }
}
