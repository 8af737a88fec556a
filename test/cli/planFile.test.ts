import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportedFile, rulesWithoutDestinations } from '../../src/cli/planFile/exportedFile.ts';
import { buildDifferences } from '../../src/cli/planFile/planDifferences.ts';
import { readPlanFile, writePlanFile } from '../../src/cli/planFile/planFile.ts';
import { formatId } from '../../src/cli/planFile/questionEntries.ts';
import type {
  SavedAlertRule,
  SavedPlan,
  SavedQuestion,
  SavedWebsite,
  WorkspaceState,
} from '../../src/cli/planFile/workspaceState.ts';
import { isIds } from '../../src/domain/questions/questionText.ts';
import { tagForm } from '../../src/domain/questions/tags.ts';
import { longProperty, property } from '../support/property.ts';

const read = (text: string) => readPlanFile(text, 'plan.yaml');
const nothing = { websites: [], questions: [], plans: [], alertRules: [], destinations: [] };
const empty: WorkspaceState = {
  ...nothing,
  engines: ['openai', 'claude-api'],
  offEngines: [],
  declaredEngine: 'openai',
};

/** One line as the service saves it. */
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
      // Ids are refused as question texts.
      query: line(60).filter((text) => !isIds(text)),
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
      const id = formatId(query, locale, site?.id ?? null);
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

const destination = fc.record({
  id: slug.map((one) => `dest_${one}`),
  name: fc.constantFrom('On-call', 'Team', 'x: y'),
});

/** Some rules refer to a removed destination or engine. */
const alertRule = (
  sites: readonly SavedWebsite[],
  destinations: WorkspaceState['destinations'],
): fc.Arbitrary<SavedAlertRule> =>
  fc
    .record({
      name: line(20),
      subject: fc.oneof(
        fc.record({
          kind: fc.constant('visibility_change' as const),
          websiteId: fc.constantFrom(...sites.map(({ id }) => id)),
          engine: fc.constantFrom('openai', 'claude-api', 'gone'),
          periodDays: fc.constantFrom(1, 7, 14, 28),
          direction: fc.constantFrom('both' as const, 'increase' as const, 'decrease' as const),
        }),
        fc.record({
          kind: fc.constantFrom('gate_failed' as const, 'run_needs_action' as const),
          websiteId: fc.constantFrom(null, ...sites.map(({ id }) => id)),
        }),
        fc.record({
          kind: fc.constant('engine_failing' as const),
          engine: fc.constantFrom(null, 'openai', 'gone'),
        }),
        fc.record({ kind: fc.constantFrom('budget_used' as const, 'round_missed' as const) }),
      ),
      destinationIds: fc.subarray([...destinations.map(({ id }) => id), 'dest_removed_since']),
      enabled: fc.boolean(),
    })
    .map(({ name, subject, destinationIds, enabled }) => ({
      ...{ websiteId: null, engine: null, periodDays: null, direction: 'both' as const },
      ...subject,
      ...{ id: `rule_${name}`, name, destinationIds, enabled, createdAt: '2026-01-01T00:00:00.000Z' },
    }));

const state: fc.Arbitrary<WorkspaceState> = fc
  .uniqueArray(slug, { minLength: 1, maxLength: 3 })
  .chain((sites) => fc.tuple(...sites.map((one) => website(`https://www.${one}.example/`))))
  .chain((websites) =>
    fc
      .uniqueArray(question(websites), { minLength: 1, maxLength: 6, selector: ({ id }) => id })
      .chain((questions) =>
        fc
          .uniqueArray(plan(websites, questions), { maxLength: 3, selector: ({ name }) => name })
          .map((plans) => ({ ...empty, websites, questions, plans })),
      ),
  )
  .chain((saved) =>
    fc.uniqueArray(destination, { maxLength: 3, selector: ({ id }) => id }).chain((destinations) =>
      fc
        .uniqueArray(alertRule(saved.websites, destinations), {
          maxLength: 4,
          selector: ({ name, kind, websiteId, engine, periodDays }) =>
            JSON.stringify([name, kind, websiteId, engine, periodDays]),
        })
        .map((alertRules) => ({ ...saved, destinations, alertRules })),
    ),
  );

describe('a workspace as a file', () => {
  longProperty(
    'is read back as written, and changes nothing if applied to its own workspace',
    [state],
    { numRuns: 150 },
    (saved) => {
      const file = exportedFile(saved);
      const again = read(writePlanFile(file));
      expect(again).toEqual(file);
      expect(buildDifferences(again, saved).changes.flatMap(({ lines }) => lines)).toEqual([]);
      expect(buildDifferences(again, saved).leftAlone).toEqual({ websites: 0, questions: 0, plans: 0, alerts: 0 });
    },
  );

  property('is written in an order that depends only on its content', [state], { numRuns: 50 }, (saved) => {
    const turned = {
      ...saved,
      websites: saved.websites.toReversed(),
      questions: saved.questions.toReversed(),
      plans: saved.plans.toReversed(),
      alertRules: saved.alertRules.toReversed(),
      destinations: saved.destinations.toReversed(),
    };
    expect(writePlanFile(exportedFile(turned))).toBe(writePlanFile(exportedFile(saved)));
  });

  property(
    'applied to an empty workspace creates every website, question, plan and alert rule',
    [state],
    { numRuns: 50 },
    (saved) => {
      const elsewhere = {
        ...empty,
        engines: ['openai', 'claude-api', 'google-ai-mode', 'gone'],
        destinations: saved.destinations,
      };
      const lines = buildDifferences(exportedFile(saved), elsewhere).changes.flatMap((change) => change.lines);
      const count = (sign: string) => lines.filter((one) => one.startsWith(sign)).length;
      expect(count('+ website ')).toBe(saved.websites.length);
      expect(count('+ question ')).toBeGreaterThanOrEqual(saved.questions.length);
      expect(count('+ plan ')).toBe(saved.plans.length);
      expect(count('+ alert rule ')).toBe(saved.alertRules.length);
      expect(count('− ')).toBe(0);
    },
  );

  it('has one line for each question and rival', () => {
    const questions = [{ question: 'Which CRM, and why?', tags: ['a', 'b'], engines: ['openai'] }];
    const rivals = [{ domain: 'b.example', names: ['B'] }];
    const websites = [{ url: 'https://a.example/', rivals, questions }];
    expect(writePlanFile({ sightline: 1, websites, questions: [], plans: [], alerts: [] }).split('\n')).toEqual(
      expect.arrayContaining([
        '      - { domain: b.example, names: [ B ] }',
        '      - { question: "Which CRM, and why?", tags: [ a, b ], engines: [ openai ] }',
      ]),
    );
  });

  it('keeps a country, a time and a tag that YAML could read as another type', () => {
    const written = writePlanFile({
      sightline: 1,
      websites: [],
      questions: [{ question: '~', country: 'NO', tags: ['null', '1.0', '2026-01-01', 'yes: no'] }],
      plans: [{ name: '!x', tags: ['null'], engines: ['openai'], repeats: 1, every: 'daily', at: '06:00' }],
      alerts: [{ name: '12', kind: 'budget_used', to: ['on', '#team'] }],
    });
    expect(read(written)).toMatchObject({
      questions: [{ question: '~', country: 'NO', tags: ['null', '1.0', '2026-01-01', 'yes: no'] }],
      plans: [{ name: '!x', tags: ['null'], at: '06:00' }],
      alerts: [{ name: '12', to: ['on', '#team'] }],
    });
  });
});

describe('alert rules in a file', () => {
  const rule: SavedAlertRule = {
    ...{ id: 'rule_1', kind: 'engine_failing', name: 'Engines', websiteId: null, engine: 'openai', periodDays: null },
    ...{ direction: 'both', destinationIds: ['dest_a'], enabled: false, createdAt: '2026-01-01T00:00:00.000Z' },
  };
  const destinations = [
    { id: 'dest_a', name: 'On-call' },
    { id: 'dest_b', name: 'Team' },
  ];
  const saved: WorkspaceState = { ...empty, destinations, alertRules: [rule] };
  const linesOf = (alert: string, state = saved) =>
    buildDifferences(read(`sightline: 1\nalerts: [{ ${alert} }]\n`), state).changes.flatMap(({ lines }) => lines);

  it('leave unnamed settings unchanged', () => {
    expect(linesOf('name: Engines, kind: engine_failing, engine: openai')).toEqual([]);
    expect(linesOf('name: Engines, kind: engine_failing, engine: openai, to: [Team], enabled: true')).toEqual([
      '~ alert rule Engines: to + Team  − On-call',
      '~ alert rule Engines: on',
    ]);
  });

  it('are new if their subject differs, and the saved one stays', () => {
    const file = read('sightline: 1\nalerts: [{ name: Engines, kind: engine_failing, engine: claude-api }]\n');
    const { changes, leftAlone } = buildDifferences(file, saved);
    expect(changes.flatMap(({ lines }) => lines)).toEqual([
      '+ alert rule Engines: engine_failing at claude-api, only to the log; the rule with this name and another subject stays',
    ]);
    expect(leftAlone.alerts).toBe(1);
  });

  it('omit destinations if a name is ambiguous, and change nothing there', () => {
    const twice = { ...saved, destinations: [...destinations, { id: 'dest_c', name: 'On-call' }] };
    const file = exportedFile(twice);
    expect(file.alerts).toEqual([{ name: 'Engines', kind: 'engine_failing', engine: 'openai', enabled: false }]);
    expect(rulesWithoutDestinations(twice)).toEqual(['Engines']);
    expect(buildDifferences(file, twice).changes).toEqual([]);
    expect(() => linesOf('name: New, kind: budget_used, to: [On-call]', twice)).toThrow(
      'alerts[0].to[0]: several destinations have this name',
    );
  });

  it('never repeat an address entered in place of a name', () => {
    const address = 'https://hooks.example/T0/B0/x';
    const refused = () => linesOf(`name: New, kind: budget_used, to: ['${address}']`);
    expect(refused).toThrow('alerts[0].to[0]: no destination has this name');
    expect(refused).not.toThrow(address);
  });
});

describe('a file is refused, naming the field', () => {
  const site = 'sightline: 1\nwebsites:\n  - url: https://a.example/\n';
  const dated = 'plans:\n  - name: P\n    engines: [openai]\n    every: daily\n';
  const alert = (members: string) => `sightline: 1\nalerts: [{ name: A, ${members} }]\n`;
  const asked = (questions: string) => `${site}    questions: [{ ${questions} }]\n`;
  const planAt = (engine: string) => `${site}${dated.replace('openai', engine)}    website: a.example\n`;
  const planOf = (line: string) => `sightline: 1\n${dated}    ${line}\n`;
  it.each([
    ['a key', `${site}apiKey: x\n`, 'apiKey: this file must not contain keys, budgets or secrets'],
    ['a budget', planOf('budgetUsdPerMonth: 5'), 'plans[0].budgetUsdPerMonth: this file must not contain'],
    ['a maximum', planOf('maxUsdPerRound: 5'), 'plans[0].maxUsdPerRound: this file must not contain'],
    [
      'a secret deep inside',
      `${site}    rivals:\n      - { domain: b.example, secret: s }\n`,
      'websites[0].rivals[0].secret',
    ],
    ['a value that is a key', `${site}    name: sl_${'a'.repeat(32)}\n`, 'websites[0].name: looks like a key'],
    ['an id for a question', asked('question: case_a1'), 'websites[0].questions[0].question: is an id'],
    ['an account that is not a member', `${site}    colour: red\n`, 'websites[0].colour: is not a field'],
    ['eleven tags', asked('question: Q, tags: [1a,2a,3a,4a,5a,6a,7a,8a,9a,10a,11a]'), 'websites[0].questions[0].tags'],
    ['a signing secret', alert('kind: budget_used, secret: x'), 'alerts[0].secret: this file must not contain'],
    ['an unknown kind of alert', alert('kind: rain'), 'alerts[0].kind'],
    ['days that are not compared', alert('kind: visibility_change, days: 3'), 'alerts[0].days'],
    ['an address', alert('kind: budget_used, address: x'), 'alerts[0].address: is not a field'],
    ['another format', 'sightline: 2\n', 'sightline'],
    ['no YAML', 'sightline: [1\n', 'plan.yaml'],
    ['a member twice', 'sightline: 1\nsightline: 1\n', 'plan.yaml'],
    ['nothing', '', 'is not a plan file'],
  ])('for %s', (_what, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it.each([
    ['a value that is not an address', `sightline: 1\nwebsites: [{ url: 'not an address' }]\n`, 'websites[0].url'],
    [
      'a website twice',
      'sightline: 1\nwebsites: [{ url: a.example }, { url: https://a.example/ }]\n',
      'websites[1].url',
    ],
    ['a plan without questions', `sightline: 1\n${dated}`, 'plans[0]: needs a website'],
    ['a plan of an unknown website', planOf('website: b.example'), 'plans[0].website: no such website'],
    ['a plan of an unknown question', planOf('questions: [Q]'), 'plans[0].questions[0]: no such question'],
    [
      'two tellings of one question',
      asked('question: Q, tags: [a] }, { question: q, tags: [b]'),
      'websites[0].questions[1].tags',
    ],
    [
      'an alert of an unknown website',
      alert('kind: gate_failed, website: b.example'),
      'alerts[0].website: no such website',
    ],
    [
      'an alert without the website that it needs',
      alert('kind: weekly_digest'),
      'alerts[0].website: is required for weekly_digest',
    ],
    [
      'days of an alert that compares nothing',
      alert('kind: budget_used, days: 7'),
      'alerts[0].days: applies only to visibility_change',
    ],
    [
      'a direction of an alert that compares nothing',
      alert('kind: budget_used, direction: decrease'),
      'alerts[0].direction: applies only to visibility_change',
    ],
    [
      'an alert of an unknown engine',
      alert('kind: engine_failing, engine: x'),
      'alerts[0].engine: x is not on this server',
    ],
    ['a plan at an unknown engine', planAt('x'), 'plans[0].engines: x is not on this server'],
    ['a plan at an engine that is off', planAt('claude-api'), 'plans[0].engines: claude-api is off'],
    ['a weekly plan without a day', planAt('openai').replace('daily', 'weekly'), 'plans[0].weekday: is needed'],
    ['an exact name of nothing', `${site}    exactNames: [B]\n`, 'websites[0].exactNames[0]: is neither'],
    ['a rival without a domain', `${site}    rivals: [{ domain: a b }]\n`, 'websites[0].rivals[0].domain: must be'],
    ['a dismissed address', `${site}    dismissed: ['https://b.example/']\n`, 'websites[0].dismissed[0]: must be'],
    [
      'an alert twice',
      'sightline: 1\nalerts: [{ name: A, kind: budget_used }, { name: A, kind: budget_used }]\n',
      'alerts[1].name: A is listed twice for the same subject',
    ],
  ])('for %s, compared with the saved state', (_what, text, message) => {
    expect(() => buildDifferences(read(text), { ...empty, offEngines: ['claude-api'] })).toThrow(message);
  });
});
