import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { proveChange } from '../../../src/domain/experiments/changeProof.ts';
import { findFalseClaims } from '../../../src/domain/experiments/evidence.ts';
import { judgeExperiment } from '../../../src/domain/experiments/judge.ts';
import type { JudgedExperiment } from '../../../src/domain/experiments/judgedExperiment.ts';
import type { ObservedAnswer } from '../../../src/domain/experiments/observations.ts';
import { assignArms, type Protocol, protocolDigest } from '../../../src/domain/experiments/protocol.ts';
import { protocolFlaw } from '../../../src/domain/experiments/protocolFlaw.ts';
import { savedEvidence } from '../../support/experimentEvidence.ts';

const dayMs = 86_400_000;
const dueAt = (round: number) =>
  new Date(Date.parse('2026-01-05T06:00:00.000Z') + (round - 1) * 7 * dayMs).toISOString();

type Example = {
  verdict: string;
  treated: [number, number];
  control: [number, number];
  interest: number;
  roundsAfter: number;
  event: string;
  reason: string | null;
};

const pair = (cell: string): [number, number] => cell.split(' → ').map(Number) as [number, number];
const page = readFileSync('docs/experiments.md', 'utf8');
const examples: Example[] = [
  ...page.matchAll(/^\| `(\w+)` \| (\d → \d) \| (\d → \d) \| (\d+) \| (\d) \| (.*?) ?\| (.*?) ?\|$/gm),
].map(([, verdict = '', treated = '', control = '', interest, rounds, event = '', reason = '']) => ({
  verdict,
  treated: pair(treated),
  control: pair(control),
  interest: Number(interest),
  roundsAfter: Number(rounds),
  event,
  reason: /`(\w+)`/.exec(reason)?.[1] ?? null,
}));

function experimentOf({ treated, control, interest, roundsAfter, event }: Example): JudgedExperiment {
  const protocol: Protocol = {
    websiteId: 's',
    planId: 'p',
    engine: 'e',
    hypothesis: 'h',
    metric: 'listed',
    secondary: ['first'],
    assignment: 'random',
    clusters: Array.from({ length: 16 }, (_, at) => ({
      id: `c${at}`,
      questionIds: [`q${at}`],
      pages: [],
      stratum: null,
      arm: null,
    })),
    firstRound: 1,
    roundsBefore: 4,
    roundsAfter: 4,
    lagDays: 0,
    steps: 1,
    level: 0.05,
    looks: [1],
    spending: 'power',
    effectOfInterest: interest,
    chosenThroughRound: null,
    allowBranded: false,
    isRetrospective: false,
    captureBefore: null,
  };
  const digest = protocolDigest(protocol, []);
  const labels = assignArms(protocol, digest);
  const at = new Date(Date.parse(dueAt(4)) + dayMs).toISOString();
  const proof = { changed: ['a'], unchanged: [], missing: [], touched: event.includes('control page') ? ['b'] : [] };
  const place = (cluster: number) => labels.slice(0, cluster).filter((label) => label === labels[cluster]).length;
  const answer = (round: number, cluster: number): ObservedAnswer => {
    const [before, after] = labels[cluster] === 1 ? treated : control;
    const listed = Number(place(cluster) < (round > 4 ? after : before));
    const isUnknown = event.includes('unknown') && labels[cluster] === 1;
    return {
      runId: `run ${round} ${cluster}`,
      questionId: `q${cluster}`,
      values: isUnknown
        ? { listed: null, first: null, cited: null, place: null }
        : { listed, first: listed, cited: 0, place: listed },
      model: event.includes('model') && round >= 6 ? 'model-b' : 'model-a',
      harnessVersion: 'h',
      readerVersion: 'r',
      citesTreated: labels[cluster] === 0 && round === 5 && cluster === labels.indexOf(0),
    };
  };
  return {
    protocol,
    registration: {
      at,
      by: 'owner',
      digest,
      cases: [],
      labels,
      repeats: 1,
      smallestEffect: 35,
      powerOfInterest: 0.4,
      powerBasis: 'model',
    },
    changes: event.includes('not recorded') ? [] : [{ step: 0, at, captureAfter: null, proof }],
    stoppedAt: null,
    rounds: Array.from({ length: 4 + roundsAfter }, (_, round) => {
      const isMissed = event.includes(`round ${round + 1} is missed`);
      return {
        number: round + 1,
        dueAt: dueAt(round + 1),
        isComplete: true,
        isMissed,
        answers: isMissed ? [] : protocol.clusters.map((_cluster, cluster) => answer(round + 1, cluster)),
      };
    }),
  };
}

it('has an example of each verdict in its documentation', () => {
  expect(new Set(examples.map(({ verdict }) => verdict))).toEqual(
    new Set(['raised', 'lowered', 'no_effect_found', 'inconclusive', 'void', 'running', 'waiting']),
  );
});

it.each(examples)('$verdict $reason: treated $treated, control $control $event', (example) => {
  const judgement = judgeExperiment(experimentOf(example));
  expect([judgement.verdict, judgement.reason]).toEqual([example.verdict, example.reason]);
  const isShown = judgement.looksDue > 0 && example.reason !== 'arm_unknown';
  expect(judgement.estimate === null).toBe(!isShown);
});

describe('a verdict', () => {
  const example = examples[0] as Example;
  const experiment = experimentOf(example);

  it('does not change with events after the interim analysis that ended it', () => {
    const ended = judgeExperiment(experiment);
    const [last] = experiment.rounds.slice(-1);
    const later = { ...(last as (typeof experiment.rounds)[number]), number: 9, dueAt: dueAt(9), isMissed: true };
    expect(judgeExperiment({ ...experiment, rounds: [...experiment.rounds, later] })).toEqual(ended);
    expect(judgeExperiment({ ...experiment, stoppedAt: dueAt(9) })).toEqual(ended);
  });

  it('lists exposed control questions, with the estimate without them, and keeps the primary one', () => {
    const { estimate } = judgeExperiment(experiment);
    expect(estimate?.exposure.questionIds).toHaveLength(1);
    expect(estimate?.exposure.differenceWithout).not.toBeNull();
    expect(estimate?.difference).toBeCloseTo(75, 6);
    expect(estimate?.arms.treated).toEqual({ before: 25, after: 100, clusters: 8, questions: 8 });
    expect(estimate?.secondary).toHaveLength(1);
  });

  it('has no statement if the change came before the registration', () => {
    const protocol = { ...experiment.protocol, isRetrospective: true };
    expect(judgeExperiment({ ...experiment, protocol }).verdict).toBe('retrospective');
  });
});

it('names each claim that does not follow from its evidence', () => {
  const { experiment, judgement } = savedEvidence();
  const { registration } = experiment;
  const forged = (more: Partial<typeof registration>) => ({
    ...experiment,
    registration: { ...registration, ...more },
  });
  expect(findFalseClaims({ experiment, judgement })).toEqual([]);
  expect(findFalseClaims({ experiment, judgement: { ...judgement, verdict: 'lowered' } })).toEqual(['judgement']);
  expect(findFalseClaims({ experiment: forged({ digest: '0'.repeat(64) }), judgement })).toContain('digest');
  const labels = registration.labels.map((label) => 1 - label);
  expect(findFalseClaims({ experiment: forged({ labels }), judgement })).toContain('labels');
});

describe('the proof of a change', () => {
  const [a, b, c] = ['https://acme.example/a', 'https://acme.example/b', 'https://acme.example/c'];
  const before = new Map([
    [a, '1'],
    [b, '1'],
  ]);

  it('distinguishes changed pages from unchanged ones, and changed control pages', () => {
    const after = new Map([
      [a, '2'],
      [b, '2'],
    ]);
    expect(proveChange(before, after, { changed: [a], kept: [b] })).toEqual({
      ...{ changed: [a], unchanged: [], missing: [], touched: [b] },
    });
    expect(proveChange(before, before, { changed: [a], kept: [b] })).toMatchObject({ unchanged: [a], touched: [] });
  });

  it('is missing for a page that one capture did not read, in either arm', () => {
    const wider = new Map([...before, [c, '1']]);
    expect(proveChange(before, wider, { changed: [a, c], kept: [] })).toMatchObject({ changed: [], missing: [c] });
    expect(proveChange(wider, before, { changed: [], kept: [c] })).toMatchObject({ touched: [], missing: [c] });
  });
});

describe('a protocol', () => {
  const { protocol } = savedEvidence().experiment;
  const isOwn = (page: string) => URL.parse(page)?.hostname === 'acme.example';
  const flawOf = (first: object, third: object = {}) => {
    const more = [first, {}, third];
    return protocolFlaw(
      { ...protocol, clusters: protocol.clusters.map((one, at) => ({ ...one, ...more[at] })) },
      isOwn,
    );
  };
  const [a, b, sameAsA] = ['https://acme.example/a', 'https://acme.example/b', 'HTTPS://ACME.example/a'];

  it('may name pages of its clusters', () => {
    expect(flawOf({ pages: [a, b] })).toBeNull();
  });

  it.each<[string, string, object, object?]>([
    ['two clusters with one page', 'c0 and c2', { pages: [a] }, { pages: [sameAsA] }],
    ['a page twice in one cluster', 'twice in cluster c0', { pages: [a, sameAsA] }],
    ['a page of another website', 'page 2 of cluster c0', { pages: [a, 'https://other.example/'] }],
    ['a question twice in one cluster', 'question q0 is twice in cluster c0', { questionIds: ['q0', 'q0'] }],
    ['a cluster without a question', 'c0 has no question', { questionIds: [] }],
    ['two clusters of one name', 'the id c2', { id: 'c2' }],
    [
      'more pages than a capture reads',
      'more than 40 pages',
      { pages: Array.from({ length: 41 }, (_, at) => `${a}${at}`) },
    ],
  ])('is refused with %s', (_, message, first, third) => {
    expect(flawOf(first, third)).toEqual({ field: 'clusters', message: expect.stringContaining(message) });
  });
});
