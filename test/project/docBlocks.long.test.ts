import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { activatePlan } from '../support/activatePlan.ts';
import { main, runCli } from '../support/cli.ts';
import { blocksOf, docPages } from '../support/docBlocks.ts';
import { newFolder } from '../support/newFolder.ts';
import { startReceiver } from '../support/receiver.ts';
import { owner, startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const logLine = '192.0.2.9 - - [24/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "GPTBot/1.2"\n';
/** Shell blocks without a reason not to be executed; the page on imports has its own test. */
const scripts = docPages
  .filter((page) => page !== 'docs/your-data.md')
  .map((page) => ({ page, blocks: blocksOf(page).filter(({ language, note }) => language === 'sh' && note === '') }))
  .filter(({ blocks }) => blocks.length > 0);

describe('the commands of the pages, against a server with the simulator', () => {
  let service: TestService;
  let folder: string;
  let env: Record<string, string>;

  beforeEach(async () => {
    service = await startTestService('sqlite', {
      env: {
        OPENAI_MODEL: '',
        ENGINES: 'openai,google-ai-mode,claude-api',
        ANTHROPIC_API_KEY: 'sk-of-the-simulator',
        ALLOW_PRIVATE_TARGETS: '1',
      },
    });
    folder = newFolder();
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'sightline'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
    chmodSync(join(bin, 'sightline'), 0o755);
    env = { PATH: `${bin}:${process.env.PATH}`, XDG_CONFIG_HOME: folder, SIGHTLINE_URL: service.url };
    const signedIn = await runCli(['sign-in', '--email', owner.email], env, `${owner.password}\n`);
    expect([signedIn.code, signedIn.stderr]).toEqual([0, '']);
  });
  afterEach(async () => {
    await service.close();
  });

  /** Creates the records that pages name by a shortened id, and fills in this server's ids. */
  async function fillIn(page: string, script: string): Promise<string> {
    // Its first command creates the only website.
    if (page === 'docs/crawlers.md') return script;
    const { id: siteId } = await service.makeSite();
    const cases = [await service.makeCase(), await service.makeCase()];
    const { items } = await service.call('listQuestions', {});
    const { plan } = await service.call('createPlan', {
      name: 'Weekly',
      questions: { questionIds: items.map(({ id }) => id) },
      engines: ['openai'],
      repeats: 1,
      cadence: { kind: 'manual' },
    });
    await activatePlan(service, plan.id, { budgetUsdPerMonth: 50, maxUsdPerRound: 10 });
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const address = `${receiver.url}/alerts`;
    const { destination } = await service.call('createAlertDestination', { kind: 'webhook', name: 'On-call', address });
    const ids = items.map(({ id }) => id);
    return script
      .replace(/^export .*$/gm, '')
      .replaceAll('http://127.0.0.1:4280', service.url)
      .replaceAll('<case id>', cases[0]?.id ?? '')
      .replaceAll('site_…', siteId)
      .replaceAll('plan_…', plan.id)
      .replaceAll('dest_…', destination.id)
      .replace(/question_…/g, () => ids.shift() ?? items[0]?.id ?? '');
  }

  it.each(scripts)('of $page run as printed', async ({ page, blocks }) => {
    writeFileSync(join(folder, 'access.log'), logLine);
    writeFileSync(join(folder, 'access.log.1.gz'), gzipSync(logLine.replace('24/Nov', '23/Nov')));
    const script = await fillIn(page, blocks.map(({ text }) => text).join('\n'));
    const key = page === 'docs/recipes.md' ? { SIGHTLINE_API_KEY: await service.makeKey(['evaluate', 'manage']) } : {};
    const ended = await run('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], {
      cwd: folder,
      env: { ...env, ...key },
    }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (failure: { code: number; stdout: string; stderr: string }) => failure,
    );
    expect([page, ended.code, ended.stderr]).toEqual([page, 0, '']);
    expect(ended.stdout.length).toBeGreaterThan(20);
  });

  it('cost in a month what README and the page on limits state', async () => {
    const { items } = await service.call('listEngines', {});
    const monthly = items
      .filter(({ id }) => ['openai', 'google-ai-mode', 'claude-api'].includes(id))
      .map(({ price }) => ((price?.typicalUsd ?? 0) * 20 * 52) / 12);
    const total = monthly.reduce((sum, usd) => sum + usd, 0);
    expect(monthly.map((usd) => usd.toFixed(2))).toEqual(['8.67', '0.10', '5.72']);
    expect(total.toFixed(1)).toBe('14.5');
  });
});
