// Speaks with the source: its documents, its events, commands with the token.

import { earlyDescription } from './early.js';
import * as source from './source.js';
import { setDescription, setLink, receive, state } from './state.js';

const KEY = 'skill-token';
let token = null;
let refused = null;

// Takes the token from the address and removes it there; after a reload, from the session's storage.
export function takeToken() {
  const found = /(?:^#|&)token=([^&]*)/.exec(location.hash);
  try {
    if (found) sessionStorage.setItem(KEY, found[1]);
    token = sessionStorage.getItem(KEY);
  } catch {
    token = found ? found[1] : token;
  }
  if (found) {
    refused = null;
    history.replaceState(null, '', location.pathname + location.search);
  }
}

// Returns the reason for which commands are impossible, or null.
export function readOnly(what = 'commands') {
  const can = state.description?.can;
  if (state.link !== 'open') return 'not connected';
  if (!can) return 'not connected';
  if (!can.commands) return 'read only: start the program with --allow-commands';
  if (source.needsToken && !token) return 'read only: open the address with the token that the program printed';
  if (refused) return refused;
  if (can[what] === false) return 'this source cannot do that';
  if (state.view?.lost) return state.view.lost;
  return null;
}

export class ApiError extends Error {
  constructor(status, body) {
    super(body.message ?? `error ${status}`);
    Object.assign(this, { status, kind: body.error ?? '', body });
  }
}

async function request(path, options) {
  let response;
  try {
    response = await source.request(path, options);
  } catch {
    throw new ApiError(0, { error: 'lost', message: 'the program does not answer' });
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new ApiError(response.status, body);
}

export const getJson = async (path) => (await request(path)).json();
export const getText = async (path) => (await request(path)).text();

// Sends a command. The caller shows the error.
export async function send(path, body = {}, method = 'POST', more = {}) {
  const headers = { 'Content-Type': 'application/json', 'Skill-Client': String(source.client) };
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    const options = { method, headers, ...more };
    if (method !== 'DELETE') options.body = JSON.stringify(body);
    return await (await request(path, options)).json();
  } catch (error) {
    if (error.kind === 'wrong_token') {
      refused = 'read only: the program was restarted; open the address that it printed';
      setDescription(state.description);
    }
    throw error;
  }
}

// Returns whether this page has exclusive control.
export const hasControl = () => state.view?.skiller.controller === source.client;

const KINDS = ['view', 'board', 'why', 'scene', 'coverage', 'log'];
const RETRY_MS = 500;
// The session whose description is here: after a restart the skills may be others.
let described = null;

// Connects, and reconnects whenever the connection ends. Events wait until the description is here.
export function connect() {
  let waiting = [];
  let ready = false;
  let isFirstLog = true;

  const end = () => {
    connection.close();
    waiting = [];
    setLink('lost');
    setTimeout(connect, RETRY_MS);
  };
  const begin = async (session) => {
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
    ready = true;
    setLink('open');
    for (const [kind, data] of waiting.splice(0)) take(kind, data);
    return undefined;
  };
  const take = (kind, data) => {
    // The first event of a connection has lines that are already here.
    if (kind === 'log' && isFirstLog) {
      isFirstLog = false;
      state.log = [];
    }
    receive(kind, data);
  };
  const connection = source.listen(KINDS, (kind, data) => {
    if (kind === 'view' && (data.session !== described || !ready)) {
      const isNew = data.session !== described || !waiting.some(([other]) => other === 'view');
      ready = false;
      waiting.push([kind, data]);
      if (isNew) begin(data.session);
    } else if (ready) {
      take(kind, data);
    } else {
      waiting.push([kind, data]);
    }
  }, end);
}
