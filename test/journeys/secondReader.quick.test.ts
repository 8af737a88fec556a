import { expect, it } from 'vitest';
import { textDigest } from '../../src/domain/answer/secondReading.ts';
import type { ReplyFault, ScriptEntry } from '../../src/simulator/faults.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { savedRun } from '../support/records.ts';
import { startServiceForTest, type TestService } from '../support/service.ts';
import { firstInQuick } from '../support/suites.ts';
import type { WireRun } from '../support/wire.ts';

const on = { SECOND_READER_MODEL: 'reader-model', SUBMIT_TIMEOUT_MS: '1500' };
const identity = 'second/1.reader-model';

onEachDatabase('a second reader', (engine) => {
  async function withService(
    env: Record<string, string>,
    work: (service: TestService, key: string) => Promise<void>,
  ): Promise<void> {
    const service = await startServiceForTest(engine, { env });
    await work(service, await service.makeKey());
  }

  const readings = (service: TestService) =>
    service.simulator.ledger.filter(({ operation }) => operation === 'second_reading');
  const codes = (run: WireRun) => run.result?.limitations.map((text) => text.split(':')[0]);

  async function askOnce(service: TestService, key: string, query?: string): Promise<WireRun> {
    const { id } = await service.makeCase(query === undefined ? {} : { query });
    const started = await service.ensure(key, id, `once-${id}`);
    return service.follow(key, started.body.run.id);
  }

  async function rowsOf(service: TestService) {
    return service.db.selectFrom('second_readings').selectAll().execute();
  }

  long('is off unless a model is named: nothing is bought, and the harness is unchanged', () =>
    withService({ SUBMIT_TIMEOUT_MS: '1000' }, async (service, key) => {
      const run = await askOnce(service, key);
      expect(run.status).toBe('completed');
      expect(run.provenance.harnessVersion).toBe('kw-openai-responses/1');
      expect(readings(service)).toEqual([]);
    }),
  );

  long('agrees: one create with the text as data, its usage in the run, its identity in the harness', () =>
    withService(on, async (service, key) => {
      const run = await askOnce(service, key);
      expect(run.status).toBe('completed');
      expect(run.provenance.harnessVersion).toBe(`kw-openai-responses/1+${identity}`);
      expect(codes(run)).not.toContain('single_reading');
      expect(codes(run)).not.toContain('readers_disagree');
      expect(run.result?.mentions.length).toBeGreaterThan(3);
      const [sent, ...more] = readings(service);
      expect(more).toEqual([]);
      const body = sent?.body as { input: string; tools?: unknown; store: boolean; text: unknown };
      expect(JSON.parse(body.input)).toEqual({ answer: run.result?.text });
      expect(body).toMatchObject({ store: false, text: { format: { type: 'json_schema', strict: true } } });
      expect(body.tools).toBeUndefined();
      const [row] = await rowsOf(service);
      expect(row).toMatchObject({ state: 'ended', run_id: run.id, text_digest: textDigest(run.result?.text ?? '') });
      const own = JSON.parse(row?.progress ?? '').usage;
      expect(run.usage?.totalTokens).toBe(own.totalTokens + 560);
    }),
  );

  long('separates answers read twice from answers read once', () =>
    withService({ SUBMIT_TIMEOUT_MS: '1000' }, async (service, key) => {
      const { id } = await service.makeCase();
      const first = await service.ensure(key, id, 'alone-0001');
      await service.follow(key, first.body.run.id);
      await service.restart(on);
      const again = await service.ensure(key, id, 'twice-0001');
      expect(again.body.disposition).toBe('started');
      await service.follow(key, again.body.run.id);
      await service.restart();
      expect((await service.ensure(key, id, 'alone-0002')).body).toMatchObject({
        disposition: 'fresh_saved',
        run: { id: first.body.run.id },
      });
      expect(readings(service)).toHaveLength(1);
    }),
  );

  it.each(['omits_first', 'adds_mentioned'] as const)(
    'disagrees (%s): the name is not a mention, with a note',
    (course) =>
      withService(on, async (service, key) => {
        service.simulator.script({ at: 'second_reading', course });
        const run = await askOnce(service, key);
        const alone = await askOnce(service, key);
        expect(alone.result?.limitations.join()).not.toMatch(/readers_disagree/);
        const named = /readers_disagree: .*not counted: "([^"]+)"\./.exec(run.result?.limitations.join('\n') ?? '');
        expect(run.result?.text).toContain(`1. `);
        expect(named?.[1]).toBeTruthy();
        expect(run.result?.mentions.map(({ name }) => name)).not.toContain(named?.[1]);
      }),
  );

  long('names nothing that the text does not contain', () =>
    withService(on, async (service, key) => {
      service.simulator.script({ at: 'second_reading', course: 'foreign_name' });
      const run = await askOnce(service, key);
      expect(JSON.stringify(run)).not.toContain('Nowhere Brand');
      expect(codes(run)).not.toContain('readers_disagree');
    }),
  );

  const faults: [what: string, script: Omit<ScriptEntry, 'at'>, says: RegExp][] = [
    ['refused', { reply: status(429, 'rate_limit_exceeded') }, /provider refused it \(rate_limit_exceeded\)/],
    ['never received', { reply: { kind: 'dropped' } }, /reply was lost/],
    ['lost', { reply: { kind: 'lost' } }, /reply was lost/],
    ['cut in the middle', { reply: { kind: 'half' } }, /reply was lost/],
    ['not JSON on the wire', { reply: { kind: 'garbled' } }, /reply was lost/],
    ['too late', { reply: { kind: 'stalled', afterMs: 10_000 } }, /reply was lost/],
    ['a 503', { reply: status(503, 'server_is_overloaded') }, /reply was lost/],
    ['a 500 after the task was created', { reply: { ...status(500, 'server_error'), done: true } }, /reply was lost/],
    ['text that is not JSON', { course: 'malformed' }, /not have the requested form/],
    ['truncated', { course: 'incomplete' }, /could not be used \(incomplete\)/],
    ['declined', { course: 'refusal' }, /could not be used \(refusal\)/],
    ['failed', { course: 'failed' }, /could not be used \(server_error\)/],
  ];
  it.each(firstInQuick(1, faults))(
    '%s: the reading stays single, says so, and is never bought again',
    (_what, script, says) =>
      withService(on, async (service, key) => {
        service.simulator.script({ at: 'second_reading', ...script });
        const run = await askOnce(service, key);
        expect(run.status).toBe('completed');
        expect(run.result?.mentions.length).toBeGreaterThan(3);
        expect(run.result?.limitations.find((text) => text.startsWith('single_reading'))).toMatch(says);
        await service.restart();
        await service.call('reconcileRun', { kind: 'keyword', id: run.id }, { key });
        expect(readings(service)).toHaveLength(1);
        expect(service.sent()).toBe(1);
      }),
  );

  long('is bought only as often a day as the owner allows; further answers state that it is missing', () =>
    withService({ ...on, SECOND_READINGS_PER_DAY: '2' }, async (service, key) => {
      const runs = [];
      for (let index = 0; index < 4; index += 1) runs.push(await askOnce(service, key));
      expect(readings(service)).toHaveLength(2);
      expect(runs.map((run) => codes(run)?.includes('single_reading'))).toEqual([false, false, true, true]);
      expect(runs[3]?.result?.limitations.join()).toMatch(/limit of 2 second readings a UTC day was reached/);
    }),
  );

  long('switched off before its turn, is not called', () =>
    withService({ ...on, POLL_INTERVAL_MS: '40' }, async (service, key) => {
      const run = await planned(service, key);
      await service.restart({ SECOND_READER_MODEL: '' });
      const ended = await service.follow(key, run.id);
      expect(ended.result?.limitations.join()).toMatch(/turned off or changed/);
      expect(readings(service)).toHaveLength(1);
    }),
  );

  long('stopped with its intent saved and nothing sent, sends its one create after the restart', () =>
    withService(on, async (service, key) => {
      const run = await planned(service, key);
      await service.restart();
      const ended = await service.follow(key, run.id);
      expect(codes(ended)).not.toContain('single_reading');
      expect(readings(service)).toHaveLength(2);
    }),
  );

  it('stopped after the intent to send, sends nothing more, whether or not it was sent', () =>
    withService(on, async (service, key) => {
      const run = await planned(service, key);
      await service.setRows(
        'second_readings',
        { state: 'sending', sent_at: '2026-01-01T00:00:00.000Z' },
        { run_id: run.id },
      );
      await service.restart();
      const ended = await service.follow(key, run.id);
      expect(ended.result?.limitations.join()).toMatch(
        /single_reading: .*whether it ran, and what it cost, is unknown/,
      );
      expect(ended.result?.mentions.length).toBeGreaterThan(3);
      expect(readings(service)).toHaveLength(1);
    }));

  long('is never bought by readers of the run', () =>
    withService(on, async (service, key) => {
      const run = await planned(service, key);
      const reconcile = () => service.reply('reconcileRun', { kind: 'keyword', id: run.id }, { key });
      const looks = await Promise.all(Array.from({ length: 10 }, reconcile));
      expect(new Set(looks.map(({ status: code }) => code))).toEqual(new Set([200]));
      expect(readings(service)).toHaveLength(1);
    }),
  );

  /**
   * Creates a run with a saved answer and a planned second reading, by resetting it after its first: the state left by
   * a process that stopped between the two. No worker claims it before a restart.
   */
  async function planned(service: TestService, key: string): Promise<WireRun> {
    const run = await askOnce(service, key);
    const far = '2999-01-01T00:00:00.000Z';
    await service.db.deleteFrom('run_results').where('run_id', '=', run.id).execute();
    await service.setRows(
      'second_readings',
      { state: 'planned', sent_at: null, ended_at: null, outcome: null, usage: null },
      { run_id: run.id },
    );
    await service.setRows('runs', { status: 'running', active: 1, due_at: far, observed_at: null }, { id: run.id });
    expect((await savedRun(service, run.id)).status).toBe('running');
    // Due at the next start, like orphans.
    const { running } = service;
    const close = running.close.bind(running);
    running.close = async () => {
      await running.service.worker.stop();
      await service.setRows('runs', { due_at: '2026-01-01T00:00:00.000Z' }, { id: run.id });
      await close();
    };
    return run;
  }

  function status(code: number, name: string): Extract<ReplyFault, { kind: 'status' }> {
    return { kind: 'status', status: code, code: name };
  }
});
