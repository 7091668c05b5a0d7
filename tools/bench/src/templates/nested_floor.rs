use crate::nested_ours::Nested as OURS;
use crate::*;

static NESTED: &SkillInfo = &OURS;

pub enum Mid {
    A,
    B,
}

pub enum Out {
    Mid(Mid),
    Other,
}

pub enum Machine {
    Out(Out),
    Off,
}

impl Engine for Machine {
    fn new(_: u32) -> Self {
        act(1);
        act(3);
        act(5);
        Machine::Out(Out::Mid(Mid::A))
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        let turn = pass.input.turn;
        // A state may be left right after its entry.
        loop {
            match self {
                Machine::Out(out) => {
                    if turn >= 4 {
                        let from = match out {
                            Out::Mid(Mid::A) => {
                                act(6);
                                act(4);
                                2
                            }
                            Out::Mid(Mid::B) => {
                                act(8);
                                act(4);
                                3
                            }
                            Out::Other => {
                                act(10);
                                4
                            }
                        };
                        act(2);
                        pass.took(NESTED, from, 0);
                        act(11);
                        *self = Machine::Off;
                        continue;
                    }
                    match out {
                        Out::Mid(mid) => {
                            if turn == 3 {
                                let from = match mid {
                                    Mid::A => {
                                        act(6);
                                        2
                                    }
                                    Mid::B => {
                                        act(8);
                                        3
                                    }
                                };
                                act(4);
                                pass.took(NESTED, from, 1);
                                act(9);
                                *out = Out::Other;
                                continue;
                            }
                            match mid {
                                Mid::A if turn == 1 => {
                                    act(6);
                                    pass.took(NESTED, 2, 2);
                                    act(7);
                                    *mid = Mid::B;
                                    continue;
                                }
                                Mid::B if turn == 0 => {
                                    act(8);
                                    pass.took(NESTED, 3, 3);
                                    act(5);
                                    *mid = Mid::A;
                                    continue;
                                }
                                _ => {}
                            }
                        }
                        Out::Other if turn == 0 => {
                            act(10);
                            pass.took(NESTED, 4, 4);
                            act(3);
                            act(5);
                            *out = Out::Mid(Mid::A);
                            continue;
                        }
                        Out::Other => {}
                    }
                }
                Machine::Off if turn < 4 => {
                    act(12);
                    pass.took(NESTED, 5, 5);
                    act(1);
                    act(3);
                    act(5);
                    *self = Machine::Out(Out::Mid(Mid::A));
                    continue;
                }
                Machine::Off => {}
            }
            return Status::Running;
        }
    }
}
