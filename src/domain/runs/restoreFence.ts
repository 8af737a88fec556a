/**
 * Fence around everything that costs money after this database was restored to an earlier state: work that was bought
 * since is unknown to it, and would be bought again. All times are ISO 8601 UTC.
 */
export type RestoreFence = {
  id: string;
  /** Work before this time is in the database; what was bought later may not be. */
  since: string;
  fencedAt: string;
  /** Way in which the older state was noticed. */
  cause: 'restored' | 'older_than_noted';
};

/**
 * State of a part of a fence. `lifted`: its newer work is known, or an operator accepted that it is not. `held`:
 * newer work was found there, so that a request whose key was lost with it would buy again.
 */
export type FenceMark = {
  kind: 'engine' | 'seo' | 'case' | 'domain';
  /** Engine, case or domain; empty for all SEO lookups. */
  target: string;
  says: 'lifted' | 'held';
  note: string;
};

export type FenceTarget = { kind: 'case'; caseId: string; engineId: string } | { kind: 'domain'; domain: string };

/** The word about the case or domain itself decides; without one, the word about its engine, or about all lookups. */
export function isFenced(marks: readonly FenceMark[], target: FenceTarget): boolean {
  const own = target.kind === 'case' ? find(marks, 'case', target.caseId) : find(marks, 'domain', target.domain);
  if (own !== null) return own.says === 'held';
  const whole = target.kind === 'case' ? find(marks, 'engine', target.engineId) : find(marks, 'seo', '');
  return whole?.says !== 'lifted';
}

/** A fence ends when all engines and the lookups are lifted and nothing is held. */
export function isEnded(marks: readonly FenceMark[], engineIds: readonly string[]): boolean {
  if (marks.some(({ says }) => says === 'held')) return false;
  const wholes = [...engineIds.map((id) => find(marks, 'engine', id)), find(marks, 'seo', '')];
  return wholes.every((mark) => mark?.says === 'lifted');
}

function find(marks: readonly FenceMark[], kind: FenceMark['kind'], target: string): FenceMark | null {
  return marks.find((mark) => mark.kind === kind && mark.target === target) ?? null;
}
