import type { Span } from '../support/sentences.ts';

/** Verbs that begin a second statement after "and": "costs €12 and has", not "per user and month". */
const verbs =
  "is|was|has|comes|includes|offers|supports|can|holds|costs|ist|hat|bietet|umfasst|enthält|wird|est|n['’]est|inclut|propose|compte|tiene|incluye|ofrece|cuenta|è|ha|offre|é|tem|inclui|oferece|heeft|biedt|jest|ma|oferuje|posiada|counts|ranks|zählt|gilt|compte parmi|cuenta entre";
const ends = [
  '、|[,;:]\\s|\\s[–—-]\\s|[()|]|\\[\\d{1,3}\\]',
  '\\s(?:but|while|whereas|because|although|though|aber|während|mais(?!\\s(?:de\\s)?\\d)|tandis|alors|pero|mientras|porque|aunque|mentre|perché|enquanto|embora|maar|terwijl|omdat|ale|natomiast|ama|ancak)\\s',
  '\\s(?:that|which|who|dass|qui|que|dont|che|dat|że)\\s',
  `\\s(?:and|und|et|y|ed?|en|i|oraz)\\s(?=(?:${verbs})\\s)`,
].join('|');
const segmentEnd = new RegExp(ends, 'giu');

/** Splits a sentence where another statement begins: at pauses, relative pronouns, and "but" or "and" with a verb. */
export function segmentsOf(sentence: string): Span[] {
  const marks = [...sentence.matchAll(segmentEnd)];
  const starts = [0, ...marks.map((mark) => mark.index + mark[0].length)];
  return starts.map((start, at) => ({ start, end: Math.max(start, marks[at]?.index ?? sentence.length) }));
}

const another =
  /\s(?:and|und|et|y|ed?|i|oraz|or|oder|ou|lub|oppure|o)\s(?!\p{L}+(?:\s\p{L}+)?$)|\s(?:e|y|et|und|and)$/u;
/** "En" is "and" and "of" is "or" in Dutch only. */
const anotherDutch = /\s(?:en|of)\s(?!\p{L}+(?:\s\p{L}+)?$)/u;
const dutch = /(?<!\p{L})(?:het|een|van|voor|met|bij|heeft|biedt|kost|telt|zijn|je)(?!\p{L})/iu;

/** Cuts a second statement off: "€12 per user and month" continues, "… and is billed yearly" begins another. */
export function firstStatement(text: string, sentence: string): string {
  const [first = ''] = text.split(another);
  return dutch.test(sentence) ? (first.split(anotherDutch)[0] ?? '') : first;
}
