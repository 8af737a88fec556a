import { expect, it } from 'vitest';
import type { OperationId } from '../../src/contract/routes.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { rpc } from '../support/mcp.ts';
import { joinWorkspace, memberIdOf, signIn } from '../support/people.ts';
import { addCapability, homeOf } from '../support/records.ts';
import { useService } from '../support/service.ts';

onEachDatabase('workspaces of an agency, and the rights in them', (engine) => {
  const service = useService(engine);

  it('an owner creates a workspace, switches to it, names it, and sees nothing of the other in it', async () => {
    const cookie = await signIn(service);
    const site = await service.makeSite();
    const made = await service.call('createWorkspace', { name: '  Client A  ' }, { cookie });
    expect(made.workspace).toMatchObject({ name: 'Client A', role: 'owner' });
    expect((await service.call('session', {}, { cookie })).workspace.name).not.toBe('Client A');
    const { id: workspaceId } = made.workspace;
    await service.call('switchWorkspace', { workspaceId }, { cookie });
    expect((await service.call('listSites', {}, { cookie })).sites).toEqual([]);
    await service.refuse('changeSite', { id: site.id, name: 'Stolen' }, 'not_found', { cookie });
    const renamed = await service.call('changeWorkspace', { name: 'Client B' }, { cookie });
    expect(renamed.workspace).toMatchObject({ id: workspaceId, name: 'Client B' });
    const session = await service.call('session', {}, { cookie });
    expect(session).toMatchObject({ workspace: { id: workspaceId, name: 'Client B' }, role: 'owner' });
    expect(session.workspaces).toContainEqual({ id: workspaceId, name: 'Client B', role: 'owner' });
    for (const name of ['', ' ', 'x'.repeat(101)]) {
      await service.refuse('changeWorkspace', { name }, 'invalid_request', { cookie });
    }
    await service.refuse('leaveWorkspace', {}, 'invalid_request', { cookie });
  });

  it('an owner’s runs in two workspaces count together: the same question is refused while it runs', async () => {
    const cookie = await signIn(service);
    const query = `Which CRM do two clients of one agency ask for on ${engine}?`;
    const here = await service.makeCase({ query });
    const key = await service.makeKey(['evaluate']);
    const { workspace } = await service.call('createWorkspace', { name: 'Client C' }, { cookie });
    await service.call('switchWorkspace', { workspaceId: workspace.id }, { cookie });
    const there = (await service.call('createBenchmarkCase', { query }, { cookie })).case;
    service.simulator.script({ at: 'create', course: 'slow' });
    const started = await service.ensure(key, here.id, `here-${engine}-0001`);
    const asked = { kind: 'keyword' as const, caseId: there.id };
    const by = { cookie, idempotencyKey: 'there-0001' };
    await service.refuse('ensureObservation', asked, 'owner_active_elsewhere', by);
    await service.call('cancelRun', { kind: 'keyword', id: started.body.run.id }, { key });
    await service.follow(key, started.body.run.id);
    const later = await service.call('ensureObservation', asked, { cookie, idempotencyKey: 'there-0002' });
    expect(later.disposition).toBe('started');
  });

  it('neither a member nor a viewer creates or names a workspace, nor sets roles', async () => {
    for (const role of ['member', 'viewer'] as const) {
      const email = `no-power-${role}@example.com`;
      const cookie = await joinWorkspace(service, email, { role });
      const id = await memberIdOf(service, email);
      const name = 'Mine';
      await service.refuse('createWorkspace', { name }, 'insufficient_permission', { cookie });
      await service.refuse('changeWorkspace', { name }, 'insufficient_permission', { cookie });
      await service.refuse('changeMember', { id, role: 'member' }, 'insufficient_permission', { cookie });
      await service.refuse('changeMemberRights', { membersManage: true }, 'insufficient_permission', { cookie });
    }
  });

  it('people who leave lose access, and their keys stop working; their other workspaces stay', async () => {
    const email = 'leaver@example.com';
    const cookie = await joinWorkspace(service, email);
    const { secret } = await service.call('createKey', { name: 'of a leaver', permissions: ['read'] }, { cookie });
    await service.call('listSites', {}, { key: secret });
    await service.call('leaveWorkspace', {}, { cookie });
    await service.refuse('listSites', {}, 'unauthorized', { key: secret });
    await service.refuse('listSites', {}, 'unauthorized', { cookie });
    const members = (await service.call('listMembers', {})).members;
    expect(members.map((member) => member.email)).not.toContain(email);
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
      new Set(items.filter((entry) => entry.subject === subject).map(({ subjectName }) => subjectName));
    expect(namesOf(asked.id)).toEqual(new Set(['Which shop is audited?']));
    expect(namesOf(site.id)).toEqual(new Set(['Renamed shop']));
  });

  it('a viewer reads everything, sees the reason for each refusal, and cannot start anything that costs', async () => {
    const site = await service.makeSite();
    const asked = await service.makeCase({ websiteId: site.id });
    const cookie = await joinWorkspace(service, 'viewer@example.com', { role: 'viewer' });
    const session = await service.call('session', {}, { cookie });
    expect(session).toMatchObject({ role: 'viewer', maySpend: false });
    const reads = ['listQuestions', 'listRuns', 'listPlans', 'listMembers', 'listKeys', 'exportRuns', 'readSpending'];
    for (const id of reads) await service.call(id as 'listSites', {}, { cookie });
    await service.call('quoteAnswers', { caseIds: [asked.id] }, { cookie });
    const bought = service.sent();
    const tries: [OperationId, Record<string, unknown>][] = [
      ['ensureObservation', { kind: 'keyword', caseId: asked.id }],
      ['requestSeoOverview', { domain: 'a.example', confirmSpend: true }],
      ['createSite', { url: 'https://viewer.example' }],
      ['archiveSite', { id: site.id }],
      ['createKey', { name: 'a key', permissions: ['read'] }],
    ];
    for (const [id, input] of tries) {
      const by = { cookie, idempotencyKey: `viewer-${id}` };
      const refused = await service.refuse(id, input, 'insufficient_permission', by);
      expect(refused).toMatchObject({ details: { role: 'viewer' }, retry: 'never' });
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
      const cookie = await joinWorkspace(service, email);
      const made = await service.call('createKey', { name: 'theirs', permissions: ['evaluate', 'manage'] }, { cookie });
      const { account } = await service.call('session', {}, { cookie });
      const place = { ...(await homeOf(service)), accountId: account.id };
      const key = await service.makeKey(['evaluate']);
      const ensured = await service.ensure(key, (await service.makeCase()).id, `demoted-${engine}-run`);
      const run = await service.follow(key, ensured.body.run.id);
      await service.setRows('runs', { active: 1 }, { id: run.id });
      const capability = await addCapability(service, place, run.id, 'request_seo_overview');
      const mcp = async () => (await rpc(service, capability, 'tools/list')).status;
      expect(await mcp()).toBe(200);
      const id = await memberIdOf(service, email);
      await service.call('changeMember', { id, role: 'viewer' });
      await service.refuse('listRuns', {}, 'unauthorized', { key: made.secret });
      expect(await mcp()).toBe(401);
      await service.setRows('runs', { active: 0 }, { id: run.id });
      const demoted = { url: 'https://demoted.example' };
      await service.refuse('createSite', demoted, 'insufficient_permission', { cookie });
      // A key without saved permissions has no more than its creator either.
      await service.setRows('api_keys', { revoked_at: null }, { id: made.key.id });
      await service.call('listRuns', {}, { key: made.secret });
      await service.refuse('createSite', demoted, 'insufficient_permission', { key: made.secret });
      await service.call('changeMember', { id, role: 'member' });
      await service.call('createSite', { url: 'https://again.example' }, { cookie });
      await service.refuse('changeMember', { id, role: 'owner' }, 'invalid_request');
      const own = await memberIdOf(service, (await service.call('session', {})).account.email);
      await service.refuse('changeMember', { id: own, role: 'viewer' }, 'invalid_request');
      await service.refuse('changeMember', { id: 'member_unknown', role: 'viewer' }, 'not_found');
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
    const restored = await service.call('restoreSite', { id: site.id });
    expect(restored.site).toMatchObject({ id: site.id, archivedAt: null });
    expect((await service.call('listSites', {})).sites.map(({ id }) => id)).toContain(site.id);
    expect([(await ids()).includes(asked.id), (await questions()).includes(site.id)]).toEqual([true, true]);
    expect((await service.ensure(key, asked.id, `archived-${engine}-2`)).status).toBe(202);
    // Repeating it is not an error: the site is already restored.
    await service.call('restoreSite', { id: site.id });
    await service.refuse('restoreSite', { id: 'site_unknown' }, 'not_found');
    const cookie = await joinWorkspace(service, `restorer-${engine}@example.com`);
    await service.refuse('restoreSite', { id: other.id }, 'insufficient_permission', { cookie });
  });
});
