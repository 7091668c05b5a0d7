mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }

skill_runtime::skill! {
    pub skill Probe() {
        depends_skills { a::Pick, b::Pick }
        start state A = Pick {}? { -> B on FINAL; }
        state B = a::Pick {}? { -> C on FINAL; }
        state C = b::Pick {}? { -> FINAL on FINAL; }
    }
}

fn main() {}
