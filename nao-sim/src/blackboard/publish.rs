//! The data of the field's interfaces.

use crate::field::buttons::Presses;
use crate::field::{Field, Point, camera};
use skill_runtime::Text;
use skills_nao::interfaces::{
    GameState, Navigator, ObjectPosition, Obstacles, SoccerPenalty, SoccerReferee, SpeechSynth,
    Switch, Team, game, navigation, object, referee,
};
use skills_nao::obstacles::{self, Obstacle};
use skills_nao::referee::State;

/// Returns the data of a button.
pub(super) fn switch(presses: &Presses) -> Switch {
    let (short_activations, long_activations, activation_count) = presses.counts();
    Switch {
        enabled: presses.pressed(),
        value: presses.value(),
        history: presses.history_sec(),
        short_activations,
        long_activations,
        activation_count,
    }
}

/// Returns a model of the navigator, which walks the robot to targets.
pub(super) fn navigator(field: &Field) -> Navigator {
    let driver = &field.navigator;
    let set = driver.parameters;
    let me = driver.place(field.odometry());
    let dest = driver.dest().unwrap_or_default();
    let to_go = if driver.is_final() { 0.0 } else { (dest.point() - me.point()).length() };
    Navigator {
        flags: navigation::FLAG_CART_GOTO
            | navigation::FLAG_POLAR_GOTO
            | navigation::FLAG_UPDATES_DEST_DIST
            | navigation::FLAG_SECURITY_DISTANCE
            | navigation::FLAG_ESCAPING,
        x: me.x,
        y: me.y,
        dest_x: dest.x,
        dest_y: dest.y,
        dest_ori: dest.theta,
        dest_dist: to_go,
        msgid: driver.msgid().0,
        r#final: driver.is_final(),
        error_code: driver.error(),
        max_velocity: set.max_velocity,
        max_rotation: set.max_rotation,
        security_distance: set.security_distance,
        escaping_enabled: set.escaping,
        drive_mode: set.drive_mode,
        auto_drive_mode: false,
        stop_at_target: set.stop_at_target,
        orientation_mode: set.orientation_mode,
        target_frame: Text::new(),
    }
}

/// Returns a covariance matrix with this diagonal.
fn diagonal(x: f32, y: f32, z: f32) -> [f32; 9] {
    [x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z]
}

/// Returns the robot's estimate of the ball.
pub(super) fn ball(field: &Field) -> ObjectPosition {
    let model = field.ball_model();
    let me = field.odometry();
    let unknown = ObjectPosition {
        object_type: object::TYPE_BALL,
        visible: model.visible(),
        visibility_history: model.history(),
        ..ObjectPosition::default()
    };
    let Some(at) = model.relative(me) else {
        return unknown;
    };
    let belief = field.localization();
    let (world, velocity) = (belief.place().global(at), model.velocity(me));
    let world_velocity = velocity.turned(belief.place().theta);
    let (distance, variance) = (at.length(), model.variance());
    let radius = field.pitch().ball_radius_m;
    let (lost, turn) = belief.variance();
    let bearing_variance = variance / (distance * distance).max(0.01);
    let world_variance = variance + lost + turn * distance * distance;
    ObjectPosition {
        flags: object::FLAG_HAS_WORLD
            | object::FLAG_HAS_RELATIVE_CARTESIAN
            | object::FLAG_HAS_RELATIVE_POLAR
            | object::FLAG_HAS_CIRCULAR_EXTENT
            | object::FLAG_HAS_COVARIANCES
            | object::FLAG_HAS_WORLD_VELOCITY,
        distance,
        bearing: at.angle(),
        slope: camera::slope(distance, radius),
        dbs_covariance: diagonal(variance, bearing_variance, 0.0),
        world_x: world.x,
        world_y: world.y,
        world_z: radius,
        world_xyz_covariance: diagonal(world_variance, world_variance, 0.0),
        relative_x: at.x,
        relative_y: at.y,
        relative_z: radius,
        relative_xyz_covariance: diagonal(variance, variance, 0.0),
        extent_x: radius,
        world_x_velocity: world_velocity.x,
        world_y_velocity: world_velocity.y,
        relative_x_velocity: velocity.x,
        relative_y_velocity: velocity.y,
        ..unknown
    }
}

/// Returns the robot's estimate of its place.
pub(super) fn pose(field: &Field) -> ObjectPosition {
    let belief = field.localization();
    let (at, (variance, turn)) = (belief.place(), belief.variance());
    ObjectPosition {
        object_type: object::TYPE_SELF,
        flags: object::FLAG_HAS_WORLD
            | object::FLAG_HAS_Z_AS_ORI
            | object::FLAG_HAS_EULER_ANGLES
            | object::FLAG_HAS_COVARIANCES,
        visible: true,
        visibility_history: 1,
        yaw: at.theta,
        world_x: at.x,
        world_y: at.y,
        world_z: at.theta,
        world_xyz_covariance: diagonal(variance, variance, turn),
        ..ObjectPosition::default()
    }
}

/// Returns the other robots that the robot has seen, and the mates that its `team` knows of.
pub(super) fn obstacles(field: &Field, team: Option<&Team>) -> Obstacles {
    let global = field.localization().place().globals();
    let on_field = |robot: Obstacle| {
        let at = global(Point::new(robot.at.0, robot.at.1));
        robot.seen_at((at.x, at.y))
    };
    obstacles::publish(field.obstacles().map(on_field), team, &pose(field))
}

/// Returns the referee's data for `our` team; magenta defends the yellow goal.
pub(super) fn game(field: &Field, (our, state): (game::Team, game::Team)) -> GameState {
    let referee = field.referee();
    let (ours, theirs) = referee.score();
    let magenta = our == game::Team::Magenta;
    let (score_cyan, score_magenta) = if magenta { (theirs, ours) } else { (ours, theirs) };
    GameState {
        game_state: match referee.state() {
            State::Initial => game::GS_SPL_INITIAL,
            State::Ready => game::GS_SPL_READY,
            State::Set => game::GS_SPL_SET,
            State::Play => game::GS_SPL_PLAY,
            State::Finished => game::GS_SPL_FINISHED,
        },
        state_team: state,
        our_team: our,
        our_goal_color: if magenta { game::GoalColor::Yellow } else { game::GoalColor::Blue },
        half: game::Half::First,
        kickoff: referee.kickoff(),
        role: game::Role::Attacker,
        score_cyan,
        score_magenta,
    }
}

/// Returns what the simulated referee says beside state and penalty.
pub(super) fn referee(field: &Field) -> SoccerReferee {
    let referee = field.referee();
    let is_of_game = referee.is_of_game();
    let kicking = match (is_of_game, referee.kickoff()) {
        (false, _) => referee::Kicking::Nobody,
        (true, true) => referee::Kicking::Ours,
        (true, false) => referee::Kicking::Theirs,
    };
    let mut words = SoccerReferee {
        heard: is_of_game,
        kicking,
        first_half: true,
        players_per_team: u8::from(is_of_game),
        number: u8::from(is_of_game),
        ..SoccerReferee::default()
    };
    words.set_measures(field.pitch().measures());
    words
}

/// Returns the robot's penalty.
pub(super) fn penalty(field: &Field) -> SoccerPenalty {
    let (penalty, left) = field.referee().penalty();
    let remaining = left.as_millis().div_ceil(1000);
    SoccerPenalty { penalty, remaining: u16::try_from(remaining).unwrap_or(u16::MAX) }
}

/// Returns the state of the speech synthesis.
pub(super) fn speech(field: &Field) -> SpeechSynth {
    let speech = &field.speech;
    SpeechSynth {
        text: Text::try_from(speech.text()).unwrap_or_default(),
        msgid: speech.msgid().0,
        r#final: speech.is_final(),
        duration: speech.duration_sec(),
    }
}
