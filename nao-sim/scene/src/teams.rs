//! The field of two teams.

use super::{ROBOT_M, ball_m, ball_shape, bounds, lines, on_carpet, push, robot_shape};
use nao_sim::body::Pose;
use nao_sim::field::{Place, Point};
use nao_sim::team::{PlayerId, Team, TeamGame};
use skill_studio::view::{SceneView, Shape};
use skill_studio::world::WorldOf;

/// Returns the field with its lines, the ball and the robots, each with its name, number, role and team, and what each
/// believes of its place, the ball and other robots.
#[must_use]
pub fn scene_of_teams(game: &TeamGame<'_>) -> SceneView {
    let mut shapes = lines(game.pitch());
    shapes.push(ball_shape(game.ball().at, game.pitch()));
    shapes.extend(game.players().filter_map(|id| robot(game, id)));
    // Above what they are about.
    shapes.extend(game.players().flat_map(|id| beliefs(game, id)));
    let [ours, theirs] = game.referee().score();
    let text = format!("{:?}. {ours}:{theirs}", game.referee().state());
    SceneView { bounds: bounds(game.pitch()), shapes, text }
}

fn robot(game: &TeamGame<'_>, id: PlayerId) -> Option<Shape> {
    let pose = game.field(id)?.robot().pose();
    let role = game.role(id).map(|role| format!("{role:?}").to_lowercase());
    let role = role.filter(|role| role != "none");
    let pose = (pose != Pose::Standing).then(|| pose.describe().to_owned());
    let penalty = game.referee().penalty(id).map(|penalty| penalty.offence.to_string());
    let label = [role, pose, penalty].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let fill = if id.team == Team::Left { "robot" } else { "opponent" };
    let shape = robot_shape(game.place(id)?);
    Some(Shape {
        id: id.to_string().into(),
        fill: fill.into(),
        label: label.into(),
        sign: id.number.to_string().into(),
        ..shape
    })
}

/// Returns what a robot believes: circles with the standard deviation as the radius, but not smaller than the thing.
fn beliefs(game: &TeamGame<'_>, id: PlayerId) -> Vec<Shape> {
    let Some(field) = game.field(id) else { return Vec::new() };
    let (here, model) = (field.localization().place(), field.ball_model());
    let shape = |what: &str, at: Point, least_m: f64, deviation_m: f32| {
        let at = id.team.point(at);
        Shape {
            id: format!("{id} {what}").into(),
            x_m: at.x.into(),
            y_m: at.y.into(),
            width_m: (2.0 * f64::from(deviation_m)).max(least_m),
            fill: "belief".into(),
            label: what.to_owned().into(),
            believer: id.to_string().into(),
            ..Shape::default()
        }
    };
    let (variance, _) = field.localization().variance();
    let mut all = vec![shape("where it believes to be", here.point(), ROBOT_M, variance.sqrt())];
    let ball = model.relative(field.odometry()).map(|at| here.global(at));
    let ball_m = ball_m(game.pitch());
    let own = |at| shape("the ball as it knows it", at, ball_m, model.variance().sqrt());
    all.extend(ball.map(own));
    all.extend(
        game.team_ball(id).map(|(at, deviation_m)| {
            shape("the ball as its team knows it", at, ball_m, deviation_m)
        }),
    );
    all.extend((1..).zip(field.obstacles()).map(|(number, other)| {
        let at = here.global(Point::new(other.at.0, other.at.1));
        shape(&format!("a robot that it has seen ({number})"), at, ROBOT_M, other.variance.sqrt())
    }));
    all
}

fn player(id: &str) -> Result<PlayerId, String> {
    id.parse().map_err(|()| format!("`{id}` stays where it is; the ball and the robots do not"))
}

fn move_shape(game: &mut TeamGame<'_>, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
    let to = on_carpet(game.pitch(), x_m, y_m)?;
    if id == "ball" {
        game.put_ball(to);
        return Ok(());
    }
    let id = player(id)?;
    let at = game.place(id).ok_or_else(|| format!("there is no robot {id}"))?;
    let to = id.team.place(Place::new(to.x, to.y, at.theta));
    game.field_mut(id).into_iter().for_each(|field| field.put_robot(to));
    Ok(())
}

#[allow(clippy::cast_possible_truncation)] // rounds
fn push_shape(game: &mut TeamGame<'_>, id: &str, x_m: f64, y_m: f64) -> Result<(), String> {
    let id = player(id)?;
    let direction = id.team.point(Point { x: x_m as f32, y: y_m as f32 });
    push(game.field_mut(id).ok_or_else(|| format!("there is no robot {id}"))?, direction)
}

/// Returns the field of a game of teams for the live page.
#[must_use]
pub fn world_of_teams<'a>() -> WorldOf<TeamGame<'a>> {
    WorldOf {
        scene: Some(|game| scene_of_teams(game)),
        move_shape: Some(|game, id, x, y| move_shape(game, id, x, y)),
        push_shape: Some(|game, id, x, y| push_shape(game, id, x, y)),
    }
}
