/** Shared parts of every view: its style, its elements, and its messages to the chat around it. */

export const sharedStyle = `
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #5c5c5c; --line: #d8d8d8; --ground: #fcfcfc; --accent: #1f5fbf; --on-accent: #fff; --caution: #8a5a00; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { --ink: #ececec; --soft: #a8a8a8; --line: #3a3a3a; --ground: #161616; --accent: #7fb0ff; --on-accent: #10131a; --caution: #e0b050; } }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; --ink: #ececec; --soft: #a8a8a8; --line: #3a3a3a; --ground: #161616; --accent: #7fb0ff; --on-accent: #10131a; --caution: #e0b050; }
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--ground); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { margin: 0 0 4px; font-size: 15px; font-weight: 600; }
p { margin: 0 0 12px; }
.soft { color: var(--soft); font-size: 13px; }
.caution { color: var(--caution); font-size: 13px; }
`;

/**
 * Plain script of the page. A view defines \`show(result)\`. Texts always become text nodes. Messages follow MCP Apps
 * 2026-01-26; only those of the parent window are accepted.
 */
export const sharedScript = `
'use strict';
const view = document.getElementById('view');
const element = (name, text, className) => {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  if (text !== undefined) { made.textContent = text; made.dir = 'auto'; }
  return made;
};
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const waiting = new Map();
let last = 0;
let args = {};
let toolName = null;
const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const request = (method, params) => new Promise((resolve, reject) => {
  last += 1;
  waiting.set(last, { resolve, reject });
  post({ id: last, method, params });
});
const takeContext = (context) => {
  if (!isRecord(context)) return;
  if (context.theme === 'light' || context.theme === 'dark') document.documentElement.dataset.theme = context.theme;
  const tool = isRecord(context.toolInfo) ? context.toolInfo.tool : null;
  if (isRecord(tool) && typeof tool.name === 'string') toolName = tool.name;
};
const heard = {
  'ui/notifications/tool-input': (params) => { args = isRecord(params.arguments) ? params.arguments : {}; },
  'ui/notifications/tool-result': (params) => show(params),
  'ui/notifications/tool-cancelled': () => view.replaceChildren(element('p', 'This call was cancelled.', 'soft')),
  'ui/notifications/host-context-changed': takeContext,
};
window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || !isRecord(data) || data.jsonrpc !== '2.0') return;
  if (typeof data.method !== 'string') {
    const answered = waiting.get(data.id);
    waiting.delete(data.id);
    if (answered === undefined) return;
    if (data.error === undefined) answered.resolve(data.result);
    else answered.reject(new Error('refused'));
    return;
  }
  if (Object.hasOwn(heard, data.method)) heard[data.method](isRecord(data.params) ? data.params : {});
  else if (data.id !== undefined) post({ id: data.id, result: {} });
});
const tellSize = () => post({
  method: 'ui/notifications/size-changed',
  params: { width: document.documentElement.clientWidth, height: Math.ceil(document.body.getBoundingClientRect().height) },
});
`;

/** Starts once \`show\` is defined. */
export const startScript = `
request('ui/initialize', {
  appCapabilities: { availableDisplayModes: ['inline'] },
  appInfo: { name: 'sightline', version: '1.0.0' },
  protocolVersion: '2026-01-26',
}).then((answered) => {
  takeContext(isRecord(answered) ? answered.hostContext : null);
  post({ method: 'ui/notifications/initialized', params: {} });
  new ResizeObserver(tellSize).observe(document.body);
}, () => {});
`;
