import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import type { Permission } from '../../src/domain/access/permissions.ts';
import { seoToolName } from '../../src/domain/seo/seoTool.ts';
import { createRunningClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { tool } from '../support/mcp.ts';
import { register, signInProgram, startOAuthService } from '../support/oauth.ts';
import { signIn } from '../support/people.ts';
import { addKey, addWorkspace, homeOf } from '../support/records.ts';
import type { TestService } from '../support/service.ts';

const plenty = { ACTIVE_RUNS_PER_OWNER: '1000', RUNS_PER_DAY_PER_OWNER: '1000', OPENAI_MODEL: 'gpt-5.5' };
const minute = 60_000;

/** Requesters that need an approval: a key with that setting, and a program that signed in. */
const kinds = ['key', 'program'] as const;

onEachDatabase('purchases of a requester', (engine) => {
  describe.each(kinds)('as a %s', (kind) => {
    const clock = createRunningClock();
    let service: TestService;
    let asking: string;
    let count = 0;

    beforeAll(async () => {
      const replace = { runtime: clock.runtime };
      service = await startOAuthService(engine, { env: { ...plenty, BUDGET_USD_PER_MONTH: '100' }, replace });
      asking = await makeAsking('agent');
    });
    afterAll(() => service.close());

    /** Returns the secret of a requester with this name, for v2. */
    async function makeAsking(name: string, at = '/api/v2'): Promise<string> {
      if (kind === 'program') {
        const clientId = await register(service, { client_name: name });
        const scopes: Permission[] = ['read', 'evaluate', 'seo'];
        const { access_token } = await signInProgram(service, { clientId, scopes, resource: service.url + at });
        // Tokens last longer here, because this test is about approvals that expire.
        await service.setRows('oauthAccessToken', { expiresAt: '2100-01-01T00:00:00.000Z' });
        return access_token;
      }
      const body = { name, permissions: ['evaluate' as const, 'seo' as const], asksToSpend: true };
      return (await service.call('createKey', body)).secret;
    }

    const ensure = (body: InputOf<'ensureObservation'>, idempotencyKey: string, key = asking) =>
      service.reply('ensureObservation', body, { key, idempotencyKey, under: 'v2' });
    const decide = (id: string, decision: 'approved' | 'declined' = 'approved') =>
      service.reply('decideApproval', { id, decision });

    /** Requests a purchase that waits for approval: a new question under a new idempotency key. */
    async function requestPurchase() {
      const { id: caseId } = await service.makeCase();
      const body = { kind: 'keyword' as const, caseId };
      const idempotencyKey = `asked-for-${++count}`;
      const refused = await ensure(body, idempotencyKey);
      expect(refused.status, refused.text).toBe(403);
      const approvalId = String(refused.body.error.details.approvalId);
      return { body, idempotencyKey, approvalId, refused };
    }

    it('create one request for equal concurrent calls, and at most fifty wait at any time', async () => {
      const crowd = await makeAsking('a crowd');
      const { id: caseId } = await service.makeCase();
      const body = { kind: 'keyword' as const, caseId };
      const equal = await Promise.all(Array.from({ length: 20 }, () => ensure(body, 'the-same-for-all', crowd)));
      expect(new Set(equal.map((one) => one.body.error.details.approvalId)).size).toBe(1);
      const others = await Promise.all(Array.from({ length: 90 }, (_, at) => ensure(body, `one-of-many-${at}`, crowd)));
      expect(others.filter(({ status }) => status === 403)).toHaveLength(49);
      expect(others.filter(({ status }) => status === 429)).toHaveLength(41);
    });

    long('are refused with the address, the price and the budget; approved once, the same call buys once', async () => {
      const { body, idempotencyKey, approvalId, refused } = await requestPurchase();
      const address = `${service.url}/approvals/${approvalId}`;
      expect(refused.body.error).toMatchObject({
        code: 'approval_required',
        retry: 'same_key',
        details: { approvalUrl: address, state: 'pending', typicalUsd: expect.any(Number), maxUsd: 0.66, leftUsd: 100 },
      });
      // v1 reports it to a key under its own code, with the same address; it refuses programs.
      const inV1 = await service.ensure(asking, body.caseId, idempotencyKey);
      const refusal = kind === 'key' ? [403, 'insufficient_permission'] : [401, 'unauthorized'];
      expect([inV1.status, inV1.body.error.code]).toEqual(refusal);
      if (kind === 'key') expect(inV1.body.error.details).toMatchObject({ approvalUrl: address });
      const stored = await service.db
        .selectFrom('idempotency_keys')
        .select('key')
        .where('key', '=', idempotencyKey)
        .execute();
      expect([stored, service.sent()]).toEqual([[], 0]);

      const shown = await service.call('readApproval', { id: approvalId });
      expect(shown.approval).toMatchObject({ state: 'pending', requester: { name: 'agent' }, idempotencyKey });
      expect(shown.approval.purchase).toMatchObject({ kind: 'answer', engine: 'openai', model: 'gpt-5.5' });
      expect(shown.quote).toMatchObject({ maxUsd: 0.66, budgets: expect.arrayContaining([]) });
      const waiting = (await service.call('listApprovals', {})).items.map(({ id }) => id);
      expect(waiting).toContain(approvalId);

      expect((await decide(approvalId)).body.approval.state).toBe('approved');
      const bought = await ensure(body, idempotencyKey);
      expect([bought.status, bought.body.disposition]).toEqual([202, 'started']);
      const again = await ensure(body, idempotencyKey);
      expect([again.headers.get('idempotency-replayed'), again.body.run.id]).toEqual(['true', bought.body.run.id]);
      expect(service.sent()).toBe(1);
      expect((await service.call('readApproval', { id: approvalId })).approval.state).toBe('used');

      // A saved answer costs nothing, so it needs no approval.
      await service.follow(await service.makeKey(), bought.body.run.id);
      const saved = await ensure(body, `${idempotencyKey}-later`);
      expect([saved.status, saved.body.disposition]).toEqual([200, 'fresh_saved']);
    });

    long('are recorded permanently with the approver and the user', async () => {
      const { items } = await service.call('readAuditLog', {});
      const actor = kind === 'key' ? 'key' : 'client';
      const told = items.map(({ actor: by, act }) => [by.kind, act]);
      expect(told).toEqual(
        expect.arrayContaining([
          ['member', 'approve'],
          [actor, 'useApproval'],
          [actor, 'ensureObservation'],
          ['member', kind === 'key' ? 'createKey' : 'connect'],
        ]),
      );
      const used = items.find(({ act }) => act === 'useApproval');
      expect(used).toMatchObject({ actor: { name: 'agent' }, note: 'approved by owner@example.com' });
      await expect(service.setRows('audit_entries', { note: 'x' })).rejects.toThrow(/append-only/);
      await expect(service.db.deleteFrom('audit_entries').execute()).rejects.toThrow(/append-only/);
    });

    it('of an SEO overview work the same way, and MCP explains the next step', async () => {
      const args = { domain: 'acme-crm.com', confirmSpend: true, idempotencyKey: 'approved-lookup' };
      const secret = kind === 'key' ? asking : await makeAsking('agent over MCP', '/api/mcp');
      const call = () => tool(service, secret, seoToolName, args);
      const before = service.simulator.ledger.length;
      const refused = await call();
      expect(refused.isError).toBe(true);
      const { details } = refused.structuredContent.error;
      expect(refused.content[0].text).toContain(`Next: show the user ${details?.approvalUrl}`);
      expect(service.simulator.ledger.length).toBe(before);
      await decide(String(details?.approvalId));
      expect((await call()).structuredContent.report).toMatchObject({ domain: 'acme-crm.com' });
    });

    type Asked = Awaited<ReturnType<typeof requestPurchase>>;
    type Changed = Partial<Asked> & { key?: string };
    const refusedDecision = (id: string, code: string, caller: Parameters<typeof service.refuse>[3] = {}) =>
      service.refuse('decideApproval', { id, decision: 'approved' }, code, caller);

    /** Each happens before the same purchase is requested again, or one with these changes, which must be refused. */
    const events: [string, (asked: Asked) => Promise<Changed | undefined>][] = [
      ['nobody has approved', async () => ({})],
      [
        'a member has declined',
        async ({ approvalId }) => {
          await decide(approvalId, 'declined');
        },
      ],
      [
        'the approval is eleven minutes old',
        async ({ approvalId }) => {
          await decide(approvalId);
          clock.move(11 * minute);
        },
      ],
      [
        'the approval was of another question',
        async ({ approvalId, body }) => {
          await decide(approvalId);
          return { body: { ...body, caseId: (await service.makeCase()).id } };
        },
      ],
      [
        'the approval was of an answer of any age, not of a new one',
        async ({ approvalId, body }) => {
          await decide(approvalId);
          return { body: { ...body, maxAgeSeconds: 0 } };
        },
      ],
      [
        'the approval was of a request with another idempotency key',
        async ({ approvalId, idempotencyKey }) => {
          await decide(approvalId);
          return { idempotencyKey: `${idempotencyKey}-other` };
        },
      ],
      [
        'the approval was of a request by another key of the workspace',
        async ({ approvalId }) => {
          await decide(approvalId);
          return { key: await makeAsking(`agent ${++count}`) };
        },
      ],
      [
        'a member approves after declining',
        async ({ approvalId }) => {
          await decide(approvalId, 'declined');
          await refusedDecision(approvalId, 'invalid_request');
        },
      ],
      [
        'the request is a day old when a member approves it',
        async ({ approvalId }) => {
          clock.move(24 * 60 * minute + 1);
          await refusedDecision(approvalId, 'invalid_request');
        },
      ],
      [
        'the agent approves its own request',
        async ({ approvalId }) => {
          await refusedDecision(approvalId, 'insufficient_permission', { key: asking });
        },
      ],
      [
        'a member of another workspace approves',
        async ({ approvalId }) => {
          const { workspaceId } = await addWorkspace(service, 'same owner');
          const cookie = await signIn(service);
          await service.call('switchWorkspace', { workspaceId }, { cookie });
          await refusedDecision(approvalId, 'not_found', { cookie });
        },
      ],
      [
        'another site makes the browser approve',
        async ({ approvalId }) => {
          const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
          await refusedDecision(approvalId, 'insufficient_permission', { headers });
        },
      ],
    ];

    it.each(events)('fail if %s', async (_why, event) => {
      const asked = await requestPurchase();
      const before = service.simulator.ledger.length;
      const changed = await event(asked);
      const { body, idempotencyKey, key } = { key: asking, ...asked, ...changed };
      const answered = await ensure(body, idempotencyKey, key);
      expect([answered.status, answered.body.error.code], answered.text).toEqual([403, 'approval_required']);
      expect(service.simulator.ledger.length).toBe(before);
    });

    it('fail if the approval was of another paid operation', async () => {
      const { approvalId, idempotencyKey } = await requestPurchase();
      await decide(approvalId);
      const overview = { domain: 'other-crm.com', confirmSpend: true as const };
      const by = { key: asking, idempotencyKey, under: 'v2' as const };
      const before = service.simulator.ledger.length;
      await service.refuse('requestSeoOverview', overview, 'approval_required', by);
      expect(service.simulator.ledger.length).toBe(before);
    });

    it('use one grant once, however many calls and approvals race', async () => {
      const before = service.sent();
      for (let round = 0; round < 4; round += 1) {
        const { approvalId, body, idempotencyKey } = await requestPurchase();
        const decisions = Array.from({ length: 4 }, () => decide(approvalId));
        const calls = Array.from({ length: 8 }, () => ensure(body, idempotencyKey));
        await Promise.all([...decisions, ...calls]);
        const last = await ensure(body, idempotencyKey);
        expect(last.status).toBe(202);
        // The grant is used up: an equal request with another key is refused.
        expect((await ensure({ ...body, maxAgeSeconds: 0 }, `${idempotencyKey}-2`)).status).not.toBe(200);
        expect(service.sent() - before).toBe(round + 1);
      }
    });

    long('accept one of two concurrent decisions: a declined one buys nothing, an approved one buys once', async () => {
      const before = service.sent();
      let approved = 0;
      for (let round = 0; round < 6; round += 1) {
        const { approvalId, body, idempotencyKey } = await requestPurchase();
        const words = ['approved', 'declined'] as const;
        const inTurn = round % 2 === 0 ? words : words.toReversed();
        const said = await Promise.all(inTurn.map((word) => decide(approvalId, word)));
        expect(said.map(({ status }) => status).sort()).toEqual([200, 400]);
        const { state } = (await service.call('readApproval', { id: approvalId })).approval;
        approved += state === 'approved' ? 1 : 0;
        expect((await ensure(body, idempotencyKey)).status).toBe(state === 'approved' ? 202 : 403);
        expect(service.sent() - before).toBe(approved);
      }
    });

    it('are still replayed, but nothing new, once the key no longer needs approval', async () => {
      const home = await homeOf(service);
      const free = await addKey(service, home, ['evaluate']);
      const { id } = await service.makeCase();
      expect((await ensure({ kind: 'keyword', caseId: id }, 'bought-alone', free.secret)).status).toBe(202);
      // A capture buys nothing, so it needs no approval.
      const site = await service.makeSite();
      expect((await ensure({ kind: 'website', websiteId: site.id }, 'capture-of-agent')).status).toBe(202);
    });
  });
});
