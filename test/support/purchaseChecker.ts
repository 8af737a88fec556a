import type { MoneyState } from '../../src/domain/money/purchase.ts';
import type { Outcome } from '../../src/domain/runs/idempotency.ts';
import { isTerminal, type RunStatus } from '../../src/domain/runs/run.ts';
import type { RunPhase } from '../../src/domain/runs/runRecord.ts';

/** Reply that a client got to a paid request, in order of arrival. */
export type PaidReply = { key: string; runId: string | null; status: number };

/** A saved run with its related records. */
export type SavedRun = {
  id: string;
  status: RunStatus;
  phase: RunPhase;
  isActive: boolean;
  sessionId: string | null;
  taskId: string | null;
  submittedAt: string | null;
  observedAt: string | null;
  dueAt: string | null;
  error: string | null;
  reservationKey: string;
  harnessKey: string;
  rawAnswers: number;
  shownResults: number;
  /** Null: no entry in the ledger. */
  money: MoneyState | null;
  /** True if its engine finds a purchase whose reply was lost. */
  findsLost: boolean;
};

/** Evidence for judging a campaign: the vendor's ledger, replies to clients, the database, and the service's list. */
export type PurchaseEvidence = {
  /** Creates that reached the vendor, and the works they created, by run, including unsaved runs. */
  creates: ReadonlyMap<string, { sent: number; made: number }>;
  replies: readonly PaidReply[];
  /** Keys of paid requests that were sent; no record may have another key. */
  asked: ReadonlySet<string>;
  runs: readonly SavedRun[];
  outcomes: ReadonlyMap<string, Outcome | null>;
  balances: { saved: Readonly<Record<string, number>>; replayed: Readonly<Record<string, number>> };
  /** The recovery ids of each run that the service lists as not confirmed. */
  listed: ReadonlyMap<string, { runId: string; sessionId: string | null }>;
};

const findingKinds = [
  'duplicate purchase',
  'purchase of nobody',
  'lost receipt',
  'impossible row',
  'changed word',
  'forgotten request',
  'unlisted unconfirmed run',
  'wrong balance',
] as const;
export type Finding = { kind: (typeof findingKinds)[number]; runId: string | null; says: string };

/** Lists everything that is wrong after a campaign; empty if the product keeps its promises. */
export function findingsOf(evidence: PurchaseEvidence): Finding[] {
  return [
    ...wordFindings(evidence),
    ...evidence.runs.flatMap((run) => runFindings(run, evidence)),
    ...wholeFindings(evidence),
  ];
}

/** Returns true if the database leaves open whether it was bought. */
export function isUnconfirmed({ phase, status, error }: SavedRun): boolean {
  if (phase !== 'submitting' && phase !== 'unresolved') return false;
  return !isTerminal(status) || !/Nothing was bought/.test(error ?? '');
}

function runFindings(run: SavedRun, { creates, listed }: PurchaseEvidence): Finding[] {
  const { sent, made } = creates.get(run.id) ?? { sent: 0, made: 0 };
  const findings: Finding[] = [];
  const add = (kind: Finding['kind'], says: string) => findings.push({ kind, runId: run.id, says });
  if (sent > 1) add('duplicate purchase', `${sent} creates were sent, ${made} were made`);
  if (made > 0 && run.phase !== 'submitted' && (run.findsLost || !isUnconfirmed(run)))
    add('lost receipt', `the vendor made it, and it stands as ${run.status}, ${run.phase}: ${run.error}`);
  for (const says of contradictionsOf(run, made)) add('impossible row', says);
  if (isUnconfirmed(run)) {
    const recovery = listed.get(run.id);
    if (recovery === undefined) add('unlisted unconfirmed run', `it stands as ${run.status}, ${run.phase}`);
    else if (recovery.runId !== run.id || recovery.sessionId !== (run.sessionId ?? run.taskId))
      add('unlisted unconfirmed run', `it is listed with other ids: ${JSON.stringify(recovery)}`);
  }
  return findings;
}

/** Lists contradictions within one row, which must never occur. */
function contradictionsOf(run: SavedRun, made: number): string[] {
  const { status, phase } = run;
  const ended = isTerminal(status);
  const left = phase === 'submitting' || phase === 'unresolved' || phase === 'submitted';
  const rules: readonly (readonly [boolean, string])[] = [
    [ended === run.isActive, 'it has ended and keeps its place, or neither'],
    [ended && run.dueAt !== null, 'it has ended and is looked at again'],
    [left !== (run.submittedAt !== null), 'its phase and the time of its create contradict each other'],
    // Work that is found again has only its conversation's id if the vendor states no other.
    [phase === 'submitted' && run.taskId === null && run.sessionId === null, 'it is submitted and names no work'],
    [
      (phase === 'reserved' || phase === 'submitting') && run.taskId !== null,
      'it names a task that was never requested',
    ],
    [phase === 'unresolved' && status === 'queued', 'its purchase is in doubt and it is queued'],
    [status === 'completed' && phase !== 'submitted', 'it is completed and has no receipt'],
    [status === 'completed' && run.observedAt === null, 'it is completed and was never observed'],
    [status === 'completed' && run.rawAnswers !== 1, `it is completed and has ${run.rawAnswers} answers`],
    [status === 'completed' && run.shownResults !== 1, `it is completed and shows ${run.shownResults} results`],
    [status !== 'completed' && run.shownResults !== 0, 'it is not completed and shows a result'],
    [status === 'completed' && made !== 1, `it is completed, and the vendor made ${made}`],
    [/Nothing was bought/.test(run.error ?? '') && made > 0, 'it says that nothing was bought, and it was'],
    [run.money === null, 'nothing was held for it'],
    [ended && run.money === 'held', 'it has ended and its worst case is still held'],
    // A price that a vendor states with the receipt is saved before the end.
    [!ended && run.money === 'released', 'it has not ended and its money was released'],
    [run.money === 'released' && made > 0, 'its money was released, and it was created'],
  ];
  return rules.filter(([isSo]) => isSo).map(([, says]) => says);
}

/** Compares the replies to clients with each other and with the saved outcomes. */
function wordFindings({ replies, outcomes }: PurchaseEvidence): Finding[] {
  const findings: Finding[] = [];
  const first = new Map<string, string>();
  for (const { key, runId, status } of replies) {
    if (runId === null) continue;
    const before = first.get(key) ?? runId;
    first.set(key, before);
    if (before !== runId)
      findings.push({ kind: 'changed word', runId, says: `${key} was told ${before}, and then (${status}) this` });
  }
  for (const [key, runId] of first) {
    const outcome = outcomes.get(key) ?? null;
    if (outcome === null) findings.push({ kind: 'forgotten request', runId, says: `${key} is remembered no more` });
    else if (!('runId' in outcome) || outcome.runId !== runId)
      findings.push({ kind: 'changed word', runId, says: `${key} is remembered as ${JSON.stringify(outcome)}` });
  }
  return findings;
}

function wholeFindings({ runs, creates, outcomes, asked, balances }: PurchaseEvidence): Finding[] {
  const findings: Finding[] = [];
  const saved = new Set(runs.map(({ id }) => id));
  for (const [runId, { sent, made }] of creates) {
    if (!saved.has(runId)) findings.push({ kind: 'purchase of nobody', runId, says: `${sent} sent, ${made} made` });
  }
  const startedBy = new Map<string, string[]>();
  for (const [key, outcome] of outcomes) {
    if (outcome?.kind === 'started') startedBy.set(outcome.runId, [...(startedBy.get(outcome.runId) ?? []), key]);
  }
  for (const { id } of runs) {
    const keys = startedBy.get(id) ?? [];
    if (keys.length !== 1 || !keys.every((key) => asked.has(key)))
      findings.push({
        kind: 'purchase of nobody',
        runId: id,
        says: `it was started by ${keys.join(', ') || 'no request'}`,
      });
  }
  const places = new Map<string, string>();
  for (const run of runs.filter(({ isActive }) => isActive)) {
    const place = `${run.reservationKey} ${run.harnessKey}`;
    const other = places.get(place);
    if (other !== undefined)
      findings.push({ kind: 'impossible row', runId: run.id, says: `it is active beside ${other} in one place` });
    places.set(place, run.id);
  }
  const scopes = new Set([...Object.keys(balances.saved), ...Object.keys(balances.replayed)]);
  for (const scope of scopes) {
    const [kept = 0, told = 0] = [balances.saved[scope], balances.replayed[scope]];
    if (kept !== told)
      findings.push({ kind: 'wrong balance', runId: null, says: `${scope}: ${kept} saved, ${told} by its entries` });
  }
  return findings;
}
