import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerFacts } from '../../../src/domain/answer/answerFacts.ts';
import type { VisibilityWebsite } from '../../../src/domain/identity/attempt.ts';
import { readOwner } from '../../../src/domain/identity/owner.ts';
import { decideStatus, readListing } from '../../../src/domain/marks/listing.ts';
import { property } from '../../support/property.ts';
import { attempt, cited, facts, mention, type SavedMention, textOf, website } from './savedAttempts.ts';

type Given = {
  names?: readonly (string | SavedMention)[];
  text?: string | null;
  facts?: Partial<AnswerFacts>;
  website?: Partial<VisibilityWebsite>;
};

function listing({ names = ['?Somebody'], text, facts: extra, website: changed }: Given) {
  const owner = readOwner({ ...website, ...changed });
  const written = text === undefined ? textOf(names) : text;
  return readListing(attempt({ runId: 'run_1', facts: facts(names, extra), text: written }), owner);
}

const decide = (given: Given): string[] => {
  const { status, basis } = listing(given).own;
  return [status, basis];
};

it.each<[string, Given, string]>([
  ['by a registered name', { names: ['?Rival', '?Acme Pro'] }, 'owner_name'],
  ['by a link to the website', { names: [mention('?Tool', { url: 'https://acme.example/tool' })] }, 'explicit_url'],
  ['in an answer that is cut off', { names: ['?Acme'], facts: { limitationCodes: ['truncated'] } }, 'owner_name'],
  ['without a kept text', { names: ['?Acme'], text: null }, 'owner_name'],
])('a yes: %s', (_how, given, basis) => {
  expect(decide(given)).toEqual(['listed', basis]);
});

describe('a no', () => {
  const rubber = { others: [{ name: 'Rival', domain: 'rival.example' }] };
  it.each<[string, Given, string]>([
    ['when every name is somebody else', { names: ['rival.example', 'third.example'] }, 'by_domain'],
    ['when the owner said so of one of them', { names: ['?Rival', 'third.example'], website: rubber }, 'by_owner_word'],
    [
      'when a name is nobody known and cannot be the owner',
      { names: ['?Rival', '?Gadget'], website: rubber },
      'by_name',
    ],
    ['when nobody is recommended', { names: [], text: 'About a third.' }, 'recommends_nobody'],
    [
      'when the website is only advised against',
      { names: ['?Rival'], text: 'Rival is good.\nAvoid Acme: Acme is slow.', facts: rejecting('Avoid Acme', 15) },
      'rejected',
    ],
    [
      'when a longer name of another company holds its own',
      { names: ['?Acme Rubber'], website: { others: [{ name: 'Acme Rubber', domain: 'rubber.example' }] } },
      'by_owner_word',
    ],
    [
      'when a common word appears in lower case',
      { names: ['?Rival'], text: 'Your target: Rival', website: common() },
      'by_name',
    ],
    [
      'when a word only begins with its name',
      { text: 'Rival has acmes, Acmely and 다이슨트', website: { name: '다이슨', aliases: ['Acme'] } },
      'by_name',
    ],
    [
      'when its page is a source, not a link of the text',
      { facts: { sources: cited('https://acme.example/x') } },
      'by_name',
    ],
  ])('%s', (_when, given, basis) => {
    expect(decide(given)).toEqual(['not_listed', basis]);
  });
});

/** Advises against "Acme" in the second line; `start` is where the line starts. */
function rejecting(line: string, start: number): Partial<AnswerFacts> {
  const nameStart = start + line.indexOf('Acme');
  return { otherNames: [{ name: 'Acme', polarity: 'rejected', nameStart, nameEnd: nameStart + 4 }] };
}

function common(): Partial<VisibilityWebsite> {
  return { name: 'Target', aliases: [], exactNames: ['Target'] };
}

describe('an undecidable answer', () => {
  it.each<[string, Given, string]>([
    ['has the name in its text', { text: 'Somebody beats Acme.' }, 'stands_in_text'],
    [
      'has the name with a sign that is not seen',
      { text: 'Somebody beats Acme\u00ae\ufe0f and Ac\u2063me.' },
      'stands_in_text',
    ],
    ['has the name in letters of mathematics', { text: 'Somebody beats 𝗔𝗰𝗺𝗲.' }, 'stands_in_text'],
    ['has the name in the plural', { text: 'Somebody beats most Acmes.' }, 'stands_in_text'],
    [
      'has the name inside an escaped address',
      { text: 'https://r.example/?to=https%3A%2F%2Facme.example' },
      'stands_in_text',
    ],
    ['has the name with character references', { text: 'Ac&#109;e', website: {} }, 'stands_in_text'],
    ['has the name broken by markup', { text: 'Somebody, **A**cme', website: {} }, 'stands_in_text'],
    [
      'has the words of the name in one',
      {
        text: '#AcmeTools',
        website: { name: 'Acme Tools', aliases: [], domain: 'tools.example', url: 'https://tools.example/' },
      },
      'stands_in_text',
    ],
    [
      'has the domain in its own letters',
      {
        text: 'See müller.example.',
        website: { domain: 'xn--mller-kva.example', url: 'https://xn--mller-kva.example/', name: 'Acme', aliases: [] },
      },
      'stands_in_text',
    ],
    ['has the name before a Korean particle', { text: 'Acme은 좋다' }, 'stands_in_text'],
    ['has a Korean name before a particle', { text: '다이슨에서는', website: { name: '다이슨' } }, 'stands_in_text'],
    ['has an Arabic name behind a conjunction', { text: 'بوش ونُور', website: { name: 'نور' } }, 'stands_in_text'],
    ['has the name behind a Hebrew preposition', { text: 'יש בAcme', website: {} }, 'stands_in_text'],
    ['has the name in other letters', { text: 'Somebody beats ＡＣＭÉ’s tool.' }, 'stands_in_text'],
    ['has the domain in its text', { text: 'See acme-shop.example for more.' }, 'stands_in_text'],
    ['has the domain in a link', { text: '[Somebody](https://docs.acme.example/a)' }, 'stands_in_text'],
    ['has an address on a shared host', { text: 'github.com/acme/tool by Somebody' }, 'stands_in_text'],
    [
      'links a name to the website in its block',
      { names: [mention('?Somebody', { blockUrls: ['https://acme-shop.example/a'] })], text: 'Somebody' },
      'stands_in_text',
    ],
    ['has a common word in its own case', { text: 'Somebody, at Target.', website: common() }, 'stands_in_text'],
    ['has the name as a passing remark', { names: ['?Somebody', '~Acme'] }, 'stands_in_text'],
    [
      'advises against the website in one line and names it in another',
      { names: ['?Rival'], text: 'Rival is good.\nAvoid Acme.\nAcme again.', facts: rejecting('Avoid Acme.', 15) },
      'stands_in_text',
    ],
    ['names something like it', { names: ['?AcmeCloud'] }, 'possible_name'],
    [
      'names something that shares a distinctive word',
      { names: ['?Works of Acmely'], website: word() },
      'possible_name',
    ],
    [
      'names something in a script without spaces',
      { names: ['?讯飞同传'], website: { name: '讯飞听见' } },
      'possible_name',
    ],
    ['was read as empty', { names: [], facts: { recommendsNobody: null } }, 'unusable'],
    [
      'was read as empty by a reader that could not be sure',
      { names: [], facts: { recommendsNobody: undefined } as never },
      'unusable',
    ],
    ['is cut off', { facts: { limitationCodes: ['truncated'] } }, 'unusable'],
    ['cannot be read', { facts: { limitationCodes: ['unreadable'] } }, 'unusable'],
    ['is not usable', { facts: { usable: false } }, 'unusable'],
    ['has no kept text', { text: null }, 'unusable'],
  ])('%s', (_what, given, reason) => {
    expect(decide(given)).toEqual(['unknown', reason]);
  });

  it('names its candidates, but no identified name', () => {
    const names = ['?AcmeCloud', '?Rival', mention('?Acmely', { url: 'https://acmely.example/' })];
    expect(listing({ names, website: word() }).own.candidates).toEqual(['AcmeCloud']);
  });

  it('does not mistake a common word of the field for a sign of the website', () => {
    const names = ['?Summit Orthodontics'];
    const field = { name: 'Victory Orthodontics', aliases: [] };
    expect(decide({ names, website: field })).toEqual(['unknown', 'possible_name']);
    expect(decide({ names, website: { ...field, commonWords: ['orthodontics'] } })).toEqual(['not_listed', 'by_name']);
    expect(decide({ names: ['?Summit Dental'], website: { ...field, name: 'Victory Dental' } })[0]).toBe('not_listed');
  });
});

function word(): Partial<VisibilityWebsite> {
  return { name: 'Acmely Land', aliases: ['Acme Cloud'] };
}

describe('the status of another domain', () => {
  const statusOfRival = (given: Given) => decideStatus(listing(given), 'rival.example');
  it.each<[string, Given, string]>([
    ['is a yes where a name resolves to it', { names: ['rival.example'] }, 'listed'],
    ['is a no among unidentified names', { names: ['?Somebody'] }, 'not_listed'],
    ['is open where a name begins like its label', { names: ['?Rival Pro'] }, 'unknown'],
    ['is undecided if the text has its domain', { text: 'Somebody (rival.example)' }, 'unknown'],
    ['is undecided if the text has its label', { text: 'Somebody, not Rival' }, 'unknown'],
    [
      'is undecided if the text has a name that the owner gave to it',
      { text: 'Somebody, not Rv One', website: { others: [{ name: 'Rv One', domain: 'rival.example' }] } },
      'unknown',
    ],
    [
      'is undecided if the text has a name that other answers link to it',
      {
        text: 'Somebody, not Rv One',
        website: { learned: [{ form: 'rv one', domain: 'rival.example', answers: 2, runIds: ['a', 'b'] }] },
      },
      'unknown',
    ],
    ['is open in an answer that cannot be used', { facts: { usable: false } }, 'unknown'],
  ])('%s', (_what, given, status) => {
    expect(statusOfRival(given)).toBe(status);
  });
});

describe('for any answer', () => {
  const pieces = ['Acme', 'acme', 'ACME', 'Acme Cloud', 'acme.example', 'acme-shop.example', 'github.com/acme'];
  const fillers = ['Rival', 'is', 'good', 'https://review.example/a', 'pineacme', 'Somebody', '–', 'für', '東京'];
  const joiners = [' ', '\n', ', ', ' (', ') ', '**', ' [', '](', '/'];
  const names = fc.array(fc.constantFrom('?Rival', '?Somebody', 'third.example', '?Third Way'), { maxLength: 4 });
  const text = (words: readonly string[]) =>
    fc
      .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...joiners)), { maxLength: 12 })
      .map((parts) => parts.flat().join(''));
  const anyFacts = fc.record({
    usable: fc.boolean(),
    limitationCodes: fc.subarray(['truncated', 'unreadable', 'no_list']),
    recommendsNobody: fc.constantFrom(null, 'sure'),
  });

  property(
    'a no is never given while the text contains a name or domain of the website',
    [names, text(fillers), fc.constantFrom(...pieces), text(fillers), anyFacts],
    (list, a, own, b, extra) => {
      expect(listing({ names: list, text: `${a} ${own} ${b}`, facts: extra }).own.status).not.toBe('not_listed');
    },
  );

  property(
    'an empty reading is never a no, unless the reader is certain that nobody is recommended',
    [text(fillers)],
    (written) => {
      const [status] = decide({ names: [], text: written, facts: { recommendsNobody: null } });
      expect(status).toBe('unknown');
    },
  );

  property(
    'a usable answer without any trace of the website is a no, whoever else it names',
    [names.filter((list) => list.length > 0), text(fillers)],
    (list, written) => {
      expect(decide({ names: list, text: written })[0]).toBe('not_listed');
    },
  );

  property(
    'adding the website to the recommended names gives a yes, at that position',
    [names, fc.constantFrom('?Acme', '?ACME Pro', 'acme.example'), text(fillers)],
    (list, own, written) => {
      const read = listing({ names: [...list, own], text: written });
      expect([read.own.status, read.positions.get('acme.example')]).toEqual(['listed', list.length + 1]);
    },
  );

  property(
    'another company’s name never turns a no into a yes, or a yes into a no',
    [names, text([...fillers, ...pieces])],
    (list, written) => {
      const before = listing({ names: list, text: written }).own.status;
      const after = listing({ names: [...list, '?One More'], text: written }).own.status;
      if (before !== 'unknown') expect(after).toBe(before);
    },
  );
});
