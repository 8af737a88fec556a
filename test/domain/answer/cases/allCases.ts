import type { AnswerCase } from './answerCase.ts';
import { chinese } from './chinese.ts';
import { dutch, polish, turkish } from './dutchTurkishPolish.ts';
import { englishLists } from './englishLists.ts';
import { englishVerdicts } from './englishVerdicts.ts';
import { explanations, reviewPages } from './explanations.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian, portuguese } from './italianPortuguese.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { localAndTrade } from './localAndTrade.ts';
import { manyLanguages } from './manyLanguages.ts';
import { arabic, hebrew, hindi, thai } from './otherScripts.ts';
import { productsAndSoftware } from './productsAndSoftware.ts';
import { searchPages } from './searchPages.ts';
import { spanish } from './spanish.ts';

/** All self-written answers by their language. */
export const casesByLanguage: Record<string, readonly AnswerCase[]> = {
  English: [
    ...englishLists,
    ...englishVerdicts,
    ...localAndTrade,
    ...productsAndSoftware,
    ...searchPages,
    ...explanations,
    ...reviewPages,
  ],
  German: german,
  French: french,
  Spanish: spanish,
  Italian: italian,
  Portuguese: portuguese,
  Dutch: dutch,
  Turkish: turkish,
  Polish: polish,
  Japanese: japanese,
  Chinese: chinese,
  Korean: korean,
  Arabic: arabic,
  Hebrew: hebrew,
  Hindi: hindi,
  Thai: thai,
  'many languages': manyLanguages,
};

export const allCases: readonly AnswerCase[] = Object.values(casesByLanguage).flat();
