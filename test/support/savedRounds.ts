import { changeItem, insertItems, insertRound } from '../../src/store/plans/rounds.ts';
import type { Calls } from './calls.ts';
import { homeOf } from './records.ts';
import { saveAnswer } from './savedAnswers.ts';
import type { TestService } from './service.ts';

/** A plan with one case for each question, whose rounds a test writes. */
export type RoundPanel = { websiteId: string; planId: string; cases: { caseId: string; questionId: string }[] };

/** Subjects without similar meanings, so that each question is a topic of its own. */
const subjects = [
  'CRM',
  'invoicing',
  'payroll',
  'telephony',
  'webinars',
  'surveys',
  'chatbots',
  'backups',
  'firewalls',
  'recruiting',
  'shipping',
  'translation',
  'bookkeeping',
  'scheduling',
  'e-signatures',
  'inventory',
  'helpdesks',
  'whiteboards',
  'podcasting',
  'newsletters',
  'analytics',
  'ticketing',
  'procurement',
  'fleets',
  'timesheets',
  'donations',
  'clinics',
  'gyms',
  'hotels',
  'restaurants',
  'libraries',
  'museums',
  'farming',
  'logistics',
  'insurance',
  'mortgages',
  'tutoring',
  'daycare',
  'plumbing',
  'roofing',
];

export async function saveRoundPanel(person: Calls, websiteId: string, questions: number): Promise<RoundPanel> {
  const queries = subjects.slice(0, questions).map((subject) => `Recommend ${subject}`);
  const saved = await person.call('createQuestions', { queries, websiteId } as never);
  const items = (saved as any).items as { id: string; engines: { cases: { id: string }[] }[] }[];
  const { plan } = (await person.call('createPlan', {
    name: 'Weekly',
    questions: { questionIds: items.map(({ id }) => id) },
    engines: ['openai'],
    repeats: 1,
    cadence: { kind: 'weekly', weekday: 'monday', at: '06:00', timeZone: 'UTC' },
  } as never)) as any;
  return {
    websiteId,
    planId: plan.id,
    cases: items.map(({ id, engines }) => ({ questionId: id, caseId: engines[0]?.cases[0]?.id ?? '' })),
  };
}

export type SavedRound = {
  number: number;
  dueAt: string;
  /** Returns whether an answer lists the website; null: unknown. */
  lists(question: number): boolean | null;
  model?: string;
  isMissed?: boolean;
  cites?(question: number): string[];
};

/** Writes an ended round with its answers, as the service would have. */
export async function saveRound(service: TestService, panel: RoundPanel, round: SavedRound): Promise<void> {
  const runIds: string[] = [];
  if (round.isMissed !== true) {
    for (const question of panel.cases.keys()) runIds.push(await saveRoundAnswer(service, panel, question, round));
  }
  await saveRoundOfRuns(service, panel, round, runIds);
}

/** Writes one answer of a round, and returns its run. */
export function saveRoundAnswer(
  service: TestService,
  { websiteId, cases }: RoundPanel,
  question: number,
  round: Pick<SavedRound, 'dueAt' | 'lists' | 'model' | 'cites'>,
): Promise<string> {
  const lists = round.lists(question);
  return saveAnswer(service, {
    websiteId,
    caseId: cases[question]?.caseId ?? '',
    createdAt: round.dueAt,
    names: lists === true ? ['Acme CRM acme-crm.example'] : ['Rival rival.example'],
    cites: round.cites?.(question) ?? [],
    ...(round.model === undefined ? {} : { model: round.model }),
    ...(lists === null ? { noAnswer: true } : {}),
  });
}

/** Writes an ended round of answers that are saved already, one per question; a missed round has none. */
export async function saveRoundOfRuns(
  service: TestService,
  panel: RoundPanel,
  { number, dueAt, isMissed = false }: Pick<SavedRound, 'number' | 'dueAt' | 'isMissed'>,
  runIds: readonly string[],
): Promise<void> {
  const { db } = service.running.service.api;
  const { workspaceId } = await homeOf(service);
  const { planId } = panel;
  const times = { dueAt, openedAt: isMissed ? null : dueAt, endsAt: dueAt, endedAt: dueAt };
  const state = isMissed ? ('missed' as const) : ('ended' as const);
  const reason = isMissed ? ('not_started' as const) : null;
  const round = { planId, number, kind: 'scheduled' as const, revision: 1, state, reason, wait: null, note: null };
  await insertRound(db, { id: planId, workspaceId }, { ...round, ...times }, dueAt, { by: null });
  await db.updateTable('plans').set({ last_round: number }).where('id', '=', planId).execute();
  if (isMissed) return;
  const name = { planId, workspaceId, round: number };
  const caseIds = panel.cases.map(({ caseId }) => caseId);
  await insertItems(db, name, caseIds, 1);
  for (const [at, caseId] of caseIds.entries()) {
    await changeItem(db, { ...name, caseId, repeat: 1 }, { met: 'started', runId: runIds[at] ?? null });
  }
}

/** Removes the rounds after one, so that another experiment can begin there. Their answers stay. */
export async function removeRoundsAfter(service: TestService, { planId }: RoundPanel, number: number): Promise<void> {
  const { db } = service.running.service.api;
  await db.deleteFrom('plan_round_items').where('plan_id', '=', planId).where('round', '>', number).execute();
  await db.deleteFrom('plan_rounds').where('plan_id', '=', planId).where('number', '>', number).execute();
  await db.updateTable('plans').set({ last_round: number }).where('id', '=', planId).execute();
}
