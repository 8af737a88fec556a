import type { Interval } from '../statistics/interval.ts';
import type { DailySample } from '../visibility/dailySamples.ts';
import { html, type Markup, nothing } from './markup.ts';
import { dayWords, percent, percentRange } from './reportWords.ts';

const round = (value: number): number => Math.round(value * 100) / 100;

/** Draws a proportion: a dot with its 95 % interval on a track from 0 to 100. @param value in percent */
export function track(value: number | null, interval: Interval | null): Markup {
  if (value === null) return nothing;
  const at = (givenCount: number) => round(4 + (givenCount / 100) * 192);
  const { lower, upper } = interval ?? { lower: value, upper: value };
  return html`<svg class="track" viewBox="0 0 200 16" role="img" aria-label="${percent(value)}, 95 % interval ${percentRange(interval)}"><path class="line" d="M4 8H196M4 4V12M196 4V12"/><rect class="band" x="${at(lower)}" y="5" width="${round(Math.max(1, at(upper) - at(lower)))}" height="6" rx="3"/><circle class="dot" cx="${at(value)}" cy="8" r="4"/></svg>`;
}

/** Draws a part of the longest as a bar. */
export function bar(part: number, longest: number, own: boolean): Markup {
  const width = longest === 0 ? 0 : round((part / longest) * 120);
  return html`<svg class="bar" viewBox="0 0 120 10" aria-hidden="true"><rect class="${own ? 'own' : 'other'}" x="0" y="1" width="${width}" height="8" rx="1"/></svg>`;
}

const height = 120;
const remaining = 34;
const width = 640;

/** Draws one dot and interval per day on a time axis. No line connects them: two days may ask different questions. */
export function dayChart(days: readonly DailySample[]): Markup {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return nothing;
  const [from, to] = [Date.parse(first.date), Date.parse(last.date)];
  const x = (date: string) =>
    round(
      to === from
        ? (remaining + width) / 2
        : remaining + 8 + ((Date.parse(date) - from) / (to - from)) * (width - remaining - 16),
    );
  const y = (value: number) => round(8 + (1 - value / 100) * (height - 30));
  const lines = [0, 50, 100].map(
    (value) =>
      html`<path class="line" d="M${remaining} ${y(value)}H${width}"/><text x="${remaining - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const dots = days.flatMap(({ date, score, interval95 }) =>
    score === null
      ? []
      : [
          html`<path class="whisker" d="M${x(date)} ${y(interval95?.upper ?? score)}V${y(interval95?.lower ?? score)}"/><circle class="dot" cx="${x(date)}" cy="${y(score)}" r="3"/>`,
        ],
  );
  const label = `Listed in percent of the answers that can say so, day by day, ${dayWords(first.date)} to ${dayWords(last.date)}`;
  const ends = html`<text x="${remaining}" y="${height - 4}">${dayWords(first.date)}</text><text x="${width}" y="${height - 4}" text-anchor="end">${from === to ? '' : dayWords(last.date)}</text>`;
  return html`<svg class="days" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${lines}${dots}${ends}</svg>`;
}
