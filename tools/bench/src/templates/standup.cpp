#include "common.hpp"
#include <cmath>

namespace {
enum class Servo : uint8_t { Fresh, Move, Final, Failed };
enum class At : uint8_t { Fresh, TurnOn, Standup, FromFront, FromBack, Wait };
struct Machine {
    At at;
    Servo servo;
    uint64_t since;
    uint64_t servo_since;

    Status servo_step(const Input& input, uint64_t now) {
        if (servo == Servo::Fresh) { act(10); servo = Servo::Move; servo_since = now; }
        switch (servo) {
        case Servo::Move:
            if (std::fabs(input.angle - 1.0f) <= 0.25f) { servo = Servo::Final; return Final; }
            if (now - servo_since >= 1000000) { servo = Servo::Failed; return Failed; }
            return Running;
        case Servo::Final: return Final;
        default: return Failed;
        }
    }
    static bool lying(const Input& input) { return input.accel_x > 0.8f || input.accel_x < -0.8f; }
    void wait(uint64_t now) { act(5); at = At::Wait; since = now; }
    void turn_on(const Input& input, uint64_t now) {
        act(1); at = At::TurnOn; servo = Servo::Fresh;
        if (!lying(input)) wait(now);
    }
    void stand(const Input& input, uint64_t now) {
        if (input.accel_x > 0.8f) { act(3); wait(now); }
        else if (input.accel_x < -0.8f) { act(4); wait(now); }
    }
    Status step(const Input& input, uint64_t now) {
        if (at == At::Fresh) turn_on(input, now);
        switch (at) {
        case At::TurnOn: {
            Status status = servo_step(input, now);
            if (status == Final) { act(2); at = At::Standup; stand(input, now); }
            else if (status == Failed || !lying(input)) wait(now);
            break;
        }
        case At::Standup: stand(input, now); break;
        case At::Wait: if (now - since >= 12500000) turn_on(input, now); break;
        default: break;
        }
        return Running;
    }
};
}

extern "C" const uint32_t standup_size = sizeof(Machine);
extern "C" void standup_new(Machine* machine, uint32_t) { *machine = Machine{}; }
extern "C" Status standup_step(Machine* machine, const Input* input, uint64_t now) { return machine->step(*input, now); }
