/**
 * Limits of what hangs, in milliseconds: of a whole test, and of one wait inside it. A busy machine takes ten times as long
 * as a quiet one, which must fail no test.
 */
export const testLimitMs = 900_000;
export const waitLimitMs = 300_000;
