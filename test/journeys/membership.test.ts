import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { rpc } from '../support/mcp.ts';
import { joinWorkspace, memberIdOf } from '../support/people.ts';
import { addCapability, homeOf } from '../support/records.ts';
import { useService } from '../support/service.ts';

onEachDatabase('the rights of a member, and their end', (engine) => {
  const service = useService(engine);

  const remove = async (email: string) => service.reply('removeMember', { id: await memberIdOf(service, email) });
  const makeKey = (cookie: string, name: string) =>
    service.reply('createKey', { name, permissions: ['read'] }, { cookie });
  const statusOf = async (key: string) => (await service.reply('listSites', {}, { key })).status;

  describe('a key', () => {
    it('created while its creator is removed never works afterwards, nor when they have joined again', async () => {
      const email = 'racer@example.com';
      const secrets: string[] = [];
      for (let round = 0; round < 8; round += 1) {
        const cookie = await joinWorkspace(service, email);
        const id = await memberIdOf(service, email);
        const making = Array.from({ length: 30 }, (_none, index) => makeKey(cookie, `key ${round} ${index}`));
        // The removal happens among the key creations, at another place each round; in every second round, after at
        // least one.
        if (round % 2 === 1) await Promise.race(making);
        const answers = await Promise.all([
          ...making.slice(0, round * 4),
          service.call('removeMember', { id }),
          ...making.slice(round * 4),
        ]);
        for (const answer of answers) {
          if (answer === null) continue;
          expect([201, 401, 403], answer.text).toContain(answer.status);
          if (answer.status === 201) secrets.push(answer.body.secret);
        }
      }
      expect(secrets.length).toBeGreaterThan(0);
      const removed = await Promise.all(secrets.map(statusOf));
      expect(removed.filter((status) => status !== 401)).toEqual([]);
      await joinWorkspace(service, email);
      const again = await Promise.all(secrets.map(statusOf));
      expect(again.filter((status) => status !== 401)).toEqual([]);
    });

    it('whose row does not record the removal does not work either: the membership itself is checked', async () => {
      const cookie = await joinWorkspace(service, 'gone@example.com');
      const { secret } = (await makeKey(cookie, 'of one who is gone')).body;
      expect(await statusOf(secret)).toBe(200);
      await service.db
        .deleteFrom('member')
        .where('id', '=', await memberIdOf(service, 'gone@example.com'))
        .execute();
      expect(await statusOf(secret)).toBe(401);
    });
  });

  long('the capability of a run ends with the membership of the person who started it', async () => {
    const cookie = await joinWorkspace(service, 'starter@example.com');
    const { account } = await service.call('session', {}, { cookie });
    const place = { ...(await homeOf(service)), accountId: account.id };
    const key = await service.makeKey();
    const ensured = await service.ensure(key, (await service.makeCase()).id, 'run-of-a-capability');
    const run = await service.follow(key, ensured.body.run.id);
    // Marks the run as active: only the end of the membership may end the capability here.
    await service.setRows('runs', { active: 1 }, { id: run.id });
    const secret = await addCapability(service, place, run.id, 'request_seo_overview');
    const listing = async () => (await rpc(service, secret, 'tools/list')).status;
    expect(await listing()).toBe(200);
    expect((await remove('starter@example.com')).status).toBe(204);
    expect(await listing()).toBe(401);
    await service.setRows('runs', { active: 0 }, { id: run.id });
  });

  it('a removal that fails half-way leaves member and keys unchanged', async () => {
    const cookie = await joinWorkspace(service, 'kept@example.com');
    const { secret } = (await makeKey(cookie, 'of one who stays')).body;
    for (const text of refuseRevocation[engine]) await sql.raw(text).execute(service.db);
    expect((await remove('kept@example.com')).status).toBe(500);
    await sql.raw(`DROP TRIGGER refuse_revocation${engine === 'sqlite' ? '' : ' ON api_keys'}`).execute(service.db);
    expect(await memberIdOf(service, 'kept@example.com')).toBeDefined();
    expect(await statusOf(secret)).toBe(200);
  });

  describe('a member', () => {
    it('revokes their own keys, and no others until an owner lets them', async () => {
      const cookie = await joinWorkspace(service, 'reviser@example.com');
      const own = (await makeKey(cookie, 'mine')).body.key;
      const others = (await makeKey(service.cookie, 'the owner’s')).body;
      const listed = (await service.call('listKeys', {}, { cookie })).items;
      const right = (id: string) => listed.find((key) => key.id === id);
      expect(right(own.id)).toMatchObject({ isYours: true, mayRevoke: true });
      expect(right(others.key.id)).toMatchObject({ isYours: false, mayRevoke: false });
      await service.call('revokeKey', { id: own.id }, { cookie });
      await service.refuse('revokeKey', { id: others.key.id }, 'insufficient_permission', { cookie });
      expect(await statusOf(others.secret)).toBe(200);

      const letting = await service.call('changeMemberRights', { membersManage: true });
      expect(letting).toEqual({ rights: { membersManage: true } });
      await service.call('revokeKey', { id: others.key.id }, { cookie });
      expect(await statusOf(others.secret)).toBe(401);
      await service.call('changeMemberRights', { membersManage: false });
    });

    it('archives a website only if an owner lets members, and cannot let themselves', async () => {
      const cookie = await joinWorkspace(service, 'archivist@example.com');
      const site = await service.makeSite();
      await service.refuse('archiveSite', { id: site.id }, 'insufficient_permission', { cookie });
      await service.refuse('changeMemberRights', { membersManage: true }, 'insufficient_permission', { cookie });
      await service.refuse('archiveSite', { id: site.id }, 'insufficient_permission', { cookie });
      expect(await service.call('listMembers', {}, { cookie })).toMatchObject({ mayManage: false });
      await service.call('changeMemberRights', { membersManage: true });
      expect(await service.call('listMembers', {}, { cookie })).toMatchObject({
        mayManage: true,
        rights: { membersManage: true },
      });
      await service.call('archiveSite', { id: site.id }, { cookie });
      await service.call('changeMemberRights', { membersManage: false });
    });
  });
});

/** Makes the second half of a removal fail, like a crash between the two. */
const refuseRevocation = {
  sqlite: [
    `CREATE TRIGGER refuse_revocation BEFORE UPDATE OF revoked_at ON api_keys WHEN new.revoked_at IS NOT NULL
     BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  ],
  postgres: [
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'",
    `CREATE TRIGGER refuse_revocation BEFORE UPDATE OF revoked_at ON api_keys
     FOR EACH ROW WHEN (new.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse()`,
  ],
};
