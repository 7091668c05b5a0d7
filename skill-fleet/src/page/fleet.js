// All robots of a fleet, twice in a second.

const $ = (selector) => document.querySelector(selector);
const PERIOD_MS = 500;
// The age of the rows that is shown, and that at which they are no longer true.
const OLD_MS = 1000;
const STALE_MS = 3000;
// The time in which the program responds, in which a command shows that it has no answer, and in which it is given up.
const READ_MS = 2000;
const LATE_MS = 2000;
const COMMAND_MS = 20000;
const GONE = 'the program of this page does not respond';
const READ_ONLY = 'Read only: open this page by the address with its token';
const KINDS = {
  failed: 'failed', problem: 'problem', stale: 'stale', no_driver: 'no driver', overrun: 'overrun', paused: 'paused',
  no_pass: 'no pass', lost: 'lost', silent: 'silent', version: 'version', unreadable: 'unreadable', twice: 'twice', other: 'alarm',
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const theme = () => { document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'; };
dark.addEventListener('change', theme);
theme();

// The token of the address, which does not stay there.
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? sessionStorage.getItem('fleet-token');
if (token) sessionStorage.setItem('fleet-token', token);
if (location.hash) history.replaceState(null, '', location.pathname);
$('#read-only').hidden = Boolean(token);
$('#stop').disabled = !token;
if (!token) for (const button of ['#stop', '#forget']) $(button).title = READ_ONLY;

let robots = [];
let seen = null;
const rows = new Map();

function element(name, properties = {}, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// Sets a text only if it has changed, so that a selection stays.
function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function time(sec) {
  if (sec === null || sec === undefined) return '';
  if (sec < 100) return `${sec.toFixed(1)} s`;
  return sec < 6000 ? `${Math.round(sec / 60)} min` : `${Math.round(sec / 3600)} h`;
}

// Shows what became of a command.
function tell(text, isBad = true) {
  const line = $('#error');
  line.textContent = text;
  line.className = isBad ? 'bad' : 'good';
  line.hidden = !text;
}

async function request(path, limit, body) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const options = { headers, signal: AbortSignal.timeout(limit) };
  if (body) {
    Object.assign(options, { method: 'POST', body: JSON.stringify(body) });
    headers['Content-Type'] = 'application/json';
  }
  let response, json;
  try {
    response = await fetch(path, options);
    json = await response.json();
  } catch {
    throw new Error(GONE);
  }
  if (!response.ok) throw new Error(json.message ?? `error ${response.status}`);
  return json;
}

async function send(path, body, name) {
  const late = setTimeout(() => tell(`${name}: no answer for ${LATE_MS / 1000} s`), LATE_MS);
  try {
    tell((await request(path, COMMAND_MS, body)).message ?? '', false);
  } catch (error) {
    tell(`${name}: ${error.message}`);
  }
  clearTimeout(late);
}

function create(id) {
  const [name, kind, path, state] = ['b', 'span', 'span', 'b'].map((of) => element(of));
  kind.className = path.className = 'quiet';
  const robot = element('td', {}, [element('i', { className: 'dot' }), name, ' ', kind]);
  const stop = element('button', { type: 'button', className: 'small', textContent: 'Stop', disabled: !token, title: token ? '' : READ_ONLY });
  stop.setAttribute('aria-label', `stop ${id}`);
  stop.addEventListener('click', () => send('api/stop', { robots: [id] }, `Stop ${id}`));
  const [since, control, alarms] = ['td', 'td', 'td'].map((of) => element(of));
  since.className = 'num';
  const line = element('tr', {}, [robot, element('td', {}, [path, state]), since, control, alarms, element('td', {}, [stop])]);
  line.dataset.robot = id;
  return { line, name, kind, path, state, since, control, alarms, stop };
}

function nameOf(robot) {
  if (!robot.url) return [robot.id];
  return [element('a', { href: robot.url, target: '_blank', rel: 'noreferrer', textContent: robot.id, title: 'The live page of the robot' })];
}

function fill(parts, robot) {
  const path = robot.link === 'lost' && !robot.path.length ? ['gone'] : robot.path;
  parts.line.className = `${robot.link} ${path.length && robot.link !== 'lost' ? 'running' : ''}`;
  const name = `${robot.id} ${robot.url}`;
  if (parts.name.dataset.of !== name) {
    parts.name.dataset.of = name;
    parts.name.replaceChildren(...nameOf(robot));
  }
  set(parts.kind, robot.robot);
  set(parts.path, path.length > 1 ? `${path.slice(0, -1).join(' › ')} › ` : '');
  set(parts.state, path.at(-1) ?? (robot.seen_sec === null ? 'unknown' : 'idle'));
  parts.state.className = path.length ? '' : 'quiet';
  parts.line.title = robot.call ? `last call: ${robot.call}` : '';
  set(parts.since, time(robot.in_state_sec));
  set(parts.control, robot.control ?? '');
  const alarms = JSON.stringify(robot.alarms);
  if (parts.alarms.dataset.of !== alarms) {
    parts.alarms.dataset.of = alarms;
    const items = robot.alarms.map(({ kind, text }) =>
      element('li', { className: `alarm ${kind}` }, [element('b', { textContent: KINDS[kind] ?? kind }), ` ${text}`]));
    parts.alarms.replaceChildren(element('ul', {}, items));
  }
  parts.stop.disabled = !token || robot.link === 'lost';
}

function isShown(robot) {
  if ($('#alarmed').checked && !robot.alarms.length) return false;
  const text = [robot.id, robot.robot, robot.call, ...robot.path, ...robot.alarms.map((of) => of.text)].join(' ').toLowerCase();
  return text.includes($('#find').value.trim().toLowerCase());
}

function show() {
  const body = $('#robots');
  const ids = new Set(robots.map((robot) => robot.id));
  for (const [id, parts] of rows) {
    if (ids.has(id)) continue;
    parts.line.remove();
    rows.delete(id);
  }
  robots.forEach((robot, index) => {
    if (!rows.has(robot.id)) rows.set(robot.id, create(robot.id));
    const parts = rows.get(robot.id);
    fill(parts, robot);
    parts.line.hidden = !isShown(robot);
    if (body.children[index] !== parts.line) body.insertBefore(parts.line, body.children[index] ?? null);
  });
  const of = (link) => robots.filter((robot) => robot.link === link).length;
  const alarmed = robots.filter((robot) => robot.alarms.length).length;
  set($('#count'), `${of('live')} live, ${of('silent')} silent, ${of('lost')} lost; ${alarmed} with alarms`);
  $('#none').hidden = robots.length > 0;
  $('#forget').disabled = !token || !of('lost');
}

// Shows how old the rows are.
function showAge() {
  const now = performance.now();
  if (seen === null && now < STALE_MS) return;
  const age = now - (seen ?? 0);
  const isStale = age > STALE_MS;
  $('#link').className = `link ${isStale ? 'bad' : age > OLD_MS ? 'wait' : 'good'}`;
  const sec = Math.floor(age / 1000);
  set($('#link'), isStale ? `${GONE} for ${sec} s` : age > OLD_MS ? `${sec} s old` : 'connected');
  $('#robots').classList.toggle('old', isStale);
}

async function turn() {
  try {
    const begun = performance.now();
    ({ robots } = await request('api/fleet', READ_MS));
    seen = begun;
    show();
  } catch {
    // Its age shows it.
  }
  showAge();
  setTimeout(turn, PERIOD_MS);
}

$('#stop').addEventListener('click', () => send('api/stop', { robots: [] }, 'Stop all'));
$('#forget').addEventListener('click', () => send('api/forget', {}, 'Forget lost'));
$('#alarmed').addEventListener('change', show);
$('#find').addEventListener('input', show);
setInterval(showAge, PERIOD_MS);
turn();
