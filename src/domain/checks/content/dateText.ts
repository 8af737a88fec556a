const months = 'january february march april may june july august september october november december'.split(' ');

function utc(year: number, month: number, day: number): number | null {
  const time = Date.UTC(year, month - 1, day);
  const read = new Date(time);
  return year >= 1990 && year < 2200 && read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? time : null;
}

function monthNumber(word: string): number {
  const target = word.toLowerCase().replace('.', '');
  return (
    months.findIndex(
      (name) => name === target || name.slice(0, 3) === target || (target === 'sept' && name === 'september'),
    ) + 1
  );
}

/**
 * Parses `2026-03-12`, with or without a time, into milliseconds since 1970; null for anything else. A bare date is
 * midnight UTC.
 */
export function parseIsoDate(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
    text.trim(),
  );
  if (match === null) return null;
  const date = utc(Number(match[1]), Number(match[2]), Number(match[3]));
  if (date === null || match[4] === undefined) return date;
  const zone = /^([+-])(\d\d):?(\d\d)$/.exec(match[7] ?? '');
  const shift = zone === null ? 0 : (zone[1] === '-' ? 1 : -1) * (Number(zone[2]) * 60 + Number(zone[3]));
  return date + ((Number(match[4]) * 60 + Number(match[5]) + shift) * 60 + Number(match[6] ?? 0)) * 1000;
}

/** Finds the first date in running text: ISO, or an English month name with day and year in either order. */
export function findDate(text: string): number | null {
  const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(text);
  if (iso !== null) return utc(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)?\s+([A-Z][a-z]{2,8})\.?,?\s+(\d{4})\b/.exec(text);
  if (dayFirst !== null && monthNumber(dayFirst[2] ?? '') > 0) {
    return utc(Number(dayFirst[3]), monthNumber(dayFirst[2] ?? ''), Number(dayFirst[1]));
  }
  const monthFirst = /\b([A-Z][a-z]{2,8})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/.exec(text);
  if (monthFirst !== null && monthNumber(monthFirst[1] ?? '') > 0) {
    return utc(Number(monthFirst[3]), monthNumber(monthFirst[1] ?? ''), Number(monthFirst[2]));
  }
  return null;
}

/** Builds patterns for the ways in which a page may show a day, as regular expression source without anchors. */
export function datePattern(time: number): RegExp {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  const day = date.getUTCDate();
  const name = months[month - 1] ?? '';
  const word = `(?:${name}|${name.slice(0, 3)}\\.?)`;
  const two = (value: number) => `0?${value}`;
  const english = months.flatMap((each) => [each, each.slice(0, 3)]).join('|');
  const shapes = [
    `${year}[-./]${two(month)}[-./]${two(day)}`,
    `${two(day)}[-./]\\s?${two(month)}[-./]\\s?${year}`,
    `${two(month)}/${two(day)}/${year}`,
    `${two(day)}(?:st|nd|rd|th)?\\.?\\s+${word},?\\s+${year}`,
    `${word}\\s+${two(day)}(?:st|nd|rd|th)?,?\\s+${year}`,
    `${year}年${two(month)}月${two(day)}日`,
    // In other languages, any month name is accepted.
    `${two(day)}\\.?\\s+(?:de\\s+)?(?!(?:${english})\\b)\\p{L}{3,12}\\.?,?\\s+(?:de\\s+)?${year}`,
  ];
  return new RegExp(`(?<!\\d)(?:${shapes.join('|')})`, 'iu');
}
