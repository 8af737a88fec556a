import { endOfMonth, type Month } from './month.ts';
import type { MicroUsd } from './usd.ts';

/** Forecast of a month, if its days continue as before. */
export type MonthForecast = {
  micro: MicroUsd;
  /** Number of complete days it is based on: from the month's first purchase, without today. */
  days: number;
};

const dayMs = 86_400_000;

/** With fewer complete days, or fewer days with a purchase, a forecast would be meaningless. */
const minForecastDays = 7;
const minDaysWithPurchases = 3;

/**
 * Extrapolates the mean of the complete days since the month's first purchase to the end of the month; at least what is
 * already spent. Null without enough data: another month, too few days, or hardly a purchase in them.
 * @param spent by UTC date, amounts that count against budgets
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
