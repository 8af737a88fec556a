import { waitLimitMs } from './patience.ts';

/** Limits of a reading that hangs: the product's own are seconds, and a busy machine may take as long for a short text. */
export const patientReadings = { oneText: waitLimitMs, manyTexts: waitLimitMs };
