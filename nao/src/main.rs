//! The program `nao`.

fn main() -> std::process::ExitCode {
    nao::main()
}
