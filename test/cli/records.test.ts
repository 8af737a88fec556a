import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveAnswer } from '../support/savedAnswers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

let service: TestService;
let websiteId: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startTestService('sqlite');
  websiteId = (await service.makeSite()).id;
  const { id: caseId } = await service.makeCase({ websiteId });
  const names = ['Acme CRM acme-crm.example', 'Other other.example'];
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
afterAll(() => service.close());

/** The command line in a process of its own. */
function sightline(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

describe('the command line', () => {
  it('report prints a table', async () => {
    const { code, out } = await sightline('report', 'current', '--website', websiteId);
    expect(out).toMatch(/Visibility score {2}100\.0 % \(1 of 1\)/);
    expect(code).toBe(0);
  });

  it('report passes on the server’s refusal, with its exit code', async () => {
    const { code, err } = await sightline('report', 'prompts', '--website', websiteId, '--start', '2026-02-30');
    expect(err).toMatch(/^invalid_request: startDate: /);
    expect(code).toBe(2);
  });

  it('report refuses a report that does not exist, as a usage error', async () => {
    expect((await sightline('report', 'nothing', '--website', websiteId)).code).toBe(2);
  });

  it('bundle writes a folder, and verify names the number that was changed in it and exits 1', async () => {
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

  it('reread says that nothing is left to read', async () => {
    const { code, out } = await sightline('reread', '--dry-run');
    expect(out).toMatch(/^0 answers would be read again/);
    expect(code).toBe(0);
  });
});
