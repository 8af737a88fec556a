import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Bench } from './figure.ts';
import { startSeededService } from './seededService.ts';

const mebibyte = 1024 * 1024;
/** Lines of a busy website: one in ten claims to be a crawler. */
const agents = [
  'GPTBot/1.2',
  ...Array.from({ length: 9 }, () => 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36'),
];

/** Bytes of the shortest line, and time between two lines. */
const [shortestLine, millisecondsApart] = [90, 300];

/** `npm run bench -- countLog [MiB]`: seconds to count the crawlers of a combined log, beside `wc -l`, and memory added. */
export const countLog: Bench = {
  name: 'countLog',
  async run([size = '256']) {
    const folder = await mkdtemp(join(tmpdir(), 'count-log-'));
    const file = join(folder, 'access.log');
    const service = await startSeededService(
      'sqlite',
      {},
      [],
      fileURLToPath(new URL('../src/cli/main.ts', import.meta.url)),
    );
    try {
      await writeLog(file, Number(size) * mebibyte);
      const call = async (path: string, body: unknown): Promise<any> =>
        (await service.ask(`/api/v2${path}`, { headers: { cookie: service.cookie }, body })).body;
      const { site } = await call('/sites', { url: 'https://example.com', name: 'Bench' });
      const { source } = await call('/log-sources', { websiteId: site.id, name: 'bench' });
      const startedAt = performance.now();
      const lines = Number(spawnSync('wc', ['-l', file], { encoding: 'utf8' }).stdout.trim().split(' ')[0]);
      const wcSeconds = (performance.now() - startedAt) / 1000;
      const before = memoryOf(service.child.process.pid, 'VmRSS');
      const [begunAt, usedBefore] = [performance.now(), processorSeconds(service.child.process.pid)];
      const response = await fetch(`${service.url}/api/v2/log-sources/${source.id}/imports?name=access.log`, {
        method: 'POST',
        headers: { cookie: service.cookie, origin: service.url, 'content-type': 'application/octet-stream' },
        body: createReadStream(file, { highWaterMark: mebibyte }),
        duplex: 'half',
      } as RequestInit);
      const seconds = (performance.now() - begunAt) / 1000;
      const used = processorSeconds(service.child.process.pid) - usedBefore;
      const most = memoryOf(service.child.process.pid, 'VmHWM');
      const reply = (await response.json()) as { import?: { counts: { lines: number } } };
      const saved = reply.import;
      if (saved === undefined) throw new Error(`refused: ${JSON.stringify(reply)}`);
      if (saved.counts.lines !== lines) throw new Error(`counted ${saved.counts.lines} of ${lines} lines`);
      const { size: bytes } = await stat(file);
      return [
        {
          what: `count a log of ${size} MiB, against wc -l`,
          unit: 's',
          value: seconds,
          baseline: wcSeconds,
          target: null,
        },
        {
          what: 'the same for 1 GiB',
          unit: 's',
          value: (seconds * 1024 * mebibyte) / bytes,
          baseline: null,
          target: { of: 'value', atMost: 60 },
        },
        {
          what: 'processor time for 1 GiB',
          unit: 's',
          value: (used * 1024 * mebibyte) / bytes,
          baseline: null,
          target: null,
        },
        {
          what: 'memory added',
          unit: 'MiB',
          value: most - before,
          baseline: null,
          target: { of: 'value', atMost: 256 },
        },
      ];
    } finally {
      await service.close();
      await rm(folder, { recursive: true });
    }
  },
};

async function writeLog(file: string, size: number): Promise<void> {
  const out = createWriteStream(file);
  // All lines lie in the past, whatever the size: later ones would not count.
  const startMs = Date.now() - (size / shortestLine) * millisecondsApart;
  let written = 0;
  for (let index = 0; written < size; ) {
    let text = '';
    for (; text.length < mebibyte; index += 1) {
      const [day, month, year, time] = new Date(startMs + index * millisecondsApart).toUTCString().slice(5).split(' ');
      text += `198.51.${index % 100}.${index % 250} - - [${day}/${month}/${year}:${time} +0000] "GET /page-${index % 997} HTTP/1.1" 200 5120 "-" "${agents[index % agents.length]}"\n`;
    }
    written += text.length;
    if (!out.write(text)) await new Promise((resolve) => out.once('drain', () => resolve(undefined)));
  }
  out.end();
  await finished(out);
}

/** Processor time of a process in seconds, of which Linux counts a hundred ticks each. */
function processorSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Memory of a process in MiB, now or at its peak. */
function memoryOf(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
