use skill_runtime::{blackboard, interface};

interface! { pub Motion { fields { moving: bool } } }

blackboard! {
    pub Board {
        m0: Motion, m1: Motion, m2: Motion, m3: Motion, m4: Motion, m5: Motion, m6: Motion, m7: Motion,
        m8: Motion, m9: Motion, m10: Motion, m11: Motion, m12: Motion, m13: Motion, m14: Motion, m15: Motion,
        m16: Motion, m17: Motion, m18: Motion, m19: Motion, m20: Motion, m21: Motion, m22: Motion, m23: Motion,
        m24: Motion, m25: Motion, m26: Motion, m27: Motion, m28: Motion, m29: Motion, m30: Motion, m31: Motion,
        m32: Motion, m33: Motion, m34: Motion, m35: Motion, m36: Motion, m37: Motion, m38: Motion, m39: Motion,
        m40: Motion, m41: Motion, m42: Motion, m43: Motion, m44: Motion, m45: Motion, m46: Motion, m47: Motion,
        m48: Motion, m49: Motion, m50: Motion, m51: Motion, m52: Motion, m53: Motion, m54: Motion, m55: Motion,
        m56: Motion, m57: Motion, m58: Motion, m59: Motion, m60: Motion, m61: Motion, m62: Motion, m63: Motion,
        m64: Motion,
    }
}

fn main() {}
