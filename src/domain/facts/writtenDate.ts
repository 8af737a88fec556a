import numberWords from './numberWords.json' with { type: 'json' };

/** A date, possibly incomplete. */
export type WrittenDate = { year: number; month: number | null; day: number | null };

const { months } = numberWords;
const month = `(?<month>${months.join('|')})\\.?`;
/** "In November": a value of that month only. */
export const inMonth = new RegExp(
  `(?<!\\p{L})(?:in|im|en|em|w|we|au mois de)\\s(?:${months.join('|')})(?!\\p{L})`,
  'iu',
);
const year = '(?<year>(?:19|20)\\d{2})(?!\\d)';
const shapes: readonly RegExp[] = [
  /(?<!\d)(?<year>(?:19|20)\d{2})年(?:(?<number>\d{1,2})月(?:(?<day>\d{1,2})日)?)?/gu,
  // The order of day and month is unknown, so only the year is read.
  /(?<!\d)\d{1,2}\/\d{1,2}\/(?<year>(?:19|20)\d{2})(?!\d)/gu,
  /(?<!\d)(?<year>(?:19|20)\d{2})-(?<number>\d{2})-(?<day>\d{2})(?!\d)/giu,
  new RegExp(
    `(?<!\\d)(?<day>\\d{1,2})(?:\\.|st|nd|rd|th|er|º)?\\s{1,9}(?:de\\s{1,9})?${month},?\\s{1,9}(?:de\\s{1,9})?${year}`,
    'giu',
  ),
  new RegExp(`(?<!\\p{L})${month}\\s{1,9}(?<day>\\d{1,2})(?:st|nd|rd|th)?,\\s{1,9}${year}`, 'giu'),
  /(?<!\d)(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.\s?(?<year>(?:19|20)\d{2})(?!\d)/giu,
  new RegExp(`(?<!\\p{L})${month}\\s{1,9}(?:de\\s{1,9})?${year}`, 'giu'),
  new RegExp(`(?<![\\d.,€$£-])${year}(?![\\d-]|\\s?(?:€|\\$|£|EUR|USD|%))`, 'gu'),
];

/** Finds dates in a text: complete ones first, then months, then years that belong to neither. */
export function readDates(text: string): (WrittenDate & { start: number; end: number })[] {
  const dates: (WrittenDate & { start: number; end: number })[] = [];
  for (const shape of shapes) {
    for (const match of text.matchAll(shape)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (dates.some((date) => start < date.end && end > date.start)) continue;
      const { year: yearText = '', month: name, number, day } = match.groups ?? {};
      const at = name === undefined ? -1 : months.findIndex((names) => names.split('|').includes(name.toLowerCase()));
      dates.push({
        year: Number(yearText),
        month: number !== undefined ? Number(number) : at < 0 ? null : at + 1,
        day: day === undefined ? null : Number(day),
        start,
        end,
      });
    }
  }
  return dates.toSorted((a, b) => a.start - b.start);
}

/** Returns true if two dates are equal in the parts that both state. */
export function sameDate(one: WrittenDate, other: WrittenDate): boolean {
  const same = (a: number | null, b: number | null) => a === null || b === null || a === b;
  return one.year === other.year && same(one.month, other.month) && same(one.day, other.day);
}
