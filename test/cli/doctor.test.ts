import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildSpills } from '../../src/app/configuredSpill.ts';
import { examine, type Finding } from '../../src/app/doctor.ts';
import { startSimulator } from '../../src/engines/startSimulator.ts';
import { runCli } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { startMailServer } from '../support/mailServer.ts';
import { newFolder } from '../support/newFolder.ts';
import { providerEnvironment, providerKey, seoPassword, startServiceForTest } from '../support/service.ts';

const stateOf = (findings: readonly Finding[], check: string): string | undefined =>
  findings.find((finding) => finding.check === check)?.state;

onEachDatabase('doctor', (engine) => {
  it('finds no problem in a working server, without a purchase, a change or a secret', async () => {
    const service = await startServiceForTest(engine);
    const env = { ...service.database.env, ...providerEnvironment(service.simulator), PUBLIC_BASE_URL: service.url };
    const before = service.simulator.ledger.length;
    const { stdout, stderr, code } = await runCli(['doctor', '--json'], env);
    const { findings }: { findings: Finding[] } = JSON.parse(stdout);
    expect([stderr, code, findings.filter(({ state }) => state === 'failed')]).toEqual(['', 0, []]);
    const sound = ['configuration', 'data directory', 'database', 'migrations', 'restore', 'spill', 'engine openai'];
    for (const check of [...sound, 'SEO provider', 'clock', 'evidence'])
      expect([check, stateOf(findings, check)]).toEqual([check, 'ok']);
    // No engine could reach the MCP endpoint of this machine.
    expect(stateOf(findings, 'public address')).toBe('warning');
    expect(service.simulator.ledger.slice(before).filter(({ created }) => created !== null)).toEqual([]);
    for (const secret of [providerKey, seoPassword, 'seo-login']) expect(stdout).not.toContain(secret);
  });
});

describe('doctor of a server that cannot work', () => {
  it('names each problem in one line, and exits with 1', async () => {
    const folder = newFolder();
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    writeFileSync(
      join(folder, 'sightline.sqlite'),
      'this is no database, and long enough to be taken for one '.repeat(40),
    );
    const { seoSpill } = buildSpills({ DATA_DIR: folder });
    expect(await seoSpill.list()).toEqual([]);
    const env = { ...providerEnvironment(simulator), DATA_DIR: folder, DATAFORSEO_BASE_URL: 'http://127.0.0.1:1' };
    simulator.script({
      at: 'retrieve',
      reply: {
        kind: 'status',
        status: 401,
        code: 'invalid_api_key',
        message: `Incorrect API key provided: ${providerKey}`,
      },
    });
    const findings = await examine(env);
    const failed = findings.filter(({ state }) => state === 'failed').map(({ check }) => check);
    expect(failed).toEqual(expect.arrayContaining(['database', 'engine openai', 'SEO provider']));
    expect(JSON.stringify(findings)).not.toContain(providerKey);
    const { code, stdout } = await runCli(['doctor'], env);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^FAILED {3}database /m)]);
  });

  it('tries the mail server, without a mail and without its password', async () => {
    const { url, mails, close } = await startMailServer();
    onTestFinished(close);
    const mailOf = async (address: string) => {
      const env = { DATA_DIR: newFolder(), SMTP_URL: address, MAIL_FROM: 'alerts@example.com' };
      return (await examine(env)).find(({ check }) => check === 'mail');
    };
    expect(await mailOf(url)).toMatchObject({ state: 'ok' });
    const refused = await mailOf(url.replace('mail-canary-9d20', 'mail-canary-0000'));
    expect(refused).toEqual({
      ...{ check: 'mail', state: 'failed' },
      message: 'The mail server refused the user name or password in SMTP_URL.',
    });
    expect(mails).toEqual([]);
  });

  it('refuses a file of prices that a start refuses too', async () => {
    const [first] = await examine({ DATA_DIR: tmpdir(), PRICES_FILE: '/no/such/prices.json' });
    expect(first).toMatchObject({
      check: 'configuration',
      state: 'failed',
      message: expect.stringMatching(/^PRICES_FILE: /),
    });
  });

  it('names the invalid variable, and never the password of an unavailable database', async () => {
    expect(await examine({ PORT: 'many' })).toEqual([
      { check: 'configuration', state: 'failed', message: 'PORT: must be a whole number' },
      { check: 'settings', state: 'ok', message: 'none looks misspelt' },
    ]);
    const url = 'postgres://somebody:p%40ss-canary-71@127.0.0.1:1/none';
    const findings = await examine({ DATABASE_URL: url, DATA_DIR: tmpdir() });
    expect(stateOf(findings, 'database')).toBe('failed');
    expect(JSON.stringify(findings)).not.toMatch(/ss-canary-71/);
  });
});
