import { withAsciiDigits } from '../../html/decimalDigits.ts';

/** Reads `1,299.00`, `1.299,00`, `1 299` and `1299` all as 1299, in any digits; null without a number. */
export function readNumber(text: string): number | null {
  const digits = withAsciiDigits(text).replace(/[\s\u00a0\u202f'’]/g, '');
  const digitsFound = /\d[\d.,]*/.exec(digits)?.[0]?.replace(/(?<![.,])[.,]+$/, '');
  if (digitsFound === undefined) return null;
  const lastDot = digitsFound.lastIndexOf('.');
  const lastComma = digitsFound.lastIndexOf(',');
  const mark = Math.max(lastDot, lastComma);
  if (mark < 0) return Number(digitsFound);
  const separators = digitsFound.replace(/\d/g, '').length;
  const both = lastDot >= 0 && lastComma >= 0;
  // One separator before exactly three digits groups thousands, unless another kind of separator comes before it.
  const decimal = both || (separators === 1 && digitsFound.length - mark - 1 !== 3);
  const whole = (decimal ? digitsFound.slice(0, mark) : digitsFound).replace(/[.,]/g, '');
  return Number(decimal ? `${whole}.${digitsFound.slice(mark + 1)}` : whole);
}

const amount =
  "\\d{1,2}(?:,\\d{2}){1,5},\\d{3}(?:\\.\\d{1,2})?|\\d{1,3}(?:[.,\\u00a0\\u202f\\u0020'’]\\d{3}){0,5}(?:[.,]\\d{1,2})?|\\d{1,15}(?:[.,]\\d{1,2})?";
/** Whole units and cents as separate pieces, as in `49<sup>99</sup>` or three neighbouring blocks. */
const inPieces = "(\\d{1,3}(?:[.,'’]?\\d{3}){0,4})(?:\\s{1,2}|\\s?[.,]\\s)(\\d{2})";
const currencyWords =
  'USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|JPY|CNY|RMB|KRW|TWD|HKD|SGD|THB|VND|IDR|MYR|PHP|INR|PKR|AED|SAR|QAR|KWD|EGP|ILS|ZAR|NGN|KES|AUD|NZD|CAD|BRL|MXN|ARS|CLP|COP|' +
  'kr|zł|Kč|Ft|lei|лв|руб|грн|TL|Rp|RM|Fr|ر\\.س|د\\.إ|ج\\.م|ريال|درهم|دينار|جنيه|تومان|रु|บาท|đ';
const currency = `[$€£¥₹₩₽₺₴₫฿₦₪₱円元원﷼]|(?<![\\p{L}\\p{M}])(?:${currencyWords})(?![\\p{L}\\p{M}])`;

const beside = (number: string) =>
  `(?:${currency})\\s{0,2}(?:${number})(?!\\d)|(?<!\\d)(?:${number})\\s{0,2}(?:${currency})`;
/** `49,–` and `12.-` write zero cents as a dash. */
const whole = new RegExp(`(?:${currency})\\.?\\s?(${amount})|(${amount})(?:[.,][–—-]{1,2})?\\s?(?:${currency})`, 'gu');
const pieces = new RegExp(beside(inPieces), 'gu');

/**
 * Lists amounts next to a currency: first those written in one piece, in text order, then the possible readings of
 * adjacent pieces. This yields more readings than prices, so that no shown price is missed.
 */
export function visiblePrices(text: string): number[] {
  const plain = withAsciiDigits(text);
  const digitsFound = [...plain.matchAll(whole)].flatMap((match) => readNumber(match[1] ?? match[2] ?? '') ?? []);
  const joined = [...plain.matchAll(pieces)].flatMap((match) => {
    const units = readNumber((match[1] ?? match[3] ?? '').replace(/[.,]/g, ''));
    return units === null ? [] : Math.round(units * 100 + Number(match[2] ?? match[4])) / 100;
  });
  return [...digitsFound, ...joined];
}

/** Lists every number in a text. */
export function visibleNumbers(text: string): number[] {
  return [...withAsciiDigits(text).matchAll(/\d+(?:[.,]\d+)?/g)].flatMap((match) => readNumber(match[0]) ?? []);
}
