import type { OutputOf } from '../../../../src/contract/callTypes.ts';
import { foreign } from '../../ui/foreignName.ts';

type Evidence = OutputOf<'listWork'>['items'][number]['evidence'];

/** Formats an item's advice without the finding that its title repeats; another company's name keeps its writing direction. */
export function adviceWords({ advice, subject, title }: Pick<Evidence, 'advice' | 'subject' | 'title'>): string {
  const rest = advice.startsWith(title) ? advice.slice(title.length).replace(/^[.;]? */, '') : advice;
  return (rest === '' ? advice : rest).replaceAll(`'${subject}'`, () => `‘${foreign(subject)}’`);
}
