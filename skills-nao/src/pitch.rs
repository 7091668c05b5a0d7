//! The fields of the league, as data.

use crate::interfaces::SoccerReferee;
use crate::interfaces::referee::Division;

/// The measures of a field with its goals and its ball, from outer edge to outer edge of the lines. The origin is
/// the center, x points at the opponents' goal, y to the left. Skills have them from the words of the referee, the
/// simulator from its options.
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
    /// The depth of a goal.
    pub goal_depth_m: f32,
    /// The radius of the ball.
    pub ball_radius_m: f32,
}

/// The number of a field's measures.
pub const MEASURES: usize = 12;

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
        goal_depth_m: 0.4,
        ball_radius_m: 0.0325,
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
        goal_depth_m: 0.5,
        ball_radius_m: 0.0675,
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
        goal_depth_m: 0.7,
        ball_radius_m: 0.105,
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
        goal_depth_m: 1.0,
        ball_radius_m: 0.11,
    };

    /// Returns the field that a referee speaks of: that of its measures, or without them of its division.
    #[must_use]
    pub fn of(referee: &SoccerReferee) -> Self {
        let measures = referee.measures();
        if measures[0] > 0.0 { Self::from(measures) } else { *Self::of_division(referee.division) }
    }

    /// Returns the field of a division.
    #[must_use]
    pub const fn of_division(division: Division) -> &'static Self {
        match division {
            Division::None => &Self::SPL_2008,
            Division::Small => &Self::SMALL,
            Division::Middle => &Self::MIDDLE,
            Division::Large => &Self::LARGE,
        }
    }

    /// Returns the measures as the referee's words have them, m: length, width and border of the field; the radius of
    /// the center circle; length and width of a penalty area and of a goal area; the distance of a penalty mark;
    /// width and depth of a goal; the radius of the ball.
    #[must_use]
    pub fn measures(&self) -> [f32; MEASURES] {
        let (goal_area_length_m, goal_area_half_width_m) = self.goal_area_m;
        [
            2.0 * self.half_length_m,
            2.0 * self.half_width_m,
            self.border_m,
            self.circle_m,
            self.area_depth_m,
            2.0 * self.area_half_width_m,
            goal_area_length_m,
            2.0 * goal_area_half_width_m,
            self.mark_m,
            2.0 * self.goal_half_width_m,
            self.goal_depth_m,
            self.ball_radius_m,
        ]
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

impl From<[f32; MEASURES]> for Pitch {
    /// Returns the field with these [measures](Pitch::measures).
    fn from(measures: [f32; MEASURES]) -> Self {
        let [
            field_length_m,
            field_width_m,
            border_m,
            circle_m,
            area_depth_m,
            penalty_area_width_m,
            goal_area_length_m,
            goal_area_width_m,
            mark_m,
            goal_width_m,
            goal_depth_m,
            ball_radius_m,
        ] = measures;
        Self {
            half_length_m: 0.5 * field_length_m,
            half_width_m: 0.5 * field_width_m,
            circle_m,
            goal_half_width_m: 0.5 * goal_width_m,
            area_depth_m,
            area_half_width_m: 0.5 * penalty_area_width_m,
            goal_area_m: (goal_area_length_m, 0.5 * goal_area_width_m),
            mark_m,
            border_m,
            goal_depth_m,
            ball_radius_m,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_referee_have_the_field_or_its_division() {
        let mut referee = SoccerReferee { division: Division::Large, ..SoccerReferee::default() };
        assert_eq!(Pitch::of(&referee), Pitch::LARGE);
        for pitch in [Pitch::SPL_2008, Pitch::SMALL, Pitch::MIDDLE, Pitch::LARGE] {
            referee.set_measures(pitch.measures());
            assert_eq!(Pitch::of(&referee), pitch);
        }
        assert_eq!((referee.field_length_m, referee.goal_width_m), (22.0, 2.6));
        assert_eq!((referee.center_circle_m, referee.ball_radius_m), (2.0, 0.11));
    }
}
