import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrompter } from '../../src/cli/session/prompter.ts';
import { callsAs } from '../support/calls.ts';
import { type CliProcess, type CliResult, runCli, startCli, untilPrinted } from '../support/cli.ts';
import { newFolder } from '../support/newFolder.ts';

// Each test starts processes of the real command line, which takes long on a busy machine.
const email = 'mara@example.com';
const password = 'a long pass phrase';

/** One person at a terminal, starting with the printed link: each test is a step after the previous one. */
describe('a person at the command line', () => {
  let folder: string;
  let server: CliProcess;
  let link: string;
  let url: string;

  const sightline = (args: string[], input = '', more: Record<string, string> = {}): Promise<CliResult> =>
    runCli(args, { XDG_CONFIG_HOME: folder, ...more }, input);
  const kept = () => join(folder, 'sightline', 'sessions.json');

  beforeAll(async () => {
    folder = newFolder();
    const env = { DATA_DIR: join(folder, 'data'), PORT: '0', POLL_INTERVAL_MS: '40', LOG_LEVEL: 'silent' };
    server = startCli(['serve'], env);
    link = (await untilPrinted(server, /setup: (http\S+)/))[1] ?? '';
    url = new URL(link).origin;
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });

  it('gets instructions before anyone has signed in', async () => {
    const ended = await sightline(['sites'], '', { SIGHTLINE_URL: url });
    expect([ended.code, ended.stderr]).toEqual([
      2,
      expect.stringMatching(/`sightline sign-in`, or set SIGHTLINE_API_KEY/),
    ]);
  });

  it('a link without its token, a wrong token and a weak password create no account', async () => {
    const cut = await sightline(['setup', `${url}/setup`, '--email', email], `${password}\n`);
    expect([cut.code, cut.stderr]).toEqual([2, expect.stringContaining('has no token')]);
    const wrong = await sightline(['setup', `${url}/setup?token=wrong`, '--email', email], `${password}\n`);
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringMatching(/^insufficient_permission: token: /)]);
    const weak = await sightline(['setup', link, '--email', email], 'short\n');
    expect([weak.code, weak.stderr]).toEqual([2, expect.stringMatching(/^invalid_request: password: /)]);
    const silent = await sightline(['setup', link, '--email', email], '');
    expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining('standard input ended')]);
  });

  it('the printed link creates the account, the workspace and the website, and signs in', async () => {
    const options = ['--email', email, '--workspace', 'Acme', '--site', 'https://acme-crm.example/'];
    const ended = await sightline(['setup', link, ...options, '--site-name', 'Acme CRM'], `${password}\n`);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toMatch(/^mara@example\.com is the owner.*\nsite_\w+ acme-crm\.example\n/);
  });

  it('the session file is readable only by this user, and contains no password', async () => {
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
    expect(readFileSync(kept(), 'utf8')).toContain(email);
    expect(readFileSync(kept(), 'utf8')).not.toContain(password);
    chmodSync(kept(), 0o644);
    const refused = await sightline(['sites']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is readable by other users')]);
    chmodSync(kept(), 0o600);
  });

  it('commands use the server of the last sign-in, without a key and without an address', async () => {
    const ended = await sightline(['sites']);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toContain('acme-crm.example');
  });

  it('adds an address once, and again only on request, distinguished by their addresses', async () => {
    const count = async () => JSON.parse((await sightline(['sites', '--json'])).stdout).items.length as number;
    const [first] = JSON.parse((await sightline(['sites', '--json'])).stdout).items as { id: string; url: string }[];
    for (const url of [first?.url ?? '', 'http://www.acme-crm.example', 'acme-crm.example']) {
      const again = await sightline(['sites', 'add', url]);
      expect([again.code, again.stdout]).toEqual([0, `${first?.id} acme-crm.example\n`]);
      expect(again.stderr).toContain('already exists, so nothing was changed');
    }
    expect(await count()).toBe(1);
    const part = await sightline(['sites', 'add', 'https://acme-crm.example/de/']);
    const twin = await sightline(['sites', 'add', 'https://acme-crm.example', '--again']);
    expect([part.code, twin.code, await count()]).toEqual([0, 0, 3]);
    expect((await sightline(['sites'])).stdout).toMatch(/acme-crm\.example\/de\s/);
    for (const { stdout } of [part, twin]) await sightline(['sites', 'archive', stdout.split(' ')[0] ?? '']);
  });

  it('asks a question only after confirmation of its price', async () => {
    const text = 'Which CRM suits a ten-person agency?';
    const unsaid = await sightline(['ask', text]);
    expect([unsaid.code, unsaid.stdout]).toEqual([2, '']);
    expect(unsaid.stderr).toMatch(/^“Which CRM suits a ten-person agency\?”\n1 to buy, 0 saved already\ntypically \d/);
    const dear = await sightline(['ask', text, '--yes', '--max-usd', '0']);
    expect([dear.code, dear.stderr]).toEqual([6, expect.stringContaining('Nothing was asked.')]);
    const asked = await sightline(['ask', text, '--yes']);
    expect([asked.code, asked.stdout]).toEqual([
      0,
      expect.stringMatching(/Which CRM .*openai +(?:not listed|listed|unknown)/),
    ]);
    const again = await sightline(['ask', text]);
    expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/^“Which .*”\n0 to buy, 1 saved already\n/)]);
  });

  it('neither asks nor saves an id of another kind, a single word or several ids in one text', async () => {
    const questions = async () => JSON.parse((await sightline(['questions', '--json'])).stdout).items.length as number;
    const before = await questions();
    const ids = ['case_doesnotexist00000000000', 'site_1', 'run_1', 'case_1 case_2', 'case_1, case_2', 'run_1; run_2'];
    for (const text of [...ids, 'status', 'question-1']) {
      for (const command of [
        ['ask', text, '--yes'],
        ['questions', 'add', text],
      ]) {
        const ended = await sightline(command);
        expect([command, ended.code, ended.stdout]).toEqual([command, 2, '']);
        expect(ended.stderr).toMatch(/: (?:not the id of a question|one word is not a question); /);
      }
    }
    expect(await questions()).toBe(before);
  });

  it('the question is about the only website, and the report counts it', async () => {
    const questions = await sightline(['questions', '--json']);
    const [question] = JSON.parse(questions.stdout).items as { id: string; target: { websiteId: string } }[];
    const report = await sightline(['report', 'current', '--website', question?.target.websiteId ?? '']);
    expect([report.code, report.stderr]).toEqual([0, '']);
    expect(report.stdout).toContain('1 of 1 question answered');
    const byId = await sightline(['ask', question?.id ?? '']);
    expect([byId.code, byId.stderr]).toEqual([0, expect.stringMatching(/^“Which .*”\n0 to buy, 1 saved already\n/)]);
    const quoted = await sightline(['quote', question?.id ?? '']);
    expect([quoted.code, quoted.stdout]).toEqual([0, expect.stringMatching(/^0 to buy, 1 saved already\n/)]);
    const ensured = await sightline(['ensure', question?.id ?? '', '--json']);
    expect([ensured.code, JSON.parse(ensured.stdout)]).toMatchObject([0, { items: [{ status: 'completed' }] }]);
    const unknown = await sightline(['ask', 'question_none', '--yes']);
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('no such question')]);
  });

  it('accepts a sentence in a script without spaces', async () => {
    const ended = await sightline(['ask', '小さな会社に合うCRMはどれですか', '--yes']);
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('小さな会社')]);
  });

  it('reports saved questions if the request exceeded a limit', async () => {
    const dear = await sightline(['ask', 'Which CRM suits a florist?', '--yes', '--max-usd', '0']);
    const id = /`sightline questions archive (question_\w+)`/.exec(dear.stderr)?.[1] ?? '';
    expect((await sightline(['questions', 'archive', id])).code).toBe(0);
  });

  it('asks several questions with one approval, if its key needs one', async () => {
    const made = await sightline([
      'keys',
      'create',
      'agent',
      '--permission',
      'evaluate',
      '--permission',
      'manage',
      '--asks',
    ]);
    const texts = ['Which CRM suits a small bakery?', 'Which CRM suits a large bakery?'];
    const ask = () =>
      sightline(['ask', ...texts, '--yes'], '', { SIGHTLINE_API_KEY: made.stdout.trim(), SIGHTLINE_URL: url });
    const refused = await ask();
    expect([refused.code, refused.stdout]).toEqual([9, '']);
    const id = /\/approvals\/(appr_\w+)/.exec(refused.stderr)?.[1] ?? '';
    const listed = JSON.parse((await sightline(['approvals', '--json'])).stdout).items;
    expect(listed).toEqual([expect.objectContaining({ id })]);
    const approved = await sightline(['approvals', 'approve', id, '--yes']);
    expect([approved.code, approved.stderr]).toEqual([0, '']);
    for (const heading of ['2 to buy, 0 saved already', '0 to buy, 2 saved already']) {
      const asked = await ask();
      expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining(heading)]);
      for (const text of texts) expect(asked.stdout).toContain(text);
    }
  });

  it('creates a key, prints only its secret, and revokes it at once', async () => {
    const made = await sightline([
      'keys',
      'create',
      'ci',
      '--permission',
      'evaluate',
      '--permission',
      'manage',
      '--asks',
    ]);
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^sl_\w+\n$/)]);
    const id = /^(key_\w+) may read, evaluate, manage\./.exec(made.stderr)?.[1] ?? '';
    const key = { SIGHTLINE_API_KEY: made.stdout.trim(), SIGHTLINE_URL: url };
    expect((await sightline(['sites'], '', key)).code).toBe(0);
    const listed = await sightline(['keys'], '', { ...key, COLUMNS: '140' });
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('(needs approval to buy)')]);
    expect(listed.stdout).not.toContain(made.stdout.trim());
    expect((await sightline(['keys', 'revoke', id])).stdout).toBe(`${id} is revoked\n`);
    const refused = await sightline(['sites'], '', key);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringMatching(/^unauthorized: /)]);
    const bad = await sightline(['keys', 'create', 'ci', '--permission', 'everything']);
    expect([bad.code, bad.stderr]).toEqual([
      2,
      expect.stringContaining('--permission takes read, evaluate, seo, manage'),
    ]);
  });

  it('exports the audit log, as CSV and one entry per line', async () => {
    const lines = (await sightline(['activity', '--all', '--ndjson'])).stdout.trim().split('\n');
    const acts = lines.map((line) => (JSON.parse(line) as { act: string }).act);
    expect(acts).toEqual(expect.arrayContaining(['createSite', 'createQuestions', 'ensureObservation', 'createKey']));
    const csv = (await sightline(['activity', '--limit', '1', '--csv'])).stdout.trim().split(/\r?\n/);
    expect(csv).toEqual([
      'at,actor_kind,actor_id,actor_name,account,act,subject,note',
      expect.stringMatching(/,member,acct_\w+,mara@example\.com,mara@example\.com,revokeKey,key_\w+,$/),
    ]);
    const table = await sightline(['activity', '--limit', '2']);
    expect([table.code, table.stdout.trim().split('\n').length]).toEqual([0, 4]);
    expect((await sightline(['activity', '--csv', '--ndjson'])).code).toBe(2);
  });

  it('signing out ends the session here and at the server', async () => {
    const { sessions } = JSON.parse(readFileSync(kept(), 'utf8')) as { sessions: Record<string, { cookie: string }> };
    const { cookie = '' } = sessions[url] ?? {};
    const { call, refuse } = callsAs(url, cookie);
    await call('session', {});
    const ended = await sightline(['sign-out']);
    expect([ended.code, ended.stdout]).toEqual([0, `${email} is signed out of ${url}.\n`]);
    await refuse('session', {}, 'unauthorized');
    expect(readFileSync(kept(), 'utf8')).not.toContain(cookie);
    expect((await sightline(['sites'], '', { SIGHTLINE_URL: url })).code).toBe(2);
  });

  it('signing in reads the password from a prompt or a pipe, and a wrong one saves nothing', async () => {
    const wrong = await sightline(['sign-in', url, '--email', email], 'not the password\n');
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringMatching(/^unauthorized: /)]);
    expect(JSON.parse(readFileSync(kept(), 'utf8'))).toEqual({ current: null, sessions: {} });
    const right = await sightline(['sign-in', `${url}/`, '--email', email], `${password}\n`);
    expect([right.code, right.stdout]).toEqual([0, `Signed in to ${url} as ${email}, in Acme.\n`]);
    const other = await sightline(['sign-in', url, '--email', email, '--workspace', 'Nowhere'], `${password}\n`);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('no workspace called Nowhere, only: Acme')]);
  });

  it('a session that ended elsewhere is reported as ended', async () => {
    const { sessions } = JSON.parse(readFileSync(kept(), 'utf8')) as { sessions: Record<string, { cookie: string }> };
    const { cookie = '' } = sessions[url] ?? {};
    const headers = { cookie, 'content-type': 'application/json' };
    await fetch(`${url}/api/auth/revoke-sessions`, { method: 'POST', headers, body: '{}' });
    const ended = await sightline(['sites']);
    expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining('Sign in again with `sightline sign-in`')]);
  });
});

describe('prompts', () => {
  function terminal() {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const shown: string[] = [];
    return { input, shown, prompter: createPrompter(input, { write: (text) => shown.push(text) }) };
  }

  it('never echo a password', async () => {
    const { input, shown, prompter } = terminal();
    const asked = prompter.secret('Password: ');
    input.write('hunter22 is typed\r');
    expect(await asked).toBe('hunter22 is typed');
    expect(shown.join('')).toBe('Password: \n');
    prompter.close();
  });

  it('accept lines typed ahead, in order', async () => {
    const { input, prompter } = terminal();
    input.write('mara@example.com\rsecond line\r');
    expect(await prompter.line('Email: ')).toBe('mara@example.com');
    expect(await prompter.line('More: ')).toBe('second line');
    prompter.close();
  });
});
