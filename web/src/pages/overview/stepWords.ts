import type { Recommendation } from '../../../../src/contract/wireTypes.ts';
import { foreign } from '../../ui/foreignName.ts';

/** A suggestion as the page says it: a name of others keeps its own direction, and no id stands among the words. */
export function stepWords({ text, numbers }: Pick<Recommendation, 'text' | 'numbers'>): string {
  const { name, websiteRunId } = numbers;
  const named = typeof name === 'string' ? text.replaceAll(`'${name}'`, () => `‘${foreign(name)}’`) : text;
  return typeof websiteRunId === 'string' ? named.replace(`website run ${websiteRunId}`, 'a capture') : named;
}
