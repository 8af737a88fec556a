import { expect, it, onTestFinished } from 'vitest';
import { explain } from '../../src/cli/failures.ts';
import { listView } from '../../src/cli/nouns/views.ts';
import { SightlineError } from '../../src/client/sightlineError.ts';

it('a purchase that needs approval names its page, its total and the next step', () => {
  const approvalUrl = 'https://sightline.example/approvals/appr_1';
  const refused = { code: 'approval_required', message: 'as for programs', status: 403 } as const;
  const details = { state: 'pending', approvalUrl, answers: 5, maxUsd: 3.3 };
  expect(explain(new SightlineError({ ...refused, details }))).toBe(
    `approval_required: a member must approve this on ${approvalUrl} (5 answers, at most 3.3 US dollars). Nothing was bought. Once it is approved, repeat this command within 10 minutes.`,
  );
});

it('an error names the option that was typed', () => {
  const typed = process.argv;
  onTestFinished(() => {
    process.argv = typed;
  });
  const error = new SightlineError({ code: 'invalid_request', message: 'startDate: invalid ISO date' });
  expect(explain(error)).toBe('invalid_request: --start: invalid ISO date');
  process.argv = [...typed, '--from=2026-99-99'];
  expect(explain(error)).toBe('invalid_request: --from: invalid ISO date');
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
