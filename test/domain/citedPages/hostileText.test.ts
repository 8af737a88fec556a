import fc from 'fast-check';
import { expect } from 'vitest';
import { maxExcerpt } from '../../../src/domain/citedPages/citedPage.ts';
import { excerptAround, excerptOf } from '../../../src/domain/citedPages/excerpt.ts';
import { readCitedPage } from '../../../src/domain/citedPages/readCitedPage.ts';
import type { Fact } from '../../../src/domain/facts/fact.ts';
import { property } from '../../support/property.ts';

const owner = { id: 'w1', url: 'https://varnlo.example/', domain: 'varnlo.example', name: 'Varnlo', aliases: [] };
const website = {
  ...{ ...owner, exactNames: [], others: [], settledDomains: [] },
  rivals: [{ domain: 'quillby.example', name: 'Quillby' }],
};
const version = { version: 1, value: '€49 per month', sourceUrl: owner.url, madeAt: '2026-01-01', madeBy: 'u1' };
const price: Fact = { id: 'f1', websiteId: 'w1', kind: 'price', name: 'Team plan', words: [], versions: [version] };
const sentence = 'Varnlo stores every note on servers in Iceland and was founded by two gardeners in a barn.';

/** Text that ends no sentence, hides its spaces, grows when normalised, or is built to be cut in the middle. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          'Varnlo',
          'Quillby',
          'Team plan',
          '€49 per month',
          '€19 per month',
          sentence.slice(0, -1),
          '\u200b',
          '\u202e',
        ],
        ...['ﷺ', '👩‍👩‍👧', '\u0301', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '&nbsp;', '.', '。', '“', '](javascript:', '</p><p>', '1. ', '- ', '| '],
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 99_999 }).map((count) => `marker${count} `),
    ),
    { minLength: 1, maxLength: 60 },
  )
  .chain((parts) =>
    fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(' ', '', '\u00a0', '\n'))
      .map(([times, space]) => Array.from({ length: times }, () => parts.join(space)).join(space)),
  );

const mail = 'jane.doe@private.example';
const phone = '+49 30 9912345';

/** Lists every string in a value, except addresses. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function readHtml(html: string) {
  const body = new TextEncoder().encode(html);
  const url = 'https://list.example/best';
  const headers = [['content-type', 'text/html; charset=utf-8']] as const;
  const hops = [{ url, outcome: { kind: 'response', status: 200, headers } }];
  const fetch = { purpose: 'cited_page', requestedUrl: url, hops, body, truncated: false, decodedBytes: body.length };
  const asked = { runId: 'r1', start: 0, end: 9, text: sentence, language: 'en', fragments: [] };
  const page = { fetch, probe: null, reservations: null } as unknown as Parameters<typeof readCitedPage>[0];
  return readCitedPage(page, [{ website, facts: [price], sentences: [asked] }]);
}

property(
  'an excerpt has at most 300 characters, and shows no e-mail address and no phone number',
  [hostile, fc.nat()],
  (text, place) => {
    const at = place % (text.length + 1);
    const whole = `${text.slice(0, at)} ${mail} ${phone} ${text.slice(at)}`;
    for (const excerpt of [excerptOf(whole), excerptAround(whole, at, Math.min(at + 6, whole.length))]) {
      expect(excerpt.length).toBeLessThanOrEqual(maxExcerpt);
      expect(excerpt).not.toMatch(/jane\.doe@|9912345/);
    }
  },
);

property(
  'nothing that is saved of a page is longer than an excerpt, whatever the page contains',
  [hostile, hostile],
  { numRuns: 60 },
  (text, other) => {
    const quoted = (one: string) => one.replaceAll('"', '&quot;');
    const author = JSON.stringify({ '@type': 'Article', author: { name: `${mail} ${other}` } }).replaceAll(
      '<',
      '\\u003c',
    );
    const head = `<title>${text} ${mail}</title><meta name="author" content="${quoted(other)}"><script type="application/ld+json">${author}</script>`;
    const items = [text, other, sentence].map((one) => `<li><b>${one}</b></li>`).join('');
    const { facts, websites } = readHtml(
      `<!doctype html><html lang="${quoted(other)}"><head>${head}</head><body><main><h1>${text}</h1><ol>${items}</ol><p>Varnlo ${text}</p><p>${sentence} ${other} ${mail}</p><a href="/contact?${encodeURIComponent(text)}">x</a></main></body></html>`,
    );
    const all = stringsIn({ facts, websites });
    expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(maxExcerpt);
    expect(all.filter((one) => one.includes(mail))).toEqual([]);
  },
);
