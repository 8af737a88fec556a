/** `1,299.00`, `1.299,00`, `1 299` and `1299` alike as 1299; null when there is no number. */
export function readNumber(text: string): number | null {
  const digits = text.replace(/[\s\u00a0\u202f'’]/g, '');
  const found = /\d[\d.,]*/.exec(digits)?.[0]?.replace(/[.,]+$/, '');
  if (found === undefined) return null;
  const lastDot = found.lastIndexOf('.');
  const lastComma = found.lastIndexOf(',');
  const mark = Math.max(lastDot, lastComma);
  if (mark < 0) return Number(found);
  const separators = found.replace(/\d/g, '').length;
  const both = lastDot >= 0 && lastComma >= 0;
  // One separator before exactly three digits groups thousands, unless another kind of separator stands before it.
  const decimal = both || (separators === 1 && found.length - mark - 1 !== 3);
  const whole = (decimal ? found.slice(0, mark) : found).replace(/[.,]/g, '');
  return Number(decimal ? `${whole}.${found.slice(mark + 1)}` : whole);
}

const amount =
  "\\d{1,2}(?:,\\d{2}){1,5},\\d{3}(?:\\.\\d{1,2})?|\\d{1,3}(?:[.,\\u00a0\\u202f\\u0020'’]\\d{3}){0,5}(?:[.,]\\d{1,2})?|\\d{1,15}(?:[.,]\\d{1,2})?";
const currency = '[$€£¥₹₩₽₺₴]|\\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CZK|JPY|CNY|INR|AUD|CAD|BRL)\\b|\\b(?:kr|zł|Kč)\\b';

/** Amounts that stand beside a currency, in the order of the text. */
export function visiblePrices(text: string): number[] {
  const pattern = new RegExp(`(?:${currency})\\s?(${amount})|(${amount})\\s?(?:${currency})`, 'g');
  return [...text.matchAll(pattern)].flatMap((match) => readNumber(match[1] ?? match[2] ?? '') ?? []);
}

/** Every number of a text. */
export function visibleNumbers(text: string): number[] {
  return [...text.matchAll(/\d+(?:[.,]\d+)?/g)].flatMap((match) => readNumber(match[0]) ?? []);
}
