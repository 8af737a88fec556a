import { describe, expect, it } from 'vitest';
import { readOwner } from '../../src/domain/identity/owner.ts';
import { recentMemory } from '../../src/domain/text/recentMemory.ts';

/** Creates a cache of numbers that counts its misses. */
function counted(size: number) {
  const recall = recentMemory<number>(size);
  let made = 0;
  const ask = (key: number): number =>
    recall(String(key), () => {
      made += 1;
      return key * key;
    });
  return { ask, made: () => made };
}

describe('a cache of recent values', () => {
  it('computes a value once, however often it is requested', () => {
    const { ask, made } = counted(10);
    expect([3, 3, 3, 4, 3].map(ask)).toEqual([9, 9, 9, 16, 9]);
    expect(made()).toBe(2);
  });

  it('keeps requested values while thousands of others pass, and evicts those', () => {
    const { ask, made } = counted(10);
    ask(0);
    for (let other = 1; other <= 5_000; other += 1) {
      ask(other);
      ask(0);
    }
    expect(made()).toBe(5_001);
    ask(1);
    expect(made()).toBe(5_002);
    ask(4_995);
    expect(made()).toBe(5_002);
  });
});

it('equal owners share one object, so that cached answers do not each have a copy', () => {
  const registered = {
    id: 'site-1',
    domain: 'acme.example',
    name: 'Acme',
    url: 'https://acme.example/',
    aliases: [],
    exactNames: [],
    others: [],
    settledDomains: [],
    learned: [],
    commonWords: [],
  };
  const owner = readOwner(registered);
  expect(readOwner({ ...registered, id: 'site-2' })).toBe(owner);
  const renamed = readOwner({ ...registered, name: 'Acme Lamps' });
  expect(renamed).not.toBe(owner);
  expect(renamed.homeOf).toBe(owner.homeOf);
});
