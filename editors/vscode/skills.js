// The skills of a source text.

'use strict';

// A skill or an agent begins, with its name.
const DECLARATION = /\b(?:skill|agent)\s+(?:r#)?([A-Za-z_]\w*)/g;

// Returns the text with comments and strings as blanks of the same length.
function code(text) {
  const ignored = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])'|"(?:\\[\s\S]|[^"\\])*"/g;
  return text.replace(ignored, part => part.replace(/[^\n]/g, ' '));
}

// Returns the name by which programs and calls know a skill: `ApproachBall` is `approach_ball`.
function callName(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

// Returns the name of the last skill or agent that begins before an offset, or of the first one after it on the
// same line; `undefined` if there is none.
function skillAt(text, offset) {
  let end = text.indexOf('\n', offset);
  end = end < 0 ? text.length : end;
  let found;
  for (const match of code(text).matchAll(DECLARATION)) {
    if (match.index <= end) found = match[1];
  }
  return found;
}

module.exports = { callName, skillAt };
