import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { newFolder } from '../support/newFolder.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { useService } from '../support/service.ts';

describe('checking answers in the terminal', () => {
  const service = useService('sqlite');
  let env: Record<string, string>;
  const runs: string[] = [];

  beforeAll(async () => {
    env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: await service.makeKey(['manage']) };
    const { id: websiteId } = await service.makeSite();
    for (const [at, names] of [['Acme CRM acme-crm.example'], ['Rivalo rivalo.example'], ['Acme Pro']].entries()) {
      const { id: caseId } = await service.makeCase({ websiteId });
      const createdAt = `2026-03-0${at + 1}T10:00:00.000Z`;
      runs.push(await saveAnswer(service, { websiteId, caseId, createdAt, names }));
    }
  });

  it('asks about each answer without showing its reading, and prints the readings afterwards', async () => {
    const gold = join(newFolder(), 'gold.jsonl');
    const { code, stdout, stderr } = await runCli(['audit', '--size', '3', '--gold', gold], env, '1\nwhat\ns\nn\n');
    expect(code).toBe(0);
    expect(stderr).toContain('These stand out');
    expect(stderr).not.toContain('listed');
    expect(stdout).toContain('checked by you: 2 answers');
    expect(stdout).toContain('corrected after 28 more checked answers');
    expect(readFileSync(gold, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('lists undecided answers by cause, decides them and undoes that', async () => {
    const listed = await runCli(['undecided', '--json'], env);
    const runId = JSON.parse(listed.stdout).groups[0]?.answers[0]?.runId ?? runs[2];
    const decided = await runCli(['undecided', '--no', runId], env);
    expect(decided.stdout).toContain(`${runId}: no; undo with --undo word_`);
    expect(decided.stdout).toContain('0 of 3 answers are undecided');
  });

  it('finds a website by its domain or address in every command, and names one that is unknown', async () => {
    const { sites } = await service.call('listSites', {});
    const [site] = sites;
    for (const website of [site?.id, site?.domain, site?.url]) {
      const { code, stderr } = await runCli(['work', '--website', website ?? '', '--json'], env);
      expect([code, stderr]).toEqual([0, '']);
    }
    const { code, stderr } = await runCli(['work', '--website', 'unknown.example'], env);
    expect([code, stderr]).toEqual([4, expect.stringContaining('no website has the domain unknown.example')]);
  });

  it('refuses an impossible sample size', async () => {
    const { code, stderr } = await runCli(['audit', '--size', '0'], env);
    expect(code).not.toBe(0);
    expect(stderr).toContain('1 to 500');
  });
});
