//! The world around a simulated robot.

use crate::model::view::SceneView;

/// The kind of a robot: whether it may be held, hurried and disturbed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RobotKind {
    /// It is real: its passes go on with the clock of the wall.
    Real,
    /// It is simulated.
    Simulated {
        /// Whether there is a world to see.
        has_scene: bool,
    },
}

/// The world around a simulated robot, which can be shown and disturbed. By default there is nothing
/// to see.
pub trait World {
    /// Returns what there is to see.
    fn scene(&self) -> Option<SceneView> {
        None
    }

    /// Moves the shape `id` to a place, m.
    ///
    /// # Errors
    /// The reason why it cannot be moved there.
    fn move_shape(&mut self, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
        let _ = (x_m, y_m);
        Err(format!("`{id}` cannot be moved"))
    }

    /// Pushes the shape `id` in a direction.
    ///
    /// # Errors
    /// The reason why it cannot be pushed.
    fn push_shape(&mut self, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
        let _ = (x_m, y_m);
        Err(format!("`{id}` cannot be pushed"))
    }
}

/// A robot in a world that nobody sees.
impl World for () {}

/// A way to change a world: the shape, and a place or a direction, m.
pub type Disturb<R> = fn(&mut R, &str, f64, f64) -> Result<(), String>;

/// The world of the robot `R`, as functions.
#[derive(Debug)]
pub struct WorldOf<R> {
    /// Returns what there is to see.
    pub scene: Option<fn(&R) -> SceneView>,
    /// Moves a shape to a place.
    pub move_shape: Option<Disturb<R>>,
    /// Pushes a shape in a direction.
    pub push_shape: Option<Disturb<R>>,
}

impl<R> Clone for WorldOf<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for WorldOf<R> {}

impl<R> Default for WorldOf<R> {
    fn default() -> Self {
        Self { scene: None, move_shape: None, push_shape: None }
    }
}

impl<R> WorldOf<R> {
    /// Returns the world of `robot`.
    pub fn of<'r>(&'r self, robot: &'r mut R) -> impl World + 'r {
        Of { robot, functions: self }
    }
}

struct Of<'r, R> {
    robot: &'r mut R,
    functions: &'r WorldOf<R>,
}

impl<R> World for Of<'_, R> {
    fn scene(&self) -> Option<SceneView> {
        self.functions.scene.map(|scene| scene(self.robot))
    }

    fn move_shape(&mut self, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
        match self.functions.move_shape {
            Some(change) => change(self.robot, id, x_m, y_m),
            None => Err(format!("`{id}` cannot be moved")),
        }
    }

    fn push_shape(&mut self, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
        match self.functions.push_shape {
            Some(change) => change(self.robot, id, x_m, y_m),
            None => Err(format!("`{id}` cannot be pushed")),
        }
    }
}
