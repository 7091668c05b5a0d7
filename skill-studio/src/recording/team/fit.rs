//! The clocks that explain pairs of times best.
//!
//! A robot's clock is ahead of the axis by a time that grows evenly. A message arrives later than it was sent by a delay
//! that is as short in one direction as in the other one, when it is short; a moment is the same for all. Both are seen up
//! to a pass late. So the equations are linear, and are solved by least squares, in which what does not fit (a packet that
//! was lost) counts little, then nothing: Huber's weights, then Tukey's. Messages that took long count less than others.

use std::f64::consts::PI;

/// The rate by which clocks of robots usually differ, in millionths.
const USUAL_PPM: f64 = 100.0;
/// The delay that messages usually have, in microseconds.
const USUAL_DELAY_US: f64 = 100_000.0;
/// The steps with Huber's weights, and with Tukey's.
const STEPS: [usize; 2] = [25, 10];
/// The residual at which they begin to count less, and that at which they count nothing, in standard deviations.
const HUBER: f64 = 1.5;
const TUKEY: f64 = 4.685;
/// The weight of a message that took long: the shortest delays are the same in all directions, and are known best.
const LATE: f64 = 0.2;
/// The error that remains, in periods of the passes, however many messages there are: where in a pass they arrive is not
/// even.
const UNEVEN: f64 = 0.15;
/// The standard deviation of a normal distribution, in its median absolute deviations.
const OF_MEDIAN: f64 = 1.4826;

/// A robot, by its own clock.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(clippy::struct_field_names)] // the unit
pub(super) struct Robot {
    /// The middle of its recording, in microseconds.
    pub middle_us: f64,
    /// The duration of its recording.
    pub span_us: f64,
    /// The time between two passes.
    pub period_us: f64,
}

/// A message.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Message {
    pub from: usize,
    pub to: usize,
    /// By the clock of the sender, in microseconds.
    pub sent_us: f64,
    /// By that of the receiver: the begin of the pass that has received it.
    pub received_us: f64,
}

/// A moment that robots have in common: each with its time, by its own clock, in microseconds, of the pass that has noted it.
pub(super) type Moment = Vec<(usize, f64)>;

/// The clock of a robot that was found.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Fit {
    /// By how much it is ahead of that of the axis in the middle of its recording.
    pub ahead_us: f64,
    /// The error of that, of which 95 of 100 are smaller.
    pub error_us: f64,
    pub fast_ppm: f64,
    /// The error of that, of which 95 of 100 are smaller.
    pub fast_error_ppm: f64,
    pub messages: usize,
    pub moments: usize,
}

/// The two kinds of equations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Message,
    Moment,
}

/// An equation: the second robot's clock minus the first one's, and for a message the mean delay, are `difference_us`.
#[derive(Clone, Copy, Debug)]
struct Row {
    kind: Kind,
    robots: [usize; 2],
    /// The times since the middles of their recordings, s.
    at_sec: [f64; 2],
    difference_us: f64,
    /// Of several rows from one moment, each counts less.
    share: f64,
}

impl Fit {
    /// Returns the clocks of robots, of which one is the axis.
    ///
    /// # Errors
    /// A robot that nothing connects with the axis.
    pub fn of(
        axis: usize,
        robots: &[Robot],
        messages: &[Message],
        moments: &[Moment],
    ) -> Result<Vec<Self>, usize> {
        let rows = rows(robots, messages, moments);
        if let Some(alone) = unconnected(axis, robots.len(), &rows) {
            return Err(alone);
        }
        let system = System { axis, robots, rows: &rows };
        let mut found = vec![0.0; system.unknowns()];
        let mut scales = [0.0; 2];
        for (steps, is_last) in STEPS.into_iter().zip([false, true]) {
            for _ in 0..steps {
                scales = system.scales(&found);
                found = system.solve(&found, scales, is_last);
            }
        }
        let mut clocks = system.clocks(&found, scales);
        for (robot, clock) in clocks.iter_mut().enumerate() {
            let has_it = |moment: &&Moment| moment.iter().any(|(of, _)| *of == robot);
            clock.moments = moments.iter().filter(has_it).count();
            let is_its = |message: &&Message| [message.from, message.to].contains(&robot);
            clock.messages = messages.iter().filter(is_its).count();
        }
        Ok(clocks)
    }
}

fn rows(robots: &[Robot], messages: &[Message], moments: &[Moment]) -> Vec<Row> {
    let at_sec = |robot: usize, us: f64| (us - robots[robot].middle_us) * 1e-6;
    // A pass sees it half a pass late on average.
    let seen = |robot: usize, us: f64| us - robots[robot].period_us / 2.0;
    let mut rows: Vec<Row> = Vec::new();
    for Message { from, to, sent_us, received_us } in messages {
        let received_us = seen(*to, *received_us);
        rows.push(Row {
            kind: Kind::Message,
            robots: [*from, *to],
            at_sec: [at_sec(*from, *sent_us), at_sec(*to, received_us)],
            difference_us: received_us - sent_us,
            share: 1.0,
        });
    }
    for moment in moments {
        for (number, (one, one_us)) in moment.iter().enumerate() {
            for (other, other_us) in &moment[number + 1..] {
                let times = [seen(*one, *one_us), seen(*other, *other_us)];
                #[allow(clippy::cast_precision_loss)] // few robots
                rows.push(Row {
                    kind: Kind::Moment,
                    robots: [*one, *other],
                    at_sec: [at_sec(*one, times[0]), at_sec(*other, times[1])],
                    difference_us: times[1] - times[0],
                    share: 2.0 / moment.len() as f64,
                });
            }
        }
    }
    rows
}

/// Returns a robot that no row connects with the axis, over others or not.
fn unconnected(axis: usize, robots: usize, rows: &[Row]) -> Option<usize> {
    let mut reached = vec![false; robots];
    *reached.get_mut(axis)? = true;
    for _ in 0..robots {
        for Row { robots: [one, other], .. } in rows {
            let either = reached[*one] || reached[*other];
            (reached[*one], reached[*other]) = (either, either);
        }
    }
    reached.iter().position(|reached| !reached)
}

/// The equations.
struct System<'r> {
    axis: usize,
    robots: &'r [Robot],
    rows: &'r [Row],
}

impl System<'_> {
    /// Returns the number of unknowns: two for each robot, of which those of the axis are 0, and the mean delay.
    fn unknowns(&self) -> usize {
        2 * self.robots.len() + 1
    }

    /// Returns the factors of the unknowns in a row.
    fn factors(&self, row: &Row) -> [(usize, f64); 5] {
        let [one, other] = row.robots;
        let [one_sec, other_sec] = row.at_sec;
        let delay = f64::from(row.kind == Kind::Message);
        [
            (2 * one, -1.0),
            (2 * one + 1, -one_sec),
            (2 * other, 1.0),
            (2 * other + 1, other_sec),
            (self.unknowns() - 1, delay),
        ]
    }

    fn residual(&self, row: &Row, found: &[f64]) -> f64 {
        let explained = self.factors(row).map(|(at, factor)| found[at] * factor);
        row.difference_us - explained.iter().sum::<f64>()
    }

    /// Returns the standard deviations of both kinds of rows, by their medians.
    fn scales(&self, found: &[f64]) -> [f64; 2] {
        [Kind::Message, Kind::Moment].map(|kind| {
            let of_kind = self.rows.iter().filter(|row| row.kind == kind);
            let mut sizes: Vec<f64> = of_kind.map(|row| self.residual(row, found).abs()).collect();
            sizes.sort_by(f64::total_cmp);
            let median = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
            (OF_MEDIAN * median).max(1.0)
        })
    }

    fn period_us(&self) -> f64 {
        self.robots.iter().map(|robot| robot.period_us).fold(0.0, f64::max)
    }

    /// Returns the greatest error of a mean of a kind because passes see things late: it is smaller the more the times
    /// within a pass are spread.
    fn lateness_us(&self, kind: Kind, scale: f64) -> f64 {
        let period = self.period_us();
        let most = if kind == Kind::Message { period / 2.0 } else { period };
        if period > 0.0 { most * (-2.0 * (PI * scale / period).powi(2)).exp() } else { 0.0 }
    }

    /// Returns the variance of a row of each kind: with that of the lateness, which does not become less by their number.
    fn variances(&self, scales: [f64; 2]) -> [f64; 2] {
        let mut variances = [1.0; 2];
        for ((kind, scale), variance) in
            [Kind::Message, Kind::Moment].into_iter().zip(scales).zip(&mut variances)
        {
            let count = self.rows.iter().filter(|row| row.kind == kind).count();
            #[allow(clippy::cast_precision_loss)] // not so many
            let of_each = count as f64 / self.robots.len().max(1) as f64;
            *variance = scale.powi(2) + of_each * self.lateness_us(kind, scale).powi(2);
        }
        variances
    }

    /// Returns how much a row counts.
    fn weight(&self, row: &Row, found: &[f64], scales: [f64; 2], is_last: bool) -> f64 {
        let residual = self.residual(row, found) / scales[usize::from(row.kind == Kind::Moment)];
        let size = residual.abs();
        let weight = if is_last {
            (1.0 - (size / TUKEY).min(1.0).powi(2)).powi(2)
        } else {
            HUBER / size.max(HUBER)
        };
        let side = match row.kind {
            Kind::Message if residual > 0.0 => LATE,
            _ => 1.0,
        };
        weight * side * row.share
    }

    /// Returns the normal equations, with the weights that the residuals give.
    fn normal(&self, found: &[f64], scales: [f64; 2], is_last: bool) -> (Vec<Vec<f64>>, Vec<f64>) {
        let count = self.unknowns();
        let (mut matrix, mut right) = (vec![vec![0.0; count]; count], vec![0.0; count]);
        let variances = self.variances(scales);
        for row in self.rows {
            let kind = usize::from(row.kind == Kind::Moment);
            let weight = self.weight(row, found, scales, is_last) / variances[kind];
            let factors = self.factors(row);
            for (at, factor) in factors {
                right[at] += weight * factor * row.difference_us;
                for (other, of_other) in factors {
                    matrix[at][other] += weight * factor * of_other;
                }
            }
        }
        for robot in 0..self.robots.len() {
            // The axis is certain.
            let sure = if robot == self.axis { 1e12 } else { 0.0 };
            matrix[2 * robot][2 * robot] += sure;
            matrix[2 * robot + 1][2 * robot + 1] += sure + USUAL_PPM.powi(-2);
        }
        matrix[count - 1][count - 1] += USUAL_DELAY_US.powi(-2);
        (matrix, right)
    }

    fn solve(&self, found: &[f64], scales: [f64; 2], is_last: bool) -> Vec<f64> {
        let (matrix, right) = self.normal(found, scales, is_last);
        solve(matrix, right)
    }

    fn clocks(&self, found: &[f64], scales: [f64; 2]) -> Vec<Fit> {
        let (matrix, _) = self.normal(found, scales, true);
        let count = self.unknowns();
        let variances = self.variances(scales);
        let mut fits = Vec::new();
        for robot in 0..self.robots.len() {
            let own = |row: &&Row| row.robots.contains(&robot);
            let of_kind =
                |kind| self.rows.iter().filter(own).filter(|row| row.kind == kind).count();
            let counts = [Kind::Message, Kind::Moment].map(of_kind);
            let uneven_us = UNEVEN * self.period_us();
            let variance_of = |unknown: usize| {
                let mut unit = vec![0.0; count];
                unit[unknown] = 1.0;
                solve(matrix.clone(), unit)[unknown].max(0.0)
            };
            let variance = variance_of(2 * robot);
            // The lateness of both kinds, by what each contributes.
            let (mut late, mut weights) = (0.0, 0.0);
            for ((kind, scale), (rows, variance)) in [Kind::Message, Kind::Moment]
                .into_iter()
                .zip(scales)
                .zip(counts.into_iter().zip(variances))
            {
                #[allow(clippy::cast_precision_loss)] // not so many
                let weight = rows as f64 / variance;
                late += weight * self.lateness_us(kind, scale);
                weights += weight;
            }
            let late = if weights > 0.0 { late / weights } else { 0.0 };
            let error_us = if robot == self.axis {
                0.0
            } else {
                (2.0 * variance.sqrt() + late).max(uneven_us)
            };
            fits.push(Fit {
                ahead_us: found[2 * robot],
                error_us,
                fast_ppm: found[2 * robot + 1],
                fast_error_ppm: 2.0 * variance_of(2 * robot + 1).sqrt(),
                ..Fit::default()
            });
        }
        fits
    }
}

/// Solves linear equations whose matrix is symmetric and positive, by elimination. Unknowns that nothing determines are 0.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for pivot in 0..count {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let row = &above[pivot];
        if row[pivot] <= f64::MIN_POSITIVE {
            continue;
        }
        for (offset, other) in below.iter_mut().enumerate() {
            let factor = other[pivot] / row[pivot];
            for (to, from) in other[pivot..].iter_mut().zip(&row[pivot..]) {
                *to -= factor * from;
            }
            right[pivot + 1 + offset] -= factor * right[pivot];
        }
    }
    for pivot in (0..count).rev() {
        let known: f64 = (pivot + 1..count).map(|at| matrix[pivot][at] * right[at]).sum();
        let diagonal = matrix[pivot][pivot];
        right[pivot] =
            if diagonal > f64::MIN_POSITIVE { (right[pivot] - known) / diagonal } else { 0.0 };
    }
    right
}
