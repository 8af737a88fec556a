import type { ReactNode } from 'react';
import { dollars } from '../format/numbers.ts';

const standingWords = {
  stated: 'stated',
  estimated: 'estimated',
  held: 'held',
  unknown: 'unknown',
  refunded: 'refunded',
} as const;

/** Status of an amount in words; each has its own shape, so that none is distinguished by colour alone. */
export const standings = {
  stated: { word: standingWords.stated, told: 'The provider stated the charge.' },
  estimated: { word: standingWords.estimated, told: 'No stated charge: usage times list prices.' },
  held: { word: standingWords.held, told: 'Still active: the worst case is reserved.' },
  unknown: { word: standingWords.unknown, told: 'The outcome is unknown: the worst case stays counted.' },
  refunded: { word: standingWords.refunded, told: 'Money returned; not included in the other amounts.' },
} as const;
export type StandingName = keyof typeof standings;

const shapes: Record<StandingName, ReactNode> = {
  stated: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  estimated: <path d="M1.5 7.500c1.500-3 3-3 4.500-1.500s3 1.500 4.500-1.500" />,
  held: <circle cx="6" cy="6" r="4" strokeDasharray="2 2" />,
  unknown: <path d="M4 4.500a2 2 0 1 1 2.800 1.800q-.8.4-.8 1.300M6 9.800v.1" />,
  refunded: <path d="M9.500 9.500V6.500a2 2 0 0 0-2-2h-5M4.500 2.500l-2 2 2 2" />,
};

export function StandingShape({ of }: { of: StandingName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 12"
      className="inline-block size-3 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[of]}
    </svg>
  );
}

/** An amount with its shape and its word. */
export function Amount({ of, usd }: { of: StandingName; usd: number }) {
  return (
    <span title={standings[of].told} className="inline-flex items-center gap-1 whitespace-nowrap">
      <StandingShape of={of} />
      {dollars(usd)} {standings[of].word}
    </span>
  );
}
