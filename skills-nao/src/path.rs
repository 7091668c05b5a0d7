//! Ways past other robots and posts: a search among the tangents of discs.
//!
//! The robot is at the origin. A way is straight, or goes from disc to disc, past each on the left or on
//! the right; the search takes the shortest that it finds in a bounded number of steps.

/// The largest number of discs.
pub const MOST_DISCS: usize = 20;
/// The number of ways that are followed at once, and of their extensions.
const WAYS: usize = 24;
const STEPS: u8 = 40;
/// The largest number of discs that a way passes.
const HOPS: u8 = 8;
/// The parts of the distances to keep that are tried.
const PARTS: [f32; 2] = [1.0, 0.8];
/// The part of the distance of a disc at which a way passes it, and at which it goes on beyond that.
const BESIDE: f32 = 1.03;
const BEYOND: f32 = 0.5;
/// The distance below which a disc is none, and the angle by which a robot within one walks out of it.
const LEAST_M: f32 = 0.03;
const OUT_RAD: f32 = 0.3;
/// The cost of a turn at the beginning for a robot that walks ahead, m/rad: it does not change its mind because
/// of noise.
pub const TURN_M_PER_RAD: f32 = 0.25;
/// The cost of passing another robot on its left, m: of two that meet, both keep to the right.
pub const LEFT_M: f32 = 0.15;

type Point = (f32, f32);

/// A disc to keep out of.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Disc {
    /// Its center, m.
    pub at: Point,
    /// The distance to keep from it, m.
    pub keep_m: f32,
    /// The cost of passing it on its left first, m.
    pub left_m: f32,
}

impl Disc {
    /// Returns how far along a segment of a `length` the disc blocks it, m; `None` if it does not.
    fn blocks(&self, from: Point, way: Point, length: f32) -> Option<f32> {
        let off = minus(self.at, from);
        let along = (way.0 * off.0 + way.1 * off.1) / length;
        let aside = (way.0 * off.1 - way.1 * off.0) / length;
        let beyond = (along - length).max(0.0);
        let blocks =
            along > 0.0 && aside.abs() < self.keep_m && libm::hypotf(aside, beyond) < self.keep_m;
        blocks.then_some(along)
    }

    /// Returns the point at which a way from a point passes the disc on a side: 1 on its left, -1 on its
    /// right.
    fn tangent(&self, from: Point, side: f32) -> Point {
        let off = minus(self.at, from);
        let (distance, keep_m) = (length(off).max(1e-3), self.keep_m * BESIDE);
        let sine = (keep_m / distance).min(1.0);
        let out_rad = if distance < keep_m { OUT_RAD } else { 0.0 };
        let angle = libm::atan2f(off.1, off.0) + side * (libm::asinf(sine) + out_rad);
        let touches_m = libm::sqrtf((distance * distance - keep_m * keep_m).max(0.0));
        // Beyond where it touches the disc, for the next tangent around it leads on from there.
        let way = touches_m + BEYOND * keep_m;
        (from.0 + way * libm::cosf(angle), from.1 + way * libm::sinf(angle))
    }
}

/// A way so far.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    end: Point,
    first: Option<Point>,
    cost_m: f32,
    hops: u8,
}

impl Way {
    /// Returns the way that goes on to a point; `beside_m` is the cost of the side of the first disc.
    fn to(self, end: Point, beside_m: f32, turn_m_per_rad: f32) -> Self {
        let step_m = length(minus(end, self.end));
        let extra_m = if self.first.is_none() {
            turn_m_per_rad * libm::atan2f(end.1, end.0).abs() + beside_m
        } else {
            0.0
        };
        Self {
            end,
            first: self.first.or(Some(end)),
            cost_m: self.cost_m + step_m + extra_m,
            hops: self.hops.saturating_add(1),
        }
    }

    fn least_m(&self, target: Point) -> f32 {
        self.cost_m + length(minus(target, self.end))
    }
}

/// Returns the point to walk to first on the way to a target, and the length of that way, m; `None` if nothing
/// is in the way, or no way was found. A disc whose distance the target does not keep is made smaller; all are,
/// and those that the robot is in, if there is no way else. More than [`MOST_DISCS`] are ignored. `turn_m_per_rad` is the cost of the
/// angle by which the way begins beside the robot's heading: 0 for one that steps in any direction.
#[must_use]
pub fn waypoint(
    target: Point,
    discs: &(impl Iterator<Item = Disc> + Clone),
    turn_m_per_rad: f32,
) -> Option<(Point, f32)> {
    PARTS.iter().find_map(|&part| search(target, discs.clone(), part, turn_m_per_rad))
}

/// Searches a way at a part of the distances to keep.
fn search(
    target: Point,
    discs: impl Iterator<Item = Disc>,
    part: f32,
    turn_m_per_rad: f32,
) -> Option<(Point, f32)> {
    let kept = discs.map(|disc| {
        let own_m = if part < 1.0 { length(disc.at) } else { f32::INFINITY };
        let least = length(minus(target, disc.at)).min(own_m) - 0.01;
        Disc { keep_m: (part * disc.keep_m).min(least), ..disc }
    });
    let mut all = [Disc::default(); MOST_DISCS];
    for (place, disc) in all.iter_mut().zip(kept.filter(|disc| disc.keep_m > LEAST_M)) {
        *place = disc;
    }
    let first_blocking = |from: Point, to: Point| {
        let way = minus(to, from);
        let length = length(way).max(1e-3);
        let blocking = all.iter().filter_map(|disc| Some((disc, disc.blocks(from, way, length)?)));
        blocking.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(disc, _)| *disc)
    };
    first_blocking((0.0, 0.0), target)?;
    let mut open = [None; WAYS];
    open[0] = Some(Way::default());
    for _ in 0..STEPS {
        let way = take_best(&mut open, target)?;
        let Some(disc) = first_blocking(way.end, target) else {
            return Some((way.first?, way.least_m(target)));
        };
        if way.hops >= HOPS {
            continue;
        }
        for &side in &[1.0, -1.0] {
            // Past the disc, or past those before it on the same side.
            let mut at = disc.tangent(way.end, side);
            for _ in 0..4 {
                let Some(before) = first_blocking(way.end, at) else { break };
                at = before.tangent(way.end, side);
            }
            if first_blocking(way.end, at).is_none()
                && let Some(place) = open.iter_mut().find(|place| place.is_none())
            {
                *place = Some(way.to(at, disc.left_m * side.max(0.0), turn_m_per_rad));
            }
        }
    }
    None
}

/// Removes and returns the way that may become the shortest.
fn take_best(open: &mut [Option<Way>], target: Point) -> Option<Way> {
    let least = |way: &Option<Way>| way.map_or(f32::INFINITY, |way| way.least_m(target));
    let best = open.iter_mut().min_by(|one, other| least(one).total_cmp(&least(other)))?;
    best.take()
}

fn minus(one: Point, other: Point) -> Point {
    (one.0 - other.0, one.1 - other.1)
}

fn length(of: Point) -> f32 {
    libm::hypotf(of.0, of.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: Point = (2.0, 0.0);

    fn robot(x: f32, y: f32) -> Disc {
        Disc { at: (x, y), keep_m: 0.34, left_m: LEFT_M }
    }

    /// Walks to the target; returns the length of the way, and the least distance from each robot.
    fn walk(robots: &[Disc]) -> (f32, f32) {
        let (mut at, mut way_m, mut nearest) = ((0.0, 0.0), 0.0, f32::INFINITY);
        while length(minus(TARGET, at)) > 0.02 && way_m < 10.0 {
            let seen = robots.iter().map(|robot| Disc { at: minus(robot.at, at), ..*robot });
            let target = minus(TARGET, at);
            let to = waypoint(target, &seen, TURN_M_PER_RAD).map_or(target, |(to, _)| to);
            let part = 0.01 / length(to).max(0.01);
            at = (at.0 + part * to.0, at.1 + part * to.1);
            way_m += 0.01;
            for robot in robots {
                nearest = length(minus(robot.at, at)).min(nearest);
            }
        }
        (way_m, nearest)
    }

    #[test]
    fn a_robot_on_the_way_is_passed_at_its_distance() {
        for y in [-0.3, -0.1, 0.0, 0.05, 0.25] {
            let (way_m, nearest) = walk(&[robot(0.8, y)]);
            assert!(nearest > 0.31 && way_m < 2.3, "{way_m} {nearest} for {y}");
        }
    }

    #[test]
    fn robots_that_meet_keep_to_the_right() {
        for y in [-0.05, 0.0, 0.05] {
            let (to, _) =
                waypoint(TARGET, &core::iter::once(robot(0.8, y)), TURN_M_PER_RAD).unwrap();
            assert!(to.1 < 0.0, "{to:?} for {y}");
        }
    }

    #[test]
    fn a_wall_is_passed_at_its_end_and_a_gap_is_used() {
        // The end on the left is much nearer.
        let wall = [-0.9, -0.45, 0.0, 0.3].map(|y| robot(1.0, y));
        let (way_m, nearest) = walk(&wall);
        assert!(nearest > 0.31 && way_m < 2.9, "{way_m} {nearest}");
        let gap = [-0.8, -0.4, 0.4, 0.8].map(|y| robot(1.0, y));
        let (way_m, _) = walk(&gap);
        assert!(way_m < 2.1, "{way_m}");
    }

    #[test]
    fn a_robot_among_others_comes_out_if_it_can() {
        let pocket = [(0.3, 0.0), (0.15, 0.35), (0.15, -0.35)].map(|(x, y)| robot(x, y));
        let (way_m, nearest) = walk(&pocket);
        assert!(nearest > 0.26 && way_m < 5.0, "{way_m} {nearest}");
        let all_around: [Disc; 8] = core::array::from_fn(|place| {
            #[allow(clippy::cast_precision_loss)] // 8
            let angle = core::f32::consts::FRAC_PI_4 * place as f32;
            robot(0.6 * libm::cosf(angle), 0.6 * libm::sinf(angle))
        });
        assert_eq!(waypoint(TARGET, &all_around.into_iter(), TURN_M_PER_RAD), None);
    }

    #[test]
    fn what_is_not_on_the_way_does_not_matter() {
        for off in [robot(0.8, 0.4), robot(-0.3, 0.0), robot(2.4, 0.0), robot(2.2, 0.0)] {
            assert_eq!(waypoint(TARGET, &core::iter::once(off), TURN_M_PER_RAD), None, "{off:?}");
        }
        let unknown = Disc { keep_m: 1.0, ..robot(f32::NAN, 0.0) };
        assert_eq!(waypoint(TARGET, &core::iter::once(unknown), TURN_M_PER_RAD), None);
        assert_eq!(
            waypoint((f32::NAN, 0.0), &core::iter::once(robot(0.8, 0.0)), TURN_M_PER_RAD),
            None
        );
    }
}
