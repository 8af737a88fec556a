import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDataDirectory } from '../../src/app/dataDirectory.ts';
import type { Log } from '../../src/ports/log.ts';
import { createLocalEvidenceStore } from '../../src/providers/capture/localEvidenceStore.ts';
import { createFileSpill } from '../../src/providers/spill/fileSpill.ts';
import { onEachDatabase } from '../support/databases.ts';
import { refuseReceipts } from '../support/refusals.ts';
import { startServiceForTest } from '../support/service.ts';

/** Lists entries of the folder, including itself, that another user of the machine could open. */
function openToOthers(directory: string): string[] {
  const found = (lstatSync(directory).mode & 0o077) === 0 ? [] : ['.'];
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if ((lstatSync(path).mode & 0o077) !== 0) found.push(relative(directory, path));
  }
  return found;
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.skipIf(process.platform === 'win32')('the data directory', () => {
  let umask: number;
  let dir: string;
  beforeEach(() => {
    // The most permissive umask: protection must not depend on the operator's shell.
    umask = process.umask(0);
    dir = mkdtempSync(join(tmpdir(), 'sightline-data-'));
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(dir, { recursive: true, force: true });
  });

  it.skipIf(process.platform !== 'linux')('is refused at once where no folder can be created', () => {
    const place = '/proc/sightline/data';
    expect(() => closeDataDirectory(place)).toThrow(/^DATA_DIR: cannot be created \(ENOENT/);
  });

  onEachDatabase('of a running server', (engine) => {
    it('contains nothing that other users can open: databases with their side files, secret, spilled receipts', async () => {
      const service = await startServiceForTest(engine);
      const { id } = await service.makeCase();
      await refuseReceipts(service);
      const key = await service.makeKey();
      expect((await service.ensure(key, id, 'spilled-receipt')).status).toBe(503);
      const names = readdirSync(service.database.dataDir, { recursive: true }).map(String);
      const made = engine === 'sqlite' ? ['sightline.sqlite-wal', 'sightline.sqlite-shm', 'requests.sqlite-wal'] : [];
      expect(names).toEqual(expect.arrayContaining([...made, 'session-secret', 'spill']));
      expect(names.some((name) => /^spill.run_.*json$/.test(name))).toBe(true);
      expect(openToOthers(service.database.dataDir)).toEqual([]);
    });
  });

  it('is created for its own user only', () => {
    const fresh = join(dir, 'deep', 'data');
    expect(closeDataDirectory(fresh)).toEqual({ closed: 0, leftOpen: [] });
    expect([modeOf(fresh), modeOf(join(dir, 'deep'))]).toEqual(['700', '700']);
  });

  it('creates folders of evidence and spilled receipts that only its user can enter', async () => {
    await createFileSpill<{ id: string }>(join(dir, 'spill', 'seo'), { nameOf: ({ id }) => id }).write({ id: 'a' });
    expect(openToOthers(join(dir, 'spill'))).toEqual([]);
    const bundle = { runId: 'run_1', fetches: [], rendered: [] } as never;
    await createLocalEvidenceStore(join(dir, 'evidence')).write(bundle);
    expect(readdirSync(join(dir, 'evidence', 'run_1'))).toHaveLength(2);
    expect(openToOthers(join(dir, 'evidence'))).toEqual([]);
  });

  it('of an older version loses access for other users at the start, with one log line', async () => {
    const lines: string[] = [];
    const keep = (fields: Record<string, unknown>, message: string): void => {
      if (/data directory/.test(message)) lines.push(`${message} ${JSON.stringify(fields)}`);
    };
    const log: Log = { info: keep, warn: keep, error: keep };
    const service = await startServiceForTest('sqlite', { replace: { log } });
    lines.length = 0;
    const { dataDir } = service.database;
    for (const path of ['evidence/run_1', 'spill', 'backups']) mkdirSync(join(dataDir, path), { recursive: true });
    for (const path of ['evidence/run_1/manifest.json', 'spill/a.json', 'backups/old.sqlite', 'sightline.sqlite.bak'])
      writeFileSync(join(dataDir, path), '');
    for (const name of ['sightline.sqlite', 'requests.sqlite', 'session-secret', '.'])
      chmodSync(join(dataDir, name), 0o755);
    // Foreign files stay unchanged, including the target of a link.
    writeFileSync(join(dataDir, 'notes.txt'), '');
    writeFileSync(join(dir, 'outside'), '');
    symlinkSync(join(dir, 'outside'), join(dataDir, 'evidence', 'link'));

    await service.restart();
    expect(openToOthers(dataDir).sort()).toEqual(['evidence/link', 'notes.txt']);
    expect(modeOf(join(dir, 'outside'))).toBe('666');
    expect([modeOf(join(dataDir, 'sightline.sqlite')), modeOf(join(dataDir, 'evidence'))]).toEqual(['600', '700']);
    expect(lines).toEqual([
      expect.stringMatching(/other users of this machine could read.*"closed":12,"leftOpen":\[\]/),
    ]);
    lines.length = 0;
    await service.restart();
    expect(lines).toEqual([]);
  });

  it('stops the start, naming the folder, if it cannot be created', () => {
    writeFileSync(join(dir, 'file'), '');
    expect(() => closeDataDirectory(join(dir, 'file'))).toThrow(/^DATA_DIR: cannot be created \(/);
  });

  it('is refused if other users can write to it', () => {
    expect(() => closeDataDirectory('/')).toThrow(/^DATA_DIR: .* choose a separate folder/);
    chmodSync(dir, 0o1777);
    expect(() => closeDataDirectory(dir)).toThrow(/^DATA_DIR: /);
    expect(modeOf(dir)).toBe('777');
  });
});
