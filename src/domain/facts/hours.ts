/** Minutes after midnight. */
export type Hours = { from: number; to: number };

const time =
  '(\\d{1,2})(?:(?:[:.]|\\s?h\\s?|時)(\\d{2})分?|\\s?h(?!\\p{L})|時)?\\s?(a\\.?m\\.?|p\\.?m\\.?|uhr|heures|uur)?';
const range = new RegExp(
  `(?:(?<!\\p{L})(?:from|von|de|das|dalle|od|van)\\s)?(?<![\\d.,€$£])${time}\\s?(?:-|–|to|until|till|bis|ile|à|a|alle|às|tot|do|until|から|〜|～)\\s?${time}(?!\\d|[.,:]\\d|%|€)(?:まで)?`,
  'giu',
);

/** "Between 10 and 19 o'clock". */
const betweenRange = new RegExp(
  `(?<!\\p{L})(?:between|zwischen|entre|tra|fra|tussen|między)\\s(?:(?:as|las|le)\\s)?${time}\\s(?:and|und|et|y|e|en|a|i)\\s(?:(?:as|las|le)\\s)?${time}(?!\\d|[.,:]\\d|%|€)`,
  'giu',
);

/** "Around the clock": all day. */
const always =
  /(?<!\p{L})(?:around the clock|24 hours a day|24\/7|rund um die uhr|24 h(?:eures)?(?: sur|\/)\s?24|las 24 horas|24 ore su 24|h24|24 horas por dia|de klok rond|24 uur per dag|całodobowo|całą dobę|günün 24 saati|7\/24)(?![\p{L}\d])|24時間(?:体制|対応|営業|受付|いつでも|年中無休|365日)/giu;

/** Noon and midnight, written as times; positions stay. */
const twelve =
  /(?<!\p{L})(?:midnight|mitternacht|minuit|medianoche|mezzanotte|meia-noite|middernacht|północy|midday|mittag|mezzogiorno|mediodía|meio-dia)(?!\p{L})/giu;
const noon = /day$|mittag$|giorno$|mediod|meio-dia/iu;

/**
 * Finds ranges of opening hours in a text; a range needs a sign that it means times: minutes, am or pm, or a word for
 * it.
 */
export function readHours(full: string): (Hours & { start: number; end: number })[] {
  const text = full.replace(twelve, (word) => (noon.test(word) ? '12:00' : '24:00').padEnd(word.length));
  const allDay = [...text.matchAll(always)].map(({ 0: { length }, index: start }) => ({
    from: 0,
    to: 1440,
    start,
    end: start + length,
  }));
  const ranges = [...text.matchAll(range), ...text.matchAll(betweenRange)].flatMap((match) => {
    const [whole, hour1 = '', minute1, mark1, hour2 = '', minute2, mark2] = match;
    if (
      minute1 === undefined &&
      minute2 === undefined &&
      mark1 === undefined &&
      mark2 === undefined &&
      !/\dh|\d\sh(?!\p{L})|時/iu.test(whole)
    )
      return [];
    const from = toMinutes(hour1, minute1, mark1);
    const to = toMinutes(hour2, minute2, mark2);
    return from === null || to === null ? [] : { from, to, start: match.index, end: match.index + whole.length };
  });
  return [...allDay, ...ranges].toSorted((a, b) => a.start - b.start);
}

function toMinutes(hour: string, minute: string | undefined, mark: string | undefined): number | null {
  const isAfternoon = /^p/i.test(mark ?? '');
  const isMorning = /^a/i.test(mark ?? '');
  const hours = (Number(hour) % (isAfternoon || isMorning ? 12 : 25)) + (isAfternoon ? 12 : 0);
  const minutes = Number(minute ?? 0);
  return Number(hour) > 24 || minutes > 59 ? null : hours * 60 + minutes;
}
