import { describe, expect, it } from 'vitest';
import { mapColumns } from '../../src/store/database/columns.ts';

type Kept = {
  id: string;
  madeAt: string | null;
  tags: string[];
  rest: { a: number } | null;
  isOpen: boolean;
  bytes: number;
};

const columns = mapColumns<Kept>()({ plain: 'id madeAt', json: 'tags rest', flag: 'isOpen', number: 'bytes' });
const kept: Kept = { id: 'x', madeAt: null, tags: ['a', 'b'], rest: null, isOpen: true, bytes: 12 };

describe('the columns of a record', () => {
  it('store lists and objects as text and flags as numbers, and a missing object as null', () => {
    const row = { id: 'x', made_at: null, tags: '["a","b"]', rest: null, is_open: 1, bytes: 12 };
    expect(columns.write(kept)).toEqual(row);
    expect(columns.read(row)).toEqual(kept);
  });

  it('read a large number that PostgreSQL returns as text', () => {
    expect(columns.read({ ...columns.write(kept), bytes: '9007199254740991' }).bytes).toBe(9_007_199_254_740_991);
  });

  it('keep values that a change does not name', () => {
    expect(columns.write({ isOpen: false, rest: { a: 1 } })).toEqual({ is_open: 0, rest: '{"a":1}' });
    expect(columns.write({})).toEqual({});
  });
});
