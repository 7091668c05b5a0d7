// The commands, with a stand-in for VS Code and for the robot's program.

'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { callName, skillAt } = require('../skills.js');

test('a skill has the name by which programs know it', () => {
  const names = { ApproachBall: 'approach_ball', Goto: 'goto', LEDOn: 'led_on', A2b: 'a2b', say: 'say' };
  for (const [name, call] of Object.entries(names)) assert.strictEqual(callName(name), call);
});

test('the skill at the cursor is the last one before it', () => {
  const text = `// skill No
skill! { pub skill One() { start state A { /* skill Not */ x("skill Nor"); y('"'); } } }
skill! { /// A skill like others.
  agent Two { } }`;
  const at = part => skillAt(text, text.indexOf(part));
  assert.strictEqual(at('No'), undefined);
  assert.strictEqual(at('skill!'), 'One');
  assert.strictEqual(at("y('"), 'One');
  assert.strictEqual(at('like'), 'One');
  assert.strictEqual(at('{ } }'), 'Two');
});

// A package with a program that draws `one`, and counts in its picture.
function robot() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'skill-'));
  fs.mkdirSync(path.join(directory, 'src'));
  fs.writeFileSync(path.join(directory, 'Cargo.toml'), '');
  fs.writeFileSync(path.join(directory, 'program.js'), `
    const fs = require('fs');
    const [command, name, option, format] = process.argv.slice(2);
    if (command !== 'graph' || option !== '--format' || format !== 'svg') process.exit(2);
    if (name !== 'one') { console.error('error: there is no skill <' + name + '>'); process.exit(2); }
    const count = fs.existsSync('count') ? Number(fs.readFileSync('count')) + 1 : 1;
    fs.writeFileSync('count', String(count));
    console.log('<?xml version="1.0"?><svg>' + count + '</svg>');
  `);
  return directory;
}

// A stand-in for VS Code: an editor with a text, and what the extension did.
function editor(directory, text) {
  const did = { panels: [], errors: [], terminals: [], settings: {}, commands: {} };
  const document = {
    languageId: 'rust',
    fileName: path.join(directory, 'src', 'lib.rs'),
    getText: () => text,
    offsetAt: position => position,
  };
  const configured = { program: [process.execPath, 'program.js'], start: ['start', '--gui=[::]:0'] };
  const vscode = {
    ViewColumn: { Beside: -2 },
    ConfigurationTarget: { Workspace: 2 },
    commands: { registerCommand: (name, run) => { did.commands[name] = run; return {}; } },
    window: {
      activeTextEditor: { document, selection: { active: 0 } },
      showErrorMessage: message => did.errors.push(message),
      showInformationMessage: () => {},
      createWebviewPanel: (kind, title) => {
        const panel = { kind, title, webview: { html: '' }, onDidDispose: run => { panel.dispose = run; } };
        did.panels.push(panel);
        return panel;
      },
      createTerminal: options => {
        const terminal = { ...options, show: () => {}, sendText: words => { terminal.words = words; } };
        did.terminals.push(terminal);
        return terminal;
      },
    },
    workspace: {
      getConfiguration: section => ({
        get: name => configured[name],
        update: async (name, value) => { did.settings[`${section}.${name}`] = value; },
      }),
      onDidSaveTextDocument: run => { did.saved = () => run(document); return {}; },
    },
  };
  const resolve = Module._resolveFilename;
  Module._resolveFilename = (name, ...more) => (name === 'vscode' ? name : resolve(name, ...more));
  require.cache.vscode = { id: 'vscode', filename: 'vscode', loaded: true, exports: vscode };
  delete require.cache[require.resolve('../extension.js')];
  require('../extension.js').activate({ subscriptions: [] });
  Module._resolveFilename = resolve;
  return did;
}

// Returns the picture in the page of a panel.
function picture(panel) {
  const data = panel.webview.html.match(/data:image\/svg\+xml;base64,([^"]+)/);
  return data && Buffer.from(data[1], 'base64').toString().trim();
}

test('all commands of the manifest are registered', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8'));
  const did = editor(robot(), '');
  const declared = manifest.contributes.commands.map(command => command.command);
  assert.deepStrictEqual(Object.keys(did.commands).sort(), declared.sort());
});

test('a graph is drawn, and again after each save; a mistake is shown above the last picture', async () => {
  const directory = robot();
  const did = editor(directory, 'skill! { skill One() {} }');
  await did.commands['robotSkill.showGraph']();
  assert.strictEqual(picture(did.panels[0]), '<svg>1</svg>');
  await did.commands['robotSkill.showGraph']();
  assert.strictEqual(did.panels.length, 1, 'one panel for a skill');
  await did.saved();
  assert.strictEqual(picture(did.panels[0]), '<svg>3</svg>');
  fs.renameSync(path.join(directory, 'program.js'), path.join(directory, 'gone.js'));
  await did.saved();
  assert.match(did.panels[0].webview.html, /<pre>.*Cannot find module/s);
  assert.strictEqual(picture(did.panels[0]), '<svg>3</svg>');
  did.panels[0].dispose();
  const before = did.panels[0].webview.html;
  await did.saved();
  assert.strictEqual(did.panels[0].webview.html, before);
});

test('what the program says about a skill that it does not have is text, not HTML', async () => {
  const did = editor(robot(), 'skill! { skill Other() {} }');
  await did.commands['robotSkill.showGraph']();
  assert.match(did.panels[0].webview.html, /<pre>error: there is no skill &#60;other&#62;<\/pre>/);
  assert.strictEqual(picture(did.panels[0]), null);
});

test('without a skill there is an error', async () => {
  const did = editor(robot(), 'fn main() {}');
  await did.commands['robotSkill.showGraph']();
  did.commands['robotSkill.runTests']();
  assert.deepStrictEqual([did.errors.length, did.panels.length, did.terminals.length], [2, 0, 0]);
});

test('tests and the robot run in the package of the file', () => {
  const directory = robot();
  const did = editor(directory, 'skill! { skill OneTwo() {} }');
  did.commands['robotSkill.runTests']();
  did.commands['robotSkill.openPage']();
  const words = did.terminals.map(({ cwd, words }) => [cwd, words]);
  const program = /^[\w./:=-]+$/.test(process.execPath) ? process.execPath : `'${process.execPath}'`;
  assert.deepStrictEqual(words, [
    [directory, 'cargo test one_two'],
    [directory, `${program} program.js start '--gui=[::]:0'`],
  ]);
});

test('blocks are formatted on save after one command', async () => {
  const did = editor(robot(), '');
  await did.commands['robotSkill.formatOnSave']();
  assert.deepStrictEqual(did.settings, {
    'rust-analyzer.rustfmt.overrideCommand': ['cargo-skill-fmt', '--stdin'],
    'editor.formatOnSave': true,
  });
});
