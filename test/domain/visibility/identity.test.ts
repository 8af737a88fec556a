import { describe, expect, it } from 'vitest';
import type { AnswerFacts } from '../../../src/domain/answer/answerFacts.ts';
import { identifyMentions } from '../../../src/domain/identity/mentions.ts';
import { carriesName, compactForm, nameForm } from '../../../src/domain/identity/nameForm.ts';
import { ownsUrl, readOwner } from '../../../src/domain/identity/owner.ts';
import { isSharedHost } from '../../../src/domain/identity/sharedHosts.ts';
import { runReport } from '../../../src/domain/visibility/runReport.ts';
import { attempt, cited, facts, mention, retrieved, type SavedMention, scope, website } from './savedAttempts.ts';

const owner = readOwner(website);

function identify(name: string, extra: Partial<SavedMention>, sources: AnswerFacts['sources'] = []): unknown[] {
  const [identity] = identifyMentions(facts([mention('?', { name, ...extra })], { sources }), owner);
  return [identity?.domain, identity?.basis];
}

describe('a mention is identified by its own link', () => {
  it.each([
    ['its registrable domain', 'https://www.rival.example/', 'rival.example'],
    ['the owner of a country suffix', 'https://shop.rival.co.uk/', 'rival.co.uk'],
    ['the tenant of a hosting platform', 'https://rival.github.io/', 'rival.github.io'],
    ['the website for a domain that its owner grouped', 'https://acme-shop.example/cart', 'acme.example'],
  ])('as %s', (_as, url, domain) => {
    expect(identify('Some name', { url })).toEqual([domain, 'explicit_url']);
  });

  it.each([
    ['its domain contains the name', 'Rival Pro 300', 'https://rival.example/pro', 'rival.example'],
    ['its domain begins as the name does', 'Rival Pro 300', 'https://rival-hearing.example/', 'rival-hearing.example'],
    ['it is a home page', 'Some name', 'https://maker.example/', 'maker.example'],
    ["it is the owner's page", 'Some name', 'https://acme.example/widget', 'acme.example'],
  ])('although the search returned it, when %s', (_when, name, url, domain) => {
    expect(identify(name, { url, blockUrls: [url], citationUrls: [url] }, cited(url))).toEqual([
      domain,
      'explicit_url',
    ]);
  });

  it('not if it links to a page about it and nothing identifies the owner, returned or not', () => {
    expect(identify('Rival Pro 300', { url: 'https://shop.example/rival-pro' })).toEqual([null, 'unknown']);
  });

  it.each([
    ['a shop', 'Rival Pro 300', 'https://shop.example/rival-pro'],
    ['a review', 'Rival', 'https://review.example/rival'],
    ['a domain that only shares letters', 'Rival', 'https://rivalry.example/hearing'],
    ['a domain that shares a common first word', 'The Rival', 'https://the-review.example/hearing'],
  ])('not if the search returned it and it is %s', (_what, name, url) => {
    expect(identify(name, { url, blockUrls: [url], citationUrls: [url] }, cited(url))).toEqual([null, 'unknown']);
    expect(identify(name, { url, blockUrls: [url] }, retrieved(url))).toEqual([null, 'unknown']);
  });

  it.each([
    'https://github.com/rival',
    'https://apps.apple.com/app/rival',
    'https://en.wikipedia.org/wiki/Rival',
    'https://192.0.2.7/',
    'https://github.io/',
  ])('but not by %s, where anybody may publish', (url) => {
    expect(identify('Rival', { url })).toEqual([null, 'unknown']);
  });
});

describe('a mention without its own link is identified by a link in its block', () => {
  it.each([
    ['carries the name', 'Big Rival Inc.', 'big-rival.example'],
    ['is a first part of the name', 'Big Rival 300', 'bigrival.example'],
  ])('if its domain %s', (_when, name, domain) => {
    const blockUrls = ['https://shop.example/', `https://${domain}/x`];
    expect(identify(name, { blockUrls })).toEqual([domain, 'explicit_url']);
  });

  it.each([
    ['it is alone but has no word of the name', 'Gadget', ['https://rival.example/']],
    ['only the first words agree', 'North End Dental', ['https://north-face.example/']],
    ['two domains contain the name', 'Rival', ['https://rival.example/', 'https://rival.test/']],
  ])('not if %s', (_when, name, blockUrls) => {
    expect(identify(name, { blockUrls })).toEqual([null, 'unknown']);
  });

  it('not if its own link is on a shared host and a neighbour is linked', () => {
    const url = 'https://github.com/rival';
    expect(identify('Rival', { url, blockUrls: [url, 'https://slick.example/'] })).toEqual([null, 'unknown']);
  });

  it.each([
    ['the annotation of a round-up', { citationUrls: ['https://roundup.example/best'] }, []],
    ['a page the search returned', {}, retrieved('https://roundup.example/best')],
  ])('never by %s', (_what, extra, sources) => {
    const blockUrls = ['https://roundup.example/best'];
    expect(identify('Rival', { blockUrls, ...extra }, sources)).toEqual([null, 'unknown']);
  });

  it("never by a citation of the owner's own page", () => {
    const page = 'https://acme.example/ten-alternatives';
    expect(identify('Rival', { blockUrls: [page], citationUrls: [page] }, cited(page))).toEqual([null, 'unknown']);
  });
});

describe('a mention is identified by a registered name', () => {
  it.each([
    'Acme',
    'ACME',
    'Acme, Inc.',
    'Acme GmbH',
    '  acme ',
    'Acme™',
    'Acme™\ufe0f',
    'Ａｃｍｅ',
    'Acme  Cloud',
    'acme.example',
    'Acme-Shop.example',
    'Acmé',
    'Acme Pro',
    'Acme Cloud Backup 3',
    'Acme’s Anvil',
  ])('%s', (name) => {
    expect(identify(name, {})).toEqual(['acme.example', 'owner_name']);
  });

  it('whatever link is next to it', () => {
    for (const url of ['https://acme-fans.example/', 'https://shop.example/acme', 'https://acme.test/']) {
      expect(identify('Acme', { url })).toEqual(['acme.example', 'owner_name']);
    }
  });

  it('unless the link leads to a company that the owner named as another', () => {
    const told = readOwner({ ...website, others: [{ name: 'Acme of Elsewhere', domain: 'acme-else.example' }] });
    const [there, nowhere] = identifyMentions(
      facts([mention('?Acme', { url: 'https://acme-else.example/' }), mention('?Acme')]),
      told,
    );
    expect(there).toEqual({ domain: 'acme-else.example', basis: 'explicit_url' });
    expect(nowhere).toEqual({ domain: 'acme.example', basis: 'owner_name' });
  });

  it.each(['Acm', 'Acmes', 'My Acme', 'AcmeCloud', 'Acme+', ''])('but not by the similar %j', (name) => {
    expect(identify(name, {})).toEqual([null, 'unknown']);
  });
});

describe('a mention is identified by a registered prefix on a shared host', () => {
  it.each(['https://github.com/acme', 'https://github.com/acme/tool', 'http://www.github.com/acme?tab=x'])(
    '%s',
    (url) => {
      expect(identify('Tool', { url })).toEqual(['acme.example', 'explicit_url']);
    },
  );

  it.each(['https://github.com/acme-other', 'https://github.com/other/acme', 'https://gitlab.com/acme'])(
    'but not by %s',
    (url) => {
      expect(identify('Tool', { url })).toEqual([null, 'unknown']);
    },
  );

  it('never by a citation under the prefix', () => {
    const page = 'https://github.com/acme/comparison';
    expect(identify('Rival', { blockUrls: [page], citationUrls: [page] }, cited(page))).toEqual([null, 'unknown']);
  });
});

describe('a mention is identified by its own home page among the sources', () => {
  it.each([
    ['the domain label', 'Best Rival', 'https://www.best-rival.example/x'],
    ['the domain itself', 'best-rival.example', 'https://best-rival.example/'],
  ])('by %s', (_by, name, url) => {
    expect(identify(name, {}, retrieved(url))).toEqual(['best-rival.example', 'source_home']);
  });

  it('not if two domains contain the label', () => {
    expect(identify('Rival', {}, cited('https://rival.example/', 'https://rival.test/'))).toEqual([null, 'unknown']);
  });

  it('not by a page of a round-up', () => {
    expect(identify('Rival', {}, cited('https://roundup.example/rival'))).toEqual([null, 'unknown']);
  });

  it('not by a shared host of that name', () => {
    expect(identify('Medium', {}, cited('https://medium.com/@somebody/post'))).toEqual([null, 'unknown']);
  });
});

describe('names are compared in one normal form', () => {
  it.each([
    ['Müller & Co. KG', 'muller'],
    ['Łódź Sp. z o.o.', 'lodz sp z o o'],
    ['İpek A.Ş.', 'ipek'],
    ['株式会社テスト', 'テスト'],
    ['Dyson戴森 V15', 'dyson 戴森 v15'],
    ['हिन्दी', 'हिन्दी'],
    ['C++', 'c++'],
    ['Straße AG', 'strasse'],
    ['Foo S.A.R.L.', 'foo'],
    ['Limited', 'limited'],
    ['Foo Pty Ltd', 'foo'],
  ])('%s becomes %s', (name, form) => {
    expect(nameForm(name)).toBe(form);
  });

  it('without spaces and punctuation if a domain label is compared', () => {
    expect(compactForm('Best-Buy & More, Inc.')).toBe('bestbuymore');
  });
});

it.each([
  ['foo', 'Foo Bar 300', true],
  ['foobar', 'Foo Bar 300', true],
  ['foo-shop', 'Foo Bar 300', true],
  ['foo-bar', 'Foo Bar', true],
  ['t-mobile', 'T-Mobile One', true],
  ['food', 'Foo Bar', false],
  ['bar', 'Foo Bar', false],
  ['shop-foo', 'Foo Bar', false],
  ['the-foo', 'The Bar', false],
  ['', 'Foo', false],
  ['foo', '', false],
])('a domain label matches a name %j and %j: %s', (label, name, carried) => {
  expect(carriesName(label, name)).toBe(carried);
});

describe('a page belongs to the owner', () => {
  it.each([
    ['https://acme.example/', true],
    ['https://docs.acme.example/a', true],
    ['https://acme-shop.example/', true],
    ['https://github.com/acme/tool', true],
    ['https://github.com/other', false],
    ['https://notacme.example/', false],
    ['not a url', false],
    ['ftp://acme.example/', false],
  ])('%s: %s', (url, owned) => {
    expect(ownsUrl(owner, url)).toBe(owned);
  });

  it('on a shared host only under a registered prefix, even if the website itself is there', () => {
    const blogger = readOwner({
      ...website,
      url: 'https://medium.com/@blog',
      domain: 'medium.com',
      name: 'Blog',
      aliases: [],
    });
    expect(
      ['https://medium.com/@blog/post', 'https://medium.com/@else/post'].map((url) => ownsUrl(blogger, url)),
    ).toEqual([true, false]);
  });

  it('on a registered subdomain, without the rest of the domain', () => {
    const guest = readOwner({ ...website, name: 'A', aliases: ['acme.host.example'] });
    expect(['https://acme.host.example/x', 'https://host.example/x'].map((url) => ownsUrl(guest, url))).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['of its own letters', 'bücher.example', 'https://xn--bcher-kva.example/'],
    ['with www', 'www.acme.host.example', 'https://acme.host.example/'],
  ])('on a registered domain written %s', (_how, alias, url) => {
    expect(ownsUrl(readOwner({ ...website, aliases: [alias] }), url)).toBe(true);
  });

  it('in a shop with query addresses, only with the same query', () => {
    const alias = 'https://play.google.com/store/apps/details?id=example.acme';
    const maker = readOwner({ ...website, aliases: [alias] });
    expect([`${alias}&hl=de`, alias.replace('acme', 'rival')].map((url) => ownsUrl(maker, url))).toEqual([true, false]);
  });
});

describe('the owner’s statement that a name is another company’s', () => {
  const told = readOwner({ ...website, others: [{ name: 'Rival, Inc.', domain: 'rival.example' }] });
  const identifyTold = (name: string, extra: Partial<SavedMention> = {}) =>
    identifyMentions(facts([mention('?', { name, ...extra })]), told)[0];

  it('identifies that name and names beginning with it, and is stated as the reason', () => {
    expect(identifyTold('RIVAL')).toEqual({ domain: 'rival.example', basis: 'owner_word' });
    expect(identifyTold('Rival Pro')).toEqual({ domain: 'rival.example', basis: 'owner_word' });
    expect(identifyTold('Rivalry')).toEqual({ domain: null, basis: 'unknown' });
  });

  it('ranks above a link in the answer, and below a name registered for the website itself', () => {
    expect(identifyTold('Rival', { url: 'https://elsewhere.example/' })?.basis).toBe('owner_word');
    const both = readOwner({ ...website, others: [{ name: 'Acme Cloud', domain: 'rival.example' }] });
    expect(identifyMentions(facts([mention('?Acme Cloud')]), both)[0]?.basis).toBe('owner_name');
  });

  it('keeps a longer name from matching a shorter one of the website', () => {
    const rubber = readOwner({ ...website, others: [{ name: 'Acme Rubber', domain: 'acme-rubber.example' }] });
    const found = identifyMentions(facts([mention('?Acme Rubber Seals'), mention('?Acme Seals')]), rubber);
    expect(found.map(({ domain }) => domain)).toEqual(['acme-rubber.example', 'acme.example']);
  });

  it('changes the reading of an answer, and withdrawing it restores the earlier one', () => {
    const saved = attempt({ runId: 'run_1', mentions: ['?Rival'] });
    const scoreWith = (others: typeof website.others) =>
      runReport('current', scope([saved], { website: { ...website, others } })).visibilityScore;
    const before = scoreWith([]);
    expect(before).toMatchObject({ denominator: 1, knownByOwnerWord: 0, noBases: { by_name: 1 } });
    expect(scoreWith([{ name: 'Rival', domain: 'rival.example' }])).toMatchObject({
      value: 0,
      denominator: 1,
      knownByOwnerWord: 1,
      noBases: { by_name: 0, by_owner_word: 1 },
    });
    expect(scoreWith([])).toEqual(before);
  });
});

describe('a name that matches only alone and in its case', () => {
  const exact = readOwner({ ...website, name: 'Target', aliases: [], exactNames: ['Target'] });
  const identifyExact = (name: string) => identifyMentions(facts([mention('?', { name })]), exact)[0]?.basis;

  it.each([
    ['Target', 'owner_name'],
    ['Target, Inc.', 'owner_name'],
    ['target', 'unknown'],
    ['TARGET', 'unknown'],
    ['Target Circle', 'unknown'],
  ])('%s: %s', (name, basis) => {
    expect(identifyExact(name)).toBe(basis);
  });
});

describe('a name in a script without spaces', () => {
  const owner = readOwner({
    ...website,
    name: '資生堂',
    aliases: ['小'],
    others: [{ name: '資生堂パーラー', domain: 'parlour.example' }],
  });
  const identifyIn = (name: string) => identifyMentions(facts([mention('?', { name })]), owner)[0]?.domain;

  it.each([
    ['資生堂', 'acme.example'],
    ['資生堂エリクシール', 'acme.example'],
    ['資生堂 V15', 'acme.example'],
    ['資生堂パーラー銀座', 'parlour.example'],
    ['小米', null],
  ])('%s is of %s: the longest registered form counts', (name, domain) => {
    expect(identifyIn(name)).toBe(domain);
  });
});

describe('a mention is identified by other answers', () => {
  const learnt = { form: 'rival', domain: 'rival.example', answers: 2, runIds: ['run_7', 'run_8'] };

  it('that link its name to one domain, listing them', () => {
    const told = readOwner({ ...website, learned: [learnt] });
    expect(identifyMentions(facts([mention('?Rival'), mention('?Rival Pro')]), told)).toEqual([
      { domain: 'rival.example', basis: 'other_answers', runIds: ['run_7', 'run_8'] },
      { domain: null, basis: 'unknown' },
    ]);
  });

  it('as the website itself, if they link it to one of its domains', () => {
    const told = readOwner({ ...website, learned: [{ ...learnt, domain: 'acme-shop.example' }] });
    expect(identifyMentions(facts([mention('?Rival')]), told)[0]?.domain).toBe('acme.example');
  });

  it('only after all evidence in the answer itself', () => {
    const told = readOwner({ ...website, learned: [learnt] });
    const linked = mention('?Rival', { url: 'https://rival.test/' });
    expect(identifyMentions(facts([linked]), told)[0]).toEqual({ domain: 'rival.test', basis: 'explicit_url' });
  });
});

it.each([
  ['github.com', true],
  ['gist.github.com', true],
  ['notgithub.com', false],
  ['com', false],
  ['', false],
])('shared hosts: %s: %s', (host, shared) => {
  expect(isSharedHost(host)).toBe(shared);
});
