import { type AlertKind, kindOf } from './alertKinds.ts';

/** Lengths in days of the periods that a rule compares: shorter periods report sooner, with less evidence. */
export const comparedDays = [1, 7, 14, 28] as const;
export type ComparedDays = (typeof comparedDays)[number];

export const alertDirections = ['both', 'decrease', 'increase'] as const;
export type AlertDirection = (typeof alertDirections)[number];

/** Subject of a rule. It never changes: a different question is a different rule, with its own evaluations. */
export type AlertSubject = {
  kind: AlertKind;
  /** Null: any website, or none if its kind has no website. */
  websiteId: string | null;
  /** Id of the engine whose answers are compared, or that may fail; null: any. */
  engine: string | null;
  /** Null if its kind compares no periods of a chosen length. */
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

/** Default length in days of a digest or a comparison. */
export const defaultPeriodDays = 7;

/** Input for a subject, as a caller sends it. */
export type SubjectInput = { kind: AlertKind } & {
  [Name in Exclude<keyof AlertSubject, 'kind'>]?: AlertSubject[Name] | undefined;
};

/** Fills in the defaults of a subject: comparisons use the declared engine and weekly periods. */
export function fullSubject(
  { kind, websiteId, engine, periodDays }: SubjectInput,
  declaredEngine: string,
): AlertSubject {
  const { comparesAnswers, takesPeriod } = kindOf(kind);
  return {
    kind,
    websiteId: websiteId ?? null,
    engine: engine ?? (comparesAnswers ? declaredEngine : null),
    periodDays: periodDays ?? (takesPeriod ? defaultPeriodDays : null),
  };
}

/** Returns what is wrong with the subject of a rule; null if it is valid. */
export function findSubjectFlaw(subject: AlertSubject): { field: string; message: string } | null {
  const { kind, websiteId, engine, periodDays } = subject;
  const { website, takesEngine, takesPeriod } = kindOf(kind);
  if (websiteId === null && website === 'needed') return { field: 'websiteId', message: `is required for ${kind}` };
  if (websiteId !== null && website === 'none') {
    return { field: 'websiteId', message: `does not apply to ${kind}, which concerns the whole workspace` };
  }
  if (engine !== null && !takesEngine) return { field: 'engine', message: `does not apply to ${kind}` };
  if (periodDays !== null && !takesPeriod) return { field: 'periodDays', message: 'applies only to visibility_change' };
  return null;
}

/** The longest quarter. */
const quarterDays = 92;

/**
 * Counts a rule's evaluations in a quarter, which share the significance level of 5 %: the chance that any of them
 * reports a change that did not happen stays below it (Bonferroni), even if answers of neighbouring periods depend on
 * each other.
 */
export function looksInQuarter(periodDays: ComparedDays): number {
  return Math.ceil(quarterDays / periodDays);
}
