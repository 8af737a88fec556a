import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../support/cli.ts';
import { long } from '../support/long.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useService } from '../support/service.ts';

const service = useService('sqlite');
let websiteId: string;
let env: Record<string, string>;

beforeAll(async () => {
  websiteId = (await service.makeSite()).id;
  const { id: caseId } = await service.makeCase({ websiteId });
  const names = ['Acme CRM acme-crm.example', 'Rivalo rivalo.example'];
  await saveAnswer(service, { websiteId, caseId, createdAt: '2026-03-02T10:00:00.000Z', names });
  env = {
    PATH: process.env.PATH ?? '',
    ...service.database.env,
    OPENAI_API_KEY: 'sk-never-used',
    LOG_LEVEL: 'silent',
    SIGHTLINE_URL: service.url,
    SIGHTLINE_API_KEY: await service.makeKey(),
    COLUMNS: '80',
  };
});

/** Runs the command line in a separate process. */
function sightline(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

describe('the command line', () => {
  long('report prints a table', async () => {
    const { code, out } = await sightline('report', 'current', '--website', websiteId);
    expect(out).toMatch(/Visibility score now {2}100\.0 % \(1 of 1\)/);
    expect(code).toBe(0);
  });

  long('report passes on the server’s refusal, with its exit code', async () => {
    const { code, err } = await sightline('report', 'prompts', '--website', websiteId, '--start', '2026-02-30');
    expect(err).toMatch(/^invalid_request: --start: /);
    expect(code).toBe(2);
  });

  it('report refuses a report that does not exist, as a usage error', async () => {
    expect((await sightline('report', 'nothing', '--website', websiteId)).code).toBe(2);
  });

  long('names lists open names, saves a statement, explains how to withdraw it, and withdraws it', async () => {
    const said = await sightline('names', websiteId, '--theirs', 'Zumlo Works=zumlo.example', '--ours', 'AcmeCRM');
    expect(said.out).toMatch(
      /^Zumlo Works is now zumlo\.example, as you stated\.\nAcmeCRM is now the website|^AcmeCRM is now/,
    );
    expect(said.out).toContain("--take-back 'Zumlo Works'");
    expect(said.code).toBe(0);
    const exact = await sightline('names', websiteId, '--exact', 'AcmeCRM');
    expect(exact.out).toContain('Match only exactly: AcmeCRM');
    const back = await sightline('names', websiteId, '--take-back', 'Zumlo Works', '--take-back', 'AcmeCRM', '--json');
    const { takenBack, exactNames } = JSON.parse(back.out);
    expect([takenBack.sort(), exactNames]).toEqual([['AcmeCRM', 'Zumlo Works'], []]);
  });

  long('names refuses a pair without a domain and an unknown website', async () => {
    expect((await sightline('names', websiteId, '--theirs', 'Zumlo')).code).toBe(2);
    expect((await sightline('names', 'site_none')).err).toMatch(/^not_found: /);
  });

  long('bundle writes a folder, and verify names a changed number in it and exits with 1', async () => {
    const folder = join(service.database.dataDir, 'bundle');
    const made = await sightline('bundle', '--website', websiteId, '--out', folder);
    expect(made).toMatchObject({ code: 0, err: '' });
    const place = join(folder, 'reports/current.json');
    const report = JSON.parse(readFileSync(place, 'utf8'));
    report.visibilityScore.value = 50;
    writeFileSync(place, JSON.stringify(report));
    const verified = await sightline('verify', folder);
    expect(verified.out).toContain('reports/current.json visibilityScore.value: says 50, expected 100');
    expect(verified.code).toBe(1);
  });

  long('reread says that nothing is left to read', async () => {
    const { code, out } = await sightline('reread', '--dry-run');
    expect(out).toMatch(/^0 answers would be read again/);
    expect(code).toBe(0);
  });
});
