import { questionIdOf } from '../../questions/questionId.ts';
import { openWindow } from '../attemptWindow.ts';
import type { ReportHead } from '../reportHead.ts';
import type { VisibilityScope } from '../scope.ts';
import { type EngineColumn, engineColumn } from './column.ts';
import { type EnginePair, type EngineView, enginePairs } from './pairs.ts';

/** An engine missing from a report, with the reason. */
export type LeftOutEngine = { engine: string; label: string; reason: string };

/** Several engines that answer questions about one website, all measured or all simulated. */
export type EnginesScope = {
  /** Declared engine, which decides whether the report contains measured or simulated answers. */
  declared: string;
  engines: readonly { label: string; scope: VisibilityScope }[];
  leftOut: readonly LeftOutEngine[];
};

export type EngineComparison = Pick<ReportHead, 'website' | 'window' | 'simulated'> & {
  declared: string;
  filters: Pick<ReportHead['filters'], 'sourceType' | 'limit'>;
  engines: EngineColumn[];
  leftOut: LeftOutEngine[];
  pairs: EnginePair[];
  reading: string;
};

const reading =
  'Each column is one engine, and no number combines several. A difference between two engines counts only if  ' +
  'its verdict says so: the paired test on the same questions, corrected for all pairs. Positions describe saved answers.';

/** Compares engines side by side. @param head of the report: the part shared by all of its engines */
export function compareEngines(
  head: Pick<ReportHead, 'website' | 'window' | 'simulated'> & {
    filters: EngineComparison['filters'];
  },
  { declared, engines, leftOut }: EnginesScope,
): EngineComparison {
  const views = engines.map(({ label, scope }) => ({ label, scope, view: openWindow(scope) }));
  return {
    ...head,
    declared,
    engines: views.map(({ label, scope, view }) => engineColumn(scope, label, view)),
    leftOut: [...leftOut],
    pairs: enginePairs(
      views.map(({ scope, view }): EngineView => ({ engine: scope.engine, view, questionIds: questionsOf(scope) })),
      head.filters.limit,
    ),
    reading,
  };
}

/** Returns the question of each case by its content, because each engine has its own cases. */
function questionsOf({ attempts, website }: Pick<VisibilityScope, 'attempts' | 'website'>): Map<string, string> {
  return new Map(
    attempts.map(({ caseId, question, locale }) => [
      caseId,
      questionIdOf({ query: question, locale, websiteId: website.id }),
    ]),
  );
}
