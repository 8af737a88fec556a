import type { z } from 'zod';
import type { analysisDiffSchema } from '../../contract/captures/wire.ts';
import type { AnalysisDiff } from '../../domain/checks/diffAnalyses.ts';
import { rowsAfter } from '../../domain/text/listPosition.ts';
import { compareWebsiteRuns } from '../../services/captures/compareWebsiteRuns.ts';
import { replayWebsite } from '../../services/captures/replayWebsite.ts';
import { suggestFromSite } from '../../services/captures/suggestFromSite.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { presentRunSummary } from '../runs/presentHistory.ts';

const shared = { tag: 'Websites' } as const;
function presentDiff(diff: AnalysisDiff): z.input<typeof analysisDiffSchema> {
  const { unchanged, sameAnalyzer, sameBotTable, sameEvidenceTime, sameDigest } = diff;
  return { changed: [...diff.changed], unchanged, sameAnalyzer, sameBotTable, sameEvidenceTime, sameDigest };
}

export const websiteRunsOperations: readonly Operation[] = [
  defineOperation('listWebsiteChecks', {
    ...shared,
    permission: 'read',
    summary: 'List all current checks with class and category, including those without a verdict',
    async run(ctx, { query }) {
      // Loaded on demand, because the checks import the page parsers.
      const { catalogue } = await import('../../domain/checks/catalogue.ts');
      const page = openListPage(ctx, 'listWebsiteChecks', { query });
      const positionOf = ({ id }: { id: string }) => ({ at: '', id });
      const { items, nextCursor } = page.close(rowsAfter(catalogue, positionOf, page.after, page.count), positionOf);
      const rules = items.map(({ id, title, class: group, category }) => ({ id, title, class: group, category }));
      return { status: 200, body: { items: rules, nextCursor } };
    },
  }),
  defineOperation('compareWebsiteRuns', {
    ...shared,
    permission: 'read',
    summary: 'List verdicts that differ between two captures of one website',
    async run(ctx, { query }) {
      return { status: 200, body: { diff: presentDiff(await compareWebsiteRuns(ctx, query)) } };
    },
  }),
  defineOperation('replayWebsite', {
    ...shared,
    permission: 'evaluate',
    summary:
      'Judge the frozen evidence of a capture again with the current checks; uses no network and keeps the capture’s age',
    async run(ctx, { params }) {
      const { run, diff } = await replayWebsite(ctx, ctx.principal.workspaceId, params.id);
      return { status: 201, body: { run: presentRunSummary(run), diff: presentDiff(diff) } };
    },
  }),
  defineOperation('suggestFromSite', {
    ...shared,
    permission: 'manage',
    summary: 'Read a home page and suggest its name, aliases and questions; saves and buys nothing',
    async run(ctx, { body }) {
      const { url, domain, name, aliases, categories, questions, problem } = await suggestFromSite(ctx, body);
      return { status: 200, body: { url, domain, name, aliases, categories, questions, problem } };
    },
  }),
];
