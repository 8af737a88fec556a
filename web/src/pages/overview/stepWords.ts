import type { Recommendation } from '../../../../src/contract/wireTypes.ts';
import { foreign } from '../../ui/foreignName.ts';

/** Text of a suggestion: other companies' names keep their writing direction, and ids are removed. */
export function stepWords({ text, numbers }: Pick<Recommendation, 'text' | 'numbers'>): string {
  const { name, websiteRunId } = numbers;
  const named = typeof name === 'string' ? text.replaceAll(`'${name}'`, () => `‘${foreign(name)}’`) : text;
  return typeof websiteRunId === 'string' ? named.replace(`website run ${websiteRunId}`, 'a capture') : named;
}
