/**
 * Fence around every purchase after this database was restored to an earlier state: work bought since then is unknown
 * to it, and would be bought again. All times are ISO 8601 UTC.
 */
export type RestoreFence = {
  id: string;
  /** Earlier work is in the database; later purchases may be missing. */
  since: string;
  fencedAt: string;
  /** Sign by which the older state was detected. */
  cause: 'restored' | 'older_than_noted';
};

/**
 * State of one part of a fence. `lifted`: its newer work is known, or an operator accepted that it is not. `held`:
 * newer work was found, so a request whose key was lost would buy it again.
 */
export type FenceMark = {
  kind: 'engine' | 'seo' | 'case' | 'domain';
  /** Engine, case or domain; empty for all SEO lookups. */
  target: string;
  says: 'lifted' | 'held';
  note: string;
};

export type FenceTarget = { kind: 'case'; caseId: string; engineId: string } | { kind: 'domain'; domain: string };

/**
 * Returns whether a target is fenced. The decision for the case or domain itself counts; without one, the decision for
 * its engine, or for all lookups.
 */
export function isFenced(marks: readonly FenceMark[], target: FenceTarget): boolean {
  const own = target.kind === 'case' ? find(marks, 'case', target.caseId) : find(marks, 'domain', target.domain);
  if (own !== null) return own.says === 'held';
  const whole = target.kind === 'case' ? find(marks, 'engine', target.engineId) : find(marks, 'seo', '');
  return whole?.says !== 'lifted';
}

/** Returns true once all engines and the lookups are lifted and nothing is held. */
export function isEnded(marks: readonly FenceMark[], engineIds: readonly string[]): boolean {
  if (marks.some(({ says }) => says === 'held')) return false;
  const wholes = [...engineIds.map((id) => find(marks, 'engine', id)), find(marks, 'seo', '')];
  return wholes.every((mark) => mark?.says === 'lifted');
}

function find(marks: readonly FenceMark[], kind: FenceMark['kind'], target: string): FenceMark | null {
  return marks.find((mark) => mark.kind === kind && mark.target === target) ?? null;
}
