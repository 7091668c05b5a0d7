//! Steady change towards a goal.

/// The remaining distance at which a goal counts as reached; it absorbs the rounding of
/// many small steps.
const ARRIVED: f32 = 1e-5;

/// Returns `value`, moved towards `goal` by at most `change`.
pub(super) fn approach(value: f32, goal: f32, change: f32) -> f32 {
    let gap = goal - value;
    if gap.abs() <= change + ARRIVED { goal } else { value + change.copysign(gap) }
}

#[cfg(test)]
mod tests {
    use super::approach;

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-3
    }

    #[test]
    fn approach_neither_passes_nor_misses_the_goal() {
        assert!(close(approach(0.0, 1.0, 0.3), 0.3));
        assert!(close(approach(0.0, -1.0, 0.3), -0.3));
        assert!((approach(0.9, 1.0, 0.3) - 1.0).abs() < f32::EPSILON);
    }
}
