import { Command } from 'commander';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { codeOf, detailsOf, exitCodeOf, exitCodes, explain, NegativeResult } from '../../src/cli/failures.ts';
import { rememberCommand } from '../../src/cli/fieldNames.ts';
import { listView } from '../../src/cli/nouns/views.ts';
import { describeSimulation } from '../../src/cli/operator/serve.ts';
import { SightlineError } from '../../src/client/sightlineError.ts';

it('a purchase that needs approval names its page, its total and the next step', () => {
  const approvalUrl = 'https://sightline.example/approvals/appr_1';
  const refused = { code: 'approval_required', message: 'as for programs', status: 403 } as const;
  const details = { state: 'pending', approvalUrl, answers: 5, maxUsd: 3.3 };
  expect(explain(new SightlineError({ ...refused, details }))).toBe(
    `approval_required: a member must approve this on ${approvalUrl} (5 answers, at most 3.3 US dollars). Nothing was bought. Once it is approved, repeat this command within 10 minutes.`,
  );
});

it('a purchase that waits for a member has its own exit code; a declined one is a missing right', () => {
  const refused = { code: 'approval_required', message: 'as for programs', status: 403 } as const;
  const details = { state: 'pending', approvalUrl: 'https://sightline.example/approvals/appr_1' };
  const pending = new SightlineError({ ...refused, details });
  expect([exitCodeOf(pending), detailsOf(pending)]).toEqual([exitCodes.approval, { details }]);
  const old = new SightlineError({ ...refused, code: 'insufficient_permission', details });
  expect(exitCodeOf(old)).toBe(exitCodes.approval);
  const declined = new SightlineError({ ...refused, details: { ...details, state: 'declined' } });
  expect(exitCodeOf(declined)).toBe(exitCodes.unauthorized);
  const wrongKey = new SightlineError({ code: 'unauthorized', message: 'no such key', status: 401 });
  expect(exitCodeOf(wrongKey)).toBe(exitCodes.unauthorized);
});

it('a round that needs a member names its plan, and no idempotency key', () => {
  const approvalUrl = 'https://sightline.example/plans/plan_1';
  const details = { state: 'pending', approvalId: 'plan_1', approvalUrl, maxUsd: 2.68 };
  const error = new SightlineError({ code: 'approval_required', message: 'as for programs', status: 403, details });
  expect(explain(error)).toBe(
    `approval_required: a member must allow agents to start rounds on ${approvalUrl} (a round, at most 2.68 US dollars). Nothing was bought. Then repeat this command.`,
  );
});

it('a negative result has the name of its exit code', () => {
  const error = new NegativeResult('It could cost more.', exitCodes.limit);
  expect([codeOf(error), exitCodeOf(error), explain(error)]).toEqual(['limit', 6, 'It could cost more.']);
});

it.each([
  ['--start <date>', 'startDate: must not be after endDate', '--start: must not be after endDate'],
  ['--from <date>', 'startDate: must be a date', '--from: must be a date'],
  ['--tag <tag>', 'tags.0: must have at most 40 characters', '--tag: must have at most 40 characters'],
  ['--limit <count>', 'limit: must be at least 1', '--limit: must be at least 1'],
  ['--country <code>', 'locale.country: is not one', '--country: is not one'],
  [
    '--engine <id>',
    'engines: is not an engine of this server; listEngines lists them',
    '--engine: is not an engine of this server; `sightline engines` lists them',
  ],
  [
    '--website <site>',
    'id: no such website in this workspace; listSites lists them',
    '--website: no such website in this workspace; `sightline sites` lists them',
  ],
  ['--rule <id>', 'ruleId: no such rule in this workspace', '--rule: no such rule in this workspace'],
  [
    '--yes',
    'id: no such run in this workspace; listRuns lists them',
    'id: no such run in this workspace; `sightline runs list` lists them',
  ],
  [
    '--round <name>',
    'No budget; ask again with a new Idempotency-Key after midnight.',
    'No budget; ask again with another --round after midnight.',
  ],
  ['--yes', 'Read this report, then retry with the same Idempotency-Key.', 'Read this report, then retry.'],
  ['--yes', 'queries.1: must not be empty', 'questions 2: must not be empty'],
  ['--yes', 'startDate: must be a date', '--start: must be a date'],
])('in a command with %s, “%s” names its options and arguments', (option, message, shown) => {
  rememberCommand(new Command('one').argument('[questions...]').option(option));
  onTestFinished(() => rememberCommand(new Command('none')));
  expect(explain(new SightlineError({ code: 'invalid_request', message }))).toBe(`invalid_request: ${shown}`);
});

it('a column shows the first of its members that has a value, and each entry of a list', () => {
  const columns = { question: 'purchase.question|purchase.answers.question' };
  const items = [
    { purchase: { question: 'One?', answers: [] } },
    { purchase: { question: null, answers: [{ question: 'Two?' }, { question: 'Three?' }] } },
    { purchase: { question: null, answers: [] } },
  ];
  expect(listView('approvals', columns, items, null).sections[0]?.rows).toEqual([['One?'], ['Two?, Three?'], ['–']]);
});

it.each([
  ['all', 1],
  ['api', 2],
  ['worker', 2],
])('a server with the role %s and no provider key says in %d lines what is simulated', (ROLE, count) => {
  const lines = describeSimulation(readConfig({ ROLE, DATABASE_URL: 'postgres://127.0.0.1/none' }));
  expect([lines.length, lines.join(' ').includes('ROLE: simulated runs fail')]).toEqual([count, count === 2]);
});
