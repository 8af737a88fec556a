import type { TypedValue } from './fact.ts';

/** Words directly before a value that make it a lower bound, an upper bound, a limit or an approximation. */
const bounds = {
  floor:
    '(?:starts?|starting|begins?)\\s(?:at|from)|from|ab|(?:démarre|commence|débute)\\sà|à partir de|dès|(?:a partir )?desde|a partir d[aeo]|parte\\sda|a partire da|(?:begint|start)\\s(?:bij|vanaf)|vanaf|od',
  ceiling: "up to|bis zu|jusqu['’]à|hasta|fino a|até|tot|do",
  limit:
    '(?:a )?maximum(?: of)?|max\\.?|at most|(?:is )?limited to|capped at|höchstens|maximal|begrenzt auf|au (?:plus|maximum)|limité à|(?:un )?máximo de|como máximo|limitado a|(?:un )?massimo(?: di)?|al massimo|limitato a|maximaal|hooguit|maksymalnie|co najwyżej',
  about:
    "(?:just |only )?(?:about|around|roughly|approximately|some)|ungefähr|etwa|rund|circa|ca\\.|environ|autour de|quelque|unos|unas|alrededor de|aproximadamente|cerca de|zo['’]n|ongeveer|około|mniej więcej",
} as const;
export type Bound = keyof typeof bounds;

const kinds = Object.keys(bounds) as Bound[];
const before = new RegExp(
  `(?<!\\p{L})(?:${kinds.map((kind) => `(?<${kind}>${bounds[kind]})`).join('|')})\\s$|(?<limitJa>最大で?)$|(?<aboutJa>約|およそ)$`,
  'iu',
);
/** Japanese writes a lower bound after its value. */
const after = /^(?:から|より)/u;

/** Returns the words that bound the value at this position, with their own position; null if none do. */
export function boundAt(
  sentence: string,
  value: { start: number; end: number },
): { bound: Bound; start: number; end: number } | null {
  if (after.test(sentence.slice(value.end))) return { bound: 'floor', start: value.end, end: value.end + 2 };
  const from = Math.max(0, value.start - 30);
  const match = before.exec(sentence.slice(from, value.start));
  if (match === null) return null;
  const group = Object.entries(match.groups ?? {}).find(([, words]) => words !== undefined)?.[0] ?? 'about';
  return { bound: group.replace('Ja', '') as Bound, start: from + match.index, end: value.start };
}

/** Units that a plan limits as a whole. "A maximum of 20 bikes" may be for each customer. */
const limited: ReadonlySet<string> = new Set(['users', 'projects', 'integrations', 'gb', 'tb']);
const isLimited = (value: TypedValue): boolean => value.type === 'number' && limited.has(value.unit);

/** Two amounts that differ by more than a quarter are not approximately equal. */
const approximately = 1.25;

/** Returns true if no value within the bound equals the owner's: "from €29" excludes €24, and "from €19" does not. */
export function excludes(bound: Bound, stated: TypedValue, owners: TypedValue): boolean {
  if (!('amount' in stated) || !('amount' in owners)) return false;
  const [one, other] = [stated.amount, owners.amount];
  switch (bound) {
    case 'floor':
      return one > other;
    case 'ceiling':
      return isLimited(stated) && one < other;
    case 'limit':
      return isLimited(stated) && one !== other;
    case 'about':
      return Math.max(one, other) > Math.min(one, other) * approximately;
  }
}

const businessWeek =
  /(?<!\p{L})(?:(?:from|on)\s)?(?:mon(?:day)?s?\s?(?:to|through|[-–])\s?fri(?:day)?s?|weekdays|(?:von\s)?montags? bis freitags?|mo\.?\s?[-–]\s?fr\.?|(?:an\s)?werktag(?:s|en)|du lundi au vendredi|en semaine|de lunes a viernes|entre semana|dal lunedì al venerdì|nei giorni feriali|de segunda a sexta(?:-feira)?|(?:van\s)?maandag (?:tot en met|t\/m|tot) vrijdag|(?:op\s)?werkdagen|doordeweeks|od poniedziałku do piątku|w dni robocze)(?!\p{L})|平日|月曜日?から金曜日?(?:まで)?/giu;
const asOf =
  /\(?(?<!\p{L})(?:as of|stand|état|en date de|a fecha de|aggiornato a|stato|peildatum|stan na)\s(?:(?:early|mid|late|anfang|mitte|ende|début|fin)[\s-])?(?:\p{L}{3,12}\s)?(?<year>20\d\d)(?:\sr(?:oku|\.))?\)?[,:]?/giu;

/** "If you are on a budget, …": the reader's wish does not limit the offer. */
const readersWish =
  /^(?:if you|wenn (?:du|sie|ihr)|si (?:vous|tu|buscas|necesitas|quieres)|se (?:cerchi|vuoi|ti serve)|als (?:je|u)|jeśli (?:szukasz|potrzebujesz|chcesz))(?!\p{L})[^,]{1,80},/iu;

/**
 * Blanks what does not qualify a value: the days of a business week for hours, a date of the answer that is not before the
 * version, and for things that do not exist, a wish of the reader. Positions stay as they are.
 * @param since when the owner stated the value
 */
export function withoutCircumstances(sentence: string, kind: string, owners: TypedValue, since: string): string {
  const blank = (text: string) => ' '.repeat(text.length);
  if (kind === 'hours') return sentence.replace(businessWeek, blank);
  if (kind === 'date') return sentence;
  if (owners.type === 'answer' && !owners.yes) return sentence.replace(readersWish, blank);
  return isOutdated(sentence, since) ? sentence : sentence.replace(asOf, blank);
}

/** True if the sentence dates its values to a year before the owner stated the value: "as of 2019". */
export const isOutdated = (sentence: string, since: string): boolean =>
  [...sentence.matchAll(asOf)].some(({ groups }) => (groups?.year ?? '') < since.slice(0, 4));
