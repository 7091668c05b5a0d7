// Speaks with the source: its documents, commands.

import * as source from './source.js';
import { setDescription, state } from './state.js';

// The commands of each role; all others are of the role `set`.
const OF_CALL = ['commands', 'changes'];
let refused = null;

// Takes the token of the address, if it has another one by now. Returns whether it has.
export function takeToken() {
  const isNew = source.takeToken();
  if (isNew) refused = null;
  return isNew;
}

// Returns the reason for which commands are impossible, or null.
export function readOnly(what = 'commands') {
  const can = state.description?.can;
  if (state.link !== 'open') return 'not connected';
  if (!can) return 'not connected';
  if (!can.commands) return 'read only: start the program with --allow-commands';
  if (!source.hasToken()) return 'read only: open the address with the token that the program printed';
  if (refused) return refused;
  if (can.role === 'see') return 'read only: the token of this page is for reading, or the program was restarted; open the address that it printed';
  if (can.role === 'call' && !OF_CALL.includes(what)) return 'the token of this page is for calls: this needs one of the role set';
  if (['changes', 'faults', 'params'].includes(what) && can.seek) return 'this is a recording: what it does cannot be changed';
  if (can.changes && !can.debugger && ['debugger', 'faults'].includes(what)) return 'this robot is real: its passes go on';
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
