import { beforeAll, expect, it } from 'vitest';
import { activatePlan } from '../support/activatePlan.ts';
import { runCli } from '../support/cli.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { useProgram, useService } from '../support/service.ts';
import { createWatcher } from '../support/watcher.ts';

const minute = 60_000;

onEachDatabase('a plan that changes', (engine) => {
  const clock = createClock('2026-03-02T05:00:00.000Z');
  const service = useService(engine, { replace: { runtime: clock.runtime } });
  const program = useProgram(service, ['evaluate', 'manage']);
  let questions: string[];
  let planId: string;

  const activate = () => activatePlan(service, planId, { budgetUsdPerMonth: 20 });

  beforeAll(async () => {
    const saved = await program.call('createQuestions', { queries: ['Which CRM suits us?', 'Which CRM is cheapest?'] });
    questions = saved.items.map(({ id }) => id);
    const made = await program.call('createPlan', {
      name: 'Daily',
      questions: { questionIds: questions },
      engines: ['openai'],
      repeats: 2,
      cadence: { kind: 'daily', at: '06:00' },
    });
    planId = made.plan.id;
  });

  it('keeps a due time that was not yet checked when it was activated again', async () => {
    await activate();
    clock.move(61 * minute);
    await activate();
    await createWatcher(service).pass();
    const { items } = await program.call('listRounds', { id: planId });
    expect(items).toEqual([
      expect.objectContaining({ kind: 'scheduled', state: 'open', dueAt: '2026-03-02T06:00:00.000Z' }),
    ]);
  });

  it('is read, renamed and changed after one of its questions was archived, and asks the others', async () => {
    const [, archived = ''] = questions;
    await program.call('archiveQuestion', { id: archived });
    const { quote } = await program.call('readPlan', { id: planId });
    expect([quote.questions, quote.requests]).toEqual([1, 2]);
    const renamed = await program.call('changePlan', { id: planId, name: 'Each day' });
    expect(renamed.plan).toMatchObject({ name: 'Each day', revision: 1 });
    const changed = await program.call('changePlan', { id: planId, repeats: 1 });
    expect(changed.plan).toMatchObject({ revision: 2, repeats: 1 });
    const { round } = await program.call('startRound', { id: planId }, { idempotencyKey: 'with-one-question' });
    expect(round.counts.requests).toBe(1);
    await program.refuse('changePlan', { id: planId, questions: { questionIds: questions } }, 'not_found');
  });

  it('is refused if the questions of a website or a tag are more than a round may ask', async () => {
    const site = await service.makeSite();
    const queries = Array.from({ length: 101 }, (_, index) => `Which CRM suits trade ${index}?`);
    for (const part of [queries.slice(0, 100), queries.slice(100)]) {
      const saved = await program.call('createQuestions', { queries: part, websiteId: site.id });
      expect(saved.items).toHaveLength(part.length);
    }
    const refused = await program.refuse(
      'createPlan',
      {
        name: 'Too much',
        questions: { websiteId: site.id },
        engines: ['openai'],
        repeats: 10,
        cadence: { kind: 'manual' },
      },
      'invalid_request',
    );
    expect(refused).toMatchObject({ code: 'invalid_request', details: { field: 'repeats' } });
    expect(refused.message).toContain('1010 times');
  });

  it('reports a watcher’s wrong secret', async () => {
    const env = { SIGHTLINE_URL: service.url, WATCH_SECRET: 'a-secret-that-this-server-does-not-have' };
    const { code, stderr } = await runCli(['watch', '--once'], env);
    expect([code, stderr]).toEqual([3, expect.stringContaining('rejected this WATCH_SECRET')]);
  });

  it('lists the periods that a rule compares after a change', async () => {
    const refused = await program.refuse(
      'createAlertRule',
      {
        ...{ name: 'Odd', kind: 'visibility_change', websiteId: 'site_x', periodDays: 3 },
        ...{ direction: 'both', destinationIds: [], enabled: true },
      },
      'invalid_request',
    );
    expect(refused.field).toBe('periodDays');
    for (const days of [1, 7, 14, 28]) expect(refused.message).toContain(String(days));
  });
});
