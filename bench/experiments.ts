import { readFileSync } from 'node:fs';
import { judgeExperiment } from '../src/domain/experiments/judge.ts';
import type { JudgedExperiment } from '../src/domain/experiments/judgedExperiment.ts';
import type { ObservedRound } from '../src/domain/experiments/observations.ts';
import { estimatePower } from '../src/domain/experiments/power.ts';
import { assignArms, type Protocol, protocolDigest } from '../src/domain/experiments/protocol.ts';
import { seeded } from './comparison.ts';
import type { Bench, Figure } from './figure.ts';

const designs = [
  { clusters: 12, size: 1, looks: [1], drift: 0 },
  { clusters: 20, size: 1, looks: [0.25, 0.5, 0.75, 1], drift: 0.35 },
  { clusters: 20, size: 3, looks: [0.5, 1], drift: 0.35 },
  { clusters: 60, size: 1, looks: [1], drift: 0.35 },
];
type Design = (typeof designs)[number];

const dayMs = 86_400_000;
const startMs = Date.parse('2026-01-05T06:00:00.000Z');
const dueAt = (round: number) => new Date(startMs + (round - 1) * 7 * dayMs).toISOString();
const rounds = 8;

/**
 * `npm run bench -- experiments [worlds] [seed] [files]`: judges complete experiments without an effect and with one of
 * 20 points. With files also on real answers: one file with `topic` and `runs`, a list of 0 and 1, in each line; or one
 * file per run, with `topic`, `question` and `labels` of brands, where 1 is an answer that names its topic's most named
 * brand.
 */
export const experiments: Bench = {
  name: 'experiments',
  async run([worlds = '400', seed = '20260302', ...files]) {
    const random = seeded(Number(seed));
    const figures = designs.flatMap((design) => measure(design, Number(worlds), random));
    return files.length > 0 ? [...figures, measureRows(readRows(files), Number(worlds))] : figures;
  },
};

function measure(design: Design, worlds: number, random: () => number): Figure[] {
  const none = Array.from({ length: worlds }, (_, at) => judgeApp(design, 0, at, random));
  const lifted = Array.from({ length: worlds }, (_, at) => judgeApp(design, 0.2, at, random));
  const isCalled = ({ verdict }: { verdict: string }) => verdict === 'raised' || verdict === 'lowered';
  const covered = none.filter(({ estimate }) => {
    const range = estimate?.interval95;
    return range != null && range.low <= 0 && range.high >= 0;
  });
  const predicted = estimatePower(
    {
      clusterSizes: Array.from({ length: design.clusters }, () => design.size),
      strata: Array.from({ length: design.clusters }, () => ''),
      labels: Array.from({ length: design.clusters }, (_, at) => at % 2),
      roundsBefore: 4,
      roundsAfter: 4,
      repeats: 1,
      level: 0.05,
      test: 'randomisation',
      seed: 'bench',
    },
    null,
    20,
    design.drift > 0,
  ).powerOfInterest;
  const name = `${design.clusters} × ${design.size}, ${design.looks.length} looks${design.drift > 0 ? ', moving' : ''}`;
  const figure = (what: string, value: number, target: Figure['target']): Figure => ({
    what: `${name}: ${what}`,
    unit: '%',
    value,
    baseline: null,
    target,
  });
  const found = (100 * lifted.filter(({ verdict }) => verdict === 'raised').length) / worlds;
  return [
    figure('called without an effect', (100 * none.filter(isCalled).length) / worlds, { of: 'value', atMost: 7 }),
    figure('interval holds the true difference', (100 * covered.length) / worlds, null),
    figure('+20 points found', found, null),
    figure('+20 points found, less what was said before', found - 100 * (predicted ?? 0), null),
  ];
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function judgeApp(design: Design, lift: number, at: number, random: () => number) {
  const clusters = Array.from({ length: design.clusters }, (_, cluster) => ({
    id: `c${cluster}`,
    questionIds: Array.from({ length: design.size }, (_none, question) => `c${cluster}q${question}`),
    pages: [],
    stratum: null,
    arm: null,
  }));
  const experiment = openExperiment(clusters, design.looks, `world ${at} ${lift}`);
  const chances = clusters.map(() => {
    const level = 1.89 * normal(random);
    let moved = 0;
    const walk = Array.from({ length: rounds }, () => (moved += design.drift * normal(random)));
    return Array.from({ length: design.size }, () => {
      const own = level + 1.24 * normal(random);
      return walk.map((step) => 1 / (1 + Math.exp(-(own + step))));
    });
  });
  const saved = Array.from(
    { length: rounds },
    (_, round): ObservedRound =>
      roundOf(
        round + 1,
        (cluster, question) => {
          const isLifted = round >= 4 && experiment.registration.labels[cluster] === 1 && random() < lift / 0.5;
          return Number(random() < (chances[cluster]?.[question]?.[round] ?? 0) || isLifted);
        },
        clusters,
      ),
  );
  return judgeExperiment({ ...experiment, rounds: saved });
}

type Clusters = Protocol['clusters'];

function roundOf(
  number: number,
  value: (cluster: number, question: number) => number,
  clusters: Clusters,
): ObservedRound {
  return {
    number,
    dueAt: dueAt(number),
    isComplete: true,
    isMissed: false,
    answers: clusters.flatMap(({ questionIds }, cluster) =>
      questionIds.map((questionId, question) => {
        const listed = value(cluster, question);
        return {
          runId: `${number} ${questionId}`,
          questionId,
          values: { listed, first: listed, cited: listed, place: listed },
          model: 'm',
          harnessVersion: 'h',
          readerVersion: 'r',
          citesTreated: false,
        };
      }),
    ),
  };
}

function openExperiment(
  clusters: Clusters,
  looks: number[],
  hypothesis: string,
  windows = { roundsBefore: 4, roundsAfter: 4 },
): JudgedExperiment {
  const protocol: Protocol = {
    websiteId: 's',
    planId: 'p',
    engine: 'e',
    hypothesis,
    metric: 'listed',
    secondary: [],
    assignment: 'random',
    clusters,
    firstRound: 1,
    ...windows,
    lagDays: 0,
    steps: 1,
    level: 0.05,
    looks,
    spending: 'power',
    effectOfInterest: 20,
    chosenThroughRound: null,
    allowBranded: false,
    isRetrospective: false,
    captureBefore: null,
  };
  const digest = protocolDigest(protocol, []);
  const at = new Date(Date.parse(dueAt(windows.roundsBefore)) + dayMs).toISOString();
  return {
    protocol,
    registration: {
      at,
      by: 'bench',
      digest,
      cases: [],
      labels: assignArms(protocol, digest),
      repeats: 1,
      smallestEffect: null,
      powerOfInterest: null,
      powerBasis: 'model',
    },
    changes: [{ step: 0, at, captureAfter: null, proof: null }],
    stoppedAt: null,
    rounds: [],
  };
}

type Row = { topic: string; runs: number[] };
type RunRow = { topic: string; question: string; labels: { brand: string }[] };

function readLines<T>(file: string): T[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}

function readRows(files: readonly string[]): Row[] {
  const [first = ''] = files;
  if (files.length === 1) return readLines<Row>(first);
  const runs = files.map((file) => readLines<RunRow>(file));
  return [...Map.groupBy(runs.flat(), ({ topic }) => topic)].flatMap(([topic, ofTopic]) => {
    const brands = Map.groupBy(
      ofTopic.flatMap(({ labels }) => labels),
      ({ brand }) => brand,
    );
    const brand = [...brands].sort((one, other) => other[1].length - one[1].length)[0]?.[0];
    const byQuestion = [...Map.groupBy(ofTopic, ({ question }) => question).values()];
    const lists = (row: RunRow) => Number(row.labels.some((label) => label.brand === brand));
    return byQuestion.filter(({ length }) => length === files.length).map((rows) => ({ topic, runs: rows.map(lists) }));
  });
}

/**
 * Measures real answers to repeated questions with nothing changed: topics are split at random, the first run is
 * "before".
 */
function measureRows(rows: readonly Row[], splits: number): Figure {
  const groups = [...Map.groupBy(rows, ({ topic }) => topic).values()];
  const clusters = groups.map((group, at) => ({
    id: `c${at}`,
    questionIds: group.map((_, question) => `c${at}q${question}`),
    pages: [],
    stratum: null,
    arm: null,
  }));
  const count = Math.min(...rows.map(({ runs }) => runs.length));
  const saved = Array.from({ length: count }, (_, run) =>
    roundOf(run + 1, (cluster, question) => groups[cluster]?.[question]?.runs[run] ?? 0, clusters),
  );
  const windows = { roundsBefore: 1, roundsAfter: count - 1 };
  let called = 0;
  for (let split = 0; split < splits; split += 1) {
    const experiment = openExperiment(clusters, [1], `split ${split}`, windows);
    const { verdict } = judgeExperiment({ ...experiment, rounds: saved });
    if (verdict === 'raised' || verdict === 'lowered') called += 1;
  }
  return {
    what: `${groups.length} real topics, nothing changed: called`,
    unit: '%',
    value: (100 * called) / splits,
    baseline: null,
    target: { of: 'value', atMost: 5 },
  };
}
