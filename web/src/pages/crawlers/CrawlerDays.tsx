import type { ReactNode } from 'react';
import type { BotVisits } from '../../api/crawlerQueries.ts';
import { DayLines } from '../../charts/DayLines.tsx';

const dayMs = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

type Day = { date: string; isCovered: boolean };

/**
 * Lists the days of a period up to today. A day is covered if logs have lines on both sides of its noon, without a gap
 * there.
 */
function daysOf({ startDate, endDate, coverage }: BotVisits): Day[] {
  const { firstAt, lastAt, gaps } = coverage;
  const days: Day[] = [];
  const end = Math.min(Date.parse(endDate), Date.now());
  for (let at = Date.parse(startDate); at <= end; at += dayMs) {
    const date = dateOf(at);
    const noon = `${date}T12:00:00.000Z`;
    const isInside = firstAt !== null && lastAt !== null && date >= firstAt.slice(0, 10) && date <= lastAt.slice(0, 10);
    days.push({ date, isCovered: isInside && !gaps.some(({ from, to }) => from <= noon && noon < to) });
  }
  return days;
}

/** Groups neighbouring days of one kind. */
function stretchesOf(days: readonly Day[]): Day[][] {
  const stretches: Day[][] = [];
  for (const one of days) {
    const last = stretches.at(-1);
    if (last?.[0]?.isCovered === one.isCovered) last.push(one);
    else stretches.push([one]);
  }
  return stretches;
}

/** Draws reads of one crawler by day. No line crosses a gap in the logs, or days with other sources or lists. */
export function CrawlerDays({ bot, report, choice }: { bot: string; report: BotVisits; choice: ReactNode }) {
  const rows = new Map(report.rows.map((row) => [row.key, row]));
  const stretches = stretchesOf(daysOf(report));
  const parts = stretches
    .filter(([first]) => first?.isCovered === true)
    .flatMap((days) => {
      const joined: { date: string; value: number }[][] = [[]];
      for (const { date } of days) {
        const row = rows.get(date);
        if (row?.isComparable === false) joined.push([]);
        joined.at(-1)?.push({ date, value: row?.reads ?? 0 });
      }
      return joined.filter((part) => part.length > 0);
    });
  const gaps = stretches
    .filter(([first]) => first?.isCovered === false)
    .map((days) => ({ from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '' }));
  return (
    <DayLines
      label={`Reads by ${bot}`}
      choice={choice}
      parts={parts}
      gaps={gaps}
      period={{ from: report.startDate, to: report.endDate }}
    />
  );
}
