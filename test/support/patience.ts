import type { Replacements } from '../../src/app/replacements.ts';

/**
 * Limits of what hangs, in milliseconds: of a whole test, and of one wait inside it. A busy machine takes ten times as long
 * as a quiet one, which must fail no test.
 */
export const testLimitMs = 900_000;
export const waitLimitMs = 300_000;

/** A server that a busy machine slows down neither stops a reading nor refuses a request for it. */
export const patience = {
  readingLimits: { oneText: waitLimitMs, manyTexts: waitLimitMs },
  admissionLimits: { turnMs: waitLimitMs, minQueue: Number.MAX_SAFE_INTEGER },
} satisfies Replacements;
