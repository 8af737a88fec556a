import { accuracyForEngine, formatAccuracy, isWeak, measuredReader } from '../audit/readingAccuracy.ts';
import type { Manifest } from '../bundle/bundle.ts';
import type { NamedEvidence } from '../experiments/evidence.ts';
import type { WindowComparison } from '../visibility/comparison/windows.ts';
import { positionMetric, scoreMetric, shareMetric } from '../visibility/metrics.ts';
import type { QuestionKinds } from '../visibility/questionKinds.ts';
import type { Reports } from '../visibility/runReport.ts';
import { type WorkFamily, workEffects } from '../work/workEffects.ts';
import { type Brand, defaultAccent } from './brand.ts';
import { foreignText, html, type Markup, nothing } from './markup.ts';
import { bar, dayChart, track } from './reportDrawings.ts';
import { reportStyles } from './reportStyles.ts';
import {
  dayWords,
  formatCount,
  inGroups,
  oneDigit,
  percent,
  percentRange,
  signedPoints,
  unknownSign,
} from './reportWords.ts';

/** Contents of a shared report. All its numbers are in `reports`, and so in the files of a bundle. */
export type SharedReport = {
  brand: Brand;
  /** The website's own name. */
  name: string;
  reports: Reports;
  experiments: readonly Pick<NamedEvidence, 'name' | 'judgement'>[];
  work: readonly WorkFamily[];
  manifest: Pick<Manifest, 'madeAt' | 'versions' | 'engineLabel'>;
  /** SHA-256 of the bundle's manifest. */
  digest: string;
};

/** Raised with every change of the page, so that a later program can explain why its layout differs. */
export const reportLayout = 'page-6';

const maxDomains = 10;
const maxPages = 15;
const maxSteps = 12;
const maxQuestions = 200;

/** Renders the page of a report without its embedded data: equal reports give equal texts. */
export function reportPage(shared: SharedReport): string {
  const { brand, name, reports, digest } = shared;
  const title = `Do the answers recommend ${name}?`;
  return html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="generator" content="Sightline ${reportLayout}"><title>${title}</title><style>${{ markup: reportStyles(brand.accent ?? defaultAccent, digest) }}</style></head>
<body><main>
${head(shared, title)}
${metrics(reports.overview)}
${change(reports.overview)}
${days(reports.overview)}
${standings(reports.overview)}
${questions(reports.prompts)}
${sources(reports.citations)}
${steps(reports.recommendations)}
${outcomes(shared)}
${basis(shared)}
</main></body></html>
`.markup;
}

function head({ brand, reports: { overview }, manifest }: SharedReport, title: string): Markup {
  const { window, website, engine, filters, simulated, coverage, visibilityScore: score } = overview;
  const kinds = coverage.questionKinds;
  const dates =
    window.startDate === null && window.endDate === null
      ? `All dates to ${dayWords(manifest.madeAt)}, UTC`
      : `${window.startDate === null ? 'Up' : dayWords(window.startDate)} to ${dayWords(window.endDate ?? manifest.madeAt)}, UTC`;
  const verdict =
    score.value === null
      ? 'No answer of this period says so.'
      : `Listed in ${score.numerator} of ${formatCount(score.denominator, simulated ? 'simulated answer' : 'answer')} (${percentRange(score.interval95)} at 95 %), from ${formatCount(coverage.questionsAnswered, 'question')}.`;
  const logo = brand.logo === null ? nothing : html`<img src="${brand.logo}" alt="">`;
  return html`<header><p class="brand">${logo}${foreignText(brand.name)}</p><h1>${title}</h1><p class="verdict">${verdict}</p><p class="soft">${foreignText(website.domain)} · ${dates} · ${foreignText(manifest.engineLabel ?? engine)}${filters.model === null ? nothing : html` · model ${foreignText(filters.model)}`} · made ${dayWords(manifest.madeAt)}</p>${
    kinds === null || (kinds.tag === null && kinds.branded === 0)
      ? nothing
      : html`<p class="soft">${kindWords(kinds)}</p>`
  }${
    simulated
      ? html`<p class="notice"><strong>Simulated answers.</strong> Names and texts are invented by a simulator. Nothing here is a measurement.</p>`
      : nothing
  }${
    coverage.truncated
      ? html`<p class="notice">Of ${formatCount(coverage.attemptsMatched ?? coverage.attemptsConsidered, 'attempt')} of this period, the newest ${inGroups(coverage.attemptsConsidered)} are counted.</p>`
      : nothing
  }</header>`;
}

/** Describes which questions are counted, if not all of them. */
function kindWords({ tag, choice, branded, others }: QuestionKinds): string {
  const ofTag = tag === null ? '' : `Questions tagged ${tag}. `;
  const named = formatCount(branded, 'question that names the website', 'questions that name the website');
  if (choice === 'exclude') return `${ofTag}${branded === 0 ? '' : `${named} left out.`}`;
  return choice === 'only' ? `${ofTag}Only ${named}; ${others} others left out.` : `${ofTag}${named} among them.`;
}

function metrics(overview: Reports['overview']): Markup {
  const { visibilityScore: score, shareOfVoice: share, averagePosition: place, periodRate: rate } = overview;
  const shareValue = share.value === null ? null : 100 * share.value;
  const shareEnds =
    share.interval95 === null ? null : { lower: 100 * share.interval95.lower, upper: 100 * share.interval95.upper };
  return html`<section class="metrics" aria-label="Figures"><div><h2>${scoreMetric.label} at the end of the period</h2><p class="figure">${percent(score.value)}</p>${track(score.value, score.interval95)}<p class="soft">Listed in ${score.numerator} of ${formatCount(score.denominator, 'answer')}; ${percentRange(score.interval95)} at 95 %.${score.excludedUnknown > 0 ? ` ${formatCount(score.excludedUnknown, 'further answer')} cannot tell.` : ''}${rate === null || rate.value === null ? '' : ` Over the whole period: ${percent(rate.value)}, listed in ${inGroups(rate.listed)} of ${formatCount(rate.known, 'answer')}.`}</p></div><div><h2>${shareMetric.label}</h2><p class="figure">${percent(shareValue)}</p><p class="soft">${inGroups(share.numerator)} of ${formatCount(share.denominator, 'recommendation')}; ${percentRange(shareEnds)} at 95 %.</p></div><div><h2>${positionMetric.label}</h2><p class="figure">${oneDigit(place.value)}</p><p class="soft">${place.value === null ? 'No answer lists the website.' : `Over ${formatCount(place.listed, 'answer')} that list it; median ${oneDigit(place.median)}, from ${place.min ?? unknownSign} to ${place.max ?? unknownSign}. Lower is better.`}</p></div></section>`;
}

function change({ comparison, comparisonMissing, window }: Reports['overview']): Markup {
  // A report over all dates has no previous period.
  if (window.startDate === null || window.endDate === null) return nothing;
  const text =
    comparison === null
      ? (comparisonMissing ?? 'No earlier period exists to compare with.')
      : `${differenceWords(comparison)}${comparison.reason}`;
  return html`<section><h2>Against the period before</h2><p>${text}</p></section>`;
}

/** Describes the verdict's difference, with its own interval and p value. */
function differenceWords({ difference, interval95, p, compared }: WindowComparison): string {
  if (difference === null || interval95 === null || p === null) return '';
  const range = `${signedPoints(interval95.lower)} to ${signedPoints(interval95.upper)} at 95\u202f%`;
  return `${signedPoints(difference)} points over ${formatCount(compared, 'question')} (${range}, ${p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`}). `;
}

function days({ dailySamples }: Reports['overview']): Markup {
  if (dailySamples.length === 0) return nothing;
  return html`<section><h2>Day by day</h2><p class="soft">Listed in percent of the answers that can say so, with 95 % intervals. Days may differ in their questions and models: they form no trend.</p>${dayChart(dailySamples)}</section>`;
}

function standings({ domains }: Reports['overview']): Markup {
  if (domains.rows.length === 0) return nothing;
  const top = domains.rows.slice(0, maxDomains);
  const own = domains.rows.findIndex((row) => row.own);
  const rows = own >= maxDomains ? [...top, ...domains.rows.slice(own, own + 1)] : top;
  const longest = domains.rows[0]?.appearances ?? 0;
  return html`<section><h2>Who is recommended</h2><p class="soft">${rows.length} of ${formatCount(domains.total, 'domain')} that answers list.</p><table><thead><tr><th>Rank</th><th>Domain</th><th class="wide"></th><th class="right">Answers</th><th class="right">Share</th><th class="right">Average position</th></tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr${row.own ? html` class="own"` : nothing}><td>${domains.rows.indexOf(row) + 1}</td><td>${foreignText(row.domain)}${row.own ? ' (this website)' : ''}</td><td class="wide">${bar(row.appearances, longest, row.own)}</td><td class="right">${row.appearances}</td><td class="right">${percent(100 * row.share)}</td><td class="right">${oneDigit(row.averagePosition)}</td></tr>`,
  )}</tbody></table></section>`;
}

const listingWords = { listed: 'Listed', not_listed: 'Not listed', unknown: 'Cannot tell' } as const;

function questions({ questions: { total, rows } }: Reports['prompts']): Markup {
  if (rows.length === 0) return nothing;
  const questionRows = rows.slice(0, maxQuestions);
  return html`<section class="long"><h2>Questions</h2><p class="soft">${questionRows.length === total ? formatCount(total, 'question') : `${questionRows.length} of ${formatCount(total, 'question')}`}, the one asked last first.</p><table><thead><tr><th>Question</th><th>Latest answer</th><th class="right">Position</th><th class="right">Listed in</th></tr></thead><tbody>${questionRows.map(
    (row) =>
      html`<tr><td>${foreignText(row.question)}</td><td>${row.targetStatus === null ? 'No completed answer' : listingWords[row.targetStatus]}</td><td class="right">${row.position ?? unknownSign}</td><td class="right">${row.listed} of ${row.known}</td></tr>`,
  )}</tbody></table></section>`;
}

function sources({ citations, totals }: Reports['citations']): Markup {
  if (citations.rows.length === 0) return nothing;
  const citedUrls = citations.rows.slice(0, maxPages);
  return html`<section class="long"><h2>Pages the answers rest on</h2><p class="soft">${citedUrls.length} of ${formatCount(totals.urls, 'page')} on ${formatCount(totals.domains, 'domain')}; ${formatCount(totals.ownedCitations, 'citation')} of ${inGroups(totals.citations)} lead to the website itself.</p><table><thead><tr><th>Page</th><th class="right">Answers</th><th class="right">Questions</th></tr></thead><tbody>${citedUrls.map(
    (row) =>
      html`<tr${row.owned ? html` class="own"` : nothing}><td>${foreignText(row.title ?? row.domain)}${row.owned ? ' (own page)' : ''}<br><span class="address">${foreignText(row.url)}</span></td><td class="right">${row.answers}</td><td class="right">${row.questions}</td></tr>`,
  )}</tbody></table></section>`;
}

const severityWords = { high: 'High', medium: 'Medium', low: 'Low', info: 'Note' } as const;

/** Notes are for members of the workspace and are never shared. */
function steps({ recommendations: { rows }, note }: Reports['recommendations']): Markup {
  const telling = rows.filter(({ severity }) => severity !== 'info');
  if (telling.length === 0) return nothing;
  const visibleItems = telling.slice(0, maxSteps);
  return html`<section class="long"><h2>Next steps</h2><p class="soft">${visibleItems.length === telling.length ? '' : `${visibleItems.length} of ${telling.length}. `}${note}</p><ol>${visibleItems.map(
    (row) =>
      html`<li><strong>${severityWords[row.severity]}</strong>${row.question === null ? nothing : html` · ${foreignText(row.question)}`}<br>${foreignText(row.text)}</li>`,
  )}</ol></section>`;
}

/** Renders the outcomes of finished work and experiments, in the words of their tests. */
function outcomes({ work, experiments }: SharedReport): Markup {
  if (work.length + experiments.length === 0) return nothing;
  return html`<section><h2>Did it work?</h2><ul>${work.map(
    (family) => html`<li>${family.month}: ${workEffects(family).words}</li>`,
  )}${experiments.map(
    ({ name, judgement }) => html`<li>${foreignText(name)}: ${judgement.words}.</li>`,
  )}</ul></section>`;
}

/** Labels an engine whose answers the rules read weakly, if this reader is the one that was measured. */
function weakWords(engine: string, reader: string): string {
  const accuracy = reader === measuredReader ? accuracyForEngine(engine) : null;
  return isWeak(accuracy) ? ` Weakly read: ${formatAccuracy(accuracy)}.` : '';
}

/** States which answers the file contains. Days and questions are counted over all of them. */
function heldWords({ attemptsRead, attemptsConsidered }: Reports['overview']['coverage']): string {
  return attemptsRead >= attemptsConsidered
    ? 'The HTML file of this report holds the answers under every number.'
    : `The HTML file of this report holds the newest ${inGroups(attemptsRead)} of these attempts, with the latest answer of every question. The server counted days and the answers of each question from all of them.`;
}

function basis({ reports: { overview }, manifest, digest }: SharedReport): Markup {
  const { coverage, models } = overview;
  const named = models.map(({ model, known }) => `${model ?? 'model not recorded'} (${formatCount(known, 'answer')})`);
  return html`<section class="basis"><h2>What this rests on</h2><p>${formatCount(coverage.attemptsConsidered, 'attempt')}: ${inGroups(coverage.completed)} completed, ${inGroups(coverage.failed)} failed, ${inGroups(coverage.cancelled)} cancelled, ${inGroups(coverage.active)} under way. ${named.length === 0 ? nothing : html`Models: ${foreignText(named.join(', '))}. `}Read by ${manifest.versions.reader}.${weakWords(overview.engine, manifest.versions.reader)}</p><p>${overview.reading}</p><p>${heldWords(coverage)} <code>sightline verify</code> <i>file</i> reads and counts them again, offline.</p><p class="digest">Evidence sha256 <code>${digest}</code></p></section>`;
}
