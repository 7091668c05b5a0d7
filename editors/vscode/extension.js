// Commands for skills: their graph, their tests, the live page of their robot.

'use strict';

const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { callName, skillAt } = require('./skills.js');

// The panels with graphs, by package and name.
const panels = new Map();

// Returns the directory of the package of a file, or that of the file.
function packageOf(file) {
  let directory = path.dirname(file);
  while (!fs.existsSync(path.join(directory, 'Cargo.toml'))) {
    const parent = path.dirname(directory);
    if (parent === directory) return path.dirname(file);
    directory = parent;
  }
  return directory;
}

// Returns the skill at the cursor with its package; says so if there is none.
function chosen() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { document, selection } = editor;
  const name = skillAt(document.getText(), document.offsetAt(selection.active));
  if (!name) {
    vscode.window.showErrorMessage('There is no skill before the cursor.');
    return undefined;
  }
  return { name, directory: packageOf(document.fileName) };
}

function setting(name) {
  return vscode.workspace.getConfiguration('robotSkill').get(name);
}

// Runs the robot's program, and returns what it prints.
function run(directory, args) {
  const [command, ...first] = setting('program');
  const options = { cwd: directory, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(command, [...first, ...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || error.message));
      else resolve(stdout);
    });
  });
}

function escaped(text) {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
}

// Draws a graph; an error is shown in its place, with the last picture below.
async function draw(graph) {
  graph.turn += 1;
  const { turn, panel } = graph;
  let problem = '';
  try {
    const svg = await run(graph.directory, ['graph', callName(graph.name), '--format', 'svg']);
    if (turn !== graph.turn) return;
    graph.svg = svg.slice(svg.indexOf('<svg'));
  } catch (error) {
    if (turn !== graph.turn) return;
    problem = `<pre>${escaped(error.message)}</pre>`;
  }
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  // A picture runs no scripts.
  const picture = `data:image/svg+xml;base64,${Buffer.from(graph.svg).toString('base64')}`;
  const image = graph.svg && `<img src="${picture}" style="max-width: 100%; background: white">`;
  panel.webview.html = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="${policy}">${problem}${image}`;
}

async function showGraph() {
  const skill = chosen();
  if (!skill) return;
  const key = `${skill.directory}\n${skill.name}`;
  let graph = panels.get(key);
  if (!graph) {
    const panel = vscode.window.createWebviewPanel('robotSkill', skill.name, vscode.ViewColumn.Beside, {});
    graph = { ...skill, panel, svg: '', turn: 0 };
    panels.set(key, graph);
    panel.onDidDispose(() => panels.delete(key));
  }
  await draw(graph);
}

// Draws the graphs of the package of a saved file again.
function redraw(document) {
  if (document.languageId !== 'rust') return Promise.resolve();
  const directory = packageOf(document.fileName);
  const of = [...panels.values()].filter(graph => graph.directory === directory);
  return Promise.all(of.map(draw));
}

function terminal(name, directory, words) {
  const shown = vscode.window.createTerminal({ name, cwd: directory });
  shown.show();
  shown.sendText(words.map(word => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`)).join(' '));
}

function runTests() {
  const skill = chosen();
  if (skill) terminal(`tests: ${skill.name}`, skill.directory, ['cargo', 'test', callName(skill.name)]);
}

function openPage() {
  const editor = vscode.window.activeTextEditor;
  const folder = vscode.workspace.workspaceFolders?.[0];
  const directory = editor ? packageOf(editor.document.fileName) : folder?.uri.fsPath;
  // The program prints the address of its page, which a click in the terminal opens.
  terminal('robot', directory, [...setting('program'), ...setting('start')]);
}

async function formatOnSave() {
  const workspace = vscode.ConfigurationTarget.Workspace;
  const rust = vscode.workspace.getConfiguration('rust-analyzer');
  await rust.update('rustfmt.overrideCommand', ['cargo-skill-fmt', '--stdin'], workspace);
  const editor = vscode.workspace.getConfiguration('editor', { languageId: 'rust' });
  await editor.update('formatOnSave', true, workspace, true);
  vscode.window.showInformationMessage(
    'Blocks are formatted on save by `cargo-skill-fmt`: `cargo install robot-skill-fmt` installs it.',
  );
}

function activate(context) {
  for (const [name, command] of Object.entries({ showGraph, runTests, openPage, formatOnSave })) {
    context.subscriptions.push(vscode.commands.registerCommand(`robotSkill.${name}`, command));
  }
  context.subscriptions.push(vscode.workspace.onDidSaveTextDocument(redraw));
}

module.exports = { activate };
