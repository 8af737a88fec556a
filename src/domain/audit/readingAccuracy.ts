import measured from './readingAccuracy.json' with { type: 'json' };

/**
 * Decisions of the rules on labelled answers that were not read while writing them (docs/reading.md), in percent. `right`
 * has a bootstrap interval over answers at 95 %. Undecided ones are neither right nor wrong.
 */
export type ReadingAccuracy = { answers: number; right: number; lower: number; upper: number; wrong: number };

type ByName = Readonly<Record<string, ReadingAccuracy | undefined>>;
const engines: ByName = measured.engines;
const languages: ByName = measured.languages;

/** Below this share of right decisions, in percent, an engine or a language is read weakly. */
const weakBelow = 90;

/** The reader version that was measured. */
export const measuredReader = measured.reader;

/** Returns null for an engine with fewer than five labelled answers. */
export function accuracyForEngine(id: string): ReadingAccuracy | null {
  return engines[id] ?? null;
}

/** @param tag a BCP 47 tag: the figures of `zh-TW` if measured, otherwise those of `zh` */
export function accuracyForLanguage(tag: string): ReadingAccuracy | null {
  return languages[tag] ?? languages[tag.split('-')[0] ?? ''] ?? null;
}

/** Returns true if the rules are measured and decide fewer than nine of ten answers rightly. */
export function isWeak(accuracy: ReadingAccuracy | null): accuracy is ReadingAccuracy {
  return accuracy !== null && accuracy.right < weakBelow;
}

/** Describes an accuracy: `74 % decided rightly (60–88 at 95 %), 3 % wrongly, of 13 labelled answers`. */
export function formatAccuracy({ answers, right, lower, upper, wrong }: ReadingAccuracy): string {
  return `${right} % decided rightly (${lower}–${upper} at 95 %), ${wrong} % wrongly, of ${answers} labelled answers`;
}
