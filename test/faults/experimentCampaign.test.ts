import { beforeAll, describe, expect, inject, it } from 'vitest';
import { seededNumbers } from '../../src/domain/statistics/seededNumbers.ts';
import { markAnswersAgain } from '../../src/services/visibility/markedAnswers.ts';
import { unmarkedAnswers } from '../../src/store/runs/marks.ts';
import { findVisibilityWebsite } from '../../src/store/visibility/websites.ts';
import { callsOf } from '../support/calls.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { createClock } from '../support/clock.ts';
import {
  drawWorld,
  errorOf,
  findNullFlaw,
  type Outcome,
  outcomeOf,
  percentOf,
  type World,
} from '../support/experimentWorlds.ts';
import { type RoundPanel, replaceRoundsAfter, saveRoundAnswer, saveRoundPanel } from '../support/savedRounds.ts';
import { useService } from '../support/service.ts';

/** Number of worlds without an effect, each with one experiment, and of those repeated with an effect. */
const experiments = Number(process.env.EXPERIMENTS ?? 40);
const withEffect = Math.ceil(experiments / 8);
const [clusters, size, before, after] = [12, 2, 4, 4];
const questions = clusters * size;
const lift = 40;
const day = 86_400_000;
const start = Date.parse('2026-03-02T06:00:00.000Z');
const dueAt = (round: number) => new Date(start + (round - 1) * 7 * day).toISOString();
/** Rounds are counted from 0; a week lies between those before the change and those after it. */
const dueInWindow = (round: number) => dueAt(round < before ? round + 1 : round + 2);
const earlier = Array.from({ length: before }, (_, at) => at);
const later = Array.from({ length: after }, (_, at) => before + at);
const hour = 3_600_000;

type Announced = Outcome & { isRaised: boolean; announced: number };

/**
 * Each answer is saved once, as the service saves it: for each round and question, one that lists the website and one
 * that does not. The rounds of a world refer to the drawn ones, so a world saves no answers of its own.
 */
describe('experiments over HTTP', () => {
  const clock = createClock(dueAt(before + 1));
  const { share: random } = seededNumbers(`experiments ${inject('seed')}`);
  let panel: RoundPanel;
  /** Runs by round, question and whether they list the website. */
  const answers: [string, string][][] = [];
  const none: Announced[] = [];
  const some: Announced[] = [];
  let peeked = 0;
  let changedByPeeking = 0;
  let shownTooEarly = 0;

  const service = useService('sqlite', { replace: { runtime: clock.runtime } });
  beforeAll(async () => {
    const site = await service.makeSite();
    panel = await saveRoundPanel(person(), site.id, questions);
    for (let round = 0; round < before + after; round += 1) answers.push(await saveBothAnswers(round));
    await markAnswers();
    for (let at = 0; at < experiments; at += 1) {
      const world = drawWorld({ clusters, size, before, after, isMoving: true }, lift, random);
      none.push(await run(world, 0, at));
      if (at < withEffect) some.push(await run(world, lift, at));
    }
  }, 2 * hour);

  const person = () => callsOf(service.url, service.cookie);

  const saveBothAnswers = (round: number, model?: string): Promise<[string, string][]> =>
    Promise.all(
      panel.cases.map(async (_, question): Promise<[string, string]> => {
        const save = (isListed: boolean) =>
          saveRoundAnswer(service, panel, question, {
            dueAt: dueInWindow(round),
            lists: () => isListed,
            ...(model === undefined ? {} : { model }),
          });
        return [await save(false), await save(true)];
      }),
    );

  /** Saves the marks of each answer, as the worker does, so that no report computes them again. */
  async function markAnswers(): Promise<void> {
    const { answers: unmarked } = await unmarkedAnswers(service.db, '', 10_000);
    const website = await findVisibilityWebsite(service.db, unmarked[0]?.workspaceId ?? '', panel.websiteId);
    if (website !== null) await markAnswersAgain(service.db, website, unmarked);
  }

  /** Replaces the rounds from `rounds` on, counted from 0, by rounds with a world's answers. */
  const write = (rounds: readonly number[], lists: (question: number, round: number) => boolean) =>
    replaceRoundsAfter(
      service,
      panel,
      rounds[0] ?? 0,
      rounds.map((round) => ({
        number: round + 1,
        dueAt: dueInWindow(round),
        runIds: panel.cases.map((_, question) => answers[round]?.[question]?.[Number(lists(question, round))] ?? ''),
      })),
    );

  const draft = (hypothesis: string) => ({
    ...{ websiteId: panel.websiteId, planId: panel.planId, engine: 'openai', hypothesis, name: 'Null', firstRound: 1 },
    ...{ roundsBefore: before, roundsAfter: after, lagDays: 0, looks: [0.5, 1], effectOfInterest: lift },
    clusters: Array.from({ length: clusters }, (_, at) => ({
      id: `c${at}`,
      questionIds: panel.cases.slice(at * size, (at + 1) * size).map(({ questionId }) => questionId),
    })),
  });

  /** Creates an experiment on a world up to its recorded change. */
  async function open({ plain }: Pick<World, 'plain'>, hypothesis: string) {
    const { call } = person();
    await write(earlier, (question, round) => plain[question]?.[round] === true);
    const { experiment } = await call('createExperiment', draft(hypothesis) as never);
    const { id } = experiment;
    const { registration } = (await call('registerExperiment', { id })).experiment;
    await call('recordChange', { id });
    const treated = new Set(
      experiment.protocol.clusters.flatMap(({ questionIds }, index) =>
        registration?.labels[index] === 1 ? questionIds : [],
      ),
    );
    const isTreated = panel.cases.map(({ questionId }) => treated.has(questionId));
    return { id, isTreated, announced: registration?.powerOfInterest ?? Number.NaN };
  }

  /** Runs one experiment from its draft to its verdict. Every fourth has a client that reads after each round. */
  async function run(world: World, points: number, at: number): Promise<Announced> {
    const { call } = person();
    const { id, isTreated, announced } = await open(world, `${points} ${at}`);
    const read = async () => (await call('readExperimentResult', { id })).result;
    const lists = (question: number, round: number) =>
      (points > 0 && isTreated[question] === true ? world.lifted : world.plain)[question]?.[round] === true;
    let seen: string | null = null;
    if (at % 4 === 0) {
      for (const round of later) {
        await write([round], lists);
        const result = await read();
        if (round === later[0] && (result.looksDue > 0 || result.estimate !== null)) shownTooEarly += 1;
        seen = JSON.stringify(result);
      }
    }
    // A client that did not read in between gets the same result.
    await write(later, lists);
    const result = await read();
    if (seen !== null) {
      peeked += 1;
      if (JSON.stringify(result) !== seen) changedByPeeking += 1;
    }
    await call('archiveExperiment', { id });
    return { ...outcomeOf(result, 0), isRaised: result.verdict === 'raised', announced };
  }

  it('reject at most 5 % of those without an effect, within the error of the simulation', () => {
    const called = percentOf(none, ({ isCalled }) => isCalled);
    reportFigure(
      `${experiments} experiments without an effect over HTTP: ${called.toFixed(1)} % called (at most 5 % ± ${errorOf(5, experiments).toFixed(1)})`,
    );
    expect(findNullFlaw(none)).not.toBe('calls_too_much');
  });

  it('give intervals that contain the truth in 93 to 97 %, within the error of the simulation', () => {
    const covered = percentOf(none, ({ covers }) => covers);
    reportFigure(
      `their 95 % interval holds the truth in ${covered.toFixed(1)} % (± ${errorOf(95, experiments).toFixed(1)})`,
    );
    expect(findNullFlaw(none)).toBeNull();
  });

  it('find an effect as often as stated in advance', () => {
    const found = percentOf(some, ({ isRaised }) => isRaised);
    const announced = (100 * some.reduce((sum, one) => sum + one.announced, 0)) / some.length;
    const noise = errorOf(announced, some.length);
    reportFigure(
      `+${lift} points found in ${found.toFixed(1)} % of ${some.length}; announced ${announced.toFixed(1)} % (± 5 and ${noise.toFixed(1)})`,
    );
    expect(Math.abs(found - announced)).toBeLessThanOrEqual(5 + noise);
  });

  it('give the same result to a client that read after each round', () => {
    reportFigure(`${peeked} experiments read after each round: ${changedByPeeking} changed`);
    expect(peeked).toBeGreaterThan(0);
    expect(changedByPeeking).toBe(0);
    expect(shownTooEarly, 'numbers before an analysis is due').toBe(0);
  });

  it('are void if the model changes half-way, with the reason', async () => {
    const never = () => false;
    const { id } = await open({ plain: [] }, 'A model that changes');
    for (const round of later.slice(1)) answers[round] = await saveBothAnswers(round, 'model-b');
    await write(later, never);
    const { result } = await person().call('readExperimentResult', { id });
    expect(result).toMatchObject({ verdict: 'void', reason: 'model_changed', estimate: null });
  });
});
