import { readAmount } from './amount.ts';

export type Money = { amount: number; currency: string; per: 'month' | 'year' | null };

const currencies: Readonly<Record<string, string>> = {
  EUR: '€|EUR|[Ee]uros?|[Aa]vro(?:ya|dur)?|ユーロ',
  USD: '(?:US)?\\$|USD|US[- ]?[Dd]ollars?|[Dd]ollars?|d[oó]lar(?:es)?|dollari|[Dd]olar(?:dır|a)?|dolarów|dolary|米?ドル',
  GBP: '£|GBP|pounds?(?: sterling)?|Pfund|livres sterling|libras|sterline|libras esterlinas|pond|funtów',
  CHF: 'CHF|Schweizer Franken|Franken|francs suisses|franchi',
  PLN: 'zł|PLN|złot(?:ych|e|y)',
  SEK: 'SEK',
  JPY: '¥|JPY|yen|円',
  TRY: '₺|TRY|TL',
  CAD: 'C\\$|CAD',
  AUD: 'A\\$|AUD',
};
const number = "\\d{1,3}(?:[.,\\u00a0\\u202f ’']\\d{3}){1,6}(?:[.,]\\d{1,2})?|\\d{1,18}(?:[.,]\\d{1,2})?";
const sign = Object.entries(currencies)
  .toSorted(([, a], [, b]) => b.length - a.length)
  .map(([code, pattern]) => `(?<${code}First>${pattern})`)
  .join('|');
const signAfter = sign.replaceAll('First>', 'Last>');
const money = new RegExp(
  `(?<![\\p{Lu}\\p{Ll}\\d.,])(?:(?:${sign})[\\s\\u00a0]?(?<after>${number})|(?<before>${number})(?:[.,][-–—]{1,3})?[\\s\\u00a0\\u202f]?(?:${signAfter})(?![\\p{Lu}\\p{Ll}\\d]))`,
  'gu',
);

const perMonth =
  /(?:\/|per|a|each|every|pro|im|je|par|chaque|al|por|ao|cada|per|na|za|co)\s?(?:mo(?:nth)?|monat|mois|mes|mese|mês|maand|miesiąc)\b|month(?:ly)?\b|monatlich|mensuel|mensual|mensil|mensal|mensais|maandelijks|miesięcznie|maand\b|(?<!\p{L})(?:ayda|aylık|ay)(?!\p{L})|月額|毎月|月々|\/月/iu;
const perYear =
  /(?:\/|per|a|each|every|pro|im|je|par|chaque|al|por|ao|cada|na|za|all['’])\s?(?:yr|year|jahr|an|año|anno|ano|jaar|rok)\b|year(?:ly)?\b|annual|jährlich|annuel|anual|jaarlijks|rocznie|(?<!\p{L})(?:yılda|yıllık|yıl)(?!\p{L})|年額|毎年|年間|\/年/iu;
/** A period written before its amount: "monatlich 49 €", "the monthly price of Acme is €49", "月額49ユーロ". */
const adverb =
  /(?<!\p{L})(?:monthly|yearly|monatlich|jährlich|miesięcznie|rocznie|aylık|ayda|yıllık|yılda)\s$|(?:月|年)$/iu;
const priced =
  /(?<!\p{L})(?:monthly|yearly|annual|monatlicher?|jährlicher?|aylık|yıllık)\s(?:price|fee|cost|preis|ücreti|fiyatı)(?!\p{L})\D{0,40}$|(?:月額|年額|毎月|毎年)\D{0,40}$|(?:prix|precio|prezzo|preço)\s(?:mensuel|annuel|mensual|anual|mensile|annuo|mensal)\D{0,40}$/iu;

/** Finds amounts of money in a text, in order, with currency and period if they are written. */
export function readMoney(text: string): (Money & { start: number; end: number })[] {
  return [...text.matchAll(money)].flatMap((match) => {
    const groups = match.groups ?? {};
    const amount = readAmount(groups.after ?? groups.before ?? '');
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

/** Returns true for a text with both periods: "€41 per month for a year" is not the same price as "€41 per month". */
export const namesBothPeriods = (text: string) => perMonth.test(text) && perYear.test(text);

/** Returns the text after an amount, up to the next amount or the end of the clause. */
const untilNext = (behind: string): string => behind.split(/[;.!?。]\s?|\d/u)[0] ?? '';

function periodIn(text: string): Money['per'] {
  const [month, year] = [perMonth.exec(text)?.index ?? -1, perYear.exec(text)?.index ?? -1];
  if (month < 0 && year < 0) return null;
  return year < 0 || (month >= 0 && month < year) ? 'month' : 'year';
}

function periodNear(before: string): Money['per'] {
  const [near] = adverb.exec(before) ?? priced.exec(before) ?? [];
  if (near === undefined) return null;
  if (/^[月年]$/.test(near)) return near === '月' ? 'month' : 'year';
  return periodIn(near);
}
