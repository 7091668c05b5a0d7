"""LoLA's packets: sensors out, commands in, both MessagePack maps."""

import math

import msgpack

from .joints import COUNT

PACKET_BYTES = 896
# Larger than any actuator packet; more than this without a whole map is not LoLA.
MAX_COMMAND_BYTES = 1 << 16
# Body and head: id (20 characters) and version.
NAMES = ("P0000000MUJOCO000001", "6.0.0", "P0000000MUJOCO000002", "6.0.0")


# What the sensors measure; beyond it they saturate. Units as in LoLA's packets.
RANGES = {
    "Accelerometer": (-157.0, 157.0),
    "Current": (0.0, 20.0),
    "FSR": (0.0, 25.0),
    "Gyroscope": (-34.9, 34.9),
}


class PacketError(Exception):
    """A packet that is not one of LoLA."""


def sensor_packet(frame):
    """Returns the 896 bytes of a sensor packet: keys in LoLA's order, numbers as 32-bit floats."""
    packet = {"RobotConfig": list(NAMES)}
    for key, values in frame.items():
        kind = int if key == "Status" else float
        low, high = RANGES.get(key, (-math.inf, math.inf))
        packet[key] = [kind(min(max(value, low), high)) for value in values]
    data = msgpack.packb(packet, use_single_float=True)
    assert len(data) == PACKET_BYTES, len(data)
    return data


class Commands:
    """Decodes the stream of actuator packets."""

    def __init__(self):
        self.unpacker = msgpack.Unpacker(raw=False, max_buffer_size=MAX_COMMAND_BYTES)

    def feed(self, data):
        """Returns position and stiffness of each packet that is complete; `None` for what it
        does not have.

        # Errors
        `PacketError` names what is wrong. The stream is of no use afterward.
        """
        packets = []
        try:
            self.unpacker.feed(data)
            for packet in self.unpacker:
                packets.append(command(packet))
        except (msgpack.UnpackException, ValueError, TypeError) as error:
            raise PacketError(f"not MessagePack: {str(error) or type(error).__name__}") from error
        return packets


def command(packet):
    if not isinstance(packet, dict):
        raise PacketError(f"a {type(packet).__name__} instead of a map")
    return tuple(numbers(packet, key) for key in ("Position", "Stiffness"))


def numbers(packet, key):
    if key not in packet:
        return None
    values = packet[key]
    if not isinstance(values, list) or len(values) != COUNT:
        raise PacketError(f"`{key}` is not an array of {COUNT} numbers")
    for index, value in enumerate(values):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value):
            raise PacketError(f"`{key}[{index}]` is {value!r}, not a finite number")
    return values
