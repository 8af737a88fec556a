import { digestOf } from '../text/canonicalJson.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';

/**
 * `suggestion`: a rule over answers. `check`: a failed check of a capture. `unread_page`: no crawler read it.
 * `source_gap`: a cited page recommends others and not the website. `wrong_fact`: answers contradict a fact.
 */
export const workSources = ['suggestion', 'check', 'unread_page', 'source_gap', 'wrong_fact'] as const;
export type WorkSource = (typeof workSources)[number];

/** `gone`: the evidence no longer supports it. */
export const workStates = ['open', 'doing', 'done', 'declined', 'gone'] as const;
export type WorkState = (typeof workStates)[number];

/** Evidence for one item of work, from the current saved answers and captures. */
export type WorkEvidence = {
  source: WorkSource;
  /** Id of a rule or a check. */
  rule: string;
  /** Subject of the rule, such as a question, a domain or a page; the same for every engine and rule version. */
  subject: string;
  title: string;
  advice: string;
  /** True for a check that must pass before anything can be found. */
  isGate: boolean;
  engines: string[];
  questionIds: string[];
  pages: string[];
  /** Its first answers or captures. */
  runIds: string[];
  answers: number;
  /** Severity or class, as its rule has it. */
  kind: string;
  /** ISO 8601 UTC: the newest answer or capture that could have shown it. */
  observedAt: string;
};

/** A member's decision about an item. Saved with the first touch; an untouched item is open. */
export type WorkDecision = {
  state: 'open' | 'doing' | 'done' | 'declined';
  owner: string | null;
  /** `YYYY-MM-DD` */
  dueDay: string | null;
  note: string | null;
  /** Reason, for `declined`. */
  reason: string | null;
  /** The evidence as it was then. */
  evidence: WorkEvidence;
  changedAt: string;
  changedBy: string;
  doneAt: string | null;
};

/** Verification of a finished item by later evidence; null: it is not done. */
type WorkVerification = {
  result: 'waiting' | 'not_found_any_more' | 'still_found';
  /** Time of the evidence that showed it. */
  observedAt: string | null;
} | null;

export type WorkItem = {
  id: string;
  websiteId: string;
  state: WorkState;
  owner: string | null;
  dueDay: string | null;
  note: string | null;
  reason: string | null;
  changedAt: string | null;
  changedBy: string | null;
  doneAt: string | null;
  verification: WorkVerification;
  experiment: ExperimentOffer | null;
  evidence: WorkEvidence;
};

/**
 * Fields of a protocol that tests this kind of change with a control, for `previewExperiment`. Null: the item touches
 * no question, or was declined or is gone. A finished change precedes any registration, so it is tested on further
 * pages.
 */
type ExperimentOffer = { hypothesis: string; chosenOnRuns: string[] };

function offerExperiment({ title, questionIds, runIds }: WorkEvidence, state: WorkState): ExperimentOffer | null {
  if (questionIds.length === 0 || state === 'declined' || state === 'gone') return null;
  const hypothesis = `Work on “${title.slice(0, 400)}” raises recommendations`;
  return { hypothesis, chosenOnRuns: runIds };
}

const separator = '.';

/** Derives an item's id: the same for the same rule and subject, whatever its version and engine. */
export function workItemId(websiteId: string, { rule, subject }: Pick<WorkEvidence, 'rule' | 'subject'>): string {
  return `${websiteId}${separator}${digestOf({ rule, subject }).slice(0, 24)}`;
}

/** Returns the website of an item's id; null: the id is of another kind. */
export function websiteOfItem(id: string): string | null {
  const at = id.lastIndexOf(separator);
  return at <= 0 ? null : id.slice(0, at);
}

/** Merges evidence of one key from several engines. */
export function mergeEvidence(evidence: readonly WorkEvidence[]): WorkEvidence[] {
  const groups = Map.groupBy(evidence, ({ rule, subject }) => JSON.stringify([rule, subject]));
  return [...groups.values()].map((group) => {
    const [first] = group as [WorkEvidence];
    const all = <T>(of: (one: WorkEvidence) => readonly T[]) => [...new Set(group.flatMap(of))].sort();
    return {
      ...first,
      isGate: group.some(({ isGate }) => isGate),
      engines: all((one) => one.engines),
      questionIds: all((one) => one.questionIds),
      pages: all((one) => one.pages),
      runIds: all((one) => one.runIds).slice(0, 40),
      answers: group.reduce((sum, { answers }) => sum + answers, 0),
      kind: all(({ kind }) => [kind]).join(' '),
      observedAt: group.map(({ observedAt }) => observedAt).reduce((one, other) => (one > other ? one : other)),
    };
  });
}

/** Time of the newest evidence that could show or not show an item of a source; null: no such evidence exists. */
export type Observed = Readonly<Record<WorkSource, string | null>>;

/**
 * Returns true if evidence became a gate after an item was declined: counts and severities alone bring nothing back.
 */
export function isBack(now: WorkEvidence | null, { state, evidence }: WorkDecision): boolean {
  return state === 'declined' && now !== null && now.isGate && !evidence.isGate;
}

/**
 * Builds an item from evidence and decision. A declined item stays declined while its evidence is of the same kind; an
 * item that was taken up and whose evidence has disappeared is gone, unless a member finished it.
 */
export function workItem(
  id: string,
  websiteId: string,
  evidence: WorkEvidence | null,
  decision: WorkDecision | null,
  observed: Observed,
): WorkItem | null {
  const workEvidence = evidence ?? decision?.evidence;
  if (workEvidence === undefined) return null;
  const state = decideState(evidence, decision);
  return {
    id,
    websiteId,
    state,
    owner: decision?.owner ?? null,
    dueDay: decision?.dueDay ?? null,
    note: decision?.note ?? null,
    reason: state === 'declined' ? (decision?.reason ?? null) : null,
    changedAt: decision?.changedAt ?? null,
    changedBy: decision?.changedBy ?? null,
    doneAt: state === 'done' ? (decision?.doneAt ?? null) : null,
    verification: state === 'done' ? verify(decision?.doneAt ?? null, evidence, observed[workEvidence.source]) : null,
    experiment: offerExperiment(workEvidence, state),
    evidence: workEvidence,
  };
}

function decideState(evidence: WorkEvidence | null, decision: WorkDecision | null): WorkState {
  if (decision === null) return 'open';
  const { state } = decision;
  if (state === 'declined') return isBack(evidence, decision) ? 'open' : 'declined';
  if (state === 'done') return 'done';
  return evidence === null ? 'gone' : state;
}

function verify(
  doneAt: string | null,
  evidence: WorkEvidence | null,
  observedAt: string | null,
): NonNullable<WorkVerification> {
  if (doneAt === null || observedAt === null || observedAt <= doneAt) return { result: 'waiting', observedAt: null };
  return { result: evidence === null ? 'not_found_any_more' : 'still_found', observedAt };
}

/** Compares items: gates first, then by questions touched, then by answers. Counts, never a score. */
export function byWeight(one: WorkItem, other: WorkItem): number {
  const [a, b] = [one.evidence, other.evidence];
  return (
    Number(b.isGate) - Number(a.isGate) ||
    b.questionIds.length - a.questionIds.length ||
    b.answers - a.answers ||
    codeUnitOrder(one.id, other.id)
  );
}
