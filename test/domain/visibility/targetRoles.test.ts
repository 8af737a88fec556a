import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { extractFacts } from '../../../src/domain/answer/savedReading.ts';
import { readOwner } from '../../../src/domain/identity/owner.ts';
import { readListing } from '../../../src/domain/marks/listing.ts';
import { frozenAnswer } from '../answer/frozen.ts';
import { attempt, website } from './savedAttempts.ts';

/** Expected role of the website Velora in one answer; names, hosts and answers are invented. */
type RoleCase = {
  what: string;
  text: string;
  /** Absent: a question that names nobody. */
  question?: string;
  /** `mentioned` and `rejected` are negative with this basis, `no` is negative with any other. */
  says: 'listed' | 'mentioned' | 'rejected' | 'no' | 'unknown';
  position?: number;
  /** True if the reader currently leaves it undecided: a shortfall, not an error. */
  undecided?: true;
};

const owner = readOwner({
  ...website,
  url: 'https://velora.example/',
  domain: 'velora.example',
  name: 'Velora',
  aliases: [],
});

function read({ text, question }: RoleCase): { says: RoleCase['says']; position?: number } {
  const reading = readAnswer(frozenAnswer(text));
  const listing = readListing(
    attempt({ runId: 'run_1', facts: extractFacts(reading, question ?? null), text: reading.text }),
    owner,
  );
  const { status, basis } = listing.own;
  if (status === 'unknown') return { says: 'unknown' };
  if (status === 'listed') return { says: 'listed', position: listing.positions.get(owner.domain) ?? 0 };
  return { says: basis === 'mentioned' || basis === 'rejected' ? basis : 'no' };
}

const folder = new URL('./roleCases/', import.meta.url);

describe.each(readdirSync(folder).sort())('role of a name in an answer: %s', (file) => {
  const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as RoleCase[];

  it.each(cases.map((one) => [one.what, one] as const))('%s', (_what, one) => {
    const { says, position } = read(one);
    if (one.undecided === true) return expect(says).toBe('unknown');
    expect({ says, position: one.position === undefined ? undefined : position }).toEqual({
      says: one.says,
      position: one.position,
    });
  });
});
