use skill_runtime::skill;

skill! {
    pub skill Probe() {
        continuous { x0: f32 = 0.0, x1: f32 = 0.0, x2: f32 = 0.0, x3: f32 = 0.0, x4: f32 = 0.0, x5: f32 = 0.0, x6: f32 = 0.0, x7: f32 = 0.0, x8: f32 = 0.0, x9: f32 = 0.0, x10: f32 = 0.0, x11: f32 = 0.0, x12: f32 = 0.0, x13: f32 = 0.0, x14: f32 = 0.0, x15: f32 = 0.0, x16: f32 = 0.0, x17: f32 = 0.0, x18: f32 = 0.0, x19: f32 = 0.0, x20: f32 = 0.0, x21: f32 = 0.0, x22: f32 = 0.0, x23: f32 = 0.0, x24: f32 = 0.0, x25: f32 = 0.0, x26: f32 = 0.0, x27: f32 = 0.0, x28: f32 = 0.0, x29: f32 = 0.0, x30: f32 = 0.0, x31: f32 = 0.0, x32: f32 = 0.0 }
        start state A {
            flow { der(self.x0) = 1.0; der(self.x1) = 1.0; der(self.x2) = 1.0; der(self.x3) = 1.0; der(self.x4) = 1.0; der(self.x5) = 1.0; der(self.x6) = 1.0; der(self.x7) = 1.0; der(self.x8) = 1.0; der(self.x9) = 1.0; der(self.x10) = 1.0; der(self.x11) = 1.0; der(self.x12) = 1.0; der(self.x13) = 1.0; der(self.x14) = 1.0; der(self.x15) = 1.0; der(self.x16) = 1.0; der(self.x17) = 1.0; der(self.x18) = 1.0; der(self.x19) = 1.0; der(self.x20) = 1.0; der(self.x21) = 1.0; der(self.x22) = 1.0; der(self.x23) = 1.0; der(self.x24) = 1.0; der(self.x25) = 1.0; der(self.x26) = 1.0; der(self.x27) = 1.0; der(self.x28) = 1.0; der(self.x29) = 1.0; der(self.x30) = 1.0; der(self.x31) = 1.0; der(self.x32) = 1.0; }
            -> FINAL after 1s;
        }
    }
}

fn main() {}
