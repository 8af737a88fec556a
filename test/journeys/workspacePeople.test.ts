import { expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { addCapability, homeOf } from '../support/records.ts';
import { cookieOf, type HttpReply, type HttpRequest, useService } from '../support/service.ts';

onEachDatabase('workspaces of an agency, and the rights in them', (engine) => {
  const service = useService(engine);

  type Called = Omit<HttpReply, 'body'> & { body: any };
  const call = (path: string, asked: HttpRequest = {}): Promise<Called> =>
    service.ask(`/api/v2${path}`, { cookie: service.cookie, ...asked });
  const said = ({ status, body }: Called) => [status, body?.error?.code ?? null];
  const password = 'a password of somebody';

  async function join(email: string, role?: 'member' | 'viewer'): Promise<string> {
    const body = role === undefined ? { email } : { email, role };
    const { link } = await service.call('inviteMember', body);
    const token = link.split('#')[1];
    expect((await service.ask('/api/invitations/look', { body: { token } })).body).toMatchObject({
      role: role ?? 'member',
    });
    return cookieOf(await service.ask('/api/invitations/accept', { body: { token, password } }));
  }

  /** Creates a separate session of the owner, so that other tests keep their workspace. */
  async function ownSession(): Promise<string> {
    const email = (await service.call('session', {})).account.email;
    const signedIn = await service.ask('/api/auth/sign-in/email', {
      body: { email, password: 'correct horse battery staple' },
      headers: { origin: service.url },
    });
    return cookieOf(signedIn);
  }

  const memberId = async (email: string): Promise<string> =>
    (await service.call('listMembers', {})).members.find((member: { email: string }) => member.email === email)?.id ??
    '';

  it('an owner creates a workspace, switches to it, names it, and sees nothing of the other in it', async () => {
    const cookie = await ownSession();
    const site = await service.makeSite();
    const made = await call('/workspaces', { cookie, body: { name: '  Client A  ' } });
    expect([made.status, made.body.workspace]).toMatchObject([201, { name: 'Client A', role: 'owner' }]);
    expect((await service.call('session', {}, { cookie })).workspace.name).not.toBe('Client A');
    const { id: workspaceId } = made.body.workspace;
    await service.call('switchWorkspace', { workspaceId }, { cookie });
    expect((await service.call('listSites', {}, { cookie })).sites).toEqual([]);
    await service.refuse('changeSite', { id: site.id, name: 'Stolen' }, 'not_found', { cookie });
    const renamed = await call('/workspace', { cookie, method: 'PATCH', body: { name: 'Client B' } });
    expect([renamed.status, renamed.body]).toMatchObject([200, { workspace: { id: workspaceId, name: 'Client B' } }]);
    const session = await service.call('session', {}, { cookie });
    expect(session).toMatchObject({ workspace: { id: workspaceId, name: 'Client B' }, role: 'owner' });
    expect(session.workspaces).toContainEqual({ id: workspaceId, name: 'Client B', role: 'owner' });
    for (const name of ['', ' ', 'x'.repeat(101)]) {
      expect(said(await call('/workspace', { cookie, method: 'PATCH', body: { name } }))).toEqual([
        400,
        'invalid_request',
      ]);
    }
    expect(said(await call('/workspace/leave', { cookie, body: {} }))).toEqual([400, 'invalid_request']);
  });

  it('an owner’s runs in two workspaces count together: the same question is refused while it runs', async () => {
    const cookie = await ownSession();
    const query = `Which CRM do two clients of one agency ask for on ${engine}?`;
    const here = await service.makeCase({ query });
    const key = await service.makeKey(['evaluate']);
    const { workspace } = await service.call('createWorkspace', { name: 'Client C' }, { cookie });
    await service.call('switchWorkspace', { workspaceId: workspace.id }, { cookie });
    const there = (await service.call('createBenchmarkCase', { query }, { cookie })).case;
    service.simulator.script({ at: 'create', course: 'slow' });
    const started = await service.ensure(key, here.id, `here-${engine}-0001`);
    const ask = (idempotencyKey: string) =>
      call('/observations/ensure', { cookie, idempotencyKey, body: { kind: 'keyword', caseId: there.id } });
    expect(said(await ask('there-0001'))).toEqual([409, 'owner_active_elsewhere']);
    await service.call('cancelRun', { kind: 'keyword', id: started.body.run.id }, { key });
    await service.follow(key, started.body.run.id);
    expect((await ask('there-0002')).status).toBe(202);
  });

  it('neither a member nor a viewer creates or names a workspace, nor sets roles', async () => {
    for (const role of ['member', 'viewer'] as const) {
      const email = `no-power-${role}@example.com`;
      const cookie = await join(email, role);
      const id = await memberId(email);
      const refused = [403, 'insufficient_permission'];
      expect(said(await call('/workspaces', { cookie, body: { name: 'Mine' } }))).toEqual(refused);
      expect(said(await call('/workspace', { cookie, method: 'PATCH', body: { name: 'Mine' } }))).toEqual(refused);
      const promoted = await call(`/members/${id}`, { cookie, method: 'PATCH', body: { role: 'member' } });
      expect(said(promoted)).toEqual(refused);
      expect(said(await call('/members', { cookie, method: 'PATCH', body: { membersManage: true } }))).toEqual(refused);
    }
  });

  it('people who leave lose access, and their keys stop working; their other workspaces stay', async () => {
    const email = 'leaver@example.com';
    const cookie = await join(email);
    const { secret } = await service.call('createKey', { name: 'of a leaver', permissions: ['read'] }, { cookie });
    await service.call('listSites', {}, { key: secret });
    await service.call('leaveWorkspace', {}, { cookie });
    await service.refuse('listSites', {}, 'unauthorized', { key: secret });
    await service.refuse('listSites', {}, 'unauthorized', { cookie });
    const members = (await service.call('listMembers', {})).members;
    expect(members.map((member: { email: string }) => member.email)).not.toContain(email);
    const entries = (await service.call('readAuditLog', {})).items;
    expect(entries[0]).toMatchObject({ act: 'leaveWorkspace', actor: { accountEmail: email } });
  });

  it('the audit log names a website and a question by their current names', async () => {
    const site = await service.makeSite({ name: 'Audited shop' });
    const asked = await service.makeCase({ websiteId: site.id, query: 'Which shop is audited?' });
    const key = await service.makeKey();
    await service.ensure(key, asked.id, 'audited-question-1');
    await service.call('changeSite', { id: site.id, name: 'Renamed shop' });
    const { items } = await service.call('readAuditLog', {});
    const namesOf = (subject: string) =>
      new Set(
        items
          .filter((entry: { subject: string | null }) => entry.subject === subject)
          .map(({ subjectName }: { subjectName: string | null }) => subjectName),
      );
    expect(namesOf(asked.id)).toEqual(new Set(['Which shop is audited?']));
    expect(namesOf(site.id)).toEqual(new Set(['Renamed shop']));
  });

  it('a viewer reads everything, is told the reason of each refusal, and requests nothing that costs', async () => {
    const site = await service.makeSite();
    const asked = await service.makeCase({ websiteId: site.id });
    const cookie = await join('viewer@example.com', 'viewer');
    const session = await service.call('session', {}, { cookie });
    expect(session).toMatchObject({ role: 'viewer', maySpend: false });
    for (const path of ['/sites', '/questions', '/runs', '/plans', '/members', '/keys', '/export/runs', '/spending']) {
      expect([path, (await call(path, { cookie })).status]).toEqual([path, 200]);
    }
    await service.call('quoteAnswers', { caseIds: [asked.id] }, { cookie });
    const bought = service.sent();
    const ensure = { kind: 'keyword', caseId: asked.id };
    const tries: (HttpRequest & { path: string })[] = [
      { body: ensure, idempotencyKey: 'viewer-0001', path: '/observations/ensure' },
      { body: { domain: 'a.example', confirmSpend: true }, idempotencyKey: 'viewer-0002', path: '/seo' },
      { body: { url: 'https://viewer.example' }, path: '/sites' },
      { method: 'DELETE', path: `/sites/${site.id}` },
      { body: { name: 'a key', permissions: ['read'] }, path: '/keys' },
    ];
    for (const { path, ...request } of tries) {
      const refused = await call(path, { cookie, ...request });
      expect([path, refused.status, refused.body.error]).toMatchObject([
        path,
        403,
        { code: 'insufficient_permission', details: { role: 'viewer' }, retry: 'never' },
      ]);
    }
    expect(service.sent()).toBe(bought);
    expect((await service.call('listMembers', {}, { cookie })).mayManage).toBe(false);
    await service.call('changeMemberRights', { membersManage: true });
    expect((await service.call('listMembers', {}, { cookie })).mayManage).toBe(false);
    await service.call('changeMemberRights', { membersManage: false });
    await service.call('leaveWorkspace', {}, { cookie });
  });

  long(
    'a member who becomes a viewer loses keys and active permissions at once, and regains none as a member',
    async () => {
      const email = 'demoted@example.com';
      const cookie = await join(email);
      const made = await service.call('createKey', { name: 'theirs', permissions: ['evaluate', 'manage'] }, { cookie });
      const { account } = await service.call('session', {}, { cookie });
      const place = { ...(await homeOf(service)), accountId: account.id };
      const key = await service.makeKey(['evaluate']);
      const ensured = await service.ensure(key, (await service.makeCase()).id, `demoted-${engine}-run`);
      const run = await service.follow(key, ensured.body.run.id);
      await service.setRows('runs', { active: 1 }, { id: run.id });
      const capability = await addCapability(service, place, run.id, 'request_seo_overview');
      const mcp = async () =>
        (
          await service.ask('/api/mcp', {
            key: capability,
            body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
            headers: { accept: 'application/json, text/event-stream' },
          })
        ).status;
      expect(await mcp()).toBe(200);
      const id = await memberId(email);
      const change = (role: string) => call(`/members/${id}`, { method: 'PATCH', body: { role } });
      expect((await change('viewer')).status).toBe(204);
      await service.refuse('listRuns', {}, 'unauthorized', { key: made.secret });
      expect(await mcp()).toBe(401);
      await service.setRows('runs', { active: 0 }, { id: run.id });
      expect(said(await call('/sites', { cookie, body: { url: 'https://demoted.example' } }))).toEqual([
        403,
        'insufficient_permission',
      ]);
      // A key without saved permissions has no more than its creator either.
      await service.setRows('api_keys', { revoked_at: null }, { id: made.key.id });
      await service.call('listRuns', {}, { key: made.secret });
      const write = { key: made.secret, body: { url: 'https://demoted.example' } };
      expect((await service.ask('/api/v2/sites', write)).status).toBe(403);
      expect((await change('member')).status).toBe(204);
      await service.call('createSite', { url: 'https://again.example' }, { cookie });
      expect(said(await change('owner'))).toEqual([400, 'invalid_request']);
      const own = await memberId((await service.call('session', {})).account.email);
      expect(said(await call(`/members/${own}`, { method: 'PATCH', body: { role: 'viewer' } }))).toEqual([
        400,
        'invalid_request',
      ]);
      expect(said(await call('/members/member_unknown', { method: 'PATCH', body: { role: 'viewer' } }))).toEqual([
        404,
        'not_found',
      ]);
    },
  );

  it('an archived website is listed, and restoring it brings back its questions', async () => {
    const site = await service.makeSite();
    const asked = await service.makeCase({ websiteId: site.id });
    await service.call('archiveSite', { id: site.id });
    const other = await service.makeSite();
    await service.call('archiveSite', { id: other.id });
    const first = await service.call('listArchivedSites', { limit: 1 });
    expect(first.items).toMatchObject([{ id: other.id }]);
    expect(Date.parse(String(first.items[0]?.archivedAt))).not.toBeNaN();
    const second = await service.call('listArchivedSites', { limit: 1, cursor: first.nextCursor });
    expect(second.items).toMatchObject([{ id: site.id }]);
    // No key or plan buys anything for it, and its questions disappear with it.
    const key = await service.makeKey(['evaluate']);
    expect((await service.ensure(key, asked.id, `archived-${engine}-1`)).status).toBe(404);
    const ids = async () => (await service.call('listBenchmarkCases', {})).cases.map(({ id }) => id);
    const questions = async () =>
      (await service.call('listQuestions', {})).items.map(({ target }) => target?.websiteId);
    expect([(await ids()).includes(asked.id), (await questions()).includes(site.id)]).toEqual([false, false]);
    const restored = await call(`/sites/${site.id}/restore`, { body: {} });
    expect([restored.status, restored.body.site]).toMatchObject([200, { id: site.id, archivedAt: null }]);
    expect((await service.call('listSites', {})).sites.map(({ id }) => id)).toContain(site.id);
    expect([(await ids()).includes(asked.id), (await questions()).includes(site.id)]).toEqual([true, true]);
    expect((await service.ensure(key, asked.id, `archived-${engine}-2`)).status).toBe(202);
    // Repeating it is not an error: the site is already restored.
    await service.call('restoreSite', { id: site.id });
    expect(said(await call('/sites/site_unknown/restore', { body: {} }))).toEqual([404, 'not_found']);
    const cookie = await join(`restorer-${engine}@example.com`);
    expect(said(await call(`/sites/${other.id}/restore`, { cookie, body: {} }))).toEqual([
      403,
      'insufficient_permission',
    ]);
  });
});
