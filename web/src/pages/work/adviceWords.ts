import type { WorkItem } from '../../api/workQueries.ts';
import { foreign } from '../../ui/foreignName.ts';

/** Text of an item's advice: another company's name keeps its writing direction. */
export function adviceWords({ advice, subject }: Pick<WorkItem['evidence'], 'advice' | 'subject'>): string {
  return advice.replaceAll(`'${subject}'`, () => `‘${foreign(subject)}’`);
}
