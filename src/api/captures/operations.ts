import type { z } from 'zod';
import type { analysisDiffSchema } from '../../contract/captures/wire.ts';
import type { AnalysisDiff } from '../../domain/checks/diffAnalyses.ts';
import { compareWebsiteRuns } from '../../services/captures/compareWebsiteRuns.ts';
import { replayWebsite } from '../../services/captures/replayWebsite.ts';
import { suggestFromSite } from '../../services/captures/suggestFromSite.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentRunSummary } from '../runs/presentHistory.ts';

const define = operationsOf('Websites');

function presentDiff(diff: AnalysisDiff): z.input<typeof analysisDiffSchema> {
  const { unchanged, sameAnalyzer, sameBotTable, sameEvidenceTime, sameDigest } = diff;
  return { changed: [...diff.changed], unchanged, sameAnalyzer, sameBotTable, sameEvidenceTime, sameDigest };
}

export const websiteRunsOperations: readonly Operation[] = [
  define.read('listWebsiteChecks', {
    summary: 'List all current checks with class and category, including those without a verdict',
    async run(_ctx, { page }) {
      // Loaded on demand, because the checks import the page parsers.
      const { catalogue } = await import('../../domain/checks/catalogue.ts');
      return page.cut(
        catalogue,
        ({ id }) => ({ at: '', id }),
        ({ id, title, class: group, category }) => ({ id, title, class: group, category }),
      );
    },
  }),
  define.read('compareWebsiteRuns', {
    summary: 'List verdicts that differ between two captures of one website',
    run: async (ctx, { query }) => ({ diff: presentDiff(await compareWebsiteRuns(ctx, query)) }),
  }),
  define.evaluate('replayWebsite', {
    summary:
      'Judge the frozen evidence of a capture again with the current checks; uses no network and keeps the capture’s age',
    async run(ctx, { params }) {
      const { run, diff } = await replayWebsite(ctx, ctx.principal.workspaceId, params.id);
      return { run: presentRunSummary(run), diff: presentDiff(diff) };
    },
  }),
  define.manage('suggestFromSite', {
    summary: 'Read a home page and suggest its name, aliases and questions; saves and buys nothing',
    async run(ctx, { body }) {
      const { url, domain, name, aliases, categories, questions, problem } = await suggestFromSite(ctx, body);
      return { url, domain, name, aliases, categories, questions, problem };
    },
  }),
];
