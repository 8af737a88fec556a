import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { wholeOf } from '../../src/simulator/seededChoice.ts';
import { openDatabase } from '../../src/store/database/open.ts';
import { reportFigure } from '../support/campaignFigure.ts';
import { runCli, startCli } from '../support/cli.ts';
import { locationOf, onEachDatabase } from '../support/databases.ts';
import { startServerProcess } from '../support/serverProcess.ts';
import { until } from '../support/until.ts';

/** IMPORT_KILLS=20 runs the long campaign: kills of the command, and as many of the server. */
const kills = Number(process.env.IMPORT_KILLS ?? 2);
/** Enough requests that the server saves counts several times before an import is complete. */
const lines = 60_000;
const parts = ['log_lines', 'log_hours', 'bot_visits', 'bot_claims', 'assistant_visits'] as const;

/**
 * Formats requests of crawlers and of visitors from an assistant: each line is unique, and so are most counted rows. The
 * lines are long, so that most of the file is unsent while the first lines are counted.
 */
function logOf(startMs: number): string {
  const log: string[] = [];
  const more = ` (${'x'.repeat(400)})`;
  for (let index = 0; index < lines; index += 1) {
    const [day, month, year, time] = new Date(startMs + index * 1_000).toUTCString().slice(5).split(' ');
    const isVisit = index % 10 === 0;
    const [referer, agent] = isVisit ? ['https://chatgpt.com/', `Chrome/130${more}`] : ['-', `GPTBot/1.2${more}`];
    const address = `198.51.100.${index % 250}`;
    log.push(
      `${address} - - [${day}/${month}/${year}:${time} +0000] "GET /page-${index % 50_000} HTTP/1.1" 200 5 "${referer}" "${agent}"`,
    );
  }
  return log.join('\n');
}

onEachDatabase('an import of a log that is killed', (engine) => {
  it.each(['command', 'server'] as const)(
    `leaves nothing counted and is counted once when repeated, if the %s dies (${kills} times)`,
    { timeout: 300_000 + kills * 120_000 },
    async (victim) => {
      const server = await startServerProcess(engine, { env: { REVERSE_DNS: 'false' } });
      const { db, close } = await openDatabase(locationOf(server.database));
      onTestFinished(close);
      const { secret } = await server.call('createKey', { name: 'logs', permissions: ['manage'] });
      const env = { SIGHTLINE_URL: server.base, SIGHTLINE_API_KEY: secret };
      const file = join(server.database.dataDir, 'access.log');
      await writeFile(file, logOf(Date.now() - 3 * 86_400_000));

      const siteOf = async (name: string): Promise<string> =>
        (await server.call('createSite', { url: `https://${name}.example/`, name })).site.id;
      const importTo = (websiteId: string) => ['logs', 'import', file, '--website', websiteId];
      const rowsOf = async (websiteId: string): Promise<Record<string, number>> => {
        const counts: Record<string, number> = {};
        for (const table of parts) {
          const { rows } = await db
            .selectFrom('log_imports')
            .innerJoin(table as 'log_lines', `${table as 'log_lines'}.import_id`, 'log_imports.id')
            .select(({ fn }) => fn.countAll<number>().as('rows'))
            .where('log_imports.website_id', '=', websiteId)
            .executeTakeFirstOrThrow();
          counts[table] = Number(rows);
        }
        return counts;
      };
      const reportsOf = async (websiteId: string) => ({
        bots: (await server.call('listBotVisits', { websiteId, by: 'day' })).rows,
        visits: (await server.call('listAssistantVisits', { websiteId, by: 'day' })).rows,
        counts: (await server.call('listLogImports', { websiteId })).items.map(({ counts }) => counts),
      });

      const whole = await siteOf('whole');
      expect(await runCli(importTo(whole), env)).toMatchObject({ code: 0, stderr: '' });
      const expected = { rows: await rowsOf(whole), reports: await reportsOf(whole) };
      expect(expected.reports.counts).toEqual([expect.objectContaining({ lines, duplicates: 0 })]);
      expect(expected.rows.log_lines).toBe(lines);

      const killedAt: number[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        const websiteId = await siteOf(`killed-${kill}`);
        const started = startCli(importTo(websiteId), env);
        const at = wholeOf(`${inject('seed')} ${engine} ${victim} ${kill}`, 1, lines / 2);
        const saved = async () => (await rowsOf(websiteId)).log_lines ?? 0;
        killedAt.push(await until(saved, (count) => count >= at, 1));
        if (victim === 'command') {
          started.child.kill('SIGKILL');
          await started.ended;
          // The server notices the broken connection and removes what it saved.
          await until(saved, (count) => count === 0);
        } else {
          await server.kill();
          expect((await started.ended).code).not.toBe(0);
          await server.start();
          expect(await saved()).toBeGreaterThan(0);
        }
        expect(await reportsOf(websiteId)).toEqual({ bots: [], visits: [], counts: [] });
        if (victim === 'server') {
          expect((await runCli(importTo(websiteId), env)).stderr).toContain(
            'Another log of this source is being imported',
          );
          // Nobody renews the lease of a dead process.
          await db
            .updateTable('log_imports')
            .set({ renewed_at: '2001-01-01T00:00:00.000Z' })
            .where('state', '=', 'reading')
            .execute();
        }
        const repeated = await runCli(importTo(websiteId), env);
        expect([repeated.code, repeated.stderr]).toEqual([0, '']);
        expect({ rows: await rowsOf(websiteId), reports: await reportsOf(websiteId) }).toEqual(expected);
        expect((await runCli(importTo(websiteId), env)).stdout).toContain('nothing changed');
        expect(await rowsOf(websiteId)).toEqual(expected.rows);
      }
      for (const count of killedAt) expect(count).toBeLessThan(lines);
      reportFigure(
        `${engine}: ${kills} kills of the ${victim} after ${killedAt.join(', ')} of ${lines} lines, 0 lines lost or counted twice`,
      );
    },
  );
});
