import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VisibilityWebsite } from '../../../src/domain/identity/attempt.ts';
import { readOwner } from '../../../src/domain/identity/owner.ts';
import { markAnswer, markedBy, registeredOwner } from '../../../src/domain/marks/answerMarks.ts';
import { decideMarks, extractGist, namesLearnedAsOwn, taughtNames } from '../../../src/domain/marks/decideMarks.ts';
import { readListing } from '../../../src/domain/marks/listing.ts';
import { readMarks, writeMarks } from '../../../src/domain/marks/writtenMarks.ts';
import { property } from '../../support/property.ts';
import { attempt, cited, facts, mention, textOf, website } from './savedAttempts.ts';

const names = [
  '?Acme',
  '?Acme Rubber',
  '?acme-cloud Pro',
  '?Cloud Nine',
  '?Rival',
  '?Rival Tools',
  '?Gadget',
  '~Acme',
  '~acme.example',
  'rival.example',
  'acme-shop.example',
  'third.example',
];
const forms = ['acme rubber', 'cloud nine', 'rival', 'gadget', 'rival tools'];
const domains = ['acme.example', 'acme-shop.example', 'rival.example', 'third.example'];

const learned = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...forms), fc.constantFrom(...domains)), { selector: ([form]) => form })
  .map((ties) => ties.map(([form, domain]) => ({ form, domain, answers: 2, runIds: ['run_a', 'run_b'] })));

const sites = fc.record({
  learned,
  commonWords: fc.subarray(['cloud', 'acme', 'shop']),
  exactNames: fc.subarray(['Acme', 'Acme Cloud']),
  others: fc.subarray([
    { name: 'Acme Rubber', domain: 'rubber.example' },
    { name: 'Rival', domain: 'rival.example' },
  ]),
});

type GivenAnswer = {
  mentions: readonly string[];
  disputed: readonly string[];
  rejects: boolean;
  limitationCodes: readonly string[];
  withText: boolean;
  linked: boolean;
  question: string | undefined;
};

const answers: fc.Arbitrary<GivenAnswer> = fc.record({
  mentions: fc.array(fc.constantFrom(...names), { maxLength: 5 }),
  disputed: fc.array(fc.constantFrom('Acme Two', 'Rival', 'Gadget', 'Cloud Nine'), { maxLength: 2 }),
  rejects: fc.boolean(),
  limitationCodes: fc.subarray(['truncated', 'citation_not_verified']),
  withText: fc.boolean(),
  linked: fc.boolean(),
  question: fc.constantFrom(undefined, 'Which tool is best?', 'Is Acme or Rival better?'),
});

/** Optional decision of a person about the answer. */
const words = fc.option(fc.record({ recommended: fc.boolean(), position: fc.option(fc.integer({ min: 1, max: 9 })) }), {
  freq: 3,
});

function saved({ mentions, disputed, rejects, limitationCodes, withText, linked, question }: GivenAnswer) {
  const text = `${textOf(mentions)}${rejects ? '\nAvoid Acme: it is slow.' : ''}`;
  const place = text.lastIndexOf('Acme:');
  const made = facts(mentions, {
    ...(question === undefined ? {} : { question }),
    limitationCodes,
    disputed: disputed.map((name) => mention(`?${name}`)),
    sources: linked ? cited('https://gadget.example/', 'https://acme.example/page') : [],
    otherNames: rejects
      ? ([{ name: 'Acme', polarity: 'rejected', nameStart: place, nameEnd: place + 4, reason: '' }] as never)
      : [],
  });
  return attempt({ runId: 'run_1', facts: made, text: withText ? text : null });
}

describe('the marks of an answer', () => {
  property(
    'give the decisions of the answer itself, whatever is registered and learned',
    [answers, sites],
    { numRuns: 500 },
    (given, changed) => {
      const site: VisibilityWebsite = { ...website, ...changed };
      const answer = saved(given);
      const listing = readListing(answer, readOwner(site));
      if (answer.facts === null) throw new Error('the answer has no facts');
      const owner = registeredOwner(site);
      const marks = readMarks(writeMarks(markAnswer(answer.facts, answer.text, owner)));
      const says = decideMarks(marks, owner, taughtNames(site));
      expect([says.status, says.basis, [...says.positions]]).toEqual([
        listing.own.status,
        listing.own.basis,
        [...listing.positions],
      ]);
    },
  );

  property(
    'decide the status only from names that may be the owner’s',
    [answers, sites, words],
    { numRuns: 500 },
    (given, changed, word) => {
      const site: VisibilityWebsite = { ...website, ...changed };
      const answer = saved(given);
      if (answer.facts === null) throw new Error('the answer has no facts');
      const owner = registeredOwner(site);
      const marks = markAnswer({ ...answer.facts, ...(word === null ? {} : { word }) }, answer.text, owner);
      const taught = taughtNames(site);
      fc.pre(namesLearnedAsOwn(taught, owner).length === 0);
      const gist = readMarks(writeMarks(extractGist(marks, owner)));
      expect(decideMarks(gist, owner, taught).status).toBe(decideMarks(marks, owner, taught).status);
    },
  );

  it('report the learned names that they would miss: the owner’s names unlike the registered ones', () => {
    const owner = registeredOwner(website);
    const taught = (form: string, domain: string) => ({
      learned: new Map([[form, domain]]),
      commonWords: new Set<string>(),
    });
    const missed = taught('gadget', website.domain);
    expect(namesLearnedAsOwn(missed, owner)).toEqual(['gadget']);
    expect(namesLearnedAsOwn(taught('gadget', 'third.example'), owner)).toEqual([]);
    expect(namesLearnedAsOwn(taught('acme two', website.domain), owner)).toEqual([]);
    const answer = saved({
      mentions: ['?Gadget'],
      disputed: [],
      rejects: false,
      limitationCodes: [],
      withText: true,
      linked: false,
      question: undefined,
    });
    if (answer.facts === null) throw new Error('the answer has no facts');
    const marks = markAnswer(answer.facts, answer.text, owner);
    expect(decideMarks(marks, owner, missed).status).toBe('listed');
    expect(decideMarks(extractGist(marks, owner), owner, missed).status).toBe('not_listed');
  });

  it('are recomputed when the owner registers another name, but not when a name is learned', () => {
    const taught = { form: 'gadget', domain: 'third.example', answers: 2, runIds: [] };
    expect(markedBy({ ...website, aliases: ['Acme Two'] })).not.toBe(markedBy(website));
    expect(markedBy({ ...website, learned: [taught] } as VisibilityWebsite)).toBe(markedBy(website));
  });

  it('record a page without an answer, which says nothing about anybody', () => {
    const shown = facts([], { noAnswer: 'not_shown' as never });
    expect(readMarks(writeMarks(markAnswer(shown, '', registeredOwner(website)))).noAnswer).toBe(true);
  });
});
