use skill_runtime::{interface, skill};

interface! { pub Motion { fields { moving: bool } } }

skill! {
    pub skill Probe() {
        depends_interfaces {
            m0: Motion = "0", m1: Motion = "1", m2: Motion = "2", m3: Motion = "3", m4: Motion = "4", m5: Motion = "5",
            m6: Motion = "6", m7: Motion = "7", m8: Motion = "8", m9: Motion = "9", m10: Motion = "10", m11: Motion = "11",
            m12: Motion = "12", m13: Motion = "13", m14: Motion = "14", m15: Motion = "15", m16: Motion = "16", m17: Motion = "17",
            m18: Motion = "18", m19: Motion = "19", m20: Motion = "20", m21: Motion = "21", m22: Motion = "22", m23: Motion = "23",
            m24: Motion = "24", m25: Motion = "25", m26: Motion = "26", m27: Motion = "27", m28: Motion = "28", m29: Motion = "29",
            m30: Motion = "30", m31: Motion = "31", m32: Motion = "32",
        }
        start state A {
            -> FINAL when m0.moving || m1.moving || m2.moving || m3.moving || m4.moving || m5.moving || m6.moving || m7.moving || m8.moving || m9.moving || m10.moving || m11.moving || m12.moving || m13.moving || m14.moving || m15.moving || m16.moving || m17.moving || m18.moving || m19.moving || m20.moving || m21.moving || m22.moving || m23.moving || m24.moving || m25.moving || m26.moving || m27.moving || m28.moving || m29.moving || m30.moving || m31.moving || m32.moving;
        }
    }
}

fn main() {}
