"""Reads recordings of games with the packages `mcap` and `mcap-protobuf-support`."""

import json
import math
import sys

from mcap.reader import make_reader
from mcap_protobuf.decoder import DecoderFactory

METADATA = "skill-recording"


def check(path):
    with open(path, "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        names = {attachment.name: attachment.data for attachment in reader.iter_attachments()}
        description = json.loads(names["description.json"])
        json.loads(names["layout.json"])
        [metadata] = [of.metadata for of in reader.iter_metadata() if of.name == METADATA]
        assert metadata["layout"] == description["layout"], metadata
        for skill in description["skills"]:
            assert names[f"graphs/{skill['name']}.dot"].startswith(b"digraph")

        topics = {channel.topic for channel in reader.get_summary().channels.values()}
        for skill in description["skills"]:
            assert f"/state/{skill['name']}" in topics, skill["name"]
        assert {"/trace", "/log", "/tf", "/scene", "/passes"} <= topics
        interfaces = [topic for topic in topics if topic.startswith("/interface/")]
        assert len(interfaces) == len(description["interfaces"])

        graphs = {skill["name"]: skill["graph"] for skill in description["skills"]}
        passes, events, last, accelerations = 0, [], {}, []
        counts = dict.fromkeys(topics, 0)
        for _, channel, message, decoded in reader.iter_decoded_messages():
            topic = channel.topic
            counts[topic] += 1
            if topic == "/passes":
                passes += decoded.count
            elif topic == "/trace":
                events.append(decoded)
                states = [state["name"] for state in graphs[decoded.skill]["states"]]
                for state in (decoded.to, getattr(decoded, "from")):
                    assert not state or state in states, decoded
            elif topic.startswith("/state/"):
                kind = decoded.DESCRIPTOR.fields_by_name["state"].enum_type
                last[topic] = kind.values_by_number[decoded.state].name
            elif topic == "/tf":
                frames = {transform.child_frame_id for transform in decoded.transforms}
                assert frames == {"ball", "robot"}, frames
                for transform in decoded.transforms:
                    assert transform.parent_frame_id == "world"
                    assert abs(transform.translation.x) < 10
                    length = math.hypot(transform.rotation.z, transform.rotation.w)
                    assert abs(length - 1) < 1e-6
            elif topic == "/scene":
                assert decoded.entities
            elif topic == "/log":
                assert decoded.message and decoded.level in (2, 4), decoded
            elif topic == "/interface/Nao_Sensors":
                assert decoded.has_writer
                accelerations.append(decoded.accel_z)
        assert passes == 30000, passes
        assert len(events) > 50 and len(last) >= 4, (len(events), last)
        assert len(accelerations) > 500 and min(accelerations) < -0.9, len(accelerations)
        for topic in ("/tf", "/scene", "/log", "/state/striker", "/interface/WM_Ball"):
            assert counts[topic] > 20, (topic, counts[topic])
        return sum(counts.values())


messages = [check(path) for path in sys.argv[1:]]
print(f"recording: {len(messages)} files read by mcap, {sum(messages)} messages")
