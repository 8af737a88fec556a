import type { FrozenAnswer } from '../../src/domain/answer/frozenAnswer.ts';
import { unknownUsage } from '../../src/domain/runs/run.ts';
import type { AnswerProvider } from '../../src/ports/answerProvider.ts';
import type { RemoteSnapshot } from '../../src/ports/answerRequest.ts';
import type { Dialect } from '../../src/simulator/route.ts';

/**
 * Fictional engine that shows the work of adding one: an adapter, a simulator dialect, a row in the list of engines and
 * a row in the table of faults. Its work is created by one POST, found by the run's id, and ends immediately.
 */
type ToyWork = { id: string; run: string; question: string };

const answerText = `For this, take one of these:\n\n1. **Acme CRM** – small and quick.\n2. **Boxwood Desk** – for larger teams.\n`;

function freeze(raw: unknown): FrozenAnswer | null {
  const text = (raw as { text?: unknown } | null)?.text;
  if (typeof text !== 'string') return null;
  return { text, annotations: [], sources: [], refusal: null, incompleteReason: null, searchCount: 1 };
}

function snapshotOf(work: { id: string; run: string; text: string; finishedAt: string }): RemoteSnapshot {
  return {
    status: 'completed',
    model: 'toy-1',
    finishedAt: work.finishedAt,
    completedSearchCount: 1,
    answer: freeze(work),
    usage: unknownUsage,
    error: null,
    raw: work,
    runId: work.run,
  };
}

/** Creates the engine. @param url of the simulator, once it runs */
export function toyEngine(url: () => string): AnswerProvider {
  const ask = async (path: string, init?: RequestInit): Promise<{ status: number; body: any } | null> => {
    try {
      const response = await fetch(`${url()}/toy${path}`, { ...init, signal: AbortSignal.timeout(6_000) });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  };
  const handleOf = (work: { id: string }) => ({ sessionId: null, taskId: work.id });
  return {
    engine: {
      id: 'toy',
      label: 'Toy',
      vendor: 'Nobody',
      kind: 'api',
      surface: 'toy',
      measuredSurface: 'toy',
      platform: 'toy',
      simulated: false,
      harnessName: 'kw-toy/1',
      defaultModel: 'toy-1',
      state: 'ready',
      offReason: null,
      recovery: 'exact',
      recoveryNote: 'By the id of the run.',
      canCancel: false,
      takesSeoTool: false,
      honours: {
        domains: false,
        country: false,
        region: false,
        city: false,
        language: false,
        timezone: false,
        contextSize: false,
        model: false,
        device: false,
      },
      requires: [],
      maxQuestionLength: 500,
      submittedBy: 'worker',
      usualMs: 1_000,
      deadlineMs: 60_000,
      work: null,
      looks: [{ fromMs: 0, everyMs: 40 }],
    },
    fingerprint: () => 'toy',
    prepare: async () => ({ kind: 'prepared', sessionId: null }),
    async submit(request) {
      const body = JSON.stringify({ run: request.runId, question: request.question });
      const answered = await ask('/ask', { method: 'POST', body });
      if (answered?.status === 400) {
        return { kind: 'refused', code: 'refused', message: 'No.', httpStatus: 400, retryAfterSeconds: null };
      }
      if (answered?.status !== 200 || typeof answered.body?.id !== 'string') {
        return { kind: 'uncertain', cause: 'no receipt came' };
      }
      return { kind: 'accepted', handle: handleOf(answered.body), snapshot: snapshotOf(answered.body) };
    },
    async retrieve({ taskId }) {
      const answered = await ask(`/ask/${taskId}`);
      if (answered === null) return { kind: 'unavailable', cause: 'no answer', retryAfterSeconds: null };
      return answered.status === 200 ? { kind: 'found', snapshot: snapshotOf(answered.body) } : { kind: 'gone' };
    },
    async findLost({ runId }) {
      const answered = await ask(`/find/${runId}`);
      if (answered === null) return { kind: 'unavailable', cause: 'no answer', retryAfterSeconds: null };
      if (answered.status !== 200) return { kind: 'not_visible' };
      return { kind: 'found', handle: handleOf(answered.body), snapshot: snapshotOf(answered.body) };
    },
    requestCancel: async () => ({ acknowledged: false, cause: 'it cannot stop' }),
    freeze,
    verifyNotice: async () => null,
  };
}

export function toyDialect(): Dialect {
  const works: ToyWork[] = [];
  const shown = (work: ToyWork) => ({ ...work, text: answerText, finishedAt: new Date().toISOString() });
  return {
    speaks: (path) => path.startsWith('/toy/'),
    knows: () => true,
    unknownCaller: { kind: 'status', status: 401 },
    errorBody: () => ({ error: 'toy' }),
    route(method, url, body) {
      const [, , room, id] = url.pathname.split('/');
      const asked = body as { run?: string; question?: string };
      if (method === 'POST' && room === 'ask') {
        return {
          operation: 'create',
          text: String(asked.question),
          run: () => {
            const work = { id: `toy_${works.length}`, run: String(asked.run), question: String(asked.question) };
            works.push(work);
            return { reply: { status: 200, body: shown(work) }, created: work.id };
          },
        };
      }
      const work = works.find((one) => (room === 'find' ? one.run : one.id) === id);
      const reply = work === undefined ? { status: 404, body: {} } : { status: 200, body: shown(work) };
      return { operation: room === 'find' ? 'items' : 'retrieve', text: '', run: () => ({ reply, created: null }) };
    },
  };
}
