import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wire } from '../../src/contract/wire.ts';
import { fingerprint, idempotencyKeyPattern } from '../../src/domain/runs/idempotency.ts';
import { property } from '../support/property.ts';

const { body } = wire.ensureObservation;

function print(value: unknown): string {
  return fingerprint('ensureObservation', body.parse(value));
}

const id = fc.stringMatching(/^[a-zA-Z0-9_]{1,40}$/);
const age = fc.integer({ min: 0, max: 604_800 });
const keyword = fc.record({ kind: fc.constant('keyword'), caseId: id, useSeoTools: fc.boolean(), maxAgeSeconds: age });
const website = fc.record({ kind: fc.constant('website'), websiteId: id, maxAgeSeconds: age });
const anyBody: fc.Arbitrary<Record<string, unknown>> = fc.oneof(keyword, website);

function shuffled(record: Record<string, unknown>, order: readonly number[]): Record<string, unknown> {
  const entries = Object.entries(record).map((entry, index) => [order[index] ?? 0, entry] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, entry]) => entry));
}

describe('the fingerprint of a request', () => {
  property(
    'does not depend on the order of members, white space and the notation of numbers',
    [anyBody, fc.array(fc.integer(), { minLength: 4, maxLength: 4 }), fc.nat({ max: 8 })],
    { numRuns: 1_000 },
    (value, order, indent) => {
      const same: unknown = JSON.parse(
        JSON.stringify(shuffled(value, order), null, indent).replace(
          /"maxAgeSeconds": ?(\d+)/,
          '"maxAgeSeconds":$1.0e0',
        ),
      );
      expect(print(same)).toBe(print(value));
    },
  );

  property('is the same if defaults are written out', [id], (caseId) => {
    const short = { kind: 'keyword', caseId };
    expect(print({ ...short, useSeoTools: false, maxAgeSeconds: 86_400 })).toBe(print(short));
    expect(print({ kind: 'website', websiteId: caseId, maxAgeSeconds: 86_400 })).toBe(
      print({ kind: 'website', websiteId: caseId }),
    );
  });

  property('differs if any value differs', [anyBody, anyBody], { numRuns: 1_000 }, (one, other) => {
    const equal =
      Object.keys(one).length === Object.keys(other).length &&
      Object.entries(one).every(([name, value]) => other[name] === value);
    expect(print(one) === print(other)).toBe(equal);
  });

  property(
    'differs after one changed value, for every member',
    [keyword, id, age],
    { numRuns: 500 },
    (value, otherId, otherAge) => {
      const changes = [{ caseId: otherId }, { useSeoTools: !value.useSeoTools }, { maxAgeSeconds: otherAge }];
      for (const change of changes) {
        const changed = { ...value, ...change };
        expect(print(changed) === print(value)).toBe(JSON.stringify(changed) === JSON.stringify(value));
      }
    },
  );

  it('distinguishes operations', () => {
    expect(fingerprint('requestSeoOverview', {})).not.toBe(fingerprint('ensureObservation', {}));
  });
});

describe('the form of a key', () => {
  property('is 8 to 128 of the allowed characters, bare', [fc.stringMatching(/^[A-Za-z0-9._:-]{1,140}$/)], (key) => {
    expect(idempotencyKeyPattern.test(key)).toBe(key.length >= 8 && key.length <= 128);
  });

  it.each([
    '"quoted-key"',
    'with space',
    'line\nbreak',
    'trailing-newline\n',
    'slash/slash',
    'ümlaut-key',
    '',
    'seven77',
  ])('is not %j', (key) => {
    expect(idempotencyKeyPattern.test(key)).toBe(false);
  });
});
