import { inTransaction, type Queryable } from '../../src/store/database/transaction.ts';
import { insertRound } from '../../src/store/plans/rounds.ts';
import type { Calls } from './calls.ts';
import { homeOf } from './records.ts';
import { saveAnswer } from './savedAnswers.ts';
import type { TestService } from './service.ts';
import { words } from './words.ts';

/** A plan with one case for each question, whose rounds a test writes. */
export type RoundPanel = { websiteId: string; planId: string; cases: { caseId: string; questionId: string }[] };

/** Subjects without similar meanings, so that each question is a topic of its own. */
const subjects = [
  ...words(`
    CRM invoicing payroll telephony webinars surveys chatbots backups firewalls recruiting shipping translation
    bookkeeping scheduling e-signatures inventory helpdesks whiteboards podcasting newsletters analytics ticketing
    procurement fleets timesheets donations clinics gyms hotels restaurants libraries museums farming logistics
    insurance mortgages tutoring daycare plumbing roofing
  `),
];

export async function saveRoundPanel(person: Calls, websiteId: string, questions: number): Promise<RoundPanel> {
  const queries = subjects.slice(0, questions).map((subject) => `Recommend ${subject}`);
  const { items } = await person.call('createQuestions', { queries, websiteId });
  const { plan } = await person.call('createPlan', {
    name: 'Weekly',
    questions: { questionIds: items.map(({ id }) => id) },
    engines: ['openai'],
    repeats: 1,
    cadence: { kind: 'weekly', weekday: 'monday', at: '06:00', timeZone: 'UTC' },
  });
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
  const { workspaceId } = await homeOf(service);
  await saveRoundOfRuns(service.db, workspaceId, panel, { ...round, runIds });
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

type RoundOfRuns = Pick<SavedRound, 'number' | 'dueAt' | 'isMissed'> & { runIds: readonly string[] };

/** Writes an ended round of answers that are saved already, one per question; a missed round has none. */
async function saveRoundOfRuns(
  db: Queryable,
  workspaceId: string,
  panel: RoundPanel,
  { number, dueAt, isMissed = false, runIds }: RoundOfRuns,
): Promise<void> {
  const { planId } = panel;
  const times = { dueAt, openedAt: isMissed ? null : dueAt, endsAt: dueAt, endedAt: dueAt };
  const state = isMissed ? ('missed' as const) : ('ended' as const);
  const reason = isMissed ? ('not_started' as const) : null;
  const round = { planId, number, kind: 'scheduled' as const, revision: 1, state, reason, wait: null, note: null };
  await insertRound(db, { id: planId, workspaceId }, { ...round, ...times }, dueAt, { by: null });
  await db.updateTable('plans').set({ last_round: number }).where('id', '=', planId).execute();
  if (isMissed) return;
  const empty = { denials: 0, denial: null, ask_after: null, refused_for: null };
  const items = panel.cases.map(({ caseId }, ordinal) => ({
    ...{ plan_id: planId, workspace_id: workspaceId, round: number, case_id: caseId, repeat: 1, ordinal, ...empty },
    ...{ met: 'started', run_id: runIds[ordinal] ?? null },
  }));
  for (let from = 0; from < items.length; from += 100) {
    await db
      .insertInto('plan_round_items')
      .values(items.slice(from, from + 100))
      .execute();
  }
}

/** Replaces all rounds after one by rounds of answers that are saved already. The answers of those stay. */
export async function replaceRoundsAfter(
  service: TestService,
  panel: RoundPanel,
  last: number,
  rounds: readonly RoundOfRuns[],
): Promise<void> {
  const id = panel.planId;
  const { workspaceId } = await homeOf(service);
  await inTransaction(service.db, async (tx) => {
    await tx.deleteFrom('plan_round_items').where('plan_id', '=', id).where('round', '>', last).execute();
    await tx.deleteFrom('plan_rounds').where('plan_id', '=', id).where('number', '>', last).execute();
    await tx.updateTable('plans').set({ last_round: last }).where('id', '=', id).execute();
    for (const round of rounds) await saveRoundOfRuns(tx, workspaceId, panel, round);
  });
}
