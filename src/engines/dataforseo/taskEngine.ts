import { createHash } from 'node:crypto';
import type { Engine } from '../../domain/runs/engine.ts';
import type { SubmitOutcome } from '../../ports/answerBuyer.ts';
import type { AnswerProvider } from '../../ports/answerProvider.ts';
import type { FindLostOutcome, LostCreate, RetrieveOutcome, WorkToRead } from '../../ports/answerReader.ts';
import type { AnswerRequest } from '../../ports/answerRequest.ts';
import { amountOf, buildTaskReply, ok } from '../../providers/dataForSeoEnvelope.ts';
import { fillRecord, recordsOf, textOf, type WireRecord } from '../../providers/wireRecords.ts';
import { describeEngine, type EngineFacts } from '../defineEngine.ts';
import type { TaskAccount } from './account.ts';
import type { Pingback } from './pingback.ts';
import { acceptedCode, pollCode, refusedCreate } from './taskCodes.ts';
import type { TaskEngineSpec } from './taskEngineSpec.ts';
import { createTaskPlaces } from './taskPlaces.ts';
import { costOf, freezeTask, inspectionOf, markOf, pendingWork, snapshotOfTask } from './taskSnapshot.ts';

export type TaskEngineOptions = {
  /** True if the bundled simulator answers. The vendor's sandbox is recognised by its address. */
  simulated: boolean;
  /** Null if the vendor cannot reach this service, so that only polling follows its work. */
  pingback: Pingback | null;
};

const minute = 60_000;
const deadlineMs = 120 * minute;

/** Refused before anything was sent. */
const unsent = (code: string, message: string) =>
  ({ kind: 'refused', code, message, httpStatus: null, retryAfterSeconds: null }) as const;

/**
 * Creates an engine for a page that DataForSEO reads for us as one task: created by one POST with the run's id as its
 * tag, read by id until it is done, found by its tag if the reply to the POST was lost. Tasks cannot be stopped.
 */
export function createTaskEngine(
  spec: TaskEngineSpec,
  account: TaskAccount,
  { simulated, pingback }: TaskEngineOptions,
): AnswerProvider {
  const places = createTaskPlaces(account, spec.lists);
  const engine = buildEngine(spec, account, simulated || account.isSandbox);

  /** Returns the one task of a create, or the reason why it must not be sent. */
  async function taskOf(
    request: AnswerRequest,
  ): Promise<{ kind: 'task'; body: WireRecord } | ReturnType<typeof unsent>> {
    const flaw = spec.flawOf(request.question);
    if (flaw !== null) return unsent('query', `The question ${flaw}.`);
    const place = await places.placeOf(request.locale);
    if ('field' in place) return unsent('place', `${place.field} ${place.message}.`);
    if ('unavailable' in place) return unsent('places_unavailable', 'The list of places could not be read.');
    const body = {
      keyword: escapedKeyword(request.question),
      ...place,
      ...spec.further(request),
      priority: 1,
      tag: request.runId,
      ...(pingback === null ? {} : { pingback_url: pingback.url }),
    };
    return { kind: 'task', body };
  }

  async function submit(request: AnswerRequest): Promise<SubmitOutcome> {
    const task = await taskOf(request);
    if (task.kind === 'refused') return task;
    const exchange = await account.post(`/v3/${spec.path}/task_post`, task.body);
    if (exchange.kind === 'never_left') return unsent(exchange.code, exchange.cause);
    if (exchange.kind === 'broken') return { kind: 'uncertain', cause: exchange.cause };
    const reply = buildTaskReply(exchange.status, exchange.body);
    const message = account.clean(reply.message);
    if (reply.code === null || reply.task === null) {
      const refusal = reply.code === null ? null : refusedCreate(reply.code);
      if (refusal === null || (reply.costUsd ?? 0) > 0) return { kind: 'uncertain', cause: message };
      return refused(reply.code, message, refusal, exchange.status);
    }
    const taskId = textOf(reply.task.id);
    const mark = markOf(reply.task);
    if (reply.code === acceptedCode && taskId !== null && (mark === null || mark === request.runId)) {
      const snapshot = { ...pendingWork('queued', request.runId), usage: costOf(amountOf(reply.task.cost)) };
      return { kind: 'accepted', handle: { sessionId: null, taskId }, snapshot };
    }
    const refusal = refusedCreate(reply.code);
    if (refusal === null || (reply.costUsd ?? 0) > 0) {
      return { kind: 'uncertain', cause: `DataForSEO answered ${reply.code}: ${message}` };
    }
    return refused(reply.code, message, refusal, exchange.status);
  }

  async function retrieve({ taskId, runId }: WorkToRead): Promise<RetrieveOutcome> {
    const exchange = await account.get(`/v3/${spec.path}/task_get/advanced/${encodeURIComponent(taskId)}`);
    if (exchange.kind !== 'answered') return { kind: 'unavailable', cause: exchange.cause, retryAfterSeconds: null };
    const reply = buildTaskReply(exchange.status, exchange.body);
    const message = account.clean(reply.message);
    const look = pollCode(reply.code);
    if (look.kind === 'gone') return look;
    if (look.kind === 'unavailable') {
      return { ...look, cause: `DataForSEO answered ${reply.code ?? 'nothing readable'}: ${message}` };
    }
    if (look.kind === 'inspect') {
      return { kind: 'found', snapshot: inspectionOf(`not_readable: DataForSEO answered ${reply.code}: ${message}`) };
    }
    const { task } = reply;
    if (task === null || task.id !== taskId) {
      return { kind: 'unavailable', cause: 'DataForSEO answered with something else.', retryAfterSeconds: null };
    }
    const mark = markOf(task);
    const isOver = look.kind !== 'pending';
    if (runId !== undefined && (mark === null ? isOver : mark !== runId)) {
      return { kind: 'found', snapshot: inspectionOf(`not_our_mark: The task does not carry the mark of this run.`) };
    }
    if (!isOver) return { kind: 'found', snapshot: pendingWork(look.status, mark) };
    const why = look.kind === 'failed' ? `vendor_failed: ${look.why} (${reply.code}: ${message})` : null;
    return { kind: 'found', snapshot: snapshotOfTask(spec, task, why) };
  }

  async function findLost({ runId, question, submittedAt }: LostCreate): Promise<FindLostOutcome> {
    const swept = await account.lost.look(spec.family, { runId, submittedAtMs: Date.parse(submittedAt) });
    if (swept.kind === 'unavailable') return swept;
    const rows = swept.kind === 'not_yet' ? [] : swept.rows.filter(({ url }) => isCreate(spec, url));
    const [row, second] = rows;
    const taskId = textOf(row?.id);
    if (row === undefined || taskId === null) return { kind: 'not_visible' };
    if (second !== undefined) {
      const listed = rows.map((one) => `${textOf(one.id)} (${amountOf(one.cost) ?? 'unknown'} USD)`);
      const cause = `Several tasks carry the mark of this run: ${listed.join(', ')}`;
      return { kind: 'ambiguous', cause, made: { pieces: rows.length, costUsd: chargedFor(rows) } };
    }
    const keyword = textOf(fillRecord(row.metadata)?.keyword);
    if (keyword !== null && ![question, escapedKeyword(question)].includes(keyword)) {
      const cause = `The task ${taskId} carries the mark of this run and asks something else`;
      return { kind: 'ambiguous', cause, made: { pieces: 1, costUsd: chargedFor(rows) } };
    }
    const snapshot = { ...pendingWork('running', runId), usage: costOf(amountOf(row.cost)) };
    return { kind: 'found', handle: { sessionId: null, taskId }, snapshot };
  }

  async function listCosts(since: string, until: string) {
    const listed = await account.lost.readWindow(spec.family, Date.parse(since), Date.parse(until));
    if ('kind' in listed) return listed;
    const ours = listed.filter(({ url }) => isCreate(spec, url));
    const byMark = Map.groupBy(ours, ({ metadata }) => textOf(fillRecord(metadata)?.tag) ?? '');
    const costs = [...byMark].map(([runId, rows]) => ({ runId, costUsd: chargedFor(rows) }));
    return { kind: 'listed' as const, costs };
  }

  async function probe() {
    const exchange = await account.get('/v3/appendix/user_data');
    if (exchange.kind !== 'answered') return { ok: false, message: exchange.cause };
    const { code, message, task } = buildTaskReply(exchange.status, exchange.body);
    if (code !== ok) return { ok: false, message: account.clean(`DataForSEO answered ${code ?? ''}: ${message}`) };
    const balance = amountOf(fillRecord(recordsOf(task?.result)[0]?.money)?.balance);
    if (balance === null) return { ok: true, message: 'The account is known; its balance is not stated.' };
    return { ok: balance > 0, message: `The account holds ${balance} USD.` };
  }

  return {
    engine,
    fingerprint: ({ locale, search }) =>
      createHash('sha256')
        .update(JSON.stringify([engine.harnessName, spec.path, locale, spec.further({ search }), 'priority 1']))
        .digest('hex'),
    async prepare(request) {
      const task = await taskOf(request);
      if (task.kind === 'task') return { kind: 'prepared', sessionId: null };
      return task.code === 'places_unavailable' ? { kind: 'unavailable', cause: task.message } : task;
    },
    submit,
    retrieve,
    findLost,
    listCosts,
    requestCancel: async () => ({ acknowledged: false, cause: 'DataForSEO cannot stop a task.' }),
    freeze: freezeTask(spec),
    verifyNotice: async (received) => pingback?.noticeOf(received) ?? null,
    async checkSettings({ query, locale }) {
      const flaw = spec.flawOf(query);
      return flaw === null ? places.check(locale) : { field: 'query', message: flaw };
    },
    probe,
  };
}

function refused(
  code: number | null,
  message: string,
  { advice, retryAfterSeconds }: { advice: string; retryAfterSeconds: number | null },
  httpStatus: number,
): SubmitOutcome {
  return { kind: 'refused', code: String(code), message: `${message} ${advice}`, httpStatus, retryAfterSeconds };
}

/** The vendor decodes `%xx` and reads `+` as a space. */
function escapedKeyword(question: string): string {
  return question.replaceAll('%', '%25').replaceAll('+', '%2B');
}

/** Returns true if this engine's create made a listed task; the list writes the address with or without its host. */
function isCreate({ path }: TaskEngineSpec, url: unknown): boolean {
  return textOf(url)?.endsWith(`v3/${path}/task_post`) === true;
}

/** Sums the cost of all these tasks; null if one states none. */
function chargedFor(rows: readonly WireRecord[]): number | null {
  const costs = rows.map(({ cost }) => amountOf(cost));
  return costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}

function buildEngine(spec: TaskEngineSpec, { hastened }: Pick<TaskAccount, 'hastened'>, simulated: boolean): Engine {
  const city = spec.honoursCity ? (['region', 'city'] as const) : [];
  const facts: EngineFacts = {
    id: spec.id,
    label: spec.label,
    vendor: 'DataForSEO',
    kind: 'surface',
    harnessName: `kw-${spec.id}/1`,
    defaultModel: null,
    recovery: 'exact',
    recoveryNote: spec.recoveryNote,
    honours: ['country', ...city, 'language', ...(spec.honoursDevice ? (['device'] as const) : [])],
    requires: ['country', 'language'],
    maxQuestionLength: spec.maxQuestionLength,
    usualMs: hastened(5 * minute),
    deadlineMs,
    work: null,
    // Most tasks end within five minutes and all should within 45; a paid one is polled until its last day.
    looks: [
      { fromMs: 0, everyMs: hastened(15_000) },
      { fromMs: hastened(15_000), everyMs: hastened(minute) },
      { fromMs: deadlineMs, everyMs: hastened(24 * 60 * minute) },
    ],
  };
  return describeEngine(facts, simulated);
}
