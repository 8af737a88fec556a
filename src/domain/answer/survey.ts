import { cues } from './phrases.ts';
import { foldTitle } from './titleWords.ts';

const maxRead = 20_000;

/**
 * Returns true if the answer surveys what exists around an idea of the asker's: it says that similar things exist, and
 * what remains for the asker to do. Such an answer explains its names and recommends none of them. `language`: of the
 * text.
 */
export function isSurvey(text: string, language: string): boolean {
  const folded = foldTitle(text.slice(0, maxRead));
  return (['gap', 'exists'] as const).every((kind) => {
    const words = cues(kind, language);
    words.lastIndex = 0;
    return words.test(folded);
  });
}
