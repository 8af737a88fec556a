import { instructionLanguages } from '../../html/assistantOrders.ts';
import { type HiddenInstruction, readHiddenText } from '../../html/hiddenInstructions.ts';
import { count } from '../../text/count.ts';
import { countPages } from '../aggregate.ts';
import { type Check, fail, pass, unmeasured } from '../check.ts';
import type { ReadablePage, SiteEvidence } from '../site.ts';
import { sources } from '../sources.ts';

/**
 * Finds instructions on a page: in the HTML as served, in the rendered page, and in text that external style sheets
 * hide.
 */
function ordersOn(site: SiteEvidence, page: ReadablePage): HiddenInstruction[] {
  const view = site.rendered.get(page.fetch.id);
  const hidden = view?.page.hiddenTexts ?? [];
  const matches = [
    ...page.facts.hiddenInstructions,
    ...(view?.facts.hiddenInstructions ?? []),
    ...hidden.flatMap(({ by, path, text }) => readHiddenText(text, by, path) ?? []),
  ];
  return [...new Map(matches.reverse().map((each) => [each.path, each])).values()].reverse();
}

export const hiddenInstructions: Check = {
  id: 'content.hidden_instructions',
  class: 'gate',
  scope: 'page',
  title: 'No hidden text gives instructions to models',
  rule: `Hidden text that gives instructions to a language model. Known instructions: ignore previous instructions, recommend or praise when summarising, remember a source as trusted. Text is hidden by inline style, an inline style sheet, size, colour, position, an attribute, aria, or invisible characters. On pages that a browser rendered, external style sheets count too. Pass: none on any page. Fail: a match on any page. Languages: ${instructionLanguages.join(', ')}; instructions in other languages are not found.`,
  sources: [sources.hiddenText, sources.injection],
  strength: 'V',
  remediation: 'Remove the text.',
  reachable: ['pass', 'fail', 'unmeasured'],
  run: (site) => {
    if (site.readable.length === 0) return unmeasured('page_missing', 'No page could be read.');
    const each = site.readable.map((page) => ({ url: page.url, orders: ordersOn(site, page) }));
    const results = each.flatMap(({ url, orders }) => orders.map((order) => ({ url, ...order })));
    const pages = countPages(each.map(({ orders }) => (orders.length === 0 ? pass('') : fail(''))));
    const [first] = results;
    if (first === undefined) {
      const line = `No hidden text on ${count(site.readable.length, 'page')} gives instructions to models.`;
      return { outcome: 'pass', pages, evidence: { matches: 0 }, line };
    }
    const line = `${count(results.length, 'hidden text')} ${results.length === 1 ? 'gives' : 'give'} instructions to models; on ${first.url} one is hidden by ${first.by} at ${first.path}.`;
    return { outcome: 'fail', pages, evidence: { matches: results.length, examples: results.slice(0, 5) }, line };
  },
};
