import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/failures.ts';
import { createProgress } from '../../src/cli/progress.ts';
import { derivedKey } from '../../src/cli/runs/ensure.ts';
import { SightlineError } from '../../src/client/sightlineError.ts';
import { runCli, startCli, untilPrinted } from '../support/cli.ts';
import { createTestDatabase } from '../support/databases.ts';
import { listenForTest } from '../support/listen.ts';
import { long } from '../support/long.ts';
import { newFolder } from '../support/newFolder.ts';
import { useService } from '../support/service.ts';
import { firstInQuick } from '../support/suites.ts';

// Each test starts processes of the real command line, which takes long on a busy machine.
let key: string;
let env: Record<string, string>;

const service = useService('sqlite', { env: { ACTIVE_RUNS_PER_OWNER: '2' } });
beforeAll(async () => {
  key = await service.makeKey();
  env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: key };
});

describe('sightline call', () => {
  long('prints the response as JSON and exits with 0', async () => {
    const ended = await runCli(['call', 'authStatus'], env);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ valid: true });
  });

  long('sends its options and its body, also from standard input', async () => {
    const { id } = await service.makeCase();
    const body = JSON.stringify({ kind: 'keyword', caseId: id });
    const ended = await runCli(
      ['call', 'ensureObservation', '--idempotency-key', 'from-the-shell', '--body', '-'],
      env,
      body,
    );
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const { run } = JSON.parse(ended.stdout) as { run: { id: string } };
    await service.follow(key, run.id);
    const read = await runCli(
      ['call', 'readObservation', '--kind', 'keyword', '--case-id', id, '--max-age-seconds', '60'],
      env,
    );
    expect(JSON.parse(read.stdout)).toMatchObject({
      disposition: 'saved',
      run: { id: run.id },
      freshness: { maxAgeSeconds: 60 },
    });
  });

  long('manages websites with a permitted key, and names the missing permission of a key without it', async () => {
    const body = JSON.stringify({ url: 'https://shell.example', name: 'Shell' });
    const refused = await runCli(['call', 'createSite', '--body', body], env);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('manage permission')]);
    const manager = { ...env, SIGHTLINE_API_KEY: await service.makeKey(['manage']) };
    const made = await runCli(['call', 'createSite', '--body', body], manager);
    expect([made.code, JSON.parse(made.stdout).site.domain]).toEqual([0, 'shell.example']);
    const { id } = JSON.parse(made.stdout).site as { id: string };
    const archived = await runCli(['call', 'archiveSite', '--id', id], manager);
    expect([archived.code, archived.stderr]).toEqual([0, '']);
  });

  it('a domain names its website, also where the API calls it only `id`', async () => {
    const { id, domain } = await service.makeSite();
    const manager = { ...env, SIGHTLINE_API_KEY: await service.makeKey(['manage']) };
    const added = await runCli(['rivals', 'add', 'rival.example', '--website', domain], manager);
    expect([added.code, added.stderr]).toEqual([0, '']);
    const listed = await runCli(['rivals', 'list', '--website', id, '--json'], manager);
    expect(JSON.parse(listed.stdout).items).toMatchObject([{ domain: 'rival.example' }]);
    const planned = ['plans', 'add', 'Daily', '--website', domain, '--engine', 'openai', '--every', 'daily', '--json'];
    const plan = await runCli(planned, manager);
    expect(JSON.parse(plan.stdout).plan.questions).toMatchObject({ websiteId: id });
    const archived = await runCli(['sites', 'archive', domain], manager);
    expect([archived.code, archived.stderr]).toEqual([0, '']);
    const unknown = await runCli(['notes', 'list', '--website', domain], manager);
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringMatching(/^not_found: --website: no website/)]);
    const restored = await runCli(['sites', 'restore', domain], manager);
    expect([restored.code, restored.stderr]).toEqual([0, '']);
  });

  const ends: [name: string, args: string[], more: Record<string, string>, code: number, said: RegExp][] = [
    ['a wrong key', ['authStatus'], { SIGHTLINE_API_KEY: 'wrong' }, 3, /^unauthorized: /],
    ['an unknown record', ['readRun', '--kind', 'keyword', '--id', 'run_unknown'], {}, 4, /^not_found: /],
    ['a bad field', ['readObservation', '--kind', 'page'], {}, 2, /^invalid_request: kind: /],
    ['no server', ['authStatus'], { SIGHTLINE_URL: 'http://127.0.0.1:9' }, 7, /http:\/\/127\.0\.0\.1:9 did not answer/],
    ['an address with a path', ['authStatus'], { SIGHTLINE_URL: 'http://127.0.0.1:9/api' }, 2, /without path/],
    ['an address without http', ['authStatus'], { SIGHTLINE_URL: 'foo' }, 2, /must be an http\(s\) address/],
    ['no key', ['authStatus'], { SIGHTLINE_API_KEY: '' }, 2, /SIGHTLINE_API_KEY/],
    ['a body that is not JSON', ['requestSeoOverview', '--body', '{'], {}, 2, /--body is not valid JSON/],
    ['an unknown option', ['authStatus', '--nothing'], {}, 2, /unknown option/],
  ];
  it.each(firstInQuick(3, ends))(
    'exits with a distinct code for %s, and one line with the reason',
    async (_name, args, more, code, said) => {
      const ended = await runCli(['call', ...args], { ...env, ...more });
      expect(ended.stderr).toMatch(said);
      expect(ended.code).toBe(code);
      expect(ended.stderr).not.toMatch(/\n\s+at /);
    },
  );

  it.each([
    [400, 2],
    [401, 3],
    [403, 3],
    [404, 4],
    [409, 5],
    [413, 2],
    [429, 6],
    [500, 1],
    [503, 7],
  ])('exits with %d for a refusal with %d', (status, code) => {
    expect(exitCodeOf(new SightlineError({ status, code: 'internal_error', message: 'said so' }))).toBe(code);
  });

  const otherReplies: [status: number, type: string, body: string, code: number][] = [
    [200, 'text/html', '<!doctype html><title>Welcome</title>', 1],
    [200, 'application/json', '{"hello":"world"}', 1],
    [200, 'application/json', '[]', 1],
    [404, 'text/html', '<h1>Not Found</h1>', 1],
    [403, 'application/json', '{"error":"forbidden by the proxy"}', 1],
    [503, 'text/html', '<h1>Under maintenance</h1>', 7],
  ];
  it.each(firstInQuick(2, otherReplies))(
    'rejects responses of a foreign server: %d %s %s exits with %d',
    async (status, type, body, code) => {
      const url = await listenForTest((_request, response) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      );
      const ended = await runCli(['call', 'listSites'], { ...env, SIGHTLINE_URL: url });
      expect([ended.code, ended.stdout.includes('app')]).toEqual([code, false]);
      expect(ended.stderr).not.toBe('');
    },
  );

  const mistakes: [args: string[], said: RegExp][] = [
    [['ensure', 'case_1', '--max-age', 'soon'], /--max-age takes whole seconds/],
    [['ensure'], /name at least one case/],
    [['ensure', '--maxAge', '1', 'case_1'], /unknown option/],
    [['verify', 'no-such-folder'], /no-such-folder is neither a folder nor a file/],
    [['report', 'current', '--website', 'site_1', '--start', '2026-02-30'], /invalid_request: --start/],
    [['check', 'nonsense'], /registrable domain/],
    [['check', 'https://example.com', '--pages', 'many'], /--pages takes a whole number/],
    [['spending', 'check', 'no-such-file.csv'], /no-such-file\.csv cannot be read/],
    [['replay'], /missing required argument/],
    [['no-such-command'], /unknown command/],
  ];
  it.each(firstInQuick(3, mistakes))('%j is a usage error: code 2 and the reason', async (args, said) => {
    const ended = await runCli(args, env);
    expect(ended.stderr).toMatch(said);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
  });

  long('lists every command except help under a heading of its help', async () => {
    const { stdout } = await runCli(['--help'], env);
    const [, ...parts] = stdout.split(/^(?=[A-Z][a-z ]+:$)/m);
    const commandsOf = new Map(
      parts.map((part) => [part.split('\n')[0], [...part.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name)]),
    );
    expect([...commandsOf.keys()]).toEqual([
      'Options:',
      'Start:',
      'Ask and read:',
      'Money:',
      'Over months:',
      'Crawlers and your data:',
      'People and programs:',
      'For programs:',
      'Run the server:',
      'Commands:',
    ]);
    expect(commandsOf.get('Commands:')).toEqual(['help']);
    expect(commandsOf.get('Start:')).toEqual([
      'demo',
      'serve',
      'setup',
      'sign-in',
      'sign-out',
      'open',
      'check',
      'doctor',
    ]);
  });

  it('describes a body in its help: its fields, the required ones, and allowed values', async () => {
    const help = async (id: string) => (await runCli(['call', id, '--help'])).stdout.replace(/\s+/g, ' ');
    const ensure = await help('ensureObservation');
    expect(ensure).toMatch(/Body: kind \(required, website\) .* or kind \(required, keyword\)/);
    expect(ensure).toContain('(0 to 604800, default 86400)');
    expect(await help('readRun')).toContain('--kind <value> (required, website | keyword)');
    expect(await help('topCitations')).toContain('(all | owned | external, default "all")');
    expect(await help('cancelRun')).not.toContain('Body: or');
  });

  it('prints the whole error for a program, and one line for a person', async () => {
    const body = JSON.stringify({
      error: { code: 'persistence_unconfirmed', message: 'said so' },
      recovery: { runId: 'run_1', sessionId: null },
    });
    const url = await listenForTest((_request, response) =>
      response.writeHead(503, { 'content-type': 'application/json' }).end(body),
    );
    const ended = await runCli(['call', 'listSites'], { ...env, SIGHTLINE_URL: url });
    expect([ended.code, ended.stderr]).toEqual([7, 'persistence_unconfirmed: said so\n']);
    expect(JSON.parse(ended.stdout)).toEqual(JSON.parse(body));
  });
});

describe('sightline ensure', () => {
  long(
    'asks many questions within the owner’s limit of active runs, in plain lines, and nothing twice when repeated',
    async () => {
      const cases = await Promise.all(Array.from({ length: 5 }, () => service.makeCase()));
      const ids = cases.map(({ id }) => id);
      const before = service.sent();
      const first = await runCli(['ensure', ...ids, '--json'], env);
      expect([first.code, first.stderr.includes('\u001b')]).toEqual([0, false]);
      expect(first.stderr).toMatch(/^\[5\/5\] case_\w+ completed$/m);
      const ends = JSON.parse(first.stdout).items as { caseId: string; status: string; mentions: number }[];
      expect(ends.map(({ caseId }) => caseId).sort()).toEqual([...ids].sort());
      expect(ends.every(({ status, mentions }) => status === 'completed' && mentions > 0)).toBe(true);
      expect(service.sent() - before).toBe(5);
      expect((await runCli(['ensure', ...ids], env)).code).toBe(0);
      expect(service.sent() - before).toBe(5);
    },
  );

  long('may be killed and repeated: each question is bought once', async () => {
    const cases = await Promise.all(Array.from({ length: 4 }, () => service.makeCase()));
    const ids = cases.map(({ id }) => id);
    const before = service.sent();
    const started = startCli(['ensure', ...ids, '--max-age', '0'], env);
    await untilPrinted(started, /started/);
    started.child.kill('SIGKILL');
    expect((await started.ended).signal).toBe('SIGKILL');
    expect((await runCli(['ensure', ...ids, '--max-age', '0'], env)).code).toBe(0);
    expect(service.sent() - before).toBe(4);
  });

  long('asks again under another name of the round', async () => {
    const { id } = await service.makeCase();
    const before = service.sent();
    for (const round of ['morning', 'evening']) {
      expect((await runCli(['ensure', id, '--max-age', '0', '--round', round], env)).code).toBe(0);
    }
    expect(service.sent() - before).toBe(2);
  });

  it('exits with 1 if a question failed, and names it', async () => {
    const { id } = await service.makeCase({ query: 'Which one? [simulate:failed]' });
    const ended = await runCli(['ensure', id], env);
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(new RegExp(`\\[1/1\\] ${id} failed \\(`))]);
  });

  it('derives its keys from the request: equal requests share one, another question or round has another', () => {
    const body = { kind: 'keyword' as const, caseId: 'case_1', useSeoTools: false, maxAgeSeconds: 0 };
    const keys = [
      derivedKey('case_1', body, 'a'),
      derivedKey('case_1', { ...body, maxAgeSeconds: 1 }, 'a'),
      derivedKey('case_2', { ...body, caseId: 'case_2' }, 'a'),
      derivedKey('case_1', body, 'b'),
    ];
    expect(derivedKey('case_1', { maxAgeSeconds: 0, useSeoTools: false, caseId: 'case_1', kind: 'keyword' }, 'a')).toBe(
      keys[0],
    );
    expect(new Set(keys).size).toBe(4);
    for (const made of keys) expect(made).toMatch(/^[A-Za-z0-9._:-]{8,128}$/);
  });

  it('draws a bar only on a terminal', () => {
    const drawn: string[] = [];
    const progress = createProgress({ isTTY: true, columns: 60, write: (text) => drawn.push(text) }, 2);
    progress.done('case_1 completed');
    progress.finish();
    expect(drawn.join('')).toMatch(/█+░+ 1\/2 case_1 completed/);
    expect(Math.max(...drawn.map((text) => text.replace('\r\u001b[K', '').length))).toBeLessThanOrEqual(60);
  });
});

describe('the other commands', () => {
  it('openapi prints the committed description', async () => {
    const ended = await runCli(['openapi']);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toBe(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
  });

  it('migrate brings a new database up to date, once', async () => {
    const database = await createTestDatabase('sqlite', { schema: 'none' });
    const first = await runCli(['migrate'], database.env);
    const second = await runCli(['migrate'], database.env);
    await database.drop();
    expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^Applied: 0001-foundation/)]);
    expect([second.code, second.stdout]).toEqual([0, 'The schema is up to date.\n']);
  });

  const unstartable: [name: string, env: () => Record<string, string>, said: RegExp][] = [
    ['a port that is taken', () => ({ PORT: new URL(service.url).port }), /PORT: \d+ is taken/],
    [
      'a data directory that is in use',
      () => ({ PORT: '0', DATA_DIR: service.database.dataDir }),
      /another Sightline server is using/,
    ],
    ['a port that is not a number', () => ({ PORT: 'http' }), /PORT: /],
    ['a role that needs a database', () => ({ PORT: '0', ROLE: 'worker' }), /ROLE: .*DATABASE_URL/],
    ['only one of two credentials', () => ({ PORT: '0', DATAFORSEO_LOGIN: 'x' }), /DATAFORSEO_LOGIN: /],
  ];
  it.each(firstInQuick(2, unstartable))(
    'serve does not start with %s, and explains it in one line',
    async (_name, given, said) => {
      const database = await createTestDatabase('sqlite');
      const ended = await runCli(['serve'], { ...database.env, LOG_LEVEL: 'silent', ...given() });
      await database.drop();
      expect(ended.code).not.toBe(0);
      expect(ended.stderr).toMatch(said);
      expect(ended.stderr.trimEnd().split('\n').length).toBe(1);
    },
  );

  it('serve leaves no folder where its port is taken', async () => {
    const data = join(newFolder(), 'data');
    const { code } = await runCli(['serve'], { DATA_DIR: data, PORT: new URL(service.url).port });
    expect([code, existsSync(data)]).toEqual([1, false]);
  });

  it('refuses help about a command that does not exist', async () => {
    const ended = await runCli(['help', 'nope'], env);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/^error: unknown command 'nope'/)]);
  });

  it('prints a usage error as JSON too with --json', async () => {
    const ended = await runCli(['questions', 'tag', '--json'], env);
    const { error } = JSON.parse(ended.stderr.trimEnd().split('\n').at(-1) ?? '');
    expect([ended.code, ended.stdout, error]).toEqual([
      2,
      '',
      { code: 'usage', message: "missing required argument 'ids'", exitCode: 2 },
    ]);
  });

  it('open refuses a page that does not exist, and names the nearest one and the others', async () => {
    const page = (name: string) => runCli(['open', name, '--print'], env);
    expect((await page('plan')).stderr).toMatch(/no page is named plan\. Did you mean plans\? Pages: .*\bdocs\/api\b/);
    expect((await page('questions')).stderr).toContain('Did you mean sites/<siteId>/questions?');
    expect((await page('plans/plan_1?tab=rounds')).stdout).toBe(`${service.url}/plans/plan_1?tab=rounds\n`);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'serve says that it renders no pages as root unless that is allowed',
    async () => {
      const said: boolean[] = [];
      for (const more of [{}, { ALLOW_ROOT_BROWSER: '1' }]) {
        const database = await createTestDatabase('sqlite');
        const env = { ...database.env, PORT: '0', LOG_LEVEL: 'silent', CHROMIUM_PATH: '/bin/true', ...more };
        const started = startCli(['serve'], env);
        await untilPrinted(started, /DATAFORSEO_LOGIN is not set/);
        started.child.kill('SIGTERM');
        const { stdout } = await started.ended;
        await database.drop();
        said.push(/^Running as root, so website checks cannot render pages\..* ALLOW_ROOT_BROWSER=1\.$/m.test(stdout));
      }
      expect(said).toEqual([true, false]);
    },
  );

  long('serve prints its address and the one setup link, and drains on SIGTERM', async () => {
    const database = await createTestDatabase('sqlite');
    const misspelt = { BUDGET_USD_MONTH: '5' };
    const started = startCli(['serve'], {
      ...database.env,
      ...misspelt,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ENGINES: 'claude-api',
      OPENAI_API_KEY: 'sk-set',
    });
    const [, url = ''] = await untilPrinted(started, /listening on (\S+)/);
    const [, link = ''] = await untilPrinted(started, /^setup: (\S+)$/m);
    expect(link.startsWith(`${url}/setup?token=`)).toBe(true);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    started.child.kill('SIGTERM');
    const ended = await started.ended;
    await database.drop();
    expect([ended.code, ended.stdout.includes('SIGTERM')]).toEqual([0, true]);
    expect(ended.stderr).toContain(
      'BUDGET_USD_MONTH is not a setting and is ignored. Did you mean BUDGET_USD_PER_MONTH?',
    );
    expect(ended.stdout).toContain('ANTHROPIC_API_KEY is not set: the bundled simulator answers for claude-api.');
    expect(ended.stdout).not.toContain('OPENAI_API_KEY');
  });
});

it('sightline engines and questions list the engines, save a question at one, show it and archive it', async () => {
  const managing = { ...env, SIGHTLINE_API_KEY: await service.makeKey(['read', 'manage']) };
  const engines = await runCli(['engines', '--probe'], managing);
  expect([engines.code, engines.stderr]).toEqual([0, '']);
  expect(engines.stdout).toMatch(/openai +ready/);
  expect(engines.stdout).toContain('perplexity-api is off.');
  const added = await runCli(['questions', 'add', 'Which CRM suits a bakery?', '--engine', 'openai'], managing);
  const [, id = ''] = added.stdout.trim().split('\n');
  expect(added.stdout).toBe(`1 saved, 0 there already\n${id}\n`);
  const listed = await runCli(['questions', '--json'], managing);
  expect(JSON.parse(listed.stdout).items.map((one: any) => one.id)).toContain(id);
  expect((await runCli(['questions'], managing)).stdout).toMatch(/Which CRM suits a bakery\?.*not asked/);
  const refused = await runCli(['questions', 'add', 'Which one?', '--engine', 'nobody'], managing);
  expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining('is not an engine')]);
  expect((await runCli(['questions', 'archive', id], managing)).stdout).toBe(`${id} is archived\n`);
});

it('sightline spending and quote print past and future costs, and differences from a vendor’s bill', async () => {
  const { id } = await service.makeCase();
  const body = { domain: 'acme-crm.com', confirmSpend: true as const };
  const bought = await service.call('requestSeoOverview', body, { key, idempotencyKey: 'cli-spending' });
  const { costUsd } = bought.report as { costUsd: number };
  const quoted = await runCli(['quote', id], env);
  // The model of the tests has no known price.
  expect([quoted.code, quoted.stdout]).toEqual([
    0,
    '1 to buy, 0 saved already\ntypically unknown, at most unknown, held unknown US dollars\nno budget is set\n',
  ]);
  const table = await runCli(['spending'], env);
  expect(table.stdout).toContain(costUsd.toFixed(6));
  const csv = await runCli(['spending', '--by', 'engine', '--csv'], env);
  const seo = csv.stdout.split('\r\n').find((line) => line.startsWith('seo,'));
  expect(seo?.split(',').slice(2)).toEqual([costUsd.toFixed(6), ...Array(4).fill('0.000000'), costUsd.toFixed(6), '2']);
  const folder = newFolder();
  const day = new Date().toISOString().slice(0, 10);
  const file = join(folder, 'vendor.csv');
  const half = (costUsd / 2).toFixed(6);
  writeFileSync(
    file,
    `Date,Function,Cost\n${day},v3/dataforseo_labs/x/live,${half}\n${day},"v3/backlinks/y",${(costUsd - Number(half)).toFixed(6)}\n`,
  );
  const equal = await runCli(['spending', 'check', file], env);
  expect([equal.code, equal.stdout]).toEqual([0, 'no difference on 1 line of day and engine\n']);
  writeFileSync(file, `date,cost\n${day},1\n`);
  const differs = await runCli(['spending', 'check', file, '--engine', 'seo'], env);
  expect(differs.code).toBe(1);
  expect(differs.stdout).toContain(`${day} seo: ledger ${costUsd.toFixed(6)}, vendor 1.000000`);
});
