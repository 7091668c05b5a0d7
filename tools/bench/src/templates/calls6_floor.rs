use crate::calls6_ours as ours;
use crate::*;

#[derive(PartialEq)]
pub enum At {
    Fresh,
    First,
    Second,
    Final,
}

/// A skill without sub-skills: two states, left at inputs of their own.
pub struct Leaf {
    at: At,
    base: u32,
    limit: f32,
}

/// The inputs of such a skill, and the numbers that it reports.
pub trait Kind {
    const INFO: &'static SkillInfo;
    const ACT: u32;
    const TURNS: u32;
    const ENDS: bool;
}

macro_rules! kind {
    ($name:ident, $act:literal, $turns:literal, $ends:literal) => {
        pub struct $name;
        impl Kind for $name {
            const INFO: &'static SkillInfo = &ours::$name;
            const ACT: u32 = $act;
            const TURNS: u32 = $turns;
            const ENDS: bool = $ends;
        }
    };
}
kind!(Stride, 1, 1, true);
kind!(Spin, 3, 4, true);
kind!(Aim, 5, 7, false);

impl Leaf {
    const fn new(base: u32, limit: f32) -> Self {
        Leaf { at: At::Fresh, base, limit }
    }
    #[inline]
    fn step<K: Kind, T: Tracer>(&mut self, pass: &mut Pass<'_, T>, offset: u32) -> Status {
        pass.cx.tracer.descend(offset);
        if self.at == At::Fresh {
            act(self.base + K::ACT);
            self.at = At::First;
        }
        match self.at {
            At::First if pass.input.turn == K::TURNS => {
                pass.took(K::INFO, 0, 0);
                act(self.base + K::ACT + 1);
                self.at = At::Second;
            }
            At::Second if pass.input.turn == K::TURNS + 1 && pass.input.angle < self.limit => {
                pass.took(K::INFO, 1, 1);
                act(self.base + K::ACT);
                self.at = At::First;
            }
            At::Second if K::ENDS && pass.input.turn == K::TURNS + 2 => {
                pass.took(K::INFO, 1, 2);
                self.at = At::Final;
            }
            _ => {}
        }
        pass.cx.tracer.ascend(offset);
        if self.at == At::Final { Status::Final } else { Status::Running }
    }
    fn leave<K: Kind, T: Tracer>(&self, pass: &mut Pass<'_, T>, offset: u32) {
        if self.at != At::Fresh {
            pass.cx.tracer.descend(offset);
            pass.cx.record(K::INFO, TraceKind::Reset);
            pass.cx.tracer.ascend(offset);
        }
    }
}

enum WalkAt {
    Fresh,
    Ahead(Leaf),
    Around(Leaf),
}

pub struct Walk {
    at: WalkAt,
    distance: u32,
    speed: f32,
}

impl Walk {
    const fn new(distance: u32, speed: f32) -> Self {
        Walk { at: WalkAt::Fresh, distance, speed }
    }
    fn ahead(&mut self) {
        act(self.distance + 7);
        self.at = WalkAt::Ahead(Leaf::new(self.distance, self.speed));
    }
    fn around(&mut self) {
        act(self.distance + 8);
        self.at = WalkAt::Around(Leaf::new(self.distance, self.speed));
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) {
        if let WalkAt::Fresh = self.at {
            self.ahead();
            if pass.input.turn == 9 {
                pass.took(&ours::Walk, 0, 1);
                self.around();
            }
        }
        match &mut self.at {
            WalkAt::Ahead(sub) => {
                let taken = match sub.step::<Stride, T>(pass, 1) {
                    Status::Final => 0,
                    _ if pass.input.turn == 9 => 1,
                    _ => return,
                };
                sub.leave::<Stride, T>(pass, 1);
                pass.took(&ours::Walk, 0, taken);
                self.around();
            }
            WalkAt::Around(sub) => {
                let taken = match sub.step::<Spin, T>(pass, 2) {
                    Status::Final => 3,
                    _ if pass.input.turn == 10 => 4,
                    _ => return,
                };
                sub.leave::<Spin, T>(pass, 2);
                pass.took(&ours::Walk, 1, taken);
                self.ahead();
            }
            WalkAt::Fresh => {}
        }
    }
    fn leave<T: Tracer>(&self, pass: &mut Pass<'_, T>) {
        match &self.at {
            WalkAt::Ahead(sub) => sub.leave::<Stride, T>(pass, 1),
            WalkAt::Around(sub) => sub.leave::<Spin, T>(pass, 2),
            WalkAt::Fresh => return,
        }
        pass.cx.record(&ours::Walk, TraceKind::Reset);
    }
}

enum SearchAt {
    Fresh,
    Look(Leaf),
    Check(Leaf),
}

pub struct Search {
    at: SearchAt,
    object: u32,
    width: f32,
}

impl Search {
    const fn new(object: u32, width: f32) -> Self {
        Search { at: SearchAt::Fresh, object, width }
    }
    fn look(&mut self) {
        act(self.object + 9);
        self.at = SearchAt::Look(Leaf::new(self.object, self.width));
    }
    fn check(&mut self) {
        act(self.object + 10);
        self.at = SearchAt::Check(Leaf::new(self.object, self.width));
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) {
        if let SearchAt::Fresh = self.at {
            self.look();
            if pass.input.turn == 11 {
                pass.took(&ours::Search, 0, 1);
                self.check();
            }
        }
        match &mut self.at {
            SearchAt::Look(sub) => {
                let taken = match sub.step::<Spin, T>(pass, 1) {
                    Status::Final => 0,
                    _ if pass.input.turn == 11 => 1,
                    _ => return,
                };
                sub.leave::<Spin, T>(pass, 1);
                pass.took(&ours::Search, 0, taken);
                self.check();
            }
            SearchAt::Check(sub) => {
                sub.step::<Aim, T>(pass, 2);
                if pass.input.turn == 12 {
                    sub.leave::<Aim, T>(pass, 2);
                    pass.took(&ours::Search, 1, 4);
                    self.look();
                }
            }
            SearchAt::Fresh => {}
        }
    }
    fn leave<T: Tracer>(&self, pass: &mut Pass<'_, T>) {
        match &self.at {
            SearchAt::Look(sub) => sub.leave::<Spin, T>(pass, 1),
            SearchAt::Check(sub) => sub.leave::<Aim, T>(pass, 2),
            SearchAt::Fresh => return,
        }
        pass.cx.record(&ours::Search, TraceKind::Reset);
    }
}

pub enum Machine {
    Fresh,
    Go(Walk),
    Find(Search),
}

impl Machine {
    fn go(&mut self) {
        act(11);
        *self = Machine::Go(Walk::new(20, 0.75));
    }
    fn find(&mut self) {
        act(12);
        *self = Machine::Find(Search::new(40, 0.25));
    }
}

impl Engine for Machine {
    fn new(_: u32) -> Self {
        Machine::Fresh
    }
    #[inline]
    fn step<T: Tracer>(&mut self, pass: &mut Pass<'_, T>) -> Status {
        if let Machine::Fresh = self {
            self.go();
            if pass.input.turn == 13 {
                pass.took(&ours::Mission, 0, 1);
                self.find();
            }
        }
        match self {
            Machine::Go(walk) => {
                pass.cx.tracer.descend(1);
                walk.step(pass);
                pass.cx.tracer.ascend(1);
                if pass.input.turn == 13 {
                    pass.cx.tracer.descend(1);
                    walk.leave(pass);
                    pass.cx.tracer.ascend(1);
                    pass.took(&ours::Mission, 0, 1);
                    self.find();
                }
            }
            Machine::Find(search) => {
                pass.cx.tracer.descend(4);
                search.step(pass);
                pass.cx.tracer.ascend(4);
                if pass.input.turn == 14 {
                    pass.cx.tracer.descend(4);
                    search.leave(pass);
                    pass.cx.tracer.ascend(4);
                    pass.took(&ours::Mission, 1, 4);
                    self.go();
                }
            }
            Machine::Fresh => {}
        }
        Status::Running
    }
}
