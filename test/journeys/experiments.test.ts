import { expect, onTestFinished } from 'vitest';
import { saveVerdicts } from '../../src/services/experiments/experimentResult.ts';
import type { Calls } from '../support/calls.ts';
import { createClock } from '../support/clock.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { type RoundPanel, saveRound, saveRoundPanel } from '../support/savedRounds.ts';
import type { TestService } from '../support/service.ts';
import { verifySharedFile } from '../support/verified.ts';

const day = 86_400_000;
const start = Date.parse('2026-03-02T06:00:00.000Z');
const dueAt = (round: number) => new Date(start + (round - 1) * 7 * day).toISOString();
const clock = createClock(dueAt(5));

/** Selects questions that list the website in a round regardless of the change: every second one, alternating. */
const usual = (question: number, round: number) => (question + round) % 2 === 0;

const content = (panel: RoundPanel, more = {}) => ({
  websiteId: panel.websiteId,
  planId: panel.planId,
  engine: 'openai',
  hypothesis: 'Prices on the page help',
  name: 'March rewrite',
  firstRound: 1,
  effectOfInterest: 40,
  ...more,
});

journeyOnEachDatabase(
  'an experiment',
  { permissions: ['read', 'manage'], replace: { runtime: clock.runtime } },
  (it, long) => {
    let panel: RoundPanel;
    let id: string;
    let treated: Set<string>;
    let doneId: string;
    /** Returns the effects of a finished item, long after it was finished. */
    const effectsLater = async (person: Calls) => {
      const month = new Date(clock.now()).toISOString().slice(0, 7);
      clock.move(40 * day);
      const effects = await person.call('readWorkEffects', { websiteId: panel.websiteId, month });
      clock.move(-40 * day);
      return effects.items.map(({ result }) => result);
    };

    const listedVerdict = async (service: TestService, person: Calls) => {
      await saveVerdicts(service.api);
      const { items } = await person.call('listExperiments', { websiteId: panel.websiteId });
      return items.find((listed) => listed.id === id)?.verdict;
    };

    it('is previewed with price and power, and refused if it could have no verdict', async ({
      service,
      person,
      website,
    }) => {
      panel = await saveRoundPanel(person, website.id, 12);
      for (const number of [1, 2, 3, 4]) {
        await saveRound(service, panel, { number, dueAt: dueAt(number), lists: (question) => usual(question, number) });
      }
      const { name: _, ...draft } = content(panel);
      const preview = await person.call('previewExperiment', draft as never);
      expect(preview).toMatchObject({
        answers: 96,
        cost: { rounds: 4 },
        power: { basis: 'model', smallestEffect: expect.any(Number) },
        protocol: { firstRound: 1, roundsBefore: 4, metric: 'listed' },
      });
      expect(preview.protocol.clusters).toHaveLength(12);
      const [first, second] = preview.protocol.clusters;
      const refusals: [object, string][] = [
        [{ clusters: preview.protocol.clusters.slice(0, 4) }, 'clusters'],
        [{ clusters: [...preview.protocol.clusters, { ...first, id: 'again' }] }, 'clusters'],
        [
          { clusters: [...preview.protocol.clusters.slice(1), { ...second, id: 'x', questionIds: ['q_none'] }] },
          'clusters',
        ],
        [{ engine: ['openai', 'gemini'] }, 'engine'],
        [{ engine: 'google-ai-mode' }, 'engine'],
        [{ chosenThroughRound: 2 }, 'firstRound'],
        [{ looks: [0.5, 0.9] }, 'looks'],
        [{ assignment: 'pairs' }, 'clusters'],
        [{ steps: 3 }, 'steps'],
        [{ secondary: ['listed'] }, 'secondary'],
        [{ chosenOnRuns: ['run_none'] }, 'chosenOnRuns'],
        [{ captureBefore: 'run_none' }, 'captureBefore'],
        [{ firstRound: 2 ** 40 }, 'firstRound'],
      ];
      for (const [change, field] of refusals) {
        const refusal = await person.refuse('createExperiment', { ...content(panel), ...change }, 'invalid_request');
        expect(refusal.details, JSON.stringify(change)).toMatchObject({ field });
      }
      const nothing = { ...content(panel), effectOfInterest: 0 };
      const refusal = await person.refuse('createExperiment', nothing, 'invalid_request');
      expect(refusal.message).toContain('must be above 0');
    });

    it('refuses rounds whose runs were used to choose the change', async ({ person }) => {
      const runs = await person.call('listRuns', { kind: 'keyword', limit: 1 });
      const chosenOnRuns = runs.items.map(({ id }) => id);
      const refusal = await person.refuse('createExperiment', { ...content(panel), chosenOnRuns }, 'invalid_request');
      expect(refusal.details).toMatchObject({ field: 'firstRound' });
    });

    it('refuses rounds that suggested work which a member claimed on a treated question', async ({
      person,
      website,
    }) => {
      const { items } = await person.call('listWork', { websiteId: website.id });
      const item = items.find(({ evidence }) => evidence.questionIds.length > 0);
      const questionId = item?.evidence.questionIds[0] ?? '';
      const itemId = item?.id ?? '';
      const isOfItem = (own: { questionId: string }) => Number(own.questionId === questionId);
      const ofItemFirst = panel.cases.toSorted((one, other) => isOfItem(other) - isOfItem(one));
      const withItemIn = (arm: string, other: string) => ({
        ...content(panel, { assignment: 'chosen' }),
        clusters: ofItemFirst.map((own, at) => ({
          id: `c${at}`,
          questionIds: [own.questionId],
          arm: at < 6 ? arm : other,
        })),
      });
      await person.call('createExperiment', withItemIn('treated', 'control') as never);
      await person.call('claimWork', { id: itemId });
      const refusal = await person.refuse('createExperiment', withItemIn('treated', 'control'), 'invalid_request');
      expect(refusal.details).toEqual({ field: 'firstRound' });
      await person.call('reopenWork', { id: itemId });
    });

    it('is frozen by its registration, whose digest is in the audit log', async ({ person }) => {
      const made = await person.call('createExperiment', content(panel, { looks: [0.5, 1] }) as never);
      ({ id } = made.experiment);
      await person.refuse('readExperimentResult', { id }, 'invalid_request');
      const { experiment } = await person.call('registerExperiment', { id });
      const { registration } = experiment;
      expect(registration?.digest).toMatch(/^[0-9a-f]{64}$/);
      expect(registration?.labels.filter((label) => label === 1)).toHaveLength(6);
      treated = new Set(
        experiment.protocol.clusters.flatMap(({ questionIds }, at) =>
          registration?.labels[at] === 1 ? questionIds : [],
        ),
      );
      const log = await person.call('readAuditLog', {});
      const entries = log.items.filter(({ act }) => act === 'registerExperiment');
      expect(entries).toMatchObject([{ subject: id, note: `sha256:${registration?.digest}` }]);
      const refused = await person.refuse('changeExperiment', { id, ...content(panel) }, 'invalid_request');
      expect(refused.details).toMatchObject({ field: 'id' });
      expect((await person.call('readExperimentResult', { id })).result).toMatchObject({
        verdict: 'waiting',
        reason: 'change_not_recorded',
        estimate: null,
      });
    });

    it('shares no questions with another one that has not ended', async ({ person }) => {
      const { experiment } = await person.call('createExperiment', content(panel, { hypothesis: 'Another' }) as never);
      const refusal = await person.refuse('registerExperiment', { id: experiment.id }, 'invalid_request');
      expect(refusal.details).toMatchObject({ field: 'clusters' });
      await person.call('archiveExperiment', { id: experiment.id });
    });

    it('accepts no change from before its registration', async ({ person }) => {
      const refusal = await person.refuse('recordChange', { id, at: dueAt(4) }, 'invalid_request');
      expect(refusal.details).toMatchObject({ field: 'at' });
      const unread = await person.refuse('recordChange', { id, captureAfter: 'run_none' }, 'invalid_request');
      expect(unread.details).toMatchObject({ field: 'captureAfter' });
      await person.call('recordChange', { id });
    });

    it('shows no number before an interim analysis is due, through any interface', async ({
      service,
      person,
      program,
    }) => {
      const lists = (number: number) => (question: number) =>
        treated.has(panel.cases[question]?.questionId ?? '') || usual(question, number);
      await saveRound(service, panel, { number: 5, dueAt: dueAt(7), lists: lists(5) });
      for (const caller of [person, program]) {
        const { result } = await caller.call('readExperimentResult', { id });
        expect(result).toMatchObject({ verdict: 'running', looksDue: 0, roundsToNextLook: 1, estimate: null });
        await caller.refuse('readExperimentEvidence', { id }, 'invalid_request');
      }
      expect(await listedVerdict(service, person)).toMatchObject({ verdict: 'running' });
      const { items } = await person.call('listWork', { websiteId: panel.websiteId });
      doneId = items.find(({ evidence }) => evidence.questionIds.length > 0)?.id ?? '';
      await person.call('finishWork', { id: doneId });
      expect(await effectsLater(person)).toEqual(['waiting']);
      await saveRound(service, panel, { number: 6, dueAt: dueAt(8), lists: lists(6) });
      await saveRound(service, panel, { number: 7, dueAt: dueAt(9), lists: lists(7) });
      await saveRound(service, panel, { number: 8, dueAt: dueAt(10), lists: lists(8) });
    });

    it('states that the change raised it, and how much, with the whole registration', async ({ person }) => {
      const { result } = await person.call('readExperimentResult', { id });
      expect(result).toMatchObject({ verdict: 'raised', reason: null, foundAtLook: 1 });
      expect(result.estimate?.difference).toBeGreaterThan(40);
      expect(result.estimate?.p).toBeLessThanOrEqual(0.0125);
      expect(result.estimate?.arms.treated).toMatchObject({ clusters: 6, questions: 6, after: 100 });
      expect(await effectsLater(person)).not.toContain('waiting');
      await person.call('reopenWork', { id: doneId });
      // The first interim analysis ended it, so only its rounds are shown.
      expect(result.estimate?.rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it('is listed with its verdict', async ({ service, person }) => {
      const { words } = (await person.call('readExperimentResult', { id })).result;
      expect(await listedVerdict(service, person)).toEqual({ verdict: 'raised', words });
    });

    it('publishes everything needed to recompute its verdict', async ({ person }) => {
      const { experiment, judgement } = await person.call('readExperimentEvidence', { id });
      const { judgeExperiment } = await import('../../src/domain/experiments/judge.ts');
      expect(judgeExperiment(experiment)).toEqual(judgement);
      expect(judgement.verdict).toBe('raised');
    });

    long('is in the shared report, whose bundle recomputes its verdict offline', async ({ person, website }) => {
      const { report } = await person.call('createSharedReport', { websiteId: website.id } as never);
      const { base64 } = await person.call('readSharedFile', { id: report.id } as never);
      const html = Buffer.from(base64, 'base64').toString('utf8');
      expect(html).toContain('March rewrite</bdi>: The change raised it by');
      const verification = await verifySharedFile(html);
      // Requires that nothing is missing: otherwise the page was not compared, and forged ones would pass.
      expect(verification).toMatchObject({ differences: [], missing: [], counted: { experiments: 1 } });
      const forged = await verifySharedFile(html.replace('The change raised it by', 'The change lowered it by'));
      expect(forged.differences).toMatchObject([{ file: 'page' }]);
    });

    long('is void, with the reason, if the model changes during it', async ({ service, person, website }) => {
      const other = await saveRoundPanel(person, website.id, 12);
      for (const number of [1, 2, 3, 4]) {
        await saveRound(service, other, { number, dueAt: dueAt(number), lists: (question) => usual(question, number) });
      }
      const made = await person.call('createExperiment', content(other, { engine: 'openai' }) as never);
      await person.call('registerExperiment', { id: made.experiment.id });
      await person.call('recordChange', { id: made.experiment.id });
      await saveRound(service, other, { number: 5, dueAt: dueAt(11), lists: () => false });
      await saveRound(service, other, { number: 6, dueAt: dueAt(12), lists: () => false, model: 'model-b' });
      const { result } = await person.call('readExperimentResult', { id: made.experiment.id });
      expect(result).toMatchObject({
        verdict: 'void',
        reason: 'model_changed',
        detail: 'round 6: model-a became model-b',
        estimate: null,
      });
    });

    long(
      'accepts no change before the compared rounds, nor after the answers that it would select',
      async ({ service, person }) => {
        // The other database's turn starts at the same time.
        const began = clock.now();
        onTestFinished(() => clock.move(began - clock.now()));
        const panelOfOne = await saveRoundPanel(person, panel.websiteId, 14);
        const made = await person.call('createExperiment', content(panelOfOne, { lagDays: 0, firstRound: 2 }) as never);
        const { id: other } = made.experiment;
        const saveNext = (number: number, at: string) =>
          saveRound(service, panelOfOne, { number, dueAt: at, lists: (question) => usual(question, number) });
        for (const number of [1, 2, 3, 4]) await saveNext(number, dueAt(number));
        await person.call('registerExperiment', { id: other });
        const early = await person.refuse('recordChange', { id: other }, 'invalid_request');
        expect(early).toMatchObject({ message: expect.stringContaining('4 rounds'), details: { field: 'at' } });
        clock.move(day);
        await saveNext(5, new Date(clock.now()).toISOString());
        clock.move(day);
        const changedAt = new Date(clock.now()).toISOString();
        clock.move(day);
        await saveNext(6, new Date(clock.now()).toISOString());
        const late = await person.refuse('recordChange', { id: other, at: changedAt }, 'invalid_request');
        expect(late).toMatchObject({ message: expect.stringContaining('round 6'), details: { field: 'at' } });
        clock.move(day);
        await person.call('recordChange', { id: other });
      },
    );
  },
);
