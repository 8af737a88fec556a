import { expect, it } from 'vitest';
import { auditStandings, type MachineAnswer } from '../../../src/domain/audit/auditStanding.ts';

const answer = (runId: string, status: MachineAnswer['status'], position: number | null = null, engine = 'openai') => ({
  ...{ runId, engine, status, position },
});

it('counts right, wrong and undecided readings, and equal positions, separately by engine', () => {
  const all = [
    answer('1', 'listed', 2),
    answer('2', 'listed', 1),
    answer('3', 'not_listed'),
    answer('4', 'unknown'),
    answer('5', 'listed', 1),
    answer('6', 'listed', 1, 'other'),
  ];
  const words = new Map([
    ['1', { recommended: true, position: 2 }],
    ['2', { recommended: true, position: 3 }],
    ['3', { recommended: true, position: 1 }],
    ['4', { recommended: false, position: null }],
  ]);
  const [openai, other] = auditStandings(all, words);
  expect(openai).toMatchObject({
    ...{ engine: 'openai', answers: 5, checked: 4, right: 2, wrong: 1, undecided: 1 },
    rightShare: { value: 50 },
    positions: { compared: 2, right: 1 },
    raw: { value: 75, undecided: 1 },
    ...{ corrected: null, moreNeeded: 26 },
  });
  expect(other).toMatchObject({ engine: 'other', checked: 0, rightShare: null, raw: { value: 100 } });
});

it('gives a corrected score in addition to the raw one once thirty answers are checked', () => {
  const all = Array.from({ length: 100 }, (_, at) => answer(String(at), at % 2 === 0 ? 'unknown' : 'not_listed'));
  const words = new Map(
    all.slice(0, 40).map(({ runId, status }) => [runId, { recommended: status === 'unknown', position: null }]),
  );
  const [standing] = auditStandings(all, words);
  expect(standing?.raw.value).toBe(0);
  expect(standing?.corrected?.value).toBeCloseTo(50);
  expect(standing?.corrected?.interval95?.lower).toBeLessThan(50);
  expect(standing?.moreNeeded).toBe(0);
});
