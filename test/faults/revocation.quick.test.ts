import { expect, it } from 'vitest';
import { reportFigure } from '../support/campaignFigure.ts';
import { alwaysOnEachDatabase } from '../support/databases.ts';
import { rpc } from '../support/mcp.ts';
import { askAt, startServiceForTest } from '../support/service.ts';

/** REVOCATIONS=200 runs the long campaign: keys that are revoked while they are used without pause. */
const revocations = Number(process.env.REVOCATIONS ?? 6);
const users = 6;
/** Number of requests of a revoked key that must be refused before the next key. */
const refusedEach = 3;

alwaysOnEachDatabase('a key revoked while it is in use', (kind) => {
  it(`is refused from the next request on, by any process, ${revocations} times`, {
    timeout: 120_000 + revocations * 10_000,
  }, async () => {
    const service = await startServiceForTest(kind, { env: { REQUESTS_PER_MINUTE: '1000000' } });
    // The embedded database serves one process.
    const second = kind === 'postgres' ? await service.another() : null;
    const doors = [service, second ?? service];
    const figures = { before: 0, underWay: 0, refused: 0, acceptedAfter: 0 };
    for (let number = 0; number < revocations; number += 1) {
      const made = await service.call('createKey', { name: `key ${number}`, permissions: ['read'] });
      const { secret } = made;
      let revokedAt = Number.POSITIVE_INFINITY;
      let refusals = 0;
      /** Each user sends requests continuously, over REST to either process or over MCP. */
      const use = async (user: number): Promise<void> => {
        for (let turn = user; refusals < users * refusedEach && figures.acceptedAfter === 0; turn += 1) {
          const door = doors[turn % 2] ?? service;
          const began = performance.now();
          const asker = { ask: (path: string, asked: object) => askAt(door.url, path, asked) };
          const { status } =
            turn % 3 === 0
              ? await rpc(asker, secret, 'tools/list')
              : await door.reply('authStatus', {}, { key: secret });
          expect([200, 401]).toContain(status);
          if (status === 401) refusals += 1;
          if (began > revokedAt) figures[status === 401 ? 'refused' : 'acceptedAfter'] += 1;
          else figures[status === 401 ? 'underWay' : 'before'] += 1;
        }
      };
      const using = Array.from({ length: users }, (_none, user) => use(user));
      const before = figures.before;
      await expect.poll(() => figures.before - before, { interval: 2 }).toBeGreaterThan(users);
      await (doors[number % 2] ?? service).call('revokeKey', { id: made.key.id });
      revokedAt = performance.now();
      await Promise.all(using);
      // The figure shows it; otherwise an open key would be used forever.
      if (figures.acceptedAfter > 0) break;
    }
    reportFigure(
      `${kind}: ${revocations} keys revoked under ${users} users at ${new Set(doors).size} processes, ` +
        `${figures.before} requests answered before, ${figures.refused} refused after, ` +
        `${figures.acceptedAfter} accepted after the revocation was answered`,
    );
    expect(figures.acceptedAfter).toBe(0);
    expect(figures.refused).toBeGreaterThanOrEqual(revocations);
  });
});
