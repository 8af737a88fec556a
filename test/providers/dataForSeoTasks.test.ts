import { describe, expect, test } from 'vitest';
import { createTaskAccount } from '../../src/engines/dataforseo/account.ts';
import { taskEngineSpecs } from '../../src/engines/dataforseo/dataForSeoEngines.ts';
import { createPingback } from '../../src/engines/dataforseo/pingback.ts';
import { createTaskEngine } from '../../src/engines/dataforseo/taskEngine.ts';
import type { AnswerRequest } from '../../src/ports/answerRequest.ts';
import { listenForTest } from '../support/listen.ts';
import { freePort } from '../support/service.ts';
import { simulator } from './setting.ts';

const password = 'canary-password-0123456789';
const runId = 'run_0123456789abcdefghijkl';
const hour = 3_600_000;

/** Sets both clocks of a test to one time, which it moves. */
function timed(start = Date.parse('2026-11-20T10:00:30.000Z')) {
  let time = start;
  return {
    now: () => time,
    move(ms: number) {
      time += ms;
    },
  };
}

function engineAt(baseUrl: string, id = 'google-ai-mode', now: () => number = Date.now, timeoutMs = 3_000) {
  const spec = taskEngineSpecs.find((one) => one.id === id);
  if (spec === undefined) throw new Error(id);
  const login = 'owner@studio.example';
  const account = createTaskAccount({ login, password, baseUrl, timeoutMs, now, hastened: (ms) => ms });
  const pingback = createPingback(id, 'a-secret-of-this-test', 'https://sightline.example.com');
  return createTaskEngine(spec, account, { simulated: false, pingback });
}

function asking(changes: Partial<AnswerRequest> & { id?: string } = {}): AnswerRequest {
  const { id = runId, ...rest } = changes;
  return {
    runId: id,
    question: 'Which CRM suits a small agency?',
    locale: { country: 'US', language: 'en', region: null, city: null, timezone: null },
    search: { engine: 'any', mode: 'open-web', allowedDomains: [], contextSize: null, model: null, device: null },
    harnessVersion: 'h/1',
    seoTool: null,
    ...rest,
  };
}

const handle = { sessionId: null, taskId: null };

/** Starts a vendor that answers every request with this. */
function vendor(answer: (path: string) => { status?: number; body: unknown }): Promise<string> {
  return listenForTest((request, response) => {
    const { status = 200, body } = answer(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

const inEnvelope = (task: unknown, code = 20000) => ({
  body: { status_code: code, status_message: 'Said.', cost: 0, tasks: task === null ? [] : [task] },
});

describe('a create', () => {
  test('sends one task with the question, escaped as the vendor expects, and the tag of its run', async () => {
    const sim = await simulator();
    const request = asking({ question: 'Is 100% of C++ free?', search: { ...asking().search, device: 'mobile' } });
    const outcome = await engineAt(sim.url).submit(request, handle);
    expect(outcome).toMatchObject({ kind: 'accepted', snapshot: { status: 'queued', usage: { costUsd: 0.0012 } } });
    const [sent, ...more] = sim.ledger.filter(({ operation }) => operation === 'create');
    expect(more).toEqual([]);
    expect([sent?.path, sent?.body]).toEqual([
      '/v3/serp/google/ai_mode/task_post',
      [
        {
          keyword: 'Is 100%25 of C%2B%2B free?',
          location_code: 2840,
          language_code: 'en',
          device: 'mobile',
          os: 'android',
          priority: 1,
          tag: runId,
          pingback_url: expect.stringMatching(
            /^https:\/\/sightline\.example\.com\/api\/webhooks\/google-ai-mode\/[0-9a-f]{40}\?id=\$id&tag=\$tag$/,
          ),
        },
      ],
    ]);
  });

  test.each<[id: string, path: string, further: Record<string, unknown>]>([
    ['google-ai-overview', '/v3/serp/google/organic/task_post', { load_async_ai_overview: true, device: 'desktop' }],
    ['chatgpt-web', '/v3/ai_optimization/chat_gpt/llm_scraper/task_post', { force_web_search: true }],
    ['gemini-web', '/v3/ai_optimization/gemini/llm_scraper/task_post', {}],
  ])('of %s is sent to a separate endpoint with its fields', async (id, path, further) => {
    const sim = await simulator();
    expect((await engineAt(sim.url, id).submit(asking(), handle)).kind).toBe('accepted');
    const sent = sim.ledger.find(({ operation }) => operation === 'create');
    expect([sent?.path, sent?.body]).toEqual([path, [expect.objectContaining(further)]]);
    if (id.endsWith('-web')) expect(JSON.stringify(sent?.body)).not.toContain('device');
  });

  const refused = [40006, 40100, 40104, 40200, 40201, 40202, 40203, 40204, 40205, 40206, 40207, 40209, 40210];
  refused.push(40000, 40001, 40002, 40003, 40004, 40400, 40402, 40501, 40502, 40503, 40506);
  const uncertain = [20000, 40601, 40602, 40101, 40102, 40103, 40401, 40403, 40404, 40504, 50000, 50100, 50301, 50401];
  uncertain.push(60000);
  const task = (more: Record<string, unknown>) => ({
    ...{ id: 'a-1', status_code: 20100, cost: 0.0012, data: { tag: runId } },
    ...more,
  });
  const inTasks = (...tasks: unknown[]) => ({ body: { status_code: 20000, status_message: 'Said.', cost: 0, tasks } });
  const inTask = (code: number, cost = 0) => inEnvelope({ id: 'a-1', status_code: code, cost, data: { tag: runId } });
  test.each<[name: string, kind: string, answer: { status?: number; body: unknown }]>([
    ...refused.map((code): [string, string, { body: unknown }] => [`task ${code}`, 'refused', inTask(code)]),
    ...refused.map((code): [string, string, { body: unknown }] => [
      `envelope ${code}`,
      'refused',
      inEnvelope(null, code),
    ]),
    ...uncertain.map((code): [string, string, { body: unknown }] => [`task ${code}`, 'uncertain', inTask(code)]),
    ['envelope 50000', 'uncertain', inEnvelope(null, 50000)],
    ['401 with its own body', 'refused', { status: 401, ...inEnvelope(null, 40100) }],
    ['401 without a body', 'uncertain', { status: 401, body: '' }],
    ['a page', 'uncertain', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a listed code that cost something', 'uncertain', inTask(40501, 0.0012)],
    ['accepted without id', 'uncertain', inEnvelope({ status_code: 20100, cost: 0.0012, data: { tag: runId } })],
    ['accepted with a foreign mark', 'uncertain', inEnvelope({ id: 'a', status_code: 20100, data: { tag: 'run_x' } })],
    ['accepted', 'accepted', inTask(20100, 0.0012)],
    ['two tasks, ours first', 'uncertain', inTasks(task({}), task({ data: { tag: 'run_x' } }))],
    ['two tasks, a refusal first', 'uncertain', inTasks(task({ status_code: 40501, cost: 0 }), task({}))],
  ])('%s is %s', async (_name, kind, answer) => {
    const outcome = await engineAt(await vendor(() => answer)).submit(asking(), handle);
    expect(outcome.kind).toBe(kind);
    if (outcome.kind === 'refused' && /^402(02|09)$/.test(outcome.code)) expect(outcome.retryAfterSeconds).toBe(60);
  });

  test.each([
    [0.00120049, 0.0012],
    ['0.0012', 0.0012],
    [0.0000004, 0],
    [-0.0012, null],
    [1e9, null],
  ])('a stated price of %s is %s: exact to the micro-dollar, or unknown', async (cost, counted) => {
    const outcome = await engineAt(await vendor(() => inTasks(task({ cost })))).submit(asking(), handle);
    expect(outcome).toMatchObject({ kind: 'accepted', snapshot: { usage: { costUsd: counted } } });
  });

  test('is never sent to an unreachable address, and the password is in no message', async () => {
    const outcome = await engineAt(`http://127.0.0.1:${await freePort()}`).submit(asking(), handle);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'connect_refused' });
    const leaky = await vendor(() => inEnvelope({ id: 'a', status_code: 40501, status_message: `no ${password}` }));
    expect(JSON.stringify(await engineAt(leaky).submit(asking(), handle))).not.toContain(password);
  });

  test('waits its turn: at most thirty requests of an account are in progress', async () => {
    let under = 0;
    let most = 0;
    const url = await listenForTest((_request, response) => {
      under += 1;
      most = Math.max(most, under);
      setTimeout(() => {
        under -= 1;
        response.end(JSON.stringify(inTask(20100).body));
      }, 30);
    });
    const engine = engineAt(url);
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => engine.submit(asking(), handle)));
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(most).toBeGreaterThan(10);
    expect(most).toBeLessThanOrEqual(30);
  });
});

describe('a poll', () => {
  const task = (code: number, more: Record<string, unknown> = {}) =>
    inEnvelope({ id: 'a-1', status_code: code, cost: 0, data: { tag: runId }, ...more });
  test.each<[name: string, answer: { body: unknown }, shows: Record<string, unknown>]>([
    ['40602', task(40602), { kind: 'found', snapshot: { status: 'queued' } }],
    ['40601', task(40601), { kind: 'found', snapshot: { status: 'running' } }],
    ['40102', task(40102), { kind: 'found', snapshot: { status: 'completed', answer: { noAnswer: 'no_results' } } }],
    ['40101', task(40101), { kind: 'found', snapshot: { status: 'failed', error: /charges/ } }],
    ['40103', task(40103), { kind: 'found', snapshot: { status: 'failed' } }],
    ['40401', task(40401), { kind: 'gone' }],
    ['40403', task(40403), { kind: 'gone' }],
    ['40501', task(40501), { kind: 'found', snapshot: { status: 'requires_action', answer: null } }],
    ['40202', task(40202), { kind: 'unavailable', retryAfterSeconds: 60 }],
    ['40100', inEnvelope(null, 40100), { kind: 'unavailable' }],
    ['an unknown code', task(45678), { kind: 'unavailable' }],
    [
      'the task of another run',
      task(20000, { data: { tag: 'run_x' } }),
      { kind: 'found', snapshot: { status: 'requires_action', answer: null, raw: null } },
    ],
    [
      'a finished task without a mark',
      task(20000, { data: {} }),
      { kind: 'found', snapshot: { status: 'requires_action', answer: null, raw: null } },
    ],
    ['another task', task(20000, { id: 'b' }), { kind: 'unavailable' }],
    [
      'two tasks',
      { body: { status_code: 20000, tasks: [...task(20000).body.tasks, ...task(40401).body.tasks] } },
      { kind: 'unavailable' },
    ],
    [
      'no result',
      task(20000, { result: null }),
      { kind: 'found', snapshot: { status: 'failed', error: /^content_not_obtained/ } },
    ],
  ])('at %s is interpreted correctly', async (_name, answer, shows) => {
    const engine = engineAt(await vendor(() => answer));
    const outcome = await engine.retrieve({ sessionId: null, taskId: 'a-1', runId });
    const { error, ...snapshot } = (shows.snapshot ?? {}) as { error?: RegExp };
    expect(outcome).toMatchObject(shows.snapshot === undefined ? shows : { ...shows, snapshot });
    if (error !== undefined && outcome.kind === 'found') expect(outcome.snapshot.error).toMatch(error);
    // A poll states its own price, which is not part of the answer's.
    if (outcome.kind === 'found') expect(outcome.snapshot.usage.costUsd).toBeNull();
  });

  test('keeps the whole reply, without our secret and without images in the text', async () => {
    const sim = await simulator({ pace: { by: 'looks', queued: 0, working: 0 } });
    const engine = engineAt(sim.url);
    const made = await engine.submit(asking(), handle);
    if (made.kind !== 'accepted') throw new Error(made.kind);
    const look = await engine.retrieve({ sessionId: null, taskId: String(made.handle.taskId), runId });
    if (look.kind !== 'found') throw new Error(look.kind);
    const kept = JSON.stringify(look.snapshot.raw);
    expect(kept).not.toMatch(/pingback|webhooks|data:image/);
    expect(kept).toContain('asynchronous_ai_overview');
    expect(engine.freeze(JSON.parse(kept))).toEqual(look.snapshot.answer);
  });
});

describe('a lost create', () => {
  const second = 1_000;
  test('is searched for from a minute after it was sent, once for all lost ones, and not between two checkpoints', async () => {
    const clock = timed();
    const sim = await simulator({ now: clock.now });
    const engine = engineAt(sim.url, 'google-ai-mode', clock.now);
    const other = 'run_ABCDEFGHIJKLMNOPQRSTUV';
    const lost = (id: string) => ({
      runId: id,
      handle,
      question: asking().question,
      submittedAt: new Date(Date.parse('2026-11-20T10:00:30.000Z')).toISOString(),
    });
    await engine.submit(asking(), handle);
    const lists = () => sim.ledger.filter(({ operation }) => operation === 'items');
    clock.move(59 * second);
    expect([(await engine.findLost(lost(runId))).kind, lists().length]).toEqual(['not_visible', 0]);
    clock.move(2 * second);
    const [one, two] = await Promise.all([engine.findLost(lost(runId)), engine.findLost(lost(other))]);
    expect([one.kind, two.kind, lists().length]).toEqual(['found', 'not_visible', 1]);
    expect(one).toMatchObject({ snapshot: { usage: { costUsd: 0.0012 } } });
    expect(lists()[0]?.body).toEqual([
      {
        datetime_from: '2026-11-20 09:50:30 +00:00',
        datetime_to: '2026-11-20 10:00:31 +00:00',
        limit: 1000,
        offset: 0,
        sort: 'asc',
        include_metadata: true,
      },
    ]);
    clock.move(30 * second);
    expect([(await engine.findLost(lost(other))).kind, lists().length]).toEqual(['not_visible', 1]);
    clock.move(31 * second);
    expect([(await engine.findLost(lost(other))).kind, lists().length]).toEqual(['not_visible', 2]);
  });

  const row = (more: Record<string, unknown> = {}) => ({
    id: 'a-1',
    url: 'https://api.dataforseo.com/v3/serp/google/ai_mode/task_post',
    status: '20000',
    cost: '0.0012',
    metadata: { tag: runId, keyword: asking().question },
    ...more,
  });
  const listed = (rows: unknown[]) => inEnvelope({ id: 'l', status_code: 20000, result: rows });
  test.each<[name: string, answer: { body: unknown }, kind: string]>([
    ['one row', listed([row()]), 'found'],
    ['one row twice', listed([row(), row()]), 'found'],
    ['two rows', listed([row(), row({ id: 'a-2' })]), 'ambiguous'],
    ['another question', listed([row({ metadata: { tag: runId, keyword: 'Else?' } })]), 'ambiguous'],
    ['another function', listed([row({ url: '/v3/serp/google/organic/task_post' })]), 'not_visible'],
    ['another mark', listed([row({ metadata: { tag: 'run_x', keyword: asking().question } })]), 'not_visible'],
    ['a dropped mark', listed([row({ metadata: {} })]), 'not_visible'],
    ['an empty list', inEnvelope({ status_code: 40102, result: null }), 'not_visible'],
    ['a failing list', inEnvelope(null, 50000), 'unavailable'],
    [
      'a list without end',
      listed(Array.from({ length: 1_000 }, (_, at) => row({ id: `x-${at}`, metadata: {} }))),
      'unavailable',
    ],
  ])('with %s is %s', async (_name, answer, kind) => {
    const engine = engineAt(await vendor(() => answer));
    const submittedAt = new Date(Date.now() - hour).toISOString();
    const outcome = await engine.findLost({ runId, handle, question: asking().question, submittedAt });
    expect(outcome.kind).toBe(kind);
    if (outcome.kind === 'ambiguous' && kind === 'two rows') expect(outcome.cause).toContain('0.0012');
  });
});

describe('settings', () => {
  const checked = async (locale: Partial<AnswerRequest['locale']>, id = 'google-ai-mode', query = 'Which one?') => {
    const sim = await simulator();
    const asked = { query, locale: { ...asking().locale, ...locale }, search: asking().search };
    return (await engineAt(sim.url, id).checkSettings?.(asked))?.field ?? null;
  };
  test.each<
    [name: string, field: string | null, locale: Partial<AnswerRequest['locale']>, id?: string, query?: string]
  >([
    ['a country', null, {}],
    ['a country in lower case', null, { country: 'de', language: 'de-AT' }],
    ['an unknown country', 'locale.country', { country: 'XX' }],
    ['Chinese without its script', 'locale.language', { language: 'zh' }],
    ['Chinese with its script', null, { country: 'TW', language: 'zh-Hant' }],
    ['a language that is not listed', 'locale.language', { language: 'xx' }],
    ['a city', null, { city: 'Riverton' }],
    ['a city that two regions have', 'locale.city', { city: 'Lakeside' }],
    ['a city in its region', null, { city: 'Lakeside', region: 'South Region' }],
    ['a city that is not listed', 'locale.city', { city: 'Nowhere' }],
    ['a region', null, { region: 'North Region' }],
    ['a country of ChatGPT', null, {}, 'chatgpt-web'],
    ['a country of Gemini', null, {}, 'gemini-web'],
    ['a search operator', 'query', {}, 'google-ai-overview', 'crm site:example.org'],
    ['an operator behind a comma', 'query', {}, 'google-ai-overview', 'compare crm,site:example.org'],
    ['an operator that looks at meaning', 'query', {}, 'google-ai-overview', 'definition: crm'],
    ['an operator at the start', 'query', {}, 'google-ai-overview', 'allintitle:crm'],
    ['a colon in a sentence', null, {}, 'google-ai-overview', 'One question: which CRM?'],
    ['an operator that AI Mode does not know', null, {}, 'google-ai-mode', 'crm site:example.org'],
  ])('with %s: %s', async (_name, field, locale, id, query) => {
    expect(await checked(locale, id, query)).toBe(field);
  });

  test('name a city as the vendor lists it, and are refused before the purchase if it is not listed', async () => {
    const sim = await simulator();
    const engine = engineAt(sim.url);
    const inCity = (city: string) => asking({ locale: { ...asking().locale, city } });
    await engine.submit(inCity('riverton'), handle);
    const sent = () => sim.ledger.filter(({ operation }) => operation === 'create');
    expect(sent()[0]?.body).toMatchObject([{ location_name: 'Riverton,North Region,United States' }]);
    expect(await engine.prepare(inCity('Nowhere'))).toMatchObject({ kind: 'refused', code: 'place' });
    expect(sent()).toHaveLength(1);
    expect(sim.ledger.filter(({ operation }) => operation === 'catalogue')).toHaveLength(1);
  });
});

test('the probe requests the account balance, which is free', async () => {
  const sim = await simulator();
  expect(await engineAt(sim.url).probe?.()).toEqual({ ok: true, message: 'The account holds 9.5 USD.' });
  expect(sim.ledger.map(({ operation }) => operation)).toEqual(['seo_account']);
  const refusing = engineAt(await vendor(() => inEnvelope(null, 40100)));
  expect((await refusing.probe?.())?.ok).toBe(false);
});

test('answers of the sandbox are simulated, and never counted as measured', () => {
  const { engine } = engineAt('https://sandbox.dataforseo.com');
  expect([engine.simulated, engine.surface, engine.harnessName]).toEqual([true, 'simulator', 'kw-simulator/1']);
  expect(engineAt('https://api.dataforseo.com').engine.surface).toBe('google-ai-mode');
});
