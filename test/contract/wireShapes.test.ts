import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { benchBundle } from '../../bench/benchBundle.ts';
import { websiteResultSchema } from '../../src/contract/captures/result.ts';
import { sameShape } from '../../src/contract/sameShape.ts';
import { analyze } from '../../src/domain/checks/analyze.ts';

type Domain = { id: string; value: number | null; rows: readonly { name: string }[] };

const rows = z.array(z.strictObject({ name: z.string() }));
const same = z.strictObject({ id: z.string(), value: z.number().nullable(), rows });

it('a wire schema that has drifted from its domain type does not compile, while an equal one compiles unchanged', () => {
  expect(sameShape<Domain>()(same)).toBe(same);
  // @ts-expect-error: a field is missing
  sameShape<Domain>()(z.strictObject({ id: z.string(), value: z.number().nullable() }));
  // @ts-expect-error: a field is added
  sameShape<Domain>()(same.extend({ more: z.string() }));
  // @ts-expect-error: an optional field is added
  sameShape<Domain>()(same.extend({ more: z.string().optional() }));
  // @ts-expect-error: null is not allowed any more
  sameShape<Domain>()(same.extend({ value: z.number() }));
  // @ts-expect-error: null is allowed where it cannot be
  sameShape<Domain>()(same.extend({ id: z.string().nullable() }));
  // @ts-expect-error: a field deep inside is renamed
  sameShape<Domain>()(same.extend({ rows: z.array(z.strictObject({ title: z.string() })) }));
  // @ts-expect-error: further fields are let through
  sameShape<Domain>()(z.looseObject(same.shape));
});

describe('the shape of a website result', () => {
  const { result } = analyze(benchBundle(3, 4_000));

  it('equals the analyser’s', () => {
    expect(websiteResultSchema.safeParse(result).error).toBeUndefined();
  });

  it('refuses an unknown field, so that nothing private can leave unnoticed', () => {
    const [check, ...others] = result.checks;
    const leaking = { ...result, checks: [{ ...check, body: '<html>' }, ...others] };
    expect(websiteResultSchema.safeParse(leaking).success).toBe(false);
  });
});
