import { afterAll, expect } from 'vitest';
import type { Calls } from '../support/calls.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { type RoundPanel, saveRound, saveRoundPanel } from '../support/savedRounds.ts';
import { soundPage, soundSite, startWebsite, type Website } from '../support/website.ts';

const week = 7 * 86_400_000;
const questions = 12;
const dueAt = (round: number) => new Date(Date.now() + (round - 5) * week).toISOString();

journeyOnEachDatabase(
  'the pages of an experiment',
  {
    permissions: ['read', 'manage', 'evaluate'],
    env: { ALLOW_PRIVATE_TARGETS: '1' },
    replace: { captureLimits: { minIntervalMs: 0, renderedPages: 0 } },
  },
  (_, it) => {
    const rewritten = new Set<number>();
    let site: Website;
    let panel: RoundPanel;
    let id: string;
    let earlier: string;
    afterAll(() => site?.close());

    const pageOf = (at: number) => `${site.url}answer-${at}`;
    const content = (captureBefore: string | null, pagesOf: (at: number) => string[] = (at) => [pageOf(at)]) => ({
      ...{ websiteId: panel.websiteId, planId: panel.planId, engine: 'openai', name: 'Pages', captureBefore },
      ...{ hypothesis: 'Prices help', firstRound: 1, lagDays: 0 },
      clusters: panel.cases.map(({ questionId }, at) => ({
        id: `c${at}`,
        questionIds: [questionId],
        pages: pagesOf(at),
      })),
    });
    const capture = async (program: Calls, name: string) => {
      const input = { kind: 'website', websiteId: panel.websiteId, maxAgeSeconds: 0 } as const;
      const { id: runId, status } = await program.evaluate(input as never, `capture-of-${name}`);
      expect(status).toBe('completed');
      return runId;
    };

    it('belong to the website, and each to one cluster', async ({ service, person, program }) => {
      // No page links to these, so they are never sampled.
      const answers = Object.fromEntries(
        Array.from({ length: questions }, (_, at) => [
          `/answer-${at}`,
          () => soundPage('/', `/answer-${at}`, rewritten.has(at) ? `Price ${at}` : `Answer ${at}`),
        ]),
      );
      site = await startWebsite({ pages: { ...soundSite('/', 0), ...answers } });
      const { id: websiteId } = await service.makeSite({ url: site.url, name: 'Kettle House' });
      panel = await saveRoundPanel(person, websiteId, questions);
      for (const number of [1, 2, 3, 4]) {
        await saveRound(service, panel, { number, dueAt: dueAt(number), lists: (at) => (at + number) % 2 === 0 });
      }
      earlier = await capture(program, 'nothing-planned');
      for (const page of ['http://127.0.0.1:1/answer-0', 'https://other.example/', '/answer-0', 'answer']) {
        const refusal = await person.refuse(
          'createExperiment',
          content(null, () => [page]),
          'invalid_request',
        );
        expect(refusal.details, page).toEqual({ field: 'clusters' });
        expect(refusal.message).toContain('page 1 of cluster c0');
      }
      ({ id } = (await person.call('createExperiment', content(null) as never)).experiment);
    });

    it('are read by each capture until their change is recorded, and by the one before registration', async ({
      person,
      program,
    }) => {
      const unread = await person.refuse('registerExperiment', { id }, 'invalid_request');
      expect(unread.details).toEqual({ field: 'captureBefore' });
      const foreign = await person.refuse('changeExperiment', { id, ...content('run_none') }, 'invalid_request');
      expect(foreign.details).toEqual({ field: 'captureBefore' });
      await person.call('changeExperiment', { id, ...content(earlier) } as never);
      const missing = await person.refuse('registerExperiment', { id }, 'invalid_request');
      expect(missing).toMatchObject({
        details: { field: 'captureBefore' },
        message: expect.stringContaining('answer-0'),
      });
      const before = await capture(program, 'the-draft');
      await person.call('changeExperiment', { id, ...content(before) } as never);
      await person.call('registerExperiment', { id });
      earlier = before;
    });

    it('prove by a later capture that treated ones changed and the others did not', async ({ person, program }) => {
      const { experiment } = await person.call('readExperiment', { id });
      const labels = experiment.registration?.labels ?? [];
      const early = await person.refuse('recordChange', { id, captureAfter: earlier }, 'invalid_request');
      expect(early).toMatchObject({
        details: { field: 'captureAfter' },
        message: expect.stringContaining('is not later'),
      });
      for (const [at, label] of labels.entries()) if (label === 1) rewritten.add(at);
      const after = await capture(program, 'after-the-change');
      const { experiment: changed } = await person.call('recordChange', { id, captureAfter: after });
      expect(changed.changes[0]?.proof).toEqual({
        changed: [...rewritten].map(pageOf),
        ...{ unchanged: [], missing: [], touched: [] },
      });
      const requests = site.requests.length;
      await capture(program, 'change-recorded');
      expect(site.requests.slice(requests)).not.toContain('GET /answer-0');
    });
  },
);
