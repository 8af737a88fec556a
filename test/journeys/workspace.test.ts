import { describe, expect, it } from 'vitest';
import { createClock } from '../support/clock.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { addWorkspace } from '../support/records.ts';
import { cookieOf, type HttpReply, type HttpRequest, owner, useService } from '../support/service.ts';
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

  type Called = Omit<HttpReply, 'body'> & { body: any };
  const call = (path: string, asked: HttpRequest = {}): Promise<Called> =>
    service.ask(`/api/v2${path}`, { cookie: service.cookie, ...asked });

  async function invite(email: string): Promise<string> {
    const made = await call('/invitations', { body: { email } });
    expect(made.status, made.text).toBe(201);
    return made.body.link.split('#')[1];
  }

  const accept = (token: string, password: string) =>
    service.ask('/api/invitations/accept', { body: { token, password } });

  describe('members', () => {
    it('join with the link of an invitation and their own password, once', async () => {
      const token = await invite('joiner@example.com');
      const look = await service.ask('/api/invitations/look', { body: { token } });
      expect(look.body).toEqual({
        email: 'joiner@example.com',
        role: 'member',
        workspaceName: 'My workspace',
        hasAccount: false,
      });
      const joined = await accept(token, 'a password of the joiner');
      expect(joined.status, joined.text).toBe(201);
      const session = await service.call('session', {}, { cookie: cookieOf(joined) });
      expect(session).toMatchObject({ account: { email: 'joiner@example.com' }, role: 'member' });
      expect((await accept(token, 'a password of the joiner')).status).toBe(404);
    });

    it('are listed to everyone, invitations to owners only, and their secrets to nobody', async () => {
      const token = await invite('listed@example.com');
      const seen = await call('/members');
      expect(seen.body.invitations.map((open: { email: string }) => open.email)).toContain('listed@example.com');
      expect(seen.text).not.toContain(token);
      const member = await signIn('joiner@example.com', 'a password of the joiner');
      const asMember = await service.call('listMembers', {}, { cookie: member });
      expect(asMember.members.length).toBe(2);
      expect(asMember.invitations).toEqual([]);
    });

    it('cannot invite or remove; only owners can', async () => {
      const cookie = await signIn('joiner@example.com', 'a password of the joiner');
      const { members } = await service.call('listMembers', {});
      await service.refuse('inviteMember', { email: 'x@example.com' }, 'insufficient_permission', { cookie });
      await service.refuse('removeMember', { id: members[0]?.id ?? '' }, 'insufficient_permission', { cookie });
    });

    it('immediately lose the workspace and their keys when removed', async () => {
      const cookie = await signIn('joiner@example.com', 'a password of the joiner');
      const key = await service.call('createKey', { name: 'of the joiner', permissions: ['read'] }, { cookie });
      await service.call('listSites', {}, { key: key.secret });
      const { members } = await service.call('listMembers', {});
      const joiner = members.find((member: { email: string }) => member.email === 'joiner@example.com');
      await service.call('removeMember', { id: joiner?.id ?? '' });
      await service.refuse('session', {}, 'unauthorized', { cookie });
      await service.refuse('listSites', {}, 'unauthorized', { key: key.secret });
    });

    it('with an account join again only with its password', async () => {
      const token = await invite('joiner@example.com');
      expect((await accept(token, 'not their password')).status).toBe(401);
      expect((await accept(token, 'a password of the joiner')).status).toBe(201);
    });

    it('who are owners cannot be removed, and members cannot be invited twice', async () => {
      const { members } = await service.call('listMembers', {});
      const self = members.find((member: { isYou: boolean }) => member.isYou);
      expect((await call(`/members/${self?.id}`, { method: 'DELETE' })).status).toBe(400);
      expect((await call('/invitations', { body: { email: owner.email } })).status).toBe(400);
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
      const enter = (workspaceId: string) =>
        call('/session', { cookie: second, method: 'PATCH', body: { workspaceId } });
      for (const id of [foreign.workspaceId, 'ws_unknown']) {
        const refused = await enter(id);
        expect(refused.status).toBe(404);
        expect(refused.body.error.message).toBe('No such workspace among those of this account.');
      }
      expect((await enter(mine.id)).body.workspace).toMatchObject({ id: mine.id, role: 'member' });
      expect(await sitesOf(second)).toEqual([site.id]);
      await service.call('archiveSite', { id: site.id });
    });

    it('an invitation that was withdrawn, or is a week old, is closed', async () => {
      const withdrawn = await invite('withdrawn@example.com');
      const { invitations } = await service.call('listMembers', {});
      const open = invitations.find((one: { email: string }) => one.email === 'withdrawn@example.com');
      await service.call('cancelInvitation', { id: open?.id ?? '' });
      expect((await accept(withdrawn, 'whatever it may be')).status).toBe(404);
      const old = await invite('late@example.com');
      clock.move(7 * dayMs + 1);
      expect((await accept(old, 'whatever it may be')).status).toBe(404);
    });
  });

  it('a key that may buy needs the password again once the session is an hour old, a reading key does not', async () => {
    const make = (more: Record<string, unknown>) =>
      call('/keys', { body: { name: 'late', permissions: ['seo'], ...more } });
    // The account library has its own clock, so the session starts now, while our clock moves.
    clock.move(Math.max(0, Date.now() - clock.now()) + 2 * 3_600_000);
    expect((await make({})).body.error).toMatchObject({
      code: 'insufficient_permission',
      details: { field: 'password' },
    });
    expect((await make({ password: 'not the password' })).status).toBe(403);
    expect((await make({ password: owner.password })).status).toBe(201);
    expect((await make({ permissions: ['evaluate'] })).status).toBe(201);
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
    expect([...first.items, ...rest.items].map((run: { id: string }) => run.id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    const answers = (await service.call('readQuestion', { id: made.id })).items;
    expect(answers.map((answer: { run: { id: string } }) => answer.run.id)).toEqual(ids);
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
    expect(exported.map((one: { observation: { run: { id: string } } }) => one.observation.run.id)).toEqual(ids);
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
      const lists = [
        '/runs',
        `/runs?caseId=${made.id}`,
        `/questions/${made.id}`,
        '/export/runs',
        `/sites/${site.id}/other-companies`,
        '/website-checks',
        '/keys',
      ];
      const cursors: string[] = [];
      for (const path of lists) {
        const at = (more: Record<string, string>) =>
          `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(more)}`;
        const whole = (await call(at({ limit: '200' }))).body;
        expect([path, whole.nextCursor, whole.items.length > 2]).toEqual([path, null, true]);
        const seen: unknown[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const asked = at({ limit: path === '/website-checks' ? '20' : '1', ...(cursor === '' ? {} : { cursor }) });
          const answered = path === '/keys' ? await call(asked) : await service.ask(`/api/v2${asked}`, { key });
          seen.push(...answered.body.items);
          cursor = answered.body.nextCursor;
          if (cursor !== null && cursors.length <= lists.indexOf(path)) cursors.push(cursor);
        }
        // Using a key changes its time of last use.
        const plain = (items: object[]) => items.map((item) => ({ ...item, lastUsedAt: null }));
        expect(plain(seen as object[]), path).toEqual(plain(whole.items));
        for (const limit of ['0', '201']) expect((await call(at({ limit }))).body.error.details?.field).toBe('limit');
      }
      // A cursor works only unchanged, and only for its own list with its own filters.
      const [own = '', ...others] = cursors;
      const last = own.at(-1) === 'A' ? 'B' : 'A';
      const strange = [...others, own.slice(0, -1), `${own.slice(0, -1)}${last}`, `${own}=`, 'x', `${own}%20`];
      for (const cursor of strange) {
        const answered = await call(`/runs?cursor=${cursor}`);
        expect([cursor, answered.status, answered.body.error?.details?.field]).toEqual([cursor, 400, 'cursor']);
      }
      expect((await call(`/runs?kind=keyword&cursor=${own}`)).body.error.details?.field).toBe('cursor');
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
    const replayed = await call(`/website-runs/${runId}/replay`, { body: {} });
    expect(replayed.status, replayed.text).toBe(201);
    expect(replayed.body.run).toMatchObject({
      replayOf: runId,
      observedAt: (await service.call('readFullRun', { kind: 'website', id: runId })).run.observedAt,
    });
    expect(website.requests.length).toBe(before);
    const compared = await service.call('compareWebsiteRuns', { before: runId, after: replayed.body.run.id });
    expect(compared.diff).toMatchObject({ changed: [], sameAnalyzer: true, sameEvidenceTime: true });
  });

  it('a session may make ten times the requests of a key in a minute', async () => {
    expect((await call('/session')).headers.get('ratelimit-policy')).toBe('"key";q=5000;w=60');
  });

  async function signIn(email: string, password: string): Promise<string> {
    return cookieOf(await service.ask('/api/auth/sign-in/email', { body: { email, password } }));
  }
});
