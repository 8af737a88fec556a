import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const places = ['src/**/*.{ts,json}', 'web/src/**/*.{ts,tsx}', 'docs/**/*.md', 'README.md'];

/** Statements that logs and imported figures cannot support, each with an example. */
const forbidden: [statement: string, pattern: RegExp, example: string][] = [
  [
    'that reading caused citing',
    /\b(?:reads?|reading|crawls?|crawling)\s+(?:causes?|caused|leads? to|led to|results? in|increases?|raises?|improves?)\b/i,
    'Reading leads to citations.',
  ],
  [
    'a rate of citations or clicks over another vendor’s count',
    /\b(?:citations?|clicks?|visits?)\s+per\s+(?:read|crawl|request|citation|impression)\b/i,
    '12 citations per read',
  ],
  ['impressions as the volume of a question', /\b(?:question|prompt|assistant)s?\s+volume\b/i, 'Prompt volume: 1,200'],
  [
    'AI Overviews from Googlebot',
    /\bGooglebot\b[^.]{0,40}\b(?:read|visited)\b[^.]{0,20}\bfor AI Overviews\b/i,
    'Googlebot read it for AI Overviews.',
  ],
  [
    'training reads as visibility',
    /\btraining reads?\b[^.]{0,30}\b(?:visib|recommend)/i,
    'Training reads make you visible.',
  ],
  ['filled days', /\bfill(?:ed|s)? (?:in )?(?:the )?missing days\b/i, 'We filled in the missing days.'],
];

describe('texts of the product', () => {
  const files = globSync(places, { cwd: root });
  it.each(forbidden)('never state %s', (_statement, pattern, example) => {
    expect(example).toMatch(pattern);
    const lines = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(lines).toEqual([]);
  });
});
