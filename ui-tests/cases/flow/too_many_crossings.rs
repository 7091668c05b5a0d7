use skill_runtime::skill;

skill! {
    pub skill Probe() {
        continuous { x: f32 = 0.0 }
        start state A {
            flow { der(self.x) = 1.0; }
            -> FINAL when crossing self.x > 0.0;
            -> FINAL when crossing self.x > 1.0;
            -> FINAL when crossing self.x > 2.0;
            -> FINAL when crossing self.x > 3.0;
            -> FINAL when crossing self.x > 4.0;
            -> FINAL when crossing self.x > 5.0;
            -> FINAL when crossing self.x > 6.0;
            -> FINAL when crossing self.x > 7.0;
            -> FINAL when crossing self.x > 8.0;
            -> FINAL when crossing self.x > 9.0;
            -> FINAL when crossing self.x > 10.0;
            -> FINAL when crossing self.x > 11.0;
            -> FINAL when crossing self.x > 12.0;
            -> FINAL when crossing self.x > 13.0;
            -> FINAL when crossing self.x > 14.0;
            -> FINAL when crossing self.x > 15.0;
            -> FINAL when crossing self.x > 16.0;
            -> FINAL when crossing self.x > 17.0;
            -> FINAL when crossing self.x > 18.0;
            -> FINAL when crossing self.x > 19.0;
            -> FINAL when crossing self.x > 20.0;
            -> FINAL when crossing self.x > 21.0;
            -> FINAL when crossing self.x > 22.0;
            -> FINAL when crossing self.x > 23.0;
            -> FINAL when crossing self.x > 24.0;
            -> FINAL when crossing self.x > 25.0;
            -> FINAL when crossing self.x > 26.0;
            -> FINAL when crossing self.x > 27.0;
            -> FINAL when crossing self.x > 28.0;
            -> FINAL when crossing self.x > 29.0;
            -> FINAL when crossing self.x > 30.0;
            -> FINAL when crossing self.x > 31.0;
            -> FINAL when crossing self.x > 32.0;
        }
    }
}

fn main() {}
