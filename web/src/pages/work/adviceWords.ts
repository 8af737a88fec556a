import type { OutputOf } from '../../../../src/contract/callTypes.ts';
import { foreign } from '../../ui/foreignName.ts';

type Evidence = OutputOf<'listWork'>['items'][number]['evidence'];

/** Formats an item's advice; another company's name keeps its writing direction. */
export function adviceWords({ advice, subject }: Pick<Evidence, 'advice' | 'subject'>): string {
  return advice.replaceAll(`'${subject}'`, () => `‘${foreign(subject)}’`);
}
