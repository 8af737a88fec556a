import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { useService } from '../support/service.ts';

// Each test starts processes of the real command line, which takes long on a busy machine.
const engines = ['openai', 'google-ai-mode'] as const;
const questions = ['Which CRM suits an agency?', 'Which CRM has a good API?', 'Which CRM is easiest?'];

let env: Record<string, string>;
let websiteId: string;
/** Runs by engine: the declared one answers all questions, the other all but the last. */
const runsOf: Record<string, string[]> = { openai: [], 'google-ai-mode': [] };

const service = useService('sqlite', {
  env: { ENGINES: engines.join(','), ENGINE_HASTE: '1000', ACTIVE_RUNS_PER_OWNER: '20' },
});
beforeAll(async () => {
  websiteId = (await service.makeSite()).id;
  const key = await service.makeKey();
  for (const engine of engines) {
    for (const [index, query] of questions.slice(0, engine === 'openai' ? 3 : 2).entries()) {
      const asked = { query, websiteId, search: { engine }, locale: { country: 'US', language: 'en' } };
      const { id } = await service.makeCase(asked);
      const { body } = await service.ensure(key, id, `report-${engine}-${index}`);
      runsOf[engine]?.push((await service.follow(key, body.run.id)).id);
    }
  }
  env = {
    ...service.database.env,
    ENGINES: engines.join(','),
    OPENAI_API_KEY: 'sk-never-used',
    DATAFORSEO_LOGIN: 'never-used',
    DATAFORSEO_PASSWORD: 'never-used',
    LOG_LEVEL: 'silent',
    SIGHTLINE_URL: service.url,
    SIGHTLINE_API_KEY: key,
  };
});

describe('sightline report --engine', () => {
  it.each(['current', 'overview', 'citations', 'prompts', 'recommendations'])(
    'prints the %s report of the named engine, and of no other',
    async (name) => {
      const args = ['report', name, '--website', websiteId, '--format', 'json'];
      const ended = await Promise.all(engines.map((engine) => runCli([...args, '--engine', engine], env)));
      for (const [index, { code, stdout, stderr }] of ended.entries()) {
        expect([code, stderr]).toEqual([0, '']);
        const report = JSON.parse(stdout);
        expect([report.engine, report.coverage.attemptsConsidered]).toEqual([engines[index], index === 0 ? 3 : 2]);
        const named = [...new Set(stdout.match(/run_[0-9A-Za-z]{22}/g))];
        expect(named.filter((id) => !runsOf[engines[index] ?? '']?.includes(id))).toEqual([]);
      }
    },
  );

  it('uses the declared engine by default, and refuses an unknown engine and one together with a platform', async () => {
    const args = ['report', 'current', '--website', websiteId];
    const declared = await runCli([...args, '--format', 'json'], env);
    expect(JSON.parse(declared.stdout)).toMatchObject({ coverage: { attemptsConsidered: 3 } });
    const unknown = await runCli([...args, '--engine', 'no-such-engine'], env);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringMatching(/^invalid_request: --engine: is not an engine of this server/),
    ]);
    const ofV1 = [...args, '--platform', 'openai-web-search'];
    const both = await runCli([...ofV1, '--engine', 'google-ai-mode', '--api', 'v1'], env);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('need --api v2')]);
    const alone = await runCli(ofV1, env);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--platform works only with --api v1')]);
    expect((await runCli([...ofV1, '--api', 'v1'], env)).code).toBe(0);
  });

  it('follows the rules of the web app with a key, and names v1’s if those are chosen', async () => {
    const { id } = await service.makeCase({ query: 'Is Acme CRM any good?', websiteId, search: { engine: 'openai' } });
    const key = await service.makeKey();
    const { body } = await service.ensure(key, id, 'report-branded');
    await service.follow(key, body.run.id);
    const args = ['report', 'current', '--website', websiteId];
    const json = async (...more: string[]) =>
      JSON.parse((await runCli([...args, '--format', 'json', ...more], env)).stdout);
    const web = await service.call('engineVisibility', { websiteId });
    const report = await json();
    expect(report.visibilityScore).toEqual(web.visibilityScore);
    expect(report.coverage).toMatchObject({ scope: 'all', questionsAnswered: 3, questionKinds: { branded: 1 } });
    expect((await json('--api', 'v1')).coverage.questionsAnswered).toBe(4);
    const v1Words = 'Rule of v1: the newest 100 attempts of the period';
    expect((await runCli([...args, '--api', 'v1'], env)).stdout).toContain(v1Words);
    expect((await runCli(args, env)).stdout).not.toContain(v1Words);
  });
});

describe('sightline bundle --engine', () => {
  it.each(engines)('writes the evidence of %s only, and it verifies', async (engine) => {
    const folder = join(service.database.dataDir, `bundle-${engine}`);
    const made = await runCli(['bundle', '--website', websiteId, '--engine', engine, '--out', folder], env);
    expect([made.code, made.stderr]).toEqual([0, '']);
    const digest = /manifest sha256 ([0-9a-f]{64})/.exec(made.stdout)?.[1] ?? '';
    const verified = await runCli(['verify', folder, '--digest', digest], env);
    expect([verified.code, verified.stdout]).toEqual([
      0,
      expect.stringContaining('nothing differs, every reading repeated'),
    ]);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).join('\n');
    const others = engines.filter((one) => one !== engine).flatMap((one) => runsOf[one] ?? []);
    expect(others.filter((id) => names.includes(id))).toEqual([]);
    const report = JSON.parse(readFileSync(join(folder, 'reports/current.json'), 'utf8'));
    expect(report.coverage.attemptsConsidered).toBe(runsOf[engine]?.length);
  });

  it('refuses an unknown engine', async () => {
    const folder = join(service.database.dataDir, 'bundle-none');
    const made = await runCli(['bundle', '--website', websiteId, '--engine', 'no-such-engine', '--out', folder], env);
    expect([made.code, made.stderr]).toEqual([2, expect.stringContaining('engine')]);
  });
});

describe('sightline sites', () => {
  it('adds a website with its names, lists it and archives it, and names the permission that a key lacks', async () => {
    const add = [
      'sites',
      'add',
      'https://www.shelf.example/',
      '--name',
      'Shelf',
      '--alias',
      'ShelfApp',
      '--alias',
      'The Shelf',
    ];
    const refused = await runCli(add, env);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('manage permission')]);
    const manager = { ...env, SIGHTLINE_API_KEY: await service.makeKey(['manage']) };
    const added = await runCli(add, manager);
    const id = /^(site_\w+) shelf\.example\n$/.exec(added.stdout)?.[1] ?? '';
    expect([added.code, id]).toEqual([0, expect.stringMatching(/^site_/)]);
    const listed = await runCli(['sites', '--json'], env);
    expect(JSON.parse(listed.stdout).items).toContainEqual(
      expect.objectContaining({ id, domain: 'shelf.example', name: 'Shelf', aliases: ['ShelfApp', 'The Shelf'] }),
    );
    const table = await runCli(['sites'], env);
    expect(table.stdout).toMatch(new RegExp(`${id} +shelf\\.example +Shelf +ShelfApp, The Shelf`));
    const archived = await runCli(['sites', 'archive', id], manager);
    expect([archived.code, archived.stdout]).toEqual([0, `${id} is archived\n`]);
    expect((await runCli(['sites'], env)).stdout).not.toContain(id);
    expect((await runCli(['sites', 'archive', 'site_none'], manager)).code).toBe(4);
  });

  it('refuses an invalid address, naming its field', async () => {
    const manager = { ...env, SIGHTLINE_API_KEY: await service.makeKey(['manage']) };
    const ended = await runCli(['sites', 'add', 'not an address'], manager);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/^invalid_request: url: /)]);
  });
});
