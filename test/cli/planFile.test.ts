import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportedFile } from '../../src/cli/planFile/exportedFile.ts';
import { differencesOf } from '../../src/cli/planFile/planDifferences.ts';
import { readPlanFile, writePlanFile } from '../../src/cli/planFile/planFile.ts';
import { idOf } from '../../src/cli/planFile/questionEntries.ts';
import type { SavedPlan, SavedQuestion, SavedWebsite, WorkspaceState } from '../../src/cli/planFile/workspaceState.ts';
import { tagForm } from '../../src/domain/catalog/tags.ts';

const read = (text: string) => readPlanFile(text, 'plan.yaml');
const empty: WorkspaceState = { websites: [], questions: [], plans: [], declaredEngine: 'openai' };

/** One line as the service keeps it. */
const line = (max: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: max }).map((text) => text.replace(/\s+/gu, ' ').trim() || 'x');
const slug = fc.stringMatching(/^[a-z]{3,8}$/);
const names = (max = 3) => fc.uniqueArray(line(20), { maxLength: max });
const engines = fc.uniqueArray(fc.constantFrom('openai', 'claude-api', 'google-ai-mode'), { minLength: 1 });

const website = (url: string): fc.Arbitrary<SavedWebsite> =>
  fc
    .record({
      name: line(30),
      aliases: names(),
      dismissed: fc.uniqueArray(slug.map((one) => `${one}-none.example`)),
      rivals: fc.uniqueArray(
        slug.chain((one) => fc.record({ domain: fc.constant(`${one}-rival.example`), name: line(20), names: names() })),
        { selector: ({ domain }) => domain, maxLength: 3 },
      ),
      others: names(),
    })
    .map(({ name, aliases, dismissed, rivals, others }) => ({
      ...{ id: `site_${url}`, url, domain: new URL(url).hostname, name, aliases, dismissed, rivals },
      exactNames: aliases.slice(0, 1),
      otherNames: [
        ...rivals.flatMap((rival) => rival.names.map((one) => ({ name: one, domain: rival.domain }))),
        ...others.map((one) => ({ name: one, domain: 'other.example' })),
      ].map((one, at) => ({ id: `name_${at}`, ...one })),
    }));

const question = (sites: readonly SavedWebsite[]): fc.Arbitrary<SavedQuestion> =>
  fc
    .record({
      query: line(60),
      site: fc.constantFrom(null, ...sites),
      tags: fc.uniqueArray(line(12), { maxLength: 4, selector: tagForm }),
      branded: fc.constantFrom('rule', true, false),
      country: fc.constantFrom(null, 'US', 'NO'),
      engines,
      sizes: fc.uniqueArray(fc.constantFrom('low', 'medium', null), {
        minLength: 1,
        selector: (one) => one ?? 'medium',
      }),
      second: fc.integer({ min: 10, max: 59 }),
    })
    .map(({ query, site, tags, branded, country, engines: asked, sizes, second }) => {
      const locale = { language: null, country, region: null, city: null, timezone: null };
      const id = idOf(query, locale, site?.id ?? null);
      const search = { mode: 'open-web' as const, allowedDomains: [], model: null, device: null };
      return {
        ...{ id, query, locale, tags, createdAt: `2026-01-01T00:00:${second}.000Z` },
        target: site === null ? null : { websiteId: site.id, domain: site.domain, name: site.name },
        branded: branded === true,
        brandedBy: branded === 'rule' ? ('rule' as const) : ('owner' as const),
        engines: asked.map((engine) => ({
          engine,
          cases: sizes.map((contextSize) => ({ search: { ...search, engine, contextSize } })),
          lastAnswer: null,
          activeRunId: null,
        })),
      } as unknown as SavedQuestion;
    });

const plan = (sites: readonly SavedWebsite[], questions: readonly SavedQuestion[]): fc.Arbitrary<SavedPlan> =>
  fc
    .record({
      name: line(20),
      engines,
      repeats: fc.integer({ min: 1, max: 10 }),
      tags: fc.uniqueArray(line(12), { minLength: 1, maxLength: 3, selector: tagForm }),
      ids: fc.uniqueArray(fc.constantFrom(...questions.map(({ id }) => id)), { minLength: 1, maxLength: 5 }),
      kind: fc.constantFrom('website', 'tags', 'both', 'questions'),
      site: fc.constantFrom(...sites),
      cadence: fc.constantFrom(
        { kind: 'manual', hours: null, weekday: null, at: '07:00', timeZone: 'UTC' },
        { kind: 'hours', hours: 6, weekday: null, at: '06:00', timeZone: 'UTC' },
        { kind: 'weekly', hours: null, weekday: 'friday', at: '23:59', timeZone: 'Europe/Vienna' },
      ),
    })
    .map(
      ({ name, engines: asked, repeats, tags, ids, kind, site, cadence }) =>
        ({
          ...{ id: `plan_${name}`, name, engines: asked, repeats, cadence, state: 'draft' },
          questions: {
            questionIds: kind === 'questions' ? ids : null,
            websiteId: kind === 'website' || kind === 'both' ? site.id : null,
            tags: kind === 'tags' || kind === 'both' ? tags : null,
          },
        }) as unknown as SavedPlan,
    );

const state: fc.Arbitrary<WorkspaceState> = fc
  .uniqueArray(slug, { minLength: 1, maxLength: 3 })
  .chain((sites) => fc.tuple(...sites.map((one) => website(`https://www.${one}.example/`))))
  .chain((websites) =>
    fc
      .uniqueArray(question(websites), { minLength: 1, maxLength: 6, selector: ({ id }) => id })
      .chain((questions) =>
        fc
          .uniqueArray(plan(websites, questions), { maxLength: 3, selector: ({ name }) => name })
          .map((plans) => ({ websites, questions, plans, declaredEngine: 'openai' })),
      ),
  );

describe('a workspace as a file', () => {
  it('is read as it was written, and changes nothing where it came from, whatever stands in it', () => {
    fc.assert(
      fc.property(state, (saved) => {
        const file = exportedFile(saved);
        const again = read(writePlanFile(file));
        expect(again).toEqual(file);
        expect(differencesOf(again, saved).changes.flatMap(({ lines }) => lines)).toEqual([]);
        expect(differencesOf(again, saved).leftAlone).toEqual({ websites: 0, questions: 0, plans: 0 });
      }),
      { numRuns: 150 },
    );
  });

  it('applied to an empty workspace names every website, question and plan', () => {
    fc.assert(
      fc.property(state, (saved) => {
        const lines = differencesOf(exportedFile(saved), empty).changes.flatMap((change) => change.lines);
        const count = (sign: string) => lines.filter((one) => one.startsWith(sign)).length;
        expect(count('+ website ')).toBe(saved.websites.length);
        expect(count('+ question ')).toBeGreaterThanOrEqual(saved.questions.length);
        expect(count('+ plan ')).toBe(saved.plans.length);
        expect(count('− ')).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps a country, a time and a tag that look like something else in YAML', () => {
    const written = writePlanFile({
      sightline: 1,
      websites: [],
      questions: [{ question: '~', country: 'NO', tags: ['null', '1.0', '2026-01-01', 'yes: no'] }],
      plans: [{ name: '!x', tags: ['null'], engines: ['openai'], repeats: 1, every: 'daily', at: '06:00' }],
    });
    expect(read(written)).toMatchObject({
      questions: [{ question: '~', country: 'NO', tags: ['null', '1.0', '2026-01-01', 'yes: no'] }],
      plans: [{ name: '!x', tags: ['null'], at: '06:00' }],
    });
  });
});

describe('a file is refused with the name of the field', () => {
  const site = 'sightline: 1\nwebsites:\n  - url: https://a.example/\n';
  const dated = 'plans:\n  - name: P\n    engines: [openai]\n    every: daily\n';
  it.each([
    ['a key', `${site}apiKey: x\n`, 'apiKey: such a file never holds keys, budgets or secrets'],
    [
      'a budget',
      `sightline: 1\n${dated}    budgetUsdPerMonth: 5\n`,
      'plans[0].budgetUsdPerMonth: such a file never holds',
    ],
    ['a maximum', `sightline: 1\n${dated}    maxUsdPerRound: 5\n`, 'plans[0].maxUsdPerRound: such a file never holds'],
    [
      'a secret deep inside',
      `${site}    rivals:\n      - { domain: b.example, secret: s }\n`,
      'websites[0].rivals[0].secret',
    ],
    ['a value that is a key', `${site}    name: sl_${'a'.repeat(32)}\n`, 'websites[0].name: looks like a key'],
    ['a member that is none', `${site}    colour: red\n`, 'websites[0].colour: is no field'],
    [
      'eleven tags',
      `${site}    questions: [{ question: Q, tags: [1a,2a,3a,4a,5a,6a,7a,8a,9a,10a,11a] }]\n`,
      'websites[0].questions[0].tags',
    ],
    ['another format', 'sightline: 2\n', 'sightline'],
    ['no YAML', 'sightline: [1\n', 'plan.yaml'],
    ['a member twice', 'sightline: 1\nsightline: 1\n', 'plan.yaml'],
    ['nothing', '', 'the file'],
  ])('for %s', (_what, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it.each([
    ['an address that is none', `sightline: 1\nwebsites: [{ url: 'not an address' }]\n`, 'websites[0].url'],
    [
      'a website twice',
      'sightline: 1\nwebsites: [{ url: a.example }, { url: https://a.example/ }]\n',
      'websites[1].url',
    ],
    ['a plan without questions', `sightline: 1\n${dated}`, 'plans[0]: says which questions'],
    [
      'a plan of an unknown website',
      `sightline: 1\n${dated}    website: b.example\n`,
      'plans[0].website: no such website',
    ],
    [
      'a plan of an unknown question',
      `sightline: 1\n${dated}    questions: [Q]\n`,
      'plans[0].questions[0]: no such question',
    ],
    [
      'two tellings of one question',
      `${site}    questions: [{ question: Q, tags: [a] }, { question: q, tags: [b] }]\n`,
      'websites[0].questions[1].tags',
    ],
  ])('for %s, against what is saved', (_what, text, message) => {
    expect(() => differencesOf(read(text), empty)).toThrow(message);
  });
});
