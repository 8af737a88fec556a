import type { VisibilityWebsite } from './attempt.ts';
import { type AnswerNames, learnedName, listCommonWords, tiesOf } from './nameCorpus.ts';
import { nameForm } from './nameForm.ts';
import { distinctivePart } from './owner.ts';

/** Adds to a website what saved answers say about the given names. */
export function attachKnownNames(
  website: Omit<VisibilityWebsite, 'learned' | 'commonWords'>,
  corpus: readonly AnswerNames[],
  request: Iterable<string> = new Set(corpus.flatMap(({ forms }) => forms)),
): VisibilityWebsite {
  const ties = tiesOf(corpus);
  const words = [website.name, ...website.aliases].flatMap((name) => nameForm(name).split(' ').map(distinctivePart));
  return {
    ...website,
    learned: [...new Set(request)].sort().flatMap((form) => learnedName(ties, form) ?? []),
    commonWords: listCommonWords(corpus, new Set(words)),
  };
}
