import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { savedEvidence } from '../support/experimentEvidence.ts';
import { newFolder } from '../support/newFolder.ts';
import { useService } from '../support/service.ts';

const folder = newFolder();
const fileOf = (name: string, value: unknown) => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
};
const service = useService('sqlite');

it('previews and saves the same file, and names it if its content is refused', async () => {
  const env = { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: await service.makeKey(['read', 'manage']) };
  const protocol = { name: 'March', planId: 'plan_none', engine: 'openai', hypothesis: 'h' };
  const incomplete = fileOf('protocol.json', protocol);
  const whole = fileOf('whole.json', { ...protocol, websiteId: 'site_none' });
  for (const verb of ['preview', 'add']) {
    const refused = await runCli(['experiments', verb, incomplete], env);
    expect(refused.stderr, verb).toContain('protocol.json: websiteId: is required');
    const unknown = await runCli(['experiments', verb, whole], env);
    expect(unknown.stderr, verb).toMatch(/\.json: websiteId: no such website/);
  }
});

it('verifies evidence offline, and refuses an invalid file', async () => {
  const { experiment, judgement } = savedEvidence();
  const verified = await runCli(['experiments', 'verify', fileOf('evidence.json', { experiment, judgement })], {});
  expect(verified.stdout).toContain('verified');
  const forged = { experiment, judgement: { ...judgement, verdict: 'lowered' } };
  const refused = await runCli(['experiments', 'verify', fileOf('forged.json', forged)], {});
  expect(refused.stderr).toContain('a different judgement');
  const other = await runCli(['experiments', 'verify', fileOf('other.json', { a: 1 })], {});
  expect(other.stderr).toContain('other.json is not the evidence of an experiment');
});
