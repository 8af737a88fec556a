import type { Replacements } from '../../src/app/replacements.ts';

/**
 * Limits for hanging tests, in milliseconds: of a whole test, and of one wait inside it. A busy machine takes ten times
 * as long as a quiet one, which must fail no test.
 */
export const testLimitMs = 900_000;
export const waitLimitMs = 300_000;

/** Limits high enough that a busy machine neither interrupts a reading nor refuses a request. */
export const patience = {
  readingLimits: { oneText: waitLimitMs, manyTexts: waitLimitMs },
  admissionLimits: { turnMs: waitLimitMs, minQueue: Number.MAX_SAFE_INTEGER },
} satisfies Replacements;
