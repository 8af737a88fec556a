import { beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { createBundle } from '../../src/app/records.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { type HttpRequest, providerKey, useService } from '../support/service.ts';
import { verifyFiles } from '../support/verified.ts';

type Read = { status: number; body: any };

const refusalOf = ({ status, body }: Read) => [status, body?.error?.code, body?.error?.details?.field];

onEachDatabase('rules about engines', (database) => {
  const service = useService(database, {
    env: { ENGINES: 'claude-api,openai,google-ai-mode', ENGINE_HASTE: '1000', ANTHROPIC_API_KEY: providerKey },
  });
  let key: string;
  let siteId: string;

  beforeAll(async () => {
    key = await service.makeKey(['manage', 'evaluate']);
    siteId = (await service.makeSite()).id;
  });

  const ask = (path: string, asked: HttpRequest = {}): Promise<Read> => service.ask(path, { key, ...asked });
  const save = (body: Record<string, unknown>) => ask('/api/v2/questions', { body });
  const saveCase = (body: Record<string, unknown>) => ask('/api/v2/benchmark-cases', { body });
  const quote = (body: Record<string, unknown>) => ask('/api/v2/quotes', { body });

  it('v1 accepts the platform of the declared engine, describes it, and shows no other engine’s cases', async () => {
    const current = (platform: string) => ask(`/api/v1/visibility/current?websiteId=${siteId}&platform=${platform}`);
    const { platform } = (await ask('/api/v2/engines')).body.items[0];
    const counted = await current(platform);
    expect([counted.status, counted.body?.filters?.platform]).toEqual([200, platform]);
    expect(refusalOf(await current('openai-web-search'))).toEqual([400, 'invalid_request', 'platform']);
    const described = JSON.stringify((await ask('/api/openapi.json')).body);
    expect([described.includes(`"enum":["${platform}"]`), described.includes('openai-web-search')]).toEqual([
      true,
      false,
    ]);
    const { body } = await save({ query: 'Which engine is asked this?', engines: ['claude-api', 'openai'] });
    const shown = (await ask('/api/v1/benchmark-cases')).body.cases.map((one: { id: string }) => one.id);
    const ids = body.items[0].engines.map(({ cases }: any) => cases[0].id);
    expect(ids.map((id: string) => shown.includes(id))).toEqual([true, false]);
  });

  it.each([
    ['a time zone that is none', { locale: { timezone: 'Mars/Phobos' } }, 'locale.timezone'],
    ['an offset as a time zone', { locale: { timezone: '+01:00' } }, 'locale.timezone'],
    ['a country that is none', { locale: { country: 'UK' } }, 'locale.country'],
    ['a language that is none', { locale: { language: 'english' } }, null],
    ['a language that nobody speaks', { locale: { language: 'zz' } }, 'locale.language'],
    ['a model of another vendor', { search: { model: 'gpt-5.5' } }, 'search.model'],
    ['a model that is none', { search: { model: 'claude-nonsense' } }, 'search.model'],
    ['a question that is too long', { query: 'ö'.repeat(2_001) }, null],
  ])('refuses to save %s, naming field and engine', async (what, given, field) => {
    for (const refused of [await saveCase({ query: what, ...given }), await save({ query: what, ...given })]) {
      if (field === null) expect(refused.body.error.code).toBe('invalid_request');
      else {
        expect(refusalOf(refused)).toEqual([400, 'unsupported_setting', field]);
        expect(refused.body.error.details.engine).toBe('claude-api');
      }
    }
  });

  it('counts a question in characters, and accepts every name of a model or a location', async () => {
    const astral = '𝒬'.repeat(1_500);
    expect((await save({ query: astral, engines: ['openai'] })).status).toBe(201);
    expect(refusalOf(await save({ query: astral, engines: ['google-ai-mode'] }))).toEqual([
      400,
      'unsupported_setting',
      'query',
    ]);
    const given = { locale: { timezone: 'US/Pacific', country: 'us', language: 'no' } };
    expect((await saveCase({ query: 'Where?', ...given, search: { model: 'claude-sonnet-5-5' } })).status).toBe(201);
    const dated = { engine: 'openai', model: 'gpt-5.5-2026-04-23' };
    expect((await saveCase({ query: 'Which model?', search: dated })).status).toBe(201);
  });

  it('recognises a question regardless of upper and lower case', async () => {
    const [one] = (await save({ query: 'Which IT firm is best?' })).body.items;
    const [other] = (await save({ query: 'which it firm is BEST?', engines: ['openai'] })).body.items;
    expect(other.id).toBe(one.id);
    expect(other.engines).toHaveLength(2);
  });

  it('reports one mistake alike everywhere', async () => {
    const [{ id }] = (await save({ query: 'Which one is quoted?' })).body.items;
    const unknown = [
      refusalOf(await save({ query: 'Asked of nobody?', engines: ['nobody'] })),
      refusalOf(await quote({ questionIds: [id], engines: ['nobody'] })),
    ];
    expect(unknown).toEqual([
      [400, 'invalid_request', 'engines'],
      [400, 'invalid_request', 'engines'],
    ]);
    const off = [
      refusalOf(await save({ query: 'Asked of one that is off?', engines: ['gemini-api'] })),
      refusalOf(await quote({ questionIds: [id], engines: ['gemini-api'] })),
    ];
    expect(off).toEqual([
      [503, 'engine_unavailable', 'engines'],
      [503, 'engine_unavailable', 'engines'],
    ]);
    // AI Mode needs a country, which this question does not have.
    const refused = [
      refusalOf(await save({ query: 'Which one is quoted?', engines: ['google-ai-mode'] })),
      refusalOf(await quote({ questionIds: [id], engines: ['google-ai-mode'] })),
    ];
    expect(refused).toEqual([
      [400, 'unsupported_setting', 'locale.country'],
      [400, 'unsupported_setting', 'locale.country'],
    ]);
  });

  it('quotes duplicates once', async () => {
    const [question] = (await save({ query: 'Which one is named twice?' })).body.items;
    const [{ id }] = question.engines[0].cases;
    const twice = [
      await quote({ caseIds: [id, id] }),
      await quote({ questionIds: [question.id, question.id], engines: ['openai', 'openai'] }),
    ];
    for (const { body } of twice) expect([body.items.length, body.total.bought]).toEqual([1, 1]);
  });

  long('shows the price of an answer at each engine, and its cost at each run', async () => {
    const { items } = (await ask('/api/v2/engines?limit=200')).body;
    const priceOf = (id: string) => items.find((one: { id: string }) => one.id === id).price;
    expect(priceOf('google-ai-mode')).toMatchObject({ typicalUsd: 0.0012, maxUsd: 0.0012, basis: 'price_table' });
    expect(priceOf('claude-api').typicalUsd).toBeGreaterThan(0);
    const [question] = (await save({ query: 'Which one is bought?' })).body.items;
    const started = await service.ensure(key, question.engines[0].cases[0].id, `bought-${database}`);
    const { id } = await service.follow(key, started.body.run.id);
    const { run } = (await ask(`/api/v2/runs/keyword/${id}`)).body;
    expect(run.usage.costUsd).toBeNull();
    expect(run.costEstimate).toMatchObject({ amountUsd: expect.any(Number), basis: 'price_table' });
    const { total } = (await ask('/api/v2/spending')).body;
    expect(total.estimatedUsd).toBe(run.costEstimate.amountUsd);
  });

  long('bundles the answers of the named engine, and verifies them offline', async () => {
    const config = readConfig({
      ...service.database.env,
      ENGINES: 'openai,claude-api',
      ANTHROPIC_API_KEY: providerKey,
      OPENAI_API_KEY: providerKey,
    });
    const asked = { query: 'Which CRM is bundled?', websiteId: siteId, engines: ['openai', 'claude-api'] };
    const [{ engines }] = (await save(asked)).body.items;
    const runs: Record<string, string> = {};
    for (const { engine, cases } of engines) {
      const started = await service.ensure(key, cases[0].id, `bundled-${engine}-${database}`);
      runs[engine] = (await service.follow(key, started.body.run.id)).id;
    }
    const window = { startDate: null, endDate: null, model: null };
    for (const engine of ['openai', 'claude-api']) {
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
    const [question] = (await save({ query: 'Which one is asked before it is off?' })).body.items;
    const [{ id }] = question.engines[0].cases;
    const first = await service.ensure(key, id, `before-off-${database}`);
    await service.follow(key, first.body.run.id);
    await service.restart({ ENGINES: 'openai' });
    const again = await service.ensure(key, id, `after-off-${database}`);
    expect([again.status, again.body.disposition, again.body.run.id]).toEqual([200, 'fresh_saved', first.body.run.id]);
    expect((await quote({ caseIds: [id] })).body.total).toMatchObject({ bought: 0, reused: 1 });
    const sent = service.sent();
    expect(refusalOf(await service.ensure(key, id, `bought-off-${database}`, { maxAgeSeconds: 0 }))).toMatchObject([
      503,
      'provider_unavailable',
      expect.anything(),
    ]);
    expect(refusalOf(await quote({ caseIds: [id], maxAgeSeconds: 0 }))).toEqual([503, 'engine_unavailable', 'caseIds']);
    expect(service.sent()).toBe(sent);
  });
});
