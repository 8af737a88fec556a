import { endOfMonth, type Month } from './month.ts';
import type { MicroUsd } from './usd.ts';

/** Forecast of a month, if its days continue as before. */
export type MonthForecast = {
  micro: MicroUsd;
  /** The whole days that it follows from: since the month's first purchase, without today. */
  days: number;
};

const dayMs = 86_400_000;

/** Fewer whole days, or fewer of them with a purchase, say nothing about the rest of a month. */
const minForecastDays = 7;
const minDaysWithPurchases = 3;

/**
 * The mean of the whole days since the first purchase of the month, over all days from then to its end; at least what is
 * spent already. Null if that cannot be carried: another month, a few days, or hardly a purchase in them.
 * @param spent by UTC date, what counts against budgets
 * @param today UTC date
 */
export function forecastMonth(month: Month, today: string, spent: ReadonlyMap<string, MicroUsd>): MonthForecast | null {
  const first = [...spent.keys()].sort()[0];
  if (!today.startsWith(month) || first === undefined) return null;
  const days = (Date.parse(today) - Date.parse(first)) / dayMs;
  const whole = [...spent].filter(([day]) => day < today);
  if (days < minForecastDays || whole.length < minDaysWithPurchases) return null;
  const soFar = whole.reduce((sum, [, micro]) => sum + micro, 0);
  const all = (Date.parse(endOfMonth(month)) - Date.parse(first)) / dayMs;
  const total = soFar + (spent.get(today) ?? 0);
  return { micro: Math.max(total, Math.round((soFar * all) / days)), days };
}
