use super::*;

/// Compares two records of one program, each given without its first line.
fn check(program: &str, theirs: &str, ours: &str) -> Option<String> {
    let program = Program::parse(&format!("{program}\ntrace\n")).expect("a program");
    let parse = |text: &str| {
        let lines: Vec<&str> = text.split("; ").collect();
        Record::parse(&format!("FSMT-OUT 1\n{}\n", lines.join("\n"))).expect(text)
    };
    compare(&program, &parse(theirs), &parse(ours)).err().map(|difference| difference.to_string())
}

const PLAIN: &str = "fsm t\n start A\n state A\n state B\n \
    trans A B cond (< x0 1)\n trans B A precond true\n trans B A cond (< v0 1)\n \
    on A loop inc v0\n on B exit set v0 3\nend";

#[test]
fn agrees() {
    let run = "@0 t=0; i t.A; g t 0 1; x t.A; i t.B; g t 2 0; =RUNNING cur=B vars=v0:1";
    assert_eq!(check(PLAIN, run, run), None);
    let zero = "@0 t=0; =RUNNING cur=B vars=";
    let set = "@0 t=0; =RUNNING cur=B vars=v0:-0";
    assert_eq!(check(PLAIN, zero, set), None);
}

#[test]
fn counts_what_it_compares() {
    let count = |theirs: &str, ours: &str| {
        let program = Program::parse(&format!("{PLAIN}\ntrace\n")).expect("a program");
        let parse = |text: &str| {
            Record::parse(&format!("FSMT-OUT 1\n{}\n", text.replace("; ", "\n"))).expect(text)
        };
        compare(&program, &parse(theirs), &parse(ours)).expect("no difference").to_string()
    };
    let run = "@0 t=0; i t.A; g t 0 1; x t.A; i t.B; g t 2 0; =RUNNING cur=B vars=v0:1; ";
    let twice = format!("{run}!reset; x t.B; =RESET; {}", run.replace("@0", "@2"));
    assert_eq!(count(&twice, &twice), "3 of 3 passes, 9 states, 7 values");
    // The limit ends the comparison in the second pass.
    let theirs =
        format!("{run}@1 t=1; l t.B; =THROW:LIMIT cur=B vars=; @2 t=2; =RUNNING cur=B vars=");
    let ours =
        format!("{run}@1 t=1; l t.B; limit; =RUNNING cur=B vars=; @2 t=2; =RUNNING cur=A vars=");
    assert_eq!(count(&theirs, &ours), "2 of 3 passes, 5 states, 3 values");
}

#[test]
fn reports_the_first_difference() {
    let theirs = "@0 t=0; i t.A; g t 0 0; =RUNNING cur=A err=- vars=v0:1";
    let cases = [
        ("@0 t=0; i t.A; g t 0 1; =RUNNING cur=A vars=v0:1", 4, "g t 0 0", "g t 0 1"),
        ("@0 t=0; i t.A; =RUNNING cur=A vars=", 4, "g t 0 0", "=RUNNING cur=A vars="),
        (
            "@0 t=0; i t.A; g t 0 0; x t.A; =RUNNING cur=B vars=",
            5,
            "=RUNNING cur=A vars=v0:1",
            "x t.A",
        ),
        (
            "@0 t=0; i t.A; g t 0 0; =RUNNING cur=B vars=v0:1",
            5,
            "=RUNNING cur=A vars=v0:1",
            "=RUNNING cur=B vars=v0:1",
        ),
        ("@0 t=0; i t.A; g t 0 0; =RUNNING cur=A vars=v0:2", 5, "v0:1", "v0:2"),
        ("@1 t=0; =RUNNING cur=A vars=", 2, "@0 t=0", "@1 t=0"),
        ("", 2, "@0 t=0", "the end of the log"),
    ];
    for (ours, line, expected, got) in cases {
        let found = check(PLAIN, theirs, ours).unwrap_or_default();
        let wanted = format!(".out line {line}: expected `{expected}`, got `{got}`");
        assert_eq!(found, wanted);
    }
}

#[test]
fn a_state_left_by_its_precondition_has_no_exit() {
    let theirs = "@0 t=0; i t.A; g t 0 1; x t.A; g t 1 1; x t.B; i t.A; g t 0 0; \
                  =RUNNING cur=A vars=v0:3";
    let right = "@0 t=0; i t.A; g t 0 1; x t.A; g t 1 1; i t.A; g t 0 0; =RUNNING cur=A vars=v0:0";
    assert_eq!(check(PLAIN, theirs, right), None, "v0 is doubtful");
    assert!(check(PLAIN, theirs, theirs).is_some(), "it must not run");
    let guards = |value| format!("; @1 t=1; g t 2 {value}; =RUNNING cur=A vars=v0:9");
    let theirs = format!("{theirs}{}", guards(1));
    assert_eq!(check(PLAIN, &theirs, &format!("{right}{}", guards(1))), None);
    assert_eq!(check(PLAIN, &theirs, &format!("{right}{}", guards(0))), None);
    let other = format!("{right}; @1 t=1; g t 1 1; =RUNNING cur=A vars=");
    assert!(check(PLAIN, &theirs, &other).is_some());
}

#[test]
fn doubt_ends() {
    let doubt = "@0 t=0; x t.B; =RUNNING cur=A vars=v0:3; ";
    let none = "@0 t=0; =RUNNING cur=A vars=; ";
    let check = |theirs, ours| check(PLAIN, &format!("{doubt}{theirs}"), &format!("{none}{ours}"));
    let (one, two) = ("@1 t=1; =RUNNING cur=A vars=v0:1", "@1 t=1; =RUNNING cur=A vars=v0:2");
    assert_eq!(check(one, two), None);
    let (one, two) = (
        "@1 t=1; i t.B; x t.B; =RUNNING cur=A vars=v0:1",
        "@1 t=1; i t.B; x t.B; =RUNNING cur=A vars=v0:2",
    );
    assert!(check(one, two).is_some(), "written again");
    let (one, two) = (
        "!reset; =RESET; @1 t=1; =RUNNING cur=A vars=v0:1",
        "!reset; =RESET; @1 t=1; =RUNNING cur=A vars=v0:2",
    );
    assert!(check(one, two).is_some(), "after a reset");
}

#[test]
fn resets_in_any_order() {
    let theirs = "!reset; x a.S; x t.A; x t.FINAL; =RESET cur=-";
    let program = "fsm a\n start S\n state S\nend\nfsm t\n start A\n state A skill a A A\nend";
    let both = "@0 t=0; i t.A; i a.S; =RUNNING cur=A; ";
    let check = |ours| check(program, &format!("{both}{theirs}"), &format!("{both}{ours}"));
    assert_eq!(check("!reset; x t.A; x a.S; =RESET"), None);
    assert!(check("!reset; x t.A; =RESET").is_some());
    assert!(check("!reset; x t.A; x a.S; x a.S; =RESET").is_some());
}

#[test]
fn the_top_limit_is_thrown() {
    let events = "@0 t=0; i t.A; g t 0 1";
    let thrown = format!("{events}; =THROW:LIMIT cur=A");
    let stopped = format!("{events}; limit; l t.A; =RUNNING cur=A");
    assert_eq!(check(PLAIN, &thrown, &stopped), None);
    let quiet = format!("{events}; =RUNNING cur=A");
    assert!(check(PLAIN, &thrown, &quiet).is_some());
    assert!(check(PLAIN, &quiet, &stopped).is_some());
    let early = "@0 t=0; i t.A; limit; =RUNNING cur=A";
    assert!(check(PLAIN, &thrown, early).is_some());
    let late = format!("{events}; x t.A; limit; =RUNNING cur=A");
    assert!(check(PLAIN, &thrown, &late).is_some());
    let other = format!("{events}; =THROW:ERROR cur=A");
    assert!(check(PLAIN, &other, &stopped).is_some());
}

const NESTED: &str = "fsm a\n start S\n state S\n trans S S cond true\nend\n\
    fsm b\n start S\n state S skill a S S\nend\n\
    fsm t\n start A\n state A skill a,b A A\n state B\nend";

#[test]
fn a_parent_catches_the_limit() {
    let start = "@0 t=0; i t.A; i a.S; g a 0 1";
    let caught = "x t.A; x a.S; i t.FAILED; =FAILED cur=FAILED err=LOOP:LIMIT";
    let theirs = format!("{start}; {caught}");
    let ours = |rest| format!("{start}; {rest}=RUNNING cur=A");
    assert_eq!(check(NESTED, &theirs, &ours("limit; ")), None);
    assert!(check(NESTED, &theirs, &ours("")).is_some(), "no limit");
    assert!(check(NESTED, &theirs, &ours("x t.A; limit; ")).is_some(), "too late");
    let later = format!("{start}; x a.S; i a.S; g a 0 1; {caught}");
    assert!(check(NESTED, &later, &ours("limit; ")).is_some(), "too early");
    let quiet = theirs.replace(" err=LOOP:LIMIT", "");
    assert!(check(NESTED, &quiet, &ours("limit; ")).is_some(), "no limit there");
}

#[test]
fn an_inner_parent_catches_the_limit() {
    let start = "@0 t=0; i t.A; i b.S; i a.S; g a 0 1";
    let theirs = format!("{start}; x b.S; x a.S; i b.FAILED; x t.A; i t.A; =RUNNING cur=A");
    let ours = format!("{start}; limit; =RUNNING cur=A");
    assert_eq!(check(NESTED, &theirs, &ours), None);
    let left = theirs.replace("i b.FAILED", "i b.S");
    assert!(check(NESTED, &left, &ours).is_some());
}

const LEAVES: &str = "fsm a\n start S\n state S\n trans FINAL S cond (< x0 1)\n \
    trans FINAL S timeout 3\n on FINAL init inc v1\nend\n\
    fsm t\n start A\n state A skill a A A\n state B\n trans FINAL B timeout 2\n \
    trans A B timeout 1 error E\n trans A B cond true error E\n on FINAL loop inc v0\n\
    on FAILED loop copy v1 x0\nend";

#[test]
fn exit_states_have_no_content() {
    let theirs = "@0 t=0; i t.A; i a.FINAL; l a.FINAL; g a 0 0; =RUNNING cur=A vars=; \
                  @1 t=1; x t.A; x a.FINAL; i t.FINAL; l t.FINAL; =FINAL cur=FINAL vars=v0:1";
    let ours = "@0 t=0; i t.A; =RUNNING cur=A vars=; @1 t=1; x t.A; =FINAL cur=FINAL vars=";
    assert_eq!(check(LEAVES, theirs, ours), None);
    assert!(check(LEAVES, theirs, theirs).is_some());
}

#[test]
fn ends_where_an_exit_state_is_left() {
    let rest = "x t.A; i t.B; =RUNNING cur=B";
    let ours = "@0 t=0; i t.A; l t.A; =RUNNING cur=A";
    for leaving in ["i a.FINAL; g a 0 1", "i a.FINAL; x a.FINAL; i a.S", "i t.FINAL; x t.FINAL"] {
        let theirs = format!("@0 t=0; i t.A; l t.A; {leaving}; {rest}");
        assert_eq!(check(LEAVES, &theirs, ours), None, "{leaving}");
        let missing = "@0 t=0; i t.A; =RUNNING cur=A";
        assert!(check(LEAVES, &theirs, missing).is_some(), "{leaving}");
    }
    let parent_leaves = "@0 t=0; i t.A; g t 2 1; x t.A; x a.FINAL; i t.B; =RUNNING cur=B";
    let stays = "@0 t=0; i t.A; g t 2 1; =RUNNING cur=A";
    let without_error = LEAVES.replace(" error E", "");
    assert!(check(&without_error, parent_leaves, stays).is_some());
}

#[test]
fn ends_where_an_error_is_raised_on_the_way() {
    let by_guard = "@0 t=0; i t.A; g t 2 1; x t.A; i t.B; =FAILED cur=B err=MSG:E";
    assert_eq!(check(LEAVES, by_guard, &by_guard.replace("FAILED", "RUNNING")), None);
    let other = "@0 t=0; i t.A; g t 2 0; =RUNNING cur=A";
    assert!(check(LEAVES, by_guard, other).is_some());
    let by_time = "@0 t=0; i t.A; x t.A; i t.B; =FAILED cur=B err=MSG:E";
    assert_eq!(check(LEAVES, by_time, &by_time.replace("FAILED", "RUNNING")), None);
}
