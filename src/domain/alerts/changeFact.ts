import { type AttemptWindow, countStatuses } from '../visibility/attemptWindow.ts';
import { compareWindows, type WindowComparison } from '../visibility/comparison/windows.ts';
import { scoreInterval, scoreOf } from '../visibility/scoreOfCounts.ts';
import { type AlertFact, maxFactRuns } from './alertFact.ts';
import type { AlertPeriod } from './alertPeriod.ts';
import { type AlertDirection, type ComparedDays, looksInQuarter } from './alertRule.ts';
import { datesText, differenceText, shareText, twoDigits } from './numberWords.ts';

/** Two neighbouring periods of one website at one engine. */
export type ComparedPeriods = {
  website: { id: string; name: string };
  engine: { id: string; label: string };
  period: AlertPeriod;
  previousPeriod: AlertPeriod;
  current: AttemptWindow;
  previous: AttemptWindow;
  simulated: boolean;
};

/** Runs the paired test of two periods, at the level shared by all evaluations of a quarter. */
export function compareForAlert(compared: ComparedPeriods, periodDays: ComparedDays): WindowComparison {
  return compareWindows(compared.current, compared.previous, compared.previousPeriod, looksInQuarter(periodDays));
}

/** Returns the fact of a significant change in a requested direction; null otherwise. */
export function changeFact(
  periods: ComparedPeriods,
  comparison: WindowComparison,
  direction: AlertDirection,
): AlertFact | null {
  const { verdict, looks, level, compared, topics, paired, gained, lost, difference, interval95, p, runIds } =
    comparison;
  if (verdict !== 'increase' && verdict !== 'decrease') return null;
  if (direction !== 'both' && direction !== verdict) return null;
  const { website, engine, period, previousPeriod, simulated } = periods;
  const now = sharesOf(periods.current);
  const before = sharesOf(periods.previous);
  return {
    kind: 'visibility_change',
    subject: `change:${period.endDate}`,
    websiteId: website.id,
    title: `${website.name} is recommended ${verdict === 'increase' ? 'more' : 'less'} often by ${engine.label}`,
    lines: [
      `${datesText(period)}: ${now.text}. ${datesText(previousPeriod)}: ${before.text}.`,
      `The paired test of ${compared} questions${topics === compared ? '' : ` of ${topics} topics`} finds ${verdict === 'increase' ? 'an increase' : 'a decrease'} of ${differenceText(comparison)}, judged at ${twoDigits(level)} because this rule is evaluated up to ${looks} times a quarter. Its cause is not measured.`,
    ],
    figures: {
      verdict,
      engine: engine.id,
      startDate: period.startDate,
      endDate: period.endDate,
      previousStartDate: previousPeriod.startDate,
      previousEndDate: previousPeriod.endDate,
      differencePoints: difference,
      differenceLower: interval95?.lower ?? null,
      differenceUpper: interval95?.upper ?? null,
      p,
      level,
      looks,
      compared,
      topics,
      paired,
      gained,
      lost,
      ...prefixed('', now.figures),
      ...prefixed('previous', before.figures),
    },
    runIds: [...runIds.current, ...runIds.previous].slice(0, maxFactRuns),
    path: reportPath(website.id, period, engine.id),
    simulated,
  };
}

/** Returns a period's listed share with its interval, as figures and as text. */
export function sharesOf(view: AttemptWindow) {
  const counts = countStatuses(view.answers, view.owner.domain);
  const score = scoreOf(counts);
  const interval = scoreInterval(counts);
  return {
    text: shareText(counts.listed, counts.known, score, interval),
    figures: {
      listed: counts.listed,
      known: counts.known,
      unknown: counts.unknown,
      score,
      scoreLower: interval?.lower ?? null,
      scoreUpper: interval?.upper ?? null,
    },
  };
}

export function prefixed(
  prefix: string,
  figures: Readonly<Record<string, number | null>>,
): Record<string, number | null> {
  if (prefix === '') return { ...figures };
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [`${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`, value]),
  );
}

/** Returns the path of a website's overview for the dates of a period. */
export function reportPath(websiteId: string, { startDate, endDate }: AlertPeriod, engine: string): string {
  return `/sites/${encodeURIComponent(websiteId)}?from=${startDate}&to=${endDate}&engine=${encodeURIComponent(engine)}`;
}
