import { readFileSync } from 'node:fs';
import { judgeExperiment } from '../src/domain/experiments/judge.ts';
import { estimatePower } from '../src/domain/experiments/power.ts';
import {
  clustersOf,
  drawWorld,
  inWorld,
  openExperiment,
  outcomeOf,
  percentOf,
  roundsOf,
} from '../test/support/experimentWorlds.ts';
import { seeded } from './comparison.ts';
import type { Bench, Figure } from './figure.ts';

const designs = [
  { clusters: 12, size: 1, looks: [1], isMoving: false },
  { clusters: 20, size: 1, looks: [0.25, 0.5, 0.75, 1], isMoving: true },
  { clusters: 20, size: 3, looks: [0.5, 1], isMoving: true },
  { clusters: 60, size: 1, looks: [1], isMoving: true },
];
type Design = (typeof designs)[number];

const windows = { before: 4, after: 4 };
/** Points. */
const lift = 20;
const registrations = 10;

/**
 * `npm run bench -- experiments [worlds] [seed] [files]`: judges complete experiments without an effect and with one of
 * 20 points. With files also on real answers: one file with `topic` and `runs`, a list of 0 and 1, in each line; or one
 * file per run, with `topic`, `question` and `labels` of brands, where 1 is an answer that names its topic's most named
 * brand. One such file alone asked nothing twice; there the wordings of a topic stand for the runs of one question.
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
  const sizes = Array.from({ length: design.clusters }, () => design.size);
  const judge = (truth: number) =>
    Array.from({ length: worlds }, (_, at) => {
      const name = `world ${at} ${truth}`;
      const experiment = openExperiment(clustersOf(sizes), { looks: design.looks, name, ...windows });
      const world = drawWorld({ ...design, ...windows }, lift, random);
      const judgement = judgeExperiment(inWorld(experiment, world, truth > 0));
      return { ...outcomeOf(judgement, truth), isRaised: judgement.verdict === 'raised' };
    });
  const [none, some] = [judge(0), judge(lift)];
  const power = {
    ...{ clusterSizes: sizes, strata: sizes.map(() => ''), labels: sizes.map((_, at) => at % 2) },
    ...{ roundsBefore: windows.before, roundsAfter: windows.after, repeats: 1, level: 0.05 },
    test: 'randomisation' as const,
  };
  // As many registrations, each of which simulates with a seed of its own.
  const announced = Array.from(
    { length: registrations },
    (_, at) => estimatePower({ ...power, seed: `${at}` }, null, lift, design.isMoving).powerOfInterest ?? 0,
  );
  const raised = percentOf(some, ({ isRaised }) => isRaised);
  const said = (100 * announced.reduce((sum, one) => sum + one, 0)) / registrations;
  const name = `${design.clusters} × ${design.size}, ${design.looks.length} looks${design.isMoving ? ', moving' : ''}`;
  const figure = (what: string, value: number, target: Figure['target']): Figure => ({
    ...{ what: `${name}: ${what}`, unit: '%', value, baseline: null, target },
  });
  return [
    figure(
      'called without an effect',
      percentOf(none, ({ isCalled }) => isCalled),
      { of: 'value', atMost: 7 },
    ),
    figure(
      'interval holds 0 without an effect',
      percentOf(none, ({ covers }) => covers),
      { of: 'value', atLeast: 93 },
    ),
    figure(
      `interval holds +${lift}`,
      percentOf(some, ({ covers }) => covers),
      { of: 'value', atLeast: 93 },
    ),
    figure(`+${lift} points found`, raised, null),
    figure(`+${lift} points found: said before`, said, null),
    figure('found and said before differ by', Math.abs(raised - said), { of: 'value', atMost: 5 }),
  ];
}

type Row = { topic: string; runs: number[] };
type RunRow = { topic: string; question: string; labels: { brand: string }[] };

function readLines<T>(file: string): T[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}

function readRows(files: readonly string[]): Row[] {
  const [first = ''] = files;
  const isRun = files.length > 1 || readLines<object>(first).every((line) => 'labels' in line);
  if (!isRun) return readLines<Row>(first);
  const runs = files.map((file) => readLines<RunRow>(file));
  return [...Map.groupBy(runs.flat(), ({ topic }) => topic)].flatMap(([topic, ofTopic]) => {
    const brands = Map.groupBy(
      ofTopic.flatMap(({ labels }) => labels),
      ({ brand }) => brand,
    );
    const brand = [...brands].sort((one, other) => other[1].length - one[1].length)[0]?.[0];
    const lists = (row: RunRow) => Number(row.labels.some((label) => label.brand === brand));
    if (files.length === 1) return ofTopic.length === 1 ? [] : [{ topic, runs: ofTopic.map(lists) }];
    const byQuestion = [...Map.groupBy(ofTopic, ({ question }) => question).values()];
    return byQuestion.filter(({ length }) => length === files.length).map((rows) => ({ topic, runs: rows.map(lists) }));
  });
}

/** Measures real answers with nothing changed: topics are split at random, and the first half of the runs is "before". */
function measureRows(rows: readonly Row[], splits: number): Figure {
  const groups = [...Map.groupBy(rows, ({ topic }) => topic).values()];
  const clusters = clustersOf(groups.map(({ length }) => length));
  const listed = groups.flat();
  const count = Math.min(...rows.map(({ runs }) => runs.length));
  const rounds = roundsOf(clusters, count, (question, run) => listed[question]?.runs[run] === 1);
  const before = Math.floor(count / 2);
  const verdicts = Array.from({ length: splits }, (_, split) => {
    const name = `split ${split}`;
    const experiment = openExperiment(clusters, { looks: [1], name, before, after: count - before });
    return outcomeOf(judgeExperiment({ ...experiment, rounds }), 0);
  });
  return {
    what: `${groups.length} real topics, nothing changed: called`,
    unit: '%',
    value: percentOf(verdicts, ({ isCalled }) => isCalled),
    baseline: null,
    target: { of: 'value', atMost: 5 },
  };
}
