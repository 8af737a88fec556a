import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** README and the pages of `docs`, by path. */
export const docPages: readonly string[] = [
  'README.md',
  ...readdirSync(new URL('docs', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/**
 * One code block of a page. `note` is the rest of its opening line: the name of an example or a file, or the reason why
 * a test does not execute it.
 */
export type DocBlock = { page: string; line: number; language: string; note: string; text: string };

export function blocksOf(page: string): DocBlock[] {
  const source = readFileSync(new URL(page, root), 'utf8');
  return [...source.matchAll(/^```(\S*) ?(.*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = '', note = '', text = ''] = match;
    return { page, line: source.slice(0, match.index).split('\n').length, language, note, text };
  });
}
