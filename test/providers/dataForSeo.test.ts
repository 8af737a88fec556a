import { describe, expect, test } from 'vitest';
import type { Simulator } from '../../src/engines/startSimulator.ts';
import { createDataForSeo, type DataForSeoOptions } from '../../src/providers/seo/dataForSeo.ts';
import { readTaskReply } from '../../src/providers/seo/dataForSeoReply.ts';
import type { ReplyFault, SeoCourse } from '../../src/simulator/faults.ts';
import { listenForTest } from '../support/listen.ts';
import { simulator } from './setting.ts';

const password = 'canary-password-0123456789';
const basic = Buffer.from(`owner@studio.example:${password}`).toString('base64');
const tag = 'seo_test01:A';
const domain = 'studio.example';

function seo(sim: Simulator, changes: Partial<DataForSeoOptions> = {}) {
  return createDataForSeo({
    login: 'owner@studio.example',
    password,
    baseUrl: sim.url,
    simulated: true,
    timeoutMs: 5_000,
    ...changes,
  });
}

function callsOf(sim: Simulator): { sent: number; made: number } {
  const calls = sim.ledger.filter(({ operation }) => operation === 'seo_call');
  return { sent: calls.length, made: calls.filter(({ created }) => created !== null).length };
}

describe('one SEO call', () => {
  test('of the overview gives its figures and its cost', async () => {
    const sim = await simulator();
    const outcome = await seo(sim).call('domain_rank_overview', domain, tag);
    if (outcome.kind !== 'succeeded' || outcome.data.name !== 'domain_rank_overview') throw new Error(outcome.kind);
    const { overview } = outcome.data;
    const listed = Object.values(overview?.positions ?? {}).reduce<number>((sum, count) => sum + (count ?? 0), 0);
    expect(overview?.organicKeywords).toBe(listed);
    expect(outcome.costUsd).toBeCloseTo(0.0101, 6);
  });

  test('of the ranked keywords returns them ordered by rank', async () => {
    const sim = await simulator();
    const outcome = await seo(sim).call('ranked_keywords', domain, tag);
    if (outcome.kind !== 'succeeded' || outcome.data.name !== 'ranked_keywords') throw new Error(outcome.kind);
    const places = outcome.data.rankedKeywords.map(({ position }) => position ?? 0);
    expect(places.length).toBeGreaterThanOrEqual(8);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('states location and language, and has its tag, in a list of one task', async () => {
    const sim = await simulator();
    await seo(sim).call('domain_rank_overview', domain, tag);
    expect(sim.ledger[0]?.body).toEqual([{ target: domain, location_code: 2840, language_code: 'en', tag }]);
  });

  test('of the ranked keywords requests organic results only', async () => {
    const sim = await simulator();
    await seo(sim).call('ranked_keywords', domain, tag);
    expect(sim.ledger[0]?.body).toMatchObject([{ target: domain, tag, item_types: ['organic'], limit: 20 }]);
  });

  test('of the links gives their figures, its own cost, and requests no market', async () => {
    const sim = await simulator();
    const outcome = await seo(sim).call('backlinks_summary', domain, tag);
    if (outcome.kind !== 'succeeded' || outcome.data.name !== 'backlinks_summary') throw new Error(outcome.kind);
    const { backlinks } = outcome.data;
    expect(backlinks?.backlinks).toBeGreaterThan(backlinks?.referringDomains ?? Number.POSITIVE_INFINITY);
    expect(backlinks?.firstSeenAt).toMatch(/^20\d\d-03-14T09:26:53\.000Z$/);
    expect(outcome.costUsd).toBe(0.02);
    expect(sim.ledger[0]).toMatchObject({ path: '/v3/backlinks/summary/live' });
    expect(sim.ledger[0]?.body).toEqual([{ target: domain, include_subdomains: true, internal_list_limit: 1, tag }]);
  });

  test('of the links of a domain without any is null, never zeros', async () => {
    const sim = await simulator();
    sim.script({ at: 'seo_call', seo: { empty: true } });
    const outcome = await seo(sim).call('backlinks_summary', domain, tag);
    expect(outcome).toMatchObject({ kind: 'succeeded', data: { name: 'backlinks_summary', backlinks: null } });
  });
});

type Fault = { reply?: ReplyFault; seo?: SeoCourse };

/** Faults of a call, with its possible cost and the number of tasks that really ran. */
const faults: [
  name: string,
  fault: Fault,
  kind: string,
  costUsd: number | null | undefined,
  made: number,
  code?: string,
][] = [
  ['task: invalid field', { seo: { taskStatus: 40501 } }, 'failed', 0, 0, '40501'],
  ['task: rate per minute', { seo: { taskStatus: 40202 } }, 'busy', undefined, 0, '40202'],
  ['task: too many requests', { seo: { taskStatus: 40209 } }, 'busy', undefined, 0, '40209'],
  [
    'task: rate per minute, with a cost all the same',
    { seo: { taskStatus: 40202, costUsd: 0.01 } },
    'failed',
    0.01,
    0,
    '40202',
  ],
  ['envelope: rate per minute', { seo: { envelopeStatus: 40202 } }, 'busy', undefined, 0, '40202'],
  ['task: no funds', { seo: { taskStatus: 40210 } }, 'failed', 0, 0, '40210'],
  ['task: search engine failed, may be billed', { seo: { taskStatus: 40101 } }, 'failed', null, 1, '40101'],
  ['task: internal error, may be billed', { seo: { taskStatus: 50000 } }, 'failed', null, 1, '50000'],
  [
    'task: internal error with a stated cost',
    { seo: { taskStatus: 50000, costUsd: 0.02 } },
    'failed',
    0.02,
    1,
    '50000',
  ],
  ['task: an unknown code, may be billed', { seo: { taskStatus: 45678 } }, 'failed', null, 0, '45678'],
  ['task: nothing found', { seo: { taskStatus: 40102 } }, 'succeeded', 0, 0],
  ['task: created but without its result', { seo: { taskStatus: 20100 } }, 'unknown', undefined, 1],
  ['envelope: credentials', { seo: { envelopeStatus: 40100 } }, 'failed', 0, 0, '40100'],
  ['envelope: daily cap', { seo: { envelopeStatus: 40203 } }, 'failed', 0, 0, '40203'],
  ['envelope: internal error', { seo: { envelopeStatus: 50000 } }, 'failed', null, 0, '50000'],
  ['HTTP 401 with its code', { reply: { kind: 'status', status: 401, code: '40100' } }, 'failed', 0, 0, '40100'],
  ['HTTP 402 without a body', { reply: { kind: 'status', status: 402, body: 'nothing' } }, 'failed', 0, 0, 'http_402'],
  ['HTTP 500 with its code', { reply: { kind: 'status', status: 500, code: '50000' } }, 'failed', null, 0, '50000'],
  [
    'HTTP 502 page of a proxy',
    { reply: { kind: 'status', status: 502, body: 'page', done: true } },
    'unknown',
    undefined,
    1,
  ],
  ['HTTP 200 without a task', { reply: { kind: 'nameless' } }, 'unknown', undefined, 1],
  ['HTTP 200 that is not JSON', { reply: { kind: 'garbled' } }, 'unknown', undefined, 1],
  ['reply lost', { reply: { kind: 'lost' } }, 'unknown', undefined, 1],
  ['half a reply', { reply: { kind: 'half' } }, 'unknown', undefined, 1],
  ['connection cut before the task was created', { reply: { kind: 'dropped' } }, 'unknown', undefined, 0],
  ['reply after our patience', { reply: { kind: 'stalled', afterMs: 60_000 } }, 'unknown', undefined, 1],
];

describe('an SEO call with faults', () => {
  test.each(faults)('%s: sent once and reported correctly', async (_name, fault, kind, costUsd, made, code) => {
    const sim = await simulator();
    sim.script({ at: 'seo_call', ...fault });
    const timeoutMs = fault.reply?.kind === 'stalled' ? 200 : 5_000;
    const outcome = await seo(sim, { timeoutMs }).call('domain_rank_overview', domain, tag);
    expect(outcome.kind).toBe(kind);
    expect('costUsd' in outcome ? outcome.costUsd : undefined).toBe(costUsd);
    expect('code' in outcome ? outcome.code : undefined).toBe(code);
    expect(callsOf(sim)).toEqual({ sent: 1, made });
  });

  test('a refused connection is a failure that cost nothing', async () => {
    const sim = await simulator();
    await sim.close();
    const outcome = await seo(sim).call('ranked_keywords', domain, tag);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'connect_refused', costUsd: 0 });
  });

  test('a domain without data gives nulls, never zeros', async () => {
    const sim = await simulator();
    sim.script({ at: 'seo_call', seo: { empty: true } });
    const outcome = await seo(sim).call('domain_rank_overview', domain, tag);
    expect(outcome).toMatchObject({ kind: 'succeeded', data: { overview: null } });
  });

  test('an answer about another task is not accepted', () => {
    const task = { status_code: 20000, data: { tag: 'seo_other:A' }, result: [] };
    expect(readTaskReply(200, { status_code: 20000, tasks: [task] }, tag).kind).toBe('unknown');
  });

  test.each(['password', 'header'])('the %s echoed by the provider is removed', async (which) => {
    const sim = await simulator();
    const message = `Bad credentials ${which === 'password' ? password : `Basic ${basic}`}`;
    sim.script({ at: 'seo_call', reply: { kind: 'status', status: 401, code: '40100', message } });
    const outcome = JSON.stringify(await seo(sim).call('ranked_keywords', domain, tag));
    expect(outcome).toContain('[redacted]');
    expect(outcome.includes(password) || outcome.includes(basic)).toBe(false);
  });
});

describe('figures with gaps', () => {
  const overviewOf = async (metrics: unknown) => {
    const { buildFigures } = await import('../../src/providers/seo/dataForSeoFigures.ts');
    const data = buildFigures('domain_rank_overview', { items: [{ metrics }] });
    return data.name === 'domain_rank_overview' ? data.overview : null;
  };

  test('stay unknown: a nested group with one part missing has no sum', async () => {
    const overview = await overviewOf({ organic: { pos_1: 3, pos_21_30: 4, count: 7 }, paid: null });
    expect(overview?.positions).toEqual({ '1': 3, '2-3': null, '4-10': null, '11-20': null, '21-100': null });
    expect([overview?.organicKeywords, overview?.paidKeywords, overview?.lost]).toEqual([7, null, null]);
  });

  test('a paid position among the keywords is not a rank', async () => {
    const { buildFigures } = await import('../../src/providers/seo/dataForSeoFigures.ts');
    const place = (type: string) => ({
      keyword_data: { keyword: type },
      ranked_serp_element: { serp_item: { type, rank_group: 1, rank_absolute: 4 } },
    });
    const data = buildFigures('ranked_keywords', { items: [place('paid'), place('organic')] });
    expect(data).toMatchObject({
      rankedKeywords: [{ keyword: 'organic', position: 1, searchVolume: null, cpcUsd: null }],
    });
  });
});

describe('searching for a call by its tag', () => {
  const start = Date.parse('2026-11-20T12:00:00.400Z');
  const since = '2026-11-20T12:00:00.300Z';
  const until = '2026-11-20T12:00:00.500Z';

  test('finds one whose reply was lost, with its cost', async () => {
    const sim = await simulator({ now: () => start });
    sim.script({ at: 'seo_call', reply: { kind: 'lost' } });
    await seo(sim).call('domain_rank_overview', domain, tag);
    const lookup = await seo(sim).findByTag('domain_rank_overview', tag, since, until);
    expect(lookup).toEqual({ kind: 'ran', costUsd: 0.0101, status: '20000' });
    expect(callsOf(sim).sent).toBe(1);
  });

  test('finds one that a slow clock has dated before it was sent', async () => {
    const sim = await simulator({ now: () => start - 10 * 60_000 });
    sim.script({ at: 'seo_call', reply: { kind: 'lost' } });
    await seo(sim).call('domain_rank_overview', domain, tag);
    expect((await seo(sim).findByTag('domain_rank_overview', tag, since, until)).kind).toBe('ran');
  });

  test('does not find one whose connection was cut before the task was created', async () => {
    const sim = await simulator({ now: () => start });
    sim.script({ at: 'seo_call', reply: { kind: 'dropped' } });
    await seo(sim).call('domain_rank_overview', domain, tag);
    expect(await seo(sim).findByTag('domain_rank_overview', tag, since, until)).toEqual({ kind: 'not_seen' });
  });

  test('reads the list of the called product; links have a separate one', async () => {
    const sim = await simulator({ now: () => start });
    sim.script({ at: 'seo_call', reply: { kind: 'lost' } });
    await seo(sim).call('backlinks_summary', domain, tag);
    const lookup = await seo(sim).findByTag('backlinks_summary', tag, since, until);
    expect(lookup).toEqual({ kind: 'ran', costUsd: 0.02, status: '20000' });
    expect(await seo(sim).findByTag('ranked_keywords', tag, since, until)).toEqual({ kind: 'not_seen' });
    expect(sim.ledger.slice(1).map(({ path }) => path)).toEqual([
      '/v3/backlinks/id_list',
      '/v3/dataforseo_labs/id_list',
    ]);
  });

  test('does not accept another call', async () => {
    const sim = await simulator({ now: () => start });
    await seo(sim).call('domain_rank_overview', domain, 'seo_test01:B');
    expect(await seo(sim).findByTag('domain_rank_overview', tag, since, until)).toEqual({ kind: 'not_seen' });
  });

  test('reads a list of more than one page to its end', async () => {
    const rows = (length: number, first: string) =>
      Array.from({ length }, () => ({ metadata: { tag: first }, cost: 0 }));
    const offsets: number[] = [];
    const baseUrl = await listenForTest(async (request, response) => {
      const [asked] = JSON.parse(Buffer.concat(await request.toArray()).toString());
      offsets.push(asked.offset);
      const result = asked.offset === 0 ? rows(1000, 'seo_other:A') : rows(1, tag);
      response.end(JSON.stringify({ status_code: 20000, tasks: [{ status_code: 20000, result }] }));
    });
    const sim = await simulator();
    const lookup = await seo(sim, { baseUrl }).findByTag('domain_rank_overview', tag, since, until);
    expect([lookup.kind, offsets]).toEqual(['ran', [0, 1000]]);
  });

  test.each<[string, ReplyFault]>([
    ['an error', { kind: 'status', status: 500, code: '50000' }],
    ['no reply', { kind: 'lost' }],
    ['no list', { kind: 'nameless' }],
  ])('with %s reports that nothing is known', async (_name, reply) => {
    const sim = await simulator({ now: () => start });
    sim.script({ at: 'seo_lookup', reply });
    expect((await seo(sim).findByTag('domain_rank_overview', tag, since, until)).kind).toBe('unavailable');
  });
});

test.each([
  ['the simulator', { baseUrl: 'http://127.0.0.1:9', simulated: true }, true],
  ['the provider’s sandbox', { baseUrl: 'https://sandbox.dataforseo.com/', simulated: false }, true],
  ['the provider’s own address', { baseUrl: null, simulated: false }, false],
  [
    'a host that only looks like the sandbox',
    { baseUrl: 'https://sandbox.dataforseo.com.example', simulated: false },
    false,
  ],
])('responses that are not measurements: %s', (_name, changes, sandbox) => {
  expect(createDataForSeo({ login: 'l', password: 'p', timeoutMs: 1_000, ...changes }).sandbox).toBe(sandbox);
});
