import { readAmount } from './amount.ts';

export type Money = { amount: number; currency: string; per: 'month' | 'year' | null };

const currencies: Readonly<Record<string, string>> = {
  EUR: '€|EUR|[Ee]uros?',
  USD: '(?:US)?\\$|USD|US[- ]?[Dd]ollars?|[Dd]ollars?|d[oó]lar(?:es)?|dollari|dolarów|dolary',
  GBP: '£|GBP|pounds?(?: sterling)?|Pfund|livres sterling|libras|sterline|libras esterlinas|pond|funtów',
  CHF: 'CHF|Schweizer Franken|Franken|francs suisses|franchi',
  PLN: 'zł|PLN|złot(?:ych|e|y)',
  SEK: 'SEK',
  JPY: '¥|JPY|yen',
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
  `(?<![\\p{L}\\d.,])(?:(?:${sign})[\\s\\u00a0]?(?<after>${number})|(?<before>${number})(?:[.,][-–—]{1,3})?[\\s\\u00a0\\u202f]?(?:${signAfter})(?![\\p{L}\\d]))`,
  'gu',
);

const perMonth =
  /(?:\/|per|a|each|every|pro|im|je|par|al|por|ao|per|na|za|co)\s?(?:mo(?:nth)?|monat|mois|mes|mese|mês|maand|miesiąc)\b|month(?:ly)?\b|monatlich|mensuel|mensual|mensil|mensal|maandelijks|miesięcznie|maand\b/iu;
const perYear =
  /(?:\/|per|a|each|every|pro|im|je|par|al|por|ao|na|za|all['’])\s?(?:yr|year|jahr|an|año|anno|ano|jaar|rok)\b|year(?:ly)?\b|annual|jährlich|annuel|anual|annual|jaarlijks|rocznie/iu;

/** Amounts of money in a text, in order, each with its currency and period as far as these are written. */
export function readMoney(text: string): (Money & { start: number; end: number })[] {
  return [...text.matchAll(money)].flatMap((match) => {
    const groups = match.groups ?? {};
    const amount = readAmount(groups.after ?? groups.before ?? '');
    const currency = Object.keys(currencies).find(
      (code) => groups[`${code}First`] !== undefined || groups[`${code}Last`] !== undefined,
    );
    if (amount === null || currency === undefined) return [];
    const end = match.index + match[0].length;
    return { amount, currency, per: periodAfter(text.slice(end, end + 40)), start: match.index, end };
  });
}

/** True for a text with both periods: "€41 per month for a year" is another price than "€41 per month". */
export const namesBothPeriods = (text: string) => perMonth.test(text) && perYear.test(text);

/** The period after an amount, up to the next amount or the end of the clause. */
function periodAfter(behind: string): Money['per'] {
  const near = behind.split(/[;.!?]\s|\d/u)[0] ?? '';
  const [month, year] = [perMonth.exec(near)?.index ?? -1, perYear.exec(near)?.index ?? -1];
  if (month < 0 && year < 0) return null;
  return year < 0 || (month >= 0 && month < year) ? 'month' : 'year';
}
