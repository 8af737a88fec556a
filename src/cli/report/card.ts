import type { CheckResult, WebsiteAnalysis } from '../../domain/checks/analyze.ts';
import { catalogue } from '../../domain/checks/catalogue.ts';
import { safe } from '../safe.ts';

const marks = { pass: '●', warn: '▲', fail: '✕', not_applicable: '–' } as const;
const words = { pass: 'pass', warn: 'warn', fail: 'FAIL', not_applicable: 'n/a' } as const;
const colours = { pass: 32, warn: 33, fail: 31, not_applicable: 90 } as const;

const categoryNames: Record<string, string> = {
  access: 'Access',
  discovery: 'Discovery',
  rendering: 'Rendering',
  index: 'Indexing',
  content: 'Content',
  schema: 'Structured data',
  policy: 'Policy',
  agent: 'Agents',
  social: 'Link previews',
};

function nameOf(category: string): string {
  return categoryNames[category] ?? category;
}

type Group = { title: string; checks: readonly CheckResult[] };

/** Groups checks: gates first, then by category. Checks that do not apply are counted, not listed. */
function groupsOf(analysis: WebsiteAnalysis): Group[] {
  const { checks } = analysis.result;
  const rest = checks.filter((check) => check.class !== 'gate');
  const categories = [...new Set(rest.map((check) => check.category))];
  return [
    { title: 'Gates: can engines read these pages?', checks: checks.filter((check) => check.class === 'gate') },
    ...categories.map((category) => ({
      title: nameOf(category),
      checks: rest.filter((check) => check.category === category),
    })),
  ];
}

function summaryOf(analysis: WebsiteAnalysis): string {
  const { checks, coverage } = analysis.result;
  const count = (outcome: string) => checks.filter((check) => check.outcome === outcome).length;
  const gates = checks.filter((check) => check.class === 'gate');
  const failed = gates.filter((check) => check.outcome === 'fail').length;
  const all = catalogue.filter((check) => check.class === 'gate').length;
  const open = all - gates.length;
  const gateWords = `${failed} of ${all} gates failed${open === 0 ? '' : `, ${open} could not be measured`}`;
  return `${warningOf(analysis)}${gateWords}; ${count('pass')} pass, ${count('warn')} warn, ${count('fail')} fail, ${count('not_applicable')} do not apply, ${coverage.checks.unmeasured} unmeasured`;
}

/** Returns lines to show before the number of passes: a gate without a verdict is not a success. */
function warningOf({ result }: WebsiteAnalysis): string {
  const { captured, planned } = result.coverage.pages;
  const open = result.counts.byClass.gate.unmeasured;
  if (captured === 0) return `NOT MEASURED: none of ${planned} planned pages was captured. `;
  return open === 0 ? '' : `NOT MEASURED: ${open} of the gates have no verdict. `;
}

function coverageLine(analysis: WebsiteAnalysis): string {
  const { coverage } = analysis.result;
  const { pages, budget } = coverage;
  const rendered = coverage.renderer.available
    ? `${pages.rendered} rendered`
    : `none rendered (${coverage.renderer.reason})`;
  const missing = [
    { number: pages.blockedByRobots, why: 'blocked by robots.txt' },
    { number: pages.blockedByChallenge, why: 'refused access' },
    { number: pages.failed, why: 'failed' },
  ].filter(({ number }) => number > 0);
  const why = missing.length === 0 ? '' : ` (${missing.map(({ number, why }) => `${number} ${why}`).join(', ')})`;
  return `${pages.captured} of ${pages.planned} planned pages captured${why}, ${rendered}, ${budget.requests} requests, captured ${coverage.capturedAt}`;
}

/**
 * Describes how the pages were chosen, so that a reader knows what they represent. Empty for evidence without this
 * information.
 */
function sampleLine({ result }: WebsiteAnalysis): string {
  const { sampling } = result.coverage;
  if (sampling === undefined || sampling.candidates === 0) return '';
  const { marginal } = sampling;
  const takenCount = sampling.strata.reduce((sum, stratum) => sum + stratum.taken, marginal.taken);
  if (takenCount === 0) return '';
  const parts = sampling.strata
    .slice(0, 5)
    .map(
      ({ segment, candidates, taken }) =>
        `${segment === '' ? 'single pages' : `/${segment}`} ${taken} of ${candidates}`,
    );
  const rest = sampling.strata.length > 5 ? ', …' : '';
  const last =
    marginal.candidates === 0
      ? ''
      : `; attachments and later list pages come last, ${marginal.taken} of ${marginal.candidates}`;
  return `Sample: ${takenCount} of ${sampling.candidates} known addresses, by the size of each part: ${parts.join(', ')}${rest}${last}`;
}

type Unmeasured = { gates: { title: string; id: string; reason: string; why: string }[]; others: string };

/** Lists a gate without a verdict like any other gate, and groups the other checks by reason in one line. */
function unmeasuredOf(analysis: WebsiteAnalysis): Unmeasured {
  const gates: Unmeasured['gates'] = [];
  const byReason = new Map<string, string[]>();
  for (const { id, reason, why } of analysis.result.coverage.unmeasured) {
    const check = catalogue.find((each) => each.id === id);
    if (check?.class === 'gate') gates.push({ title: check.title, id, reason, why: why ?? '' });
    else byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  }
  const others = [...byReason].map(([reason, ids]) => `${reason} (${ids.join(', ')})`).join('; ');
  return { gates, others: others === '' ? '' : `Not measured: ${others}` };
}

/** Formats the report card for a terminal. @param columns width to wrap at */
export function cardAsText(analysis: WebsiteAnalysis, colour: boolean, columns: number): string {
  const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const width = Math.max(40, Math.min(columns, 110));
  const lines: string[] = [
    ...wrap(summaryOf(analysis), width).map((line) => paint(1, line)),
    ...[coverageLine(analysis), safe(sampleLine(analysis))].flatMap((text) =>
      wrap(text, width).map((line) => paint(90, line)),
    ),
  ];
  const unmeasured = unmeasuredOf(analysis);
  const headline = (code: number, verdict: string, title: string, id: string): void => {
    const fits = verdict.length + title.length + id.length + 4 <= width;
    lines.push(`${paint(code, verdict)}  ${title}${fits ? `  ${paint(90, id)}` : ''}`);
    if (!fits) lines.push(`        ${paint(90, id)}`);
  };
  for (const [index, { title, checks }] of groupsOf(analysis).entries()) {
    const checkResults = checks.filter((check) => check.outcome !== 'not_applicable');
    const open = index === 0 ? unmeasured.gates : [];
    if (checkResults.length + open.length === 0) continue;
    lines.push('', paint(1, title));
    for (const check of checkResults) {
      headline(colours[check.outcome], `${marks[check.outcome]} ${words[check.outcome]}`, check.title, check.id);
      if (check.outcome === 'pass' && check.class !== 'gate') continue;
      lines.push(...wrap(safe(check.evidenceLine), width - 8).map((line) => `        ${line}`));
      if (check.outcome !== 'pass')
        lines.push(...wrap(`→ ${check.remediation}`, width - 8).map((line) => `        ${line}`));
    }
    for (const gate of open) {
      headline(90, '○ open', gate.title, `${gate.id}: ${gate.reason}`);
      lines.push(...wrap(safe(gate.why), width - 8).map((line) => `        ${line}`));
    }
  }
  if (unmeasured.others !== '') lines.push('', ...wrap(unmeasured.others, width));
  for (const text of analysis.result.limitations) lines.push('', ...wrap(`Note: ${safe(text)}`, width));
  return `${lines.join('\n')}\n`;
}

export function cardAsMarkdown(analysis: WebsiteAnalysis): string {
  const cell = (text: string): string => safe(text).replace(/[|<[\]`*_]/g, '\\$&');
  const sample = sampleLine(analysis);
  const lines = [
    `**${summaryOf(analysis)}**`,
    '',
    coverageLine(analysis),
    ...(sample === '' ? [] : ['', cell(sample)]),
  ];
  for (const { title, checks } of groupsOf(analysis)) {
    const visibleItems = checks.filter((check) => check.outcome !== 'not_applicable');
    if (visibleItems.length === 0) continue;
    lines.push('', `### ${title}`, '', '| outcome | check | evidence | remedy |', '| --- | --- | --- | --- |');
    for (const check of visibleItems) {
      const remedy = check.outcome === 'pass' ? '' : cell(check.remediation);
      lines.push(
        `| ${marks[check.outcome]} ${words[check.outcome]} | ${cell(check.title)} (\`${check.id}\`) | ${cell(check.evidenceLine)} | ${remedy} |`,
      );
    }
  }
  const { gates, others } = unmeasuredOf(analysis);
  if (gates.length > 0)
    lines.push(
      '',
      `Gates that could not be measured: ${gates.map(({ id, reason }) => `${id} (${reason})`).join(', ')}`,
    );
  if (others !== '') lines.push('', others);
  for (const text of analysis.result.limitations) lines.push('', `> ${safe(text)}`);
  return `${lines.join('\n')}\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
