import { expect, it } from 'vitest';
import { presentV1Report } from '../../../src/api/present.ts';
import { sha256Hex } from '../../../src/domain/text/canonicalJson.ts';
import { computeReports } from '../../../src/domain/visibility/runReport.ts';
import { attempt, cited, facts, mention, panel, retrieved, scope, website } from './savedAttempts.ts';

const own = 'acme.example';
const sources = [
  ...cited('https://acme.example/a', 'https://rival.example/b'),
  ...retrieved('https://forum.example/c'),
];

/** Two periods with repeats, two models, an undecidable answer, a failed attempt, and unidentified names. */
const lists = [
  [own, 'rival.example'],
  ['rival.example', own],
  ['rival.example', '?Somebody'],
  ['?AcmeCloud'],
  ['rival.example', '~Acme'],
  [],
  [own],
];
const attempts = [
  ...panel(lists, { runId: 'a' }),
  ...panel(lists.toReversed(), { runId: 'b', createdAt: '2026-03-03T09:00:00.000Z' }),
  ...panel(lists, { runId: 'c', createdAt: '2026-03-04T09:00:00.000Z', model: 'model-b' }),
  attempt({ runId: 'd', caseId: 'case_08', facts: facts([mention(own, { citationUrls: [] })], { sources }) }),
  attempt({ runId: 'e', caseId: 'case_02', status: 'failed', createdAt: '2026-03-05T09:00:00.000Z' }),
];
const previousAttempts = panel(lists.toReversed(), { runId: 'p', createdAt: '2026-02-28T09:00:00.000Z' });

const reports = computeReports({
  ...scope(attempts, { website: { ...website, settledDomains: ['rival.example'] }, version: 'v1' }),
  window: { startDate: '2026-03-01', endDate: '2026-03-05' },
  firstAttemptAt: '2026-02-01T00:00:00.000Z',
  now: '2026-03-06T12:00:00.000Z',
  savedQuestions: 9,
  previousAttempts,
  websiteRun: { runId: 'w', failedGates: [] },
});

it.each([
  ['current', '6be0dea50bc04d2f210f7edcd467e0e6577bc447f647be4eac8fef52918f3553'],
  ['overview', '0fd0de3962d9ea222b8973f27f6317b02f672fbece36f2adaee6d83ec238004d'],
  ['citations', 'c9e9655ed06f6ee99ae6858ebc22c25b3945b19b7353640ef204ccc4657f8653'],
  ['prompts', '1beb1eefce6dbe5c2524fcc3f1ad5a1ea482af4fb2600f9bc305652478ab69cd'],
  ['recommendations', 'b4e359579b0c716a2481e01953ec9b62c850093e1bc314bf282f83c60193e282'],
] as const)('the five reports of v1 answer %s with exactly the same bytes as before', (name, digest) => {
  const text = JSON.stringify(presentV1Report(reports[name]));
  expect(text.length).toBeGreaterThan(1_000);
  expect(sha256Hex(text)).toBe(digest);
});
