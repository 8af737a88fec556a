/** Kinds of facts that a rule reports. */
export const alertKinds = [
  'visibility_change',
  'gate_failed',
  'budget_used',
  'run_needs_action',
  'engine_failing',
  'round_missed',
  'weekly_digest',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Days of the periods that a rule compares: shorter periods report sooner, with less evidence. */
export const comparedDays = [1, 7, 14, 28] as const;
export type ComparedDays = (typeof comparedDays)[number];

export const alertDirections = ['both', 'decrease', 'increase'] as const;
export type AlertDirection = (typeof alertDirections)[number];

/** Subject of a rule, which never changes: another question is another rule, with evaluations of its own. */
export type AlertSubject = {
  kind: AlertKind;
  /** Null: any, or none where its kind knows no website. */
  websiteId: string | null;
  /** Id of the engine whose answers are compared, or that may fail; null: any. */
  engine: string | null;
  /** Of `visibility_change` alone. */
  periodDays: ComparedDays | null;
};

export type AlertRule = AlertSubject & {
  id: string;
  workspaceId: string;
  name: string;
  direction: AlertDirection;
  destinationIds: readonly string[];
  enabled: boolean;
  createdAt: string;
};

/** Days of a digest, and of a comparison that does not say. */
export const usualPeriodDays = 7;

/** Input for a subject, as a caller sends it. */
export type SubjectInput = { kind: AlertKind } & {
  [Name in Exclude<keyof AlertSubject, 'kind'>]?: AlertSubject[Name] | undefined;
};

/** All of a subject: where answers are compared, at the declared engine and week by week unless it says otherwise. */
export function fullSubject(
  { kind, websiteId, engine, periodDays }: SubjectInput,
  declaredEngine: string,
): AlertSubject {
  const comparesAnswers = kind === 'visibility_change' || kind === 'weekly_digest';
  return {
    kind,
    websiteId: websiteId ?? null,
    engine: engine ?? (comparesAnswers ? declaredEngine : null),
    periodDays: periodDays ?? (kind === 'visibility_change' ? usualPeriodDays : null),
  };
}

const takesWebsite: readonly AlertKind[] = ['visibility_change', 'weekly_digest', 'gate_failed', 'run_needs_action'];
const needsWebsite: readonly AlertKind[] = ['visibility_change', 'weekly_digest'];
const takesEngine: readonly AlertKind[] = ['visibility_change', 'weekly_digest', 'engine_failing'];

/** Finds what is wrong with the subject of a rule; null: nothing. */
export function findSubjectFlaw(subject: AlertSubject): { field: string; message: string } | null {
  const { kind, websiteId, engine, periodDays } = subject;
  if (websiteId === null && needsWebsite.includes(kind)) return { field: 'websiteId', message: `is needed by ${kind}` };
  if (websiteId !== null && !takesWebsite.includes(kind)) {
    return { field: 'websiteId', message: `is not for ${kind}, which concerns the whole workspace` };
  }
  if (engine !== null && !takesEngine.includes(kind)) return { field: 'engine', message: `is not for ${kind}` };
  if (periodDays !== null && kind !== 'visibility_change') {
    return { field: 'periodDays', message: 'is for visibility_change alone' };
  }
  return null;
}

/** The longest quarter. */
const quarterDays = 92;

/**
 * Counts a rule's evaluations in a quarter, which share the level of 5 %: the chance that any of them reports a change
 * without one stays below it (Bonferroni), however the answers of neighbouring periods depend on each other.
 */
export function looksInQuarter(periodDays: ComparedDays): number {
  return Math.ceil(quarterDays / periodDays);
}
