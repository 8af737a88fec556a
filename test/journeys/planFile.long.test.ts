import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { activatePlan } from '../support/activatePlan.ts';
import { runCli } from '../support/cli.ts';
import { onEachDatabase } from '../support/databases.ts';
import { newFolder } from '../support/newFolder.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { useService } from '../support/service.ts';

const file = `sightline: 1
websites:
  - url: https://www.acme-crm.example/
    name: Acme CRM
    aliases: [AcmeCRM]
    dismissed: [none.example]
    otherNames: [{ name: Nobody, domain: nobody.example }]
    rivals:
      - { domain: rivalo.example, name: Rivalo, names: [Rivalissimo] }
    questions:
      - { question: Which CRM suits a small agency?, tags: [agencies], engines: [openai, claude-api], country: US }
      - { question: Is Acme CRM any good?, branded: false }
questions:
  - { question: What is a CRM?, tags: [general] }
plans:
  - { name: Weekly, website: acme-crm.example, tags: [agencies], engines: [openai], repeats: 2,
      every: weekly, weekday: monday, at: "06:00", timeZone: Europe/Vienna }
  - { name: Named, questions: [What is a CRM?], engines: [openai], every: manual }
`;
const alerts = `alerts:
  - { name: "Acme, weekly", kind: visibility_change, website: acme-crm.example, days: 14, direction: decrease, to: [On-call] }
  - { name: Money, kind: budget_used }
`;

onEachDatabase('a workspace as one file', (engine) => {
  let key: string;
  let folder: string;
  let path: string;

  const run = (args: readonly string[], as = key, input = '') =>
    runCli(args, { SIGHTLINE_URL: service.url, SIGHTLINE_API_KEY: as }, input);

  /** Created by a person; nothing is sent there. */
  const addDestination = async (cookie: string, name = 'On-call'): Promise<void> => {
    const address = 'https://hooks.example/services/T0SECRET';
    await service.call('createAlertDestination', { kind: 'webhook', name, address }, { cookie });
  };

  const service = useService(engine, {
    env: { ENGINES: 'openai,claude-api', ANTHROPIC_API_KEY: 'x'.repeat(20) },
  });
  beforeAll(async () => {
    key = await service.makeKey(['manage']);
    folder = newFolder();
    path = join(folder, 'sightline.yaml');
    await writeFile(path, `${file}${alerts}`);
    await addDestination(service.cookie);
  });

  it('is shown as differences, and nothing changes without confirmation', async () => {
    const shown = await run(['apply', path]);
    expect(shown.code).toBe(2);
    expect(shown.stderr).toContain('--yes');
    expect(shown.stdout).toContain('+ website https://www.acme-crm.example/ “Acme CRM”, also AcmeCRM');
    expect(shown.stdout).toContain(
      '+ plan Weekly: openai, 2 answers each, every Monday at 06:00, Europe/Vienna; a draft',
    );
    expect(shown.stdout).toContain(
      '+ alert rule Acme, weekly: visibility_change of acme-crm.example at openai, 14 days, decrease alone, to On-call',
    );
    expect((await service.call('listSites', {}, { key })).sites).toEqual([]);
  });

  it('is applied once: a second apply has nothing to change, and buys nothing', async () => {
    const applied = await run(['apply', path, '--yes']);
    expect(applied.stderr).toBe('');
    expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('applied: ')]);
    expect(applied.stdout).toMatch(
      /plan Weekly: a round asks 2 times, .*; activate it: `sightline plans activate plan_\w+`/,
    );
    const again = await run(['apply', path]);
    expect([again.code, again.stdout]).toEqual([0, 'nothing to change\n']);
    const [site] = (await service.call('listSites', {}, { key })).sites;
    expect(site).toMatchObject({ name: 'Acme CRM', aliases: ['AcmeCRM'], settledDomains: ['none.example'] });
    expect((await service.call('listRivals', { id: site?.id ?? '' }, { key })).items).toMatchObject([
      { name: 'Rivalo', names: ['Rivalissimo'] },
    ]);
    expect((await service.call('listQuestions', {}, { key })).items).toHaveLength(3);
    expect((await service.call('listPlans', {}, { key })).items.map(({ name, state }) => [name, state])).toEqual([
      ['Named', 'draft'],
      ['Weekly', 'draft'],
    ]);
    expect((await service.call('listAlertRules', {}, { key })).items).toMatchObject([
      { name: 'Money', kind: 'budget_used', websiteId: null, destinationIds: [], enabled: true },
      {
        ...{ name: 'Acme, weekly', kind: 'visibility_change', websiteId: site?.id, engine: 'openai', periodDays: 14 },
        ...{ direction: 'decrease', destinationIds: [expect.stringMatching(/^dest_/)], enabled: true },
      },
    ]);
    expect(service.sent()).toBe(0);
  });

  it('is exported so that it changes nothing there, and creates the same workspace elsewhere', async () => {
    const exported = join(folder, 'exported.yaml');
    expect((await run(['export-plan', exported])).code).toBe(0);
    expect((await run(['apply', exported])).stdout).toBe('nothing to change\n');
    expect(await readFile(exported, 'utf8')).not.toMatch(/hooks\.example|T0SECRET|whsec_|dest_/);
    const place = await addWorkspace(service, 'same owner');
    const { secret } = await addKey(service, place, ['manage']);
    // A person creates destinations in each workspace; the file only names them.
    const refused = await run(['apply', exported, '--yes'], secret);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('alerts[0].to[0]: no destination has this name');
    const home = await service.call('session', {});
    const goTo = (workspaceId: string) => service.call('switchWorkspace', { workspaceId });
    await goTo(place.workspaceId);
    await addDestination(service.cookie);
    await goTo(home.workspace.id);
    expect((await run(['apply', exported, '--yes'], secret)).code).toBe(0);
    expect((await run(['apply', '-'], secret, await readFile(exported, 'utf8'))).stdout).toBe('nothing to change\n');
    expect((await run(['export-plan'], secret)).stdout.trim()).toBe((await readFile(exported, 'utf8')).trim());
  });

  it('changes what differs and leaves unnamed items alone', async () => {
    const [site] = (await service.call('listSites', {}, { key })).sites;
    await service.call('createQuestions', { queries: ['Not in the file?'], websiteId: site?.id }, { key });
    const changed = file
      .replace('tags: [agencies], engines: [openai, claude-api]', 'tags: [Agencies, dach], engines: [openai]')
      .replace('names: [Rivalissimo]', 'names: [Rivalone]')
      .replace('branded: false', 'branded: null')
      .replace('repeats: 2', 'repeats: 3');
    const changedAlerts = alerts
      .replace('direction: decrease', 'direction: both')
      .replace(/ {2}- \{ name: Money.*\n/, '  - { name: Engines, kind: engine_failing, enabled: false }\n');
    await writeFile(path, `${changed}${changedAlerts}`);
    const { stdout, code } = await run(['apply', path, '--yes']);
    expect(code).toBe(0);
    for (const line of [
      '− name Rivalissimo (rivalo.example) of acme-crm.example',
      'names + Rivalone',
      '~ question “Which CRM suits a small agency?”: tags + Agencies, dach  − agencies',
      '~ question “Is Acme CRM any good?”: branded by the rule',
      '~ plan Weekly: answers each 2 → 3',
      '~ alert rule Acme, weekly: direction decrease → both',
      '+ alert rule Engines: engine_failing, only to the log, off',
      'not in the file, left unchanged: 1 question, 1 alert rule',
    ]) {
      expect(stdout).toContain(line);
    }
    expect((await run(['apply', path])).stdout).toBe(
      'nothing to change; not in the file, left unchanged: 1 question, 1 alert rule\n',
    );
    const questions = (await service.call('listQuestions', { websiteId: site?.id }, { key })).items;
    expect(questions).toHaveLength(3);
    // An engine missing from the file stays an engine of the question.
    expect(questions.find(({ query }) => query.includes('agency'))?.engines).toHaveLength(2);
  });

  it('changes an active plan only for people who may buy, and never activates one', async () => {
    const [plan] = (await service.call('listPlans', {}, { key })).items.filter(({ name }) => name === 'Weekly');
    const _asOwner = { key: undefined, cookie: service.cookie };
    await activatePlan(service, plan?.id ?? '');
    await writeFile(path, (await readFile(path, 'utf8')).replace('repeats: 3', 'repeats: 4'));
    const refused = await run(['apply', path, '--yes']);
    expect([refused.code, refused.stdout]).toEqual([
      3,
      expect.stringContaining('active, so it applies from the next round'),
    ]);
    expect(refused.stderr).toContain('evaluate');
    const buyer = await service.makeKey(['manage', 'evaluate']);
    expect((await run(['apply', path, '--yes'], buyer)).code).toBe(0);
    const { plan: after } = await service.call('readPlan', { id: plan?.id ?? '' }, { key });
    expect(after).toMatchObject({ state: 'active', repeats: 4, revision: Number(plan?.revision) + 1 });
    expect(service.sent()).toBe(0);
  });

  it('warns when an alias is a common word that makes most questions branded', async () => {
    const questions = [
      'Which CRM is simple?',
      'Which CRM is cheap?',
      'Is a CRM worth it?',
      'How do teams track leads?',
    ];
    const lines = questions.map((question) => `      - { question: "${question}" }`).join('\n');
    const common = `sightline: 1\nwebsites:\n  - url: https://crm-co.example/\n    name: Ledgerly\n    aliases: [CRM Co]\n    questions:\n${lines}\n`;
    const { code, stdout } = await run(['apply', '-', '--yes'], key, common);
    expect([code, stdout]).toEqual([0, expect.stringContaining('crm-co.example: 3 of 4 questions contain its name')]);
    const added = await run(['questions', 'add', 'Which CRM is fast?', '--website', 'crm-co.example']);
    expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('4 of 5 questions contain its name')]);
    const asked = await run(['ask', 'Which CRM is fast?', '--website', 'crm-co.example', '--max-usd', '0']);
    expect([asked.code, asked.stderr]).toEqual([6, expect.stringContaining('4 of 5 questions contain its name')]);
    const site = await run(['sites', 'add', 'https://another.example/', '--name', 'Another', '--alias', 'CRM Co']);
    expect([site.code, site.stderr]).toEqual([
      0,
      expect.stringMatching(/^“CRM Co” is compared as “crm”: reports leave out questions that contain it( \(|\n)/),
    ]);
  });

  it('is refused as a whole for a setting that an engine does not support, before anything is saved', async () => {
    const wrong = file.replaceAll('acme-crm', 'half-saved').replace('country: US', 'country: QQ');
    const refused = await run(['apply', '-', '--yes'], key, wrong);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('websites[0].questions[0]: locale.country: ');
    const domains = (await service.call('listSites', {}, { key })).sites.map(({ domain }) => domain);
    expect(domains).not.toContain('half-saved.example');
  });

  it('refuses a file with a secret before any request', async () => {
    await writeFile(
      path,
      `${file}  - { name: X, website: acme-crm.example, engines: [openai], every: manual, apiKey: y }\n`,
    );
    const refused = await run(['apply', path, '--yes']);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('plans[2].apiKey: this file must not contain keys, budgets or secrets');
    const reader = await service.makeKey(['read']);
    await writeFile(path, 'sightline: 1\nquestions: [{ question: New one? }]\n');
    const kept = await run(['apply', path, '--yes'], reader);
    expect(kept.code).toBe(3);
  });
});
