// The stream of batches: each has what has changed since the one before. Confirms what was taken, so
// that the program never sends more than arrives.

import { getJson, send } from './api.js';
import { compare, forget, show } from './age.js';
import { apply } from './delta.js';
import { earlyDescription } from './early.js';
import * as source from './source.js';
import { receive, setDescription, setLink } from './state.js';

const KINDS = ['view', 'board', 'why', 'scene', 'coverage'];
const RETRY_MS = 500;
const CONFIRM_MS = 200;
// The session whose description is here: after a restart the skills may be others.
let described = null;

// The connection, and the number of those so far.
let open = null;
let connections = 0;

// Connects anew, to another robot.
export function reconnect() {
  open?.close();
  forget();
  described = null;
  setLink('connecting');
  connect();
}

// Returns the number of a stream that no other client has.
const streamNumber = () => crypto.getRandomValues(new Uint32Array(1))[0];

// Connects, and reconnects whenever the connection ends. Batches wait until the description is here.
export function connect() {
  const stream = streamNumber();
  connections += 1;
  const own = connections;
  let kinds = {};
  // Batches that wait for the description, and whether they do.
  let waiting = [];
  let isWaiting = false;
  let isOpen = false;
  let taken = 0;
  let confirmed = 0;
  let confirmed_ms = -CONFIRM_MS;
  let isConfirming = false;

  const end = (refusal = null) => {
    connection.close();
    forget();
    setLink('lost', refusal);
    if (!refusal?.isFinal) setTimeout(() => own === connections && connect(), RETRY_MS);
  };

  // One confirmation at a time, and not many: they take a part of the link.
  const confirm = async () => {
    const now_ms = performance.now();
    if (isConfirming || confirmed === taken || connection.isClosed()) return;
    if (now_ms - confirmed_ms < CONFIRM_MS) return void setTimeout(confirm, confirmed_ms + CONFIRM_MS - now_ms);
    isConfirming = true;
    confirmed_ms = now_ms;
    const number = taken;
    try {
      const { clock_ms } = await send('/api/seen', { stream, number });
      compare(now_ms, performance.now(), clock_ms);
      confirmed = number;
    } catch { /* it is sent again, unless the connection is lost */ }
    isConfirming = false;
    confirm();
  };

  const begin = async (session) => {
    isWaiting = true;
    if (session !== described) {
      described = session;
      try {
        setDescription(await earlyDescription(session) ?? await getJson('/api/description'));
      } catch {
        described = null;
        return end();
      }
    }
    if (connection.isClosed()) return undefined;
    isWaiting = false;
    isOpen = true;
    setLink('open');
    return waiting.splice(0).forEach(take);
  };

  const take = (batch) => {
    const session = batch.full ? batch.view[0].session : described;
    const isNew = !isOpen || session !== described;
    if (isWaiting || isNew) {
      waiting.push(batch);
      // What changed before everything was there cannot be shown.
      if (!isWaiting && batch.full) begin(session);
      return;
    }
    if (batch.full) kinds = {};
    const changed = {};
    for (const kind of KINDS) {
      if (batch[kind]) changed[kind] = kinds[kind] = apply(kinds[kind], batch[kind]);
    }
    receive({ changed, trace: batch.trace ?? [], lines: batch.log ?? [], isFull: batch.full === true });
    show(batch.clock_ms);
    taken = batch.number;
    confirm();
  };

  const connection = source.listen(stream, take, end);
  open = connection;
}
