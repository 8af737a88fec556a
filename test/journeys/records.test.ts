import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { benchBundle } from '../../bench/benchBundle.ts';
import { readConfig } from '../../src/app/config.ts';
import { createBundle, rereadSavedAnswers } from '../../src/app/records.ts';
import { deleteOld } from '../../src/app/retention.ts';
import { readBundle, writeBundle } from '../../src/cli/captures/bundleFolder.ts';
import { readerVersion } from '../../src/domain/answer/readerVersion.ts';
import { verifyBundle } from '../../src/domain/bundle/verifyBundle.ts';
import { analyze } from '../../src/domain/checks/analyze.ts';
import { unknownUsage } from '../../src/domain/runs/run.ts';
import type { RereadAnswer } from '../../src/services/operator/rereadAnswers.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { savePlain } from '../support/plainTexts.ts';
import { savedRun } from '../support/records.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { saveCheckedRun, savedSearches } from '../support/savedResults.ts';
import { useService } from '../support/service.ts';

onEachDatabase('saved records', (engine) => {
  const service = useService(engine);
  let key: string;
  let websiteId: string;
  let caseIds: string[];
  let runIds: string[];
  let websiteRunId: string;

  beforeAll(async () => {
    key = await service.makeKey();
    websiteId = (await service.makeSite()).id;
    caseIds = [];
    for (let at = 0; at < 2; at += 1) caseIds.push((await service.makeCase({ websiteId })).id);
    const save = (question: number, names: string[], surface: 'openai-responses-web-search' | 'simulator') =>
      saveAnswer(service, {
        websiteId,
        caseId: caseIds[question] ?? '',
        createdAt: `2026-03-0${question + 2}T10:00:00.000Z`,
        names,
        surface,
        cites: ['https://www.acme-crm.example/pricing'],
      });
    runIds = [
      await save(
        0,
        ['Acme CRM acme-crm.example', 'Rivalo rivalo.example', 'Third third.example'],
        'openai-responses-web-search',
      ),
      await save(1, ['Rivalo rivalo.example'], 'openai-responses-web-search'),
    ];
    await save(0, ['Rivalo rivalo.example'], 'simulator');
    websiteRunId = await saveWebsiteRun();
  });

  /** Configuration of the operator's commands: the same database, no server and no network. */
  const config = () => readConfig({ ...service.database.env, OPENAI_API_KEY: 'sk-never-used', LOG_LEVEL: 'silent' });

  async function reread(dryRun: boolean) {
    const changes: RereadAnswer[] = [];
    const done = await rereadSavedAnswers(config(), { dryRun, report: (answer) => void changes.push(answer) });
    return { ...done, changes };
  }

  const score = async () => await service.call('engineVisibility', { websiteId, scope: 'newest100' }, { key });

  it('reread: a newer reader reads saved answers again, keeps the old reading and changes no run', async () => {
    const [runId = ''] = runIds;
    await savePlain(service.db);
    const row = await service.db
      .selectFrom('run_results')
      .selectAll()
      .where('run_id', '=', runId)
      .executeTakeFirstOrThrow();
    const [facts, result] = [JSON.parse(row.facts ?? ''), JSON.parse(row.result)];
    const shown = async () => (await service.readRun(key, runId)).result;
    expect(await shown()).toEqual(result);
    // Reading as an older reader saved it: the owner missing, the others in reverse order.
    const old = {
      facts: JSON.stringify({ ...facts, readerVersion: 'reader/0', mentions: facts.mentions.slice(1).reverse() }),
      result: JSON.stringify({
        ...result,
        mentions: result.mentions.slice(1).reverse(),
        limitations: ['finish_time_unknown: The time is a guess.', ...result.limitations],
      }),
    };
    await service.db
      .updateTable('run_results')
      // Earlier readers saved no searches.
      .set({ ...old, version: 'reader/0', searches: null })
      .where('run_id', '=', runId)
      .execute();
    const before = await savedRun(service, runId);
    // A recently read run is still read from the database, so another process's change shows at once.
    expect(await shown()).toEqual(JSON.parse(old.result));

    const change = { came: ['Acme CRM'], went: [], reordered: true };
    // The older reader missed the owner's name in the text, so the status is unknown, never a no.
    const counts = {
      websiteId,
      surface: 'openai-responses-web-search',
      before: { listed: 0, known: 1, unknown: 1, score: 0 },
      after: { listed: 1, known: 2, unknown: 0, score: 50 },
    };
    const expected = {
      answers: 1,
      changed: 1,
      unreadable: [],
      sites: [counts],
      changes: [{ runId, fromVersion: 'reader/0', change }],
    };
    expect(await reread(true)).toMatchObject({ ...expected, dryRun: true });
    expect((await score()).visibilityScore.numerator).toBe(0);
    expect(await reread(false)).toMatchObject({ ...expected, readerVersion });
    expect(await savedRun(service, runId)).toEqual(before);
    const rows = await service.db
      .selectFrom('run_results')
      .selectAll()
      .where('run_id', '=', runId)
      .orderBy('version')
      .execute();
    expect(rows.map(({ version, current }) => [version, current])).toEqual([
      ['reader/0', 0],
      [row.version, 1],
    ]);
    expect(rows[0]).toMatchObject({ ...old, searches: null });
    expect(savedSearches(rows[1])).toEqual(JSON.parse(row.searches ?? ''));
    const { run } = await service.call('readRun', { kind: 'keyword', id: runId }, { key });
    expect(run.result.mentions.map(({ name }) => name)).toEqual(['Acme CRM', 'Rivalo', 'Third']);
    expect(run.result.limitations[0]).toBe('finish_time_unknown: The time is a guess.');
    expect((await score()).visibilityScore.numerator).toBe(1);

    expect(await reread(false)).toMatchObject({ answers: 0, changes: [] });
  });

  it('bundle: it contains what the API reports, and verify recomputes all of it from its own files', async () => {
    const window = { startDate: null, endDate: null, model: null };
    const files = await createBundle(config(), { websiteId, ...window });
    const folder = join(service.database.dataDir, 'bundle');
    const digest = writeBundle(folder, files);
    const verification = verifyBundle(readBundle(folder).files);
    expect(verification).toMatchObject({ differences: [], missing: [], notes: [], manifestDigest: digest });
    expect(verification.counted).toEqual({ files: 10, readings: 2, reports: 5, experiments: 0 });
    const current = files.find(({ path }) => path === 'reports/current.json');
    const { filters, ...bundled } = JSON.parse(current?.text ?? '');
    // A bundle counts every question, as v1 does, and leaves out question kinds.
    const { questionKinds, ...coverage } = bundled.coverage;
    expect(questionKinds).toBeNull();
    expect(await score()).toMatchObject({ ...bundled, coverage });
    expect(filters.limit).toBe(200);
    // No file of a bundle of real answers contains the simulator's answer.
    expect(files.filter(({ path }) => path.startsWith('answers/')).map(({ path }) => path)).toEqual(
      runIds.map((id) => `answers/${id}.json`).sort(),
    );
    await expect(createBundle(config(), { websiteId: 'site_unknown', ...window })).rejects.toThrow(/website/);
  });

  /** Saves a completed website run in which the pricing page fails a gate. */
  async function saveWebsiteRun(): Promise<string> {
    const { runtime } = service.api;
    const keyword = await savedRun(service, runIds[0] ?? '');
    const { result } = analyze(benchBundle(3, 3_000));
    const id = runtime.newId('run');
    const observedAt = '2026-03-04T10:00:00.000Z';
    const pricing = { url: 'https://www.acme-crm.example/pricing', outcome: 'fail' };
    const checks = result.checks.map((check) =>
      check.id === 'access.page.status'
        ? { ...check, outcome: 'fail' as const, evidence: { examples: [pricing] } }
        : check,
    );
    const run = {
      ...keyword,
      id,
      kind: 'website' as const,
      engine: null,
      targetId: websiteId,
      surface: 'captured-pages' as const,
      ask: {
        kind: 'website' as const,
        homeUrl: 'https://www.acme-crm.example/',
        domain: 'acme-crm.example',
        siteName: 'Acme',
      },
      model: null,
      searchMode: null,
      observedAt,
      usage: unknownUsage,
    };
    await saveCheckedRun(service, run, { ...result, checks }, observedAt);
    return id;
  }

  it('recommends fixing a cited page that failed a gate in the latest website run, naming that run', async () => {
    const body = await service.call('visibilityRecommendations', { websiteId }, { key });
    const verification = body.recommendations.rows.filter((row) => row.ruleId === 'VR13');
    expect(verification).toHaveLength(1);
    expect(verification[0]).toMatchObject({
      severity: 'high',
      numbers: { url: 'https://www.acme-crm.example/pricing', websiteRunId, checkId: 'access.page.status' },
    });
    expect(verification[0]?.runIds).toContain(websiteRunId);
  });

  long('retention: deletes only the named data of old months, and says so in the answer', async () => {
    const { createdAt: boughtAt } = await buyOne();
    const tables = ['runs', 'idempotency_keys', 'ledger_entries', 'raw_answers', 'run_results'] as const;
    const countAll = () =>
      Promise.all(
        tables.map(async (table) => {
          const row = await service.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow();
          return Number(row.count);
        }),
      );
    const [runs, keys, entries, raws, results] = (await countAll()) as [number, number, number, number, number];
    expect(Math.min(keys, entries)).toBeGreaterThan(0);

    const looked = await deleteOld(config(), '2026-04', []);
    expect(looked.deleted).toEqual({ 'raw-answers': null, 'earlier-readings': null });
    expect(looked.old.map(({ month, kind, records }) => [month, kind, records])).toEqual([
      ['2026-03', 'raw-answers', 3],
      ['2026-03', 'earlier-readings', 1],
    ]);
    expect(looked.old.every(({ bytes }) => bytes > 100)).toBe(true);
    expect(await countAll()).toEqual([runs, keys, entries, raws, results]);

    const [runId = ''] = runIds;
    const before = await savedRun(service, runId);
    const scored = await score();
    const done = await deleteOld(config(), '2026-04', ['raw-answers', 'earlier-readings']);
    expect(done.deleted).toEqual({ 'raw-answers': 3, 'earlier-readings': 1 });
    // This month's answer keeps everything; so do the keys, money and displayed results of old ones.
    expect(boughtAt.slice(0, 7) > '2026-04').toBe(true);
    expect(await countAll()).toEqual([runs, keys, entries, raws - 3, results - 1]);
    expect(await savedRun(service, runId)).toEqual(before);
    expect(await score()).toEqual(scored);
    const { run } = await service.call('readRun', { kind: 'keyword', id: runId }, { key });
    expect(run.result.mentions.length).toBe(3);
    expect(run.result.limitations).toContain(
      "raw_answer_deleted: The provider's own answer was deleted by retention; no newer reader can read it again.",
    );
    expect((await deleteOld(config(), '2026-04', ['raw-answers'])).deleted['raw-answers']).toBe(0);
  });

  it('retention: refuses a month that has not begun', async () => {
    await expect(deleteOld(config(), '2999-01', ['raw-answers'])).rejects.toThrow(/has not begun/);
    await expect(deleteOld(config(), '2026-13', [])).rejects.toThrow(/must be a month/);
  });

  /** Buys one answer now, with its key and its money. */
  async function buyOne(): Promise<{ createdAt: string }> {
    const { body } = await service.ensure(key, caseIds[0] ?? '', 'kept-for-ever-1', { maxAgeSeconds: 0 });
    await service.follow(key, body.run.id);
    return savedRun(service, body.run.id);
  }
});
