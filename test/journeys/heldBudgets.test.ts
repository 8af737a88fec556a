import { expect, it } from 'vitest';
import { createClient } from '../../src/client/createClient.ts';
import { runCli } from '../support/cli.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { startServiceForTest, type TestService } from '../support/service.ts';

/**
 * A worst case of 0.66 US dollars, while an answer costs a few cents: one hold fits at a time, but several answers do.
 */
const env = { OPENAI_MODEL: 'gpt-5.5', BUDGET_USD_PER_MONTH: '0.9', ACTIVE_RUNS_PER_OWNER: '10' };

onEachDatabase('a budget held by work in progress', (database) => {
  async function withCases(work: (service: TestService, key: string, cases: string[]) => Promise<void>) {
    const service = await startServiceForTest(database, { env });
    const key = await service.makeKey();
    const cases: string[] = [];
    for (let at = 0; at < 3; at += 1) cases.push((await service.makeCase()).id);
    await work(service, key, cases);
  }

  const denials = async (service: TestService) => {
    const rows = await service.db.selectFrom('idempotency_keys').select('outcome').execute();
    return rows.filter(({ outcome }) => outcome.includes('"denied"')).length;
  };

  long('is distinguished from spending, with the time at which a new request makes sense', async () => {
    const clock = createClock();
    const service = await startServiceForTest(database, {
      env,
      replace: { runtime: clock.runtime },
      simulator: { now: clock.now, pace: { by: 'looks', queued: 1, working: 1 } },
    });
    const key = await service.makeKey();
    const [first, second] = [(await service.makeCase()).id, (await service.makeCase()).id];
    const { run } = (await service.ensure(key, first, 'holds-the-budget')).body;
    clock.move(4_000);
    const refused = await service.ensure(key, second, 'refused-by-a-hold');
    const { usualMs } = service.api.engines.declared;
    const wait = usualMs / 1_000 - 4;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(wait)]);
    const { details, message, retry } = refused.body.error;
    expect([retry, details]).toEqual([
      'never',
      {
        ...{ field: 'Idempotency-Key', newKeyNeeded: true, limit: 'budget', budget: 'deployment', waitsFor: 'holds' },
        ...{ leftUsd: 0.24, spentUsd: 0, heldUsd: 0.66, neededUsd: 0.66 },
        freeAt: new Date(clock.now() + wait * 1_000).toISOString(),
      },
    ]);
    expect(message).toMatch(/\$0\.000000 is spent and \$0\.660000 held .* new Idempotency-Key after 2026-03-02T08:/);
    await service.finish(key, run.id);
    const repeated = await service.ensure(key, second, 'refused-by-a-hold');
    expect([repeated.status, repeated.body.error]).toEqual([429, refused.body.error]);
    expect((await service.ensure(key, second, 'asked-with-a-new-key')).status).toBe(202);
    expect(service.sent()).toBe(2);
  });

  it('is never exceeded by ensures that arrive together', () =>
    withCases(async (service, key, cases) => {
      service.simulator.script({ at: 'create', course: 'slow', times: 3 });
      const answers = await Promise.all(cases.map((id, at) => service.ensure(key, id, `at-once-${at}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429]);
      expect([service.sent(), await denials(service)]).toEqual([1, 2]);
    }));

  it('is waited for by a client whose own runs hold it: nothing is refused, and every answer is bought once', () =>
    withCases(async (service, key, cases) => {
      const client = createClient({ url: service.url, apiKey: key });
      const ended = await Promise.all(
        cases.map((caseId) => client.ensureAndFollow({ kind: 'keyword', caseId }, { intervalMs: 50 })),
      );
      expect(ended.map(({ run }) => run?.status)).toEqual(['completed', 'completed', 'completed']);
      expect([await denials(service), service.sent()]).toEqual([0, 3]);
    }));

  long('is waited for by the command line', () =>
    withCases(async (service, key, cases) => {
      const connection = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key };
      const { code, stdout, stderr } = await runCli(['ensure', ...cases, '--json'], connection);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expect(JSON.parse(stdout).items.map(({ status }: { status: string }) => status)).toEqual([
        'completed',
        'completed',
        'completed',
      ]);
      expect([await denials(service), service.sent()]).toEqual([0, 3]);
    }),
  );

  long('and refuses a request is retried by the command line under another round after it is raised', () =>
    withCases(async (service, key, [caseId = '']) => {
      const setBudget = async (limitUsd: number) => {
        const body = { kind: 'workspace' as const, limitUsd };
        await service.call('changeBudget', body);
      };
      const ensure = async (...options: string[]) => {
        const connection = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key };
        const { code, stderr } = await runCli(['ensure', caseId, ...options], connection);
        return [code, stderr] as const;
      };
      await setBudget(0.1);
      const refused = [6, expect.stringContaining('to ask again, name another one with --round')];
      expect(await ensure()).toEqual(refused);
      await setBudget(0.8);
      expect(await ensure()).toEqual(refused);
      expect(await ensure('--round', 'raised')).toEqual([0, expect.not.stringContaining('--round')]);
      expect(service.sent()).toBe(1);
    }),
  );
});
