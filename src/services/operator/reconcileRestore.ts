import { AppError } from '../../domain/errors.ts';
import type { Engine } from '../../domain/runs/engine.ts';
import { type FenceMark, isEnded, type RestoreFence } from '../../domain/runs/restoreFence.ts';
import { seoCallsOf } from '../../domain/seo/seoReport.ts';
import { parseLookupDomain } from '../../domain/urls/siteDomain.ts';
import {
  countUnresolvedRuns,
  endFence,
  findOpenFence,
  isCaseAnywhere,
  knownIds,
  listCasesOfQuestion,
  listFenceMarks,
  markFence,
} from '../../store/operator/restoreFences.ts';
import { type AppContext, nowIso } from '../appContext.ts';

type ReconcileContext = Pick<AppContext, 'db' | 'runtime' | 'engines' | 'seo' | 'spill' | 'seoSpill'> & {
  settings: Pick<AppContext['settings'], 'seoSecondCall'>;
};

/** Paid work at a provider that this database does not know. Amounts are US dollars as the provider states them. */
type NewerWork = {
  provider: string;
  /** The provider's id of the work, or the call's tag. */
  id: string;
  runId: string | null;
  /** Cases with the same question, or the domain of the lookup. */
  targets: readonly string[];
  at: string | null;
  costUsd: number | null;
};

/** State of one provider's part of the fence. */
type FencePart = { what: string; lifted: boolean; because: string };

/** A receipt on disk whose run or report this database does not know. */
type SpilledWork = { id: string; taskId: string | null; sessionId: string | null };

export type RestoreReport = {
  /** Null: this database was not restored to an earlier state, or the restore is settled. */
  fence: RestoreFence | null;
  ended: boolean;
  parts: readonly FencePart[];
  newerWork: readonly NewerWork[];
  spilled: readonly SpilledWork[];
  /** Number of known runs that their provider is asked about: the worker follows these. */
  unresolvedRuns: number;
  /** Cases and domains that stay fenced after their provider was checked. */
  held: readonly string[];
};

/**
 * Checks the providers, for free, for work that is newer than the state to which this database was restored, and lifts
 * the fence wherever a provider's own list proves that nothing was bought since. Otherwise the cases or domain stay
 * fenced: the keys of those requests are lost, so a repeated one would buy again. What a provider cannot list is lifted
 * only by the operator's statement.
 * @param accept ids of cases and engines, domains, `seo` or `all`: what may be bought again as far as is known
 * @throws invalid_request for an unknown id
 */
export async function reconcileRestore(app: ReconcileContext, accept: readonly string[]): Promise<RestoreReport> {
  const fence = await findOpenFence(app.db);
  const unresolvedRuns = await countUnresolvedRuns(app.db);
  const spilled = await unknownReceipts(app);
  const nothing = { parts: [], newerWork: [], held: [], spilled, unresolvedRuns };
  if (fence === null) return { fence, ended: false, ...nothing };
  for (const word of accept) await claimWord(app, fence, word);

  const newerWork: NewerWork[] = [];
  const parts: FencePart[] = [await lookAtLookups(app, fence, newerWork)];
  for (const engine of enginesWithWork(app)) parts.push(await checkEngineTasks(app, fence, engine, newerWork));

  const marks = await listFenceMarks(app.db, fence.id);
  const ended = isEnded(
    marks,
    enginesWithWork(app).map(({ id }) => id),
  );
  if (ended) await endFence(app.db, fence.id, nowIso(app));
  const holds = marks.filter(({ says }) => says === 'held').map(({ target }) => target);
  return { fence, ended, parts, newerWork, spilled, unresolvedRuns, held: holds };
}

async function lookAtLookups(app: ReconcileContext, fence: RestoreFence, newerWork: NewerWork[]): Promise<FencePart> {
  const part: Part = { kind: 'seo', target: '', label: `SEO lookups (${app.seo.name})` };
  const fencePart = await wordAbout(app, fence, part);
  if (fencePart !== null) return fencePart;
  if (app.seo.simulated) return lift(app, fence, part, 'they are simulated: nothing was paid');
  const names = seoCallsOf(app.settings.seoSecondCall);
  const list = await app.seo.listCalls(names, fence.since, nowIso(app));
  if (list.kind === 'unavailable') return fenced(part, `the provider could not be read: ${list.cause}`);
  const ours = list.calls.flatMap((call) => {
    const reportId = /^(seo_[A-Za-z0-9]+):/.exec(call.tag ?? '')?.[1];
    return reportId === undefined ? [] : [{ ...call, reportId }];
  });
  const knownKeys = await knownIds(app.db, 'seo_reports', [...new Set(ours.map(({ reportId }) => reportId))]);
  const newer = ours.filter(({ reportId }) => !knownKeys.has(reportId));
  for (const { tag, domain, postedAt, costUsd } of newer) {
    const targets = domain === null ? [] : [domain];
    newerWork.push({ provider: app.seo.name, id: tag ?? '', runId: null, targets, at: postedAt, costUsd });
    if (domain !== null) await hold(app, fence, { kind: 'domain', target: domain }, 'a newer lookup was found');
  }
  if (newer.some(({ domain }) => domain === null)) {
    return fenced(part, 'newer calls were found, but the provider does not state their domain');
  }
  return lift(app, fence, part, lookedThrough(list.calls.length, newer.length));
}

async function checkEngineTasks(
  app: ReconcileContext,
  fence: RestoreFence,
  engine: Engine,
  newerWork: NewerWork[],
): Promise<FencePart> {
  const part: Part = { kind: 'engine', target: engine.id, label: engine.label };
  const statement = await wordAbout(app, fence, part);
  if (statement !== null) return statement;
  if (engine.simulated) return lift(app, fence, part, 'its answers are simulated: nothing was paid');
  const reader = app.engines.of({ engine: engine.id })?.reader;
  if (reader?.listTasks === undefined) {
    const because = `${engine.vendor} cannot list past questions, so newer answers cannot be found; only --accept unblocks it`;
    return fenced(part, because);
  }
  const list = await reader.listTasks(fence.since, nowIso(app));
  if (list.kind === 'unavailable') return fenced(part, `the provider could not be read: ${list.cause}`);
  const ours = list.tasks.flatMap((task) => (task.runId === null ? [] : [{ ...task, runId: task.runId }]));
  const savedIds = await knownIds(
    app.db,
    'runs',
    ours.map(({ runId }) => runId),
  );
  const newer = ours.filter(({ runId }) => !savedIds.has(runId));
  for (const { taskId, runId, question, createdAt, costUsd } of newer) {
    const targets = question === null ? [] : await listCasesOfQuestion(app.db, question);
    newerWork.push({ provider: engine.id, id: taskId, runId, targets, at: createdAt, costUsd });
    for (const target of targets) await hold(app, fence, { kind: 'case', target }, 'a newer answer was found');
  }
  if (newer.some(({ question }) => question === null)) {
    return fenced(part, 'newer answers were found, but the provider does not state their question');
  }
  return lift(app, fence, part, lookedThrough(list.tasks.length, newer.length));
}

/** An engine that is off is left out only if nothing could be bought from it: without credentials. */
function enginesWithWork({ engines }: ReconcileContext): Engine[] {
  return engines.known.filter(({ id }) => engines.of({ engine: id }) !== null);
}

type Part = Pick<FenceMark, 'kind' | 'target'> & { label: string };

function lookedThrough(total: number, newer: number): string {
  const looked = total === 1 ? '1 task was checked' : `${total} tasks were checked`;
  return `${looked}, ${newer} of them unknown here`;
}

function fenced(part: Part, because: string): FencePart {
  return { what: part.label, lifted: false, because };
}

async function lift(app: ReconcileContext, fence: RestoreFence, part: Part, because: string): Promise<FencePart> {
  const { kind, target } = part;
  await markFence(app.db, fence.id, { kind, target, says: 'lifted', note: because }, nowIso(app));
  return { what: part.label, lifted: true, because };
}

/**
 * Applies an operator's statement about a whole engine or all lookups. It is final, because a check could only find
 * what the operator has already accepted.
 */
async function wordAbout(app: ReconcileContext, fence: RestoreFence, part: Part): Promise<FencePart | null> {
  const marks = await listFenceMarks(app.db, fence.id);
  const mark = marks.find(({ kind, target }) => kind === part.kind && target === part.target);
  return mark?.note === operatorsWord ? { what: part.label, lifted: true, because: operatorsWord } : null;
}

const operatorsWord = 'accepted by the operator';

/** Fences a target unless an operator has stated that it may be bought again. */
async function hold(
  app: ReconcileContext,
  fence: RestoreFence,
  part: Pick<FenceMark, 'kind' | 'target'>,
  note: string,
): Promise<void> {
  const marks = await listFenceMarks(app.db, fence.id);
  if (marks.some(({ kind, target }) => kind === part.kind && target === part.target)) return;
  await markFence(app.db, fence.id, { ...part, says: 'held', note }, nowIso(app));
}

async function claimWord(app: ReconcileContext, fence: RestoreFence, word: string): Promise<void> {
  const accepted = async (kind: FenceMark['kind'], target: string): Promise<void> =>
    markFence(app.db, fence.id, { kind, target, says: 'lifted', note: operatorsWord }, nowIso(app));
  if (word === 'all') {
    for (const { id } of enginesWithWork(app)) await accepted('engine', id);
    await accepted('seo', '');
    for (const mark of await listFenceMarks(app.db, fence.id)) {
      if (mark.says === 'held') await accepted(mark.kind, mark.target);
    }
  } else if (word === 'seo') await accepted('seo', '');
  else if (app.engines.find(word) !== null) await accepted('engine', word);
  else if (await isCaseAnywhere(app.db, word)) await accepted('case', word);
  else if (word.includes('.')) await accepted('domain', parseLookupDomain(word, 'accept'));
  else {
    const message = `accept: ${word} is not a case, engine or domain here. Name one of these, or seo, or all.`;
    throw new AppError('invalid_request', message, { details: { field: 'accept' }, retry: 'never' });
  }
}

async function unknownReceipts(app: ReconcileContext): Promise<SpilledWork[]> {
  const receipts = await app.spill.list();
  const calls = await app.seoSpill.list();
  const runs = await knownIds(
    app.db,
    'runs',
    receipts.map(({ runId }) => runId),
  );
  const reports = await knownIds(
    app.db,
    'seo_reports',
    calls.map(({ reportId }) => reportId),
  );
  return [
    ...receipts
      .filter(({ runId }) => !runs.has(runId))
      .map(({ runId, taskId, sessionId }) => ({ id: runId, taskId, sessionId })),
    ...calls
      .filter(({ reportId }) => !reports.has(reportId))
      .map(({ reportId, name }) => ({ id: `${reportId}:${name}`, taskId: null, sessionId: null })),
  ];
}
