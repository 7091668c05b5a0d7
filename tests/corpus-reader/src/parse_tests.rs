use super::*;

const WHOLE: &str = "\
# a comment
fsm k-0   # another
  limit 3
  maxtrace 7
  state Go
  start Go
  trans Go FINAL both true error E1
  on Go init set v3 -2
end
top main
fsm main
  start A
  state A skill k-0,k-0 B FAILED
  state B
  default B (< x0 v0)
  trans B A timeout 2 error late
  on B exit copy v1 x12
  on B loop inc v1
  on FINAL init inc v2
end
fsm unused
  start A
  state A
end
trace
1 -2
! stall
! reset
3
";

#[test]
fn a_machine_that_runs_in_two_places_is_known() {
    let shared =
        |text: &str| Program::parse(text).expect("well-formed").shared_machine().map(str::to_owned);
    assert_eq!(shared(WHOLE).as_deref(), Some("k-0"), "twice in one list");
    assert_eq!(shared(&WHOLE.replace("k-0,k-0", "k-0")), None);
}

#[test]
fn reads_everything() {
    let program = Program::parse(WHOLE).expect("well-formed");
    assert_eq!((program.machines.len(), program.top), (3, 1));
    let steps = [Step::Loop(vec![1, -2]), Step::Stall, Step::Reset, Step::Loop(vec![3])];
    assert_eq!(program.steps, steps);
    let ticks: Vec<_> = program.clocked_steps().map(|(at, tick, _)| (at, tick)).collect();
    assert_eq!(ticks, [(0, 0), (1, 1), (2, 2), (3, 2)]);

    let sub = &program.machines[0];
    assert_eq!((sub.limit, sub.start), (3, Place::State(0)));
    assert_eq!(sub.transitions[0].error.as_deref(), Some("E1"));
    assert_eq!(sub.states[0].init, [Action::Set(3, -2)]);

    let main = program.top_machine();
    assert_eq!(main.limit, 10);
    let subs =
        SubSkills { machines: vec![0, 0], on_final: Place::State(1), on_failed: Place::Failed };
    assert_eq!(main.states[0].subs.as_ref(), Some(&subs));
    assert_eq!(main.dependencies(), [0]);
    assert_eq!(main.transitions_of(0).count(), 1, "the default");
    assert_eq!(main.transitions_of(1).count(), 1, "the timeout");
    assert_eq!((main.timer_of(0), main.timer_of(1)), (None, Some(2)));
    assert_eq!(Vec::from_iter(main.variables()), [0, 1, 2]);
    assert_eq!(Vec::from_iter(main.inputs()), [0, 12]);
    assert_eq!(main.exit_state_actions, [Action::Inc(2)]);
}

/// Replaces a part of a valid file. Returns the line and the message of the error.
fn problem(good: &str, bad: &str) -> (usize, String) {
    assert!(WHOLE.contains(good), "{good}");
    let text = WHOLE.replacen(good, bad, 1);
    let error = Program::parse(&text).expect_err(bad);
    (error.line, error.problem.to_string())
}

/// The replaced text, its replacement, the line of the error, and the beginning of its message.
const CASES: &str = "\
top main | top mine | 10 | found `mine`, expected a machine that is declared before
top main | bottom main | 10 | found `bottom main`, expected `fsm NAME`
top main | top main\\ntop main | 11 | found `top main`
fsm main | fsm k-0 | 11 | found `k-0`, expected a machine name not used before
fsm main | fsm a.b | 11 | found `a.b`, expected a name without
k-0,k-0 | k-0,k-1 | 13 | found `k-1`, expected a machine that is declared before
k-0,k-0 | main | 13 | found `main`, expected a machine that is declared before
start Go | # none | 2 | found `fsm k-0`, expected a `start` line
start Go | start Gone | 6 | found `Gone`, expected a state
limit 3 | limit -3 | 3 | found `-3`, expected a number
maxtrace 7 | limit 7 | 4 | found `limit 7`, expected only one `limit`
state B | state A | 14 | found `A`, expected a state name
state B | state FINAL | 14 | found `FINAL`, expected a state name
on B loop inc v1 | state C | 18 | found `state C`, expected all states before
FINAL both | FINAL cand | 7 | found `cand`, expected `cond`
both true | both true or | 7 | found `or`, expected `error WORD`
error E1 | error | 7 | found the end of the line, expected the error's word
error E1 | error E1 E2 | 7 | found `E2`, expected the end of the line
timeout 2 | timeout | 16 | found `error`, expected a number
(< x0 v0) | (< x0 v0) error E | 15 | found `error`, expected the end
init set | enter set | 8 | found `enter`, expected `init`
on FINAL init | on FINAL enter | 19 | found `enter`, expected `init`
set v3 -2 | set x3 -2 | 8 | found `x3`, expected `v`
set v3 -2 | add v3 -2 | 8 | found `add v3 -2`, expected `set
on B loop | in B loop | 18 | found `in B loop inc v1`, expected a complete
1 -2 | 1 2.5 | 26 | found `2.5`, expected an integer
! stall | ! pause | 27 | found `!`, expected an integer";

#[test]
fn names_line_found_and_expected() {
    for case in CASES.lines() {
        let parts: Vec<&str> = case.split(" | ").collect();
        let [good, bad, line, message] = parts[..] else {
            panic!("{case}");
        };
        let (found_line, found) = problem(good, &bad.replace("\\n", "\n"));
        assert_eq!(found_line.to_string(), line, "{bad}: {found}");
        assert!(found.starts_with(message), "{bad}: {found}");
    }
}

#[test]
fn wants_all_of_it() {
    for (text, line, message) in [
        ("", 1, "found the end of the file, expected `fsm` or `trace`"),
        ("fsm a\n start S", 2, "found the end of the file, expected `end`"),
        ("\ntrace", 2, "found `trace`, expected a machine before it"),
    ] {
        let error = Program::parse(text).expect_err(text);
        assert_eq!((error.line, error.problem.to_string().as_str()), (line, message));
    }
}
