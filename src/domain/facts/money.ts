import { readAmount } from './amount.ts';
import data from './moneyWords.json' with { type: 'json' };
import { amountInWords, inWords } from './numberWithUnit.ts';

export type Money = { amount: number; currency: string; per: Period | null };

const currencies: Readonly<Record<string, string>> = data.currencies;
const number = "\\d{1,3}(?:[.,\\u00a0\\u202f ’']\\d{3}){1,6}(?:[.,]\\d{1,2})?|\\d{1,18}(?:[.,]\\d{1,2})?";
const sign = Object.entries(currencies)
  .toSorted(([, a], [, b]) => b.length - a.length)
  .map(([code, pattern]) => `(?<${code}First>${pattern})`)
  .join('|');
const signAfter = sign.replaceAll('First>', 'Last>');
const money = new RegExp(
  `(?<![\\p{Lu}\\p{Ll}\\d.,])(?:(?:${sign})[\\s\\u00a0]?(?<after>${number})|(?<before>${number}|(?:${inWords})(?=\\s\\p{L}))(?:[.,][-–—]{1,3})?[\\s\\u00a0\\u202f]?(?:${signAfter})(?![\\p{Lu}\\p{Ll}\\d]))`,
  'gu',
);

/** Words for "per", before the noun of a period, in the languages of `sentenceSigns.ts`. */
const each =
  "(?:\\/|(?<!\\p{L})(?:per|an?|each|every|pro|im|je|par|chaque|la|al|por|ao|cada|el|na|za|co|op|all['’]))\\s?(?:\\p{L}{2,20}\\s(?:and|und|et|y|e|en|i)\\s(?:par\\s)?)?";
const period = (nouns: string, others: string): RegExp =>
  new RegExp(`${each}(?:${nouns})(?!\\p{L})|(?<!\\p{L})(?:${others})(?!\\p{L})`, 'iu');

const periods = ['hour', 'day', 'night', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];
const patterns = Object.fromEntries(
  periods.map((one) => [one, period(data.periods[one][0] ?? '', data.periods[one][1] ?? '')]),
) as Readonly<Record<Period, RegExp>>;
const japanesePeriods: Readonly<Record<Period, RegExp>> = {
  hour: /1時間|時給/u,
  day: /1日(?!券)|日額/u,
  night: /1泊|一泊/u,
  week: /週額|毎週|1週間/u,
  month: /月額|毎月|月々|\/月/u,
  year: /年額|毎年|年間|\/年/u,
};
/** A period before its amount: "monatlich 49 €", "the monthly price of Acme is €49", "月額49ユーロ". */
const adverb =
  /(?<!\p{L})(?:monthly|yearly|monatlich|jährlich|miesięcznie|rocznie|aylık|ayda|yıllık|yılda)\s$|(?:月|年)$|(?<!\d)1(?:日|時間|泊|週間)(?:あたり|につき)?$/iu;
const priced =
  /(?<!\p{L})(?:monthly|yearly|annual|monatlicher?|jährlicher?|aylık|yıllık)\s(?:price|fee|cost|preis|ücreti|fiyatı)(?!\p{L})\D{0,40}$|(?:月額|年額|毎月|毎年)\D{0,40}$|(?:prix|precio|prezzo|preço)\s(?:mensuel|annuel|mensual|anual|mensile|annuo|mensal)\D{0,40}$|(?<!\p{L})tygodniowy\swynajem\D{0,40}$/iu;

/** Finds amounts of money in a text, in order, with currency and period if they are written. */
export function readMoney(text: string): (Money & { start: number; end: number })[] {
  return [...text.matchAll(money)].flatMap((match) => {
    const groups = match.groups ?? {};
    const amountText = groups.after ?? groups.before ?? '';
    const amount = /\d/.test(amountText) ? readAmount(amountText) : amountInWords(amountText);
    const currency = Object.keys(currencies).find(
      (code) => groups[`${code}First`] !== undefined || groups[`${code}Last`] !== undefined,
    );
    if (amount === null || currency === undefined) return [];
    const end = match.index + match[0].length;
    const per =
      periodIn(untilNext(text.slice(end, end + 40))) ??
      periodNear(text.slice(Math.max(0, match.index - 80), match.index));
    return { amount, currency, per, start: match.index, end };
  });
}

/** True for a text with several periods: "€41 per month for a year" is another price than "€41 per month". */
export const namesPeriods = (text: string): boolean => periodsIn(text).length > 1;

/** Returns the text after an amount, up to the next amount or the end of the clause. */
const untilNext = (behind: string): string => behind.split(/[;.!?。]\s?|\d/u)[0] ?? '';

/** Periods that a text names, in its order. */
function periodsIn(text: string): Period[] {
  const at = (one: Period) => (patterns[one].exec(text) ?? japanesePeriods[one].exec(text))?.index ?? -1;
  return periods.filter((one) => at(one) >= 0).toSorted((a, b) => at(a) - at(b));
}

const periodIn = (text: string): Period | null => periodsIn(text)[0] ?? null;

function periodNear(before: string): Money['per'] {
  const [near] = adverb.exec(before) ?? priced.exec(before) ?? [];
  if (near === undefined) return null;
  if (/^[月年]$/.test(near)) return near === '月' ? 'month' : 'year';
  return periodIn(near);
}
