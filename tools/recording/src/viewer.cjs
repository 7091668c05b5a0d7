// A viewer with the client of Foxglove's own protocol library, in the folder of the first argument. It subscribes to all
// topics of the address in the second one, decodes each message by the schema that was sent, and prints the number
// of messages of each topic after four seconds.
const [folder, address] = process.argv.slice(2);
const { createRequire } = require("node:module");
const from = createRequire(`${folder}/package.json`);
const { FoxgloveClient } = from("@foxglove/ws-protocol");
const WebSocket = from("ws");
const { Root } = from("protobufjs");
const { FileDescriptorSet } = from("protobufjs/ext/descriptor");

const client = new FoxgloveClient({ ws: new WebSocket(address, [FoxgloveClient.SUPPORTED_SUBPROTOCOL]) });
const topics = new Map();
const counts = {};
let times = 0;
let last = 0n;

function fail(text) {
  console.error(text);
  process.exit(1);
}

client.on("error", (error) => fail(error.message));
client.on("close", () => fail("closed"));
client.on("status", (status) => fail(JSON.stringify(status)));
client.on("time", () => (times += 1));
client.on("advertise", (channels) => {
  for (const channel of channels) {
    const root = Root.fromDescriptor(FileDescriptorSet.decode(Buffer.from(channel.schema, "base64")));
    topics.set(client.subscribe(channel.id), { topic: channel.topic, type: root.lookupType(channel.schemaName) });
  }
});
client.on("message", ({ subscriptionId, timestamp, data }) => {
  const { topic, type } = topics.get(subscriptionId);
  const message = type.decode(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  const wrong = type.verify(message);
  if (wrong) fail(`${topic}: ${wrong}`);
  counts[topic] = (counts[topic] ?? 0) + 1;
  last = timestamp > last ? timestamp : last;
});
setTimeout(() => {
  console.log(JSON.stringify({ topics: topics.size, times, last_sec: Number(last) / 1e9, counts }));
  process.exit(0);
}, 4000);
