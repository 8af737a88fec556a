import { z } from 'zod';
import { catalogue } from '../../domain/checks/catalogue.ts';
import type { AnalysisDiff } from '../../domain/checks/diffAnalyses.ts';
import { compareWebsiteRuns } from '../../services/compareWebsiteRuns.ts';
import { replayWebsite } from '../../services/replayWebsite.ts';
import { suggestFromSite } from '../../services/suggestFromSite.ts';
import { defineOperation } from '../defineOperation.ts';
import { presentRunSummary, runSummarySchema } from '../presentHistory.ts';
import { recordId } from '../schemas.ts';

const shared = { audience: 'workspace', tag: 'Websites' } as const;
const verdict = z.enum(['pass', 'warn', 'fail', 'not_applicable', 'unmeasured']).nullable();
const diffSchema = z
  .strictObject({
    changed: z.array(z.strictObject({ id: z.string(), before: verdict, after: verdict })),
    unchanged: z.int().min(0),
    sameAnalyzer: z.boolean(),
    sameBotTable: z.boolean(),
    sameEvidenceTime: z.boolean(),
    sameDigest: z.boolean(),
  })
  .meta({ id: 'AnalysisDiff', description: 'Verdicts that differ between two analyses of one website.' });

function presentDiff(diff: AnalysisDiff): z.input<typeof diffSchema> {
  const { unchanged, sameAnalyzer, sameBotTable, sameEvidenceTime, sameDigest } = diff;
  return { changed: [...diff.changed], unchanged, sameAnalyzer, sameBotTable, sameEvidenceTime, sameDigest };
}

export const listWebsiteChecksOperation = defineOperation({
  ...shared,
  id: 'listWebsiteChecks',
  permission: 'read',
  method: 'GET',
  path: '/website-checks',
  summary: 'Every check there is now, by id and title, so that one without a verdict has a name',
  output: z.strictObject({ checks: z.array(z.strictObject({ id: z.string(), title: z.string() })) }),
  async run() {
    return { status: 200, body: { checks: catalogue.map(({ id, title }) => ({ id, title })) } };
  },
});

export const compareWebsiteRunsOperation = defineOperation({
  ...shared,
  id: 'compareWebsiteRuns',
  permission: 'read',
  method: 'GET',
  path: '/website-runs/compare',
  summary: 'Which verdicts differ between two captures of one website',
  query: z.strictObject({ before: recordId, after: recordId }),
  output: z.strictObject({ diff: diffSchema }),
  async run(ctx, { query }) {
    return { status: 200, body: { diff: presentDiff(await compareWebsiteRuns(ctx, query)) } };
  },
});

export const replayWebsiteOperation = defineOperation({
  ...shared,
  id: 'replayWebsite',
  permission: 'evaluate',
  method: 'POST',
  path: '/website-runs/{id}/replay',
  summary: 'Judge the frozen evidence of a capture again under the current checks; no network, its age stays',
  params: z.strictObject({ id: recordId }),
  body: z.strictObject({}),
  output: z.strictObject({ run: runSummarySchema, diff: diffSchema }),
  statuses: [201],
  async run(ctx, { params }) {
    const { run, diff } = await replayWebsite(ctx, ctx.principal.workspaceId, params.id);
    return { status: 201, body: { run: presentRunSummary(run), diff: presentDiff(diff) } };
  },
});

export const suggestFromSiteOperation = defineOperation({
  ...shared,
  id: 'suggestFromSite',
  permission: 'evaluate',
  method: 'POST',
  path: '/site-suggestions',
  summary: 'Read a home page and suggest its name, aliases and questions; saves and buys nothing',
  body: z.strictObject({ url: z.string().trim().min(1).max(2_000) }),
  output: z.strictObject({
    url: z.string(),
    domain: z.string(),
    name: z.string().nullable(),
    aliases: z.array(z.string()),
    questions: z.array(z.string()),
    problem: z.string().nullable(),
  }),
  async run(ctx, { body }) {
    const { url, domain, name, aliases, questions, problem } = await suggestFromSite(ctx, body);
    return { status: 200, body: { url, domain, name, aliases, questions, problem } };
  },
});
