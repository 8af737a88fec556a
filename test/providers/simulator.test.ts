import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeAnswer, simulatedNotice } from '../../src/simulator/composeAnswer.ts';
import { property } from '../support/property.ts';
import { answerProvider, answerRequest, createsOf, question, seoTool, simulator } from './setting.ts';

const owned = [{ name: 'Studio', domain: 'studio.example' }];
const listed = (text: string): string[] => text.match(/^\d+\. .*$/gm) ?? [];

async function post(
  url: string,
  body: unknown,
  authorization = 'Bearer any',
): Promise<{ status: number; code: unknown }> {
  const headers = { 'content-type': 'application/json', authorization };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const { error } = (await response.json()) as { error?: { code: unknown } };
  return { status: response.status, code: error?.code };
}

describe('a simulated answer', () => {
  const anyQuestion = fc.string({ minLength: 1, maxLength: 200 });

  property('states in its first line that it is simulated', [anyQuestion], (question) => {
    expect(composeAnswer(question, 1, owned, null).text.split('\n')[0]).toBe(simulatedNotice);
  });

  property('lists four to seven names, each once', [anyQuestion, fc.integer({ min: 1, max: 50 })], (question, turn) => {
    const entries = listed(composeAnswer(question, turn, owned, null).text);
    const names = entries.map((entry) => /^\d+\. (?:\*\*|\[)([^\]*]+)/.exec(entry)?.[1]);
    expect(entries.length).toBeGreaterThanOrEqual(4);
    expect(entries.length).toBeLessThanOrEqual(7);
    expect(new Set(names).size).toBe(entries.length);
  });

  property('cites spans that contain their link, from pages that its searches returned', [anyQuestion], (question) => {
    const { text, annotations, searches } = composeAnswer(question, 1, owned, null);
    const returned = new Set(searches.flatMap(({ urls }) => urls));
    for (const { url, start_index, end_index } of annotations) {
      expect(text.slice(start_index, end_index)).toBe(`([${new URL(url).hostname}](${url}))`);
      expect(returned).toContain(url);
    }
  });

  property(
    'names nobody real: all its links are on reserved domains or on owned websites',
    [anyQuestion],
    (question) => {
      const { text } = composeAnswer(question, 1, owned, null);
      const hosts = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => new URL(url ?? '').hostname);
      expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([]);
    },
  );

  test('stays on the reviewed domains if it was limited to them', () => {
    const { searches } = composeAnswer('Which one?', 1, owned, ['reviews.example']);
    const hosts = searches.flatMap(({ urls }) => urls).map((url) => new URL(url).hostname);
    expect(new Set(hosts)).toEqual(new Set(['reviews.example']));
  });

  test('is the same for the same question and turn, and varies between turns', () => {
    const texts = [1, 1, 2, 3].map((turn) => composeAnswer('Which one?', turn, owned, null).text);
    expect(texts[0]).toBe(texts[1]);
    expect(new Set(texts).size).toBeGreaterThan(1);
  });

  test('names an owned website in some answers and not in others', () => {
    const questions = Array.from({ length: 100 }, (_, n) => `Question ${n}?`);
    const shown = questions.filter((question) =>
      composeAnswer(question, 1, owned, null).text.includes('studio.example'),
    );
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.length).toBeLessThan(80);
  });
});

describe('the simulated answer provider', () => {
  test.each([
    ['without a key', '/responses', {}, '', 401, 'invalid_api_key'],
    ['without a model', '/responses', { input: 'q', background: true }, undefined, 400, 'missing_required_parameter'],
    [
      'in an unknown conversation',
      '/responses',
      { model: 'm', input: 'q', background: true, conversation: 'conv_0' },
      undefined,
      404,
      'conversation_not_found',
    ],
    ['on an unknown path', '/completions', {}, undefined, 404, null],
  ])('refuses a request %s', async (_name, path, body, authorization, status, code) => {
    const sim = await simulator();
    expect(await post(`${sim.openAiUrl}${path}`, body, authorization)).toEqual({ status, code });
  });

  test('learns whose run asks before it names an owned website', async () => {
    const asked: unknown[] = [];
    const sim = await simulator({
      hints: (who) => {
        asked.push(who);
        return [];
      },
    });
    await answerProvider(sim.openAiUrl).provider.submit(answerRequest(), { sessionId: null, taskId: null });
    expect(asked).toEqual([{ question, runId: 'run_test0001' }]);
  });

  test('locks a conversation with a run in progress', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const made = await provider.prepare(answerRequest());
    const handle = { sessionId: made.kind === 'prepared' ? made.sessionId : null, taskId: null };
    await provider.submit(answerRequest(), handle);
    expect((await provider.submit(answerRequest(), handle)).kind).toBe('uncertain');
    expect(createsOf(sim)).toEqual({ sent: 2, made: 1 });
  });

  test('advances by the clock on request', async () => {
    let now = 1_795_000_000_000;
    const sim = await simulator({ now: () => now, pace: { by: 'time', queuedMs: 1_000, workingMs: 5_000 } });
    const { provider } = answerProvider(sim.openAiUrl);
    const accepted = await provider.submit(answerRequest(), { sessionId: null, taskId: null });
    const taskId = accepted.kind === 'accepted' ? (accepted.handle.taskId ?? '') : '';
    const statuses: string[] = [];
    for (const step of [999, 1, 4_999, 1]) {
      now += step;
      const seen = await provider.retrieve({ sessionId: null, taskId });
      statuses.push(seen.kind === 'found' ? seen.snapshot.status : seen.kind);
    }
    expect(statuses).toEqual(['queued', 'running', 'running', 'completed']);
  });

  test.each([
    ['refusal', 'accepted'],
    ['rate_limited', 'refused'],
    ['lost', 'uncertain'],
  ])('does what a question marked [simulate:%s] requests', async (name, kind) => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    const question = `Which one? [simulate:${name}]`;
    expect((await provider.submit(answerRequest({ question }), { sessionId: null, taskId: null })).kind).toBe(kind);
  });

  test('applies a scripted fault to its question only, and as often as stated', async () => {
    const sim = await simulator();
    const { provider } = answerProvider(sim.openAiUrl);
    sim.script({ at: 'create', when: 'second', times: 2, reply: { kind: 'status', status: 401, code: 'x' } });
    const kinds: string[] = [];
    for (const question of ['first', 'second', 'second', 'second']) {
      kinds.push((await provider.submit(answerRequest({ question }), { sessionId: null, taskId: null })).kind);
    }
    expect(kinds).toEqual(['accepted', 'refused', 'refused', 'accepted']);
  });

  test.each([
    ['succeeds', async () => '{"ok":true}', 'completed'],
    ['fails', async () => Promise.reject(new Error('closed')), 'failed'],
  ])('calls the remote tool of a request once, and finishes when that %s', async (_name, answer, status) => {
    const calls: string[] = [];
    const sim = await simulator({
      callTool: (call) => {
        calls.push(`${call.serverUrl} ${call.toolName} ${call.authorization}`);
        return answer();
      },
    });
    const { provider } = answerProvider(sim.openAiUrl);
    const accepted = await provider.submit(answerRequest({ seoTool }), { sessionId: null, taskId: null });
    const taskId = accepted.kind === 'accepted' ? (accepted.handle.taskId ?? '') : '';
    let raw = '';
    for (let look = 0; look < 3; look++) raw = JSON.stringify(await provider.retrieve({ sessionId: null, taskId }));
    expect(calls).toEqual([`${seoTool.serverUrl} ${seoTool.toolName} ${seoTool.authorization}`]);
    expect(raw).toContain(`"name":"seo_domain_overview","status":"${status}"`);
  });
});
