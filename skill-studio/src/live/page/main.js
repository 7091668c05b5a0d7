// Starts the parts of the page, then connects. Events reach them in this order.

import { getJson, takeToken } from './api.js';
import * as board from './board.js';
import * as breakpoints from './breakpoints.js';
import * as changed from './changed.js';
import * as command from './command.js';
import * as coverage from './coverage.js';
import * as debug from './debugger.js';
import * as exec from './exec.js';
import * as save from './export.js';
import * as faults from './faults.js';
import * as field from './field.js';
import * as find from './find.js';
import * as graph from './graph.js';
import * as hover from './hover.js';
import * as keys from './keys.js';
import * as legend from './legend.js';
import * as listing from './listing.js';
import * as marks from './marks.js';
import * as menus from './menus.js';
import * as overview from './overview.js';
import * as params from './params.js';
import * as path from './path.js';
import * as plot from './plot.js';
import * as robots from './robots.js';
import * as run from './run.js';
import * as seek from './seek.js';
import * as sentence from './sentence.js';
import { on, setDescription, state } from './state.js';
import * as status from './status.js';
import { connect } from './stream.js';
import * as tabs from './tabs.js';
import * as theme from './theme.js';
import * as timeline from './timeline.js';
import * as trace from './trace.js';
import * as watch from './watch.js';
import * as why from './why.js';

// The address of a restarted program, opened in the same tab, has another token, with a role of its own.
addEventListener('hashchange', () => {
  if (takeToken() && state.description) getJson('/api/description').then(setDescription, () => {});
});

const PARTS = [
  theme, run, graph, marks, overview, hover, legend, coverage, status, sentence, changed, path, why, plot, board, debug, breakpoints, faults, watch, params, exec,
  trace, field, robots, listing, find, save, menus, keys, seek, timeline, tabs, command,
];
for (const part of PARTS) part.start();
on('description', tabs.showField);
// New buttons are enabled like the others.
document.addEventListener('page-drawn', command.enable);

connect();
