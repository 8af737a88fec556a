import type { FactVerdict } from './factVerdict.ts';

/** Word of the owner on a quote; it wins over the rule, and is kept as theirs. */
export const factDecisions = ['right', 'wrong', 'not_about_us'] as const;
export type FactDecision = (typeof factDecisions)[number];

/** `quotes` that are decided, by rule or by the owner, and how many of them are wrong. */
export type WrongShare = { wrong: number; decided: number; undecided: number; share: number | null };

type Judged = { verdict: FactVerdict; decision: FactDecision | null };

/** Decides whether a quote is for the facts, against them, or open. */
export function standingOf({ verdict, decision }: Judged): 'for' | 'against' | 'open' | 'left_out' {
  if (decision === 'not_about_us') return 'left_out';
  if (decision !== null) return decision === 'right' ? 'for' : 'against';
  if (verdict === 'agrees') return 'for';
  return verdict === 'cannot_tell' ? 'open' : 'against';
}

/** The share of wrong facts over decided quotes only; null without any. */
export function wrongShare(quotes: readonly Judged[]): WrongShare {
  const standings = quotes.map(standingOf);
  const wrong = standings.filter((one) => one === 'against').length;
  const decided = wrong + standings.filter((one) => one === 'for').length;
  const undecided = standings.filter((one) => one === 'open').length;
  return { wrong, decided, undecided, share: decided === 0 ? null : wrong / decided };
}
