import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reportFigure } from '../support/campaignFigure.ts';
import { main, startUnder, untilPrinted } from '../support/cli.ts';
import { replayTrace, tracedCalls } from '../support/powerCut.ts';
import { mustSkip } from '../support/require.ts';
import { startServerProcess } from '../support/serverProcess.ts';
import { inQuick } from '../support/suites.ts';

/** POWER_CUTS=60 runs the long campaign: a number of purchases, at each of which the power is cut twice. */
const purchases = Math.ceil(Number(process.env.POWER_CUTS ?? inQuick(8, 16)) / 2);
const whyNoStrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0 ? null : 'strace does not run';

/** Moment of a power cut, and the data that must be on the disk then. Milliseconds since the epoch. */
type Cut = { time: number; runId: string; what: 'a create has left' | 'a caller was answered' };

describe.skipIf(mustSkip('strace', whyNoStrace))('a power cut that loses unsynced data', () => {
  it(`loses no create’s intent and no answer, at ${2 * purchases} moments`, {
    timeout: 240_000 + purchases * 4_000,
  }, async () => {
    const server = await startServerProcess('sqlite', { env: { ACTIVE_RUNS_PER_OWNER: '1000' } });
    const { database, env, simulator } = server;
    const disk = mkdtempSync(join(tmpdir(), 'sightline-cut-'));
    onTestFinished(() => rmSync(disk, { recursive: true, force: true }));
    const trace = join(disk, 'trace.txt');
    const cases: string[] = [];
    for (let number = 0; number < purchases; number += 1) cases.push(await server.makeCase(`Question ${number}?`));
    await server.kill('SIGTERM');
    const isDatabase = (name: string): boolean => /^sightline\.sqlite(-wal)?$/.test(name);
    const before = new Map(
      readdirSync(database.dataDir)
        .filter(isDatabase)
        .map((name) => [name, readFileSync(join(database.dataDir, name))]),
    );

    const words = ['-D', '-f', '-q', '-y', '-xx', '-s', '100000', '-ttt', '-o', trace, '-e', `trace=${tracedCalls}`];
    server.process = startUnder(['strace', ...words], [main, 'serve'], env);
    await untilPrinted(server.process, /listening on/);
    const cuts: Cut[] = [];
    for (const [number, caseId] of cases.entries()) {
      const answered = await server.ensure(caseId, `power-cut-${number}`);
      const time = Date.now();
      expect(answered.status, answered.text).toBe(202);
      cuts.push({ time, runId: answered.body.run.id, what: 'a caller was answered' });
    }
    for (const { operation, at, body } of simulator.ledger) {
      const runId = (body as { metadata?: { run_id?: string } }).metadata?.run_id;
      // The ledger's times are whole milliseconds.
      if (operation === 'create') cuts.push({ time: at + 1, runId: String(runId), what: 'a create has left' });
    }
    cuts.sort((one, other) => one.time - other.time);
    await server.kill();
    await expect.poll(() => existsSync(trace) && readFileSync(trace, 'utf8').includes('killed by SIGKILL')).toBe(true);

    const replayed = replayTrace(readFileSync(trace, 'utf8'), join(database.dataDir, 'sightline.sqlite'), before);
    const lost: string[] = [];
    for (const [number, { time, runId, what }] of cuts.entries()) {
      const folder = join(disk, String(number));
      const phase = phaseAfter(folder, replayed.filesAt(time), runId);
      if (phase === null || phase === 'reserved') lost.push(`${what}, and ${runId} is ${phase ?? 'gone'}`);
    }
    reportFigure(
      `SQLite: power cut at ${cuts.length} moments of ${purchases} purchases, ${replayed.syncs} syncs between them; ` +
        `every database whole, ${lost.length} creates or answers forgotten`,
    );
    expect(cuts.length).toBe(2 * purchases);
    expect(replayed.syncs).toBeGreaterThan(0);
    expect(lost).toEqual([]);
  });
});

/** Opens the remaining files as the next start would. Returns the run's phase. */
function phaseAfter(folder: string, files: ReadonlyMap<string, Buffer>, runId: string): string | null {
  mkdirSync(folder);
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  const opened = new DatabaseSync(join(folder, 'sightline.sqlite'));
  try {
    const [checked] = opened.prepare('PRAGMA integrity_check').all();
    expect(checked).toEqual({ integrity_check: 'ok' });
    const row = opened.prepare('SELECT phase FROM runs WHERE id = ?').get(runId);
    return row === undefined ? null : String(row.phase);
  } finally {
    opened.close();
    rmSync(folder, { recursive: true });
  }
}

describe('the replay of a trace', () => {
  const hex = (text: string): string => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16)}`).join('');
  const line = (time: number, said: string, thread = 7): string => `${thread} ${(time / 1_000).toFixed(6)} ${said}`;
  const file = `3<${hex('/d/f')}>`;
  const trace = [
    line(1_000, `pwrite64(${file}, "${hex('one')}", 3, 0) = 3`),
    line(2_000, `fdatasync(${file} <unfinished ...>`),
    line(2_500, `pwrite64(4<${hex('/elsewhere/f')}>, "${hex('no')}", 2, 0) = 2`, 8),
    line(3_000, '<... fdatasync resumed>) = 0'),
    line(4_000, `pwrite64(${file}, "${hex('two')}", 3, 3) = 3`),
    line(5_000, `fsync(${file}) = -1 EIO (Input/output error)`),
    line(6_000, `ftruncate(${file}, 4) = 0`),
    line(7_000, `fsync(${file}) = 0`),
  ].join('\n');

  it.each([
    [1_500, undefined, 'what was written and not synced is gone'],
    [2_900, undefined, 'a sync that has not ended keeps nothing'],
    [3_100, 'one', 'what was synced stays'],
    [6_500, 'one', 'a sync that failed keeps nothing'],
    [7_100, 'onet', 'what was cut off is cut off'],
  ])('at %i ms: %s (%s)', (time, left, _says) => {
    const files = replayTrace(trace, '/d', new Map()).filesAt(time);
    expect(files.get('f')?.toString() || undefined).toBe(left);
  });
});
