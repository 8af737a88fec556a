import { appendFile, copyFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { newFolder } from '../support/newFolder.ts';
import { useService } from '../support/service.ts';

describe('a followed log', () => {
  let folder: string;
  let env: Record<string, string>;
  let websiteId: string;
  const service = useService('sqlite');
  beforeAll(async () => {
    folder = newFolder();
    env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: await service.makeKey(['manage']), XDG_STATE_HOME: folder };
    websiteId = (await service.makeSite()).id;
  });

  const started = Date.now() - 3_600_000;
  const line = (second: number): string => {
    const [day, month, year, time] = new Date(started + second * 1000).toUTCString().slice(5).split(' ');
    return `192.0.2.9 - - [${day}/${month}/${year}:${time} +0000] "GET /faq HTTP/1.1" 200 5 "-" "GPTBot/1.2"\n`;
  };
  const follow = async (file: string): Promise<void> => {
    const result = await runCli(['logs', 'follow', file, '--once', '--site', websiteId], env);
    expect([result.code, result.stderr]).toEqual([0, '']);
  };
  const counted = async (): Promise<number> => {
    const body = await service.call('listBotVisits', { websiteId }, { key: env.SIGHTLINE_API_KEY ?? '' });
    return (body as any).rows.reduce((sum: number, { requests }: any) => sum + requests.unverifiable, 0);
  };

  it('is read from JSON lines with custom field names', async () => {
    const file = join(folder, 'own.ndjson');
    const entry = { ts: new Date(started).toISOString(), uri: '/faq', who: '192.0.2.9', code: 200, ua: 'GPTBot/1.2' };
    await writeFile(file, `${JSON.stringify(entry)}\n`);
    const site = (await service.makeSite()).id;
    const own = ['logs', 'import', file, '--website', site, '--source', 'own', '--format', 'json'];
    const fields = ['at=ts', 'path=uri', 'address=who', 'status=code', 'userAgent=ua'].flatMap((one) => [
      '--field',
      one,
    ]);
    const wrong = await runCli([...own, '--field', 'when=ts'], env);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('when')]);
    const { code, stdout } = await runCli([...own, ...fields], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 lines, 1 of crawlers')]);
  });

  it('is counted once despite restarts, half lines, rotation, compression and emptying', async () => {
    const file = join(folder, 'access.log');
    await writeFile(file, line(1) + line(2));
    await follow(file);
    await follow(file);
    expect(await counted()).toBe(2);
    await appendFile(file, line(3) + line(4).slice(0, 20));
    await follow(file);
    expect(await counted()).toBe(3);
    await appendFile(file, line(4).slice(20));
    await rename(file, `${file}.1`);
    await writeFile(file, line(5));
    await follow(file);
    expect(await counted()).toBe(5);
    await appendFile(file, line(6));
    await writeFile(`${file}.2.gz`, gzipSync(line(5) + line(6)));
    await rename(file, join(folder, 'moved away'));
    await writeFile(file, line(7));
    await follow(file);
    expect(await counted()).toBe(7);
    await writeFile(file, '');
    await follow(file);
    await writeFile(file, line(8));
    await follow(file);
    expect(await counted()).toBe(8);
  });

  it('is counted once if it is copied and emptied in place, however fast it grows again', async () => {
    const file = join(folder, 'copied.log');
    const before = await counted();
    await writeFile(file, line(11) + line(12));
    await follow(file);
    await appendFile(file, line(13));
    await copyFile(file, `${file}.1`);
    await writeFile(file, line(14) + line(15) + line(16) + line(17));
    await follow(file);
    expect((await counted()) - before).toBe(7);
  });
});
