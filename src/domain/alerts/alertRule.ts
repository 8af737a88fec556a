/** What a rule tells of. */
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

/** Days of the periods that a rule compares: fewer days are told sooner, and carry less. */
export const comparedDays = [1, 7, 14, 28] as const;
export type ComparedDays = (typeof comparedDays)[number];

export const alertDirections = ['both', 'decrease', 'increase'] as const;
export type AlertDirection = (typeof alertDirections)[number];

/** What a rule is about, which never changes: another question is another rule, with looks of its own. */
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

/** What somebody says of a subject. */
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

/** What is wrong with the subject of a rule; null: nothing. */
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
 * How often a rule looks in a quarter, and so how many looks share the level of 5 %: the chance that any of them calls a
 * change that is none stays below it (Bonferroni), however the answers of neighbouring periods hang together.
 */
export function looksInQuarter(periodDays: ComparedDays): number {
  return Math.ceil(quarterDays / periodDays);
}
