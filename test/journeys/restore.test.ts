import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp as backUpInProcess } from '../../src/app/backup.ts';
import { type Config, readConfig } from '../../src/app/config.ts';
import { buildSpills } from '../../src/app/configuredSpill.ts';
import { reconcileAfterRestore, restore } from '../../src/app/restore.ts';
import type { AnswerProvider } from '../../src/ports/answerProvider.ts';
import { type RestoreReport, reconcileRestore } from '../../src/services/operator/reconcileRestore.ts';
import { type CliResult, runCli } from '../support/cli.ts';
import { type DatabaseKind, onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { newFolder } from '../support/newFolder.ts';
import { assertWholeDatabase } from '../support/savedResults.ts';
import { providerEnvironment, startServiceForTest, startTestService, type TestService } from '../support/service.ts';
import { toyDialect, toyEngine } from '../support/toyEngine.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs the command line as the operator of the database. */
function operator(service: TestService): (...args: string[]) => Promise<CliResult> {
  return (...args) => runCli(args, { ...providerEnvironment(service.simulator), ...service.database.env });
}

const configOf = (service: TestService): Config =>
  readConfig({ ...providerEnvironment(service.simulator), ...service.database.env });

/** Follows the page on deployment: the command, and for PostgreSQL its own tools too. */
async function backUp(service: TestService, engine: DatabaseKind): Promise<CliResult> {
  const made = await operator(service)('backup', join(folder, 'copy'));
  const { DATABASE_URL = '' } = service.database.env;
  if (engine === 'postgres')
    execFileSync('pg_dump', ['--format=custom', `--file=${join(folder, 'dump')}`, DATABASE_URL]);
  return made;
}

async function putBack(service: TestService, engine: DatabaseKind): Promise<CliResult> {
  const { DATABASE_URL = '' } = service.database.env;
  if (engine === 'postgres') {
    execFileSync('pg_restore', ['--clean', '--if-exists', `--dbname=${DATABASE_URL}`, join(folder, 'dump')]);
  }
  return operator(service)('restore', join(folder, 'copy'));
}

const seoCalls = ({ simulator }: TestService): number =>
  simulator.ledger.filter(({ operation, created }) => operation === 'seo_call' && created !== null).length;

onEachDatabase('an older state, with newer work at the provider', (engine) => {
  let service: TestService;
  afterEach(() => service.close());

  const lookUp = (key: string, domain: string, idempotencyKey: string) =>
    service.reply('requestSeoOverview', { domain, confirmSpend: true }, { key, idempotencyKey });

  const ensure = (key: string, caseId: string, idempotencyKey: string, maxAgeSeconds = 0) =>
    service.ensure(key, caseId, idempotencyKey, { maxAgeSeconds });

  it('buys nothing again, lists what is newer, and releases what an operator accepts', async () => {
    service = await startTestService(engine, { env: { SUBMIT_TIMEOUT_MS: '60000' } });
    const key = await service.makeKey();
    const site = await service.makeSite();
    const of = (query: string) => service.makeCase({ query, websiteId: site.id });
    const [before, during, after] = await Promise.all([
      of('Which CRM is old?'),
      of('Which is slow?'),
      of('Which is new?'),
    ]);
    const answered = await service.ensure(key, before.id, 'key-before-1', { maxAgeSeconds: 0 });
    await service.follow(key, answered.body.run.id);

    const copied = Promise.withResolvers<void>();
    const reply = { kind: 'stalled', until: copied.promise } as const;
    const untilAsked = (operation: string, count: number) =>
      expect.poll(() => service.simulator.ledger.filter((entry) => entry.operation === operation)).toHaveLength(count);
    // During the backup, one run has not been sent yet, and one report has not made its second call.
    service.simulator.script({ at: 'conversation', reply });
    service.simulator.script({ at: 'seo_call', when: 'pending.example', reply });
    const slowRun = service.ensure(key, during.id, 'key-during-1', { maxAgeSeconds: 0 });
    const slowReport = lookUp(key, 'pending.example', 'seo-during-1');
    await untilAsked('conversation', 2);
    await untilAsked('seo_call', 1);
    const backup = await backUp(service, engine);
    expect([backup.stderr, backup.code]).toEqual(['', 0]);
    copied.resolve();

    const slow = (await slowRun).body.run;
    await service.follow(key, slow.id);
    expect((await slowReport).status).toBe(200);
    const newer = (await service.ensure(key, after.id, 'key-after-1', { maxAgeSeconds: 0 })).body.run;
    await service.follow(key, newer.id);
    expect((await lookUp(key, 'newer.example', 'seo-after-1')).status).toBe(200);
    const receipt = { runId: newer.id, workspaceId: 'org_x', sessionId: 'conv_x', taskId: 'resp_x', acceptedAt: '' };
    await buildSpills({ DATA_DIR: service.database.dataDir }).spill.write(receipt);
    const bought = { creates: service.creates(), seoCalls: seoCalls(service) };
    expect(bought).toEqual({ creates: 3, seoCalls: 4 });

    await service.stop();
    const restored = await putBack(service, engine);
    expect([restored.stderr, restored.code]).toEqual(['', 0]);
    await service.restart();
    // Longer than a worker needs to claim ready work.
    await pause(1_500);
    const ready = (await service.ask('/readyz')).body as unknown as { status: string; parts: { restore: string } };
    expect([ready.status, ready.parts.restore]).toEqual([
      'degraded',
      expect.stringMatching(/^The state of .* restored/),
    ]);
    const refused = await ensure(key, after.id, 'key-after-1');
    expect(refused.body.error).toMatchObject({
      code: 'creation_unresolved',
      message: expect.stringContaining('sightline reconcile-restore'),
      details: { field: 'caseId', reason: 'restored' },
    });
    const others = await Promise.all([
      ensure(key, after.id, 'key-other-1'),
      ensure(key, before.id, 'key-other-2'),
      ensure(key, during.id, 'key-other-3'),
      lookUp(key, 'newer.example', 'seo-after-1'),
      lookUp(key, 'newer.example', 'seo-other-1'),
      lookUp(key, 'pending.example', 'seo-other-2'),
      lookUp(key, 'never.example', 'seo-other-3'),
    ]);
    expect(others.map(({ status, body }) => [status, body.error?.code])).toEqual(
      others.map(() => [409, 'creation_unresolved']),
    );
    // Saved, fresh answers are still returned, and the key of an unsent run still leads to that run.
    expect((await ensure(key, before.id, 'key-other-4', 86_400)).body.disposition).toBe('fresh_saved');
    const sameRun = (await ensure(key, during.id, 'key-during-1')).body.run;
    expect(sameRun).toMatchObject({ id: slow.id, status: 'requires_action' });
    expect({ creates: service.creates(), seoCalls: seoCalls(service) }).toEqual(bought);
    expect(readdirSync(join(service.database.dataDir, 'spill'))).toContain(`${newer.id}.json`);

    const looked = await operator(service)('reconcile-restore', '--json');
    const look: RestoreReport = JSON.parse(looked.stdout);
    expect([looked.stderr, looked.code]).toEqual(['', 5]);
    expect(look.newerWork.map(({ id, targets, costUsd }) => [id.split(':')[1], targets, costUsd]).sort()).toEqual([
      ['domain_rank_overview', ['newer.example'], expect.any(Number)],
      ['ranked_keywords', ['newer.example'], expect.any(Number)],
    ]);
    expect(look.spilled).toEqual([{ id: newer.id, taskId: 'resp_x', sessionId: 'conv_x' }]);
    expect(look.held).toEqual(['newer.example']);
    const part = (label: string) => look.parts.find(({ what }) => what.startsWith(label));
    expect([part('SEO lookups')?.lifted, part('OpenAI')?.lifted]).toEqual([true, false]);
    expect(part('OpenAI')?.because).toContain('only --accept unblocks it');

    // A request may buy only if the provider's list works and shows nothing newer.
    expect((await lookUp(key, 'never.example', 'seo-other-3')).status).toBe(200);
    expect((await lookUp(key, 'newer.example', 'seo-after-1')).status).toBe(409);
    expect((await ensure(key, after.id, 'key-after-1')).status).toBe(409);
    expect(seoCalls(service)).toBe(bought.seoCalls + 2);

    const accept = (...words: string[]) => reconcileAfterRestore(configOf(service), words);
    await accept(after.id);
    expect((await ensure(key, after.id, 'key-after-1')).body.disposition).toBe('started');
    expect((await ensure(key, before.id, 'key-other-2')).status).toBe(409);
    await expect(accept('nonsense')).rejects.toThrow(/accept: nonsense/);
    expect((await accept('all')).ended).toBe(true);
    expect((await accept()).fence).toBeNull();
    expect((await lookUp(key, 'newer.example', 'seo-after-1')).status).toBe(200);
    expect((await ensure(key, before.id, 'key-other-2')).body.disposition).toBe('started');
    expect(service.creates()).toBe(bought.creates + 2);
  });
});

long('a copy that is restored manually is noticed, because the data directory knows of newer work', async () => {
  const service = await startServiceForTest('sqlite');
  const key = await service.makeKey();
  const { id } = await service.makeCase();
  const bought = async (idempotencyKey: string) => {
    const { body } = await service.ensure(key, id, idempotencyKey, { maxAgeSeconds: 0 });
    await service.follow(key, body.run.id);
  };
  await bought('key-number-1');
  await service.stop();
  const file = join(service.database.dataDir, 'sightline.sqlite');
  cpSync(file, join(folder, 'by-hand'));
  await service.restart();
  await bought('key-number-2');
  await service.stop();
  cpSync(join(folder, 'by-hand'), file);
  await service.restart();
  const refused = await service.ensure(key, id, 'key-number-2', { maxAgeSeconds: 0 });
  expect([refused.status, refused.body.error.details?.reason, service.creates()]).toEqual([409, 'restored', 2]);
  const look = await reconcileAfterRestore(configOf(service), ['all']);
  expect([look.fence?.cause, look.ended]).toEqual(['older_than_noted', true]);
  await service.restart();
  await bought('key-number-2');
  expect(service.creates()).toBe(3);
});

long('for an engine that lists its tasks, only questions asked since the backup stay fenced', async () => {
  const toy: { service?: TestService } = {};
  const asked = new Map<string, string>();
  const engine = toyEngine(() => toy.service?.simulator.url ?? '');
  const listing: AnswerProvider = {
    ...engine,
    async submit(request, handle) {
      asked.set(request.runId, request.question);
      return engine.submit(request, handle);
    },
    listTasks: async () => ({
      kind: 'listed',
      tasks: [...asked].map(([runId, question]) => ({ runId, taskId: runId, question, createdAt: null, costUsd: 0.5 })),
    }),
  };
  const service = await startServiceForTest('sqlite', {
    replace: { answers: [listing] },
    simulator: { dialects: [toyDialect()] },
  });
  toy.service = service;
  const key = await service.makeKey();
  const [one, two] = [await service.makeCase(), await service.makeCase()];
  const buy = (caseId: string, idempotencyKey: string) =>
    service.ensure(key, caseId, idempotencyKey, { maxAgeSeconds: 0 });
  await service.follow(key, (await buy(one.id, 'key-number-1')).body.run.id);
  await operator(service)('backup', join(folder, 'copy'));
  const newer = (await buy(two.id, 'key-number-2')).body.run;
  await service.follow(key, newer.id);
  await service.stop();
  expect((await operator(service)('restore', join(folder, 'copy'))).code).toBe(0);
  await service.restart();
  expect((await buy(one.id, 'key-number-3')).status).toBe(409);
  const look = await reconcileRestore(service.api, []);
  expect(look.newerWork).toEqual([
    { provider: 'toy', id: newer.id, runId: newer.id, targets: [two.id], at: null, costUsd: 0.5 },
  ]);
  expect([look.held, look.ended]).toEqual([[two.id], false]);
  expect((await buy(one.id, 'key-number-3')).body.disposition).toBe('started');
  expect((await buy(two.id, 'key-number-2')).status).toBe(409);
});

long(
  'a backup made under load is complete each time; a damaged, foreign or used one is refused in one line',
  async () => {
    const service = await startServiceForTest('sqlite', {
      env: { ACTIVE_RUNS_PER_OWNER: '1000', RUNS_PER_DAY_PER_OWNER: '9999' },
    });
    const key = await service.makeKey();
    const { id } = await service.makeCase();
    let writing = true;
    const load = (async () => {
      for (let count = 0; writing; count += 1) await service.ensure(key, id, `key-under-load-${count}`);
    })();
    for (let copy = 0; copy < 4; copy += 1) {
      const file = join(folder, `copy-${copy}`);
      const made = await backUpInProcess(configOf(service), file);
      expect([made.file, existsSync(`${file}-wal`), existsSync(`${file}.partial`)]).toEqual([file, false, false]);
      assertWholeDatabase(file);
    }
    writing = false;
    await load;
    const copy = join(folder, 'copy-0');
    await expect(backUpInProcess(configOf(service), copy)).rejects.toThrow(/exists; a backup never overwrites a file/);
    await expect(restore(configOf(service), copy)).rejects.toThrow(/another Sightline server is using/);
    await service.stop();
    const before = readFileSync(join(service.database.dataDir, 'sightline.sqlite'));
    await expect(restore(configOf(service), join(folder, 'none'))).rejects.toThrow(/manifest.json: is missing/);
    writeFileSync(copy, readFileSync(copy).fill(7, 5_000, 5_100));
    await expect(restore(configOf(service), copy)).rejects.toThrow(/does not match its manifest/);
    const env = { ...service.database.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    await expect(restore(readConfig(env), join(folder, 'copy-1'))).rejects.toThrow(/is from the embedded database/);
    expect(readFileSync(join(service.database.dataDir, 'sightline.sqlite')).equals(before)).toBe(true);
  },
);
