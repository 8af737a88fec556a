import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import { openWindow } from '../visibility/attemptWindow.ts';
import type { VisibilityScope } from '../visibility/scope.ts';

export type CitationRow = {
  runId: string;
  caseId: string;
  url: string;
  domain: string;
  owned: boolean;
  title: string | null;
  kind: 'cited' | 'retrieved';
};

/**
 * Lists the pages that the considered answers cite or that their search returned, once per answer; ordered by run, then
 * URL.
 */
export function listCitations(scope: VisibilityScope): CitationRow[] {
  const answers = openWindow(scope).questions.flatMap((question) => question.completed);
  return answers
    .flatMap(({ attempt: { runId, caseId }, cited, retrieved }) => [
      ...cited.map((source) => ({ runId, caseId, ...source, kind: 'cited' as const })),
      ...retrieved.map((source) => ({ runId, caseId, ...source, kind: 'retrieved' as const })),
    ])
    .sort((a, b) => codeUnitOrder(a.runId, b.runId) || codeUnitOrder(a.url, b.url));
}
