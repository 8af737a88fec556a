import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { tool } from '../support/mcp.ts';
import { useService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createWatcher, type TestWatcher } from '../support/watcher.ts';

onEachDatabase('several purchases of a key that needs approval', (engine) => {
  const service = useService(engine, {
    env: { OPENAI_MODEL: 'gpt-5.5', ACTIVE_RUNS_PER_OWNER: '2', BUDGET_USD_PER_MONTH: '100' },
  });
  let watcher: TestWatcher;
  let secret: string;
  let keyId: string;

  const makeAsking = () =>
    service.call('createKey', { name: 'agent', permissions: ['evaluate' as const], asksToSpend: true });
  const makeCases = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await service.makeCase()).id));
  const start = async (input: object, idempotencyKey: string, key = secret): Promise<any> =>
    service.reply('startAsk', { ...input }, { key, idempotencyKey });
  const decide = (id: string, decision: 'approved' | 'declined') => service.call('decideApproval', { id, decision });
  const read = ({ body }: any) =>
    service.call('readRound', { id: body.ask.planId, round: String(body.ask.round.number) });
  /** Runs the watcher until the round sends nothing more. */
  const untilOver = (reply: any) =>
    until(
      async () => {
        watcher.move(60_000);
        await watcher.pass();
        return read(reply);
      },
      ({ round }) => round.state !== 'open',
    );

  beforeAll(async () => {
    watcher = createWatcher(service);
    const made = await makeAsking();
    ({ secret } = made);
    keyId = made.key.id;
  });

  it('get one approval with the list and the total, and each is bought once and charged to the key', async () => {
    const caseIds = await makeCases(5);
    const body = { caseIds, maxAgeSeconds: 0 };
    const both = await Promise.all([start(body, 'five-at-once'), start(body, 'five-at-once')]);
    const [{ body: refused, status, text }] = both;
    expect(status, text).toBe(403);
    const { details } = refused.error;
    expect(new Set(both.map((one) => one.body.error.details.approvalId)).size).toBe(1);
    expect(details).toMatchObject({ answers: 5, state: 'pending', maxUsd: 3.3, leftUsd: 100 });
    expect((await service.call('listApprovals', {})).items).toHaveLength(1);

    const { approval, quote } = await service.call('readApproval', { id: details.approvalId });
    expect(approval.purchase).toMatchObject({ kind: 'answers', repeats: 1, question: null });
    expect(approval.purchase.answers).toHaveLength(5);
    expect(approval.purchase.answers[0]).toMatchObject({ engine: 'openai', model: 'gpt-5.5' });
    expect(quote?.maxUsd).toBe(3.3);

    await decide(details.approvalId, 'approved');
    // The approval covers this list, under this key, and no other.
    expect((await start({ ...body, caseIds: caseIds.slice(1) }, 'five-at-once')).status).toBe(403);
    expect((await start(body, 'five-at-once-again')).status).toBe(403);
    const other = await makeAsking();
    expect((await start(body, 'five-at-once', other.secret)).status).toBe(403);

    const crowd = await Promise.all(Array.from({ length: 4 }, () => start(body, 'five-at-once')));
    expect(crowd.map((one) => one.status)).toEqual([201, 201, 201, 201]);
    expect(new Set(crowd.map((one) => one.body.ask.round.number)).size).toBe(1);
    const { round, items } = await untilOver(crowd[0]);
    expect(round.counts).toMatchObject({ requests: 5, answered: 5, reused: 0 });
    expect([service.creates(), service.sent(), new Set(items.map(({ runId }) => runId)).size]).toEqual([5, 5, 5]);
    const { rows } = await service.call('readSpending', { by: 'key' });
    expect(rows).toEqual([expect.objectContaining({ id: keyId, totalUsd: round.money.totalUsd })]);

    // Repeated after its end, it is the same round, and buys nothing.
    expect((await start(body, 'five-at-once')).body.ask.round.state).toBe('ended');
    expect(service.sent()).toBe(5);
  });

  it('never cost more than the limit that the request names', async () => {
    const body = { caseIds: await makeCases(3), maxAgeSeconds: 0, maxUsd: 0.7 };
    const refused = await start(body, 'three-for-the-price-of-one');
    const { approvalId, maxUsd } = refused.body.error.details;
    expect(maxUsd).toBe(0.7);
    await decide(approvalId, 'approved');
    const { round } = await untilOver(await start(body, 'three-for-the-price-of-one'));
    expect(round.money.totalUsd).toBeLessThanOrEqual(0.7);
  });

  it('are not bought if a member declines, over MCP too', async () => {
    const before = service.sent();
    const args = { caseIds: await makeCases(2), idempotencyKey: 'declined-as-a-whole' };
    const refused = await tool(service, secret, 'ask_questions', args);
    expect(refused.content[0].text).toMatch(/Price: about \$[\d.]+, at most \$1\.32.* Next: show the user http/);
    await decide(String(refused.structuredContent.error.details?.approvalId), 'declined');
    const again = await tool(service, secret, 'ask_questions', args);
    expect(again.structuredContent.error).toMatchObject({ code: 'approval_required', details: { state: 'declined' } });
    expect(service.sent()).toBe(before);
  });

  it('are not sent after the key was revoked', async () => {
    const made = await makeAsking();
    const body = { caseIds: await makeCases(4), maxAgeSeconds: 0 };
    const refused = await start(body, 'revoked-in-between', made.secret);
    await decide(refused.body.error.details.approvalId, 'approved');
    const reply = await start(body, 'revoked-in-between', made.secret);
    await service.call('revokeKey', { id: made.key.id });
    const before = service.sent();
    const { round } = await untilOver(reply);
    expect(round).toMatchObject({ state: 'ended', reason: 'round_stopped', counts: { not_asked: 4 } });
    expect(service.sent()).toBe(before);
  });

  it('need the permission seo if they permit a lookup', async () => {
    const reply = await start({ caseIds: await makeCases(1), useSeoTools: true }, 'lookup-without-permission');
    expect(reply.body.error).toMatchObject({ code: 'insufficient_permission', details: { field: 'useSeoTools' } });
  });
});
