import { describe, expect, it } from 'vitest';
import { type CheckedReading, correctedShare, type MachineReading } from '../../../src/domain/audit/correctedScore.ts';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const checked = (count: number, machine: MachineReading, person: 0 | 1): CheckedReading[] =>
  times(count, { machine, person });

describe('the corrected score', () => {
  it('subtracts the mean error of the checked answers from the mean of all', () => {
    const all: MachineReading[] = [...times(120, 1 as const), ...times(60, 0 as const), ...times(20, 0.5 as const)];
    const sample = [...checked(20, 1, 1), ...checked(4, 1, 0), ...checked(12, 0, 0), ...checked(4, 0.5, 1)];
    // 130 of 200, minus (4 - 2) of 40.
    expect(correctedShare(all, sample)?.share).toBeCloseTo(0.65 - 2 / 40);
  });

  it('equals the reading if a reader never errs, with an interval around it', () => {
    const all: MachineReading[] = [...times(60, 1 as const), ...times(40, 0 as const)];
    const { share, interval } = correctedShare(all, [...checked(24, 1, 1), ...checked(16, 0, 0)]) ?? never();
    expect(share).toBeCloseTo(0.6);
    expect(interval.lower).toBeLessThan(0.55);
    expect(interval.upper).toBeGreaterThan(0.65);
  });

  it('recovers the true score for a reader that leaves every yes undecided', () => {
    const all: MachineReading[] = [...times(50, 0.5 as const), ...times(50, 0 as const)];
    expect(correctedShare(all, [...checked(20, 0.5, 1), ...checked(20, 0, 0)])?.share).toBeCloseTo(0.5);
  });

  it('is given from thirty checked answers on, and not before', () => {
    const all: MachineReading[] = times(100, 1 as const);
    expect(correctedShare(all, checked(29, 1, 1))).toBeNull();
    expect(correctedShare(all, checked(30, 1, 1))).not.toBeNull();
  });

  it('never leaves 0 to 1', () => {
    const { share, interval } = correctedShare(times(100, 0 as const), checked(30, 0, 0)) ?? never();
    expect([share, interval.lower]).toEqual([0, 0]);
    expect(interval.upper).toBeLessThan(1);
  });
});

function never(): never {
  throw new Error('no score was given');
}
