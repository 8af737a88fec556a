import type { JsonValue } from '../text/canonicalJson.ts';
import { sortedOnce } from '../text/codeUnitOrder.ts';

/** One place where a bundle differs from its evidence. */
export type Difference = { file: string; at: string; says: string; gives: string };

/** Two JavaScript engines may round the last bit of a root differently; any larger difference is reported. */
const tolerance = 1e-9;

/** Lists every leaf at which two JSON values differ, as paths like `citations.rows[2].answers`. */
export function differencesBetween(
  file: string,
  says: JsonValue | undefined,
  gives: JsonValue | undefined,
  at = '',
): Difference[] {
  if (typeof says === 'number' && typeof gives === 'number') {
    const scale = Math.max(1, Math.abs(says), Math.abs(gives));
    if (Math.abs(says - gives) <= tolerance * scale) return [];
  }
  if (Array.isArray(says) && Array.isArray(gives)) {
    const length = Math.max(says.length, gives.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      differencesBetween(file, says[index], gives[index], `${at}[${index}]`),
    );
  }
  if (isRecord(says) && isRecord(gives)) {
    return sortedOnce([...Object.keys(says), ...Object.keys(gives)]).flatMap((name) =>
      differencesBetween(file, says[name], gives[name], at === '' ? name : `${at}.${name}`),
    );
  }
  return says === gives ? [] : [{ file, at, says: show(says), gives: show(gives) }];
}

function isRecord(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 119).toWellFormed()}…`;
}
