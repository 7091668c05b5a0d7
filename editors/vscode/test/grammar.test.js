// The colors of blocks.

'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const oniguruma = require('vscode-oniguruma');
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');

const ROOT = path.join(__dirname, '..');
const FILES = {
  'source.rust': path.join(ROOT, 'node_modules/tm-grammars/grammars/rust.json'),
  'skill.injection': path.join(ROOT, 'syntaxes/skill.tmLanguage.json'),
};

async function rust() {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const onigLib = Promise.resolve({
    createOnigScanner: sources => new oniguruma.OnigScanner(sources),
    createOnigString: text => new oniguruma.OnigString(text),
  });
  const registry = new Registry({
    onigLib,
    loadGrammar: async scope => FILES[scope] && parseRawGrammar(fs.readFileSync(FILES[scope], 'utf8'), FILES[scope]),
    getInjections: scope => (scope === 'source.rust' ? ['skill.injection'] : undefined),
  });
  return registry.loadGrammar('source.rust');
}

const grammar = rust();

// Returns the tokens of a text, each with its scopes.
async function tokens(text) {
  const of = await grammar;
  let stack = INITIAL;
  const all = [];
  for (const [line, content] of text.split('\n').entries()) {
    const result = of.tokenizeLine(content, stack);
    stack = result.ruleStack;
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      all.push({ line, text: content.slice(startIndex, endIndex), scopes });
    }
  }
  return all;
}

// Returns the innermost scope of each token with this text.
function scopes(all, text) {
  return all.filter(token => token.text.trim() === text).map(token => token.scopes.at(-1));
}

const SAMPLE = `
skill! {
    /// A skill in which a state waits.
    pub skill TurnTo(to_rad: f32 = 1.0 in -3.0..=3.0) {
        depends_interfaces { optional motor: Motor = "start state" }
        params { wait_sec: f32 = 2.0 }
        start state Go {
            init { if self.to_rad > 0.0 { motor.send(Turn { to_rad: 1.0 }); } }
            loop { loop { break; } }
            // -> Never when it is a comment
            -> FINAL when motor.position_rad > 1.5 for 500ms;
            -> resume deep Rest after 12.5s when rising motor.final;
            -> FAILED("too {}", why) on FAILED(why);
        }
        state Rest = action wait(self.wait_sec) tries 3 via Go {}
    }
}
fn state(start: u32) -> Go { let init = start; init }
`;

test('the words of a block are keywords, its names types', async () => {
  const all = await tokens(SAMPLE);
  const keyword = 'keyword.control.skill';
  for (const word of ['skill', 'depends_interfaces', 'params', 'optional', 'start', 'init', 'when', 'for', 'resume',
    'deep', 'after', 'rising', 'action', 'tries', 'via']) {
    const of = scopes(all.filter(token => token.line > 1 && token.line < 17), word);
    assert.ok(of.length > 0 && of.every(scope => scope === keyword), `${word}: ${of}`);
  }
  assert.deepStrictEqual(scopes(all, 'TurnTo'), ['entity.name.type.skill']);
  assert.deepStrictEqual(scopes(all, 'Rest'), Array(2).fill('entity.name.type.state.skill'));
  assert.deepStrictEqual(scopes(all, 'FINAL'), ['constant.language.skill']);
  assert.deepStrictEqual(scopes(all, '500ms'), ['constant.numeric.time.skill']);
  assert.deepStrictEqual(scopes(all, '12.5s'), ['constant.numeric.time.skill']);
  // One is the block of the state, the other Rust.
  assert.strictEqual(scopes(all, 'loop')[0], keyword);
});

test('Rust, comments and texts have their own colors', async () => {
  const all = await tokens(SAMPLE);
  const line = number => all.filter(token => token.line === number);
  assert.ok(line(9).some(token => token.scopes.some(scope => scope.startsWith('comment'))));
  assert.ok(line(9).every(token => !token.scopes.includes('keyword.control.skill')));
  const text = all.find(token => token.text === 'start state');
  assert.ok(text.scopes.some(scope => scope.startsWith('string')), text.scopes);
  const after = line(17).flatMap(token => token.scopes);
  assert.ok(after.includes('keyword.other.fn.rust') && !after.some(scope => scope.includes('skill')), after);
});

// Returns the Rust files below a directory.
function sources(directory) {
  return fs.readdirSync(directory, { recursive: true })
    .filter(name => name.endsWith('.rs'))
    .map(name => path.join(directory, name));
}

test('each state of the repository has its color, and each block an end', async () => {
  const repository = path.join(ROOT, '../..');
  const directories = ['skills-nao/src', 'examples/recipes/src', 'examples/rover/src'];
  let states = 0;
  for (const file of directories.flatMap(directory => sources(path.join(repository, directory)))) {
    const text = fs.readFileSync(file, 'utf8');
    const all = await tokens(text);
    const of = all.filter(token => token.scopes.at(-1) === 'entity.name.type.state.skill');
    const lines = text.split('\n');
    for (const [number, line] of lines.entries()) {
      const declared = line.match(/^\s+(?:start )?state (\w+)/);
      if (!declared) continue;
      const colored = of.some(token => token.line === number && token.text === declared[1]);
      assert.ok(colored, `${file}:${number + 1}: ${line}`);
      states += 1;
    }
    // Beyond the left margin nothing is in a block.
    for (const token of all) {
      const begins = /^(fn|pub fn|impl|struct|pub struct|const|use|mod) /.test(lines[token.line]);
      const inside = token.scopes.some(scope => scope === 'meta.block.skill');
      assert.ok(!(begins && inside), `${file}:${token.line + 1}: ${lines[token.line]}`);
    }
  }
  assert.ok(states > 100, `${states} states`);
});
