import { sharedScript, sharedStyle, startScript } from './viewParts.ts';

const style = `${sharedStyle}
dl { display: grid; grid-template-columns: minmax(5rem, 9rem) minmax(8rem, 1fr) max-content; gap: 8px 16px; align-items: center; margin: 0 0 12px; }
dt { font-size: 13px; }
dd { margin: 0; font-size: 13px; }
svg { display: block; width: 100%; height: 20px; }
.track { stroke: var(--line); stroke-width: 1; }
.span { stroke: var(--accent); stroke-width: 3; stroke-linecap: round; }
.open { fill: none; stroke: var(--soft); stroke-width: 1; }
.dot { stroke: var(--accent); stroke-width: 11; stroke-linecap: round; }
@media (max-width: 440px) { dl { grid-template-columns: 1fr max-content; } dd.drawn { grid-column: 1 / -1; grid-row: auto; } }
`;

const script = `${sharedScript}
const shape = (name, attributes) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
};
const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
const isSpan = (value) => isRecord(value) && isNumber(value.lower) && isNumber(value.upper);
const percent = (value) => value.toFixed(1) + ' %';
/* A dot with its 95 % interval on a track from 0 to 100; the hollow part shows what unknown answers could change. */
const track = ({ value, interval95, bounds }, said) => {
  const drawn = shape('svg', { viewBox: '0 0 1000 20', preserveAspectRatio: 'none', role: 'img', 'aria-label': said });
  const x = (share) => Math.max(0, Math.min(100, share)) * 9.8 + 10;
  drawn.append(shape('line', { class: 'track', x1: 10, x2: 990, y1: 10, y2: 10, 'vector-effect': 'non-scaling-stroke' }));
  if (isSpan(bounds) && bounds.upper > bounds.lower) {
    drawn.append(shape('rect', { class: 'open', x: x(bounds.lower), y: 4, width: x(bounds.upper) - x(bounds.lower), height: 12, 'vector-effect': 'non-scaling-stroke' }));
  }
  if (isSpan(interval95)) {
    drawn.append(shape('line', { class: 'span', x1: x(interval95.lower), x2: x(interval95.upper), y1: 10, y2: 10, 'vector-effect': 'non-scaling-stroke' }));
  }
  if (isNumber(value)) drawn.append(shape('line', { class: 'dot', x1: x(value), x2: x(value), y1: 10, y2: 10, 'vector-effect': 'non-scaling-stroke' }));
  return drawn;
};
const rowOf = (label, score) => ({
  label,
  value: score.value,
  interval95: score.interval95,
  bounds: score.worstCaseBounds,
  listed: score.numerator,
  known: score.denominator,
});
/* One engine a row, or one website, or the days below it. */
const rowsOf = (body) => {
  const label = (named, fallback) => (typeof named === 'string' ? named : fallback);
  if (Array.isArray(body.engines)) {
    return body.engines.filter(isRecord).filter((one) => isRecord(one.visibilityScore))
      .map((one) => rowOf(label(one.label, label(one.engine, '')), one.visibilityScore));
  }
  const rows = isRecord(body.visibilityScore) ? [rowOf('All of the period', body.visibilityScore)] : [];
  const days = Array.isArray(body.dailySamples) ? body.dailySamples.filter(isRecord).slice(-14) : [];
  return [...rows, ...days.map((day) => ({ label: label(day.date, ''), value: day.score, interval95: day.interval95, listed: day.listed, known: day.known }))];
};
const sentenceOf = ({ value, interval95, listed, known }) => {
  const counts = isNumber(listed) && isNumber(known) ? listed + ' of ' + known : '';
  if (!isNumber(value)) return counts === '' ? '\\u2013' : '\\u2013 (' + counts + ')';
  const span = isSpan(interval95) ? ', ' + interval95.lower.toFixed(0) + '\\u2013' + interval95.upper.toFixed(0) + ' % at 95 %' : '';
  return percent(value) + ' (' + counts + span + ')';
};
function show(result) {
  const body = isRecord(result.structuredContent) ? result.structuredContent : {};
  const rows = result.isError === true ? [] : rowsOf(body);
  if (rows.length === 0) {
    view.replaceChildren(element('p', 'No chart: the text of the result says why.', 'soft'));
    return;
  }
  const name = isRecord(body.website) && typeof body.website.name === 'string' ? body.website.name : 'This website';
  const list = element('dl');
  for (const row of rows) {
    const said = sentenceOf(row);
    const drawn = element('dd', undefined, 'drawn');
    drawn.append(track(row, row.label + ': ' + said));
    list.append(element('dt', row.label), drawn, element('dd', said));
  }
  const head = element('h1', name + ': answers that list it');
  const note = element('p', 'Share of the decided answers. The line is the 95 % interval; the hollow part shows what unknown answers could change. Days are samples, not a trend.', 'soft');
  const simulated = body.simulated === true ? [element('p', 'Simulated: these are not measurements.', 'caution')] : [];
  view.replaceChildren(head, ...simulated, list, note);
}
${startScript}`;

/** View of scores with their intervals: several engines, or one website by day. */
export const intervalView = { title: 'Sightline: how often answers list a website', style, script };
