"""Lists the skills of a simulated NAO as tools, and calls each: `check.py NAO`."""
import asyncio
import json
import subprocess
import sys
import urllib.request

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

NAO = sys.argv[1]
TOKEN = "token-of-the-check"
# Of skills that need arguments, those of one call.
ARGUMENTS = {
    "bool": True,
    "integer": 1,
    "number": 0.3,
    "string": "a",
}


def wanted(schema):
    """The least that a tool needs."""
    arguments = {}
    for name in schema["required"]:
        of = schema["properties"][name]
        kind = of["type"] if isinstance(of["type"], str) else of["type"][0]
        value = of["enum"][0] if "enum" in of else ARGUMENTS[kind]
        if "maximum" in of:
            value = min(value, of["maximum"])
        if "minimum" in of:
            value = max(value, of["minimum"])
        arguments[name] = value
    return arguments


def text(result):
    return result.content[0].text


async def check(place):
    async def session(*options):
        environment = {"SKILL_STUDIO_TOKEN": TOKEN}
        return StdioServerParameters(command=NAO, args=["mcp", place, *options], env=environment)

    known = json.load(urllib.request.urlopen(f"http://{place}/api/skills"))
    ended = {}
    async with stdio_client(await session("--allow-commands", "--timeout=60")) as (reads, writes):
        async with ClientSession(reads, writes) as client:
            await client.initialize()
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert list(tools)[0] == "robot-stop", list(tools)
            skills = {name for name in tools if "-" not in name}
            assert skills == {skill["name"] for skill in known}, skills
            assert "head_yaw" in tools["servo"].input_schema["properties"], "a group of arguments"
            for name in sorted(skills):
                schema = tools[name].input_schema
                result = await client.call_tool(name, wanted(schema))
                status = (result.structured_content or {}).get("status")
                # A skill that never ends is stopped by the time limit.
                assert status in ("final", "failed", "stopped"), (name, text(result))
                assert result.is_error == (status != "final"), (name, text(result))
                ended.setdefault(status, []).append(name)
            assert "standup" in ended["final"], ended
            for name, arguments, expected in [
                ("standup", {"fom": "back"}, 'did you mean "from"?'),
                ("goto", {"x_m": 1}, "needs `y_m`"),
                ("goto", {"x_m": 1, "y_m": "far"}, "expected a number"),
                ("robot-plan", {"calls": ["stndup{}"]}, 'did you mean "standup"?'),
            ]:
                result = await client.call_tool(name, arguments)
                assert result.is_error and expected in text(result), (name, text(result))
            plan = await client.call_tool("robot-check", {"calls": ["standup{}"]})
            assert "FINAL standup{}" in text(plan), text(plan)
            for resource in (await client.list_resources()).resources:
                contents = (await client.read_resource(resource.uri)).contents
                assert contents[0].text or resource.name == "log", resource.name
            slow = asyncio.create_task(client.call_tool("standup", {}))
            await asyncio.sleep(0.05)
            await client.call_tool("robot-stop", {})
            assert (await slow).structured_content["status"] in ("stopped", "final")
    async with stdio_client(await session()) as (reads, writes):
        async with ClientSession(reads, writes) as client:
            await client.initialize()
            tools = [tool.name for tool in (await client.list_tools()).tools]
            assert tools == ["robot-check", "robot-why"], tools
            result = await client.call_tool("standup", {})
            assert result.is_error and "--allow-commands" in text(result), text(result)
    counts = ", ".join(f"{len(names)} {status}" for status, names in sorted(ended.items()))
    print(f"mcp: {sum(map(len, ended.values()))} skills called: {counts}")


def main():
    arguments = [NAO, "run", "standup{}", "--realtime", "--gui=127.0.0.1:0", "--allow-commands"]
    robot = subprocess.Popen(
        arguments, env={"SKILL_STUDIO_TOKEN": TOKEN}, stdout=subprocess.PIPE, text=True
    )
    try:
        place = robot.stdout.readline().split("http://")[1].split("/")[0]
        # As fast as possible.
        command = urllib.request.Request(
            f"http://{place}/api/debug",
            json.dumps({"command": "speed", "factor": None}).encode(),
            {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
        )
        urllib.request.urlopen(command)
        asyncio.run(check(place))
    finally:
        robot.kill()


main()
