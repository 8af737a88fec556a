import { beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { createBundle } from '../../src/app/records.ts';
import type { InputOf } from '../../src/contract/callTypes.ts';
import type { OperationId } from '../../src/contract/routes.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { providerKey, useProgram, useService } from '../support/service.ts';
import { verifyFiles } from '../support/verified.ts';

onEachDatabase('rules about engines', (database) => {
  const service = useService(database, {
    env: { ENGINES: 'claude-api,openai,google-ai-mode', ENGINE_HASTE: '1000', ANTHROPIC_API_KEY: providerKey },
  });
  const program = useProgram(service, ['manage', 'evaluate']);
  let siteId: string;

  beforeAll(async () => {
    siteId = (await service.makeSite()).id;
  });

  const save = (given: InputOf<'createQuestions'>) => program.call('createQuestions', given);
  /** Saves a question; returns it with its first case. */
  async function saved(query: string, given: Omit<InputOf<'createQuestions'>, 'query'> = {}) {
    const [question] = (await save({ query, ...given })).items;
    return {
      id: question?.id ?? '',
      engines: question?.engines ?? [],
      caseId: question?.engines[0]?.cases[0]?.id ?? '',
    };
  }
  /** Makes calls that must be refused with `code` about `field`. */
  async function refuse(code: string, field: string, calls: [OperationId, Record<string, unknown>][]) {
    for (const [id, input] of calls) expect((await program.refuse(id, input, code)).field, id).toBe(field);
  }

  it('v1 accepts the platform of the declared engine, describes it, and shows no other engine’s cases', async () => {
    const { platform = '' } = (await program.call('listEngines', {})).items[0] ?? {};
    const counted = await program.call('currentVisibility', { websiteId: siteId, platform });
    expect(counted.filters.platform).toBe(platform);
    const other = { websiteId: siteId, platform: 'openai-web-search' };
    await refuse('invalid_request', 'platform', [['currentVisibility', other]]);
    const { text } = await service.ask('/api/openapi.json');
    expect([text.includes(`"enum":["${platform}"]`), text.includes(other.platform)]).toEqual([true, false]);
    const { engines } = await saved('Which engine is asked this?', { engines: ['claude-api', 'openai'] });
    const shown = (await program.call('listBenchmarkCases', {})).cases.map(({ id }) => id);
    expect(engines.map(({ cases }) => shown.includes(cases[0]?.id ?? ''))).toEqual([true, false]);
  });

  it.each([
    ['an unknown time zone', { locale: { timezone: 'Mars/Phobos' } }, 'locale.timezone'],
    ['an offset as a time zone', { locale: { timezone: '+01:00' } }, 'locale.timezone'],
    ['an unknown country', { locale: { country: 'UK' } }, 'locale.country'],
    ['a value that is not a language', { locale: { language: 'english' } }, null],
    ['an unknown language', { locale: { language: 'zz' } }, 'locale.language'],
    ['a model of another vendor', { search: { model: 'gpt-5.5' } }, 'search.model'],
    ['an unknown model', { search: { model: 'claude-nonsense' } }, 'search.model'],
    ['a question that is too long', { query: 'ö'.repeat(2_001) }, null],
  ])('refuses to save %s, naming field and engine', async (what, given, field) => {
    for (const id of ['createBenchmarkCase', 'createQuestions'] as const) {
      const code = field === null ? 'invalid_request' : 'unsupported_setting';
      const refused = await program.refuse(id, { query: what, ...given }, code);
      if (field !== null) expect(refused.details).toMatchObject({ field, engine: 'claude-api' });
    }
  });

  it('counts a question in characters, and accepts every name of a model or a location', async () => {
    const astral = '𝒬'.repeat(1_500);
    await save({ query: astral, engines: ['openai'] });
    const atGoogle = { query: astral, engines: ['google-ai-mode'] };
    await refuse('unsupported_setting', 'query', [['createQuestions', atGoogle]]);
    const locale = { timezone: 'US/Pacific', country: 'us', language: 'no' };
    await program.call('createBenchmarkCase', { query: 'Where?', locale, search: { model: 'claude-sonnet-5-5' } });
    const dated = { engine: 'openai', model: 'gpt-5.5-2026-04-23' };
    await program.call('createBenchmarkCase', { query: 'Which model?', search: dated });
  });

  it('recognises a question regardless of upper and lower case', async () => {
    const one = await saved('Which IT firm is best?');
    const other = await saved('which it firm is BEST?', { engines: ['openai'] });
    expect([other.id, other.engines.length]).toEqual([one.id, 2]);
  });

  it.each([
    ['an unknown engine', 'nobody', 'invalid_request', 'engines'],
    ['an engine that is off', 'gemini-api', 'engine_unavailable', 'engines'],
    // The question has no country.
    ['a missing country, which AI Mode needs', 'google-ai-mode', 'unsupported_setting', 'locale.country'],
  ])('refuses to save and to quote a question for the same reason: %s', async (_what, named, code, field) => {
    const query = 'Which one is quoted?';
    const { id } = await saved(query);
    await refuse(code, field, [
      ['createQuestions', { query, engines: [named] }],
      ['quoteAnswers', { questionIds: [id], engines: [named] }],
    ]);
  });

  it('quotes duplicates once', async () => {
    const { id, caseId } = await saved('Which one is named twice?');
    for (const twice of [{ caseIds: [caseId, caseId] }, { questionIds: [id, id], engines: ['openai', 'openai'] }]) {
      const { items, total } = await program.call('quoteAnswers', twice);
      expect([items.length, total.bought]).toEqual([1, 1]);
    }
  });

  long('shows the price of an answer at each engine, and its cost at each run', async () => {
    const { items } = await program.call('listEngines', { limit: 200 });
    const priceOf = (name: string) => items.find(({ id }) => id === name)?.price;
    expect(priceOf('google-ai-mode')).toMatchObject({ typicalUsd: 0.0012, maxUsd: 0.0012, basis: 'price_table' });
    expect(priceOf('claude-api')?.typicalUsd).toBeGreaterThan(0);
    const { caseId } = await saved('Which one is bought?');
    const started = await service.ensure(program.key, caseId, `bought-${database}`);
    const { id } = await service.follow(program.key, started.body.run.id);
    const { run } = await program.call('readFullRun', { kind: 'keyword', id });
    expect(run.usage.costUsd).toBeNull();
    expect(run.costEstimate).toMatchObject({ amountUsd: expect.any(Number), basis: 'price_table' });
    const { total } = await program.call('readSpending', {});
    expect(total.estimatedUsd).toBe(run.costEstimate.amountUsd);
  });

  long('bundles the answers of the named engine, and verifies them offline', async () => {
    const config = readConfig({
      ...service.database.env,
      ENGINES: 'openai,claude-api',
      ANTHROPIC_API_KEY: providerKey,
      OPENAI_API_KEY: providerKey,
    });
    const asked = { websiteId: siteId, engines: ['openai', 'claude-api'] };
    const { engines } = await saved('Which CRM is bundled?', asked);
    const runs: Record<string, string> = {};
    for (const { engine, cases } of engines) {
      const started = await service.ensure(program.key, cases[0]?.id ?? '', `bundled-${engine}-${database}`);
      runs[engine] = (await service.follow(program.key, started.body.run.id)).id;
    }
    const window = { startDate: null, endDate: null, model: null };
    for (const engine of asked.engines) {
      const files = await createBundle(config, { websiteId: siteId, engine, ...window });
      const held = files.filter(({ path }) => path.startsWith('answers/')).map(({ path }) => path);
      expect(held).toEqual([`answers/${runs[engine]}.json`]);
      const verified = await verifyFiles(new Map(files.map(({ path, text }) => [path, Buffer.from(text)])));
      expect(verified).toMatchObject({ differences: [], missing: [], counted: { reports: 5 } });
    }
    await expect(createBundle(config, { websiteId: siteId, engine: 'nobody', ...window })).rejects.toThrow(/engine/);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])(
    'answers %s at the address of notices with the allowed methods',
    async (method) => {
      for (const path of ['/api/webhooks/openai', '/api/webhooks/google-ai-mode/a-secret']) {
        expect((await service.ask(path, { method })).status).toBe(405);
      }
    },
  );

  long('reuses a saved answer after its engine is off, and buys nothing there', async () => {
    const { key } = program;
    const { caseId } = await saved('Which one is asked before it is off?');
    const first = await service.ensure(key, caseId, `before-off-${database}`);
    await service.follow(key, first.body.run.id);
    await service.restart({ ENGINES: 'openai' });
    const again = await service.ensure(key, caseId, `after-off-${database}`);
    expect([again.status, again.body.disposition, again.body.run.id]).toEqual([200, 'fresh_saved', first.body.run.id]);
    const { total } = await program.call('quoteAnswers', { caseIds: [caseId] });
    expect(total).toMatchObject({ bought: 0, reused: 1 });
    const sent = service.sent();
    const anew = { kind: 'keyword', caseId, maxAgeSeconds: 0 };
    await program.refuse('ensureObservation', anew, 'provider_unavailable', {
      idempotencyKey: `bought-off-${database}`,
    });
    await refuse('engine_unavailable', 'caseIds', [['quoteAnswers', { caseIds: [caseId], maxAgeSeconds: 0 }]]);
    expect(service.sent()).toBe(sent);
  });
});
