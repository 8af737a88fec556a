/** Verdicts on a sentence about a fact. `matches_older`: it states the value of an earlier version. */
export const factVerdicts = ['agrees', 'contradicts', 'matches_older', 'cannot_tell'] as const;
export type FactVerdict = (typeof factVerdicts)[number];

/** Owner's decision on a quote. It overrides the rule, and is recorded as the owner's. */
export const factDecisions = ['right', 'wrong', 'not_about_us'] as const;
export type FactDecision = (typeof factDecisions)[number];

/** `decided`: quotes decided by rule or by the owner; `wrong`: how many of them are wrong. */
export type WrongShare = { wrong: number; decided: number; undecided: number; share: number | null };

type Judged = { verdict: FactVerdict; decision: FactDecision | null };

/** Returns whether a quote supports the facts, contradicts them, or is undecided. */
export function standingOf({ verdict, decision }: Judged): 'for' | 'against' | 'open' | 'left_out' {
  if (decision === 'not_about_us') return 'left_out';
  if (decision !== null) return decision === 'right' ? 'for' : 'against';
  if (verdict === 'agrees') return 'for';
  return verdict === 'cannot_tell' ? 'open' : 'against';
}

/** Computes the share of wrong facts over decided quotes; null without any. */
export function wrongShare(quotes: readonly Judged[]): WrongShare {
  const standings = quotes.map(standingOf);
  const wrong = standings.filter((one) => one === 'against').length;
  const decided = wrong + standings.filter((one) => one === 'for').length;
  const undecided = standings.filter((one) => one === 'open').length;
  return { wrong, decided, undecided, share: decided === 0 ? null : wrong / decided };
}
