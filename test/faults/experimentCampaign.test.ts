import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seededNumbers } from '../../src/domain/statistics/seededNumbers.ts';
import { callsOf } from '../support/calls.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { createClock } from '../support/clock.ts';
import {
  type RoundPanel,
  removeRoundsAfter,
  saveRoundAnswer,
  saveRoundOfRuns,
  saveRoundPanel,
} from '../support/savedRounds.ts';
import { startTestService, type TestService } from '../support/service.ts';

const experiments = Number(process.env.EXPERIMENTS ?? 40);
/** Experiments on the answers of one world: each draws arms of its own. */
const perWorld = 5;
const [clusters, size, before, after] = [12, 2, 4, 4];
const questions = clusters * size;
const lift = 40;
const day = 86_400_000;
const start = Date.parse('2026-03-02T06:00:00.000Z');
const dueAt = (round: number) => new Date(start + (round - 1) * 7 * day).toISOString();

/** Truth of one world: an engine that drifts for both arms, topics that move together, and what a lift would add. */
function drawWorld(random: () => number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const walk = (step: number) => {
    let at = 0;
    return Array.from({ length: before + after }, () => (at += step * normal()));
  };
  const engine = walk(0.2);
  const lists = Array.from({ length: clusters }, () => {
    const level = 2.26 * Math.sqrt(0.7) * normal();
    const topic = walk(0.35);
    return Array.from({ length: size }, () => {
      const own = level + 2.26 * Math.sqrt(0.3) * normal();
      return engine.map((drift, round) => random() < 1 / (1 + Math.exp(-(own + drift + (topic[round] ?? 0)))));
    });
  }).flat();
  const later = lists.flatMap((rounds) => rounds.slice(before));
  const absent = later.filter((listed) => !listed).length / later.length;
  const lifted = lists.map((rounds) => rounds.map((listed) => listed || random() < lift / 100 / absent));
  return { lists, lifted };
}

/** One world in the database: the runs of each round as they are, and as the lift would have made them. */
type SavedWorld = { panel: RoundPanel; plain: string[][]; lifted: string[][] };

type Outcome = { verdict: string; covers: boolean; announced: number };

describe('experiments over HTTP', () => {
  const clock = createClock(dueAt(before + 1));
  const { share: random } = seededNumbers(`experiments ${inject('seed')}`);
  let service: TestService;
  const none: Outcome[] = [];
  const some: Outcome[] = [];
  let peeked = 0;
  let changedByPeeking = 0;

  beforeAll(async () => {
    service = await startTestService('sqlite', { replace: { runtime: clock.runtime } });
    for (let done = 0; done < experiments; done += perWorld) {
      const world = await saveWorld();
      for (let at = 0; at < Math.min(perWorld, experiments - done); at += 1) {
        none.push(await run(world, 0, at));
        some.push(await run(world, lift, at));
      }
    }
  });
  afterAll(() => service?.close());

  const person = () => callsOf(service.url, service.cookie);

  async function saveWorld(): Promise<SavedWorld> {
    const site = await service.makeSite();
    const panel = await saveRoundPanel(person(), site.id, questions);
    const { lists, lifted } = drawWorld(random);
    const save = (round: number, truth: boolean[][], model?: string) =>
      Promise.all(
        panel.cases.map((_, question) =>
          saveRoundAnswer(service, panel, question, {
            dueAt: dueAt(round + 1),
            lists: () => truth[question]?.[round] === true,
            ...(model === undefined ? {} : { model }),
          }),
        ),
      );
    const world: SavedWorld = { panel, plain: [], lifted: [] };
    for (let round = 0; round < before + after; round += 1) {
      world.plain.push(await save(round, lists));
      world.lifted.push(round < before ? [] : await save(round, lifted));
      if (round < before)
        await saveRoundOfRuns(service, panel, { number: round + 1, dueAt: dueAt(round + 1) }, world.plain[round] ?? []);
    }
    return world;
  }

  const draft = ({ panel }: SavedWorld, hypothesis: string) => ({
    ...{ websiteId: panel.websiteId, planId: panel.planId, engine: 'openai', hypothesis, name: 'Null', firstRound: 1 },
    ...{ roundsBefore: before, roundsAfter: after, lagDays: 0, looks: [0.5, 1], effectOfInterest: lift },
    clusters: Array.from({ length: clusters }, (_, at) => ({
      id: `c${at}`,
      questionIds: panel.cases.slice(at * size, (at + 1) * size).map(({ questionId }) => questionId),
    })),
  });

  /** One experiment from its draft to its verdict. Every other one has a client that reads after each round. */
  async function run(world: SavedWorld, points: number, at: number): Promise<Outcome> {
    const { panel } = world;
    const { call } = person();
    const { experiment } = await call('createExperiment', draft(world, `${points} ${at}`) as never);
    const { id } = experiment;
    const { registration } = (await call('registerExperiment', { id })).experiment;
    await call('recordChange', { id });
    const treated = new Set(
      experiment.protocol.clusters.flatMap(({ questionIds }, index) =>
        registration?.labels[index] === 1 ? questionIds : [],
      ),
    );
    const isTreated = panel.cases.map(({ questionId }) => treated.has(questionId));
    const read = async () => (await call('readExperimentResult', { id })).result;
    const rounds = Array.from({ length: after }, (_, index) => before + index);
    const write = async (round: number) => {
      const runIds = panel.cases.map((_, question) => {
        const source = points > 0 && isTreated[question] === true ? world.lifted : world.plain;
        return source[round]?.[question] ?? '';
      });
      await saveRoundOfRuns(service, panel, { number: round + 1, dueAt: dueAt(round + 2) }, runIds);
    };
    const isPeeking = at % 2 === 0;
    for (const round of rounds) {
      await write(round);
      if (isPeeking) await read();
    }
    const result = await read();
    if (isPeeking) {
      peeked += 1;
      // A client that never looked in between reads the same.
      await removeRoundsAfter(service, panel, before);
      for (const round of rounds) await write(round);
      if (JSON.stringify(await read()) !== JSON.stringify(result)) changedByPeeking += 1;
    }
    await call('archiveExperiment', { id });
    await removeRoundsAfter(service, panel, before);
    const range = result.estimate?.interval95;
    return {
      verdict: result.verdict,
      covers: range != null && range.low <= 0 && range.high >= 0,
      announced: registration?.powerOfInterest ?? Number.NaN,
    };
  }

  const percent = (outcomes: readonly Outcome[], is: (outcome: Outcome) => boolean) =>
    (100 * outcomes.filter(is).length) / outcomes.length;
  /** Two standard errors of a share of these experiments, in points. */
  const error = (share: number) => 200 * Math.sqrt(((share / 100) * (1 - share / 100)) / experiments);
  const isCalled = ({ verdict }: Outcome) => verdict === 'raised' || verdict === 'lowered';

  it('call at most 5 % of those in which nothing works, within the error of the simulation', () => {
    const called = percent(none, isCalled);
    reportFigure(
      `${experiments} experiments without an effect over HTTP: ${called.toFixed(1)} % called (at most 5 % ± ${error(5).toFixed(1)})`,
    );
    expect(called).toBeLessThanOrEqual(5 + error(5));
  });

  it('give intervals that hold the truth in 93 to 97 %, within the error of the simulation', () => {
    const covered = percent(none, ({ covers }) => covers);
    reportFigure(`their 95 % interval holds the truth in ${covered.toFixed(1)} % (± ${error(95).toFixed(1)})`);
    expect(covered).toBeGreaterThanOrEqual(93 - error(95));
    expect(covered).toBeLessThanOrEqual(97 + error(95));
  });

  it('find an effect as often as was announced before', () => {
    const found = percent(some, ({ verdict }) => verdict === 'raised');
    const announced = (100 * some.reduce((sum, one) => sum + one.announced, 0)) / some.length;
    // Experiments on one world are alike, so worlds are the sample.
    const worlds = Array.from({ length: experiments / perWorld }, (_, at) =>
      percent(some.slice(at * perWorld, (at + 1) * perWorld), ({ verdict }) => verdict === 'raised'),
    );
    const spread = worlds.reduce((sum, share) => sum + (share - found) ** 2, 0) / (worlds.length - 1);
    const noise = 2 * Math.sqrt(spread / worlds.length);
    reportFigure(
      `+${lift} points found in ${found.toFixed(1)} %; announced ${announced.toFixed(1)} % (± 5 and ${noise.toFixed(1)})`,
    );
    expect(Math.abs(found - announced)).toBeLessThanOrEqual(5 + noise);
  });

  it('read the same to a client that looked after each round', () => {
    reportFigure(`${peeked} experiments read after each round: ${changedByPeeking} changed`);
    expect(peeked).toBeGreaterThan(0);
    expect(changedByPeeking).toBe(0);
  });

  it('are void when the model changes half-way, by name', async () => {
    const world = await saveWorld();
    const { call } = person();
    const { id } = (await call('createExperiment', draft(world, 'A model that changes') as never)).experiment;
    await call('registerExperiment', { id });
    await call('recordChange', { id });
    for (const round of [before, before + 1, before + 2, before + 3]) {
      const model = round < before + 1 ? {} : { model: 'model-b' };
      const lists = () => false;
      const runIds = await Promise.all(
        world.panel.cases.map((_, question) =>
          saveRoundAnswer(service, world.panel, question, { dueAt: dueAt(round + 2), lists, ...model }),
        ),
      );
      await saveRoundOfRuns(service, world.panel, { number: round + 1, dueAt: dueAt(round + 2) }, runIds);
    }
    const { result } = await call('readExperimentResult', { id });
    expect(result).toMatchObject({ verdict: 'void', reason: 'model_changed', estimate: null });
  });
});
