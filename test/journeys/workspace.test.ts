import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../src/contract/routes.ts';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { memberIdOf, signIn } from '../support/people.ts';
import { addWorkspace } from '../support/records.ts';
import { cookieOf, owner, useService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { useStarted } from '../support/useStarted.ts';
import { startWebsite } from '../support/website.ts';

const dayMs = 86_400_000;

onEachDatabase('actions of a signed-in person beyond v1', (engine) => {
  const clock = createClock();
  const website = useStarted(() =>
    startWebsite({
      pages: {
        '/': {
          body: '<title>Quillmark | Letters</title><h1>Handwritten letters</h1><h2>How long does a letter take?</h2>',
        },
      },
    }),
  );
  const service = useService(engine, {
    env: { ALLOW_PRIVATE_TARGETS: '1', REQUESTS_PER_MINUTE: '500' },
    replace: { runtime: clock.runtime, captureLimits: { minIntervalMs: 0, renderedPages: 0, samplePages: 1 } },
  });

  const invite = async (email: string) => (await service.call('inviteMember', { email })).link.split('#')[1] ?? '';
  const joiner = { email: 'joiner@example.com', password: 'a password of the joiner' };
  const accept = (token: string, password: string) =>
    service.ask('/api/invitations/accept', { body: { token, password } });

  describe('members', () => {
    it('join with the link of an invitation and their own password, once', async () => {
      const token = await invite(joiner.email);
      const look = await service.ask('/api/invitations/look', { body: { token } });
      expect(look.body).toEqual({
        email: 'joiner@example.com',
        role: 'member',
        workspaceName: 'My workspace',
        hasAccount: false,
      });
      const joined = await accept(token, joiner.password);
      expect(joined.status, joined.text).toBe(201);
      const session = await service.call('session', {}, { cookie: cookieOf(joined) });
      expect(session).toMatchObject({ account: { email: 'joiner@example.com' }, role: 'member' });
      expect((await accept(token, joiner.password)).status).toBe(404);
    });

    it('are listed to everyone, invitations to owners only, and their secrets to nobody', async () => {
      const token = await invite('listed@example.com');
      const seen = await service.reply('listMembers', {});
      expect(seen.body.invitations.map((open) => open.email)).toContain('listed@example.com');
      expect(seen.text).not.toContain(token);
      const asMember = await service.call('listMembers', {}, { cookie: await signIn(service, joiner) });
      expect(asMember.members.length).toBe(2);
      expect(asMember.invitations).toEqual([]);
    });

    it('cannot invite or remove; only owners can', async () => {
      const cookie = await signIn(service, joiner);
      const { members } = await service.call('listMembers', {});
      await service.refuse('inviteMember', { email: 'x@example.com' }, 'insufficient_permission', { cookie });
      await service.refuse('removeMember', { id: members[0]?.id ?? '' }, 'insufficient_permission', { cookie });
    });

    it('immediately lose the workspace and their keys when removed', async () => {
      const cookie = await signIn(service, joiner);
      const key = await service.call('createKey', { name: 'of the joiner', permissions: ['read'] }, { cookie });
      await service.call('listSites', {}, { key: key.secret });
      await service.call('removeMember', { id: await memberIdOf(service, joiner.email) });
      await service.refuse('session', {}, 'unauthorized', { cookie });
      await service.refuse('listSites', {}, 'unauthorized', { key: key.secret });
    });

    it('with an account join again only with its password', async () => {
      const token = await invite(joiner.email);
      expect((await accept(token, 'not their password')).status).toBe(401);
      expect((await accept(token, joiner.password)).status).toBe(201);
    });

    it('who are owners cannot be removed, and members cannot be invited twice', async () => {
      await service.refuse('removeMember', { id: await memberIdOf(service, owner.email) }, 'invalid_request');
      await service.refuse('inviteMember', { email: owner.email }, 'invalid_request');
    });

    it('of several workspaces work in one at a time, start in the one they joined, and enter no other', async () => {
      const api = service.api;
      const mine = (await service.call('session', {})).workspace;
      const token = await invite('several@example.com');
      const cookie = cookieOf(await accept(token, 'a password of several'));
      const { account } = await service.call('session', {}, { cookie });
      const elsewhere = await addWorkspace(service, 'other owner');
      const foreign = await addWorkspace(service, 'other owner');
      clock.move(1_000);
      const joined = await api.accounts.invite({
        workspaceId: elsewhere.workspaceId,
        inviterId: elsewhere.accountId,
        email: account.email,
        role: 'member',
      });
      const second = cookieOf(await accept(joined.secret, 'a password of several'));
      const session = await service.call('session', {}, { cookie: second });
      expect(session.workspace.id).toBe(elsewhere.workspaceId);
      expect(session.workspaces.map(({ id }) => id)).toEqual([mine.id, elsewhere.workspaceId]);
      const site = await service.makeSite();
      const sitesOf = async (of: string) =>
        (await service.call('listSites', {}, { cookie: of })).sites.map((s) => s.id);
      expect(await sitesOf(second)).toEqual([]);
      expect((await service.call('session', {}, { cookie })).workspace.id).toBe(mine.id);
      for (const workspaceId of [foreign.workspaceId, 'ws_unknown']) {
        const refused = await service.refuse('switchWorkspace', { workspaceId }, 'not_found', { cookie: second });
        expect(refused.message).toBe('workspaceId: no such workspace among those of this account');
      }
      const entered = await service.call('switchWorkspace', { workspaceId: mine.id }, { cookie: second });
      expect(entered.workspace).toMatchObject({ id: mine.id, role: 'member' });
      expect(await sitesOf(second)).toEqual([site.id]);
      await service.call('archiveSite', { id: site.id });
    });

    it('an invitation that was withdrawn, or is a week old, is closed', async () => {
      const withdrawn = await invite('withdrawn@example.com');
      const { invitations } = await service.call('listMembers', {});
      const open = invitations.find((one) => one.email === 'withdrawn@example.com');
      await service.call('cancelInvitation', { id: open?.id ?? '' });
      expect((await accept(withdrawn, 'whatever it may be')).status).toBe(404);
      const old = await invite('late@example.com');
      clock.move(7 * dayMs + 1);
      expect((await accept(old, 'whatever it may be')).status).toBe(404);
    });
  });

  it('a key that may buy needs the password again once the session is an hour old, a reading key does not', async () => {
    const wish = { name: 'late', permissions: ['seo' as const] };
    // The account library has its own clock, so the session starts now, while our clock moves.
    clock.move(Math.max(0, Date.now() - clock.now()) + 2 * 3_600_000);
    expect((await service.refuse('createKey', wish, 'insufficient_permission')).field).toBe('password');
    await service.refuse('createKey', { ...wish, password: 'not the password' }, 'insufficient_permission');
    await service.call('createKey', { ...wish, password: owner.password });
    await service.call('createKey', { ...wish, permissions: ['evaluate'] });
  });

  it('a home page suggests names and questions without saving anything', async () => {
    const made = await service.call('suggestFromSite', { url: website.url });
    expect(made.problem).toBeNull();
    expect(made.questions).toContain('How long does a letter take?');
    expect((await service.call('listSites', {})).sites).toEqual([]);
  });

  it('a home page that cannot be read gives a reason and is not an error', async () => {
    const made = await service.call('suggestFromSite', { url: `${website.url}gone` });
    expect(made).toMatchObject({ name: null, questions: [] });
    expect(made.problem).toContain('404');
  });

  long('runs are listed newest first, page by page, and each answer states whether it lists the owner', async () => {
    const site = await service.makeSite({ url: 'https://www.acme-crm.example/', name: 'Acme CRM' });
    const key = await service.makeKey(['evaluate']);
    const made = await service.makeCase({ query: 'Which CRM suits a small agency?', websiteId: site.id });
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const ensured = await service.ensure(key, made.id, `history-${round}`, { maxAgeSeconds: 0 });
      ids.unshift((await service.finish(key, ensured.body.run.id)).id);
      clock.move(1_000);
    }
    const first = await service.call('listRuns', { limit: 2 });
    const rest = await service.call('listRuns', { limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map((run) => run.id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    const answers = (await service.call('readQuestion', { id: made.id })).items;
    expect(answers.map((answer) => answer.run.id)).toEqual(ids);
    for (const answer of answers) {
      expect(['listed', 'not_listed', 'unknown']).toContain(answer.targetStatus);
      expect(answer.position === null).toBe(answer.targetStatus !== 'listed');
    }
    const rows = (await service.call('enginePrompts', { websiteId: site.id })).questions.rows;
    expect(rows[0]).toMatchObject({
      runId: ids[0],
      targetStatus: answers[0]?.targetStatus,
      position: answers[0]?.position,
    });
    const exported = (await service.call('exportRuns', {})).items;
    expect(exported.map((one) => one.observation.run.id)).toEqual(ids);
    expect(exported[0]?.observation.run.result.text.length).toBeGreaterThan(0);
  });

  long(
    'every list of v2 returns each of its items once, however small its pages, to a key as to a session',
    async () => {
      const site = await service.makeSite({ url: 'https://www.acme-crm.example/', name: 'Acme CRM' });
      const key = await service.makeKey(['evaluate', 'manage']);
      const made = await service.makeCase({ query: 'Which CRM suits a small agency?', websiteId: site.id });
      for (let round = 0; round < 3; round += 1) {
        const ensured = await service.ensure(key, made.id, `paged-run-${round}`, { maxAgeSeconds: 0 });
        await service.finish(key, ensured.body.run.id);
        const company = { name: `Rival ${round}`, domain: `rival-${round}.example` };
        await service.call('nameOtherCompany', { id: site.id, ...company });
        await service.makeKey([]);
      }
      const lists: [OperationId, Record<string, string>][] = [
        ['listRuns', {}],
        ['listRuns', { caseId: made.id }],
        ['readQuestion', { id: made.id }],
        ['exportRuns', {}],
        ['listOtherCompanies', { id: site.id }],
        ['listWebsiteChecks', {}],
        ['listKeys', {}],
      ];
      const cursors: string[] = [];
      for (const [at, [id, filters]] of lists.entries()) {
        const whole = await service.call(id as 'listRuns', { ...filters, limit: 200 });
        expect([id, whole.nextCursor, whole.items.length > 2]).toEqual([id, null, true]);
        const seen: object[] = [];
        const caller = id === 'listKeys' ? {} : { key };
        for (let page = {}; ; ) {
          const limit = id === 'listWebsiteChecks' ? 20 : 1;
          const { items, nextCursor } = await service.call(id as 'listRuns', { ...filters, limit, ...page }, caller);
          seen.push(...items);
          if (nextCursor === null) break;
          if (cursors.length <= at) cursors.push(nextCursor);
          page = { cursor: nextCursor };
        }
        // Using a key changes its time of last use.
        const plain = (items: object[]) => items.map((item) => ({ ...item, lastUsedAt: null }));
        expect(plain(seen), id).toEqual(plain(whole.items));
        for (const limit of [0, 201]) {
          expect((await service.refuse(id, { ...filters, limit }, 'invalid_request')).field).toBe('limit');
        }
      }
      // A cursor works only unchanged, and only for its own list with its own filters.
      const [own = '', ...others] = cursors;
      const last = own.at(-1) === 'A' ? 'B' : 'A';
      const strange = [...others, own.slice(0, -1), `${own.slice(0, -1)}${last}`, `${own}=`, 'x', `${own} `];
      for (const filters of [...strange.map((cursor) => ({ cursor })), { kind: 'keyword', cursor: own }]) {
        expect((await service.refuse('listRuns', filters, 'invalid_request')).field, filters.cursor).toBe('cursor');
      }
    },
  );

  long('a capture is judged again without visiting the website, and two captures are compared', async () => {
    const site = await service.makeSite({ url: website.url, name: 'Quillmark' });
    const ensured = await service.call(
      'ensureObservation',
      { kind: 'website', websiteId: site.id },
      { idempotencyKey: 'capture-one' },
    );
    const runId: string = ensured.run.id;
    await until(
      async () => (await service.call('readFullRun', { kind: 'website', id: runId })).run.status,
      (status) => status === 'completed',
    );
    const before = website.requests.length;
    const replayed = await service.call('replayWebsite', { id: runId });
    expect(replayed.run).toMatchObject({
      replayOf: runId,
      observedAt: (await service.call('readFullRun', { kind: 'website', id: runId })).run.observedAt,
    });
    expect(website.requests.length).toBe(before);
    const compared = await service.call('compareWebsiteRuns', { before: runId, after: replayed.run.id });
    expect(compared.diff).toMatchObject({ changed: [], sameAnalyzer: true, sameEvidenceTime: true });
  });

  it('a session may make ten times the requests of a key in a minute', async () => {
    expect((await service.reply('session', {})).headers.get('ratelimit-policy')).toBe('"key";q=5000;w=60');
  });
});
