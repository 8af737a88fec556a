import type { Interval } from '../domain/statistics/interval.ts';
import { roundToDigits, roundToInterval } from '../domain/statistics/roundToInterval.ts';

type Json = Readonly<Record<string, unknown>>;

/** Ids of the runs that a figure counts: they make up most of a report, and are useful only to check it. */
const evidence = ['runIds', 'evidenceRunIds'];

/**
 * Shortens a response for a model: leaves out ids of runs and the named members (by name, or as `parent.name`), and
 * rounds each number to the precision of its interval. Amounts of money stay exact, and null stays null.
 */
export function buildBrief(body: unknown, omitted: readonly string[]): unknown {
  return briefMember(body, '', new Set([...evidence, ...omitted]));
}

function briefMember(value: unknown, name: string, omitted: ReadonlySet<string>): unknown {
  if (typeof value === 'number') return roundToDigits(value);
  if (Array.isArray(value)) return value.map((entry) => briefMember(entry, name, omitted));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([member]) => !omitted.has(member) && !omitted.has(`${name}.${member}`));
  return Object.fromEntries(
    members.map(([member, inner]) => [
      member,
      roundedMember(value, member, inner) ?? briefMember(inner, member, omitted),
    ]),
  );
}

/** Returns the member rounded by its interval, or an amount unchanged; null if neither applies. */
function roundedMember(record: Json, name: string, value: unknown): unknown {
  const interval = findInterval(record, name);
  if (typeof value === 'number') {
    if (/usd$/i.test(name)) return value;
    return interval === null ? null : roundToInterval(value, interval);
  }
  if (!isInterval(value)) return null;
  return { lower: roundToInterval(value.lower, value), upper: roundToInterval(value.upper, value) };
}

/**
 * Members that a neighbouring `interval95` refers to; any other interval contains its member's name, like
 * `differenceInterval95`.
 */
const estimates = ['value', 'rate', 'score', 'listedRate'];

function findInterval(record: Json, name: string): Interval | null {
  const match = estimates.includes(name) ? record.interval95 : record[`${name}Interval95`];
  return isInterval(match) ? match : null;
}

function isInterval(value: unknown): value is Interval {
  return isRecord(value) && typeof value.lower === 'number' && typeof value.upper === 'number';
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
