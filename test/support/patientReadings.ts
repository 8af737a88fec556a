/** Limits of a reading that hangs: the product's own are seconds, and a busy machine may take as long for a short text. */
export const patientReadings = { oneText: 300_000, manyTexts: 300_000 };
