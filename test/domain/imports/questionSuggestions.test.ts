import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type QueryRow, suggestQuestions } from '../../../src/domain/imports/questionSuggestions.ts';
import { drawStrata } from '../../../src/domain/imports/samplingFrame.ts';
import { stratifiedShare } from '../../../src/domain/statistics/stratifiedShare.ts';
import { long } from '../../support/long.ts';

const fractionOf = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;

const row = (query: string, count = 50): QueryRow => ({
  query,
  source: 'import_1',
  label: 'Search Console performance',
  metric: 'impressions',
  count,
});
const isBranded = (query: string): boolean => query.includes('acme');
const listed = (rows: QueryRow[], saved: { id: string; query: string }[] = []) =>
  suggestQuestions(rows, saved, isBranded);

describe('questions from real queries', () => {
  it.each([
    'how to choose a crm',
    'welches crm für kleine teams',
    'meilleur logiciel de facturation',
    'jak wybrać crm',
    'hubspot vs pipedrive',
    'crm for startups',
    'simple crm tool with email automation',
  ])('%s is a question', (query) => expect(listed([row(query)]).candidates.map((one) => one.query)).toEqual([query]));

  it.each([
    ['branded', 'is acme crm any good'],
    ['navigational', 'what is hubspot login'],
    ['navigational', 'how to open www.hubspot'],
    ['personal', 'who is jane@shop.example'],
    ['personal', 'where is my order 104-7733-21'],
    ['personal', 'who called from 020 7946 0018'],
    ['personal', 'best crm consultant near sw1a 1aa'],
    ['personal', 'where is parcel jd0146002'],
    ['no_question', 'crm software'],
  ] as const)('%s: %s is not a question', (reason, query) => {
    const { candidates, leftOut } = listed([row(query)]);
    expect([candidates, leftOut[reason]]).toEqual([[], 1]);
  });

  it('never come from the query of a single person', () => {
    expect(listed([row('how to choose a crm', 9)]).leftOut.rare).toBe(1);
  });

  it('keep the text as written, with a separate wording', () => {
    const [candidate] = listed([row('Best CRM for small teams')]).candidates;
    expect(candidate).toMatchObject({
      query: 'Best CRM for small teams',
      wording: 'What is the Best CRM for small teams?',
      source: 'import_1',
      count: 50,
    });
  });

  it('that repeat a better one or a saved question are listed once, and no counts are merged', () => {
    const rows = [
      row('how to choose a crm', 90),
      row('how to choose a crm a', 40),
      row('what is a sales pipeline', 60),
    ];
    const found = listed(rows, [{ id: 'question_1', query: 'What is a sales pipeline?' }]);
    expect(found.candidates).toMatchObject([{ query: 'how to choose a crm', count: 90, alike: 1 }]);
    expect(found.covered).toMatchObject([{ query: 'what is a sales pipeline', questionId: 'question_1' }]);
  });
});

describe('a sample of a frame', () => {
  const frame = Array.from({ length: 612 }, (_one, index) => row(`how to solve problem ${index}`, 10 + index));
  const draw = (seed: string) => drawStrata(frame, 40, (query) => fractionOf(`${seed} ${query}`));

  it('contains 40 of 612 in proportion to the strata, the same ones for the same seed', () => {
    const strata = draw('a');
    expect(strata.map(({ size }) => size)).toEqual([204, 204, 204]);
    expect(strata.map(({ drawn }) => drawn.length).toSorted()).toEqual([13, 13, 14]);
    expect(draw('a')).toEqual(strata);
    expect(draw('b')).not.toEqual(strata);
  });

  long('covers the share of its frame in about 95 of 100 draws', () => {
    const isYes = (query: string): boolean =>
      fractionOf(`truth ${query}`) < (Number(query.split(' ').at(-1)) > 400 ? 0.6 : 0.2);
    const truth = frame.filter(({ query }) => isYes(query)).length / frame.length;
    let covers = 0;
    for (let seed = 0; seed < 1_000; seed += 1) {
      const strata = draw(String(seed)).map(({ size, drawn }) => ({
        size,
        known: drawn.length,
        yes: drawn.filter(isYes).length,
      }));
      const estimate = stratifiedShare(strata);
      if (estimate !== null && estimate.interval.lower <= truth && truth <= estimate.interval.upper) covers += 1;
    }
    // Three standard errors of a share of 0.95 in 1,000 draws; such small samples cover slightly more than 95 %.
    expect(covers / 1_000).toBeGreaterThan(0.929);
    expect(covers / 1_000).toBeLessThan(0.981);
  });

  it('is unknown if a stratum has no answer, and certain if the whole frame has one', () => {
    expect(
      stratifiedShare([
        { size: 9, known: 0, yes: 0 },
        { size: 9, known: 9, yes: 1 },
      ]),
    ).toBeNull();
    expect(stratifiedShare([{ size: 4, known: 4, yes: 1 }])).toMatchObject({
      share: 0.25,
      interval: { lower: 0.25, upper: 0.25 },
    });
  });
});
