//! Going back in a recording: from a saved state, everything happens as it did.

use super::planted::{self, as_it_was::Skills};
use super::{AGENT, MINUTE, description};
use skill_runtime::{AgentRunner, Blackboard as _, TraceEvent, TraceKind, Tracer};
use skill_studio::record::Recording;
use skill_studio::replay::Replay;
use skill_tests::Random;
use skills_nao::agents::Striker;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::sync::atomic::Ordering::Relaxed;

/// The events of a pass.
#[derive(Default)]
struct Events(Vec<TraceEvent>);

impl Tracer for Events {
    const TIMES: bool = true;
    fn record(&mut self, event: &TraceEvent) {
        self.0.push(*event);
    }
}

type Again<'a, 'r> = Replay<'a, 'r, NaoSoccer, AgentRunner<'a, Striker, NaoBlackboard>>;

fn replay<'a, 'r>(recording: &'r Recording, board: &'a NaoBlackboard) -> Again<'a, 'r> {
    let agent = AgentRunner::new(board, Striker::default(), AGENT).unwrap();
    Replay::new(description(), recording, board, agent).unwrap()
}

/// Runs a pass and returns what can be seen of it: its events, and the blackboard afterwards.
fn pass(replay: &mut Again<'_, '_>, board: &NaoBlackboard) -> Option<(Vec<TraceEvent>, Vec<u32>)> {
    let mut events = Events::default();
    replay.step(&mut (), &mut events)?;
    let cells = (0..).map_while(|index| board.cell_words(index));
    let words =
        cells.flat_map(|cell| cell.words().map(|word| word.load(Relaxed)).collect::<Vec<_>>());
    Some((events.0, words.collect()))
}

#[test]
fn a_saved_state_goes_on_as_it_did() {
    let recording = Recording::read(&MINUTE[..]).unwrap();
    let boards = [(); 2].map(|()| Box::<NaoBlackboard>::default());
    let mut first = replay(&recording, &boards[0]);
    let (mut passes, mut saved) = (Vec::new(), Vec::new());
    loop {
        if passes.len() % 97 == 0 {
            saved.push(first.save().expect("each variable is Clone"));
        }
        let Some(seen) = pass(&mut first, &boards[0]) else { break };
        passes.push(seen);
    }
    assert_eq!(passes.len(), 6000);
    assert!(passes.iter().map(|(events, _)| events.len()).sum::<usize>() > 20);
    // On the same blackboard and on another, forward and backward.
    let mut second = replay(&recording, &boards[1]);
    let mut random = Random(1);
    for round in 0..200 {
        let place = random.below(saved.len());
        let (replay, board) =
            if round % 2 == 0 { (&mut first, &boards[0]) } else { (&mut second, &boards[1]) };
        replay.restore(&saved[place]).expect("it was saved");
        let begin = place * 97;
        for (number, expected) in passes.iter().enumerate().skip(begin).take(1 + random.below(300))
        {
            assert_eq!(pass(replay, board).as_ref(), Some(expected), "pass {number} from {begin}");
        }
    }
}

/// Memories of guards, times since an entry, and assigned parameters are part of the state.
#[test]
fn a_saved_state_has_memories() {
    for (call, transitions) in [("follow{}", 4), ("hunt{}", 20)] {
        let recording = planted::recording_of::<Skills>(call);
        let board = planted::Board::new();
        let of = planted::description::<Skills>();
        let mut replay = Replay::<Skills, ()>::new(of, &recording, &board, ()).unwrap();
        let (mut passes, mut saved) = (Vec::new(), Vec::new());
        loop {
            saved.push(replay.save().expect("each variable is Clone"));
            let mut events = Events::default();
            if replay.step(&mut (), &mut events).is_none() {
                break;
            }
            passes.push(events.0);
        }
        let taken = |event: &&TraceEvent| matches!(event.kind, TraceKind::Transition { .. });
        assert!(passes.iter().flatten().filter(taken).count() >= transitions, "{call}");
        for (begin, saved) in saved.iter().enumerate().rev().step_by(13) {
            replay.restore(saved).expect("it was saved");
            for (number, expected) in passes.iter().enumerate().skip(begin).take(150) {
                let mut events = Events::default();
                replay.step(&mut (), &mut events).expect("there is another pass");
                assert_eq!(&events.0, expected, "{call}: pass {number} from {begin}");
            }
        }
    }
}
