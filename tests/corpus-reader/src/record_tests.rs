use super::*;

const GOOD: &str = "FSMT-OUT 1 engine=head top=top
@0 t=0 1 -2
i top.S0
g top 3 1
limit
=THROW:LIMIT cur=S0 err=- nt=1 chg=1 vars=v0:3,v12:-0.5 subs=k:-:- tr=S0>S0
!reset
=RESET cur=- vars=
";

fn program(trace: &str) -> Program {
    let text = format!("fsm top\n start S\n state S\nend\ntrace\n{trace}");
    Program::parse(&text).expect("well-formed")
}

#[test]
fn reads_blocks() {
    let record = Record::parse(GOOD).expect("well-formed");
    assert_eq!(record.blocks.len(), 2);
    let block = &record.blocks[0];
    let texts: Vec<String> = block.events.iter().map(|e| e.kind.to_string()).collect();
    assert_eq!(texts, ["i top.S0", "g top 3 1", "limit"]);
    assert_eq!((block.events[1].line, block.first_line()), (4, 2));
    assert_eq!(block.end.to_string(), "=THROW:LIMIT cur=S0 vars=v0:3,v12:-0.5");
    assert!(block.end.throws());
    assert_eq!(record.check_run(&program("1 -2\n! reset\n! stall")), Ok(()));
}

#[test]
fn refuses_lines() {
    let cases = [
        ("FSMT-OUT 1", "FSMT-OUT 2", 1, "`FSMT-OUT 1 ..`"),
        ("@0", "0", 2, "`@LINE"),
        ("i top.S0", "i top", 3, "`i F.S`"),
        ("g top 3 1", "g top 3 2", 4, "`i F.S`"),
        ("g top 3 1", "g top a 1", 4, "`i F.S`"),
        ("=THROW", "=THROWN", 6, "`RUNNING`"),
        ("nt=1", "nn=1", 6, "KEY=VALUE"),
        ("v0:3", "v0:x", 6, "`vN:NUMBER`"),
        ("=RESET cur=- vars=\n", "", 7, "a line that starts"),
    ];
    for (good, bad, line, expected) in cases {
        let error = Record::parse(&GOOD.replacen(good, bad, 1)).expect_err(bad);
        assert_eq!(error.line, line, "{bad}");
        assert!(error.problem.expected.starts_with(expected), "{}", error.problem);
    }
}

#[test]
fn refuses_other_runs() {
    let record = Record::parse(GOOD).expect("well-formed");
    for (trace, line, found) in [
        ("1 -1\n! reset", 2, "`@0 t=0 1 -2`"),
        ("! stall\n1 -2\n! reset", 2, "`@0 t=0 1 -2`"),
        ("1 -2", 7, "`!reset`"),
        ("1 -2\n! reset\n5", 8, "the end of the record"),
    ] {
        let error = record.check_run(&program(trace)).expect_err(trace);
        assert_eq!((error.line, error.problem.found.as_str()), (line, found));
    }
}
