import { invalidField, notFound } from '../../domain/errors.ts';
import { decideMarks } from '../../domain/marks/decideMarks.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import { groupTopics } from '../../domain/visibility/comparison/questionTopics.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import {
  type DoneItem,
  type QuestionChange,
  type WorkEffects,
  type WorkFamily,
  workEffects,
} from '../../domain/work/workEffects.ts';
import type { WorkDecision } from '../../domain/work/workItem.ts';
import { answersSince } from '../../store/experiments/observedRuns.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import { workDecisions } from '../../store/work/rows.ts';
import { openExperiments } from '../experiments/experimentResult.ts';
import { collectMarks, markerOf } from '../visibility/markedAnswers.ts';
import { topicsDeclared } from '../visibility/readReport.ts';
import { buildSource, deriveEngine, type Reader } from '../visibility/reportPlace.ts';
import { readTaughtNames } from '../visibility/withKnownNames.ts';

/** Time that engines need to read a changed page. */
const lagMs = 7 * 86_400_000;
/** Period after that time whose answers count. It is fixed, so that repeated reading cannot find more by chance. */
const measuredMs = 28 * 86_400_000;

type Listed = { questionId: string; topic: string; at: string; listed: number };

type Request = { websiteId: string; engine: string | null };

/** Tests all items of a website that were finished in a month, as one family. @throws not_found, invalid_request */
export async function readWorkEffects(
  reader: Reader,
  { month, ...request }: Request & { month: string },
): Promise<WorkEffects> {
  const decisions = await workDecisions(reader.db, reader.principal.workspaceId, request.websiteId);
  return workEffects(await buildFamily(reader, request, decisions, month));
}

/**
 * Tests the families of the newest months of a period in which items were finished. @throws not_found, invalid_request
 */
export async function readWorkFamilies(
  reader: Reader,
  { startDate, endDate, ...request }: Request & DateWindow,
  count: number,
): Promise<WorkFamily[]> {
  const decisions = await workDecisions(reader.db, reader.principal.workspaceId, request.websiteId);
  const inPeriod = (month: string) =>
    month >= (startDate ?? '').slice(0, 7) && month <= (endDate ?? '9999-12').slice(0, 7);
  const months = [...decisions.values()].flatMap(({ state, doneAt }) =>
    state === 'done' ? (doneAt?.slice(0, 7) ?? []) : [],
  );
  const newest = [...new Set(months)].filter(inPeriod).sort().slice(-count);
  return Promise.all(newest.map((month) => buildFamily(reader, request, decisions, month)));
}

async function buildFamily(
  reader: Reader,
  { websiteId, engine }: Request,
  decisions: ReadonlyMap<string, WorkDecision>,
  month: string,
): Promise<WorkFamily> {
  const finishedItems = [...decisions].filter(([, { state, doneAt }]) => state === 'done' && doneAt?.startsWith(month));
  finishedItems.sort(([one], [other]) => codeUnitOrder(one, other));
  const from = finishedItems.map(([, { evidence }]) => evidence.observedAt).sort()[0];
  const answers = await listedSince(reader, websiteId, engine, from ?? null);
  const open = await openExperiments(
    reader,
    new Set(finishedItems.flatMap(([, { evidence }]) => evidence.questionIds)),
  );
  // Their difference would reveal a running experiment's result before its analysis is due.
  const hidden = new Set(open.flatMap(({ shared }) => shared));
  const items = finishedItems.map(([id, decision]): DoneItem => {
    const { questionIds } = decision.evidence;
    const isOver =
      reader.runtime.now() >= Date.parse(decision.doneAt ?? '') + lagMs + measuredMs &&
      !questionIds.some((id) => hidden.has(id));
    return { id, doneAt: decision.doneAt ?? '', questionIds, changes: deriveChanges(decision, answers), isOver };
  });
  const worked = [...decisions.values()].flatMap(({ state, evidence }) =>
    state === 'done' ? evidence.questionIds : [],
  );
  return { month, items, worked, seed: `${websiteId} ${month}` };
}

/**
 * Returns the change of every question when an item was finished. Answers that suggested the item are left out of
 * "before".
 */
function deriveChanges({ evidence, doneAt }: WorkDecision, answers: readonly Listed[]): QuestionChange[] {
  const end = doneAt ?? '';
  const from = new Date(Date.parse(end) + lagMs).toISOString();
  const until = new Date(Date.parse(end) + lagMs + measuredMs).toISOString();
  return [...Map.groupBy(answers, ({ questionId }) => questionId)].flatMap(([questionId, own]) => {
    const before = own.filter(({ at }) => at > evidence.observedAt && at <= end);
    const after = own.filter(({ at }) => at >= from && at < until);
    if (before.length === 0 || after.length === 0) return [];
    return [{ questionId, topic: own[0]?.topic ?? questionId, before: meanListed(before), after: meanListed(after) }];
  });
}

const meanListed = (answers: readonly Listed[]) =>
  answers.reduce((sum, { listed }) => sum + listed, 0) / answers.length;

async function listedSince(
  reader: Reader,
  websiteId: string,
  engineId: string | null,
  from: string | null,
): Promise<Listed[]> {
  const { workspaceId } = reader.principal;
  const website = await findVisibilityWebsite(reader.db, workspaceId, websiteId);
  if (website === null) throw notFound('website');
  const engine = deriveEngine(reader, { platform: null, engine: engineId });
  if (from === null) return [];
  const source = await buildSource(reader, engine, website);
  const [runs, cases, declared, taught] = await Promise.all([
    answersSince(reader.db, { workspaceId, websiteId, ...source, from }),
    casesOfWebsite(reader.db, workspaceId, websiteId),
    topicsDeclared(reader.db, workspaceId, websiteId),
    readTaughtNames(reader.db, workspaceId, source.surface, website),
  ]);
  if (runs === null) throw invalidField('month', 'has more new answers than one test can read');
  const askedKeys = new Set(runs.map(({ caseId }) => caseId));
  const topics = groupTopics(
    cases.filter(({ id }) => askedKeys.has(id)).map(({ id, query }) => ({ caseId: id, question: query })),
    declared,
  );
  const questionOf = new Map(cases.map(({ id, questionId }) => [id, questionId]));
  const marker = markerOf(website);
  const marks = await collectMarks(reader.db, workspaceId, marker, runs);
  return runs.flatMap(({ runId, caseId, createdAt }) => {
    const own = marks.get(runId)?.marks;
    const questionId = questionOf.get(caseId);
    if (own === undefined || own.noAnswer || questionId === undefined) return [];
    const { status } = decideMarks(own, marker.owner, taught);
    if (status === 'unknown') return [];
    return [{ questionId, topic: topics.get(caseId) ?? caseId, at: createdAt, listed: Number(status === 'listed') }];
  });
}
