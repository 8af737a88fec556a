import { count } from '../text/count.ts';
import { overPages } from './aggregate.ts';
import { type Check, fail, notApplicable, notRendered, pass, unmeasured, type Verdict, warn } from './check.ts';
import type { AccessibilityReading, RenderedPage } from './evidenceBundle.ts';
import type { SiteEvidence } from './site.ts';
import { sources } from './sources.ts';

type Finding = AccessibilityReading['findings'][number];

/** Rules of axe-core, and our own on icon fonts, that report a visible or interactive element without a name. */
const nameRules: ReadonlySet<string> = new Set([
  'area-alt',
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'button-name',
  'frame-title',
  'icon-glyph-name',
  'input-button-name',
  'input-image-alt',
  'label',
  'link-name',
  'select-name',
  'summary-name',
]);

/** Only the pages that a browser rendered and axe-core could read are measured. */
function overAudited(site: SiteEvidence, rule: (findings: readonly Finding[], page: RenderedPage) => Verdict): Verdict {
  if (site.rendered.size === 0) return notRendered(site.bundle.renderer);
  const readable = site.readable.filter(({ fetch }) => site.rendered.has(fetch.id));
  return overPages({ ...site, readable }, (page) => {
    const renderedPage = site.rendered.get(page.fetch.id)?.page;
    if (renderedPage?.accessibility == null)
      return unmeasured('not_captured', `${page.url}: its accessibility tree was not read.`);
    return rule(renderedPage.accessibility.findings, renderedPage);
  });
}

function report({ rule, impact, count: number, selectors }: Finding) {
  return { rule, impact, count: number, selectors: selectors.slice(0, 3) };
}

function total(findings: readonly Finding[]): number {
  return findings.reduce((sum, each) => sum + each.count, 0);
}

export const names: Check = {
  id: 'agent.names',
  class: 'core',
  scope: 'page',
  title: 'Controls have names',
  rule: 'On each rendered page, the buttons, links, fields, choices, frames and dialogs that axe-core finds without a name. A glyph of an icon font, or the word that draws it, does not count as a name. Pass: none. Warn: a finding of axe-core’s impact below critical (a link, a frame). Fail: a critical one (a button, a field). Not applicable: the page has no control. Unmeasured without a browser.',
  sources: [sources.lighthouseAgents, sources.axe],
  strength: 'V',
  remediation: 'Give each control a text, a label or an aria-label.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overAudited(site, (findings, { interactive }) => {
      const unnamed = findings.filter(({ rule }) => nameRules.has(rule));
      const [first] = unnamed.toSorted((a, b) => Number(b.impact === 'critical') - Number(a.impact === 'critical'));
      if (first === undefined && interactive.length === 0) return notApplicable('the page has no control.');
      const evidence = { controls: interactive.length, findings: unnamed.map(report) };
      if (first === undefined)
        return pass(
          interactive.length === 1
            ? 'its one control has a name.'
            : `each of its ${interactive.length} controls has a name.`,
          evidence,
        );
      const line = `${count(total(unnamed), 'control')} ${total(unnamed) === 1 ? 'has' : 'have'} no name, such as ${first.selectors[0] ?? 'one'}.`;
      return first.impact === 'critical' ? fail(line, evidence) : warn(line, evidence);
    }),
};

export const accessibility: Check = {
  id: 'agent.accessibility',
  class: 'hygiene',
  scope: 'page',
  title: 'The accessibility tree is valid',
  rule: 'On each rendered page, all other rules of axe-core: WCAG 2.2 A and AA, and those of good practice on headings, landmarks and roles. Assistants that act in a browser read that tree. Pass: no finding. Warn: any. Unmeasured without a browser.',
  sources: [sources.lighthouseAgents, sources.axe],
  strength: 'V',
  remediation: 'Fix the elements named by their selectors; axe-core describes each rule.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) =>
    overAudited(site, (findings, page) => {
      const others = findings.filter(({ rule }) => !nameRules.has(rule));
      const evidence = { engine: page.accessibility?.engine ?? null, findings: others.map(report) };
      const [first] = others;
      if (first === undefined) return pass('axe-core finds nothing else to fix.', evidence);
      const rules = [...new Set(others.map(({ rule }) => rule))];
      const where = first.selectors[0] ?? '';
      return warn(
        `${count(total(others), 'element')} ${total(others) === 1 ? 'breaks' : 'break'} rules of axe-core (${rules.slice(0, 6).join(', ')}); ${first.rule} at ${where}.`,
        evidence,
      );
    }),
};
