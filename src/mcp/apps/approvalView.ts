import { sharedScript, sharedStyle, startScript } from './viewParts.ts';

const style = `${sharedStyle}
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 12px; }
dt { color: var(--soft); font-size: 13px; }
dd { margin: 0; font-size: 13px; }
.acts { display: flex; flex-wrap: wrap; gap: 8px; }
button { padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: var(--ink); font: inherit; font-size: 13px; cursor: pointer; }
button.first { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

const script = `${sharedScript}
const usd = (amount) => (typeof amount === 'number' && Number.isFinite(amount) ? amount.toFixed(2) + ' USD' : 'unknown');
const listOf = (pairs) => {
  const list = element('dl');
  for (const [name, value] of pairs) if (typeof value === 'string' && value !== '') list.append(element('dt', name), element('dd', value));
  return list;
};
const act = (words, className, work) => {
  const made = element('button', words, className);
  made.type = 'button';
  made.addEventListener('click', work);
  return made;
};
const isAddress = (value) => typeof value === 'string' && /^https?:\\/\\//.test(value);
function showApproval(details, note) {
  const declined = details.state === 'declined';
  const head = element('h1', declined ? 'A member declined this purchase' : 'A member has to approve this purchase');
  const pairs = [
    ['Answers', typeof details.answers === 'number' ? String(details.answers) : ''],
    ['Question', details.question],
    ['Engine', details.engine],
    ['Domain', details.domain],
    ['Typical price', usd(details.typicalUsd) + (details.simulated === true ? ' (simulated: nothing is paid)' : '')],
    ['At most', usd(details.maxUsd)],
    ['Remaining budget', details.leftUsd === null || details.leftUsd === undefined ? 'no budget is set' : usd(details.leftUsd)],
    ['Approve at', details.approvalUrl],
  ];
  const acts = element('div', undefined, 'acts');
  if (!declined && isAddress(details.approvalUrl)) {
    acts.append(act('Open the page to approve', 'first', () => {
      request('ui/open-link', { url: details.approvalUrl }).catch(() => showApproval(details, 'This chat cannot open pages. Open the address above yourself.'));
    }));
    if (toolName !== null) acts.append(act('Approved: continue', '', () => {
      view.replaceChildren(element('p', 'Sending the request again with the same key.', 'soft'));
      request('tools/call', { name: toolName, arguments: args }).then(show, () => showApproval(details, 'This chat does not let cards call tools. Ask the agent to continue.'));
    }));
  }
  const announcement = note === undefined ? 'Nothing was started or stored. Once it is approved, the same request buys it, once.' : note;
  view.replaceChildren(head, listOf(pairs), element('p', announcement, 'soft'), acts);
}
function show(result) {
  const body = isRecord(result.structuredContent) ? result.structuredContent : {};
  const error = isRecord(body.error) ? body.error : null;
  const details = error !== null && isRecord(error.details) ? error.details : {};
  if (error !== null && isAddress(details.approvalUrl)) return showApproval(details);
  if (error !== null) {
    view.replaceChildren(element('h1', 'The request failed'), element('p', typeof error.message === 'string' ? error.message : ''));
    return;
  }
  const words = { fresh_saved: 'Answered already: nothing was bought', saved: 'Answered already: nothing was bought', existing_active: 'Already in progress: nothing more was bought', started: 'Bought, and in progress' };
  const run = isRecord(body.run) ? body.run : {};
  const report = isRecord(body.report) ? body.report : null;
  const head = report === null ? (words[body.disposition] || 'Done') : 'SEO overview: ' + String(report.state);
  const pairs = report === null ? [['Run', run.id], ['Status', run.status]] : [['Domain', report.domain], ['Report', report.reportId]];
  const simulated = body.simulated === true || run.surface === 'simulator' ? [element('p', 'Simulated: nothing was paid.', 'caution')] : [];
  view.replaceChildren(element('h1', head), ...simulated, listOf(pairs));
}
${startScript}`;

/** View of a purchase: its cost and where to approve it; afterwards, what was bought. */
export const approvalView = { title: 'Sightline: a purchase', style, script };
