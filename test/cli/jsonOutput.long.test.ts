import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addCommands, createProgram } from '../../src/cli/program.ts';
import { saveSession } from '../../src/cli/session/savedSessions.ts';
import { runCli } from '../support/cli.ts';
import { newFolder } from '../support/newFolder.ts';
import { owner, useService } from '../support/service.ts';

type Json = Record<string, unknown>;

/** Returns the text at a path of members and indexes. */
function textAt(value: unknown, ...path: (string | number)[]): string {
  return String(path.reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value));
}

let folder: string;
const covered = new Set<string>();
const environment = { ...process.env };

/** Commands that print a stream or another format, or that need their own set-up; each with its reason. */
const others: Readonly<Record<string, string>> = {
  serve: 'prints its log',
  worker: 'prints its log',
  watch: 'prints its log',
  mcp: 'speaks a protocol',
  openapi: 'prints JSON always',
  call: 'prints JSON always',
  completion: 'prints a script',
  demo: 'prints its log',
  'logs follow': 'prints its log',
  check: 'checkExit.test.ts',
  audit: 'auditCommands.test.ts',
  readings: 'needs a reading model',
  verify: 'verifyForeign.long.test.ts',
  'spending check': 'needs an export of a vendor; its text is its message',
  'spending settle': 'needs a purchase of unknown cost',
  'server restore': 'needs a stopped server',
  'server replay': 'needs a website capture',
  'server account remove-second-factor': 'needs a second factor',
  'server end-sessions': 'ends the session of this test',
  'bots update': 'needs published lists',
  'alerts test': 'needs a destination',
  'alerts resend': 'needs a message',
  'facts add': 'needs a page of the website',
  'facts remove': 'needs a fact',
  'imports draw': 'needs an imported file',
  'imports remove': 'needs an imported file',
  'imports connect': 'needs a vendor',
  'imports fetch': 'needs a vendor',
  'logs drain': 'needs a log source',
  import: 'needs an exported file',
  'logs import': 'needs a log file',
  'logs remove': 'needs an imported log',
  'experiments preview': 'takes a protocol of experiments.test.ts',
  'experiments add': 'takes a protocol of experiments.test.ts',
  'experiments register': 'takes a protocol of experiments.test.ts',
  'experiments change': 'takes a protocol of experiments.test.ts',
  'experiments read': 'takes a protocol of experiments.test.ts',
  'experiments evidence': 'takes a protocol of experiments.test.ts',
  'experiments verify': 'takes evidence of experiments.test.ts',
  'work claim': 'needs an item of work',
  'work finish': 'needs an item of work',
  'work decline': 'needs an item of work',
  'work reopen': 'needs an item of work',
  'approvals show': 'needs a purchase that waits',
  'approvals approve': 'needs a purchase that waits',
  'approvals decline': 'needs a purchase that waits',
  'connections revoke': 'needs a connected program',
  'sites verify': 'needs a website that answers',
  'members change': 'needs another member',
  'members remove': 'needs another member',
  'plans stop': 'needs a running round',
  'workspaces leave': 'the owner cannot leave',
  'workspaces use': 'would leave the workspace of this test',
  'workspaces create': 'would leave the workspace of this test',
};

const service = useService('sqlite');
beforeAll(async () => {
  folder = newFolder();
  Object.assign(process.env, service.database.env, { SIGHTLINE_URL: service.url, XDG_CONFIG_HOME: folder });
  delete process.env.SIGHTLINE_API_KEY;
  saveSession(process.env, service.url, { email: owner.email, cookie: service.cookie });
});
afterAll(async () => {
  process.env = environment;
});

function fail(code: number): never {
  throw new Error(`ended with ${code}`);
}

/** Runs a command in this process and parses its whole standard output. */
async function json(...words: string[]): Promise<Json> {
  const program = createProgram(fail);
  await addCommands(program, words[0] ?? '');
  const written: string[] = [];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true),
  ];
  try {
    await program.parseAsync([...words, '--json'], { from: 'user' });
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  }
  covered.add(pathOf(program, words));
  const value = JSON.parse(written.join(''));
  expect(Array.isArray(value) || typeof value !== 'object').toBe(false);
  return value;
}

function pathOf(program: Command, words: readonly string[]): string {
  const path: string[] = [];
  let command: Command | undefined = program;
  for (const word of words) {
    command = command.commands.find((child) => child.name() === word) as Command | undefined;
    if (command === undefined) break;
    path.push(word);
  }
  return path.join(' ');
}

function leavesOf(command: Command, path: string[] = []): string[] {
  return command.commands.flatMap((child) => {
    const next = [...path, child.name()];
    return child.commands.length === 0 || child.name() === 'call' ? [next.join(' ')] : leavesOf(child as Command, next);
  });
}

describe('--json', () => {
  it('prints one object for every command that reads, lists as items', async () => {
    for (const noun of ['sites', 'questions', 'plans', 'keys', 'alerts', 'runs', 'tags', 'reports', 'workspaces']) {
      expect(Array.isArray((await json(noun, 'list')).items), noun).toBe(true);
    }
    for (const words of [
      'budgets list',
      'seo list',
      'members list',
      'approvals list',
      'connections list',
      'bots list',
      'experiments list',
      'engines',
      'attention',
      'activity',
      'alerts rules',
      'alerts destinations',
      'sites archived',
      'export-plan',
      'doctor',
      'server migrate',
      'server reread',
      'server retention --before 2026-01',
      'server reconcile-restore',
      'spending list',
      'open plans --print',
      `server account reset-password ${owner.email}`,
      `server backup ${join(folder, 'copy.sqlite')}`,
    ]) {
      await json(...words.split(' '));
    }
  });

  it('prints the record that a command created, changed or removed', async () => {
    const site = await json('sites', 'add', 'https://acme-crm.example/');
    const websiteId = String(site.id);
    for (const words of [
      'answers list',
      'rivals add rival.example',
      'rivals list',
      'rivals report rival.example',
      'rivals remove rival.example',
      'notes list',
      'sources list',
      'sources read',
      'sources forget list.example',
      'facts list',
      'logs list',
      'logs imports',
      'logs sources',
      'imports list',
      'imports suggest',
      'work list',
      'undecided',
      'report current',
      'budgets set workspace none',
      `sites change ${websiteId} --name Acme`,
      `sites names ${websiteId}`,
      `sites accept-names ${websiteId} --ours Acme`,
      `sites undo-names ${websiteId} --names Acme`,
      `sites verification ${websiteId}`,
      `sites google-ai-control ${websiteId}`,
      `server names ${websiteId}`,
      `server verification ${websiteId}`,
      `server bundle --website ${websiteId} --out ${join(folder, 'bundle')}`,
      `alerts preview round_missed`,
    ]) {
      await json(...words.split(' '));
    }
    const note = await json('notes', 'add', '2026-01-02', 'Changed the prices');
    await json('notes', 'remove', textAt(note, 'note', 'id'));
    const key = await json('keys', 'create', 'one');
    await json('keys', 'revoke', textAt(key, 'key', 'id'));
    const rule = await json('alerts', 'add', 'round_missed', 'Missed rounds');
    await json('alerts', 'end', String(rule.id));
    const invited = await json('members', 'invite', 'new@example.com');
    await json('members', 'uninvite', textAt(invited, 'invitation', 'id'));
    await json('workspaces', 'change', '--name', 'Acme');
    const bought = await json('seo', 'request', 'acme-crm.example', '--yes');
    await json('seo', 'show', textAt(bought, 'report', 'reportId'));
    writeFileSync(join(folder, 'plan.yaml'), 'sightline: 1\n');
    await json('apply', join(folder, 'plan.yaml'), '--yes');
    const added = await json('questions', 'add', 'Which CRM suits a bakery?', '--tag', 'bakeries');
    const questionId = textAt(added, 'items', 0, 'id');
    await json('questions', 'tag', questionId, '--add', 'small');
    await json('quote', questionId);
    const asked = await json('ask', questionId, '--yes');
    const runId = textAt(asked, 'runs', 0, 'runId');
    await json('ensure', questionId);
    await json('runs', 'show', runId);
    await json('runs', 'check', runId);
    await json('runs', 'cancel', runId);
    await json('answers', 'show', runId);
    const csv = await runCli(['answers', 'list', '--csv'], { SIGHTLINE_URL: service.url, XDG_CONFIG_HOME: folder });
    const [head, ...rows] = csv.stdout.trim().split('\r\n');
    expect(head).toMatch(/^runId,.*,question,.*,snippet$/);
    expect(rows).toEqual(expect.arrayContaining([expect.stringContaining(runId)]));
    const frozen = await json('reports', 'create');
    const reportId = textAt(frozen, 'report', 'id');
    const shared = await json('reports', 'share', reportId);
    await json('reports', 'links', reportId);
    await json('reports', 'unshare', reportId, textAt(shared, 'link', 'id'));
    await json('reports', 'download', reportId, join(folder, 'report.html'));
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('<html');
    await json('reports', 'delete', reportId, '--yes');
    const planned = await json('plans', 'add', 'Weekly', '--question', questionId, '--engine', 'openai');
    const planId = textAt(planned, 'plan', 'id');
    for (const verb of ['show', 'rounds']) await json('plans', verb, planId);
    const activated = await runCli(
      ['plans', 'activate', planId, '--yes', '--json'],
      { SIGHTLINE_URL: service.url, XDG_CONFIG_HOME: folder },
      `${owner.password}\n`,
    );
    expect(JSON.parse(activated.stdout).plan.state).toBe('active');
    covered.add('plans activate');
    const round = await json('plans', 'run', planId);
    await json('plans', 'round', planId, String(round.number));
    await json('plans', 'pause', planId);
    await json('plans', 'resume', planId, '--yes');
    await json('plans', 'archive', planId);
    await json('questions', 'archive', questionId);
    await json('sites', 'archive', websiteId);
    await json('sites', 'restore', websiteId);
  });

  it('prints the actions of a person who signs in, and a failure as an object on standard error', async () => {
    const env = { SIGHTLINE_URL: service.url, XDG_CONFIG_HOME: join(folder, 'other') };
    const input = `${owner.password}\n`;
    const signedIn = await runCli(['sign-in', '--email', owner.email, '--json'], env, input);
    expect(JSON.parse(signedIn.stdout).message).toContain('Signed in');
    const again = await runCli(['setup', 'a-token', '--email', owner.email, '--json'], env, input);
    expect([again.stdout, JSON.parse(again.stderr).error.exitCode]).toEqual(['', again.code]);
    expect(JSON.parse((await runCli(['sign-out', '--json'], env)).stdout).message).toContain('signed out');
    for (const path of ['sign-in', 'sign-out', 'setup']) covered.add(path);
  });

  it('is an option of every command that runs, except those listed with a reason', async () => {
    const program = createProgram(fail);
    await addCommands(program, '');
    const missing = leavesOf(program)
      .filter((path) => !covered.has(path) && !Object.hasOwn(others, path))
      // Earlier names of `server …`.
      .filter((path) => !covered.has(`server ${path}`) && !Object.hasOwn(others, `server ${path}`));
    expect(missing).toEqual([]);
  });
});
